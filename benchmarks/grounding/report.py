"""The document of figures as tables: for a terminal, and short in Markdown for the README."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from benchmarks.grounding.score import Outcome
from benchmarks.grounding.split import is_held_out

# The kinds of which rules alone are to catch nearly all, and those of which they catch most.
EXACT: Final = (
    *("wrong_digit", "number_of_same_paper", "sign_dropped", "sign_flipped", "sign_added"),
    *("percent_to_points", "points_to_percent", "fold_to_percent", "unit_of_time", "unit_of_size"),
    *("currency", "wrong_magnitude", "range_end_changed", "spread_changed", "exponent_changed"),
    *("dataset_of_another_paper", "dataset_of_another_paper_digit", "model_of_another_paper"),
    *("model_of_another_paper_digit", "method_of_another_paper", "size_of_model_changed"),
    *("version_changed", "organisation_added", "first_added", "state_of_the_art_added"),
    *("number_zh", "number_en", "other_number_zh", "wan_or_yi_tenfold", "wan_for_yi", "points_zh"),
    *("percent_zh", "unit_zh", "name_zh", "name_en", "first_zh", "row_value", "row_dataset"),
    *("row_unit", "quote_with_another_word", "quote_with_another_number", "quote_negated"),
    *("quote_joined", "quote_paraphrased", "quote_of_another_paper"),
)
WORDED: Final = (
    *("negation_flipped", "negation_zh", "negation_en", "direction_flipped", "direction_zh"),
    *("direction_en", "comparison_reversed", "comparison_zh", "baseline_and_result_swapped"),
    *("numbers_exchanged", "names_exchanged", "values_of_two_names", "time_order_reversed"),
    *("row_value_and_baseline_swapped", "hedge_dropped", "hedge_zh", "bound_reversed"),
    *("bound_dropped", "bound_zh", "quantifier_changed", "quantifier_zh", "only_dropped"),
)
_COLUMNS: Final = ("rules", "judge", "together", "doubtful")


def lines(document: Mapping[str, Any]) -> Iterator[str]:
    """The whole document, a line each."""
    told = document["material"]
    yield (
        f"{told['papers']} papers, {told['true']} true statements, {told['reworded']} rewordings,"
        f" {told['planted']} planted errors of {told['kinds']} kinds, {told['natural']} claims"
        " labelled by people"
    )
    yield ""
    yield f"{'caught':<34}{'n':>5}  {'rules':<20}{'flagged':<9}{'judge':<20}{'both':<20}doubtful"
    family = ""
    for kind in document["kinds"]:
        if kind["family"] != family:
            family = kind["family"]
            yield f"  {family}"
        name = f"{kind['kind']}{' *' if kind['held_out'] else ''}"
        yield f"{name:<34}{kind['n']:>5}  {_row(kind)}"
    yield "* held out when the first rules were written; cases were looked at since"
    yield from _means(document)
    for title in ("caught by papers", "caught by text", "caught in fields"):
        yield ""
        yield title
        for name, group in document[title].items():
            yield f"{name:<34}{group['n']:>5}  {_row(group)}"
    for title in ("true claims", "true fields", "rewordings"):
        yield ""
        yield f"{title}: accused (the less the better), and how they are shown"
        for name, group in document[title].items():
            yield (
                f"{name:<34}{group['n']:>5}  {_row(group)}  withheld {_percent(group['withheld'])},"
                f" caution {_percent(group['caution'])}"
            )
    yield ""
    yield "claims labelled by people: balanced accuracy"
    for name, sets in document["natural"].items():
        told = ", ".join(f"{who} {_balanced(found)}" for who, found in sets.items() if found)
        yield f"{name:<34}{sets['rules']['n']:>5}  {told}"
    yield from _tokens(document)


def _row(group: Mapping[str, Any]) -> str:
    cells = [_interval(group["rules"]), _percent(group["flagged"])]
    cells += [_interval(group["judge"]), _interval(group["together"]), _percent(group["doubtful"])]
    return "".join(
        f"{cell:<{width}}" for cell, width in zip(cells, (20, 9, 20, 20, 0), strict=True)
    )


def _means(document: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield "mean over kinds"
    for name, group in groups(document).items():
        told = "  ".join(f"{who} {_of(group[who])}" for who in ("rules", "flagged", *_COLUMNS[1:]))
        yield f"{name:<44}{group['kinds']:>4} kinds  {told}"


def groups(document: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The mean shares of the groups of kinds that there are aims for, each kind counting once."""
    return {
        "numbers, signs, units, names, firsts, quotes": _mean_of(document, EXACT),
        "negation, direction, swap, order, hedge": _mean_of(document, WORDED),
        **document["caught"],
    }


def _mean_of(document: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    kinds = [kind for kind in document["kinds"] if kind["kind"] in names]
    found: dict[str, Any] = {"kinds": len(kinds)}
    for who in ("flagged", *_COLUMNS):
        shares = [kind[who]["share"] for kind in kinds if kind[who]]
        found[who] = sum(shares) / len(shares) if shares else None
    return found


def _tokens(document: Mapping[str, Any]) -> Iterator[str]:
    told = document["tokens"]
    yield ""
    yield f"tokens: reading the sample's {told['papers']} papers takes {told['reading']:,}"
    for which in ("doubtful", "all"):
        added = told[which]
        yield (
            f"a judge that is asked {which}: {added['rows']} rows, {added['tokens']:,} tokens,"
            f" +{added['added']:.1%}"
        )


def missed(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """What the rules got wrong, of papers and kinds that are not held out: true statements that
    they accuse, errors that they do not.
    """
    for one in outcomes:
        case = one.case
        if one.rules.accused != case.is_true or is_held_out(case.statement.paper):
            continue
        if case.is_true or not is_held_out(case.kind):
            statement = case.statement
            yield f"{case.kind}  {case.id}  {'; '.join(one.rules.said)}"
            yield f"    {statement.quote}"
            yield f"    {statement.text.en}"
            yield f"    {statement.text.zh}"


# --- Markdown -----------------------------------------------------------------


def markdown(document: Mapping[str, Any]) -> Iterator[str]:
    """A short table, its worst lines included."""
    yield (
        "| planted errors caught (mean over kinds) | kinds | rules: withheld"
        " | rules: withheld or with care | rules and a judge of all |"
    )
    yield "|---|---|---|---|---|"
    for name, group in groups(document).items():
        rules = f"{_of(group['rules'])} | {_of(group['flagged'])}"
        yield f"| {name} | {group['kinds']} | {rules} | {_of(group['together'])} |"
    for kind in sorted(document["kinds"], key=_worst)[:3]:
        told = f"| worst: {kind['kind'].replace('_', ' ')} | | {_percent(kind['rules'])} |"
        yield f"{told} {_percent(kind['flagged'])} | {_percent(kind['together'])} |"
    yield ""
    yield (
        "| what is true | n | rules: withheld | rules: withheld or with care"
        " | rules and a judge of all |"
    )
    yield "|---|---|---|---|---|"
    for title in ("true claims", "true fields", "rewordings"):
        for name, group in document[title].items():
            if not group["n"] or name == "papers worked on" or name.startswith("from "):
                continue
            told = f"{title}, {name}" if name != "all" else title
            rules = f"{_percent(group['rules'])} | {_percent(group['flagged'])}"
            accused = f"{rules} | {_percent(group['together'])}"
            yield f"| {told} | {group['n']} | {accused} |"
    yield ""
    yield "| claims labelled by people | n | rules | judge |"
    yield "|---|---|---|---|"
    for name, sets in document["natural"].items():
        judge = _balanced(sets["judge"]) if sets["judge"] else "–"
        yield f"| {name} | {sets['rules']['n']} | {_balanced(sets['rules'])} | {judge} |"


def _worst(kind: Mapping[str, Any]) -> float:
    best = kind["together"] or kind["rules"]
    share: float = best["share"]
    return share


def _of(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _percent(share: Mapping[str, Any] | None) -> str:
    return "–" if share is None else f"{share['share']:.1%}"


def _interval(share: Mapping[str, Any] | None) -> str:
    return (
        "–" if share is None else f"{share['share']:.0%} ({share['low']:.0%}–{share['high']:.0%})"
    )


def _balanced(found: Mapping[str, Any]) -> str:
    return f"{found['accuracy']:.2f} ({found['low']:.2f}–{found['high']:.2f})"
