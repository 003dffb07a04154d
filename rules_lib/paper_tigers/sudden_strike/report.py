"""What is told of sudden strikes: the odds of one and of many, recorded dice, what is due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules_lib.errors import IncompleteRecord, InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sudden_strike.adjudicate import Dice, Record, adjudicate
from rules_lib.paper_tigers.sudden_strike.odds import endures, siege, strike, strikes
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import ARMOURED, Fate, Structure, Unit
from rules_lib.system.report import (
    Report,
    Verdict,
    chances,
    distribution,
    foremost,
    inline,
    mean,
    number,
    steps,
    steps_distribution,
    told_steps,
)
from rules_lib.text.chances import agree, does
from rules_lib.text.files import NOTHING
from rules_lib.text.parser import numbers

if TYPE_CHECKING:
    from rules_lib.paper_tigers.sudden_strike.system import Asked

BORROWED = "Value and dice of the {}: article #26 of the series, a secondary source."

FATES = {
    "unaffected": "The structure saves",
    "saved": "The unit saves",
    "hit": "The unit is hit",
    "removed": "The unit is removed",
}


def counted(asked: Asked, _: tuple[str, ...]) -> Report:
    """The odds of one strike and of many, and how many strikes there are."""
    if asked.unit is None:
        if asked.activations is None:
            raise InvalidValue("unit", NOTHING, "a unit that is shot at; or --activations")
        return _together(asked, Report((), {}))
    return _together(asked, _odds(asked.unit, asked.structure, asked.house.of(Rulings)))


def recorded(asked: Asked, strikes: Sequence[str], _: tuple[str, ...]) -> Report:
    """What came of the dice of some strikes, and how many strikes there are."""
    if asked.unit is None:
        raise InvalidValue("dice", list(strikes), "it with --unit only")
    unit, structure, rulings = asked.unit, asked.structure, asked.house.of(Rulings)
    given = [_dice(text, structure is not None) for text in strikes]
    try:
        record, told, due = as_far_as(unit, structure, given, rulings)
    except InvalidValue as error:
        if not error.field.endswith(".structure"):
            raise
        own = f"{error.allowed}; the unit’s own dice stand behind a slash, such as /4,5"
        raise InvalidValue(error.field, error.given, own) from None
    data = {"fate": None if told else str(record.results[-1].fate), "steps": steps(record.steps)}
    lines = [str(record)] if record.steps else []
    lines += [told] if told and not (due and lines) else []
    verdict = Verdict(told or _told(record), record, due=due)
    return _together(asked, Report((*lines, *verdict.told_due), data, verdict))


def _together(asked: Asked, found: Report) -> Report:
    """What is told of the unit, under its title, and of the number of strikes."""
    if asked.structure is not None and asked.unit is None:
        raise InvalidValue("structure", str(asked.structure), "it with --unit only")
    if asked.rounds is not None and asked.activations is None:
        raise InvalidValue("rounds", asked.rounds, "it with --activations only")
    lines, data, verdict = list(found.lines), dict(found.data), found.verdict
    if asked.unit is not None:
        place = asked.structure and str(asked.structure)
        where = f"in: {place}" if place else "in the open"
        lines = [f"Sudden strike: {asked.unit}, {where}", "", *lines]
        data = {"unit": str(asked.unit), "structure": place, **data}
    if asked.structure is not None and verdict is not None:
        verdict = replace(verdict, notes=(BORROWED.format(asked.structure.name),))
        lines += ["", *verdict.notes]
    if asked.activations is not None:
        lines += ["", *_strikes(asked.activations, asked.rounds, asked.house.of(Rulings), data)]
    return Report(tuple(lines[not lines[0] :]), data, verdict)


def _odds(unit: Unit, structure: Structure | None, rulings: Rulings) -> Report:
    results = strike(unit, structure, rulings)
    fates = results.map(lambda result: result.fate)
    rows = {told: fates[Fate(name)] for name, told in FATES.items()}
    rows = {told: p for told, p in rows.items() if p}
    if structure is not None:
        rows[f"The {does(structure.name, 'loses')} a point of value"] = results.probability(
            lambda result: result.structure != structure
        )
    lasts = endures(unit, structure, rulings)
    data: dict[str, Any] = {
        "odds": distribution(
            results,
            lambda result: {
                "fate": str(result.fate),
                "hits": result.hits,
                "value_left": result.structure and result.structure.value_left,
            },
        ),
        "unit_lasts": steps_distribution(lasts),
    }
    lines = chances(rows)
    intact = structure is not None and structure.intact(rulings)
    if intact and unit.kind in ARMOURED:
        lines += ["Inside it also rolls its own dice, the armour save (R-X9)."]
    lines += ["", f"The strike that removes the unit: {told_steps(lasts)}"]
    if structure is not None and intact:
        found = siege(unit, structure, rulings)
        data["structure_lasts"] = steps_distribution(found.structure_lasts)
        data["outlived"] = number(found.outlived)
        lines += [
            f"The strike that brings the structure down: {told_steps(found.structure_lasts)}",
            "",
            *chances({"The structure falls before the unit, or with it": found.outlived}),
        ]
    due = next_strike(unit, structure, (), rulings)
    return Report(tuple(lines), data, Verdict(foremost(rows), chances=rows, due=due))


def as_far_as(
    unit: Unit, structure: Structure | None, strikes: Sequence[Dice], rulings: Rulings
) -> tuple[Record, str, str]:
    """Strikes as far as their dice go; why the last one is not decided, and what is due."""
    try:
        return adjudicate(unit, structure, strikes, rulings), "", ""
    except (IncompleteRecord, UnspecifiedBySource) as stops:
        record = adjudicate(unit, structure, strikes[:-1], rulings)
        if isinstance(stops, IncompleteRecord):
            return record, f"Strike {len(strikes)} is not decided yet.", stops.due
        return record, f"Strike {len(strikes)}: {str(stops).partition(': ')[2]}.", ""


def next_strike(
    unit: Unit, structure: Structure | None, strikes: Sequence[Dice], rulings: Rulings
) -> str:
    """The dice that are due of one strike more; ``""`` if there can be none."""
    try:
        adjudicate(unit, structure, [*strikes, Dice()], rulings)
    except IncompleteRecord as stops:
        return stops.due
    return ""


def _told(record: Record) -> str:
    """What the last strike did to the structure and the unit, and to the unit's activation."""
    *before, now = (result.structure for result in record.results)
    fate = str(record.results[-1].fate)
    told = [f"{FATES[fate]}."]
    if now is not None and now != (before[-1] if before else record.structure):
        fails = f"The {does(now.name, 'fails')}, {agree(now.name, 'its')} value"
        told.insert(0, f"{fails} is now {now.value_left}.")
    if fate != "removed":
        told.append(record.steps[-1].text)
    return " ".join(told)


def _dice(text: str, inside: bool) -> Dice:
    first, slash, second = text.partition("/")
    if not inside and slash:
        raise InvalidValue("dice", text, "the faces of the unit's save, for it is in the open")
    outer, own = (first, second) if inside else ("", first)
    faces = [numbers("dice", each, "4,5") if each.strip() else [] for each in (outer, own)]
    return Dice(*faces)


def _strikes(
    activations: int, rounds: int | None, rulings: Rulings, data: dict[str, Any]
) -> list[str]:
    rounds = 1 if rounds is None else rounds
    found = strikes(activations, rounds=rounds, rulings=rulings)
    pile = CommandDeck(jokers=rulings.jokers)
    data["strikes"] = distribution(found, lambda count: {"strikes": count})
    data["pile"] = {"cards": pile.size - pile.jokers, "jokers": pile.jokers}
    said = f"{activations} activations, rounds: {rounds}"
    told = f"{mean(Fraction(found.mean()))} on average; {inline(found.items())}"
    return [
        f"Strikes to expect ({said}): {told}",
        f"Pile: {pile} (R-X2), freshly shuffled. A sniper’s targets draw from the same pile.",
    ]
