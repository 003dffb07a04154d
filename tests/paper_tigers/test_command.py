"""The command card and its tests."""

from fractions import Fraction
from itertools import product

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.paper_tigers import Card, command
from rules_lib.paper_tigers.command import Colour, CommandTest, Purpose
from tests.in_turn import in_turn

DICE: dict[tuple[Colour, Purpose], int] = {
    ("red", "charge"): 3,
    ("red", "melee"): 3,
    ("red", "movement"): 2,
    ("black", "charge"): 2,
    ("black", "melee"): 2,
    ("black", "movement"): 3,
}


def brute(count: int, value: int) -> Fraction:
    throws = [sum(faces) for faces in product(range(1, 7), repeat=count)]
    return Fraction(sum(total >= value for total in throws), len(throws))


@pytest.mark.rule("PT-M3", "PT-M19")
@in_turn(("colour", "purpose"), list(DICE))
def test_every_chance(colour: Colour, purpose: Purpose) -> None:
    count = DICE[colour, purpose]
    for value in range(2, 21):
        card = Card(colour, value)
        assert card.dice_for(purpose) == count
        assert command.chance(card, purpose) == brute(count, value)


@pytest.mark.rule("PT-M3", "PT-M19")
def test_the_dice_of_a_card() -> None:
    assert (Card("red", 7).combat_dice, Card("red", 7).movement_dice) == (3, 2)
    assert (Card("black", 7).combat_dice, Card("black", 7).movement_dice) == (2, 3)


@pytest.mark.rule("PT-M3")
@pytest.mark.parametrize(("roll", "passed"), [(6, False), (7, True), (8, True)])
def test_reaching_the_card_is_enough(roll: int, passed: bool) -> None:
    test = CommandTest(Card("red", 7), "charge", roll)
    assert test.passed == passed
    assert str(test) == (
        f"charge test: {roll} with 3 dice against red 7, {'passed' if passed else 'failed'}"
    )


@pytest.mark.rule("PT-M3")
@pytest.mark.parametrize("purpose", ["charge", "melee", "movement"])
def test_without_a_card_there_is_no_test(purpose: Purpose) -> None:
    nothing: Card = None  # type: ignore[assignment]
    for asks in (
        lambda: command.chance(nothing, purpose),
        lambda: CommandTest(nothing, purpose, 7),
    ):
        with pytest.raises(IllegalAction, match=r"card: .* without a command card") as error:
            asks()
        assert error.value.clauses == ("PT-M3",)


@pytest.mark.rule("PT-M3", "PT-M19")
@in_turn(("colour", "purpose"), list(DICE))
def test_a_test_takes_what_its_dice_can_show(colour: Colour, purpose: Purpose) -> None:
    count = DICE[colour, purpose]
    for roll in (count, 6 * count):
        CommandTest(Card(colour, 7), purpose, roll)
    for roll in (count - 1, 6 * count + 1):
        with pytest.raises(InvalidValue, match=f"{purpose} roll: {roll} .* {count} to {6 * count}"):
            CommandTest(Card(colour, 7), purpose, roll)


@pytest.mark.rule("PT-M4", "PT-M19")
@in_turn("value", range(2, 21))
def test_black_moves_and_red_fights(value: int) -> None:
    trade = command.colour_trade(value)
    assert trade.red_fights == trade.black_moves == brute(3, value)
    assert trade.red_moves == trade.black_fights == brute(2, value)
    if 3 <= value <= 18:
        assert trade.red_fights > trade.black_fights
        assert trade.black_moves > trade.red_moves


@pytest.mark.rule("PT-M4", "PT-M19")
@in_turn("value", range(2, 21))
def test_to_move_and_charge_the_colour_is_all_one(value: int) -> None:
    trade = command.colour_trade(value)
    assert trade.red_moves * trade.red_fights == trade.black_moves * trade.black_fights


@in_turn(
    ("text", "card"),
    [
        ("red 7", Card("red", 7)),
        ("rote 7", Card("red", 7)),
        ("rot 7", Card("red", 7)),
        ("schwarz 8", Card("black", 8)),
        ("schwarze 8", Card("black", 8)),
        ("black 10", Card("black", 10)),
        ("  Red   7 ", Card("red", 7)),
        ("BLACK-13", Card("black", 13)),
        ("red7", Card("red", 7)),
    ],
)
def test_cards_in_words(text: str, card: Card) -> None:
    assert Card.parse(text) == card
    assert Card.parse(str(card)) == card


@in_turn(
    "text",
    ["", "red", "7", "green 7", "red 7 8", "red -7", "red 7.0", "red7x", "red ７x", "red 1e3"],
)
def test_words_that_are_no_card(text: str) -> None:
    with pytest.raises(InvalidValue, match=r"card: .* allowed: a colour .*'red 7'"):
        Card.parse(text)


def test_a_card_below_two_is_named_by_its_value() -> None:
    with pytest.raises(InvalidValue, match="value: 1 was given; allowed: a whole number from 2 up"):
        Card.parse("red 1")
    with pytest.raises(InvalidValue, match="colour: 'green' was given; allowed: 'red' or 'black'"):
        Card("green", 7)  # type: ignore[arg-type]


@pytest.mark.rule("PT-M3")
def test_a_value_that_no_roll_reaches_is_legal() -> None:
    for value in (19, 10**9, 10**18):
        assert command.chance(Card("red", value), "charge") == 0
    assert command.chance(Card("red", 18), "charge") == Fraction(1, 216)


def test_cards_sort_by_colour_and_value() -> None:
    """So that a table of results can be grouped by them."""
    cards = [Card.parse(each) for each in ("red 9", "black 3", "red 2", "black 10")]
    assert [str(each) for each in sorted(cards)] == ["black 3", "black 10", "red 2", "red 9"]
    house = Card("red", 9, house_dice=(4, 2))
    assert sorted([house, Card("red", 9)]) == [Card("red", 9), house]
    with pytest.raises(TypeError):
        sorted([Card("red", 9), 7])  # type: ignore[type-var]
