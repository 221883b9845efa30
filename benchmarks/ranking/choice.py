"""How the weights were chosen: by leaving one profile out, from a small grid.

For each profile the weights are taken that are best for the mean of the others; what they give for
the profile left out is what one may expect of a reader who was not there. The weights that ship are
those which are best for the mean of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from benchmarks.ranking.figures import average_precision
from benchmarks.ranking.folder import Material, Profile
from wiki_builder.ranking.score import Ranker, Weights

HALF_LIVES = (15.0, 30.0, 60.0)
KEYWORDS = (0.0, 0.1, 0.2, 0.4)
CATEGORIES = (0.0, 0.025, 0.05, 0.1)

Setting = tuple[float, float, float]  # half-life, keywords, category


def chosen(material: Material) -> dict[str, Any]:
    """The best setting of all profiles, and what each would have got from those of the others."""
    found: dict[Setting, dict[str, float]] = {}
    for half_life in HALF_LIVES:
        parts = {one.name: _parts(material, one, half_life) for one in material.profiles}
        for keywords, category in product(KEYWORDS, CATEGORIES):
            found[half_life, keywords, category] = {
                one.name: _precision(material, one, parts[one.name], keywords, category)
                for one in material.profiles
            }
    names = [profile.name for profile in material.profiles]
    left_out = {name: _best(found, [other for other in names if other != name]) for name in names}
    return {
        "best for all": _told(_best(found, names), found),
        "left out": {
            name: {**_told(setting, found), "its AP": round(found[setting][name], 3)}
            for name, setting in left_out.items()
        },
        "mean left out": round(sum(found[left_out[n]][n] for n in names) / len(names), 3),
    }


def _parts(material: Material, profile: Profile, half_life: float) -> list[tuple[float, ...]]:
    """Examples, keywords and category of each paper, each as if it counted 1."""
    weights = Weights(keywords=1.0, category=1.0, half_life=half_life)
    ranker = Ranker(profile.interests, weights=weights)
    rows = []
    for paper in material.papers:
        own = {part.kind: part.points for part in ranker.score(paper.version, paper.terms).parts}
        rows.append(tuple(own.get(kind, 0.0) for kind in ("examples", "keywords", "category")))
    return rows


def _precision(
    material: Material,
    profile: Profile,
    parts: list[tuple[float, ...]],
    keywords: float,
    category: float,
) -> float:
    scores = [like + keywords * words + category * filed for like, words, filed in parts]
    return average_precision(material.papers, scores, profile.targets) or 0.0


def _best(found: Mapping[Setting, Mapping[str, float]], names: list[str]) -> Setting:
    return max(found, key=lambda setting: sum(found[setting][name] for name in names))


def _told(setting: Setting, found: Mapping[Setting, Mapping[str, float]]) -> dict[str, float]:
    own = found[setting]
    told = dict(zip(("half_life", "keywords", "category"), setting, strict=True))
    return told | {"mean AP": round(sum(own.values()) / len(own), 3)}
