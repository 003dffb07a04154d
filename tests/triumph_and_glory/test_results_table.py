"""The results table: what it says, and what it and the file of the secondary source refuse."""

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.tables.results_table import (
    Effect,
    ResultsTable,
    Row,
)
from rules_lib.triumph_and_glory.tables.secondary import Secondary
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import SECONDARY

NOTHING = Effect(False, "none")
CHECK = Effect(True, "check")


def row(lowest: int | None, highest: int | None) -> Row:
    return Row(lowest, highest, NOTHING, CHECK)


SPANS = st.tuples(st.integers(-6, 6), st.integers(0, 4)).map(lambda x: (x[0], x[0] + x[1]))


@given(st.lists(SPANS, min_size=1, max_size=5), st.booleans(), st.booleans())
def test_overlaps_and_gaps_are_found(
    bounds: list[tuple[int, int]], no_lowest: bool, no_highest: bool
) -> None:
    """Against counting, result by result, how many rows cover it; 30 is as good as no bound."""
    rows = [row(low, high) for low, high in bounds]
    rows[0] = replace(rows[0], lowest=None if no_lowest else rows[0].lowest)
    rows[-1] = replace(rows[-1], highest=None if no_highest else rows[-1].highest)
    far = 30
    covering = {
        result: sum(
            (-far if each.lowest is None else each.lowest)
            <= result
            <= (far if each.highest is None else each.highest)
            for each in rows
        )
        for result in range(-far, far + 1)
    }
    if max(covering.values()) > 1:
        with pytest.raises(InvalidValue, match="share no result"):
            ResultsTable(tuple(rows), gaps="report")
        return
    table = ResultsTable(tuple(rows), gaps="report")
    assert {result for result in covering if table.row(result) is None} == {
        result for result, count in covering.items() if not count
    }
    assert {r for r in covering for gap in table.missing if gap.covers(r)} == {
        result for result, count in covering.items() if not count
    }
    assert len(table.missing) == sum(
        not count and covering.get(result - 1, 1) for result, count in covering.items()
    ), "gaps that touch are one gap"
    if min(covering.values()):
        assert ResultsTable(tuple(rows)).rows == table.rows
    else:
        with pytest.raises(InvalidValue, match="a row for each result"):
            ResultsTable(tuple(rows))


def test_errors_name_the_rows() -> None:
    with pytest.raises(InvalidValue, match=r"^rows: 'below 3' beside '2 or more' "):
        ResultsTable((row(2, None), row(None, 2)))
    with pytest.raises(InvalidValue, match=r"^rows: 'any result' beside '7' "):
        ResultsTable((row(7, 7), row(None, None)))
    with pytest.raises(
        InvalidValue, match=r"^rows: no row for below -2, 5, 8 to 9, 13 or more was"
    ):
        ResultsTable((row(10, 12), row(-2, 4), row(6, 7)))
    with pytest.raises(InvalidValue, match=r"^rows: \[\] was given"):
        ResultsTable(())


SHIPPED = files("rules_lib.triumph_and_glory.tables").joinpath("secondary.toml").read_text("utf-8")
FAULTS = Path(__file__).with_name("faults.txt").read_text("utf-8").splitlines()[1:]


@in_turn("line", FAULTS)
def test_a_fault_of_a_table_is_named(line: str) -> None:
    """One change makes it, and the error says where."""
    old, new, message = line.split(" | ")
    old, new = (each.replace("\\n", "\n") for each in (old, new))
    assert old in SHIPPED
    with pytest.raises(InvalidValue, match=message):
        Secondary.from_toml(SHIPPED.replace(old, new, 1), name="x")


def test_a_row_without_a_lower_end_comes_first_even_at_the_farthest_bound() -> None:
    none = Effect(False, "none")
    below, above = Row(None, -1_000_000, none, none), Row(-999_999, None, none, none)
    assert ResultsTable((above, below)).rows == (below, above)


def test_no_other_table_stands_among_the_secondary_ones() -> None:
    with pytest.raises(InvalidValue, match=r"^results: 'none' was given; allowed: a ResultsTable"):
        replace(SECONDARY, results="none")  # type: ignore[arg-type]
