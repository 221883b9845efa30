"""From names to concepts: their keys, their files, and which papers share them."""
