"""The search for the sniper by counting successes, for a whole pile of cards; without the library.

Cards without return are a hand: how many of n attempts succeed is read off a product over all
cards. How many markers were turned then says whether he is found.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, partial
from math import comb

from tests.oracles.chances import reaching
from tests.oracles.sniper_brute import MARKERS, Hunt, Readings

DEFAULT = Readings()
NUMBERED = tuple(value for value in range(2, 11) for _ in range(4))


def pile(court: tuple[int, ...] = (11, 12, 13, 14), jokers: int = 0) -> tuple[int | str, ...]:
    """52 cards, and jokers."""
    return (*NUMBERED, *(value for value in court for _ in range(4)), *("joker",) * jokers)


@cache
def successes(cards: tuple[int | str, ...], kind: str, readings: Readings) -> list[list[Fraction]]:
    """For every number of attempts out of one pile: chances of 0, 1, 2, … successes."""
    hunt = Hunt(cards, readings=readings)
    if readings.jokers == "redraw":
        cards = tuple(card for card in cards if card != "joker")
    chances = [hunt.success(card, kind) for card in cards]
    if readings.drawing == "returned":
        p = sum(chances, Fraction(0)) / len(chances)
        return [
            [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
            for n in range(len(cards) + 1)
        ]
    ways = [[0] * (n + 1) for n in range(len(cards) + 1)]
    ways[0][0] = 1
    for at, chance in enumerate(chances, start=1):
        good = int(36 * chance)
        for n in range(at, 0, -1):
            fails = [(36 - good) * each for each in (*ways[n - 1], 0)]
            passes = [good * each for each in (0, *ways[n - 1])]
            ways[n] = [sum(each) for each in zip(ways[n], fails, passes, strict=True)]
    hands = (36**n * comb(len(cards), n) for n in range(len(ways)))
    return [[Fraction(each, all_) for each in row] for row, all_ in zip(ways, hands, strict=True)]


def hidden_given(turned: int, markers: int, readings: Readings) -> Fraction:
    """He is still hidden when so many attempts have succeeded."""
    if readings.markers_stay == "new_each_shot":
        return Fraction(markers - 1, markers) ** turned
    if readings.found_by == "elimination" and turned >= markers - 1:
        return Fraction(0)
    return Fraction(max(0, markers - turned), markers)


def hidden(
    attempts: int,
    kind: str,
    cards: tuple[int | str, ...] | None = None,
    readings: Readings = DEFAULT,
    markers: int = MARKERS,
) -> Fraction:
    """The chance that so many attempts, out of one pile, have not found him."""
    distribution = successes(pile() if cards is None else cards, kind, readings)[attempts]
    return sum(
        (p * hidden_given(k, markers, readings) for k, p in enumerate(distribution)), Fraction(0)
    )


def average_attempts(
    kind: str,
    cards: tuple[int | str, ...] | None = None,
    readings: Readings = DEFAULT,
    markers: int = MARKERS,
    within: int = 6,
) -> float:
    """The mean number of attempts, summed over so many piles: the rest is next to nothing."""
    distributions = successes(pile() if cards is None else cards, kind, readings)
    if readings.markers_stay == "new_each_shot":
        # Every success finds him as often as every other: one pile after another is the same.
        *each, whole = [
            sum(float(p * hidden_given(k, markers, readings)) for k, p in enumerate(distribution))
            for distribution in distributions
        ]
        return sum(each) / (1 - whole)
    through = {0: 1.0}
    found = 0.0
    for _ in range(within):
        for distribution in distributions[:-1]:
            for k, p in through.items():
                for more, q in enumerate(distribution[:markers]):
                    found += p * float(q) * float(hidden_given(k + more, markers, readings))
        then: dict[int, float] = {}
        for k, p in through.items():
            for more, q in enumerate(distributions[-1][: markers + 1]):
                then[k + more] = then.get(k + more, 0.0) + p * float(q)
        through = {k: p for k, p in then.items() if k < markers}
    return found


def hidden_after_shots(
    shots: int, kind: str, hits: Fraction, cards: tuple[int | str, ...], readings: Readings
) -> Fraction:
    """The chance that so many shots, each of which hits with chance ``hits``, leave him hidden."""
    unfound = partial(hidden, kind=kind, cards=cards, readings=readings)
    late = readings.markers_laid == "after_a_hit"
    if not late:
        return _tried(shots, unfound, Fraction(1) if readings.hit_target_spots else 1 - hits)
    # Until the first hit nobody looks; that shot, and all after it, are looked for.
    never = (1 - hits) ** shots
    firsts = ((n, (1 - hits) ** (n - 1) * hits) for n in range(1, shots + 1))
    looks = Fraction(1) if readings.hit_target_spots else 1 - hits
    return never + sum(
        (
            p * _tried(shots - n, lambda k: unfound(k + int(readings.hit_target_spots)), looks)
            for n, p in firsts
        ),
        Fraction(0),
    )


def _tried(shots: int, unfound: Callable[[int], Fraction], looks: Fraction) -> Fraction:
    chances = (comb(shots, k) * looks**k * (1 - looks) ** (shots - k) for k in range(shots + 1))
    return sum((p * unfound(k) for k, p in enumerate(chances) if p), Fraction(0))


def spotted(kind: str, cards: Iterable[int | str], readings: Readings = DEFAULT) -> Fraction:
    """The chance that the first attempt succeeds."""
    return successes(tuple(cards), kind, readings)[1][1]


def hits(colour: str, value: int) -> Fraction:
    """The chance that his shot hits."""
    return reaching(value, 3 if colour == "red" else 2)
