"""The page contract: how a page is read, whose each part is, and how new text goes into it.

``normal`` says when two texts are the same, ``page`` reads a page, ``spec`` is what the builder
would write, ``merge`` puts it into a page, ``ledger`` remembers which page stands where.
"""
