"""How a distribution looks: nothing is lost in a table, and what is long says how long."""

import re
from fractions import Fraction

import pytest

from rules_lib.probability import Distribution
from rules_lib.probability._format import (
    ROWS,
    SHORT,
    as_python,
    html_table,
    power_of_ten,
    short_fraction,
)


def bars(page: str) -> list[Fraction]:
    return [Fraction(width) for width in re.findall(r"width:([\d.]+)%", page)]


def cells(page: str) -> list[list[str]]:
    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</th><td>(.*?)</td>.*?<td>(.*?)</td></tr>", page)
    return [list(row) for row in rows]


def test_the_likeliest_outcome_has_the_whole_bar_and_the_others_their_share_of_it() -> None:
    page = html_table([("a", Fraction(1, 8)), ("b", Fraction(1, 2)), ("c", Fraction(3, 8))])
    assert bars(page) == [25, 100, 75]


def test_a_table_of_impossible_things_has_no_bars() -> None:
    assert bars(html_table([("never", Fraction(0))])) == [0]
    assert cells(html_table([])) == []


@pytest.mark.parametrize("count", [ROWS - 1, ROWS])
def test_a_table_that_fits_is_shown_whole(count: int) -> None:
    page = html_table([(f"x{i}", Fraction(1, count)) for i in range(count)])
    assert [row[0] for row in cells(page)] == [f"x{i}" for i in range(count)]


@pytest.mark.parametrize("count", [ROWS + 1, 3 * ROWS])
def test_a_longer_table_has_as_many_rows_and_the_last_one_holds_the_rest(count: int) -> None:
    rows = [(f"x{i}", Fraction(1, count)) for i in range(count)]
    shown = cells(html_table(rows))
    assert len(shown) == ROWS
    left = count - ROWS + 1
    assert shown[-1][0] == f"… {left} more"
    assert shown[-1][2] == str(Fraction(left, count))
    assert [row[0] for row in shown[:-1]] == [f"x{i}" for i in range(ROWS - 1)]
    assert max(bars(html_table(rows))) == 100
    assert bars(html_table(rows))[-1] == 100, "the rest is the likeliest row here"


def test_the_rest_may_be_less_likely_than_a_row_of_its_own() -> None:
    rest = Fraction(1, 1000)
    rows = [("often", 1 - ROWS * rest)] + [(f"x{i}", rest) for i in range(ROWS)]
    widths = bars(html_table(rows))
    assert widths[0] == 100
    assert widths[-1] == int(1000 * 2 * rest / (1 - ROWS * rest)) / Fraction(10)


def test_a_fraction_is_written_out_up_to_400_bits_of_both_its_numbers() -> None:
    long = Fraction(2**199 + 1, 2**199)  # 200 bits each
    assert short_fraction(long) == str(long)
    longer = Fraction(2**200 + 1, 2**199)
    assert short_fraction(longer) == "≈ 2 (exact fraction of 401 bits)"


def test_what_is_not_nothing_never_reads_as_0() -> None:
    """No float holds 3⁻⁷³⁵, which is 2.08 × 10⁻³⁵¹."""
    rare = Fraction(1, 3**735)
    odds = Distribution({"yes": rare, "no": 1 - rare})
    for shown in (str(odds), odds._repr_html_(), repr(Distribution.uniform(range(3)).repeat(735))):
        assert "≈ 0" not in shown
    assert "≈ 2 × 10⁻³⁵¹ (" in str(odds)
    assert "≈ 1 − 2 × 10⁻³⁵¹ (" in odds._repr_html_()
    for value, said in (
        (rare, "2 × 10⁻³⁵¹"),
        (-1 / rare, "−5 × 10³⁵⁰"),
        (Fraction(96, 10**11), "1 × 10⁻⁹"),
        (Fraction(3, 10**5), "3 × 10⁻⁵"),
    ):
        assert power_of_ten(value) == said


def test_python_is_given_for_short_distributions_and_a_summary_for_long_ones() -> None:
    assert eval(as_python(dict.fromkeys(range(SHORT), 1), SHORT)) == Distribution.uniform(
        range(SHORT)
    )
    long = as_python(dict.fromkeys(range(SHORT + 1), 1), SHORT + 1)
    assert long == "<Distribution of 13 outcomes: 0: 1/13, 1: 1/13, 2: 1/13, … 10 more>"


def test_python_of_more_than_400_signs_is_summed_up() -> None:
    frame = len("Distribution.from_weights({'': 1})")
    fits, not_any_more = "x" * (400 - frame), "x" * (401 - frame)
    assert as_python({fits: 1}, 1).startswith("Distribution.from_weights(")
    assert as_python({not_any_more: 1}, 1).startswith("<Distribution of 1 outcomes: ")
