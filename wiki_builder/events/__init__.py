"""What happened: records of one thing (a paper, its blog post, its code, a release) are one event.

:mod:`record` is what is known of each, :mod:`same` whether two are one, :mod:`group` which are one
event in all, with what a person joined and parted.
"""
