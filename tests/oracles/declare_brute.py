"""What a charge on a map means for its fight, stated a second time and without the library.

Hexes, soldiers and maps are those of ``charge_legality_brute``.
"""

from typing import NamedTuple

from tests.oracles.charge_legality_brute import (
    EAST,
    Cube,
    Readings,
    Soldier,
    Unspecified,
    World,
    apart,
    clockwise,
    front,
    plus,
    price,
    room,
    rules_around,
)

SHELTERS = ("village", "castle", "redoubt")
NO_GO = ("marsh", "woods", *SHELTERS)


def looks_everywhere(world: World, soldier: Soldier) -> bool:
    housed = soldier.kind == "infantry" and world.ground[soldier.place].kind in SHELTERS
    return soldier.order == "in square" or housed


def sees(world: World, soldier: Soldier, place: Cube, readings: Readings) -> bool:
    """Whether a hex is one of the front hexes of a soldier."""
    if looks_everywhere(world, soldier):
        return apart(soldier.place, place) == 1
    return place in front(soldier, readings)


def enemies(world: World, side: str) -> list[Soldier]:
    return [each for each in world.soldiers if each.side != side]


def held_by(world: World, place: Cube) -> str | None:
    return next((each.side for each in world.at(place)), None)


def side_entered(world: World, place: Cube, attacker: Cube, readings: Readings) -> set[str]:
    """Through which side each of the soldiers of a hex is attacked."""
    found = set()
    for soldier in world.at(place):
        if looks_everywhere(world, soldier):
            return {"front"}
        own = front(soldier, readings)
        if attacker in own:
            found.add("front")
        elif any(apart(attacker, each) == 1 for each in own):
            found.add("flank")
        else:
            found.add("rear")
    return found


def escapes(world: World, place: Cube, foes: list[Cube], readings: Readings) -> dict[Cube, str]:
    """The hexes farther from all foes, and what becomes there of the soldiers of a hex."""
    side = held_by(world, place)
    assert side is not None
    around = [plus(place, clockwise(EAST, turn)) for turn in range(6)]
    away = [
        each
        for each in around
        if each in world.ground and all(apart(each, foe) > apart(place, foe) for foe in foes)
    ]
    fates: dict[Cube, str] = {}
    shared: dict[Cube, str] = {}
    for each in away:
        holder = held_by(world, each)
        watched = any(sees(world, foe, each, readings) for foe in enemies(world, side))
        if price(world, place, each) is None or holder not in (None, side):
            fate = "eliminated"
        else:
            fate = "withdrawn" if watched and holder is None else "open"
        (shared if holder == side else fates)[each] = fate
    if "open" not in fates.values():
        fits = {each for each in shared if room([*world.at(place), *world.at(each)])}
        fates |= {each: fate for each, fate in shared.items() if each in fits}
    return fates


def best(fates: dict[Cube, str]) -> str:
    if not fates:
        raise Unspecified
    for fate, word in (("open", "open"), ("withdrawn", "enemy_front")):
        if fate in fates.values():
            return word
    return "blocked"


def in_a_zone(world: World, place: Cube, without: str) -> bool:
    side = held_by(world, place)
    assert side is not None
    return any(
        rules_around(each) and apart(each.place, place) == 1
        for each in enemies(world, side)
        if each.name != without
    )


def chargeable(world: World, start: Cube, to: Cube) -> bool:
    cost = price(world, start, to)
    return cost is not None and cost <= 2 and world.ground[to].kind not in NO_GO


def moved(world: World, moves: dict[str, tuple[Cube, int | None]]) -> World:
    """The map after soldiers went elsewhere and turned."""
    soldiers = []
    for each in world.soldiers:
        place, facing = moves.get(each.name, (each.place, each.facing))
        soldiers.append(each._replace(place=place, facing=facing))
    return world._replace(soldiers=tuple(soldiers))


class Told(NamedTuple):
    """What is to be known of an attacked hex."""

    zone: bool
    faced: bool
    retreat: str
    chargeable: bool


def told(
    world: World, after: World, charger: str, place: Cube, start: Cube, readings: Readings
) -> Told:
    """An attacked hex: ``world`` is the map before the charge, ``after`` with the charger there."""
    side = held_by(world, place)
    assert side is not None
    faced = any(
        sees(world, each, place, readings) for each in enemies(world, side) if each.name != charger
    )
    retreat = best(escapes(after, place, [start], readings))
    return Told(in_a_zone(world, place, charger), faced, retreat, chargeable(world, start, place))


def ahead(world: World, at: Cube, facing: int, side: str, readings: Readings) -> list[Cube]:
    """The hexes with enemies in front of somebody."""
    looking = Soldier("", "cavalry", at, side, facing=facing)
    return [
        each
        for each in sorted(front(looking, readings))
        if each in world.ground and held_by(world, each) not in (None, side)
    ]
