"""The mass battle by counting, for pools too large to throw; without the library.

What a side strikes with is the number of its destroying dice, and what is left of it depends on how
many dice strike it: so each side is counted by itself, and the two are multiplied.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement, product
from math import comb, factorial, prod

from tests.oracles.battle_brute import DEFAULT, Readings, Side, destroys_from

Counted = Mapping[int, tuple[Mapping[int, Fraction | int], ...]]
"""Destroying dice → for 0, 1, 2, … own dice destroyed: weights of what is left."""


@cache
def counted(dice: int, from_face: int, destroys: str) -> Counted:
    """All throws of a side."""
    found: defaultdict[int, tuple[defaultdict[int, Fraction | int], ...]] = defaultdict(
        lambda: tuple(defaultdict(int) for _ in range(dice + 1))
    )
    for faces in combinations_with_replacement(range(1, 7), dice):
        weight = factorial(dice) // prod(map(factorial, Counter(faces).values()))
        distributions = found[sum(face >= from_face for face in faces)]
        if destroys == "random":
            for count, distribution in enumerate(distributions):
                for gone in combinations(faces, count):
                    distribution[sum(faces) - sum(gone)] += Fraction(weight, comb(dice, count))
            continue
        first = reversed(faces) if destroys == "highest" else faces
        lefts = accumulate(first, lambda left, gone: left - gone, initial=sum(faces))
        for distribution, left in zip(distributions, lefts, strict=True):
            distribution[left] += weight
    return found


def struck(by_a: int, by_b: int, readings: Readings) -> tuple[int, int]:
    """Dice that strike a and b; in turn, the party with fewer has none left (of the highest)."""
    if readings.destroyed_dice_destroy or by_a == by_b:
        return by_b, by_a
    assert readings.destroys == "highest"
    return (0, by_a) if by_a > by_b else (by_b, 0)


def winners(a: Side, b: Side, readings: Readings = DEFAULT) -> dict[str, Fraction]:
    """Chances that a wins, of a draw, that b wins."""
    of_a = counted(a.dice, destroys_from(a, b, readings)[0], readings.destroys)
    of_b = counted(b.dice, destroys_from(b, a, readings)[0], readings.destroys)
    found: defaultdict[str, Fraction | int] = defaultdict(int)
    for (by_a, after_a), (by_b, after_b) in product(of_a.items(), of_b.items()):
        on_a, on_b = struck(by_a, by_b, readings)
        left_b = sorted(after_b[min(on_b, b.dice)].items())
        for left, weight in after_a[min(on_a, a.dice)].items():
            for other, count in left_b:
                who = "a" if left > other else "b" if other > left else "draw"
                found[who] += weight * count
    total = 6 ** (a.dice + b.dice)
    return {who: Fraction(found[who]) / total for who in ("a", "draw", "b")}


def losses(a: Side, b: Side, readings: Readings = DEFAULT) -> dict[Fraction, Fraction]:
    """The distribution of the share of its troops that a loses.

    The dice that strike in the battle roll cost troops, by the threshold for the losses.
    """
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    faces = destroys_from(a, b, readings), destroys_from(b, a, readings)
    for (own, p), (enemy, q) in product(costing(a.dice, faces[0]), costing(b.dice, faces[1])):
        _, on_b = struck(own[0], enemy[0], readings)
        later = not readings.destroyed_dice_destroy and own[0] > enemy[0]
        standing = max(0, enemy[1] - min(on_b, b.dice)) if later else enemy[1]
        found[min(Fraction(min(standing, a.dice), a.steady), Fraction(1))] += p * q
    return dict(found)


def striking(dice: int, from_face: int) -> Iterator[tuple[int, Fraction]]:
    """Numbers of destroying dice, and their chances."""
    for (count, _), chance in costing(dice, (from_face, from_face)):
        yield count, chance


def costing(dice: int, faces: tuple[int, int]) -> Iterator[tuple[tuple[int, int], Fraction]]:
    """Numbers of dice that destroy, for the result and for the losses, and their chances."""
    high, low = (Fraction(min(6, 7 - face), 6) for face in faces)
    for n in range(dice + 1):
        for more in range(dice - n + 1 if low > high else 1):
            rest = dice - n - more
            ways = comb(dice, n) * comb(dice - n, more)
            yield (n, n + more), ways * high**n * (low - high) ** more * (1 - low) ** rest


def mean(distribution: Mapping[Fraction, Fraction]) -> Fraction:
    """The average of a distribution."""
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))
