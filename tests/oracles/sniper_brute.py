"""The sniper's duel stated a second time, straight from its clauses, without the library.

Cards are taken from the pile one by one, every throw of the dice is counted, and the markers lie
in a row with the green dot under each of them in turn. A searcher turns the first in the row.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from tests.oracles.chances import ends, lasting, reaching, spread

Card = int | str
"""A value, or ``"joker"``."""

MARKERS = 4  # PT-S5
ZERO = Fraction(0)


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


Distribution = Mapping[State | None, Fraction]
"""From what comes next to its chance; ``None``: he is found."""


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
            return ZERO
        return reaching(int(card) + hard_to_find(kind, self.readings, found=False), 2)

    def draws(self, left: tuple[Card, ...]) -> Iterator[tuple[Fraction, Card, tuple[Card, ...]]]:
        """Each card that can come, of like ones the first, its chance, and the pile it leaves."""
        if not left:
            left = self.pile
        for card, alike in Counter(left).items():
            at, share = left.index(card), Fraction(alike, len(left))
            rest = left[:at] + left[at + 1 :]
            if card == "joker" and self.readings.jokers == "redraw":
                for chance, other, then in self.draws(rest):
                    yield share * chance, other, then
            else:
                yield share, card, rest

    def attempt(self, state: State | None, kind: str) -> Distribution:
        """One attempt to spot him; a success turns a marker (PT-S13, PT-S14, PT-S15)."""
        if state is None:
            return {}
        distribution: defaultdict[State | None, Fraction] = defaultdict(Fraction)
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

    def looks(self, state: State | None, kind: str) -> Distribution:
        """What follows an attempt, for which new markers may be laid (R-S8)."""
        if state is not None and self.readings.markers_stay == "new_each_shot":
            return spread(self.laid(state), partial(self.attempt, kind=kind))
        return self.attempt(state, kind)

    def search(self, kinds: Sequence[str]) -> list[Fraction]:
        """Chances that he is still hidden after 0, 1, … attempts."""
        now = self.laid(State((), self.pile))
        hidden = [Fraction(1)]
        for kind in kinds:
            now = spread(now, partial(self.looks, kind=kind))
            hidden.append(hidden[-1] - now.get(None, ZERO))
        return hidden

    def shoots(self, state: State | None, kind: str) -> Distribution:
        """What follows a shot, be it a hit or a miss."""
        if state is None:
            return {}
        hits = reaching(self.value, self.dice)
        return spread({True: hits, False: 1 - hits}, partial(self.after, state, kind))

    def after(self, state: State, kind: str, hit: bool) -> Distribution:
        """What follows a shot: perhaps markers, perhaps an attempt."""
        lays = hit or self.readings.markers_laid == "after_any_shot"
        if not state.dots and not lays:
            return {state: Fraction(1)}
        anew = not state.dots or self.readings.markers_stay == "new_each_shot"
        laid: Distribution = self.laid(state) if anew else {state: Fraction(1)}
        if hit and not self.readings.hit_target_spots:
            return laid
        return spread(laid, partial(self.attempt, kind=kind))

    def duel(self, kind: str, shots: int) -> list[Fraction]:
        """Chances to be hidden after 0, 1, … shots."""
        found = lasting(self.secret(), partial(self.shoots, kind=kind), shots)
        return [1 - each for each in accumulate(found)]

    def secret(self) -> Distribution:
        """Before his first shot."""
        return {State((), self.pile): Fraction(1)}

    def mean_attempts(self, kind: str) -> Fraction:
        """Expected attempts until he is found."""
        return ends(self.laid(State((), self.pile)), partial(self.looks, kind=kind))[1]

    def mean_shots(self, kind: str) -> Fraction:
        """Expected shots until he is found."""
        return ends(self.secret(), partial(self.shoots, kind=kind))[1]
