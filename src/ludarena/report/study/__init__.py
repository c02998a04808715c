"""The report of a study: what runs found, as tables, figures and one page."""
