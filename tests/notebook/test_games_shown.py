"""What the book shows of the games: every explorer's Python line, table and picture is true."""

import pytest

from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers import page as show
from rules_lib.paper_tigers.sniper.state import RED_MARKERS


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
