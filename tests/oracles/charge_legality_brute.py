"""The conditions of a charge stated a second time, straight from 9.81, without the library.

Hexes are cube triples (x, y, z) that add up to 0: x grows to the east, z to the south. What a line
passes is found by asking, at points of the line, which centre is nearest.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

Cube = tuple[int, int, int]
Found = set[tuple[str, Cube]]


class Ground(NamedTuple):
    """A hex: its terrain, what cavalry pays (None: it must not enter), and its height.

    On foot it costs the same, if nothing else is said.
    """

    kind: str = "clear"
    cost: int | None = 1
    level: int = 0
    on_foot: int | None = None


class Soldier(NamedTuple):
    """A unit of kind "cavalry", "infantry" or "artillery".

    Its sort is "heavy", "light", "jaegers", "horse", or nothing.
    """

    name: str
    kind: str
    place: Cube
    side: str
    order: str = "good order"
    facing: int | None = None
    brigade: str = ""
    group: str = ""
    points: int = 1
    sort: str = ""


class World(NamedTuple):
    """A map with its units; sides, sights and bridges by their two hexes."""

    ground: dict[Cube, Ground]
    soldiers: tuple[Soldier, ...]
    sides: dict[frozenset[Cube], int | None]
    sights: dict[frozenset[Cube], bool]
    bridges: frozenset[frozenset[Cube]] = frozenset()

    def at(self, place: Cube) -> list[Soldier]:
        return [each for each in self.soldiers if each.place == place]


class Readings(NamedTuple):
    """The rulings that bear on legality."""

    front_hexes: int = 2
    detour: bool = True


DEFAULT = Readings()


class Unspecified(Exception):
    """The source does not say."""


def plus(a: Cube, b: Cube) -> Cube:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def apart(a: Cube, b: Cube) -> int:
    return sum(abs(i - j) for i, j in zip(a, b, strict=True)) // 2


def clockwise(step: Cube, times: int) -> Cube:
    for _ in range(times % 6):
        step = (-step[2], -step[0], -step[1])
    return step


EAST = (1, -1, 0)


def front(soldier: Soldier, readings: Readings) -> set[Cube]:
    """The hexes in front: of a corner two, of a side one or three."""
    assert soldier.facing is not None
    turns = {2: (0, 1), 1: (0,), 3: (-1, 0, 1)}[readings.front_hexes]
    return {plus(soldier.place, clockwise(EAST, soldier.facing + each)) for each in turns}


def far_squared(x: Fraction, z: Fraction) -> Fraction:
    """Square of the true distance from (0, 0), but for a factor: hexes stand on a corner."""
    return (2 * x + z) ** 2 + 3 * z**2


@cache
def between(x: int, z: int) -> tuple[frozenset[tuple[int, int]], ...]:
    """What the line from (0, 0) to (x, z) passes in between: the hexes nearest to its points."""
    most = 2 * max(abs(x), abs(z), abs(x + z))
    # The line can leave a hex only at these fractions of its length.
    marks = sorted({Fraction(m, d) for d in range(1, most + 1) for m in range(d + 1)})
    passed = []
    for t in ((a + b) / 2 for a, b in pairwise(marks)):
        px, pz = x * t, z * t
        near = {
            (i, j): far_squared(px - i, pz - j)
            for i in range(int(px) - 2, int(px) + 3)
            for j in range(int(pz) - 2, int(pz) + 3)
        }
        least = min(near.values())
        nearest = frozenset(each for each, far in near.items() if far == least)
        if nearest not in passed:
            passed.append(nearest)
    return tuple(each for each in passed if not each & {(0, 0), (x, z)})


def hidden_by(world: World, a: Cube, b: Cube) -> set[Cube]:
    """The hexes that block the line of sight; the target itself, if the map's owner says so."""
    supplied = world.sights.get(frozenset((a, b)))
    if supplied is not None:
        return set() if supplied else {b}
    blocking: set[Cube] = set()
    doubtful = False
    for beside in between(b[0] - a[0], b[2] - a[2]):
        places = [(a[0] + x, a[1] - x - z, a[2] + z) for x, z in beside]
        places = [each for each in places if each in world.ground]
        verdicts = [obstructs(world, each, a, b) for each in places]
        if all(verdicts):
            blocking.update(places)
        doubtful |= any(verdicts) and not all(verdicts)
    if doubtful and not blocking:
        raise Unspecified
    return blocking


def obstructs(world: World, place: Cube, a: Cube, b: Cube) -> bool:
    """Higher than both ends; woods, unless both ends look over them, or the nearer one does."""
    height = world.ground[place].level
    low_ends = [end for end in (a, b) if world.ground[end].level <= height]
    if world.ground[place].kind != "woods":
        return all(world.ground[end].level < height for end in (a, b))
    if len(low_ends) == 1:
        (low,) = low_ends
        high = b if low == a else a
        return apart(high, place) >= apart(low, place)
    return len(low_ends) == 2


def rules_around(soldier: Soldier) -> bool:
    """Whether it has a zone of control."""
    return soldier.order == "good order" and soldier.kind in ("cavalry", "infantry")


def holds(world: World, soldier: Soldier, place: Cube) -> bool:
    """Whether a hex lies in the zone of control of a soldier."""
    between = frozenset((soldier.place, place))
    shut = between in world.bridges or world.sides.get(between, 0) is None
    return rules_around(soldier) and apart(soldier.place, place) == 1 and not shut


def price(world: World, start: Cube, to: Cube, *, walks: bool = False) -> int | None:
    entered = world.ground[to]
    ground = entered.on_foot if walks and entered.on_foot else entered.cost
    side = world.sides.get(frozenset((start, to)), 0)
    return None if ground is None or side is None else ground + side


def room(soldiers: list[Soldier]) -> bool:
    """Three in all; of infantry or cavalry two, or a brigade; a battery, two of a group alone."""
    if len(soldiers) > 3:
        return False
    horse = [each for each in soldiers if each.kind == "cavalry"]
    foot = [each for each in soldiers if each.kind == "infantry"]
    guns = [each for each in soldiers if each.kind == "artillery"]
    troops = horse + foot
    if len(guns) > 1:
        one_group = guns[0].group != "" and all(each.group == guns[0].group for each in guns)
        return len(guns) == 2 and one_group and not troops and sum(g.points for g in guns) <= 6
    if horse and foot:
        return False
    brigade = troops[0].brigade if troops else ""
    together = brigade != "" and all(each.brigade == brigade for each in troops)
    if len(troops) == 3 or (len(troops) == 2 and guns):
        return together
    return True


def violations(
    world: World,
    charger: Soldier,
    path: tuple[Cube, ...],
    target: Cube,
    readings: Readings = DEFAULT,
    facings: tuple[int, ...] | None = None,
    has_moved: bool = False,
) -> Found:
    """Clause and hex of all that forbids this charge."""
    start, found = charger.place, set[tuple[str, Cube]]()
    if charger.kind != "cavalry":
        return {("TG-9.81a", start)}
    if apart(start, target) not in (2, 3) or has_moved:
        found.add(("TG-9.81a", start))
    if charger.order == "disordered":
        found.add(("TG-9.81b", start))
    found |= {("TG-9.81c", place) for place in hidden_by(world, start, target)}
    enemies = [each for each in world.soldiers if each.side != charger.side]
    if any(holds(world, each, start) for each in enemies):
        found.add(("TG-9.81d", start))
    found |= {("TG-9.81e", place) for place in bad_ground(world, start, path, target)}
    for enemy in enemies:
        if enemy.kind == "cavalry" and enemy.order == "good order":
            crossed = front(enemy, readings) & set(path[:-1])
            found |= {("TG-9.81f", place) for place in crossed if holds(world, enemy, place)}
    return found | bad_path(world, charger, path, target, readings, facings)


def bad_ground(world: World, start: Cube, path: tuple[Cube, ...], target: Cube) -> set[Cube]:
    way = [start, *path, target]
    bad = set()
    for before, to in pairwise(way):
        cost = price(world, before, to) if apart(before, to) == 1 else world.ground[to].cost
        if cost is None or cost > 2:
            bad.add(to)
    if world.ground[target].kind in {"marsh", "woods", "village", "castle", "redoubt"}:
        bad.add(target)
    return bad


def bad_path(
    world: World,
    charger: Soldier,
    path: tuple[Cube, ...],
    target: Cube,
    readings: Readings,
    facings: tuple[int, ...] | None,
) -> Found:
    found = set[tuple[str, Cube]]()
    if not path:
        return {("TG-9.81-1", charger.place)}
    if len(path) > 2:
        found.add(("TG-9.81-1", path[2]))
    last = path[-1]
    detour = len(path) == 2 and apart(charger.place, target) == 2
    if detour and not readings.detour:
        found.add(("TG-9.81-1", last))
    if apart(last, target) != 1:
        found.add(("TG-9.81-1", last))
    others = [each for each in world.at(last) if each.name != charger.name]
    if not room([*others, charger]):
        found.add(("TG-9.81-1", last))
    return found | {
        ("TG-9.81-1", place) for place in bad_turns(charger, path, target, readings, facings)
    }


def bad_turns(
    charger: Soldier,
    path: tuple[Cube, ...],
    target: Cube,
    readings: Readings,
    facings: tuple[int, ...] | None,
) -> set[Cube]:
    if charger.facing is None:
        return set()
    last = path[-1]

    def faces_target(facing: int) -> bool:
        return target in front(charger._replace(place=last, facing=facing), readings)

    if facings is None:
        ends = [charger.facing + sum(turns) for turns in product((-1, 0, 1), repeat=len(path))]
        reached = apart(last, target) != 1 or any(faces_target(each) for each in ends)
        return set() if reached else {last}
    bad = set()
    for place, (before, after) in zip(path, pairwise([charger.facing, *facings]), strict=True):
        if (after - before) % 6 not in (0, 1, 5):
            bad.add(place)
    if apart(last, target) == 1 and not faces_target(facings[-1]):
        bad.add(last)
    return bad


def ways(world: World, charger: Soldier, longest: int = 2) -> Iterator[tuple[Cube, ...]]:
    """All connected paths that run into no enemy, from any hexes of the board."""
    free = [
        place
        for place in world.ground
        if not any(each.side != charger.side for each in world.at(place))
    ]
    for length in range(1, longest + 1):
        for path in product(free, repeat=length):
            if all(apart(a, b) == 1 for a, b in pairwise((charger.place, *path))):
                yield path


def legal(
    world: World, charger: Soldier, target: Cube, readings: Readings
) -> set[tuple[tuple[Cube, ...], tuple[int, ...] | None]]:
    """All legal paths, with all facings on them if the charger has a facing."""
    found = set()
    for path in ways(world, charger):
        turns: list[tuple[int, ...] | None] = [None]
        if charger.facing is not None:
            turns = list(product(range(6), repeat=len(path)))
        for facings in turns:
            if not violations(world, charger, path, target, readings, facings):
                found.add((path, facings))
    return found
