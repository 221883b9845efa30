"""A new version of a paper beside what was said of the one before.

``laid`` finds without a model what still stands, ``request`` asks for the rest alone, ``reply`` is
the form of the answer, ``anew`` puts it in the place of what does not stand.
Nothing here asks: :mod:`wiki_builder.stages.renew` is the stage.
"""
