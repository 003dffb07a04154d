"""Golden tables of the cavalry charge of Triumph & Glory."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from json import dumps
from typing import Any

from tests.golden.cavalry_cases import CASES, PLANS, READINGS, Json, plain, simple
from tests.golden.form import Cell
from tests.oracles.charge_brute import Charge, best, distribution
from tests.oracles.charge_legality_brute import Cube, Ground, Soldier, World, legal
from tests.oracles.charge_legality_brute import Readings as MapReadings
from tests.oracles.charge_moves import Fates, answers
from tests.oracles.charge_plain import OUT_OF_HEX, Readings


def readings(name: str) -> Readings:
    return Readings(**READINGS[name])


def told(fates: Fates) -> str:
    return "; ".join(f"{name} {place}, {order}" for name, place, order in fates)


def leaves(fates: Fates, name: str) -> int:
    """Whether a unit is out of its hex in the end."""
    return int(next(place for each, place, _ in fates if each == name) in OUT_OF_HEX)


def ends(situation: Json, plan: str, reading: str) -> dict[Fates, Fraction]:
    return distribution(Charge(plain(situation), readings(reading)), answers(PLANS[plan]))


def case_rows() -> Iterator[tuple[Cell, ...]]:
    for name, (situation, _) in CASES.items():
        yield name, dumps(situation, separators=(",", ":"))


def distribution_rows() -> Iterator[tuple[Cell, ...]]:
    for case, (situation, flips) in CASES.items():
        for plan, reading in product(PLANS, ("default", *flips)):
            if plan == "no" and reading != "default":
                continue
            found: defaultdict[str, Fraction] = defaultdict(Fraction)
            for fates, chance in ends(situation, plan, reading).items():
                found[told(fates)] += chance
            for end, chance in sorted(found.items()):
                yield reading, case, plan, end, chance


def grid_rows() -> Iterator[tuple[Cell, ...]]:
    kinds = ("infantry", "cavalry")
    for kind, cohesion, strength, foe, plan in product(
        kinds, (3, 5, 7), (2, 4), (2, 4, 6, 8), PLANS
    ):
        situation = simple(cohesion, strength, kind, foe)
        found = [Fraction(0), Fraction(0)]
        for fates, chance in ends(situation, plan, "default").items():
            for at, name in enumerate("AY"):
                found[at] += chance * leaves(fates, name)
        yield kind, cohesion, strength, foe, plan, *found


def best_rows() -> Iterator[tuple[Cell, ...]]:
    for kind, foe, reading in product(
        ("infantry", "cavalry"), (2, 5, 8), ("default", "R-N1=disordered", "R-N3=true")
    ):
        battle = Charge(plain(simple(5, 4, kind, foe)), readings(reading))
        value, _ = best(battle, lambda fates: leaves(fates, "Y"), lambda question, options: None)
        yield reading, kind, foe, value


RADIUS = 3


def board() -> dict[Cube, Ground]:
    span = range(-RADIUS, RADIUS + 1)
    return {
        (x, -x - z, z): Ground() for x, z in product(span, repeat=2) if abs(x + z) <= RADIUS
    }  # fmt: skip


def path_rows() -> Iterator[tuple[Cell, ...]]:
    flips: dict[str, dict[str, Any]] = {
        "default": {},
        "R-N5=1": {"front_hexes": 1},
        "R-N5=3": {"front_hexes": 3},
        "R-N18=false": {"detour": False},
    }
    for name, (x, z), facing in product(flips, ((2, 0), (3, 0), (2, -1), (3, -1)), (0, 2, 3)):
        charger = Soldier("A", "cavalry", (x, -x - z, z), "French", facing=facing)
        target = Soldier("Y", "infantry", (0, 0, 0), "Russian", facing=0)
        world = World(board(), (charger, target), {}, {})
        count = len(legal(world, charger, target.place, MapReadings(**flips[name])))
        yield name, x, z, facing, count


TABLES = {
    "cavalry_situations": case_rows,
    "cavalry_charge": distribution_rows,
    "cavalry_grid": grid_rows,
    "cavalry_best": best_rows,
    "cavalry_paths": path_rows,
}
