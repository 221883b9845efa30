"""Engines: whatever brings replies to requests (DESIGN.md, "Asking a model").

``build.engine_for`` makes the one that the settings name; ``_interface`` says
what passes between an engine and whoever asks.
"""
