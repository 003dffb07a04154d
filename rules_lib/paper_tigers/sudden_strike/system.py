"""Sudden strikes on a unit as a system."""

from dataclasses import dataclass

from rules_lib.errors import RulesError, keep_int
from rules_lib.paper_tigers.sudden_strike.adjudicate import Record
from rules_lib.paper_tigers.sudden_strike.odds import MOST_STRIKES, strike
from rules_lib.paper_tigers.sudden_strike.play import play
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import Result, Structure, Unit
from rules_lib.probability import Distribution, Rng
from rules_lib.system.kinds import InWords, parsed
from rules_lib.system.situation import Situation
from rules_lib.system.system import ALL, System
from rules_lib.type_checks import checked


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

    def play(self, rng: Rng) -> Record:
        """Roll the strikes."""
        return play(self.unit, self.structure, rng, self.house.of(Rulings), strikes=self.strikes)


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
    "strike",
    Strike,
    (Rulings,),
    'unit = "tank"\nstructure = "bunker"\nstrikes = 3',
    chances=lambda found: {ALL: found.map(lambda each: str(each.fate))},
    ended=lambda record: str(record.results[-1].fate),
    notes=_notes,
    words={
        Unit: parsed(Unit, "heavy tank, 1 hit"),
        Structure: InWords("bunker, 1 damage", _structure, _of_the_table),
    },
)
