"""The deck of command cards as a value."""

from fractions import Fraction
from itertools import permutations
from types import MappingProxyType

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, CommandDeck, sniper, sudden_strike
from rules_lib.paper_tigers.deck import COURT_VALUES, JOKER, ranks
from tests.hostile import NO_OBJECT, NO_WHOLE_NUMBER, Case, refuses
from tests.in_turn import in_turn


@pytest.mark.rule("R-S2")
def test_the_plain_deck() -> None:
    deck = CommandDeck()
    assert deck.size == 52
    assert dict(deck.cards.cards) == dict.fromkeys(range(2, 15), 4)
    names = [*map(str, range(2, 11)), "J", "Q", "K", "A"]
    assert dict(deck.values) == dict(zip(names, range(2, 15), strict=True))


@pytest.mark.rule("R-S2")
def test_other_court_values() -> None:
    assert COURT_VALUES == (11, 12, 13, 14)
    deck = CommandDeck(ranks((10, 10, 10, 11)))
    assert deck.cards.cards[10] == 16
    assert deck.cards.cards[11] == 4
    assert deck.size == 52


@pytest.mark.rule("R-X2")
def test_jokers_and_packs() -> None:
    deck = CommandDeck({"low": 3, "high": 9, "same": 3}, jokers=5, packs=3)
    assert deck.size == 3 * 12 + 5
    assert dict(deck.cards.cards) == {3: 24, 9: 12, JOKER: 5}
    assert deck.cards.draw()[JOKER] == Fraction(5, 41)
    bare = deck.without_jokers()
    assert (bare.size, bare.jokers, bare.packs, bare.values) == (36, 0, 3, deck.values)
    assert JOKER not in CommandDeck().cards.cards


@pytest.mark.rule("R-S3", "R-X2")
def test_one_pile_for_sniper_and_sudden_strike() -> None:
    """The same deck is taken by both, with the same jokers in it."""
    table = CommandDeck(jokers=2)
    assert table == sniper.full_pile(None, sniper.Rulings(jokers="fail"))
    assert dict(sudden_strike.strikes(1, table)) == {0: Fraction(52, 54), 1: Fraction(2, 54)}
    # An attempt succeeds as without jokers, if the card is no joker.
    plain = sniper.spotting("infantry")
    fail = sniper.spotting("infantry", table, sniper.Rulings(jokers="fail"))
    assert fail == Fraction(52, 54) * plain
    aside = sniper.spotting("infantry", table, sniper.Rulings(jokers="redraw"))
    assert aside == plain
    with pytest.raises(InvalidValue, match=r"deck\.jokers: 2 .* 'none'; with jokers read it as"):
        sniper.spotting("infantry", table)
    shots = [sniper.Shot(Card("red", 7), 9, sniper.Target("crew"), "joker")]
    assert not sniper.adjudicate(shots, table, rulings=sniper.Rulings(jokers="fail")).found


@pytest.mark.rule("PT-X1", "R-X2")
def test_cards_drawn_in_between_bring_no_strike_nearer() -> None:
    """Every order of a small pile: activations turn up the first and third card, or 1 and 2."""
    pile = CommandDeck({"seven": 7}, jokers=2)
    cards = [card for card, copies in pile.cards.cards.items() for _ in range(copies)]
    orders = list(permutations(cards))
    distribution: dict[int, Fraction] = {}
    for order in orders:  # the second card is drawn to spot a sniper
        shown = [order[0], order[2]].count(JOKER)
        distribution[shown] = distribution.get(shown, Fraction(0)) + Fraction(1, len(orders))
    assert dict(sudden_strike.strikes(2, pile)) == distribution


@pytest.mark.rule("R-S3")
def test_which_pile_it_is_in_words() -> None:
    assert str(CommandDeck()) == "52 cards, no jokers"
    assert str(CommandDeck(jokers=1)) == "52 cards and 1 joker"
    assert str(CommandDeck({"five": 5}, jokers=3, packs=2)) == "8 cards and 3 jokers"
    assert sniper.pile_told() == "52 cards, no jokers"
    assert (
        sniper.pile_told(None, sniper.Rulings(jokers="fail"))
        == "52 cards and 2 jokers; a joker fails"
    )
    assert (
        sniper.pile_told(CommandDeck(jokers=3), sniper.Rulings(jokers="redraw"))
        == "52 cards and 3 jokers; a joker is put aside, and another card drawn"
    )


def test_a_deck_is_a_value() -> None:
    given = {"low": 3, "high": 9}
    deck = CommandDeck(given)
    same = CommandDeck(MappingProxyType({"high": 9, "low": 3}))
    assert deck == same
    assert hash(deck) == hash(same)
    assert deck != CommandDeck(given, jokers=1)
    given["low"] = 12
    assert deck.values["low"] == 3
    with pytest.raises(TypeError):
        deck.values["low"] = 12  # type: ignore[index]


def test_a_deck_of_jokers_alone_is_a_deck() -> None:
    assert dict(CommandDeck({}, jokers=1).cards.cards) == {JOKER: 1}


REFUSED: list[Case] = [
    ("deck: ", CommandDeck, [{}]),
    ("deck: ", lambda jokers: CommandDeck({}, jokers).without_jokers(), [1, 2]),
    ("values: ", CommandDeck, [x for x in NO_OBJECT if x != {}]),
    ("values: ", lambda count: CommandDeck({str(n): 7 for n in range(count)}), [101, 500]),
    ("values['7']: ", lambda x: CommandDeck({"7": x}), [*NO_WHOLE_NUMBER, 0, -1]),
    ("jokers: ", lambda x: CommandDeck(jokers=x), [*NO_WHOLE_NUMBER, -1, 201, 10**400]),
    ("packs: ", lambda x: CommandDeck(packs=x), [*NO_WHOLE_NUMBER, 0, -1, 21, 10**400]),
    ("court_values: ", ranks, [None, 5, (), (11, 12, 13), (1, 2, 3, 4, 5), [11, 12, 13, 14],
                               "JQKA", (0, 1, 2, 3), (True, 2, 3, 4), ("J", 1, 2, 3)]),
]  # fmt: skip


@in_turn("case", REFUSED)
def test_what_is_refused(case: Case) -> None:
    refuses(case)


def test_the_largest_deck() -> None:
    """A hundred ranks, twenty packs and two hundred jokers are just allowed."""
    deck = CommandDeck({str(n): n + 1 for n in range(100)}, jokers=200, packs=20)
    assert deck.size == 100 * 4 * 20 + 200
