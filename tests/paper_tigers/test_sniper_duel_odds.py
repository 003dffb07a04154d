"""The odds of a whole duel, beside a direct walk through all its states."""

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper import Rulings
from rules_lib.paper_tigers.sniper.state import MARKERS
from tests.in_turn import in_turn
from tests.oracles.sniper_brute import Hunt, Readings

RED, BLACK = Card("red", 10), Card("black", 8)
TINY = CommandDeck({"six": 6})
TENS = CommandDeck({"ten": 10})
JOKERS = CommandDeck({"five": 5}, jokers=1)

READINGS: list[dict[str, Any]] = [
    dict(zip(("hit_target_spots", "markers_laid", "drawing", "found_by"), chosen, strict=True))
    for chosen in product(
        (True, False),
        ("after_any_shot", "after_a_hit"),
        ("without_replacement", "returned"),
        ("next_success", "elimination"),
    )
]


def hunt(card: Card, deck: CommandDeck, markers: int, chosen: dict[str, Any]) -> Hunt:
    pile = tuple(each for each, copies in deck.cards.cards.items() for _ in range(copies))
    dice = {"red": 3, "black": 2}[card.colour]
    return Hunt(pile, markers, Readings(**chosen), dice, card.value)


def name(chosen: dict[str, Any]) -> str:
    return "-".join(map(str, chosen.values()))


@pytest.mark.slow
@pytest.mark.rule("PT-S8", "PT-S11", "PT-S14", "R-S1", "R-S5", "R-S4", "R-S9")
@in_turn("chosen", READINGS, one_in=2)
@in_turn(("card", "markers"), [(RED, MARKERS), (BLACK, 2)])
def test_every_shot_of_every_reading(chosen: dict[str, Any], card: Card, markers: int) -> None:
    odds = sniper.duel_odds(card, "infantry", TINY, markers=markers, rulings=Rulings(**chosen))
    hidden, hits = hunt(card, TINY, markers, chosen).duel("infantry", 9)
    assert [odds.not_yet(n) for n in range(10)] == hidden
    assert [odds.found_at(n) for n in range(1, 10)] == [
        before - after for before, after in pairwise(hidden)
    ]
    assert odds.hits == sniper.hit(card)
    # A shot is fired while he is hidden, and hits with the same chance each time.
    assert hits[9] == odds.hits * sum(hidden[:9])


@pytest.mark.rule("PT-S2", "R-S1", "R-S5", "R-S4")
@in_turn("chosen", READINGS)
def test_the_means_solve_the_equations_of_the_chain(chosen: dict[str, Any]) -> None:
    odds = sniper.duel_odds(BLACK, "officer", TINY, markers=3, rulings=Rulings(**chosen))
    mean = hunt(BLACK, TINY, 3, chosen).mean_shots("officer")
    assert odds.mean_shots() == mean
    # Hits until he is found: each shot fired hits with the same chance, whatever came before.
    assert odds.mean_hits == Fraction(15, 36) * mean
    assert odds.never == 0


@pytest.mark.rule("R-S3", "R-S8")
@pytest.mark.parametrize("hit_target_spots", [True, False])
@pytest.mark.parametrize("jokers", ["fail", "redraw"])
def test_jokers_and_new_markers(hit_target_spots: bool, jokers: str) -> None:
    chosen = {
        "hit_target_spots": hit_target_spots,
        "jokers": jokers,
        "markers_stay": "new_each_shot",
    }
    read = Rulings(**chosen)  # type: ignore[arg-type]
    odds = sniper.duel_odds(RED, "crew", JOKERS, rulings=read)
    hidden, _ = hunt(RED, JOKERS, MARKERS, chosen).duel("crew", 8)
    assert [odds.not_yet(n) for n in range(9)] == hidden


@pytest.mark.rule("PT-S2", "PT-S14")
def test_mean_hits_by_enumeration() -> None:
    """A sure pile of ones and two markers: found with shot 1 or 2, every throw counted."""
    sure = CommandDeck({"one": 1})
    odds = sniper.duel_odds(BLACK, "officer", sure, markers=2)
    throws = [a + b >= 8 for a, b in product(range(1, 7), repeat=2)]
    total = sum(
        first + (second if green else 0) for first, second, green in product(throws, throws, (0, 1))
    )
    assert odds.mean_hits == Fraction(total, 36 * 36 * 2)
    assert odds.mean_shots() == Fraction(3, 2)
    assert odds.found_at(1) == odds.found_at(2) == Fraction(1, 2)
    assert odds.median_shots() == 1


@pytest.mark.rule("R-S1", "R-S5")
def test_the_default_duel_is_the_search_itself() -> None:
    odds = sniper.duel_odds(Card("red", 8), "infantry")
    search = sniper.search("infantry")
    assert odds.search == search
    assert odds.attempts_per_shot == 1
    assert [odds.not_yet(n) for n in range(60)] == [search.not_yet(n) for n in range(60)]
    assert odds.mean_shots() == search.mean()
    assert odds.median_shots() == search.median()
    assert odds.mean_hits == Fraction(181, 216) * search.mean()


@pytest.mark.rule("R-S1", "R-S5")
def test_what_the_two_readings_are_worth_to_him() -> None:
    """If only missed units look for him, and markers wait for a hit, he lasts longer."""
    card = Card("red", 8)
    means = {
        (spots, laid): sniper.duel_odds(
            card, "infantry", rulings=Rulings.from_ids({"R-S1": spots, "R-S5": laid})
        ).mean_shots()
        for spots, laid in product((True, False), ("after_any_shot", "after_a_hit"))
    }
    plain = means[True, "after_any_shot"]
    assert means[False, "after_any_shot"] == plain / Fraction(35, 216)
    assert means[True, "after_a_hit"] == plain + Fraction(216, 181) - 1
    assert means[False, "after_a_hit"] == plain / Fraction(35, 216) + Fraction(216, 181)


@pytest.mark.parametrize("chosen", READINGS, ids=name)
@pytest.mark.slow
def test_the_median_is_the_first_to_reach_one_half(chosen: dict[str, Any]) -> None:
    odds = sniper.duel_odds(BLACK, "officer", rulings=Rulings(**chosen))
    first = next(n for n in range(200) if odds.not_yet(n) <= Fraction(1, 2))
    assert odds.median_shots() == first


@pytest.mark.rule("R-S1", "R-S5", "PT-S10")
@pytest.mark.parametrize(
    ("card", "deck", "chosen"),
    [
        (Card("red", 8), CommandDeck({"king": 13}), {}),
        (Card("red", 3), TINY, {"hit_target_spots": False}),
        (Card("red", 19), TINY, {"markers_laid": "after_a_hit"}),
    ],
    ids=["no card is reached", "he never misses", "he never hits"],
)
def test_who_is_never_found(card: Card, deck: CommandDeck, chosen: dict[str, Any]) -> None:
    odds = sniper.duel_odds(card, "infantry", deck, rulings=Rulings(**chosen))
    assert odds.never == 1
    assert odds.not_yet(60) == 1
    assert odds.median_shots() is None
    with pytest.raises(InvalidValue, match="duel: 'the sniper is never found'"):
        odds.mean_shots()


@pytest.mark.rule("PT-S10")
def test_a_sniper_who_never_hits_costs_nothing() -> None:
    odds = sniper.duel_odds(Card("black", 13), "officer")
    assert odds.hits == odds.mean_hits == 0
    assert odds.mean_shots() == sniper.search("officer").mean()


@pytest.mark.slow
def test_a_median_far_out_takes_no_time() -> None:
    late = Rulings(markers_laid="after_a_hit")
    odds = sniper.duel_odds(Card("red", 18), "infantry", TINY, rulings=late)
    median = odds.median_shots()
    assert median is not None
    assert odds.not_yet(median) <= Fraction(1, 2) < odds.not_yet(median - 1)
    never_missing = Rulings(hit_target_spots=False)
    rare = sniper.duel_odds(Card("red", 4), "infantry", TENS, markers=1, rulings=never_missing)
    with pytest.raises(InvalidValue, match=r"median: .* at most 500 shots"):
        rare.median_shots()


def test_the_first_and_the_last_shot_that_can_be_asked_for() -> None:
    odds = sniper.duel_odds(BLACK, "officer", TINY, markers=1)
    assert odds.found_at(1) == odds.search.found_at(1) > 0
    assert odds.found_at(500) == odds.not_yet(499) - odds.not_yet(500)
    for shot in (0, 501):
        with pytest.raises(InvalidValue, match=rf"^shot: {shot} .* from 1 to 500"):
            odds.found_at(shot)
