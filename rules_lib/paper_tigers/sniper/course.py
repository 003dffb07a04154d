"""How a sniper's shot goes on: to hit, the attempt to spot him, the marker that is turned.

Recorded dice and cards, and rolled ones, read :meth:`Course.move`. The odds count how many attempts
succeed (``odds``), which comes to the same and is much faster.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rules_lib.errors import UnspecifiedBySource
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.deck import JOKER, CommandDeck, DeckCard
from rules_lib.paper_tigers.sniper.rules import (
    SPOTTING_DICE,
    after_shot,
    cards_drawn,
    dots,
    effect,
    may_spot,
    reaches_own_card,
    spots,
    turn,
)
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import Dot, Effect, Position, Spotter, Target
from rules_lib.probability import dice
from rules_lib.probability.deck import Deck
from rules_lib.rulebook import implements, uses
from rules_lib.system.process import Choice, End, Move, Process, Roll

SHOT, DRAWN, SPOT, MARKER = "roll", "drawn", "spot_roll", "marker"
"""What is rolled, drawn or turned, by the names that a record has for it."""

ATTEMPT, LOOKS, LEAVES = "attempt", "looks for him", "leaves it"
"""The decision of a unit that may look for him, and its two answers."""


UNLAID = "what a unit achieves that spots him while no marker is out (PT-S11, PT-S13, R-S5)"
"""What the source leaves open."""


class Table(NamedTuple):
    """What lies on the table.

    Attributes:
        pile: the cards of which the next one is drawn.
        position: the sniper's markers.
        due: what comes next; ``""`` once the shot is done with.
        drawn: the card that the dice must reach.
    """

    pile: Deck[DeckCard]
    position: Position
    due: str = SHOT
    drawn: DeckCard | None = None


@dataclass(frozen=True)
class Course:
    """A shot with all that follows it.

    Attributes:
        card: the sniper's command card.
        target: whom he shoots at, and who then may look for him.
        deck: the whole draw pile.
        rulings: how the open rules are read.
        own: the card that lies at the target, where it must reach that one (R-S13).
    """

    card: Card
    target: Target
    deck: CommandDeck
    rulings: Rulings
    own: DeckCard | None = None

    def process(self, pile: Deck[DeckCard], position: Position) -> Process[Table]:
        """From the table as it lies to the next shot; it is one round."""
        return Process(Table(pile, position), self.move, between=lambda now: not now.due)

    @implements("PT-S8")
    @uses("PT-S11", "PT-S13", "PT-S14", "R-S1", "R-S4", "R-S5", "R-S13")
    def move(self, now: Table) -> Move[Table]:
        """What is due: his dice, whether it looks for him, a card, two dice, a marker."""
        if now.due == SHOT:
            return self._dice(SHOT, self.card.dice_for("shot"), self._shot(now), "PT-S8")
        if now.due == ATTEMPT:
            looks = self._looks(now)
            return Choice(ATTEMPT, {LOOKS: looks, LEAVES: now._replace(due="")}, ("PT-S11",))
        if now.due == DRAWN:
            return Roll(DRAWN, now.pile.cards, lambda card: self._drawn(now, card), ("PT-S11",))
        if now.due == SPOT:
            return self._dice(SPOT, SPOTTING_DICE, lambda n: self._tried(now, n), "PT-S11")
        if now.due == MARKER:
            faces = dots(now.position).weights
            return Roll(MARKER, faces, lambda dot: self._turned(now, dot), ("PT-S13", "PT-S14"))
        return End(now.position)

    def _dice(self, name: str, count: int, leads: Callable[[int], Table], by: str) -> Roll[Table]:
        chances = dice.total(count).weights
        return Roll(name, chances, leads, (by,), count, lambda rng: sum(dice.roll(count, rng)))

    def _shot(self, now: Table) -> Callable[[int], Table]:
        def leads(total: int) -> Table:
            hit = self.card.reached_by(total)
            looks = may_spot(hit, self.rulings) and not self.effect(hit).removed
            marked = after_shot(now.position, hit, self.rulings)
            return now._replace(position=marked, due=ATTEMPT if looks else "")

        return leads

    def effect(self, hit: bool) -> Effect:
        """What the shot does to its target."""
        return effect(self.target, hit, self.rulings)

    def _looks(self, now: Table) -> Table:
        if not reaches_own_card(self.target.kind, self.rulings):
            return now._replace(due=DRAWN)
        return now._replace(due=SPOT, drawn=self.own)

    def _drawn(self, now: Table, card: DeckCard) -> Table:
        """What is drawn stays out until the pile is used up (R-S4); a joker fails (R-S3)."""
        left = now.pile.without(card)
        used_up = self.deck.size - left.size >= cards_drawn(self.deck, self.rulings)
        pile = self.deck.cards if used_up else left
        return Table(pile, now.position, "" if card == JOKER else SPOT, card)

    def _tried(self, now: Table, total: int) -> Table:
        if now.drawn is None:
            raise UnspecifiedBySource(unknown_card(self.target.kind))
        if not spots(now.drawn, total, self.target.kind, self.rulings):
            return now._replace(due="")
        if not now.position.laid:
            raise UnspecifiedBySource(UNLAID)
        return now._replace(due=MARKER)

    def _turned(self, now: Table, dot: Dot) -> Table:
        return now._replace(position=turn(now.position, dot, self.rulings), due="")


def unknown_card(kind: Spotter) -> str:
    """What the source leaves open of a unit that must reach the card that lies at it (R-S13)."""
    return (
        f"spotter: the card that lies at a unit of kind {kind!r}, and what it must reach after a"
        " hit, when none lies there (R-S13)"
    )
