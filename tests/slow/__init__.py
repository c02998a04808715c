"""The long tests: many matches with every law, much wrong input, many kills; resumable."""
