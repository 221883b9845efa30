"""For other programs: feeds, BibTeX, ``llms.txt``, metadata."""
