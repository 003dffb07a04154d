"""The sniper's position: secret, hidden behind markers, or found."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules_lib.errors import (
    IllegalAction,
    InvalidValue,
    UnspecifiedBySource,
    is_one_of,
    require_bool,
    require_instance,
    require_int,
)
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.search import MARKERS
from rules_lib.paper_tigers.sniper.spotting import require_markers
from rules_lib.rulebook import implements

Dot: TypeAlias = Literal["red", "green"]


@dataclass(frozen=True, slots=True)
class Position:
    """Where the sniper is, as far as the table shows.

    Attributes:
        markers: how many markers are laid out anew each time, one of them green.
        laid: the markers are out.
        reds: red markers still out.
        found: he has been found; his figure stands on the table.
    """

    markers: int = MARKERS
    laid: bool = False
    reds: int = 0
    found: bool = False

    def __post_init__(self) -> None:
        require_markers(self.markers)
        require_bool("laid", self.laid)
        require_int("reds", self.reds, 0, self.markers - 1 if self.laid else 0)
        require_bool("found", self.found)
        if self.found and self.laid:
            raise InvalidValue("found", True, "False while markers are out")

    @property
    @implements("PT-S4")
    def secret(self) -> bool:
        """Nothing shows where he is."""
        return not self.laid and not self.found

    @property
    @implements("PT-S16")
    def barely_visible(self) -> bool:
        """He must be spotted before he can be fought: always, even when he has been found."""
        return True


@implements("PT-S5", "R-S5", "R-S8")
def after_shot(position: Position, hit: bool, rulings: Rulings) -> Position:
    """The markers after one of his shots; a missed one lays none if R-S5 asks for a hit."""
    require_hidden(position, "shoots again")
    require_bool("hit", hit)
    require_instance("rulings", rulings, Rulings)
    if position.laid and rulings.markers_stay == "between_shots":
        return position
    if not position.laid and not hit and rulings.markers_laid == "after_a_hit":
        return position
    return _laid_out(position)


@implements("PT-S5", "R-S12")
def after_move(position: Position, rulings: Rulings = Rulings()) -> Position:
    """The markers after one of his moves: new ones, unless those that are out stay (R-S12)."""
    require_hidden(position, "moves")
    require_instance("rulings", rulings, Rulings)
    stay = position.laid and rulings.later_move == "green_moves"
    return position if stay else _laid_out(position)


@implements("PT-S6", "PT-S13", "PT-S14", "PT-S15", "R-S9")
def turn(position: Position, dot: Dot, rulings: Rulings) -> Position:
    """The markers after one of them was turned over and showed this dot.

    Raises:
        IllegalAction: no markers are out.
        InvalidValue: another dot, or a red one although only the green marker is left.
    """
    require_instance("position", position, Position)
    require_instance("rulings", rulings, Rulings)
    if not is_one_of(dot, ("red", "green")):
        raise InvalidValue("marker", dot, "'red' or 'green'")
    if not position.laid:
        raise IllegalAction("marker: none is out", ["PT-S5", "PT-S13"])
    if dot == "red" and not position.reds:
        raise InvalidValue("marker", dot, "'green', the only one left")
    found = dot == "green" or (rulings.found_by == "elimination" and position.reds == 1)
    if found:
        return replace(position, laid=False, reds=0, found=True)
    return replace(position, reds=position.reds - 1)


def require_hidden(position: Position, does: str, field: str = "position") -> None:
    """Refuse what the source does not tell of: what a sniper does once he has been found."""
    require_instance("position", position, Position)
    if position.found:
        raise UnspecifiedBySource(f"{field}: a sniper who has been found and {does}")


def _laid_out(position: Position) -> Position:
    return replace(position, laid=True, reds=position.markers - 1)
