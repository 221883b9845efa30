"""Briefings of days and weeks: :mod:`material` is what a model is given, :mod:`texts` how it is
asked and what of its reply is kept.

Nothing here asks or writes; :mod:`wiki_builder.stages.briefings` is the stage.
"""
