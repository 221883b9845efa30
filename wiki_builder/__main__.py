"""``python -m wiki_builder``: the same as ``wiki-builder``."""

from wiki_builder.cli import main

if __name__ == "__main__":
    main()
