"""Reports that people read: the text of a match."""
