"""Sudden strike stated a second time, straight from its clauses, without the library.

Every throw of the dice is counted, and the deck is dealt card by card.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from tests.oracles.chances import Step, ends, lasting

DICE = {
    "infantry": 2,
    "unarmoured_vehicle": 1,
    "armoured_vehicle": 1,
    "tank": 2,
    "heavy_tank": 3,
    "aircraft": 1,
    "gun_crew": 2,
    "small_team": 2,
    "officer": 2,
}
ARMOUR_SAVES = {"armoured_vehicle", "tank", "heavy_tank"}
VEHICLES = {"unarmoured_vehicle", "armoured_vehicle", "tank", "heavy_tank", "aircraft"}


class Readings(NamedTuple):
    """The rulings that bear on a strike; the fields are named as in the library."""

    failed_save: str = "one_hit"
    save_as_structure_falls: bool = True
    ends_though_structure_saves: bool = True
    lost: str = "activation"
    dice_drop: bool = False
    armour_inside: str = "own_dice"
    shields: str = "while_value_left"


DEFAULT = Readings()


class Unsaid(Exception):
    """The source does not say."""


class After(NamedTuple):
    """What a strike leaves; ``value`` is the structure's, ``None`` in the open."""

    fate: str
    hits: int
    value: int | None
    ends: bool
    lost: str | None


@cache
def fails(dice: int) -> Fraction:
    """Share of all throws in which no die shows 5 or 6."""
    throws = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(not {5, 6} & set(faces) for faces in throws), len(throws))


class Shelter(NamedTuple):
    """A structure: its first value, its dice, whether it protects, its damage markers."""

    value: int
    dice: int
    protects: bool = True
    damage: int = 0

    def stands(self, r: Readings) -> bool:
        """PT-X5, R-X10: it is intact, and shields who is in it."""
        whole = not self.damage if r.shields == "undamaged" else True
        return self.protects and whole and self.left >= 1

    @property
    def left(self) -> int:
        """Its value now."""
        return self.value - self.damage


SHELTERS = {
    "bunker": Shelter(3, 3),
    "dugout": Shelter(2, 2),
    "trench system": Shelter(2, 2),
    "gun position": Shelter(1, 2),
    "sandbags": Shelter(1, 2),
    "building": Shelter(2, 2),
    "tank obstacle": Shelter(3, 2),
    "barbed wire": Shelter(1, 2, protects=False),
}
"""The structures that the source names (PT-X5)."""


def hurt(kind: str, hits: int, r: Readings) -> int:
    """Hits after a failed save."""
    return 2 if kind in VEHICLES and r.failed_save == "vehicles_destroyed" else hits + 1


def strike(kind: str, hits: int, shelter: Shelter | None, r: Readings) -> dict[After, Fraction]:
    """One strike: the structure's save first, then the unit's own.

    PT-X7 takes a point off the structure, and asks for a cover save inside; PT-X3 gives armour
    none (R-X9).
    """
    distribution: dict[After, Fraction] = defaultdict(Fraction)
    value = None if shelter is None else shelter.left
    comes = Fraction(1)
    dice = DICE[kind]
    if shelter is not None and shelter.stands(r):
        rolled = max(0, shelter.dice - shelter.damage) if r.dice_drop else shelter.dice
        comes = fails(rolled)
        ends = r.ends_though_structure_saves
        distribution[After("unaffected", hits, value, ends, r.lost if ends else None)] += 1 - comes
        value = shelter.left - 1
        if value == 0 and not r.save_as_structure_falls:
            dice = 0
        elif kind in ARMOUR_SAVES and r.armour_inside == "unspecified":
            raise Unsaid(kind)
    distribution[After("saved", hits, value, True, r.lost)] += comes * (1 - fails(dice))
    then = hurt(kind, hits, r)
    distribution[After("removed" if then >= 2 else "hit", then, value, True, r.lost)] += (
        comes * fails(dice)
    )
    return {after: p for after, p in distribution.items() if p}


def fates(kind: str, hits: int, shelter: Shelter | None, r: Readings) -> dict[str, Fraction]:
    """What one strike does, by fate."""
    distribution: dict[str, Fraction] = defaultdict(Fraction)
    for after, p in strike(kind, hits, shelter, r).items():
        distribution[after.fate] += p
    return dict(distribution)


class Course(NamedTuple):
    """Chances strike by strike: a list over the strikes 0, 1, 2, …, and the values left."""

    unit: list[Fraction]
    structure: list[Fraction]
    both: list[Fraction]


Over = Callable[[int, int], bool]
"""Whether hits and value are an end."""
Struck = dict[tuple[int, int], Fraction]
"""The chances of hits and value."""


def course(kind: str, hits: int, shelter: Shelter, r: Readings, strikes: int) -> Course:
    """The chances that each end comes with exactly strike 0, 1, 2, …, ``strikes``."""

    def fallen(value: int) -> bool:
        return not (place := _worn(shelter, value)) or not place.stands(r)

    overs: list[Over] = [
        removed,
        lambda n, value: fallen(value),
        lambda n, value: n >= 2 and fallen(value),
    ]
    return Course(*(lasting(*_run(kind, hits, shelter, r, over), strikes) for over in overs))


def removed(hits: int, value: int) -> bool:
    """The unit is."""
    return hits >= 2


def removed_by(
    strikes: int, kind: str, hits: int, shelter: Shelter | None, r: Readings = DEFAULT
) -> Fraction:
    """The chance that a unit is removed by then."""
    return sum(lasting(*_run(kind, hits, shelter, r, removed), strikes), Fraction(0))


def _run(
    kind: str, hits: int, shelter: Shelter | None, r: Readings, over: Over
) -> tuple[Struck, Step[tuple[int, int]]]:
    """Before the first strike, and what one more strike does."""

    @cache
    def step(now: tuple[int, int]) -> Struck:
        n, value = now
        found: Struck = defaultdict(Fraction)
        # Only the next man can be hit once the first is gone.
        struck = {} if over(*now) else strike(kind, n % 2, _worn(shelter, value), r)
        for after, p in struck.items():
            found[after.hits, after.value or 0] += p
        return found

    return {(hits, shelter.left if shelter else 0): Fraction(1)}, step


def value_left(kind: str, hits: int, shelter: Shelter | None, r: Readings) -> dict[int, Fraction]:
    """The structure's value when the unit is removed."""
    found = ends(*_run(kind, hits, shelter, r, removed))[0]
    return {value: chance for (_, value), chance in found.items()}


def mean_strikes(kind: str, hits: int, shelter: Shelter | None, r: Readings) -> Fraction:
    """Expected number of the strike that removes the unit."""
    return ends(*_run(kind, hits, shelter, r, removed))[1]


def _worn(shelter: Shelter | None, value: int) -> Shelter | None:
    return shelter and shelter._replace(damage=shelter.value - value)


def jokers_shown(
    size: int, jokers: int, activations: int, rounds: int, reading: str
) -> dict[int, Fraction]:
    """Strikes suffered: card by card, by how many cards and jokers are left in the pile."""
    now: dict[tuple[int, int, int], Fraction] = {(size, jokers, 0): Fraction(1)}
    for _ in range(rounds):
        if reading == "every_round":
            now = {(size, jokers, n): p for n, p in _shown(now).items()}
        for _ in range(activations):
            then: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
            for (left, inside, n), p in now.items():
                left, inside = (left, inside) if left else (size, jokers)
                shows = Fraction(inside, left)
                fresh = reading == "when_a_joker_shows"
                after = (size, jokers) if fresh else (left - 1, inside - 1)
                for key, q in (((*after, n + 1), shows), ((left - 1, inside, n), 1 - shows)):
                    if q:
                        then[key] += p * q
            now = then
    return _shown(now)


def _shown(now: Mapping[tuple[int, int, int], Fraction]) -> dict[int, Fraction]:
    distribution: dict[int, Fraction] = defaultdict(Fraction)
    for (_, _, n), p in now.items():
        distribution[n] += p
    return dict(distribution)
