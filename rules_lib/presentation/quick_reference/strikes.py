"""Cells of the sheet of the sudden strike: saves, structures, jokers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.sudden_strike import Fate, Structure, Unit
from rules_lib.presentation.quick_reference.sheet import Cell
from rules_lib.text.chances import decimal

FATES = {
    "no harm": (Fate.SAVED,),
    "hit": (Fate.HIT,),
    "removed": (Fate.REMOVED,),
    "structure holds": (Fate.UNAFFECTED,),
    "own save": (Fate.SAVED,),
    "hit or gone": (Fate.HIT, Fate.REMOVED),
}


@dataclass(frozen=True, slots=True)
class Strikes:
    """What the sheet tells of strikes, as they are read."""

    reads: strikes.Rulings

    def facts(self) -> dict[str, Any]:
        """The pile."""
        return {"pile": strikes.CommandDeck(jokers=self.reads.jokers)}

    def save(self, unit: str, column: str) -> Cell:
        """The save of a unit."""
        kind = Unit.parse(unit).kind
        if column == "dice":
            return str(strikes.dice_of(kind, self.reads))
        if column == "saved":
            return strikes.save(kind, self.reads)
        return decimal(strikes.endures(kind, None, self.reads).mean(), 1)

    def struck(self, unit: str, column: str) -> Fraction:
        """What a strike in the open does."""
        return self._chance(Unit.parse(unit), None, column)

    def inside(self, place: str, column: str, unit: str) -> Cell:
        """What a strike does to a unit in a structure, or in the open."""
        struck = Unit.parse(unit)
        structure = None if place == "open" else Structure.parse(place)
        if column == "gone by strike":
            return decimal(strikes.endures(struck.kind, structure, self.reads).mean(), 1)
        return self._chance(struck, structure, column)

    def _chance(self, unit: Unit, structure: Structure | None, column: str) -> Fraction:
        found = strikes.strike(unit, structure, self.reads)
        return found.probability(lambda after: after.fate in FATES[column])

    def holds(self, name: str, column: str) -> Cell:
        """What a structure is, and whether it holds."""
        structure = Structure.parse(name)
        if column in ("value", "dice"):
            return str(getattr(structure, column))
        if not structure.intact():
            return "no cover" if column == "holds" else "–"
        if column == "holds":
            return self._chance(Unit("infantry"), structure, "structure holds")
        return decimal(strikes.siege("infantry", structure, self.reads).structure_lasts.mean(), 1)

    def jokers(self, activations: str, column: str) -> Cell:
        """How many strikes come."""
        found = strikes.strikes(int(activations), rulings=self.reads)
        if column == "mean":
            return decimal(found.mean(), 1)
        if column == "more":
            return found.probability(lambda jokers: jokers > 1)
        return found[("none", "one").index(column)]
