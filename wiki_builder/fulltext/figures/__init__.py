"""Figures of papers whose licence allows to show them: which, from where, and where they are kept.

``licences`` says what may be shown, ``find`` reads the figures off a paper's HTML, ``image``
looks at the bytes; ``stages.figures`` fetches and keeps them.
"""
