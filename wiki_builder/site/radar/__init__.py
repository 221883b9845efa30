"""The data of the radar page."""
