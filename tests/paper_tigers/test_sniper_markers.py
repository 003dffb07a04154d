"""Where the sniper is, marker by marker, and what his hit does."""

from fractions import Fraction
from itertools import product
from typing import get_args

import pytest

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import sniper
from rules_lib.paper_tigers.sniper import Effect, Position, Rulings, Spotter, Target
from rules_lib.paper_tigers.sniper.state import RED_MARKERS
from tests.in_turn import in_turn
from tests.oracles.sniper_brute import rows

READ = Rulings()
SECRET = Position()
OUT = Position(laid=True, reds=RED_MARKERS)


@pytest.mark.rule("PT-S4", "PT-S16")
def test_at_first_nothing_shows_where_he_is() -> None:
    assert SECRET.secret
    assert not SECRET.found
    assert SECRET.barely_visible


@pytest.mark.rule("PT-S5")
def test_a_shot_or_a_move_brings_four_markers_out_one_of_them_green() -> None:
    for position in (sniper.after_shot(SECRET, True, READ), sniper.after_move(SECRET)):
        assert position == OUT
        assert not position.secret
        assert position.markers == 4


@pytest.mark.rule("PT-S5", "R-S5")
@in_turn(
    ("reading", "hit", "laid"),
    [
        ("after_any_shot", True, True),
        ("after_any_shot", False, True),
        ("after_a_hit", True, True),
        ("after_a_hit", False, False),
    ],
)
def test_markers_after_a_miss(reading: str, hit: bool, laid: bool) -> None:
    rulings = Rulings(markers_laid=reading)  # type: ignore[arg-type]
    assert sniper.after_shot(SECRET, hit, rulings) == (OUT if laid else SECRET)
    # A move lays them under every reading.
    assert sniper.after_move(SECRET) == OUT


@pytest.mark.rule("R-S8", "PT-S5")
@pytest.mark.parametrize("hit", [True, False])
def test_which_markers_stay(hit: bool) -> None:
    worn = sniper.turn(OUT, "red", READ)
    assert worn.reds == RED_MARKERS - 1
    assert sniper.after_shot(worn, hit, READ) == worn
    assert sniper.after_shot(worn, hit, Rulings(markers_stay="new_each_shot")) == OUT
    assert sniper.after_move(worn) == OUT


@pytest.mark.rule("R-S12", "PT-S5", "PT-S6")
def test_a_later_move_and_the_markers_that_are_out() -> None:
    stays = Rulings(later_move="green_moves")
    for reds in range(4):
        worn = Position(laid=True, reds=reds)
        assert sniper.after_move(worn, READ) == OUT
        assert sniper.after_move(worn, stays) == worn
    # There are none before: four are laid under both readings.
    assert sniper.after_move(SECRET, stays) == OUT


@pytest.mark.rule("PT-S13", "PT-S14", "PT-S15", "PT-S6")
def test_each_red_marker_goes_and_the_green_one_finds_him() -> None:
    position = OUT
    for reds in reversed(range(RED_MARKERS)):
        position = sniper.turn(position, "red", READ)
        assert (position.reds, position.laid, position.found) == (reds, True, False)
    with pytest.raises(InvalidValue, match="marker: 'red' was given; allowed: 'green'"):
        sniper.turn(position, "red", READ)
    for reds in (0, 1, 2, 3):
        found = sniper.turn(Position(laid=True, reds=reds), "green", READ)
        assert (found.found, found.laid, found.reds) == (True, False, 0)
        assert not found.secret
        assert found.barely_visible


@pytest.mark.rule("R-S9", "PT-S15")
@in_turn("markers", [2, 3, 4, 7])
def test_the_last_red_marker_may_find_him(markers: int) -> None:
    elimination = Rulings(found_by="elimination")
    position = Position(markers, laid=True, reds=markers - 1)
    for _ in range(markers - 2):
        position = sniper.turn(position, "red", elimination)
        assert not position.found
    assert not sniper.turn(position, "red", READ).found
    assert sniper.turn(position, "red", elimination).found


@pytest.mark.rule("PT-S13")
def test_no_marker_can_be_turned_before_one_is_out() -> None:
    with pytest.raises(IllegalAction, match="marker: none is out") as error:
        sniper.turn(SECRET, "green", READ)
    assert error.value.clauses == ("PT-S5", "PT-S13")
    found = sniper.turn(OUT, "green", READ)
    with pytest.raises(IllegalAction, match="marker: none is out"):
        sniper.turn(found, "green", READ)


@pytest.mark.rule("PT-S15")
def test_what_a_found_sniper_does_next_is_not_in_the_source() -> None:
    found = Position(found=True)
    with pytest.raises(UnspecifiedBySource, match=r"position: a sniper .* found and moves"):
        sniper.after_move(found)
    with pytest.raises(UnspecifiedBySource, match=r"position: a sniper .* and shoots again"):
        sniper.after_shot(found, True, READ)
    with pytest.raises(InvalidValue, match=r"found: True .* False while markers are out"):
        Position(laid=True, reds=1, found=True)


@pytest.mark.rule("PT-S13", "PT-S14", "R-S9")
@in_turn("found_by", ["next_success", "elimination"])
@in_turn("markers", [1, 2, 3, 4, 6])
def test_the_successes_needed_are_those_of_the_markers_in_a_row(
    markers: int, found_by: str
) -> None:
    """Turn the rows of the oracle through the rule itself, and count."""
    rulings = Rulings(found_by=found_by)  # type: ignore[arg-type]
    distribution: dict[int, Fraction] = {}
    for row in rows(markers):
        position, turned = Position(markers, laid=True, reds=markers - 1), 0
        while not position.found:
            dot = row[turned]
            assert dot in ("red", "green")
            position = sniper.turn(position, "green" if dot == "green" else "red", rulings)
            turned += 1
        distribution[turned] = distribution.get(turned, Fraction(0)) + Fraction(1, markers)
    assert sniper.successes_needed(markers, rulings) == distribution
    if found_by == "next_success":
        assert distribution == dict.fromkeys(range(1, markers + 1), Fraction(1, markers))


@pytest.mark.rule("PT-S13", "PT-S14")
def test_one_in_four_one_in_three_one_in_two_and_then_surely() -> None:
    needed = sniper.successes_needed(4, READ)
    left, odds = Fraction(1), []
    for success in range(1, 5):
        odds.append(needed[success] / left)
        left -= needed[success]
    assert odds == [Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), 1]


@pytest.mark.rule("R-S8")
def test_with_new_markers_each_time_a_success_finds_him_or_starts_again() -> None:
    assert sniper.successes_needed(4, Rulings(markers_stay="new_each_shot")) == {1: 1}


KINDS: tuple[Spotter, ...] = get_args(Spotter)


@pytest.mark.rule("PT-S1", "PT-S2", "PT-S3", "PT-S9", "PT-S10", "R-S7", "R-S10")
@in_turn(("kind", "hits"), list(product(KINDS, (0, 1))))
def test_what_a_shot_does(kind: Spotter, hits: int) -> None:
    target = Target(kind, hits)
    nothing = Effect(False, False, False, False)
    for removes, recovery in product((True, False), ("all_targets", "infantry_only")):
        rulings = Rulings(second_hit_removes=removes, recovery=recovery)  # type: ignore[arg-type]
        assert sniper.effect(target, False, rulings) == nothing
        gone = removes and hits == 1
        tested: bool | None = not gone and (recovery == "all_targets" or kind == "infantry")
        if not gone and not tested and kind in ("officer", "observer"):
            tested = None
        assert sniper.effect(target, True, rulings) == Effect(True, gone, True, tested)


@pytest.mark.rule("PT-S2", "PT-S3", "R-S10")
@in_turn("kind", KINDS)
def test_infantry_must_recover_and_of_officers_and_observers_nothing_is_said(kind: Spotter) -> None:
    hit = sniper.effect(Target(kind), True)
    assert hit.damaged
    assert hit.loses_activations
    if kind in ("officer", "observer"):
        with pytest.raises(UnspecifiedBySource, match="target: whether a unit with an officer or"):
            _ = hit.must_recover
    else:
        assert hit.must_recover == (kind == "infantry")
    assert sniper.effect(Target(kind), True, Rulings(recovery="all_targets")).must_recover
    gone = sniper.effect(Target(kind, 1), True, Rulings(second_hit_removes=True))
    assert not gone.must_recover
    assert not sniper.effect(Target(kind), False).must_recover
