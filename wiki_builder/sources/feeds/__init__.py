"""Feeds of blogs, journals and preprint servers: any RSS, Atom or JSON Feed.

Everything in them is data from outside: text without markup, addresses of the web, days.
"""
