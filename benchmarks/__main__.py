"""``python -m benchmarks [NAME] [PAPERS]``: one JSON line for each figure; see ``measures`` for
what they are.

``python -m benchmarks concepts PAIRS.jsonl``: how well two names are told to be one thing
(``concepts``).

``python -m benchmarks events FILE``: how well papers, posts and code are told to be one event
(``events``).

``python -m benchmarks grounding [DIR]``: how much a checked claim can be trusted (``grounding``).

``python -m benchmarks ranking DIR``: how well papers are ranked by interests (``ranking``).
"""

from __future__ import annotations

import json
import sys

from benchmarks import concepts, events
from benchmarks.grounding import command as grounding
from benchmarks.measures import MEASURES
from benchmarks.ranking import command as ranking


def main(arguments: list[str]) -> int:
    """Measure what is named, or all; the exit code.

    Raises:
        SystemExit: there is no such figure.
    """
    commands = {
        "concepts": concepts.main,
        "events": events.main,
        "grounding": grounding.main,
        "ranking": ranking.main,
    }
    if arguments and (command := commands.get(arguments[0])):
        return command(arguments[1:])
    names = [name for name in arguments if not name.isdigit()]
    papers = next((int(number) for number in arguments if number.isdigit()), None)
    if unknown := [name for name in names if name not in MEASURES]:
        raise SystemExit(
            f"no such figure: {', '.join(unknown)}; there are {', '.join((*MEASURES, *commands))}"
        )
    for measure in dict.fromkeys(MEASURES[name] for name in names or MEASURES):
        for figures in measure(papers):
            print(json.dumps(figures), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
