"""Rules that compare a wording with its evidence, without a model: a floor, and no more.

A rule is a function from what is said and what it is held against to findings. It is pure, knows
nothing of the other rules, and stands in a module named for what it compares. Rules catch the
kinds of error that they were written for and little else (``python -m benchmarks grounding``).
"""
