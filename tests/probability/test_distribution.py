"""A distribution by itself: building, asking, showing."""

import doctest
import importlib
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import Distribution
from rules_lib.probability._format import (
    ROWS,
    SHORT,
    html_table,
    percent,
    power_of_ten,
    short_fraction,
)
from tests.in_turn import in_turn

THIRD = Fraction(1, 3)

distributions = st.dictionaries(
    st.integers(-20, 20), st.integers(0, 50), min_size=1, max_size=8
).filter(lambda weights: any(weights.values()))


def test_every_way_of_building_the_same_distribution_gives_equal_distributions() -> None:
    built = [
        Distribution({"a": THIRD, "b": Fraction(2, 3)}),
        Distribution({"b": "2/3", "a": "1/3"}),
        Distribution({"a": THIRD, "b": Fraction(2, 3), "never": 0}),
        Distribution.from_weights({"a": 10, "b": 20, "never": 0}),
        Distribution.uniform(["b", "a", "b"]),
    ]
    assert len(set(built)) == 1
    assert all(distribution == built[0] for distribution in built)
    assert list(built[0].weights.items()) == [("a", 1), ("b", 2)]
    assert built[0].denominator == 3
    assert built[0] != Distribution.from_weights({"a": 10**30, "b": 2 * 10**30 + 1})


def test_it_is_a_mapping_over_what_can_happen() -> None:
    distribution = Distribution.from_weights({3: 1, 1: 2, 2: 0})
    assert isinstance(distribution, Mapping)
    assert list(distribution) == [1, 3]
    assert list(distribution.items()) == [(1, Fraction(2, 3)), (3, THIRD)]
    assert len(distribution) == 2
    assert 2 not in distribution
    assert distribution[2] == 0
    assert distribution["nonsense"] == 0
    assert distribution.get(2) is None
    assert distribution.get(2, 7) == 7
    assert distribution.get(3) == THIRD
    assert distribution[1].__class__ is Fraction


def test_outcomes_without_an_order_keep_that_of_insertion() -> None:
    assert list(Distribution.uniform(["b", 2, None])) == ["b", 2, None]
    sets = [frozenset({1}), frozenset({2}), frozenset()]
    assert list(Distribution.uniform(sets)) == sets


def test_then_makes_the_second_stage_depend_on_the_first() -> None:
    die = Distribution.uniform(range(1, 7))
    # Roll a die, then draw a number from 1 to what it shows.
    distribution = die.then(lambda n: Distribution.uniform(range(1, n + 1)))
    for k in range(1, 7):
        assert distribution[k] == sum((Fraction(1, 6 * n) for n in range(k, 7)), Fraction(0))


@given(distributions)
def test_probabilities_sum_to_one_and_agree_with_the_plain_definitions(
    weights: dict[int, int],
) -> None:
    distribution = Distribution.from_weights(weights)
    total = sum(weights.values())
    chances = {x: Fraction(w, total) for x, w in weights.items()}
    assert sum(distribution.values()) == 1
    assert all(distribution[x] == p for x, p in chances.items())
    mean = sum((x * p for x, p in chances.items()), Fraction(0))
    assert distribution.mean() == mean
    assert distribution.variance() == sum(
        ((x - mean) ** 2 * p for x, p in chances.items()), Fraction(0)
    )
    for x in range(-21, 22):
        assert distribution.cdf(x) + distribution.tail(x + 1) == 1
        assert distribution.cdf(x) == sum((p for y, p in chances.items() if y <= x), Fraction(0))
    possible = [x for x, p in sorted(chances.items()) if p]
    assert (distribution.min(), distribution.max()) == (possible[0], possible[-1])
    assert distribution.mode() == tuple(x for x in possible if weights[x] == max(weights.values()))
    assert distribution.to_floats() == {x: weights[x] / total for x in possible}
    odd = sum(weight for x, weight in weights.items() if x % 2)
    assert distribution.probability(lambda x: x % 2) == Fraction(odd, total)
    assert distribution.median() == distribution.quantile(Fraction(1, 2))
    shares = (distribution.cdf(x) for x in distribution)
    for q in (Fraction(0), Fraction(1, 7), Fraction(1, 2), *shares):
        x = distribution.quantile(q)
        assert distribution.cdf(x) >= q
        assert all(distribution.cdf(y) < q for y in distribution if y < x)


@given(distributions)
def test_repr_rebuilds_short_distributions(weights: dict[int, int]) -> None:
    distribution = Distribution.from_weights(weights)
    assert eval(repr(distribution)) == distribution
    assert Distribution(dict(distribution.items())) == distribution


def test_text_shows_outcome_percentage_and_fraction() -> None:
    distribution = Distribution.from_weights({"hit": 5, "miss": 3})
    assert str(distribution) == "hit     62.5 %  5/8\nmiss    37.5 %  3/8"
    last = str(Distribution.uniform(range(200))).splitlines()[-1]
    assert last.split() == ["…", "141", "more", "70.5", "%", "141/200"]


@in_turn(
    ("weight", "shown"),
    [
        (0, "0.0 %"),
        (1, "< 0.1 %"),
        (4_999, "< 0.1 %"),
        (5_000, "0.1 %"),
        (14_999, "0.1 %"),
        (15_000, "0.2 %"),
        (9_994_999, "99.9 %"),
        (9_995_000, "> 99.9 %"),
        (9_999_999, "> 99.9 %"),
        (10_000_000, "100.0 %"),
    ],
)
def test_only_what_is_certain_is_shown_as_0_or_100_percent(weight: int, shown: str) -> None:
    distribution = Distribution.from_weights({"x": weight, "y": 10_000_000 - weight})
    assert percent(distribution["x"]) == shown


def bars(page: str) -> list[Fraction]:
    return [Fraction(width) for width in re.findall(r"width:([\d.]+)%", page)]


def cells(page: str) -> list[list[str]]:
    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</th><td>(.*?)</td>.*?<td>(.*?)</td></tr>", page)
    return [list(row) for row in rows]


def test_html_is_well_formed_and_escaped() -> None:
    page = Distribution.uniform(["<b>", "a & b"])._repr_html_()
    table = ElementTree.fromstring(page)
    assert table.get("class") == "distribution"
    assert {"<b>", "a & b", "50.0 %", "1/2"} <= {each.text for each in table.iter()}


@in_turn(
    ("chances", "widths"),
    [
        # The likeliest has the whole bar and the others their share of it.
        ([Fraction(1, 8), Fraction(1, 2), Fraction(3, 8)], [25, 100, 75]),
        ([Fraction(0)], [0]),
        ([], []),
        (
            [1 - ROWS * Fraction(1, 1000)] + [Fraction(1, 1000)] * ROWS,
            [100, *[Fraction(1, 10)] * 58, Fraction(2, 10)],
        ),
    ],
)
def test_bars_are_as_long_as_a_row_is_likely(chances: list[Fraction], widths: list[Any]) -> None:
    assert bars(html_table([(f"x{i}", p) for i, p in enumerate(chances)])) == widths


@in_turn("count", [ROWS - 1, ROWS, ROWS + 1, 3 * ROWS])
def test_a_table_has_so_many_rows_and_the_last_one_holds_the_rest(count: int) -> None:
    page = html_table([(f"x{i}", Fraction(1, count)) for i in range(count)])
    shown = cells(page)
    whole = count if count <= ROWS else ROWS - 1
    assert [row[0] for row in shown[:whole]] == [f"x{i}" for i in range(whole)]
    if left := count - whole:
        assert (len(shown), shown[-1][0]) == (ROWS, f"… {left} more")
        assert shown[-1][2] == str(Fraction(left, count))
        assert max(bars(page)) == bars(page)[-1] == 100, "the rest is the likeliest row here"


@in_turn(
    ("value", "said"),
    [
        (Fraction(2**199 + 1, 2**199), str(Fraction(2**199 + 1, 2**199))),  # 200 bits each
        (Fraction(2**200 + 1, 2**199), "≈ 2 (exact fraction of 401 bits)"),
        # No float holds 3⁻⁷³⁵, which is 2.08 × 10⁻³⁵¹; what is not nothing never reads as 0.
        (Fraction(1, 3**735), "≈ 2 × 10⁻³⁵¹ (exact fraction of 1166 bits)"),
        (1 - Fraction(1, 3**735), "≈ 1 − 2 × 10⁻³⁵¹ (exact fraction of 2330 bits)"),
    ],
)
def test_a_fraction_is_written_out_up_to_400_bits(value: Fraction, said: str) -> None:
    assert short_fraction(value) == said


@in_turn(
    ("value", "said"),
    [
        (Fraction(1, 3**735), "2 × 10⁻³⁵¹"),
        (-Fraction(3**735), "−5 × 10³⁵⁰"),
        (Fraction(96, 10**11), "1 × 10⁻⁹"),
        (Fraction(3, 10**5), "3 × 10⁻⁵"),
    ],
)
def test_powers_of_ten_have_one_digit(value: Fraction, said: str) -> None:
    assert power_of_ten(value) == said


def test_python_is_given_for_short_distributions_and_a_summary_for_long_ones() -> None:
    short = Distribution.uniform(range(SHORT))
    assert eval(repr(short)) == short
    long = repr(Distribution.uniform(range(SHORT + 1)))
    assert long == "<Distribution of 13 outcomes: 0: 1/13, 1: 1/13, 2: 1/13, … 10 more>"
    frame = len("Distribution.from_weights({'': 1})")
    assert repr(Distribution.certain("x" * (400 - frame))).startswith("Distribution.from_weights(")
    assert repr(Distribution.certain("x" * (401 - frame))).startswith("<Distribution of 1 outcomes")
    huge = Distribution.uniform([10**5000, -(10**5000)])
    for shown in (repr(huge), str(huge), huge._repr_html_()):
        assert "2^16609" in shown or "bits" in shown or "int" in shown
        assert len(shown) < 2000


@in_turn("name", ["chain", "deck", "decision", "dice", "distribution"])
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"rules_lib.probability.{name}"))
    assert result.attempted
    assert not result.failed


TINY = Fraction(1, 3**400)
"""So that a number beside it has too many digits to be written out."""


@in_turn(
    ("value", "said"),
    [
        (Fraction(1, 10**4) - TINY, "1 × 10⁻⁴"),
        (Fraction(1, 10**4) + TINY, "0.0001"),
        (Fraction(10**6 - 1) - TINY, "999999"),
        (Fraction(10**6 - 1) + TINY, "1 × 10⁶"),
        (1 - Fraction(1, 10**5) - TINY, "0.99999"),
        (1 - Fraction(1, 10**5) + TINY, "1 − 1 × 10⁻⁵"),
        (1 + Fraction(1, 10**5) - TINY, "1 + 1 × 10⁻⁵"),
        (1 + Fraction(1, 10**5) + TINY, "1.00001"),
        (1 + Fraction(1, 10**6) + TINY, "1 + 1 × 10⁻⁶"),
        (-Fraction(1, 2) - TINY, "-0.5"),
        (-Fraction(1, 10**5) - TINY, "−1 × 10⁻⁵"),
    ],
)
def test_six_digits_where_they_tell_it_apart_from_0_and_1(value: Fraction, said: str) -> None:
    assert short_fraction(value).startswith(f"≈ {said} (exact fraction of ")
