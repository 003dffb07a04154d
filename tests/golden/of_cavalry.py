"""Golden tables of the cavalry charge of Triumph & Glory."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from json import dumps

from tests.golden.cavalry_cases import CASES, PLANS, Json, plain, simple
from tests.golden.form import Cell, Row, Table, readings
from tests.oracles.charge_brute import Charge, best, distribution
from tests.oracles.charge_legality_brute import Ground, Soldier, World, legal
from tests.oracles.charge_legality_brute import Readings as MapReadings
from tests.oracles.charge_moves import Fates, answers
from tests.oracles.charge_plain import OUT_OF_HEX, Readings


def told(fates: Fates) -> str:
    return "; ".join(f"{name} {place}, {order}" for name, place, order in fates)


def leaves(fates: Fates, name: str) -> int:
    """Whether a unit is out of its hex in the end."""
    return int(next(place for each, place, _ in fates if each == name) in OUT_OF_HEX)


def ends(situation: Json, row: Row) -> dict[Fates, Fraction]:
    charge = Charge(plain(situation), readings(row, Readings))
    return distribution(charge, answers(PLANS[row["plan"]]))


def situations(row: Row) -> Iterator[tuple[Cell, ...]]:
    yield (dumps(CASES[row["case"]], separators=(",", ":")),)


def charges(row: Row) -> Iterator[tuple[Cell, ...]]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for fates, chance in ends(CASES[row["case"]], row).items():
        found[told(fates)] += chance
    yield from sorted(found.items())


def grid(row: Row) -> Iterator[tuple[Cell, ...]]:
    numbers = (int(row[name]) for name in ("cohesion", "strength", "y_cohesion"))
    fates = ends(simple(row["kind"], *numbers), row).items()
    yield tuple(sum(p * leaves(each, name) for each, p in fates) for name in "AY")


def best_play(row: Row) -> Iterator[tuple[Cell, ...]]:
    battle = plain(simple(row["kind"], 5, 4, int(row["y_cohesion"])))
    charge = Charge(battle, readings(row, Readings))
    yield (best(charge, lambda fates: leaves(fates, "Y"), lambda question, options: None)[0],)


RADIUS = 3


def paths(row: Row) -> Iterator[tuple[Cell, ...]]:
    span = range(-RADIUS, RADIUS + 1)
    board = {(x, -x - z, z): Ground() for x, z in product(span, repeat=2) if abs(x + z) <= RADIUS}
    x, z = int(row["x"]), int(row["z"])
    charger = Soldier("A", "cavalry", (x, -x - z, z), "French", facing=int(row["facing"]))
    target = Soldier("Y", "infantry", (0, 0, 0), "Russian", facing=0)
    world = World(board, (charger, target), {}, {})
    read = readings(row, MapReadings)
    yield (len(legal(world, charger, target.place, read)),)


TABLES = (
    Table("cavalry_situations", situations, ends=1),
    Table("cavalry_charge", charges, ends=1),
    Table("cavalry_grid", grid),
    Table("cavalry_best", best_play),
    Table("cavalry_paths", paths),
)
