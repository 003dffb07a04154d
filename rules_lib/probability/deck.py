"""Draws without replacement: what is drawn stays out.

>>> cards = Deck({"red": 2, "black": 3})
>>> cards.successes(2, lambda card: card == "red")[2]
Fraction(1, 10)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules_lib.errors import shown
from rules_lib.values.frozen import FrozenMap

from . import limits
from ._weights import in_order, plain
from .distribution import Distribution
from .errors import (
    ProbabilityError,
    check_callable,
    check_hashable,
    check_int,
    check_work,
    counted,
)

C = TypeVar("C", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Deck(Generic[C]):
    """A deck in unknown order: how often each card is in it. Immutable; zero counts vanish.

    Attributes:
        cards: from card to the number of its copies.
    """

    cards: Mapping[C, int]

    def __post_init__(self) -> None:
        """Check the counts and freeze them."""
        if not isinstance(self.cards, Mapping):
            raise ProbabilityError(
                f"cards must be a mapping from card to count, not {shown(self.cards)};"
                " for a list of cards use Deck.of"
            )
        counts = {
            card: count
            if type(count) is int and count >= 0
            else check_int(f"the count of {shown(card)}", count, least=0)
            for card, count in self.cards.items()
        }
        kept, _ = in_order(plain({card: count for card, count in counts.items() if count}))
        object.__setattr__(self, "cards", FrozenMap(kept))

    @classmethod
    def of(cls, cards: Iterable[C]) -> Deck[C]:
        """Return the deck of the given cards."""
        return cls(counted("Deck.of", cards, limits.ITEMS, "cards"))

    def __repr__(self) -> str:
        """Return Python that rebuilds the deck."""
        with suppress(ValueError, RecursionError):  # a number of thousands of digits, a deep list
            return f"Deck({dict(self.cards)!r})"
        return f"<Deck of {len(self.cards)} different cards>"

    @property
    def size(self) -> int:
        """The number of cards in the deck."""
        return sum(self.cards.values())

    def count(self, predicate: Callable[[C], object]) -> int:
        """Return how many of the cards meet `predicate`."""
        check_callable("count: predicate", predicate)
        return sum(count for card, count in self.cards.items() if predicate(card))

    def draw(self) -> Distribution[C]:
        """Return the distribution of the next card."""
        if not self.cards:
            raise ProbabilityError("draw: the deck is empty")
        return Distribution.from_weights(self.cards)

    def without(self, card: C) -> Deck[C]:
        """Return the deck with one copy of `card` taken out."""
        check_hashable("without: card", card)
        left = self.cards.get(card, 0)
        if not left:
            raise ProbabilityError(f"without: {shown(card)} is not in the deck")
        return Deck({**self.cards, card: left - 1})

    def successes(self, n: int, predicate: Callable[[C], object]) -> Distribution[int]:
        """Return the distribution of how many of `n` cards drawn meet `predicate`."""
        n, hits, size = check_int("n", n, least=0), self.count(predicate), self.size
        if n > size:
            raise ProbabilityError(
                f"successes: {shown(n)} cards cannot be drawn from a deck of {size}"
            )
        work = n * (1 + size // 64)
        check_work("successes", work, None, limits.PAIRS, "machine words would be needed")
        least, most = max(0, n - (size - hits)), min(n, hits)
        met, missed = _choices(hits, most), _choices(size - hits, n - least)
        weights = {k: met[k] * missed[n - k] for k in range(least, most + 1)}
        return Distribution._counted(weights)


def _choices(count: int, most: int) -> list[int]:
    """In how many ways 0, 1, …, `most` of `count` things are chosen."""
    row = [1]
    for k in range(most):
        row.append(row[k] * (count - k) // (k + 1))
    return row
