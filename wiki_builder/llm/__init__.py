"""Engines: whatever brings replies to requests (DESIGN.md, "Asking a model").

``build.engine_for`` makes the one that the settings name; ``engine`` says
what passes between an engine and whoever asks.
"""
