"""The drills: the program attacked from outside, by its command line, its files and loopback
upstreams.

``make drill`` runs them and prints a line for each case, what was expected and what was seen; each
kind has a module (``KINDS`` in ``__main__``). They know no function of the program, so they stay
when modules move.
"""
