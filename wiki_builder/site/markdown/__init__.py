"""Markdown as this site reads it: names linked, sections by language, nothing that runs."""
