"""How many sudden strikes a force suffers: jokers turned up as its units are activated."""

from collections.abc import Mapping
from fractions import Fraction

from rules_lib.errors import InvalidValue, require_instance, require_int
from rules_lib.paper_tigers.deck import JOKER, CommandDeck, DeckLike
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.probability import Distribution
from rules_lib.rulebook import implements

MOST_ACTIVATIONS, MOST_ROUNDS = 500, 100
MOST_RENEWED = 120
"""Cards turned up, at most, where each joker begins a new deck: the work grows with their cube."""


@implements("R-X2")
def strike_deck(deck: DeckLike | None, rulings: Rulings) -> CommandDeck:
    """The deck that is drawn from: the one given, or 52 cards with the ruled number of jokers.

    Raises:
        InvalidValue: a deck of one's own without a card, or whose jokers contradict a ruled number.
    """
    if deck is None:
        return CommandDeck(jokers=rulings.jokers)
    if isinstance(deck, Mapping):
        if not deck:
            raise InvalidValue("deck", deck, "at least one rank")
        return CommandDeck(deck, rulings.jokers)
    require_instance("deck", deck, CommandDeck)
    if "R-X2" in rulings.departures() and deck.jokers != rulings.jokers:
        raise InvalidValue("deck.jokers", deck.jokers, f"{rulings.jokers}, as R-X2 is read")
    return deck


@implements("PT-X1", "R-X2", "R-X3")
def strikes(
    activations: int,
    deck: DeckLike | None = None,
    *,
    rounds: int = 1,
    rulings: Rulings = Rulings(),
) -> Distribution[int]:
    """The exact law of the number of sudden strikes that a force suffers.

    One card is turned up for each activation, beginning with a freshly shuffled deck: the one draw
    pile of the table. Cards that are drawn from it in between, such as those to spot a sniper,
    change nothing until it is used up.

    R-X7 changes nothing here, because each activation is that of another unit. A single unit that
    is activated several times in a round suffers the same law, while it is in play, if a strike
    costs it that activation; if it costs the rest of the round, one strike a round at most.

    Args:
        activations: units that are activated in a round, once each, 0 to 500.
        deck: the full deck, jokers included; 52 cards and two jokers if it is left out. The same
            deck serves :mod:`~rules_lib.paper_tigers.sniper`.
        rounds: rounds that are played, 1 to 100.
        rulings: how the open rules are read; R-X3 says when the deck is shuffled anew. If it is
            used up within a round, it is shuffled then under every reading.
    """
    require_int("activations", activations, 0, MOST_ACTIVATIONS)
    require_int("rounds", rounds, 1, MOST_ROUNDS)
    require_instance("rulings", rulings, Rulings)
    full = strike_deck(deck, rulings)
    if rulings.reshuffled == "when_a_joker_shows":
        return _joker_by_joker(full, activations * rounds)
    if rulings.reshuffled == "every_round":
        return _in_a_row(full, activations).repeat(rounds)
    return _in_a_row(full, activations * rounds)


def _in_a_row(deck: CommandDeck, draws: int) -> Distribution[int]:
    """Jokers in this many draws from a deck that is shuffled only when it is used up."""
    whole, rest = divmod(draws, deck.size)
    jokers = deck.jokers * whole
    return deck.cards.successes(rest, lambda card: card == JOKER).map(lambda more: jokers + more)


def _joker_by_joker(deck: CommandDeck, draws: int) -> Distribution[int]:
    """Jokers in this many draws from a deck that is shuffled after each of them.

    Each shuffle begins the count to the next joker anew, so the draws are a renewal process.
    """
    if draws > MOST_RENEWED:
        allowed = f"at most {MOST_RENEWED} in all while R-X3 is read as 'when_a_joker_shows'"
        raise InvalidValue("activations in all rounds", draws, allowed)
    gaps = deck.cards.first_success(lambda card: card == JOKER)
    shown, later = [{0: Fraction(1)}], [Fraction(1)]
    for draw in range(1, draws + 1):
        later.append(later[-1] - gaps[draw])
        law: dict[int, Fraction] = {}
        for gap in range(1, min(draw, deck.size) + 1):
            for count, chance in shown[draw - gap].items():
                law[count + 1] = law.get(count + 1, Fraction(0)) + chance * gaps[gap]
        shown.append({count: chance for count, chance in law.items() if chance})
    result: dict[int, Fraction] = {}
    for last, law in enumerate(shown):
        for count, chance in law.items():
            result[count] = result.get(count, Fraction(0)) + chance * later[draws - last]
    return Distribution(result)
