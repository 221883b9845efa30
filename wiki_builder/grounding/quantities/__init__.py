"""Numbers as a grammar: what quantities a text states, in English, Chinese and LaTeX."""
