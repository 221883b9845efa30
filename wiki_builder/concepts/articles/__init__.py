"""What a model is asked about a concept, and what its reply says,
checked against the claims that it was given.
"""
