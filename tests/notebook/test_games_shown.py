"""What the book shows of the games: every explorer's Python line, table and picture is true."""

from fractions import Fraction

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.notebook.drawing import card_art
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers import page as show
from rules_lib.paper_tigers.sniper.state import RED_MARKERS


@pytest.mark.rule("R-S3", "R-S7", "R-X9")
def test_what_snipers_and_strikes_assume_stands_beside_the_numbers() -> None:
    assert sniper.UNHURT_TARGETS in show.SPOTTING.note
    assert "The pile has 52 cards; where sudden strike is in play" in show.SPOTTING.note
    assert "each target unhurt before the shot" in show.duel_table().caption
    assert "Each target is unhurt before the shot. Pile: 52 cards, no jokers" in (
        show.found_by_shot().answer
    )
    assert "Pile: 52 cards and 2 jokers, freshly shuffled" in show.strikes_in_a_round().answer
    for words in (show.STRIKE.note, show.unharmed_map().answer):
        assert "own dice" in words
        assert "(R-X9)" in words


def test_what_is_no_unit_or_card_is_refused() -> None:
    for units in ({}, {99: Fraction(1, 2)}):
        with pytest.raises(InvalidValue, match=r"arrivals: .* some of the units 1, "):
            show.arrival_picture(units)
    with pytest.raises(InvalidValue, match="card: 'blue' was given; allowed: red, black"):
        card_art("blue", 7)  # type: ignore[arg-type]


def test_a_told_duel_draws_each_roll_and_the_marker_that_is_turned() -> None:
    duel = sniper.adjudicate(
        [sniper.Shot(Card("red", 9), 11, sniper.Target("infantry"), 6, 9, "red")]
    )
    told = show.tell_duel(duel, [("red", 9, (5, 4, 2)), ("black", 6, (5, 4))], "A duel")
    assert [drawing.alt for drawing in told.drawings.values()] == [
        "command card red 9; dice: 5, 4, 2",
        "command card black 6; dice: 5, 4",
        f"a marker is turned: red; {RED_MARKERS} face down",
    ]
    found = sniper.adjudicate(
        [sniper.Shot(Card("red", 9), 11, sniper.Target("infantry"), 6, 9, "green")]
    )
    told = show.tell_duel(found, [("red", 9, (5, 4, 2)), ("black", 6, (5, 4))], "Found")
    assert [each.alt for each in told.drawings.values()][-1] == "a marker is turned: green"
    with pytest.raises(ValueError, match=r"hands: .* one for each throw"):
        show.tell_duel(duel, [], "too few hands")
