"""What a map means for those who stand on it: who looks where, and where they may go.

Hexes, soldiers and maps are those of ``charge_legality_brute``.
"""

from collections.abc import Collection, Iterable

from tests.oracles.charge_legality_brute import *

SHELTERS = ("village", "castle", "redoubt")
NO_GO = ("marsh", "woods", *SHELTERS)


class Conflict(Exception):
    """Something would have to be two things at once."""


def around(place: Cube) -> list[Cube]:
    return [plus(place, clockwise(EAST, turn)) for turn in range(6)]


def moved(world: World, moves: dict[str, tuple[Cube, int | None]]) -> World:
    """The map after soldiers went elsewhere and turned."""
    soldiers = []
    for each in world.soldiers:
        place, facing = moves.get(each.name, (each.place, each.facing))
        soldiers.append(each._replace(place=place, facing=facing))
    return world._replace(soldiers=tuple(soldiers))


def held_by(world: World, place: Cube) -> str | None:
    return next((each.side for each in world.at(place)), None)


def enemies(world: World, side: str) -> list[Soldier]:
    return [each for each in world.soldiers if each.side != side]


def looks_everywhere(world: World, soldier: Soldier) -> bool:
    housed = soldier.kind == "infantry" and world.ground[soldier.place].kind in SHELTERS
    return soldier.order == "in square" or housed


def sees(world: World, soldier: Soldier, place: Cube, readings: Readings) -> bool:
    """Whether a hex is one of the front hexes of a soldier."""
    if looks_everywhere(world, soldier):
        return apart(soldier.place, place) == 1
    return place in front(soldier, readings)


def looking(soldiers: Iterable[Soldier]) -> Soldier:
    """One soldier who looks as all of a hex do; only guns beside infantry may look elsewhere."""
    all_of_them = list(soldiers)
    foot = [each for each in all_of_them if each.kind == "infantry"] or all_of_them
    if len({each.facing for each in foot}) > 1:
        raise Conflict
    return foot[0]


def side_entered(world: World, soldiers: list[Soldier], start: Cube, readings: Readings) -> str:
    """Through which side the soldiers of a hex are attacked."""
    if any(looks_everywhere(world, each) for each in soldiers):
        return "front"
    ahead = front(looking(soldiers), readings)
    if start in ahead:
        return "front"
    return "flank" if any(apart(start, each) == 1 for each in ahead) else "rear"


def met_by(world: World, soldier: Soldier, readings: Readings) -> list[Cube]:
    """The hexes with enemies in front of a soldier."""
    return [
        each
        for each in sorted(around(soldier.place))
        if sees(world, soldier, each, readings)
        if each in world.ground and held_by(world, each) not in (None, soldier.side)
    ]


def can_enter(world: World, soldiers: Iterable[Soldier], start: Cube, to: Cube) -> bool:
    """All of them, those on horse as cavalry does, the others on foot."""
    prices = [price(world, start, to, walks=each.kind != "cavalry") for each in soldiers]
    return None not in prices


def escapes(
    world: World, place: Cube, foes: Collection[Cube], readings: Readings
) -> dict[Cube, str]:
    """The hexes farther from all foes, and what becomes there of the soldiers of a hex."""
    side = held_by(world, place)
    assert side is not None
    away = [
        each
        for each in around(place)
        if each in world.ground and all(apart(each, foe) > apart(place, foe) for foe in foes)
    ]
    fates: dict[Cube, str] = {}
    shared: dict[Cube, str] = {}
    for each in away:
        holder = held_by(world, each)
        watched = any(sees(world, foe, each, readings) for foe in enemies(world, side))
        if not can_enter(world, world.at(place), place, each) or holder not in (None, side):
            fate = "eliminated"
        else:
            fate = "withdrawn" if watched and holder is None else "open"
        (shared if holder == side else fates)[each] = fate
    if "open" not in fates.values():
        fits = {each for each in shared if room([*world.at(place), *world.at(each)])}
        fates |= {each: fate for each, fate in shared.items() if each in fits}
    return fates


def open_ways(world: World, place: Cube, foes: Collection[Cube], readings: Readings) -> list[Cube]:
    fates = escapes(world, place, foes, readings)
    return sorted(each for each, fate in fates.items() if fate == "open")


def best(fates: dict[Cube, str]) -> str:
    for fate, word in (("open", "open"), ("withdrawn", "enemy_front"), ("eliminated", "blocked")):
        if fate in fates.values():
            return word
    return "unspecified"


def finds_a_way_out(
    world: World, place: Cube, foes: Collection[Cube], names: Collection[str], riders: bool
) -> bool | None:
    """Before the shock; None where nobody may go: from infantry, or from heavy cavalry."""

    def may_go(soldier: Soldier) -> bool:
        if soldier.kind == "infantry":
            return not riders and soldier.sort == "jaegers" and soldier.order != "disordered"
        if soldier.kind == "artillery":
            return soldier.sort == "horse"
        return not riders or soldier.sort != "heavy"

    going = [each for each in world.at(place) if may_go(each)]
    if not going:
        return None
    side = going[0].side
    others = [each for each in enemies(world, side) if each.name not in names]

    def passable(start: Cube, to: Cube) -> bool:
        return (
            to in world.ground
            and can_enter(world, going, start, to)
            and held_by(world, to) in (None, side)
            and all(apart(to, foe) > apart(place, foe) for foe in foes)
            and not any(holds(world, each, to) for each in others)
        )

    first = {each for each in around(place) if passable(place, each)}
    second = {to for each in first for to in around(each) if passable(each, to)}
    slow = any(each.kind == "infantry" for each in going)
    return any(room([*going, *world.at(to)]) for to in (first if slow else first | second))


def may_charge(world: World, start: Cube, to: Cube) -> bool:
    cost = price(world, start, to)
    return cost is not None and cost <= 2 and world.ground[to].kind not in NO_GO
