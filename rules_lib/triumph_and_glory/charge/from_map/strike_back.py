"""How the defenders of a hex may shock back, read off the map (TG-9.73d)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge.from_map.field import Field
from rules_lib.triumph_and_glory.charge.from_map.fronts import all_front, common_facing
from rules_lib.triumph_and_glory.charge.situation import CounterShock
from rules_lib.triumph_and_glory.charge.square import may_shock
from rules_lib.triumph_and_glory.map.board import Board
from rules_lib.triumph_and_glory.map.hexes import DIRECTIONS, Hex
from rules_lib.triumph_and_glory.map.stacking import fits
from rules_lib.triumph_and_glory.units import Cavalry


def counter_shocks(field: Field, at: Hex) -> tuple[CounterShock, ...]:
    """The ways in which the units of a hex can shock back, from there or one hex on.

    They do not turn. A stack that retreats and may go to several hexes is taken to go out of their
    reach, if it can.

    Raises:
        InvalidValue: it matters how they face, and it is not said.
    """
    own = field.after.units_at(at)
    if not any(may_shock(each.unit) for each in own):
        return ()
    facing = common_facing(own)
    facings = DIRECTIONS if facing is None else (facing,)
    stands = list(_stands(field, at))
    found = [tuple(_ways(field, at, stands, each)) for each in facings]
    if any(each != found[0] for each in found):
        allowed = "0 to 5, because it decides whom they can shock back"
        raise InvalidValue(f"facing of {own[0].name!r}", None, allowed)
    distinct: dict[CounterShock, CounterShock] = {}
    for way in found[0]:
        distinct.setdefault(replace(way, name="yes"), way)
    return tuple(distinct) if len(distinct) == 1 else tuple(distinct.values())


def _stands(field: Field, at: Hex) -> Iterator[tuple[Hex, tuple[str, ...]]]:
    """The hexes from which they may strike, and which attackers must have left them."""
    board = field.after
    own = board.units_at(at)
    yield at, ()
    for to in board.neighbours(at):
        there = board.units_at(to)
        costs = [board.cost(at, to, foot=not isinstance(each.unit, Cavalry)) for each in own]
        if None in costs:
            continue
        if board.side_at(to) in (None, own[0].side):
            if fits([each.unit for each in (*own, *there)], board.secondary):
                yield to, ()
        elif all(each.name in field.attacking for each in there):
            yield to, tuple(intent.name for intent, last in field.last.items() if last == to)


def _ways(
    field: Field, at: Hex, stands: Sequence[tuple[Hex, tuple[str, ...]]], facing: int
) -> Iterator[CounterShock]:
    """Every way that finds somebody."""
    board = field.after
    own = board.units_at(at)
    for stand, vacated_by in stands:
        ground, moves = board.terrain_at(stand), stand != at
        moved = [replace(each, hex=stand) for each in own]
        if any(all_front(board, each) for each in moved if may_shock(each.unit)):
            ahead = board.neighbours(stand)
        else:
            ahead = field.ahead(stand, facing)
        then = _struck_from(board, at, stand)
        others = [field.bystanders(then, each, stand, moved) for each in ahead]
        way = CounterShock(
            tuple(intent.name for intent, last in field.last.items() if last in ahead),
            tuple(
                intent.name
                for intent, ways in field.ways_back.items()
                if ways and set(ways) <= {*ahead}
            ),
            tuple(each for each in others if each is not None),
            moves=moves,
            vacated_by=vacated_by,
            clear_terrain=moves
            and ground.kind == "clear"
            and field.said.open_flank.get(stand, False),
            entry_disorders=moves and ground.disorders,
            name=f"to {stand}" if moves else "stay",
        )
        if way.staying or way.retreated or way.others:
            yield way


def _struck_from(board: Board, at: Hex, stand: Hex) -> Board:
    """The board once the units of a hex have gone to another, which their enemies have left."""
    side = board.side_at(at)
    stay = [each for each in board.units if each.hex != stand or each.side == side]
    units = [replace(each, hex=stand) if each.hex == at else each for each in stay]
    return replace(board, units=units)
