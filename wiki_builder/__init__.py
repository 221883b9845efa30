"""wiki-builder: a bilingual wiki of arXiv papers that a person owns,
edits in git, and can trust.
"""

__version__ = "0.1.0"
