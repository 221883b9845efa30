"""The drill of faults: everything that arXiv and a model may do wrong, by name, and a run after it
that heals.

Each run is a real ``wiki-builder update`` against loopback servers, by a clock that is turned
(``drill.clock``): a pause of arXiv's or a provider's takes a fiftieth of its time, and so does each
deadline. Where the machine has much else to do that is too fast for the servers here, and
``DRILL_BUSY=10`` turns the clock a tenth as far.
"""

from __future__ import annotations

from collections.abc import Sequence

from drill.case import Case, Plan
from drill.faults import connection, feed, lists, model, oai, texts

_KINDS = {
    "arXiv's connection": connection.faults,
    "arXiv's feed": feed.faults,
    "arXiv's lists and API": lists.faults,
    "arXiv's OAI-PMH": oai.faults,
    "arXiv's texts": texts.faults,
    "the model": model.faults,
}


def cases(plan: Plan) -> Sequence[Case]:
    """Every fault, with nothing random in it."""
    return [fault.case(of) for of, faults in _KINDS.items() for fault in faults()]
