"""The deck of command cards as a value."""

from fractions import Fraction
from types import MappingProxyType

import pytest

from rules_lib.paper_tigers.deck import COURT_VALUES, JOKER, CommandDeck, ranks
from tests.hostile import NO_OBJECT, NO_WHOLE_NUMBER, Case, refuses


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


@pytest.mark.parametrize("case", REFUSED, ids=[case[0] for case in REFUSED])
def test_what_is_refused(case: Case) -> None:
    refuses(case)


def test_the_largest_deck() -> None:
    """A hundred ranks, twenty packs and two hundred jokers are just allowed."""
    deck = CommandDeck({str(n): n + 1 for n in range(100)}, jokers=200, packs=20)
    assert deck.size == 100 * 4 * 20 + 200
