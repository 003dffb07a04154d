"""How the defenders of a hex may shock back, read off the map (TG-9.73d)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge.from_map.fronts import all_front, common_facing, hexes_ahead
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.square import may_shock
from rules_lib.triumph_and_glory.charge.target import CounterShock, Target
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import DIRECTIONS, Hex
from rules_lib.triumph_and_glory.map.stacking import fits
from rules_lib.triumph_and_glory.units import Cavalry

Bystanders: TypeAlias = Callable[[Board, Hex, Hex, Sequence[Placed]], Target | None]
"""Those of a hex who attack nobody, shocked from another hex by some units; None: nobody."""


@dataclass(frozen=True, slots=True)
class Attackers:
    """All attacking stacks.

    Attributes:
        hexes: where each stack stands next to its target.
        ways_back: the open hexes to which each may retreat.
        units: the names of all their units.
    """

    hexes: Mapping[str, Hex]
    ways_back: Mapping[str, tuple[Hex, ...]]
    units: frozenset[str]


def counter_shocks(
    board: Board,
    at: Hex,
    attackers: Attackers,
    bystanders: Bystanders,
    rulings: Rulings,
    open_flank: Mapping[Hex, bool],
) -> tuple[CounterShock, ...]:
    """The ways in which the units of a hex can shock back, from there or one hex on.

    They do not turn. A stack that retreats and may go to several hexes is taken to go out of their
    reach, if it can.

    Args:
        board: the map with the attackers next to their targets.
        at: the hex of the defenders.
        attackers: all attacking stacks.
        bystanders: reads those who attack nobody off a board.
        rulings: how the open rules are read.
        open_flank: for hexes of clear terrain, whether a flank is open, as far as it is said.

    Raises:
        InvalidValue: it matters how they face, and it is not said.
    """
    own = board.units_at(at)
    if not any(may_shock(each.unit) for each in own):
        return ()
    facing = common_facing(own)
    facings = DIRECTIONS if facing is None else (facing,)
    stands = list(_stands(board, at, attackers))
    clear = {
        to for to, flank in open_flank.items() if flank and board.terrain_at(to).kind == "clear"
    }
    found = [
        tuple(_ways(board, at, stands, attackers, bystanders, f, rulings, clear)) for f in facings
    ]
    if any(each != found[0] for each in found):
        allowed = "0 to 5, because it decides whom they can shock back"
        raise InvalidValue(f"facing of {own[0].name!r}", None, allowed)
    distinct: dict[CounterShock, CounterShock] = {}
    for way in found[0]:
        distinct.setdefault(replace(way, name="yes"), way)
    return tuple(distinct) if len(distinct) == 1 else tuple(distinct.values())


def _stands(board: Board, at: Hex, attackers: Attackers) -> Iterator[tuple[Hex, tuple[str, ...]]]:
    """The hexes from which they may strike, and which attackers must have left them."""
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
        elif all(each.name in attackers.units for each in there):
            yield to, tuple(name for name, stand in attackers.hexes.items() if stand == to)


def _ways(
    board: Board,
    at: Hex,
    stands: Sequence[tuple[Hex, tuple[str, ...]]],
    attackers: Attackers,
    bystanders: Bystanders,
    facing: int,
    rulings: Rulings,
    clear: Collection[Hex],
) -> Iterator[CounterShock]:
    """Every way that finds somebody."""
    own = board.units_at(at)
    for stand, vacated_by in stands:
        moved = [replace(each, hex=stand) for each in own]
        around = any(all_front(board, each) for each in moved if may_shock(each.unit))
        there = stand.neighbours if around else hexes_ahead(stand, facing, rulings)
        ahead = [each for each in there if each in board.terrain]
        then = _struck_from(board, at, stand)
        others = [bystanders(then, each, stand, moved) for each in ahead]
        way = CounterShock(
            tuple(name for name, hexed in attackers.hexes.items() if hexed in ahead),
            tuple(
                name for name, ways in attackers.ways_back.items() if ways and set(ways) <= {*ahead}
            ),
            tuple(each for each in others if each is not None),
            moves=stand != at,
            vacated_by=vacated_by,
            clear_terrain=stand != at and stand in clear,
            entry_disorders=stand != at and board.terrain_at(stand).disorders,
            name="stay" if stand == at else f"to {stand}",
        )
        if way.staying or way.retreated or way.others:
            yield way


def _struck_from(board: Board, at: Hex, stand: Hex) -> Board:
    """The board once the units of a hex have gone to another, which their enemies have left."""
    side = board.side_at(at)
    stay = [each for each in board.units if each.hex != stand or each.side == side]
    units = [replace(each, hex=stand) if each.hex == at else each for each in stay]
    return replace(board, units=units)
