"""The command card and its tests; house dice; the deck of command cards."""

from fractions import Fraction

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, CommandDeck, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.command import CommandTest
from rules_lib.paper_tigers.deck import COURT_VALUES, JOKER, ranks
from tests.hostile import Case, refuses
from tests.in_turn import in_turn
from tests.oracles.chances import reaching

# ---------------------------------------------------------------- cards and tests


@in_turn("text", ["red 7", "black 13", "red 12 (4/1 dice)"])
def test_cards_in_words(text: str) -> None:
    """In which other words, `tests/commands/same.txt` says."""
    card = Card.parse(text)
    assert (str(card), eval(repr(card))) == (text, card)  # the repr is Python
    unit = melee.Combatant(card, in_cover=True)
    assert melee.Combatant.parse(str(unit)) == unit


def test_cards_sort_by_colour_and_value() -> None:
    """So that a table of results can be grouped by them."""
    cards = [Card.parse(each) for each in ("red 9", "black 3", "red 2", "black 10")]
    assert [str(each) for each in sorted(cards)] == ["black 3", "black 10", "red 2", "red 9"]
    house = Card("red", 9, house_dice=(4, 2))
    assert sorted([house, Card("red", 9)]) == [Card("red", 9), house]
    with pytest.raises(TypeError):
        sorted([Card("red", 9), 7])  # type: ignore[type-var]


def test_house_dice() -> None:
    """Everything is reckoned with them; the dice of the rules written so change nothing."""
    strong = Card("red", 12, house_dice=(4, 1))
    assert (strong.combat_dice, strong.movement_dice) == (4, 1)
    assert command.chance(strong, "melee") == reaching(12, 4)
    assert command.chance(Card("red", 4, (4, 1)), "movement") == Fraction(1, 2)
    with pytest.raises(InvalidValue, match="4 to 24"):
        CommandTest(strong, "charge", 3)
    plain, same = melee.Combatant(Card("red", 7)), melee.Combatant(Card("red", 7, (3, 2)))
    enemy = melee.Combatant(Card("black", 6), in_cover=True)
    for goal in ("if_missed", melee.Goal.WIN):
        odds, other = (melee.odds(each, enemy, reroll=goal) for each in (plain, same))
        assert odds.outcomes == other.outcomes
    assert charge.odds(plain, enemy) == charge.odds(same, enemy)
    for bad in (4, "4/1", (4,), (4, 1, 1), (0, 1), (1, 10), (True, 1), (2.5, 1), ("4", 1), [4, 1]):
        with pytest.raises(InvalidValue, match=r"^house_dice"):
            Card("red", 7, bad)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the deck


@pytest.mark.rule("R-S2", "R-X2")
def test_what_lies_in_a_deck() -> None:
    deck = CommandDeck()
    assert COURT_VALUES == (11, 12, 13, 14)
    assert (deck.size, dict(deck.cards.cards)) == (52, dict.fromkeys(range(2, 15), 4))
    names = [*map(str, range(2, 11)), "J", "Q", "K", "A"]
    assert dict(deck.values) == dict(zip(names, range(2, 15), strict=True))
    assert CommandDeck(ranks((10, 10, 10, 11))).cards.cards[10] == 16
    mixed = CommandDeck({"low": 3, "high": 9, "same": 3}, jokers=5, packs=3)
    assert mixed.size == 3 * 12 + 5
    assert dict(mixed.cards.cards) == {3: 24, 9: 12, JOKER: 5}
    bare = mixed.without_jokers()
    assert (bare.size, bare.jokers, bare.packs, bare.values) == (36, 0, 3, mixed.values)
    assert dict(CommandDeck({}, jokers=1).cards.cards) == {JOKER: 1}
    # A hundred ranks, twenty packs and two hundred jokers are just allowed.
    assert CommandDeck({str(n): n + 1 for n in range(100)}, 200, 20).size == 100 * 4 * 20 + 200


@pytest.mark.rule("R-S3", "R-X2")
def test_a_sniper_draws_from_the_pile_of_his_table() -> None:
    """How many jokers it holds is asked of sudden strike, and all else of it is not."""
    fails, three = sniper.Rulings(jokers="fail"), sudden_strike.Rulings(jokers=3)
    red, aims = Card("red", 9), (sniper.Target("infantry"),)
    duel = sniper.Sniper(red, aims, rulings=(fails, three))
    found = sniper.duel_odds(red, "infantry", CommandDeck(jokers=3), rulings=fails)
    assert duel.odds().outcomes == found.outcomes
    assert sniper.Sniper.parse(str(duel)) == duel
    third = [sniper.Shot(red, 5, aims[0], drawn=JOKER)] * 3
    assert not duel.adjudicate(third).found
    with pytest.raises(InvalidValue, match=r"^events\[2\]\.drawn"):
        sniper.Sniper(red, aims, rulings=fails).adjudicate(third)
    assert (
        sniper.Sniper(red, aims, rulings=three).odds().outcomes[1]
        == sniper.Sniper(red, aims).odds().outcomes[1]
    )
    with pytest.raises(InvalidValue, match=r"allowed: no reading of R-X1, R-X7 here"):
        sniper.Sniper(
            red,
            aims,
            rulings=sudden_strike.Rulings(jokers=3, failed_save="vehicles_destroyed", lost="round"),
        )


REFUSED: list[Case] = [
    ("deck: ", CommandDeck, [{}]),
    ("deck: ", lambda jokers: CommandDeck({}, jokers).without_jokers(), [1, 2]),
    ("court_values: ", ranks, [None, 5, (), (11, 12, 13), (1, 2, 3, 4, 5), [11, 12, 13, 14],
                               "JQKA", (0, 1, 2, 3), (True, 2, 3, 4), ("J", 1, 2, 3)]),
]  # fmt: skip


@in_turn("case", REFUSED)
def test_what_is_no_deck(case: Case) -> None:
    refuses(case)
