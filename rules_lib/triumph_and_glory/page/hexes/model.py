"""What a hex map shows besides its board: signs, and who goes where.

Here the two sides of a board are the first party, the attacker, and the second.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, get_args

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Unit
from rules_lib.values.type_checks import checked

MapSide = Literal["first", "second"]
Mark = Literal["", "front", "flank", "zoc", "path", "target", "offends"]
UnitKind = Literal[
    "heavy cavalry", "light cavalry", "infantry", "jaegers", "artillery", "horse artillery"
]
KINDS: Final[tuple[UnitKind, ...]] = get_args(UnitKind)
"""The kinds, in the order of the legend."""
FACINGS: Final = (
    "east-southeast",
    "south",
    "west-southwest",
    "west-northwest",
    "north",
    "east-northeast",
)


@checked
@dataclass(frozen=True, slots=True)
class Move:
    """The way of a charge over the map; it ends at the edge of its last hex, which is the target.

    Attributes:
        path: two or more hexes, each next to the one before.
        side: whose way it is.
        number: a number to speak of it by; `None` for no number.
    """

    path: tuple[Hex, ...]
    side: MapSide
    number: int | None = None

    def __post_init__(self) -> None:
        """Check that the hexes follow each other."""
        if len(self.path) < 2 or not connected(*self.path):
            given = tuple(map(str, self.path))
            raise InvalidValue("path", given, "hexes, two or more, each next to the one before")

    @property
    def legs(self) -> tuple[frozenset[Hex], ...]:
        """The pairs of neighbours that it passes between."""
        return tuple(frozenset(pair) for pair in pairwise(self.path))


def connected(*hexes: Hex) -> bool:
    """Whether each hex lies next to the one before."""
    return all(after in before.neighbours for before, after in pairwise(hexes))


def kind_of(unit: Unit) -> UnitKind:
    """The symbol of a unit; cavalry of unknown type counts as light here."""
    if isinstance(unit, Cavalry):
        return "heavy cavalry" if unit.heavy else "light cavalry"
    if isinstance(unit, Artillery):
        return "horse artillery" if unit.horse else "artillery"
    return "jaegers" if isinstance(unit, Infantry) and unit.jaeger else "infantry"


def hexed(at: Hex) -> str:
    """Return the coordinates as a script reads them: `"2,-1"`."""
    return f"{at.q},{at.r}"
