"""The sudden strike of Paper Tigers on one page: saves, structures, jokers."""

from collections.abc import Iterator
from fractions import Fraction

from rules_lib.errors import UnspecifiedBySource
from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.sudden_strike import Fate, Result, Structure, Unit, UnitClass
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.paper_tigers.sudden_strike.state import ARMOURED
from rules_lib.presentation.quick_reference.sheet import (
    Cell,
    Grid,
    Sheet,
    Step,
    answers,
    decimal,
)
from rules_lib.probability import Distribution
from rules_lib.rulebook.defaults import defaults
from rules_lib.rulebook.numbers import in_text
from rules_lib.type_checks import checked

ACTIVATIONS = (3, 5, 8, 10, 12, 15, 20, 25, 30, 40)
"""Activations for which the table says how many strikes to expect."""

CLASSES: dict[UnitClass, str] = {
    "infantry": "infantry",
    "gun_crew": "gun crew",
    "small_team": "small team",
    "officer": "officer",
    "unarmoured_vehicle": "unarmoured vehicle",
    "armoured_vehicle": "armoured vehicle",
    "tank": "tank",
    "heavy_tank": "tank, strong front and side",
    "aircraft": "low aircraft, dive bomber",
}
SHOWN: dict[UnitClass, str] = {
    "infantry": "infantry",
    "armoured_vehicle": "an armoured vehicle",
    "heavy_tank": "a tank with strong armour",
}
"""Classes that the tables of single strikes show: two dice, one, three."""

STRUCTURES_FROM = "secondary source #26"
UNSAID = "not said"


@checked
def strike_sheet(rulings: strikes.Rulings | None = None) -> Sheet:
    """The sheet of the sudden strike, with our default rulings unless others are given."""
    reads = rulings or defaults(strikes.Rulings)
    return Sheet(
        system="paper-tigers-sudden-strike",
        title="Paper Tigers: sudden strike",
        purpose="A joker on activation is a shot from off the table.",
        steps=tuple(_steps(reads)),
        grids=(
            _saves(reads),
            _fates(reads),
            _jokers(reads),
            _structures(reads),
            *(_inside(kind, name, reads) for kind, name in SHOWN.items()),
        ),
        answers=answers(reads),
    )


def _steps(reads: strikes.Rulings) -> Iterator[Step]:
    faces = in_text(SAVING_FACES)
    lost = "this activation" if reads.lost == "activation" else "the rest of the round"
    yield Step(
        f"A joker instead of a card: the unit about to act is shot at. It loses {lost}.",
        ("PT-X1", "R-X7"),
    )
    goes_on = "its activation ends all the same" if reads.ends_though_structure_saves else "it acts"
    yield Step(
        f"It is in an intact structure: the structure rolls its dice first. Any {faces}: it holds."
        f" The unit rolls nothing; {goes_on}.",
        ("PT-X5", "PT-X6", "R-X6"),
    )
    dice = " and one die less" if reads.dice_drop else ""
    falls = "" if reads.save_as_structure_falls else "; dropped to 0, it leaves no save"
    yield Step(
        f"The structure fails: a damage marker, its value is 1 less{dice}. The shot goes on to the"
        f" unit{falls}.",
        ("PT-X7", "R-X4", "R-X8"),
    )
    own = reads.armour_inside == "own_dice"
    armour = "rolls its own dice" if own else "is not told what to roll"
    yield Step(
        f"The unit rolls its save. Any {faces}: no harm. Armour inside a structure that failed"
        f" {armour}.",
        ("PT-X2", "PT-X3", "PT-X7", "R-X9"),
    )
    one_hit = reads.failed_save == "one_hit"
    harm = "one hit" if one_hit else "vehicles and aircraft are destroyed; one hit for all others"
    yield Step(f"Save failed: {harm}. Two hits remove a unit.", ("PT-X4", "R-X1"))
    whole = reads.shields == "while_value_left"
    ends = "At value 0" if whole else "Once it is damaged"
    yield Step(f"{ends} a structure protects nobody any more.", ("PT-X5", "PT-X7", "R-X10"))


def _saves(reads: strikes.Rulings) -> Grid:
    def row(kind: UnitClass, name: str) -> tuple[Cell, ...]:
        try:
            dice = strikes.dice_of(kind, reads)
        except UnspecifiedBySource:
            return name, UNSAID, UNSAID, UNSAID
        lasts = strikes.endures(kind, None, reads)
        return name, str(dice), strikes.save(kind, reads), decimal(lasts.mean())

    return Grid(
        "Does the unit save itself?",
        ("unit", "dice", "saved", "gone by strike"),
        tuple(row(*each) for each in CLASSES.items()),
        ("PT-X2", "PT-X3", "R-X1", "R-X5"),
        note="The last column: on average, in the open.",
        highlights=True,
    )


def _chance(distribution: Distribution[Result], *fates: Fate) -> Fraction:
    return distribution.probability(lambda after: after.fate in fates)


def _fates(reads: strikes.Rulings) -> Grid:
    def row(kind: UnitClass, hits: int, name: str) -> tuple[Cell, ...]:
        distribution = strikes.strike(Unit(kind, hits), None, reads)
        fates = (Fate.SAVED, Fate.HIT, Fate.REMOVED)
        return name, *(_chance(distribution, fate) for fate in fates)

    states = ("unhurt", "hit before")
    return Grid(
        "One strike in the open",
        ("unit", "no harm", "hit", "removed"),
        tuple(
            row(kind, hits, f"{name}, {states[hits]}")
            for kind, name in SHOWN.items()
            for hits in (0, 1)
        ),
        ("PT-X4", "R-X1"),
    )


def _jokers(reads: strikes.Rulings) -> Grid:
    def row(count: int) -> tuple[Cell, ...]:
        distribution = strikes.strikes(count, rulings=reads)
        more = distribution.probability(lambda jokers: jokers > 1)
        return str(count), distribution[0], distribution[1], more, decimal(distribution.mean())

    return Grid(
        "How many strikes must you expect?",
        ("activations", "none", "one", "more", "mean"),
        tuple(map(row, ACTIVATIONS)),
        ("PT-X1", "R-X2", "R-X3"),
        note=f"From a freshly shuffled pile: {strikes.CommandDeck(jokers=reads.jokers)}. A sniper’s"
        " targets draw from the same pile.",
    )


def _structures(reads: strikes.Rulings) -> Grid:
    def row(structure: Structure) -> tuple[Cell, ...]:
        if not structure.intact():
            return structure.name, str(structure.value), str(structure.dice), "no cover", "–"
        distribution = strikes.strike("infantry", structure, reads)
        holds = _chance(distribution, Fate.UNAFFECTED)
        lasts = strikes.siege("infantry", structure, reads).structure_lasts
        return (
            structure.name,
            str(structure.value),
            str(structure.dice),
            holds,
            decimal(lasts.mean()),
        )

    return Grid(
        "Does the structure hold?",
        ("structure", "value", "dice", "holds", "falls by strike"),
        tuple(map(row, strikes.STRUCTURES)),
        ("PT-X5", "PT-X6", "PT-X7", "R-X8"),
        borrowed=STRUCTURES_FROM,
        note="The last column: on average.",
        highlights=True,
    )


def _inside(kind: UnitClass, name: str, reads: strikes.Rulings) -> Grid:
    def row(structure: Structure | None) -> tuple[Cell, ...]:
        try:
            distribution = strikes.strike(kind, structure, reads)
        except UnspecifiedBySource:
            return structure.name if structure else "in the open", *[UNSAID] * 4
        fates = ((Fate.UNAFFECTED,), (Fate.SAVED,), (Fate.HIT, Fate.REMOVED))
        chances = (_chance(distribution, *each) for each in fates)
        lasts = strikes.endures(kind, structure, reads)
        return structure.name if structure else "in the open", *chances, decimal(lasts.mean())

    protecting = (each for each in strikes.STRUCTURES if each.intact())
    return Grid(
        f"One strike at {name}, unhurt, in …",
        ("", "structure holds", "own save", "hit or gone", "gone by strike"),
        tuple(map(row, (None, *protecting))),
        ("PT-X5", "PT-X7", "R-X4", *(("R-X9",) if kind in ARMOURED else ())),
        borrowed=STRUCTURES_FROM,
    )
