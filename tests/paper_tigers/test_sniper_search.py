"""How long it takes to find the sniper, beside every order of small piles."""

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import sniper
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper import Rulings, Spotter
from rules_lib.paper_tigers.sniper.odds import first_half
from rules_lib.paper_tigers.sniper.state import MARKERS
from tests.in_turn import in_turn
from tests.oracles.sniper_brute import Card, Hunt, Readings, every_order

EASY = CommandDeck({"four": 4, "nine": 9})
TINY = CommandDeck({"six": 6})
JOKERS = CommandDeck({"five": 5}, jokers=2)

READINGS = [
    dict(
        zip(("jokers", "drawing", "markers_stay", "found_by", "crews_raised"), chosen, strict=True)
    )
    for chosen in product(
        ("none", "fail", "redraw"),
        ("without_replacement", "returned"),
        ("between_shots", "new_each_shot"),
        ("next_success", "elimination"),
        (True, False),
    )
]


def pile(deck: CommandDeck) -> tuple[Card, ...]:
    return tuple(card for card, copies in deck.cards.cards.items() for _ in range(copies))


def distribution(hidden: list[Fraction]) -> dict[int | None, Fraction]:
    """From the chances to be hidden after 0, 1, … attempts to those of the finding attempt."""
    found: dict[int | None, Fraction] = {
        at: hidden[at - 1] - hidden[at] for at in range(1, len(hidden))
    }
    return {at: p for at, p in {**found, None: hidden[-1]}.items() if p}


def rulings(chosen: dict[str, Any]) -> Rulings:
    return Rulings(**chosen)


@pytest.mark.rule("PT-S11", "PT-S13", "PT-S14", "R-S4")
@pytest.mark.parametrize("markers", [1, 2, 4])
@pytest.mark.parametrize("spotters", [["infantry"] * 6, ["officer"] * 5, ["infantry", "officer",
                                      "crew", "observer", "officer", "infantry"]])  # fmt: skip
def test_every_order_of_a_tiny_pile_reshuffled_on_the_way(
    markers: int, spotters: list[Spotter]
) -> None:
    raised = [0 if kind in ("officer", "observer") else 2 for kind in spotters]
    deck = CommandDeck({"five": 5}, jokers=1)
    expected = {at: p for at, p in every_order(pile(deck), markers, raised).items() if p}
    read = Rulings(jokers="fail")
    found = sniper.discovery(spotters, len(spotters), deck, markers=markers, rulings=read)
    assert dict(found) == expected
    if len(set(spotters)) == 1:
        one = sniper.discovery(spotters[0], len(spotters), deck, markers=markers, rulings=read)
        assert one == found


@pytest.mark.rule("R-S4", "PT-S14")
@pytest.mark.parametrize("markers", [1, 3, 4])
def test_every_order_of_eight_cards(markers: int) -> None:
    raised = [2, 0, 2, 2]
    kinds: list[Spotter] = ["infantry", "sniper", "crew", "small_team"]
    expected = {at: p for at, p in every_order(pile(EASY), markers, raised).items() if p}
    assert dict(sniper.discovery(kinds, 4, EASY, markers=markers)) == expected


@pytest.mark.slow
@pytest.mark.rule("PT-S14", "R-S3", "R-S4", "R-S6", "R-S8", "R-S9")
@in_turn("chosen, markers", product(READINGS, [1, 2, 4]), sampled=5)
def test_every_reading(chosen: dict[str, Any], markers: int) -> None:
    deck = EASY if chosen["jokers"] == "none" else JOKERS
    hunt = Hunt(pile(deck), markers, Readings(**chosen))
    same: list[Spotter] = ["crew"] * 10
    mixed: list[Spotter] = ["crew", "officer", "infantry", "officer", "crew", "crew", "crew"]
    for kinds in (same, mixed):
        expected = distribution(hunt.search(kinds))
        read: Any = {"markers": markers, "rulings": rulings(chosen)}
        assert dict(sniper.discovery(kinds, len(kinds), deck, **read)) == expected
    search = sniper.search("crew", deck, markers=markers, rulings=rulings(chosen))
    hidden = hunt.search(same)
    assert [search.not_yet(n) for n in range(11)] == hidden
    assert [search.found_at(n) for n in range(1, 11)] == [
        before - after for before, after in pairwise(hidden)
    ]


@pytest.mark.rule("R-S3", "R-S4", "R-S8", "R-S9")
@in_turn("chosen", READINGS[::2], one_in=3)
@in_turn("markers", [1, 2, 3], one_in=2)
def test_the_mean_solves_the_equations_of_the_chain(chosen: dict[str, Any], markers: int) -> None:
    deck = TINY if chosen["jokers"] == "none" else JOKERS
    hunt = Hunt(pile(deck), markers, Readings(**chosen))
    search = sniper.search("crew", deck, markers=markers, rulings=rulings(chosen))
    assert search.mean() == hunt.mean_attempts("crew")


@pytest.mark.rule("R-S4")
def test_the_mean_of_two_different_cards() -> None:
    search = sniper.search("infantry", EASY, markers=2)
    assert search.mean() == Hunt(pile(EASY), 2).mean_attempts("infantry")


@pytest.mark.rule("PT-S11", "PT-S12", "PT-S14", "R-S4")
def test_the_plain_hunt() -> None:
    """52 cards, four markers: successes are geometric if each card comes back."""
    for kind, expected in (("infantry", Fraction(145, 468)), ("officer", Fraction(216, 468))):
        returned = sniper.search(kind, rulings=Rulings(drawing="returned"))  # type: ignore[arg-type]
        assert returned.mean() == Fraction(MARKERS + 1, 2) / expected
        assert returned.not_yet(1) == 1 - expected / MARKERS
    infantry, officer = sniper.search("infantry"), sniper.search("officer")
    assert infantry.not_yet(1) == 1 - Fraction(145, 468) / MARKERS
    assert officer.mean() < infantry.mean()
    # Drawing without replacement, the successes are spread more evenly.
    assert infantry.mean() < Fraction(MARKERS + 1, 2) / Fraction(145, 468)


@pytest.mark.rule("R-S4")
def test_the_mean_is_the_sum_of_the_chances_to_be_hidden() -> None:
    officer = sniper.search("officer")
    assert officer.not_yet(51) > 0
    # The four 2s of a pass are sure successes.
    last = 52 * -(-MARKERS // 4)
    assert officer.not_yet(last) == 0
    assert officer.mean() == sum((officer.not_yet(n) for n in range(last)), Fraction(0))
    infantry = sniper.search("infantry")
    head = sum((infantry.not_yet(n) for n in range(52 * 5)), Fraction(0))
    assert 0 < infantry.mean() - head < Fraction(1, 10**9)


@pytest.mark.rule("PT-S14", "R-S4")
@in_turn("kind", ["infantry", "officer"])
@in_turn("drawing", ["without_replacement", "returned"])
def test_the_median_is_the_first_to_reach_one_half(kind: Spotter, drawing: Any) -> None:
    search = sniper.search(kind, rulings=Rulings(drawing=drawing))
    first = next(n for n in range(100) if search.not_yet(n) <= Fraction(1, 2))
    assert search.median() == first
    found = sniper.discovery(kind, 40, rulings=Rulings(drawing=drawing))
    assert sum(found[n] for n in range(1, first)) < Fraction(1, 2)
    assert sum(found[n] for n in range(1, first + 1)) >= Fraction(1, 2)


@pytest.mark.rule("PT-S15")
def test_a_median_met_exactly() -> None:
    sure = CommandDeck({"one": 1})
    search = sniper.search("officer", sure, markers=2)
    assert search.not_yet(1) == Fraction(1, 2)
    assert search.median() == 1
    assert search.mean() == Fraction(3, 2)
    assert search.not_yet(2) == 0
    assert sniper.search("officer", sure, markers=1).median() == 1


@pytest.mark.rule("R-S4", "PT-S11")
def test_the_pile_runs_out_and_is_shuffled_again() -> None:
    deck = CommandDeck({"one": 1}, jokers=4)
    search = sniper.search("officer", deck, markers=20, rulings=Rulings(jokers="fail"))
    # Four sure successes a pass of eight cards: 20 markers last five passes.
    assert [search.not_yet(8 * n) for n in range(6)] == [1 - Fraction(n, 5) for n in range(6)]
    assert search.not_yet(2000) == 0
    far = sniper.discovery("officer", 200, deck, markers=20, rulings=Rulings(jokers="fail"))
    assert far[None] == 0
    assert sum(far.values()) == 1


@pytest.mark.rule("PT-S12")
def test_one_officer_among_the_targets() -> None:
    others: list[Spotter] = ["infantry"] * 5
    plain = sniper.discovery("infantry", 6)
    early = sniper.discovery(["officer", *others], 6)
    late = sniper.discovery([*others, "officer"], 6)
    assert early[1] > plain[1] == late[1]
    assert early[None] < plain[None]
    # Cards are exchangeable: it does not matter for the whole when the officer looks.
    assert early[None] == late[None]


@pytest.mark.rule("PT-S11")
def test_a_sniper_whom_nobody_can_find() -> None:
    hopeless = sniper.search("infantry", CommandDeck({"king": 13}))
    assert hopeless.never == 1
    assert hopeless.not_yet(2000) == 1
    assert hopeless.median() is None
    with pytest.raises(InvalidValue, match="spotter: 'no attempt can succeed'"):
        hopeless.mean()
    found = sniper.discovery("infantry", 9, CommandDeck({"king": 13}))
    assert dict(found) == {None: 1}
    assert sniper.search("infantry").never == 0
    # An attempt that can succeed is enough, however late it comes in a pile of one's own.
    sure, half = (Fraction(1),), (Fraction(1, 2),)
    assert sniper.Search({1: Fraction(1)}, (sure, sure, half)).never == 0


def test_a_median_beyond_the_limit_is_refused_at_once() -> None:
    rare = CommandDeck({"twelve": 12, **{f"king {n}": 13 for n in range(99)}})
    search = sniper.search("officer", rare, rulings=Rulings(drawing="returned"))
    with pytest.raises(InvalidValue, match=r"median: .* at most 2000 attempts"):
        search.median()
    assert search.mean() == Fraction(MARKERS + 1, 2) * 3600


@pytest.mark.rule("R-S2", "R-S3", "R-S4", "R-S8", "R-S9")
@in_turn(
    "flipped",
    [
        Rulings(drawing="returned"),
        Rulings(markers_stay="new_each_shot"),
        Rulings(found_by="elimination"),
        Rulings(jokers="fail"),
        Rulings(court_values=(10, 10, 10, 11)),
    ],
)
def test_each_reading_changes_the_plain_hunt(flipped: Rulings) -> None:
    assert sniper.search("officer", rulings=flipped).mean() != sniper.search("officer").mean()


@pytest.mark.rule("PT-S14", "R-S4", "R-S8")
@in_turn("drawing", ["without_replacement", "returned"])
@in_turn("stay", ["between_shots", "new_each_shot"])
def test_more_attempts_than_cards(drawing: Any, stay: Any) -> None:
    """Units of two kinds, in another order each time a pile of six cards is shuffled."""
    read: dict[str, Any] = {"jokers": "fail", "drawing": drawing, "markers_stay": stay}
    hunt = Hunt(pile(JOKERS), 3, Readings(**read))
    first: list[Spotter] = ["crew", "officer", "crew", "crew", "officer", "infantry"]
    kinds = [*first, *sorted(first)]
    found = sniper.discovery(kinds, 12, JOKERS, markers=3, rulings=Rulings(**read))
    assert dict(found) == distribution(hunt.search(kinds))
    search = sniper.search("crew", JOKERS, markers=3, rulings=Rulings(**read))
    hidden = hunt.search(["crew"] * 15)
    assert [search.not_yet(n) for n in range(16)] == hidden
    assert [search.found_at(n) for n in range(1, 16)] == [
        before - after for before, after in pairwise(hidden)
    ]


def test_the_first_and_the_last_attempt_that_can_be_asked_for() -> None:
    search = sniper.search("officer")
    assert search.found_at(1) == Fraction(216, 468) / MARKERS
    assert search.found_at(2000) == search.not_yet(2000) == 0
    for attempt in (0, 2001):
        with pytest.raises(InvalidValue, match=rf"^attempt: {attempt} .* from 1 to 2000"):
            search.found_at(attempt)


@in_turn("half", [0, 1, 6, 7])
def test_a_median_may_be_the_last_number_that_is_followed(half: int) -> None:
    def not_yet(n: int) -> Fraction:
        return Fraction(1, 2) if n >= half else Fraction(2, 3)

    assert first_half(not_yet, 7, "attempts") == half
    if half:
        with pytest.raises(InvalidValue, match=f"median: .*more than {half - 1}.* attempts"):
            first_half(not_yet, half - 1, "attempts")


@pytest.mark.rule("PT-S14", "R-S9")
def test_the_most_markers() -> None:
    """Fifty are just allowed: each is as likely as any other to be the green one."""
    needed = sniper.successes_needed(50, Rulings())
    assert dict(needed) == {at: Fraction(1, 50) for at in range(1, 51)}
    fewer = sniper.successes_needed(50, Rulings(found_by="elimination"))
    assert dict(fewer) == {**{at: Fraction(1, 50) for at in range(1, 49)}, 49: Fraction(2, 50)}
