"""What lies in front of those who move on after a fight, read off the map."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge.from_map.fronts import facings_to, hexes_ahead
from rules_lib.triumph_and_glory.charge.from_map.legality import DEAREST
from rules_lib.triumph_and_glory.charge.from_map.retreat_hexes import retreats, room_of
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.target import Room
from rules_lib.triumph_and_glory.map.board import Board
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import NO_CHARGE_AT

Clear: TypeAlias = bool | Literal["unspecified"] | None


@dataclass(frozen=True, slots=True)
class Ahead:
    """What lies in front after an advance.

    Attributes:
        chargeable: the hex that the retreated units stand in then may be charged (TG-9.81e).
        clear: that hex is clear, with an open flank; unspecified, if that depends on what is not
            said.
        disorders: whoever enters that hex is disordered (TG-9.71d).
        in_front: it lies in front of those who advanced; ``None``, if that depends on the hex.
        enemies: hexes with other enemies in front, those to whom the retreated came included.
        retreat: what a retreat from there would meet.
    """

    chargeable: bool = True
    clear: Clear = None
    disorders: bool = False
    in_front: bool | None = True
    enemies: tuple[Hex, ...] = ()
    retreat: Room = "open"

    def of_target(self) -> dict[str, Any]:
        """What a target has to know of the hex it would retreat to."""
        return {
            "chargeable_after_retreat": self.chargeable,
            "clear_after_retreat": self.clear,
            "entry_disorders_after_retreat": self.disorders,
        }


@dataclass(frozen=True, slots=True)
class Advance:
    """Units that may advance into a hex.

    Attributes:
        at: the hex that is left.
        from_hexes: the hexes of all attackers.
        bands: the units that may advance, as they stand together.
        unturned: how they face, if they must not turn (TG-9.73b); else they turn to those who
            left the hex (TG-9.87a).
        retreat_to: where the defenders go; ``None`` if it does not matter.
        facing: how those who advance face then; ``None`` if it does not matter.
        open_flank: for hexes of clear terrain, whether a flank is open.
    """

    at: Hex
    from_hexes: tuple[Hex, ...]
    bands: tuple[tuple[str, ...], ...] = ()
    unturned: tuple[int, ...] = ()
    retreat_to: Hex | None = None
    facing: int | None = None
    open_flank: Mapping[Hex, bool] = field(default_factory=dict)


def after_advance(
    board: Board, advance: Advance, attacked: Collection[Hex], rulings: Rulings
) -> Ahead:
    """What units meet that advance into a hex after the defenders retreated from it.

    Args:
        board: the map with the attackers next to their targets.
        advance: who advances where.
        attacked: hexes that are attacked anyway, and so not met anew.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: it matters where they retreat or how the others then face, and it is not said.
        UnspecifiedBySource: a retreat of those who advanced depends on who of them did.
    """
    at, facing = advance.at, advance.facing
    room = retreats(board, at, advance.from_hexes, rulings)
    ways = [to for to, fate in room.items() if fate == "open"]
    if advance.retreat_to is not None:
        if advance.retreat_to not in ways:
            named = ", ".join(map(str, ways)) or "none: no hex is open"
            raise InvalidValue(f"retreat_to of {at}", advance.retreat_to, f"one of {named}")
        ways = [advance.retreat_to]
    turns = {to: advance.unturned or facings_to(at, to, rulings) for to in ways}
    if facing is not None:
        possible = sorted({each for some in turns.values() for each in some})
        if possible and facing not in possible:
            raise InvalidValue(f"pursuit_facing of {at}", facing, _either(possible))
        turns = {to: (facing,) if facing in some else () for to, some in turns.items()}
    found = {
        to: [_ahead(board, advance, to, turned, attacked, rulings) for turned in some]
        for to, some in turns.items()
    }
    met = {to: frozenset(map(_met, some)) for to, some in found.items()}
    if len(set(met.values())) > 1:
        expected = f"{_either(ways)}: it decides what is met after an advance"
        raise InvalidValue(f"retreat_to of {at}", advance.retreat_to, expected)
    if any(len(some) > 1 for some in met.values()):
        expected = f"{_either(turns[ways[0]])}: it decides what is met after an advance"
        raise InvalidValue(f"pursuit_facing of {at}", facing, expected)
    aheads = [ahead for some in found.values() for ahead in some]
    if not aheads:
        return Ahead()
    clear = {ahead.clear for ahead in aheads}
    in_front = {ahead.in_front for ahead in aheads}
    return replace(
        aheads[0],
        clear=clear.pop() if len(clear) == 1 else "unspecified",
        in_front=in_front.pop() if len(in_front) == 1 else None,
    )


def _met(ahead: Ahead) -> tuple[object, ...]:
    """What has to be the same wherever the units retreat, unless it is said where."""
    return ahead.chargeable, ahead.disorders, ahead.enemies, ahead.retreat


def may_be_charged(board: Board, start: Hex, to: Hex) -> bool:
    """Whether the ground of a hex allows a charge at it from the hex beside it (TG-9.81e)."""
    cost = board.cost(start, to)
    return board.terrain_at(to).kind not in NO_CHARGE_AT and cost is not None and cost <= DEAREST


def _either(choices: Sequence[object]) -> str:
    return " or ".join(map(str, choices))


def _ahead(
    board: Board,
    advance: Advance,
    to: Hex,
    facing: int,
    attacked: Collection[Hex],
    rulings: Rulings,
) -> Ahead:
    at = advance.at
    friend = board.side_at(advance.from_hexes[0])
    met = tuple(
        each
        for each in hexes_ahead(at, facing, rulings)
        if each in board.terrain
        and each not in attacked
        and board.side_at(each) not in (None, friend)
    )
    rooms = {
        room_of(retreats(_advanced(board, at, to, band), at, {to, *met}, rulings))
        for band in advance.bands
    }
    if len(rooms) > 1:
        raise UnspecifiedBySource(f"a retreat from {at}, which depends on who advances there")
    clear: Clear = board.terrain_at(to).kind == "clear"
    if clear:
        clear = advance.open_flank.get(to, "unspecified")
    in_front = to in hexes_ahead(at, facing, rulings)
    return Ahead(
        may_be_charged(board, at, to),
        clear,
        board.terrain_at(to).disorders,
        in_front,
        met,
        next(iter(rooms), "open"),
    )


def _advanced(board: Board, at: Hex, to: Hex, band: Collection[str]) -> Board:
    """The board after a retreat and an advance."""
    moves = {each.name: to for each in board.units_at(at)} | dict.fromkeys(band, at)
    units = [replace(each, hex=moves.get(each.name, each.hex)) for each in board.units]
    return replace(board, units=units)
