"""The exchange as the peers are given it: plain whole numbers, no library."""

from collections.abc import Callable
from typing import TypeAlias

from benchmarks.spec import Melee

OUT = 2
"""Hits that remove a side, and points that a side with a hit deducts."""
SHAKEN = 2

Hits: TypeAlias = tuple[int, int]
"""Hits that the attacker and the defender carry."""
START: Hits = (0, 0)


def is_over(hits: Hits) -> bool:
    """Whether a side is removed."""
    return OUT in hits


def exchange(problem: Melee) -> Callable[[Hits, int, int], Hits]:
    """The function from hits and both rolls to the hits after the exchange."""
    first, second = problem.attacker, problem.defender
    target_a, malus_a = first.target, first.malus
    target_b, malus_b = second.target, second.malus

    def play(hits: Hits, roll_a: int, roll_b: int) -> Hits:
        hits_a, hits_b = hits
        total_a = roll_a - malus_a - SHAKEN * (hits_a > 0)
        total_b = roll_b - malus_b - SHAKEN * (hits_b > 0)
        on_b = (total_a >= target_a) * (1 + (total_a > total_b))
        on_a = (total_b >= target_b) * (1 + (total_b > total_a))
        return min(hits_a + on_a, OUT), min(hits_b + on_b, OUT)

    return play
