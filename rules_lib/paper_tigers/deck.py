"""The deck of command cards: any values, any number of jokers and of packs.

A table has one draw pile. Give the same deck to :mod:`~rules_lib.paper_tigers.sniper` and to
:mod:`~rules_lib.paper_tigers.sudden_strike`, and both draw from it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules_lib.errors import InvalidValue, keep_int, require_int
from rules_lib.probability.deck import Deck
from rules_lib.rulebook import implements
from rules_lib.values.frozen import FrozenMap

JOKER: Literal["joker"] = "joker"
DeckCard: TypeAlias = int | Literal["joker"]
"""What matters of a drawn card: its value, or that it is a joker."""

SUITS = 4
COURT = ("J", "Q", "K", "A")
COURT_VALUES = (11, 12, 13, 14)
"""Values of jack, queen, king and ace; the source shows cards from 2 to 10 only."""

PLAIN_RANKS: Mapping[str, int] = FrozenMap({str(value): value for value in range(2, 11)})
MOST_PACKS, MOST_JOKERS, MOST_RANKS = 20, 200, 100


def require_court_values(field: str, value: object) -> tuple[int, ...]:
    """Return the values of jack, queen, king and ace if there are four that can be reached for."""
    if not isinstance(value, tuple) or len(value) != len(COURT):
        raise InvalidValue(field, value, "the four values of jack, queen, king and ace")
    return tuple(require_int(field, each, 1) for each in value)


@implements("R-S2")
def ranks(court_values: tuple[int, ...] = COURT_VALUES) -> Mapping[str, int]:
    """Ranks of a pack of cards with their values, the court cards as given."""
    court = require_court_values("court_values", court_values)
    return FrozenMap({**PLAIN_RANKS, **dict(zip(COURT, court, strict=True))})


@dataclass(frozen=True, slots=True)
class CommandDeck:
    """A deck of command cards.

    Attributes:
        values: value of each rank; every rank comes four times in a pack.
        jokers: jokers in the whole deck.
        packs: packs of cards in it.

    Raises:
        InvalidValue: a value below 1, more than 20 packs, a deck without cards.
    """

    values: Mapping[str, int] = field(default_factory=ranks)
    jokers: int = 0
    packs: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.values, Mapping) or len(self.values) > MOST_RANKS:
            allowed = f"a mapping of at most {MOST_RANKS} ranks to values"
            raise InvalidValue("values", self.values, allowed)
        values = {
            rank: require_int(f"values[{str(rank)[:20]!r}]", value, 1)
            for rank, value in self.values.items()
        }
        keep_int(self, "jokers", 0, MOST_JOKERS)
        keep_int(self, "packs", 1, MOST_PACKS)
        object.__setattr__(self, "values", FrozenMap(values))
        if not self.size:
            raise InvalidValue("deck", self, "at least one card")

    @property
    def size(self) -> int:
        """Cards in the deck, jokers included."""
        return SUITS * len(self.values) * self.packs + self.jokers

    @property
    def cards(self) -> Deck[DeckCard]:
        """The deck as what matters of its cards: values and jokers."""
        ranks = Counter(self.values.values())
        counts: dict[DeckCard, int] = {
            value: SUITS * self.packs * of for value, of in ranks.items()
        }
        return Deck(counts | ({JOKER: self.jokers} if self.jokers else {}))

    def __str__(self) -> str:
        jokers = (
            f" and {self.jokers} joker{'s' * (self.jokers > 1)}" if self.jokers else ", no jokers"
        )
        return f"{self.size - self.jokers} cards{jokers}"

    def without_jokers(self) -> "CommandDeck":
        """The same deck with its jokers taken out."""
        return CommandDeck(self.values, 0, self.packs)


DeckLike: TypeAlias = CommandDeck | Mapping[str, int]
"""A deck, or just the values of its ranks."""
