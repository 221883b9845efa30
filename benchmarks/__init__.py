"""Measurements over recorded material that ships with the repository."""
