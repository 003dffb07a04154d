"""Sudden strikes on a unit as a system."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from rules_lib.errors import RulesError, keep_int
from rules_lib.paper_tigers.sudden_strike.adjudicate import MOST_STRIKES, Dice, Record, play
from rules_lib.paper_tigers.sudden_strike.odds import strike
from rules_lib.paper_tigers.sudden_strike.report import (
    as_far_as,
    counted,
    next_strike,
    recorded,
)
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import (
    STRUCTURES,
    Fate,
    Result,
    Structure,
    Unit,
    UnitClass,
)
from rules_lib.probability import Distribution, Rng
from rules_lib.system.inputs import said
from rules_lib.system.kinds import InWords, parsed
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.values.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Strike(Situation):
    """Sudden strikes on a unit.

    Attributes:
        unit: the unit.
        structure: what it is in, if it is in something.
        strikes: how many there are at most, 1 to 1000.
        rulings: how the open rules are read.
    """

    unit: Unit
    structure: Structure | None = None
    strikes: int = 1

    def __post_init__(self) -> None:
        Situation.__post_init__(self)
        keep_int(self, "strikes", 1, MOST_STRIKES)

    def odds(self) -> Distribution[Result]:
        """What the last of the strikes does that the unit lives to see, exactly."""
        return strike(self.unit, self.structure, self.house.of(Rulings), strikes=self.strikes)

    @checked
    def adjudicate(self, dice: Iterable[Dice] = ()) -> Record:
        """What came of the dice of these strikes, of the last one if they decide it."""
        strikes = tuple(dice)
        return as_far_as(self.unit, self.structure, strikes, self.house.of(Rulings))[0]

    def play(self, rng: Rng | int) -> Record:
        """Roll the strikes; ``rng`` is a seed or a source of chance."""
        source, rulings = source_of_chance(rng), self.house.of(Rulings)
        return play(self.unit, self.structure, source, rulings, strikes=self.strikes)

    @checked
    def due(self, dice: Iterable[Dice] = ()) -> str:
        """What is to be rolled after these strikes; ``""`` if the unit is gone, or all are over."""
        strikes, rulings = tuple(dice), self.house.of(Rulings)
        record, _, due = as_far_as(self.unit, self.structure, strikes, rulings)
        over = bool(record.results) and record.results[-1].fate == Fate.REMOVED
        if due or over or len(strikes) >= self.strikes:
            return due
        return next_strike(self.unit, self.structure, strikes, rulings)


@dataclass(frozen=True, slots=True)
class Asked(Situation):
    """What the command asks: one strike and many on a unit, and how many strikes there are."""

    unit: Unit | None = said(
        f"a class, and ', 1 hit' if it is hurt: {', '.join(get_args(UnitClass))}", None
    )
    structure: Structure | None = said(
        "what it is in, and such as ', 1 damage': "
        f"{', '.join(each.name for each in STRUCTURES)} (secondary source); left out: in the open",
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


def _structure(text: str, place: str) -> Structure:
    return Structure.parse(text, field=place)


def _of_the_table(value: Structure) -> str | None:
    """Its words; one of your own has none."""
    try:
        return str(value) if Structure.parse(str(value)) == value else None
    except RulesError:
        return None


SYSTEM = System(
    name="strike",
    inputs=Strike,
    rulings=(Rulings,),
    example='unit = "tank"\nstructure = "bunker"\nstrikes = 3',
    chances=lambda found: {ALL: found.map(lambda each: str(each.fate))},
    ended=lambda record: str(record.results[-1].fate),
    notes=_notes,
    words={
        Unit: parsed(Unit, "heavy tank, 1 hit"),
        Structure: InWords("bunker, 1 damage", _structure, _of_the_table),
    },
    asked=Asked,
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)
