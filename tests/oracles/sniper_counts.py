"""The search for the sniper by counting successes, for a whole pile of cards; without the library.

Cards without return are a hand: how many of n attempts succeed is read off a product over all
cards. How many markers were turned then says whether he is found.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import comb

from tests.oracles.chances import spread
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


def hidden_given(turned: int, readings: Readings) -> Fraction:
    """He is still hidden when so many attempts have succeeded."""
    if readings.markers_stay == "new_each_shot":
        return Fraction(MARKERS - 1, MARKERS) ** turned
    if readings.found_by == "elimination" and turned >= MARKERS - 1:
        return Fraction(0)
    return Fraction(max(0, MARKERS - turned), MARKERS)


def hidden(
    attempts: int,
    kind: str,
    cards: tuple[int | str, ...] | None = None,
    readings: Readings = DEFAULT,
) -> Fraction:
    """The chance that so many attempts, out of one pile, have not found him."""
    distribution = successes(pile() if cards is None else cards, kind, readings)[attempts]
    return sum((p * hidden_given(k, readings) for k, p in enumerate(distribution)), Fraction(0))


@cache
def average_attempts(
    kind: str,
    cards: tuple[int | str, ...] | None = None,
    readings: Readings = DEFAULT,
    turned: int = 0,
) -> Fraction:
    """The mean number of attempts, beginning with a whole pile and so many markers turned."""
    *each, whole = successes(pile() if cards is None else cards, kind, readings)

    def chance(more: int) -> Fraction:
        return hidden_given(turned + more, readings)

    spent = sum((p * chance(k) for row in each for k, p in enumerate(row) if p), Fraction(0))
    if readings.markers_stay == "new_each_shot":
        # Every success finds him as often as every other: one pile after another is the same.
        return spent / (1 - sum(p * chance(k) for k, p in enumerate(whole)))
    later = (
        p * average_attempts(kind, cards, readings, turned + k)
        for k, p in enumerate(whole[1:], 1)
        if chance(k)
    )
    return (spent + sum(later, Fraction(0))) / (1 - whole[0])


def hidden_after_shots(
    shots: int, kind: str, hits: Fraction, cards: tuple[int | str, ...], readings: Readings
) -> Fraction:
    """The chance that so many shots, each of which hits with chance ``hits``, leave him hidden."""

    def shoots(now: tuple[bool, int]) -> dict[tuple[bool, int], Fraction]:
        """From whether he is secret still, and how often he was looked for, to the same."""
        found: defaultdict[tuple[bool, int], Fraction] = defaultdict(Fraction)
        for hit, chance in ((True, hits), (False, 1 - hits)):
            secret = now[0] and not hit and readings.markers_laid == "after_a_hit"
            looks = not secret and (readings.hit_target_spots or not hit)
            found[secret, now[1] + looks] += chance
        return found

    after: dict[tuple[bool, int], Fraction] = {(True, 0): Fraction(1)}
    for _ in range(shots):
        after = spread(after, shoots)
    return sum((p * hidden(n, kind, cards, readings) for (_, n), p in after.items()), Fraction(0))


def spotted(kind: str, cards: Iterable[int | str], readings: Readings = DEFAULT) -> Fraction:
    """The chance that the first attempt succeeds."""
    return successes(tuple(cards), kind, readings)[1][1]
