"""What can be read off a board on which charges and shocks are declared."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from rules_lib.errors import InvalidValue, UnspecifiedBySource

from ...map.board import Board, Placed
from ...map.hexes import DIRECTIONS, Hex, front, side_of
from ...units import Artillery, Order
from ..attack import Clear, CounterShock, Room, Target, Through, WayOut
from ..rulings import Rulings
from ..square import may_shock
from .fronts import (
    alike,
    all_front,
    common_facing,
    faces,
    facing_of,
    facings_to,
    has_room,
    may_enter,
    retreats,
    room_of,
    way_out,
)
from .intent import Intent, leader
from .legality import bars, paths

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said:
    """What the map does not say, by hex: see ``declare``."""

    open_flank: Mapping[Hex, bool]
    defensive_fire_drm: Mapping[Hex, int]
    retreat_to: Mapping[Hex, Hex]
    pursuit_facing: Mapping[Hex, int]


class Field:
    """The board before and after the attackers have moved, and what can be read off it."""

    def __init__(
        self, board: Board, intents: Sequence[Intent], rulings: Rulings, said: Said
    ) -> None:
        self.before, self.rulings, self.intents, self.said = board, rulings, intents, said
        self.attacking = {name for i in intents for name in i.units}
        self.side = board.find(intents[0].name).side
        self.targets = tuple(dict.fromkeys(intent.target for intent in intents))
        self.last = {intent: intent.last(board) for intent in intents}
        self.facings = self._facings()
        self.unsettled = {
            f"facing of {name!r}": f"facings of {name!r}"
            for intent, ends in self.facings.items()
            if len(ends) > 1 and leader(board, intent).facing is not None
            for name in intent.units
        }
        self.after = self._moved()
        self.in_front = {intent: self._in_front(intent) for intent in intents}
        self.fought = {*self.targets, *(at for each in self.in_front.values() for at in each)}
        self.ways_back = {
            intent: self.ways(self.last[intent], self.fights(intent)) for intent in intents
        }
        self.named = set(self.fought)  # and later those who are met
        self.guns_used: set[str] = set()

    def _facings(self) -> dict[Intent, tuple[int, ...]]:
        """The ways the units may face in the end, all who end in one hex the same way."""
        single = {intent: self._turned(intent) for intent in self.intents}
        found = {}
        for intent in self.intents:
            beside = [each for each in self.intents if self.last[each] == self.last[intent]]
            common = frozenset(single[intent]).intersection(*(single[each] for each in beside))
            if not common:
                names, told = " and ".join(each.name for each in beside), self.last[intent]
                raise InvalidValue(
                    "facings of " + names, "different ones", f"one for all who end at {told}"
                )
            found[intent] = tuple(sorted(common))
        return found

    def _turned(self, intent: Intent) -> tuple[int, ...]:
        """The ways one stack may face in the end; without ``facings`` there can be several."""
        top = leader(self.before, intent)
        if top.facing is None:
            return facings_to(self.last[intent], intent.target, self.rulings)
        if not intent.charges:
            return (top.facing,)
        if intent.facings is not None:
            return intent.facings[-1:]
        ways = paths(top.name, intent.target, self.before, self.rulings)
        return tuple(w.facings[-1] for w in ways if w.hexes == intent.path and w.facings)

    def _moved(self) -> Board:
        """The board with the attackers next to their targets; facings that are open are None."""
        ends = {name: intent for intent in self.intents for name in intent.units}
        units = []
        for each in self.before.units:
            intent = ends.get(each.name)
            if intent is not None and (intent.charges or each.facing is None):
                facings = self.facings[intent]
                facing = facings[0] if len(facings) == 1 else None
                each = replace(each, hex=self.last[intent], facing=facing)
            units.append(each)
        return replace(self.before, units=units)

    def _in_front(self, intent: Intent) -> tuple[Hex, ...]:
        """The hexes in front, besides its target, whose enemies it may have to fight (R-N13)."""
        if self.rulings.enemies_in_front == "declared_only":
            return ()
        at = self.last[intent]
        ways = {
            tuple(
                each
                for each in self.ahead(at, facing, intent.units)
                if each != intent.target and self.after.side_at(each) not in (None, self.side)
            )
            for facing in self.facings[intent]
        }
        if len(ways) > 1:
            top = leader(self.before, intent)
            known = top.facing is not None
            what = "one for each hex of the path" if known else "0 to 5"
            field = f"{'facings' if known else 'facing'} of {top.name!r}"
            raise InvalidValue(field, None, f"{what}: at {at} it decides who is met")
        return ways.pop()

    def ways(self, at: Hex, from_hexes: Sequence[Hex]) -> tuple[Hex, ...]:
        """The open hexes that units may retreat to after a fight; the one that is said, if any."""
        fates = retreats(self.after, at, from_hexes, self.rulings)
        ways = tuple(to for to, fate in fates.items() if fate == "open")
        given = self.said.retreat_to.get(at)
        if given is None:
            return ways
        if given not in ways:
            named = ", ".join(map(str, ways)) or "none: no hex is open"
            raise InvalidValue(f"retreat_to of {at}", given, f"one of {named}")
        return (given,)

    def room(self, at: Hex, away_from: Iterable[Hex], board: Board | None = None) -> Room:
        """What a retreat meets at best, once the attackers have moved."""
        return room_of(retreats(board or self.after, at, away_from, self.rulings))

    def ahead(self, at: Hex, facing: int, names: Iterable[str] = ()) -> tuple[Hex, ...]:
        """The front hexes, those of the board, of units that stand in a hex and face so."""
        if any(all_front(self.before, replace(self.before.find(n), hex=at)) for n in names):
            return self.before.neighbours(at)
        ahead = front(at, facing, self.rulings.front_hexes)
        return tuple(each for each in ahead if each in self.before.terrain)

    def fights(self, intent: Intent) -> list[Hex]:
        """The hexes that a stack fights if every attack goes as it was declared."""
        return [intent.target, *(at for at in self.in_front[intent] if at not in self.targets)]

    def way_out(
        self, board: Board, at: Hex, from_hexes: Sequence[Hex], intents: Sequence[Intent]
    ) -> bool | None:
        """Whether a retreat before the shock of these finds a hex; see the function."""
        attackers = [self.before.find(name) for intent in intents for name in intent.units]
        return way_out(board, at, from_hexes, attackers)

    def bystanders(
        self, board: Board, at: Hex, from_hex: Hex, foes: Sequence[Placed]
    ) -> Target | None:
        """Units that attack nobody, as the target of a counter-shock; None if there are none."""
        there = board.units_at(at)
        placed = [e for e in there if e.side == self.side and e.name not in self.attacking]
        fighting = [each for each in placed if not isinstance(each.unit, Artillery)]
        # A battery suffers what those suffer with whom it stands (secondary source 9.25).
        if not placed or (not fighting and len(placed) < len(there)):
            return None
        return Target(
            tuple(each.unit for each in placed),
            clear_terrain=self.clear_if_said(at),
            retreat=self.room(at, [from_hex], board),
            way_out=way_out(board, at, [from_hex], foes),
            entry_disorders=board.terrain_at(at).disorders,
            met_through=self.through(placed, from_hex),
        )

    def faces(self, board: Board, enemy: Placed, at: Hex) -> bool:
        """Whether an enemy has a hex in front."""
        return faces(board, enemy, at, self.rulings)

    def watches(self, intent: Intent, at: Hex) -> bool:
        """Whether a stack has a hex in front that it does not have to fight (R-N13)."""
        seen = {at in self.ahead(self.last[intent], each) for each in self.facings[intent]}
        if intent.charges and len(seen) == 1:
            return seen.pop()
        return any(self.faces(self.after, self.after.find(name), at) for name in intent.units)

    def clear(self, at: Hex, matters: bool = True) -> bool:
        """Whether a hex is clear, with an open flank, which has to be said where it matters."""
        if self.before.terrain_at(at).kind != "clear":
            return False
        if matters and at not in self.said.open_flank:
            raise UnspecifiedBySource(f"whether a flank of {at} is open (open_flank)")
        return self.said.open_flank.get(at, False)

    def clear_if_said(self, at: Hex) -> Clear:
        """The same of a hex where it may never matter."""
        clear = self.before.terrain_at(at).kind == "clear"
        return clear and self.said.open_flank.get(at, "unspecified")

    def through(self, placed: Sequence[Placed], from_hex: Hex) -> Through:
        """Through which side of the units of a hex somebody comes."""
        if any(all_front(self.after, each) for each in placed):
            return "front"
        facing = facing_of(replace(placed[0], facing=common_facing(placed)))
        return side_of(placed[0].hex, facing, from_hex, self.rulings.front_hexes)


# ------------------------------------------------------------ after an advance


Ahead: TypeAlias = tuple[tuple[Hex, ...], Target]
"""Hexes with other enemies that are met after an advance; the target, with what lies behind it."""


def after_advance(
    field: Field,
    target: Target,
    at: Hex,
    from_hexes: Sequence[Hex],
    bands: Sequence[tuple[str, ...]] | None = None,
    unturned: tuple[int, ...] = (),
    facing: int | None = None,
) -> Ahead:
    """What units meet that advance into a hex after the defenders retreated from it.

    Args:
        field: the map with the attackers next to their targets.
        target: the defenders, of whom nothing is known yet but their own hex.
        at: the hex that is left.
        from_hexes: the hexes of all attackers.
        bands: the units that may advance, as they stand together; ``None``: nothing is read of
            what they meet.
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
    found = {
        to: [_ahead(field, target, at, to, turned, from_hexes, bands) for turned in some]
        for to, some in turns.items()
    }
    met = {  # what has to be the same wherever the units retreat, unless it is said where
        to: {
            (others, replace(left, clear_after_retreat=None, in_front_after_retreat=None))
            for others, left in some
        }
        for to, some in found.items()
    }
    if any(each != met[ways[0]] for each in met.values()):
        expected = f"{_either(ways)}: it decides what is met after an advance"
        raise InvalidValue(f"retreat_to of {at}", field.said.retreat_to.get(at), expected)
    if any(len(some) > 1 for some in met.values()):
        expected = f"{_either(turns[ways[0]])}: it decides what is met after an advance"
        raise InvalidValue(f"pursuit_facing of {at}", facing, expected)
    aheads = [ahead for some in found.values() for ahead in some]
    if not aheads:
        return (), target
    clear = [left.clear_after_retreat for _, left in aheads]
    in_front = {left.in_front_after_retreat for _, left in aheads}
    others, left = aheads[0]
    return others, replace(
        left,
        clear_after_retreat=alike(clear),
        in_front_after_retreat=in_front.pop() if len(in_front) == 1 else None,
    )


def out_of_zone(board: Board, at: Hex, foes: Iterable[Sequence[Placed]]) -> tuple[str, ...]:
    """Of enemies, hex by hex, those that the zone of control of who stands in a hex misses."""
    return tuple(
        top.name
        for top, *_ in foes
        if at not in {holder.hex for holder in board.zoc_holders(top.hex, top.side)}
    )


def driven_back(board: Board, at: Hex, to: Hex) -> Board:
    """The board after a retreat that a fight brings: in disorder. Friends there are left out."""
    units = [
        replace(each, hex=to, unit=each.unit.ordered(Order.DISORDERED)) if each.hex == at else each
        for each in board.units
        if each.hex != to
    ]
    return replace(board, units=units)


def _either(choices: Sequence[object]) -> str:
    return " or ".join(map(str, choices))


def _ahead(
    field: Field,
    target: Target,
    at: Hex,
    to: Hex,
    facing: int,
    from_hexes: Sequence[Hex],
    bands: Sequence[tuple[str, ...]] | None,
) -> Ahead:
    board, friend = field.after, field.side
    ahead = field.ahead(at, facing, (name for band in bands or () for name in band))
    enemies = [e for e in ahead if board.side_at(e) not in (None, friend)] if bands else []
    met = tuple(each for each in enemies if each not in field.fought)
    attacked = [each for each in enemies if each in field.fought]
    after = [_advanced(board, at, to, band) for band in bands or ()]

    def rooms_from(*foes: Hex) -> set[Room]:
        return {field.room(at, {to, *foes}, each) for each in after}

    def side(foe: Hex) -> Through:
        return field.through(board.units_at(foe), at)

    def by_top(hexes: Iterable[Hex], told: Callable[[Hex], T | None]) -> dict[str, T]:
        found = {board.units_at(each)[0].name: told(each) for each in hexes}
        return {name: each for name, each in found.items() if each is not None}

    rooms = rooms_from(*met)
    if len(rooms) > 1:
        raise UnspecifiedBySource(f"a retreat from {at}, which depends on who advances there")
    if rooms != rooms_from(*enemies):  # it depends on whom they fight
        rooms = {"unspecified"}
    # Only who comes to somebody through another side than his front gets anything for it.
    sides = {field.through(board.units_at(at), each) for each in from_hexes} | {*map(side, enemies)}
    near = {*board.neighbours(at)} - {*enemies} if bands and sides != {"front"} else set()
    idle = [each for each in board.enemies_of(friend) if each.hex in near - field.named]
    pursuers = [board.find(name) for band in bands or () for name in band]
    ground, back = board.terrain_at(to), driven_back(board, at, to)
    return met, replace(
        target,
        chargeable_after_retreat=not any(bars(board, at, to)),
        clear_after_retreat=field.clear_if_said(to),
        entry_disorders_after_retreat=ground.disorders,
        in_front_after_retreat=to in ahead,
        pursuer_retreat=next(iter(rooms), "open"),
        pursuer_in_other_front=any(field.faces(board, each, at) for each in idle),
        pursuer_through=by_top(near & field.named, side),
        pursuer_way_out=_in_a_word(
            way_out(_advanced(back, at, to, band), at, [each], board.units_at(each))
            for band in bands or ()
            for each in enemies
        ),
        pursuer_no_zone_at=out_of_zone(after[0], at, map(board.units_at, enemies)) if after else (),
        attacked_ahead=by_top(attacked, side),
        ahead_retreat=by_top(attacked, lambda e: room_of(retreats(board, e, [at], field.rulings))),
        ahead_way_out=by_top(attacked, lambda e: way_out(board, e, [at], pursuers)),
    )


def _advanced(board: Board, at: Hex, to: Hex, band: Collection[str]) -> Board:
    """The board after a retreat and an advance."""
    moves = {each.name: to for each in board.units_at(at)} | dict.fromkeys(band, at)
    units = [replace(each, hex=moves.get(each.name, each.hex)) for each in board.units]
    return replace(board, units=units)


# ------------------------------------------------------------ counter-shock (TG-9.73d)


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
    return tuple(distinct if len(distinct) == 1 else distinct.values())


def _stands(field: Field, at: Hex) -> Iterator[tuple[Hex, tuple[str, ...]]]:
    """The hexes from which they may strike, and which attackers must have left them."""
    board, own = field.after, field.after.units_at(at)
    yield at, ()
    units = [each.unit for each in own]
    for to in (each for each in board.neighbours(at) if may_enter(board, units, at, each)):
        if board.side_at(to) in (None, own[0].side):
            if has_room(board, units, to):
                yield to, ()
        elif all(each.name in field.attacking for each in board.units_at(to)):
            yield to, tuple(intent.name for intent, last in field.last.items() if last == to)


def _ways(
    field: Field, at: Hex, stands: Sequence[tuple[Hex, tuple[str, ...]]], facing: int
) -> Iterator[CounterShock]:
    """Every way that finds somebody."""
    board, own = field.after, field.after.units_at(at)
    for stand, vacated_by in stands:
        moves = stand != at
        moved = [replace(each, hex=stand) for each in own]
        ahead = field.ahead(stand, facing, (e.name for e in own if may_shock(e.unit)))
        then = _struck_from(board, at, stand)
        others = [field.bystanders(then, each, stand, moved) for each in ahead]
        staying = [intent for intent, last in field.last.items() if last in ahead]
        gone = [i for i, ways in field.ways_back.items() if ways and set(ways) <= {*ahead}]
        way = CounterShock(
            tuple(intent.name for intent in staying),
            tuple(intent.name for intent in gone),
            tuple(each for each in others if each is not None),
            moves=moves,
            vacated_by=vacated_by,
            clear_terrain=moves and field.clear_if_said(stand),
            entry_disorders=moves and board.terrain_at(stand).disorders,
            way_out=_ways_out(field, at, stand, staying, gone),
            name=f"to {stand}" if moves else "stay",
        )
        if way.staying or way.retreated or way.others:
            yield way


def _ways_out(
    field: Field, at: Hex, stand: Hex, staying: Collection[Intent], gone: Collection[Intent]
) -> Mapping[str, WayOut]:
    """Whether stacks find a way out before those shock them who come from another hex."""
    own = field.after.units_at(at)
    words: dict[str, WayOut] = {}
    for intent in dict.fromkeys((*staying, *gone)):
        last = field.last[intent]
        boards = [(field.after, last)] if intent in staying else []
        if intent in gone:
            boards += [(driven_back(field.after, last, to), to) for to in field.ways_back[intent]]
        found = _in_a_word(
            way_out(_struck_from(board, at, stand), there, [stand], own)
            for board, there in boards
            if there != stand
        )
        if found is not None:
            words[intent.name] = found
    return words


def _in_a_word(found: Iterable[bool | None]) -> WayOut | None:
    """Whether there is a way out in the cases in which somebody may leave, if there are any."""
    words: set[WayOut] = {"open" if each else "closed" for each in found if each is not None}
    return "unspecified" if len(words) > 1 else next(iter(words), None)


def _struck_from(board: Board, at: Hex, stand: Hex) -> Board:
    """The board once the units of a hex have gone to another, which their enemies have left."""
    side = board.side_at(at)
    stay = [each for each in board.units if each.hex != stand or each.side == side]
    units = [replace(each, hex=stand) if each.hex == at else each for each in stay]
    return replace(board, units=units)
