"""What the units of one hex are to do, and whether they may."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.values.type_checks import checked

from ...map.board import Board, Placed, allowed, fits
from ...map.hexes import Hex, distance, require_facing
from ...units import Artillery, Cavalry
from ..attack import keep_fields
from ..rulings import Rulings
from .fronts import common_facing, front_of
from .legality import Declared, require_enemies, violations


@dataclass(frozen=True, slots=True)
class Intent:
    """What the units of one hex are to do.

    Attributes:
        units: their names, the top unit first, as they lie in their hex.
        target: the hex they attack.
        path: the one or two hexes of a charge; empty for units that shock from where they stand.
        facings: how they face in each hex of the path, where that matters.
        commitment_drm: modifiers of the commitment roll other than defensive fire.
        has_moved: they have moved in the movement phase of this turn, after which cavalry may not
            charge (TG-9.81a). Nor may it shock, unless it started next to its target; the board
            does not say where it started.
    """

    units: tuple[str, ...]
    target: Hex
    path: tuple[Hex, ...] = ()
    facings: tuple[int, ...] | None = None
    commitment_drm: int = 0
    has_moved: bool = False

    def __post_init__(self) -> None:
        keep_fields(self)
        if len(set(self.units)) < len(self.units):
            raise InvalidValue("units", self.units, "each name once")
        if self.facings is None:
            return
        if not self.facings or len(self.facings) != len(self.path):
            expected = f"None, or {len(self.path)} of them, one for each hex of the path"
            raise InvalidValue("facings", self.facings, expected)
        for at, each in enumerate(self.facings):
            require_facing(f"facings[{at}]", each)

    @property
    def charges(self) -> bool:
        """They charge rather than shock."""
        return bool(self.path)

    @property
    def name(self) -> str:
        """Name of the top unit."""
        return self.units[0]

    @checked
    def last(self, board: Board) -> Hex:
        """The hex they attack from: the end of the path, or where they stand."""
        return self.path[-1] if self.path else board.find(self.name).hex


def require_intents(board: Board, intents: Sequence[Intent], rulings: Rulings) -> None:
    """Refuse what makes no sense together, or is not legal in each of its parts."""
    if not intents:
        raise InvalidValue("intents", intents, "at least one Intent")
    _require_one_each(board, intents)
    for intent in intents:
        placed = [board.find(name) for name in intent.units]
        _require_one_stack(board, placed)
        require_enemies(board, placed[0].side, intent.target)
        require = _require_charge if intent.charges else _require_shock
        require(board, intent, placed, rulings)
    _require_room(board, intents)


def _require_one_each(board: Board, intents: Sequence[Intent]) -> None:
    """Refuse units of two sides, and two declarations for one unit, or to shock from one hex."""
    sides = {name: board.find(name).side for intent in intents for name in intent.units}
    if len(set(sides.values())) > 1:
        told = ", ".join(f"{name} ({side})" for name, side in sides.items())
        raise InvalidValue("intents", told, "attackers of one side")
    for name, times in Counter(name for intent in intents for name in intent.units).items():
        if times > 1:
            raise InvalidValue("intents", f"two of {name!r}", "one Intent for each unit")
    standing: dict[Hex, Intent] = {}
    for intent in (each for each in intents if not each.charges):
        at = intent.last(board)
        if (first := standing.setdefault(at, intent)) is not intent:
            who = f"{first.name} and {intent.name}, both from {at}"
            raise InvalidValue("intents", who, "one Intent for all units that shock from a hex")


def leader(board: Board, intent: Intent) -> Placed:
    """The unit whose facing is that of the stack: no artillery, and with a facing, if there is."""
    placed = [board.find(name) for name in intent.units]
    return min(placed, key=lambda each: (isinstance(each.unit, Artillery), each.facing is None))


def _require_one_stack(board: Board, placed: Sequence[Placed]) -> None:
    at, *apart = {each.hex for each in placed}
    if apart:
        hexes = ", ".join(f"{each.name} at {each.hex}" for each in placed)
        raise InvalidValue("units", hexes, "units of one hex")
    common_facing(placed)
    lie = [each for each in board.units_at(at) if each in placed]
    if lie != list(placed):
        given = ", ".join(each.name for each in placed)
        order = ", ".join(each.name for each in lie)
        raise InvalidValue("units", given, f"{order}, as they lie at {at}")


def _require_charge(
    board: Board, intent: Intent, placed: Sequence[Placed], rulings: Rulings
) -> None:
    path, target, facings, moved = intent.path, intent.target, intent.facings, intent.has_moved
    charges = [Declared(each, path, target, board, rulings, facings, moved) for each in placed]
    if found := [each for charge in charges for each in violations(charge)]:
        why = " ".join(dict.fromkeys(each.why for each in found))
        clauses = dict.fromkeys(each.clause for each in found)
        raise IllegalAction(f"the charge of {' and '.join(intent.units)}: {why}", clauses)
    for at in intent.path:
        if board.terrain_at(at).disorders:
            raise UnspecifiedBySource(f"a charge over {at}, where entry disorders")


def _require_room(board: Board, intents: Sequence[Intent]) -> None:
    """Refuse a charge into a hex that does not hold all who end or stand there."""
    for last in dict.fromkeys(intent.path[-1] for intent in intents if intent.charges):
        ending = [name for i in intents if i.charges and i.path[-1] == last for name in i.units]
        standing = [each.name for each in board.units_at(last) if each.name not in ending]
        units = [board.find(name).unit for name in (*ending, *standing)]
        if not fits(units, board.secondary):
            beside = f", with {', '.join(standing)}," if standing else ""
            room = f"At {last}{beside} there is no room for all; a hex holds"
            who = f"the charge of {' and '.join(ending)}: {room} {allowed(board.secondary)}."
            raise IllegalAction(who, ["TG-9.81-1"])


def _require_shock(
    board: Board, intent: Intent, placed: Sequence[Placed], rulings: Rulings
) -> None:
    start = placed[0].hex
    rides = any(isinstance(each.unit, Cavalry) for each in placed)
    who = f"the shock of {' and '.join(intent.units)} at {intent.target}"
    if (away := distance(start, intent.target)) != 1:
        if rides and away:
            why = f"{start} is {away} hexes away, and from there cavalry can only charge"
            raise IllegalAction(f"{who}: {why}", ["TG-9.81a"])
        raise InvalidValue("target", intent.target, f"a hex next to {start}")
    holders = board.zoc_holders(start, placed[0].side)
    if rides and holders and all(each.hex != intent.target for each in holders):
        zones = ", ".join(f"{each.name} at {each.hex}" for each in holders)
        why = f"{start} is in the zone of control of {zones}, and of nobody there"
        raise IllegalAction(f"{who}: {why}", ["TG-9.81d"])
    if rides and intent.has_moved:
        raise UnspecifiedBySource(
            f"{who}: whether it started there, and not farther off (TG-9.81a)"
        )
    top = leader(board, intent)
    # Without a facing it may face as it likes, as in a charge.
    known = top.facing is not None
    if known and intent.target not in front_of(board, top, rulings):
        why = f"with facing {top.facing} it is not in front of {start} (secondary source 9.22)"
        raise IllegalAction(f"{who}: {why}", ["TG-9.81-7"])
