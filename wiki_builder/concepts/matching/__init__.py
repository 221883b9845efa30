"""Whether two names mean one thing: how they are written, what must never be one,
how alike they are.
"""
