"""``python -m bench [NAME] [PAPERS]``: one JSON line for each figure; see ``measures`` for what they are."""

from __future__ import annotations

import json
import sys

from bench.measures import MEASURES


def main(arguments: list[str]) -> None:
    names = [name for name in arguments if not name.isdigit()]
    papers = next((int(number) for number in arguments if number.isdigit()), None)
    if unknown := [name for name in names if name not in MEASURES]:
        raise SystemExit(f"no such figure: {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    for measure in dict.fromkeys(MEASURES[name] for name in names or MEASURES):
        for figures in measure(papers):
            print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
