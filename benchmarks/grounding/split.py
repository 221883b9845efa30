"""What is held out when rules that check claims are written: whole kinds of error and whole papers.

Who writes or tunes a rule looks at nothing that is held out, kinds that are planted later included;
both are reported apart. The seed is older than the first rule.
"""

from __future__ import annotations

import hashlib
from typing import Final

SEED: Final = "wiki-builder/grounding/1"
ONE_IN: Final = 3


def is_held_out(name: str) -> bool:
    """Whether a kind of error (``negation_flipped``) or a paper (``arxiv:2605.02801``) is held
    out: one in three, by a hash of the seed and the name.
    """
    hashed = hashlib.sha256(f"{SEED}\n{name}".encode()).digest()
    return int.from_bytes(hashed[:8]) % ONE_IN == 0
