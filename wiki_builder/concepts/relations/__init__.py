"""Which findings of two papers may answer one question, what a model is asked about them, and what
counts of its reply.
"""
