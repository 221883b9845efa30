"""Pages: the contract by which the builder writes sections and a person's word wins.

``normal`` says when two texts are the same, ``page`` reads a page, ``spec`` is what the
builder would write, ``merge`` puts it into a page, ``disk`` writes it without losing what is saved meanwhile,
``ledger`` remembers which page stands where, ``render`` brings all of it together.
"""
