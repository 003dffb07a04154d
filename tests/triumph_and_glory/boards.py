"""Random boards, as a second statement of the clauses has them, and as the library does."""

import random
from typing import Any

from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.oracles import charge_legality_brute as brute
from tests.oracles.charge_legality_brute import Cube, Ground, Readings, Soldier, World

RADIUS = 3
CUBES = [
    (x, -x - z, z)
    for x in range(-RADIUS, RADIUS + 1)
    for z in range(-RADIUS, RADIUS + 1)
    if abs(x + z) <= RADIUS
]
GROUNDS = [Ground()] * 40 + [
    Ground("clear", 2), Ground("clear", 1, 1), Ground("clear", 1, 2), Ground("clear", 3),
    Ground("marsh", 2), Ground("woods", 2), Ground("woods", 2, 1), Ground("village", 1),
    Ground("castle", 2), Ground("redoubt", 1, 1), Ground("lake", None), Ground("field", 2, 1),
    Ground("rocks", None, 0, 2), Ground("slope", 3, 0, 1), Ground("ditch", 1, 0, 3),
]  # fmt: skip
BRIGADES = ("", "", "Light")
SORTS = {
    "cavalry": ("heavy", "light", ""), "infantry": ("jaegers", "", ""), "artillery": ("horse", ""),
}  # fmt: skip


def random_world(chance: random.Random) -> World:
    """A map with the French cavalry A, and up to seven other units."""
    ground = {place: chance.choice(GROUNDS) for place in CUBES}
    home = chance.choice([each for each in CUBES if brute.apart(each, (0, 0, 0)) < 3])
    near = [each for each in CUBES if brute.apart(each, home) in (2, 3)]
    order = "disordered" if chance.random() < 0.1 else "good order"
    facing = chance.choice([None, *range(6)])
    soldiers = [Soldier("A", "cavalry", home, "French", order, facing, chance.choice(BRIGADES))]
    for name in "BCDEFGH"[: chance.randrange(1, 8)]:
        side = chance.choice(["French", "Russian"]) if len(soldiers) > 1 else "Russian"
        kind = chance.choice(["cavalry", "cavalry", "infantry", "artillery"])
        orders = ["good order", "good order", "disordered", "in square"]
        order = chance.choice(orders if kind == "infantry" else orders[:3])
        stacks = [each.place for each in soldiers if each.side == side]
        place = chance.choice([chance.choice(CUBES), chance.choice(near), *stacks])
        facing, brigade = chance.randrange(6), chance.choice(BRIGADES)
        group, points = chance.choice(("", "1st", "1st")), chance.choice((2, 3, 4))
        sort = chance.choice(SORTS[kind])
        sort = "" if order == "in square" else sort  # TG-9.85d
        new = Soldier(name, kind, place, side, order, facing, brigade, group, points, sort)
        there = [each for each in soldiers if each.place == place]
        if all(each.side == side for each in there) and brute.room([*there, new]):
            soldiers.append(new)
    pairs = [frozenset((a, b)) for a in CUBES for b in CUBES if brute.apart(a, b) == 1]
    sides = {pair: chance.choice([0, 1, 2, None]) for pair in chance.sample(pairs, 8)}
    sights = {
        frozenset((home, each.place)): chance.random() < 0.7
        for each in soldiers
        if each.side == "Russian" and chance.random() < 0.3
    }
    open_sides = [pair for pair in pairs if sides.get(pair, 0) is not None]
    bridges = frozenset(chance.sample(open_sides, 20))
    return World(ground, tuple(soldiers), sides, sights, bridges)


def as_hex(place: Cube) -> Hex:
    return Hex(place[0], place[2])


def as_placed(soldier: Soldier) -> Placed:
    kinds: dict[str, type[Unit]] = {
        "cavalry": Cavalry, "infantry": Infantry, "artillery": Artillery,
    }  # fmt: skip
    order = Order(soldier.order)
    given: dict[str, Any] = {"order": order, "brigade": soldier.brigade}
    if soldier.kind == "artillery":
        horse = soldier.sort == "horse"
        given |= {"group": soldier.group, "strength": soldier.points, "horse": horse}
    elif soldier.kind == "infantry":
        given["jaeger"] = soldier.sort == "jaegers"
    else:
        given["heavy"] = {"heavy": True, "light": False}.get(soldier.sort)
    unit = kinds[soldier.kind](soldier.name, 5, **given)
    return Placed(unit, as_hex(soldier.place), soldier.side, soldier.facing)


def as_board(world: World) -> Board:
    def two(pair: frozenset[Cube]) -> tuple[Hex, Hex]:
        a, b = pair
        return as_hex(a), as_hex(b)

    return Board(
        {
            as_hex(place): Terrain(at.kind, at.cost, at.level, foot_cost=at.on_foot)
            for place, at in world.ground.items()
        },
        [as_placed(each) for each in world.soldiers],
        {two(pair): cost for pair, cost in world.sides.items()},
        {two(pair): seen for pair, seen in world.sights.items()},
        bridges=[two(pair) for pair in world.bridges],
    )


def as_rulings(readings: Readings) -> Rulings:
    chosen: dict[str, Any] = readings._asdict()
    return Rulings(**chosen)
