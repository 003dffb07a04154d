"""A chance in words, as a percentage, as a small integer: against definitions of their own."""

import re
from fractions import Fraction as F
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.text.chances import (
    chance_in_words,
    percent,
    percent_of_code,
    permille_code,
    three_ways,
    whole_percent,
)
from tests.in_turn import in_turn
from tests.shown_right.reading import is_in_words, is_percent

chances = st.fractions(0, 1, max_denominator=10**9)


def understood(words: str) -> F:
    """Read the words back: the chance that a listener hears."""
    if words in {"never", "always"}:
        return F(words == "always")
    if "half the time" in words:
        return F(1, 2)
    found = re.search(r"(\d[\d,]*) times? in (\d[\d,]*|a million)", words)
    assert found, words
    times, every = (int(n.replace(",", "").replace("a million", "1000000")) for n in found.groups())
    return 1 - F(times, every) if "all but" in words else F(times, every)


EXAMPLES = Path(__file__).with_name("chances.txt").read_text("utf-8").splitlines()[1:]


@in_turn("row", EXAMPLES)
def test_examples_in_words(row: str) -> None:
    chance, words = row.split(" | ")
    assert chance_in_words(F(chance)) == words


@given(st.fractions(F(1, 10), F(9, 10), max_denominator=10**6))
def test_a_fraction_is_told_only_where_it_is_simpler_than_the_percentage(chance: F) -> None:
    words = chance_in_words(chance)
    simple = {F(n, d) for d in range(2, 7) for n in range(1, d)}
    near = [each for each in simple if abs(each - chance) <= F(1, 100)]
    assert abs(understood(words) - chance) <= F(1, 100)
    if words.endswith(" in 8"):
        assert understood(words) == chance
    else:
        assert [understood(words)] == near or words.endswith((" in 10", " in 100"))
        assert not near or understood(words) in simple


@given(chances)
def test_words_and_percentage_say_the_chance(chance: F) -> None:
    """Small ones in two digits, others within a point; exact where nothing says "about"."""
    assert is_in_words(chance_in_words(chance), chance)
    assert is_percent(percent(chance), chance)


@given(chances, chances)
def test_words_keep_the_order(one: F, other: F) -> None:
    low, high = sorted([one, other])
    assert understood(chance_in_words(low)) <= understood(chance_in_words(high))


@in_turn(
    ("chance", "shown"),
    [
        (F(1, 2000), "0.1 %"),
        (F(4999, 10**7), "under 0.1 %"),
        (F(12345, 10**5), "12.3 %"),
        (F(1235, 10**4), "12.4 %"),
        (F(1999, 2000), "over 99.9 %"),
        (F(19989, 20000), "99.9 %"),
    ],
)
def test_percent_is_rounded_half_up_and_never_claims_certainty(chance: F, shown: str) -> None:
    assert percent(chance) == shown


@in_turn(
    ("chance", "code"),
    [(F(0), 0), (F(1), 1000), (F(1, 2001), 1001), (F(1, 2000), 1), (F(1999, 2000), 1002)],
)
def test_codes_at_the_edges(chance: F, code: int) -> None:
    assert permille_code(chance) == code
    assert percent_of_code(code) == percent(chance)


def test_a_whole_percentage_claims_no_certainty_either() -> None:
    shown = [whole_percent(F(lost, 201)) for lost in (0, 1, 67, 200, 201)]
    assert shown == ["0 %", "0.5 %", "33 %", "99.5 %", "100 %"]


def test_three_ways_in_their_order() -> None:
    assert three_ways(F(5, 8)) == ("5 times in 8", "62.5 %", "5/8")


@in_turn("wrong", [F(-1, 2), F(3, 2), 0.5, True, "1/2", None])
def test_what_is_no_chance_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="chance"):
        percent(wrong)  # type: ignore[arg-type]
