"""Search without a server: what is found on a page, the words of it,
and the files that a browser asks.
"""
