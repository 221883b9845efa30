"""The judge: a second question about a paper, whether its words bear out what the wiki says of it.

``request`` is what is asked, ``reply`` the form of the answer, ``verdicts`` what counts of one.
Nothing here asks: an engine brings the reply, and :mod:`wiki_builder.stages.judge` is the stage.
"""
