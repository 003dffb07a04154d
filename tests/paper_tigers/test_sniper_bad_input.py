"""Hostile values at every door of the sniper rules."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper import IncompleteRecord, Position, Rulings, Shot, Target
from rules_lib.paper_tigers.sniper.state import MARKERS, RED_MARKERS
from tests.hostile import Case, refuses
from tests.in_turn import in_turn

CARD, UNIT, OUT = Card("red", 8), Target("infantry"), Position(laid=True, reds=RED_MARKERS)
SEEN: dict[str, Any] = {"drawn": 5, "spot_roll": 12, "marker": "red"}
NO_MARKERS = [0, -1, 51]
NO_ROLL = [1, 0, -3, 19]
NO_WORD: list[Any] = ["", "green", 5]
NO_COURT = [None, 5, (), (1, 2, 3), [11, 12, 13, 14], (0, 1, 2, 3), (True, 2, 3, 4), "JQKA"]


def one(roll: Any = 8, target: Any = UNIT, **rest: Any) -> object:
    return sniper.adjudicate([Shot(CARD, roll, target, **rest)])


RULINGS: list[Case] = [
    ("court_values (R-S2)", lambda x: Rulings(court_values=x), NO_COURT),
    ("ruling", Rulings.field_of, ["", "R-S99", "R-M1", "R-X1"]),
]

ODDS: list[Case] = [
    ("drawn", lambda x: sniper.spots(x, 7, "crew"), [0, -1]),
    ("roll", lambda x: sniper.spots(7, x, "crew"), [*NO_ROLL, 13]),
    ("markers", lambda x: sniper.successes_needed(x, Rulings()), NO_MARKERS),
    ("deck.jokers", lambda n: sniper.search("crew", CommandDeck(jokers=n)), [1, 2]),
    ("markers", lambda x: sniper.search("crew", markers=x), NO_MARKERS),
    ("attempts", sniper.search("crew").not_yet, [-1, 2001]),
    ("attempt", sniper.search("crew").found_at, [-1, 0, 2001]),
    ("spotter", lambda x: sniper.discovery(x, 1), [*NO_WORD, ["green"], [None], ["crew"] * 2, ()]),
    ("spotter", lambda x: sniper.discovery(["crew", x], 2), NO_WORD),
    ("attempts", lambda x: sniper.discovery("crew", x), [-1, 0, 2001]),
    ("markers", lambda x: sniper.discovery("crew", 3, markers=x), NO_MARKERS),
    ("markers", lambda x: sniper.duel_odds(CARD, "crew", markers=x), NO_MARKERS),
    ("shots", sniper.duel_odds(CARD, "crew").not_yet, [-1, 501]),
    ("shot", sniper.duel_odds(CARD, "crew").found_at, [-1, 0, 501]),
]

DUEL: list[Case] = [
    ("hits", lambda x: Target("crew", x), [-1, 2]),
    ("markers", Position, NO_MARKERS),
    ("reds", lambda x: Position(laid=True, reds=x), [-1, MARKERS]),
    ("reds", lambda x: Position(reds=x), [1, 3]),
    ("position", lambda x: sniper.after_shot(x, True, Rulings()), [Position(found=True)]),
    ("position", sniper.after_move, [Position(found=True)]),
    ("marker", lambda x: sniper.turn(OUT, x, Rulings()), ["", "blue"]),
    ("events[0]", lambda x: sniper.adjudicate([x]), [None, "red 7", []]),
    ("markers", lambda x: sniper.adjudicate([], markers=x), NO_MARKERS),
    ("events[0].roll", lambda x: one(x), [*NO_ROLL, 2]),
    ("events[0].drawn", lambda x: one(drawn=x, spot_roll=7), [1, 15, "joker"]),
    ("events[0].spot_roll", lambda x: one(drawn=7, spot_roll=x), [*NO_ROLL, 13]),
    ("events[0].spot_roll", lambda x: one(spot_roll=x), [7, 2]),
    ("events[0].marker", lambda x: one(marker=x), ["red", "green"]),
    ("events[0].marker", lambda x: one(drawn=7, spot_roll=6, marker=x), ["red", "green"]),
    ("events[0].marker", lambda x: one(drawn=7, spot_roll=12, marker=x), ["", "blue"]),
]  # fmt: skip


@in_turn(
    "case",
    [*RULINGS, *ODDS, *DUEL],
)
def test_what_is_refused(case: Case) -> None:
    refuses(case)


def test_an_unknown_spotter_lists_those_there_are() -> None:
    calls: list[Callable[[Any], object]] = [
        sniper.spotting,
        sniper.search,
        Target,
        sniper.visibility_raise,
    ]
    for call in calls:
        with pytest.raises(
            InvalidValue,
            match=f"{'kind' if call is Target else 'spotter'}: 'cook' was given; "
            "allowed: infantry, crew, small_team, officer, observer, sniper",
        ):
            call("cook")


def test_what_is_missing_from_a_record() -> None:
    with pytest.raises(IncompleteRecord, match=r"events\[0\]\.spot_roll: a card was drawn"):
        one(drawn=7)
    with pytest.raises(IncompleteRecord, match=r"events\[0\]\.marker: the attempt succeeded"):
        one(drawn=7, spot_roll=12)


@pytest.mark.rule("PT-S1")
@in_turn(
    "vehicle",
    ["vehicle", "unarmoured_vehicle", "armoured_vehicle", "tank", "heavy_tank", "aircraft"],
)
def test_a_vehicle_as_his_target_is_not_in_the_source(vehicle: Any) -> None:
    """PT-S1 names people on foot, PT-S12 three more kinds; of vehicles nothing is said."""
    calls: list[Callable[[Any], object]] = [
        Target,
        sniper.spotting,
        sniper.spotting_raise,
        sniper.search,
        lambda x: sniper.discovery(x, 3),
        lambda x: sniper.duel_odds(CARD, x),
    ]
    told = vehicle.replace("_", " ")
    for call in calls:
        field = "kind" if call is Target else "spotter"
        with pytest.raises(
            UnspecifiedBySource, match=rf"^{field}: a vehicle \({told}\) as the sniper’s target"
        ):
            call(vehicle)


@pytest.mark.rule("PT-S15")
def test_what_a_found_sniper_does_is_not_in_the_source() -> None:
    found = Shot(CARD, 8, UNIT, 5, 9, "green")
    impossible = Shot(CARD, 99, UNIT)
    for further, does in ((found, "shoots again"), (impossible, "shoots again"),
                          (sniper.Move(), "moves")):  # fmt: skip
        with pytest.raises(
            UnspecifiedBySource,
            match=rf"events\[1\]: a sniper who has been found and {does}: unspecified by",
        ):
            sniper.adjudicate([found, further])


def test_a_green_marker_is_there_even_if_it_is_the_only_one() -> None:
    (told,) = sniper.adjudicate(
        [Shot(CARD, 8, UNIT, **{**SEEN, "marker": "green"})], markers=1
    ).shots
    assert told.position.found
    with pytest.raises(InvalidValue, match=r"marker: 'red' .* 'green', the only one left"):
        sniper.adjudicate([Shot(CARD, 8, UNIT, **SEEN)], markers=1)
