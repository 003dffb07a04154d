"""The sniper's duel stated a second time, straight from its clauses, without the library.

Cards are taken from the pile one by one, every throw of the dice is counted, and the markers lie
in a row with the green dot under each of them in turn. A searcher turns the first in the row.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import NamedTuple

Card = int | str
"""A value, or ``"joker"``."""

MARKERS = 4  # PT-S5


class Readings(NamedTuple):
    """The rulings that bear on the odds; the fields are named as in the library."""

    hit_target_spots: bool = True
    jokers: str = "none"
    drawing: str = "without_replacement"
    markers_laid: str = "after_any_shot"
    crews_raised: bool = True
    markers_stay: str = "between_shots"
    found_by: str = "next_success"
    sharp_eyes: str = "snipers_only"
    later_move: str = "new_markers"
    raise_for_him: str = "same"


class State(NamedTuple):
    """The dots in their row (none: still secret), and the cards still in the pile."""

    dots: tuple[str, ...]
    left: tuple[Card, ...]


Distribution = dict[State | None, Fraction]
"""From what comes next to its chance; ``None``: he is found."""


@cache
def reaching(need: int, dice: int) -> Fraction:
    """Share of all throws that total at least ``need``."""
    throws = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(sum(faces) >= need for faces in throws), len(throws))


def rows(markers: int) -> list[tuple[str, ...]]:
    """The markers with the green dot under each of them in turn."""
    return [tuple("green" if i == at else "red" for i in range(markers)) for at in range(markers)]


def sight(kind: str, readings: Readings) -> int:
    """PT-S7, R-S11: what a barely visible target raises a card by."""
    also = ("officer", "observer") if readings.sharp_eyes == "specialists" else ()
    return 0 if kind == "sniper" or kind in also else 2


def hard_to_find(kind: str, readings: Readings, *, found: bool) -> int:
    """PT-S12, PT-S16, R-S6, R-S14: what the sniper raises a card by."""
    raised = kind == "infantry" or (kind in ("crew", "small_team") and readings.crews_raised)
    points = 2 if raised else 0
    if readings.raise_for_him == "same":
        return points
    return sight(kind, readings) + (0 if found else points)


def moved(out: int, markers: int, readings: Readings) -> list[tuple[str, ...]]:
    """PT-S5, R-S12: the rows of markers, all alike in chance, after a move; ``out`` were out."""
    return rows(out if out and readings.later_move == "green_moves" else markers)


class Hunt(NamedTuple):
    """A pile, a number of markers, the sniper's dice and card, and the readings."""

    pile: tuple[Card, ...]
    markers: int = MARKERS
    readings: Readings = Readings()
    dice: int = 3
    value: int = 8

    def success(self, card: Card, kind: str) -> Fraction:
        """PT-S11, PT-S12: the chance to spot with this card."""
        if card == "joker":
            return Fraction(0)
        return reaching(int(card) + hard_to_find(kind, self.readings, found=False), 2)

    def draws(self, left: tuple[Card, ...]) -> Iterator[tuple[Fraction, Card, tuple[Card, ...]]]:
        """Each card that can come, with its chance and the pile it leaves."""
        if not left:
            left = self.pile
        for at, card in enumerate(left):
            rest = left[:at] + left[at + 1 :]
            share = Fraction(1, len(left))
            if card == "joker" and self.readings.jokers == "redraw":
                for chance, other, then in self.draws(rest):
                    yield share * chance, other, then
            else:
                yield share, card, rest

    def attempt(self, state: State, kind: str) -> Distribution:
        """One attempt to spot him; a success turns a marker (PT-S13, PT-S14, PT-S15)."""
        distribution: Distribution = defaultdict(Fraction)
        returned = self.readings.drawing == "returned"
        for chance, card, rest in self.draws(self.pile if returned else state.left):
            rest = self.pile if returned else rest
            spotted = chance * self.success(card, kind)
            distribution[State(state.dots, rest)] += chance - spotted
            first, *others = state.dots
            alone = self.readings.found_by == "elimination" and others == ["green"]
            distribution[None if first == "green" or alone else State(tuple(others), rest)] += (
                spotted
            )
        return distribution

    def laid(self, state: State) -> Distribution:
        """Fresh markers on the table."""
        fresh = rows(self.markers)
        return {State(row, state.left): Fraction(1, len(fresh)) for row in fresh}

    def search(self, kinds: Sequence[str]) -> list[Fraction]:
        """Chances that he is still hidden after 0, 1, … attempts."""
        now = self.laid(State((), self.pile))
        hidden = [Fraction(1)]
        for kind in kinds:
            if self.readings.markers_stay == "new_each_shot":
                now = spread(now, self.laid)
            now = spread(now, partial(self.attempt, kind=kind))
            now.pop(None, None)
            hidden.append(sum(now.values(), Fraction(0)))
        return hidden

    def shot(self, state: State, kind: str) -> tuple[Distribution, Distribution]:
        """What follows a hit, and what follows a miss, with their chances."""
        hits = reaching(self.value, self.dice)
        return (
            {after: hits * p for after, p in self.after(state, kind, True).items()},
            {after: (1 - hits) * p for after, p in self.after(state, kind, False).items()},
        )

    def after(self, state: State, kind: str, hit: bool) -> Distribution:
        """What follows a shot: perhaps markers, perhaps an attempt."""
        lays = hit or self.readings.markers_laid == "after_any_shot"
        if not state.dots and not lays:
            return {state: Fraction(1)}
        anew = not state.dots or self.readings.markers_stay == "new_each_shot"
        laid: Distribution = self.laid(state) if anew else {state: Fraction(1)}
        if hit and not self.readings.hit_target_spots:
            return laid
        return spread(laid, lambda each: self.attempt(each, kind))

    def duel(self, kind: str, shots: int) -> tuple[list[Fraction], list[Fraction]]:
        """Chances to be hidden after 0, 1, … shots, and expected hits until then or found."""
        now: Distribution = {State((), self.pile): Fraction(1)}
        hidden, hits = [Fraction(1)], [Fraction(0)]
        for _ in range(shots):
            then: Distribution = defaultdict(Fraction)
            scored = Fraction(0)
            for state, chance in now.items():
                assert state is not None
                for scores, distribution in zip((1, 0), self.shot(state, kind), strict=True):
                    for after, p in distribution.items():
                        then[after] += chance * p
                        scored += chance * p * scores
            then.pop(None, None)
            now = then
            hidden.append(sum(now.values(), Fraction(0)))
            hits.append(hits[-1] + scored)
        return hidden, hits

    def mean_attempts(self, kind: str) -> Fraction:
        """Expected attempts until he is found, from the equations of the chain."""

        def step(state: State) -> Distribution:
            if self.readings.markers_stay == "new_each_shot":
                return spread(self.laid(state), lambda each: self.attempt(each, kind))
            return self.attempt(state, kind)

        means = [(p, mean_steps(each, step)) for each, p in self.laid(State((), self.pile)).items()]
        return sum((p * mean for p, mean in means), Fraction(0))

    def mean_shots(self, kind: str) -> Fraction:
        """Expected shots until he is found, from the equations of the chain."""

        def step(state: State) -> Distribution:
            distribution: Distribution = defaultdict(Fraction)
            for part in self.shot(state, kind):
                for after, p in part.items():
                    distribution[after] += p
            return distribution

        return mean_steps(State((), self.pile), step)


def spread(distribution: Distribution, step: Callable[[State], Distribution]) -> Distribution:
    """The distribution one step on; found stays found."""
    result: Distribution = defaultdict(Fraction)
    for state, chance in distribution.items():
        for after, p in ({None: Fraction(1)} if state is None else step(state)).items():
            result[after] += chance * p
    return result


def mean_steps(start: State | None, step: Callable[[State], Distribution]) -> Fraction:
    """Expected steps until ``None``, by elimination in E(s) = 1 + sum of p E(next)."""
    assert start is not None
    found, ahead = {start: step(start)}, [start]
    while ahead:
        for after, p in found[ahead.pop()].items():
            if after is not None and p and after not in found:
                found[after] = step(after)
                ahead.append(after)
    equations: dict[State, tuple[dict[State, Fraction], Fraction]] = {
        state: ({to: p for to, p in distribution.items() if to is not None and p}, Fraction(1))
        for state, distribution in found.items()
    }
    for state in [each for each in equations if each != start]:
        chances, steps = _without_self(state, *equations.pop(state))
        for other, (row, known) in equations.items():
            factor = row.pop(state, None)
            if factor:
                for to, p in chances.items():
                    row[to] = row.get(to, Fraction(0)) + factor * p
                equations[other] = row, known + factor * steps
    left, steps = _without_self(start, *equations[start])
    assert not left
    return steps


def _without_self(
    state: State, chances: Mapping[State, Fraction], steps: Fraction
) -> tuple[dict[State, Fraction], Fraction]:
    leaves = 1 - chances.get(state, Fraction(0))
    rest = {to: p / leaves for to, p in chances.items() if to != state}
    return rest, steps / leaves
