"""Draws without replacement in which each card must then pass a test of its own.

>>> passes = {"easy": Fraction(1), "hard": Fraction(0)}
>>> drawn = tested_draws({"easy": 1, "hard": 1}, [passes], [0], 1)
>>> drawn[1]     # one card drawn: how likely is it that none has passed?
(Fraction(1, 2),)
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm, prod
from typing import TypeVar

from rules_lib.errors import shown

from . import limits
from .errors import ProbabilityError, check_int, check_share, check_work

C = TypeVar("C", bound=Hashable)

Counts = tuple[int, ...]


def tested_draws(
    cards: Mapping[C, int],
    chances: Sequence[Mapping[C, Fraction]],
    order: Sequence[int],
    cap: int,
) -> list[tuple[Fraction, ...]]:
    """Return, after 0, 1, …, ``len(order)`` draws, the chances of 0 to ``cap - 1`` passes.

    Args:
        cards: the deck: how often each card is in it.
        chances: kinds of tests: for each card the chance that it passes.
        order: the kind of test of each draw, as an index into ``chances``.
        cap: numbers of passes from here on are not told apart, and left out.

    The cards of a shuffled deck are exchangeable, so only the number of draws of each kind
    matters: each card is either not drawn, or drawn for one of the kinds, and passes or not.
    """
    size = sum(cards.values())
    if len(order) > size:
        raise ProbabilityError(f"order: {len(order)} draws, but the deck holds {size} cards")
    cap = check_int("cap", cap, least=1)
    order = [check_int("order", kind, least=0, most=len(chances) - 1) for kind in order]
    for chance in chances:
        for card in cards:
            check_share(f"chance of {shown(card)}", chance[card])
    most = tuple(order.count(kind) for kind in range(len(chances)))
    work = size * prod(count + 1 for count in most) * cap * (1 + len(chances))
    check_work("tested_draws", work, None, limits.PAIRS, "steps would be taken")
    base = lcm(*(chance[card].denominator for chance in chances for card in cards))
    ways: dict[tuple[Counts, int], int] = {((0,) * len(chances), 0): 1}
    for card, copies in cards.items():
        passes = [int(chance[card] * base) for chance in chances]
        for _ in range(copies):
            ways = _one_card(ways, passes, base, most, cap)
    drawn = [0] * len(chances)
    distributions = [_distribution(ways, tuple(drawn), size, base, cap)]
    for kind in order:
        drawn[kind] += 1
        distributions.append(_distribution(ways, tuple(drawn), size, base, cap))
    return distributions


def _one_card(
    ways: Mapping[tuple[Counts, int], int], passes: Sequence[int], base: int, most: Counts, cap: int
) -> dict[tuple[Counts, int], int]:
    """Let one more card be not drawn, or be drawn for one of the kinds."""
    result = dict(ways)
    for (counts, passed), weight in ways.items():
        for kind, success in enumerate(passes):
            if counts[kind] == most[kind]:
                continue
            more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
            for gained, chance in ((0, base - success), (1, success)):
                if chance and passed + gained < cap:
                    at = more, passed + gained
                    result[at] = result.get(at, 0) + weight * chance
    return result


def _distribution(
    ways: Mapping[tuple[Counts, int], int], drawn: Counts, size: int, base: int, cap: int
) -> tuple[Fraction, ...]:
    left, choices = size, 1
    for count in drawn:
        choices *= comb(left, count)
        left -= count
    total = choices * base ** sum(drawn)
    return tuple(Fraction(ways.get((drawn, passed), 0), total) for passed in range(cap))
