"""Text: a paper's HTML, PDF or abstract as addressed passages,
and the choice that a model is shown.
"""
