"""Legality and paths on random boards, against a second statement of the clauses."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory.charge.from_map.legality import legality, paths
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex, distance
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.oracles import charge_legality_brute as brute
from tests.oracles.charge_legality_brute import Cube, Ground, Readings, Soldier, World
from tests.sample import examples

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
READINGS = [Readings(front, detour) for front in (2, 1, 3) for detour in (True, False)]


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


def by_brute_force(*given: Any) -> set[tuple[str, Hex]] | None:
    """What the second statement finds; ``None`` where the source does not say."""
    try:
        return {(clause, as_hex(place)) for clause, place in brute.violations(*given)}
    except brute.Unspecified:
        return None


def by_the_library(*given: Any, **more: Any) -> set[tuple[str, Hex]] | None:
    try:
        violations = [(each.clause, each.hex) for each in legality(*given, **more)]
    except UnspecifiedBySource:
        return None
    assert len(set(violations)) == len(violations)
    assert [each for each, _ in violations] == sorted(
        (each for each, _ in violations), key=lambda clause: clause.replace("-1", "z")
    )
    return set(violations)


def agrees(seed: int) -> Counter[str]:
    """Every path to every target of a random board; how often each clause forbids one."""
    chance = random.Random(seed)
    world = random_world(chance)
    board, readings = as_board(world), chance.choice(READINGS)
    rulings, charger = as_rulings(readings), world.soldiers[0]
    seen: Counter[str] = Counter()
    ways = list(brute.ways(world, charger))
    longer = [(*way, place) for way in chance.sample(ways, min(5, len(ways)))
              for place in CUBES if brute.apart(way[-1], place) == 1
              and not any(each.side == "Russian" for each in world.at(place))]  # fmt: skip
    for target in {each.place for each in world.soldiers if each.side == "Russian"}:
        for way in [(), *ways, *longer]:
            facings = None
            if charger.facing is not None and chance.random() < 0.5:
                facings = tuple(chance.randrange(6) for _ in way)
            moved = chance.random() < 0.1
            expected = by_brute_force(world, charger, way, target, readings, facings, moved)
            path = [as_hex(place) for place in way]
            actual = by_the_library(
                "A", path, as_hex(target), board, rulings, facings=facings, has_moved=moved
            )
            assert actual == expected, (seed, way, target, facings)
            clauses = {"unspecified"} if actual is None else {clause for clause, _ in actual}
            seen.update(clauses or {"legal"})
    return seen


ALL = pytest.mark.rule(
    "TG-9.81a", "TG-9.81b", "TG-9.81c", "TG-9.81d", "TG-9.81e", "TG-9.81f", "TG-9.81-1",
    "R-N5", "R-N18",
)  # fmt: skip


@pytest.mark.slow
@ALL
def test_random_boards_are_judged_alike_and_show_every_clause() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        seen += agrees(seed)
    assert set(seen) == {
        "TG-9.81a", "TG-9.81b", "TG-9.81c", "TG-9.81d", "TG-9.81e", "TG-9.81f", "TG-9.81-1",
        "legal", "unspecified",
    }  # fmt: skip
    assert min(seen.values()) >= 20, seen


@pytest.mark.slow
@ALL
@examples(15)
@example(14)  # whether it sees its target is unspecified, and it could charge it
@example(16)  # the same, and no path is legal anyway
@given(st.integers(0, 2**32))
def test_paths_are_all_that_brute_force_finds(seed: int) -> None:
    chance = random.Random(seed)
    world = random_world(chance)
    board, readings = as_board(world), chance.choice(READINGS)
    charger = world.soldiers[0]
    for target in {each.place for each in world.soldiers if each.side == "Russian"}:
        try:
            expected = brute.legal(world, charger, target, readings)
        except brute.Unspecified:
            seen = world._replace(sights={frozenset((charger.place, target)): True})
            if brute.legal(seen, charger, target, readings):
                with pytest.raises(UnspecifiedBySource):
                    paths("A", as_hex(target), board, as_rulings(readings))
                continue
            expected = set()
        actual = paths("A", as_hex(target), board, as_rulings(readings))
        assert len(set(actual)) == len(actual)
        assert {(each.hexes, each.facings) for each in actual} == {
            (tuple(as_hex(place) for place in way), facings) for way, facings in expected
        }
        assert all(distance(each.hexes[-1], as_hex(target)) == 1 for each in actual)
