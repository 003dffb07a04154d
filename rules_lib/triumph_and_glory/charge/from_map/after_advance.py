"""What lies in front of those who move on after a fight, read off the map."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge.from_map.field import Field
from rules_lib.triumph_and_glory.charge.from_map.fronts import facings_to
from rules_lib.triumph_and_glory.charge.from_map.legality import DEAREST
from rules_lib.triumph_and_glory.charge.from_map.retreat_hexes import retreats, room_of
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


def after_advance(
    field: Field,
    at: Hex,
    from_hexes: Sequence[Hex],
    attacked: Collection[Hex],
    bands: Sequence[tuple[str, ...]] = (),
    unturned: tuple[int, ...] = (),
    facing: int | None = None,
) -> Ahead:
    """What units meet that advance into a hex after the defenders retreated from it.

    Args:
        field: the map with the attackers next to their targets.
        at: the hex that is left.
        from_hexes: the hexes of all attackers.
        attacked: hexes that are attacked anyway, and so not met anew.
        bands: the units that may advance, as they stand together.
        unturned: how they face, if they must not turn (TG-9.73b); else they turn to those who
            left the hex (TG-9.87a).
        facing: how those who advance face then; ``None`` if it does not matter.

    Raises:
        InvalidValue: it matters where they retreat or how the others then face, and it is not said.
        UnspecifiedBySource: a retreat of those who advanced depends on who of them did.
    """
    ways = field.ways(at, from_hexes)
    turns = {to: unturned or facings_to(at, to, field.rulings) for to in ways}
    if facing is not None:
        possible = sorted({each for some in turns.values() for each in some})
        if possible and facing not in possible:
            raise InvalidValue(f"pursuit_facing of {at}", facing, _either(possible))
        turns = {to: (facing,) if facing in some else () for to, some in turns.items()}
    friend = field.after.side_at(from_hexes[0])
    found = {
        to: [_ahead(field, at, to, turned, attacked, friend, bands) for turned in some]
        for to, some in turns.items()
    }
    met = {to: frozenset(map(_met, some)) for to, some in found.items()}
    if len(set(met.values())) > 1:
        expected = f"{_either(ways)}: it decides what is met after an advance"
        raise InvalidValue(f"retreat_to of {at}", field.said.retreat_to.get(at), expected)
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
    field: Field,
    at: Hex,
    to: Hex,
    facing: int,
    attacked: Collection[Hex],
    friend: str | None,
    bands: Sequence[tuple[str, ...]],
) -> Ahead:
    board, ahead = field.after, field.ahead(at, facing)
    met = tuple(
        each for each in ahead if each not in attacked and board.side_at(each) not in (None, friend)
    )
    rooms = {
        room_of(retreats(_advanced(board, at, to, band), at, {to, *met}, field.rulings))
        for band in bands
    }
    if len(rooms) > 1:
        raise UnspecifiedBySource(f"a retreat from {at}, which depends on who advances there")
    ground = board.terrain_at(to)
    return Ahead(
        may_be_charged(board, at, to),
        field.said.open_flank.get(to, "unspecified") if ground.kind == "clear" else False,
        ground.disorders,
        to in ahead,
        met,
        next(iter(rooms), "open"),
    )


def _advanced(board: Board, at: Hex, to: Hex, band: Collection[str]) -> Board:
    """The board after a retreat and an advance."""
    moves = {each.name: to for each in board.units_at(at)} | dict.fromkeys(band, at)
    units = [replace(each, hex=moves.get(each.name, each.hex)) for each in board.units]
    return replace(board, units=units)
