"""The two tests of a sniper's duel: his shot, and the attempt to spot him."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from rules_lib.errors import (
    InvalidValue,
    UnspecifiedBySource,
    is_one_of,
    require_instance,
    require_int,
    require_word,
)
from rules_lib.paper_tigers.command import Card, chance, require_total
from rules_lib.paper_tigers.deck import JOKER, CommandDeck, DeckCard, DeckLike, ranks
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings as StrikeRulings
from rules_lib.paper_tigers.sudden_strike.saves import VEHICLES
from rules_lib.probability import dice
from rules_lib.rulebook import implements

Spotter: TypeAlias = Literal["infantry", "crew", "small_team", "officer", "observer", "sniper"]
SPECIALISTS: frozenset[Spotter] = frozenset({"officer", "observer", "sniper"})
CREWS: frozenset[Spotter] = frozenset({"crew", "small_team"})

NO_TARGETS = ("vehicle", *sorted(VEHICLES))
"""Kinds of which the source does not say whether he can shoot at them."""

RAISE = 2
"""What the value of a drawn card is raised by, and the usual raise for barely visible targets."""

SPOTTING_DICE = 2


def require_spotter(spotter: object) -> Spotter:
    """Return the kind of a target, which then spots, or say which kinds there are.

    Raises:
        UnspecifiedBySource: a vehicle; the source names no such target.
    """
    if is_one_of(spotter, NO_TARGETS):
        told = str(spotter).replace("_", " ")
        raise UnspecifiedBySource(f"spotter: a vehicle ({told}) as the sniper’s target")
    kinds: tuple[Spotter, ...] = get_args(Spotter)
    return require_word("spotter", spotter, kinds)


@implements("PT-S8", "PT-S9", "PT-S10")
def hit(card: Card) -> Fraction:
    """Chance that the sniper's shot hits: his command test, with no save for the target."""
    return chance(card, "shot")


@implements("PT-S7", "R-S11")
def visibility_raise(spotter: Spotter, rulings: Rulings = Rulings()) -> int:
    """What a *barely visible* target raises the value of a spotting test by: nothing for snipers.

    The distance has no effect on it. A sniper who has been found is such a target (PT-S16).
    """
    require_instance("rulings", rulings, Rulings)
    sharp = {"sniper"} if rulings.sharp_eyes == "snipers_only" else SPECIALISTS
    return 0 if require_spotter(spotter) in sharp else RAISE


@implements("PT-S12", "R-S6")
def spotting_raise(spotter: Spotter, rulings: Rulings = Rulings()) -> int:
    """What the drawn card's value is raised by when this unit looks for the sniper."""
    require_instance("rulings", rulings, Rulings)
    exempt = SPECIALISTS if rulings.crews_raised else SPECIALISTS | CREWS
    return 0 if require_spotter(spotter) in exempt else RAISE


@implements("PT-S11", "PT-S12", "R-S3")
def spots(drawn: DeckCard, roll: int, spotter: Spotter, rulings: Rulings = Rulings()) -> bool:
    """Whether two dice reach the drawn card's value; no roll reaches a drawn joker."""
    more = spotting_raise(spotter, rulings)
    total = require_total("roll", roll, SPOTTING_DICE)
    return not is_one_of(drawn, [JOKER]) and total >= require_int("drawn", drawn, 1) + more


def chance_by_card(
    spotter: Spotter, deck: CommandDeck, rulings: Rulings
) -> dict[DeckCard, Fraction]:
    """For each card of the deck, the chance that the attempt with it succeeds."""
    law = dice.total(SPOTTING_DICE)

    def succeeds(card: DeckCard) -> Fraction:
        return law.probability(lambda roll: spots(card, roll, spotter, rulings))

    return {card: succeeds(card) for card in deck.cards.cards}


@implements("R-S2", "R-S3")
def full_pile(deck: DeckLike | None = None, rulings: Rulings = Rulings()) -> CommandDeck:
    """The one draw pile of the table: the deck given, or the one the rulings describe.

    A mapping of ranks to values, or no deck at all, gets the jokers of sudden strike (R-X2) where
    R-S3 has jokers in the pile.

    Raises:
        InvalidValue: jokers in a pile that is ruled to have none, or a deck of one's own together
            with ruled values of the court cards.
    """
    require_instance("rulings", rulings, Rulings)
    if deck is None or isinstance(deck, Mapping):
        jokers = 0 if rulings.jokers == "none" else StrikeRulings().jokers
        deck = CommandDeck(ranks(rulings.court_values) if deck is None else deck, jokers)
    require_instance("deck", deck, CommandDeck)
    if "R-S2" in rulings.departures() and dict(deck.values) != ranks(rulings.court_values):
        raise InvalidValue("deck", dict(deck.values), "the court values that R-S2 is read with")
    if deck.jokers and rulings.jokers == "none":
        allowed = "0 while R-S3 is read as 'none'; with jokers read it as 'fail' or 'redraw'"
        raise InvalidValue("deck.jokers", deck.jokers, allowed)
    return deck


def draw_pile(deck: DeckLike | None, rulings: Rulings) -> CommandDeck:
    """The cards of the pile that an attempt can be made with: jokers that are put aside are out."""
    pile = full_pile(deck, rulings)
    return pile.without_jokers() if rulings.jokers == "redraw" else pile


def pile_told(deck: DeckLike | None = None, rulings: Rulings = Rulings()) -> str:
    """The pile that is drawn from, in words: ``"52 cards and 2 jokers; a joker fails"``."""
    pile = full_pile(deck, rulings)
    if not pile.jokers:
        return str(pile)
    what = "fails" if rulings.jokers == "fail" else "is put aside, and another card drawn"
    return f"{pile}; a joker {what}"


@implements("PT-S11", "PT-S12")
def spotting(
    spotter: Spotter, deck: DeckLike | None = None, rulings: Rulings = Rulings()
) -> Fraction:
    """Chance that a unit's first attempt to spot the sniper succeeds.

    Args:
        spotter: the kind of unit: ``"infantry"``, ``"crew"``, ``"small_team"``, ``"officer"``,
            ``"observer"`` or ``"sniper"`` (a unit with one of the last three in it).
        deck: the full draw pile, or just the values of its ranks; 52 cards if it is left out, and
            two jokers more where R-S3 has jokers in the pile. The same deck serves sudden strike.
        rulings: how the open rules are read.
    """
    pile = draw_pile(deck, rulings)
    by_card = chance_by_card(spotter, pile, rulings)
    return sum((p * by_card[card] for card, p in pile.cards.draw().items()), Fraction(0))


def require_markers(markers: object) -> int:
    """Return the number of markers if it makes sense."""
    return require_int("markers", markers, 1, 50)
