"""Checks what a model said against the paper's own words.

``ground`` is the stage; ``quotes`` finds a quote in the text, ``numbers`` reads
the numbers of a wording and of a source. Nothing here asks a model, reads a
file or looks at the clock.
"""

from wiki_builder.grounding.ground import ground

__all__ = ["ground"]
