"""Sudden strikes on a unit as a system."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, get_args

from rules_lib import errors
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sudden_strike import state
from rules_lib.paper_tigers.sudden_strike.course import (
    MOST_STRIKES,
    Dice,
    Record,
    adjudicate,
    as_far_as,
    play,
)
from rules_lib.paper_tigers.sudden_strike.odds import Siege, endures, siege, strike, strikes
from rules_lib.paper_tigers.sudden_strike.rules import own_save
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.probability import Distribution, Rng
from rules_lib.system import report
from rules_lib.system.inputs import said
from rules_lib.system.kinds import parsed
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.chances import agree, does
from rules_lib.text.files import NOTHING
from rules_lib.text.parser import numbers
from rules_lib.values.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Strike(Situation):
    """Sudden strikes on a unit.

    Attributes:
        unit: the unit.
        structure: what it is in, if it is in something.
        strikes: how many are counted, rolled or due at most, 1 to 1000. A record may have more:
            each of its strikes has come about.
        rulings: how the open rules are read.
    """

    unit: state.Unit
    structure: state.Structure | None = None
    strikes: int = 1

    def __post_init__(self) -> None:
        Situation.__post_init__(self)
        errors.keep_int(self, "strikes", 1, MOST_STRIKES)

    def odds(self) -> Distribution[state.Result]:
        """What the last of the strikes does that the unit lives to see, exactly."""
        return strike(self.unit, self.structure, self.house.of(Rulings), strikes=self.strikes)

    @checked
    def adjudicate(self, dice: Iterable[Dice] = ()) -> Record:
        """What came of the dice of these strikes, of the last one if they decide it."""
        return as_far_as(self.unit, self.structure, tuple(dice), self.house.of(Rulings))[0]

    def play(self, rng: Rng | int) -> Record:
        """Roll the strikes; ``rng`` is a seed or a source of chance."""
        source, rulings = source_of_chance(rng), self.house.of(Rulings)
        return play(self.unit, self.structure, source, rulings, strikes=self.strikes)

    @checked
    def due(self, dice: Iterable[Dice] = ()) -> str:
        """What is to be rolled after these strikes; ``""`` if the unit is gone, or all are over."""
        strikes, rulings = tuple(dice), self.house.of(Rulings)
        record, stops = as_far_as(self.unit, self.structure, strikes, rulings)
        if isinstance(stops, errors.IncompleteRecord):
            return stops.due
        removed = record.results and record.results[-1].fate == state.Fate.REMOVED
        if removed or len(strikes) >= self.strikes:
            return ""
        return next_strike(self.unit, self.structure, strikes, rulings)


@dataclass(frozen=True, slots=True)
class Asked(Situation):
    """What the command asks: one strike and many on a unit, and how many strikes there are."""

    unit: state.Unit | None = said(
        f"a class, and ', 1 hit' if it is hurt: {', '.join(get_args(state.UnitClass))}", None
    )
    structure: state.Structure | None = said(
        "what it is in, and such as ', 1 damage': "
        f"{', '.join(each.name for each in state.STRUCTURES)} (secondary source); left out:"
        " in the open",
        None,
    )
    activations: int | None = said("how many strikes N activations bring", None, metavar="N")
    rounds: int | None = said("in so many rounds; 1", None, metavar="N")


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of some strikes."""

    dice: tuple[str, ...] = said(
        "recorded dice of one strike, repeated for each: the faces of the unit's save, such as 4,5;"
        " inside a structure its dice first, such as 1,2,3/4,5, 1,6,3 if it saves, /4,5 if it no"
        " longer can",
        (),
        metavar="FACES",
        blank=True,  # while no die is rolled
    )


def _notes(situation: Strike, _: object) -> tuple[str, ...]:
    if situation.strikes == 1:
        return ()
    return (f"Of {situation.strikes} strikes, what the last one does that it lives to see.",)


def _of_the_table(value: state.Structure) -> str | None:
    """Its words; one of your own has none."""
    try:
        return str(value) if state.Structure.parse(str(value)) == value else None
    except errors.RulesError:
        return None


BORROWED = "Value and dice of the {}: article #26 of the series, a secondary source."

FATES = {
    "unaffected": "The structure saves",
    "saved": "The unit saves",
    "hit": "The unit is hit",
    "removed": "The unit is removed",
}


def counted(asked: Asked, _: tuple[str, ...]) -> report.Report:
    """The odds of one strike and of many, and how many strikes there are."""
    if asked.unit is not None:
        return _together(asked, _odds(asked.unit, asked.structure, asked.house.of(Rulings)))
    if asked.activations is None:
        raise errors.InvalidValue("unit", NOTHING, "a unit that is shot at; or --activations")
    return _together(asked, report.Report((), {}))


def recorded(asked: Asked, strikes: Sequence[str], _: tuple[str, ...]) -> report.Report:
    """What came of the dice of some strikes, and how many strikes there are."""
    if asked.unit is None:
        raise errors.InvalidValue("dice", list(strikes), "it with --unit only")
    rulings, given = (
        asked.house.of(Rulings),
        [_dice(each, bool(asked.structure)) for each in strikes],
    )
    try:
        record, stops = as_far_as(asked.unit, asked.structure, given, rulings)
    except errors.InvalidValue as error:
        if not error.field.endswith(".structure"):
            raise
        own = f"{error.allowed}; the unit’s own dice stand behind a slash, such as /4,5"
        raise errors.InvalidValue(error.field, error.given, own) from None
    lines, due = [str(record)] if record.steps else [], ""
    if isinstance(stops, errors.IncompleteRecord):
        text, due = f"Strike {len(given)} is not decided yet.", stops.due
    else:
        silent = str(stops).partition(": ")[2]
        text = f"Strike {len(given)}: {silent}." if stops else _told(record, rulings)
    lines += [text] if stops and not (due and lines) else []
    fate = None if stops else str(record.results[-1].fate)
    verdict = report.Verdict(text, record, due=due)
    data = {"fate": fate, "steps": report.steps(record.steps)}
    return _together(asked, report.Report((*lines, *verdict.told_due), data, verdict))


def _together(asked: Asked, found: report.Report) -> report.Report:
    """What is told of the unit, under its title, and of the number of strikes."""
    place = asked.structure
    if place is not None and asked.unit is None:
        raise errors.InvalidValue("structure", str(place), "it with --unit only")
    if asked.rounds is not None and asked.activations is None:
        raise errors.InvalidValue("rounds", asked.rounds, "it with --activations only")
    lines, data, verdict = list(found.lines), dict(found.data), found.verdict
    if asked.unit is not None:
        where = f"in: {place}" if place else "in the open"
        lines = [f"Sudden strike: {asked.unit}, {where}", "", *lines]
        data = {"unit": str(asked.unit), "structure": place and str(place), **data}
    if place is not None and verdict is not None:
        verdict = replace(verdict, notes=(BORROWED.format(place.name),))
        lines += ["", *verdict.notes]
    if asked.activations is not None:
        lines += ["", *_strikes(asked.activations, asked.rounds, asked.house.of(Rulings), data)]
    return report.Report(tuple(lines[not lines[0] :]), data, verdict)


def _odds(unit: state.Unit, structure: state.Structure | None, rulings: Rulings) -> report.Report:
    results = strike(unit, structure, rulings)
    fates = results.map(lambda result: result.fate)
    rows = {told: p for name, told in FATES.items() if (p := fates[state.Fate(name)])}
    intact = structure is not None and structure.intact(rulings)
    if structure is not None:
        rows[f"The {does(structure.name, 'loses')} a point of value"] = results.probability(
            lambda result: result.structure != structure
        )
    named = report.distribution(
        results,
        lambda result: {
            "fate": str(result.fate),
            "hits": result.hits,
            "value_left": result.structure and result.structure.value_left,
        },
    )
    data: dict[str, Any] = {"odds": named, "unit_lasts": None}
    lines = report.chances(rows)
    if intact and unit.kind in state.ARMOURED and own_save(unit, structure, rulings) is not None:
        lines += ["Inside it also rolls its own dice, the armour save (R-X9)."]
    try:
        lasts = endures(unit, structure, rulings)
    except errors.UnspecifiedBySource as silent:
        # So it is where R-X4 gives a unit no save as its structure falls, and R-X5 none outside it.
        told = f"unspecified by the source: {silent.what.removeprefix('unit: ')}"
        lines += ["", f"The strike that removes the unit: {told}"]
    else:
        lines += ["", f"The strike that removes the unit: {report.told_steps(lasts)}"]
        data["unit_lasts"] = report.steps_distribution(lasts)
        if structure is not None and intact:
            lines += _siege(siege(unit, structure, rulings), rulings, data)
    due = next_strike(unit, structure, (), rulings)
    verdict = report.Verdict(report.foremost(rows), chances=rows, due=due)
    return report.Report(tuple(lines), data, verdict)


def _siege(found: Siege, rulings: Rulings, data: dict[str, Any]) -> list[str]:
    """How long the structure stands, and whether it outlasts the unit."""
    data["structure_lasts"] = report.steps_distribution(found.structure_lasts)
    data["outlived"] = report.number(found.outlived)
    ends, first = "brings the structure down", "falls before the unit, or with it"
    if rulings.shields == "undamaged":
        ends = "damages the structure, so that it shields no unit any more (R-X10)"
        first = "is damaged before the unit is removed, or with it"
    falls = report.told_steps(found.structure_lasts)
    outlived = report.chances({f"The structure {first}": found.outlived})
    return [f"The strike that {ends}: {falls}", "", *outlived]


def next_strike(
    unit: state.Unit, structure: state.Structure | None, strikes: Sequence[Dice], rulings: Rulings
) -> str:
    """The dice that are due of one strike more; ``""`` if there can be none."""
    try:
        adjudicate(unit, structure, [*strikes, Dice()], rulings)
    except errors.IncompleteRecord as stops:
        return stops.due
    return ""


def _told(record: Record, rulings: Rulings) -> str:
    """What the last strike did to the structure and the unit, and to the unit's activation."""
    *before, now = (result.structure for result in record.results)
    fate = str(record.results[-1].fate)
    told = []
    if now is not None and now != (before[-1] if before else record.structure):
        fails = f"The {does(now.name, 'fails')}, {agree(now.name, 'its')} value"
        ends = "" if now.intact(rulings) else ", and no unit is shielded any more"
        told.append(f"{fails} is now {now.value_left}{ends}.")
    told.append(f"{FATES[fate]}.")
    if fate != "removed":
        told.append(record.steps[-1].text)
    return " ".join(told)


def _dice(text: str, inside: bool) -> Dice:
    first, slash, second = text.partition("/")
    if not inside and slash:
        allowed = "the faces of the unit's save, for it is in the open"
        raise errors.InvalidValue("dice", text, allowed)
    outer, own = (first, second) if inside else ("", first)
    faces = [numbers("dice", each, "4,5") if each.strip() else [] for each in (outer, own)]
    return Dice(*faces)


def _strikes(
    activations: int, rounds: int | None, rulings: Rulings, data: dict[str, Any]
) -> list[str]:
    rounds = 1 if rounds is None else rounds
    found = strikes(activations, rounds=rounds, rulings=rulings)
    pile = CommandDeck(jokers=rulings.jokers)
    data["strikes"] = report.distribution(found, lambda count: {"strikes": count})
    data["pile"] = {"cards": pile.size - pile.jokers, "jokers": pile.jokers}
    said = f"{activations} activations, rounds: {rounds}"
    told = f"{report.mean(Fraction(found.mean()))} on average; {report.inline(found.items())}"
    return [
        f"Strikes to expect ({said}): {told}",
        f"Pile: {pile} (R-X2), freshly shuffled. A sniper’s targets draw from the same pile.",
    ]


SYSTEM = System(
    name="strike",
    inputs=Strike,
    rulings=(Rulings,),
    example='unit = "tank"\nstructure = "bunker"\nstrikes = 3',
    chances=lambda found: {ALL: found.map(lambda each: str(each.fate))},
    ended=lambda record: str(record.results[-1].fate),
    notes=_notes,
    words={
        state.Unit: parsed(state.Unit, "heavy tank, 1 hit"),
        state.Structure: replace(parsed(state.Structure, "bunker, 1 damage"), write=_of_the_table),
    },
    asked=Asked,
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)
