"""Rules that compare a wording with its evidence, without a model: a floor, and no more.

A rule is a function from what is said and what it is held against to findings. It is pure, knows
nothing of the other rules, and stands in a module named for what it compares. Rules catch the
kinds of error that they were written for and little else (``python -m benchmarks grounding``).
"""

from __future__ import annotations

from typing import Final

from wiki_builder.grounding.rules.comparison import comparison
from wiki_builder.grounding.rules.direction import direction
from wiki_builder.grounding.rules.firsts import firsts
from wiki_builder.grounding.rules.hedges import hedges
from wiki_builder.grounding.rules.languages import languages
from wiki_builder.grounding.rules.names import names
from wiki_builder.grounding.rules.negation import negation
from wiki_builder.grounding.rules.numbers import numbers
from wiki_builder.grounding.rules.promise import promise
from wiki_builder.grounding.rules.quantifiers import quantifiers
from wiki_builder.grounding.rules.quantity import quantity
from wiki_builder.grounding.rules.rule import Rule
from wiki_builder.grounding.rules.support import support
from wiki_builder.grounding.rules.whole import whole

RULES: Final[tuple[Rule, ...]] = (
    numbers,
    quantity,
    languages,
    names,
    negation,
    direction,
    comparison,
    hedges,
    quantifiers,
    firsts,
    promise,
    whole,
    support,
)
