"""The secondary source as data: what it says, what it refuses, and that it can be replaced."""

from dataclasses import fields, replace
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.triumph_and_glory.charge.rules.fire import fire_modifiers, fire_odds, fire_result
from rules_lib.triumph_and_glory.charge.rules.modifiers import charge_drm, ratio_drm
from rules_lib.triumph_and_glory.tables.results_table import (
    Effect,
    ResultsTable,
    Row,
    Span,
)
from rules_lib.triumph_and_glory.tables.secondary import (
    FireRow,
    Ratio,
    Secondary,
)
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import SECONDARY

TEXT = files("rules_lib.triumph_and_glory.tables").joinpath("secondary.toml").read_text("utf-8")


def test_each_number_says_where_it_comes_from() -> None:
    for each in fields(Secondary):
        if each.name != "items":
            assert SECONDARY.cite(each.name).startswith("secondary source "), each.name
    assert SECONDARY.cite("fire_rows") == SECONDARY.cite("fire") == "secondary source 8.6"
    assert SECONDARY.item("stack_limit") == "6.21"
    assert SECONDARY.item("results") == "Shock Resolution Table"
    with pytest.raises(
        InvalidValue, match=r"^field: 'weather' was given; allowed: results, ratios"
    ):
        SECONDARY.item("weather")
    with pytest.raises(InvalidValue, match=r"^items: .* allowed: a pair for each of results"):
        replace(SECONDARY, items=SECONDARY.items[1:])


def test_each_part_can_be_replaced() -> None:
    other = replace(
        SECONDARY, ratios=(Ratio(2, 1, 9), Ratio(1, 1, 5)), worst_ratio_drm=5, rear_drm=7
    )
    assert other.ratios == ((2, 1, 9), (1, 1, 5))
    assert [ratio_drm(*pair, other) for pair in [(4, 2), (3, 2), (2, 2), (1, 2)]] == [9, 5, 5, 5]
    assert other.rear_drm == 7
    assert charge_drm(()) == 0
    assert other.results == SECONDARY.results
    assert other != SECONDARY
    assert hash(replace(other)) == hash(other)
    reversed_rows = tuple(reversed(SECONDARY.fire_rows))
    assert replace(SECONDARY, fire_rows=reversed_rows) == SECONDARY


def test_load(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(TEXT, "utf-8")
    assert Secondary.load(file) == SECONDARY
    file.write_text(TEXT.replace("rear_drm = 2", "rear_drm = 1"), "utf-8")
    assert Secondary.load(str(file)) == replace(SECONDARY, rear_drm=1)
    with pytest.raises(InvalidValue, match=r"^path: "):
        Secondary.load(tmp_path / "none.toml")
    open_at_5 = TEXT.replace("lowest = 5", "lowest = 6").replace('"refuse"', '"report"')
    file.write_text("\ufeff" + open_at_5.replace("\n", "\r\n"), "utf-8")
    reported = Secondary.load(file).results
    assert reported.row(5) is None
    assert reported.missing == (Span(5, 5),)


def test_ratios_may_share_a_modifier_but_not_a_ratio() -> None:
    rows = (Ratio(2, 1, 1), Ratio(1, 1, 1))
    found = replace(SECONDARY, ratios=rows, worst_ratio_drm=0)
    assert [ratio_drm(attack, 2, found) for attack in (4, 3, 2, 1)] == [1, 1, 1, 0]
    for defence in (0, -1, True, None, 1001):
        wrong: Any = Ratio(2, 1, 1), Ratio(1, defence, 0)  # type: ignore[arg-type]
        with pytest.raises(InvalidValue, match=r"^ratios, row 2, defence: "):
            replace(SECONDARY, ratios=wrong)
    assert replace(SECONDARY, ratios=(Ratio(1, 1000, 0),), worst_ratio_drm=0).worst_ratio_drm == 0


GUN = Artillery("battery", 5, fire=4)
HORSE = [Cavalry(f"squadron {i}", 6) for i in range(3)]


def test_other_numbers_for_reaction_fire() -> None:
    other = replace(
        SECONDARY,
        fire_adjacent_drm=5,
        fire_further_unit_drm=-1,
        fire_rows=(FireRow(None, 3, "disorder"), FireRow(4, None, "none")),
    )
    found = fire_modifiers(GUN, HORSE, adjacent=True, in_square=True, secondary=other)
    assert sum(each.value for each in found) == 4 + 5 + 1 - 2
    assert fire_result(3, other).effect == "disorder"
    assert fire_odds(
        replace(GUN, fire=0), HORSE, adjacent=False, in_square=False, secondary=other
    ) == {"disorder": Fraction(6, 10), "none": Fraction(4, 10)}


@pytest.mark.rule("TG-9.85g")
def test_at_a_square_a_gun_hits_with_one_face_more() -> None:
    """Strength 4 at the next hex: a 4 and more in line, a 3 and more in square."""
    for in_square, faces in ((False, 6), (True, 7)):
        found = fire_odds(GUN, [Infantry("Y", 6)], adjacent=True, in_square=in_square)
        assert found["none"] == Fraction(10 - faces, 10)


@pytest.mark.rule("TG-9.81-6")
def test_a_disordered_gun_does_not_fire() -> None:
    disordered = GUN.ordered(Order.DISORDERED)
    for call in (fire_modifiers, fire_odds):
        with pytest.raises(IllegalAction, match=r"battery .*secondary source 9.61") as error:
            call(disordered, HORSE, adjacent=True, in_square=False)
        assert error.value.clauses == ("TG-9.81-6",)
    square = GUN.ordered(Order.SQUARE)
    found = fire_modifiers(square, HORSE[:1], adjacent=True, in_square=False)
    assert sum(each.value for each in found) == 5


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


FAULTS = Path(__file__).with_name("faults.txt").read_text("utf-8").splitlines()[1:]


@in_turn("line", FAULTS)
def test_a_fault_of_a_table_is_named(line: str) -> None:
    """One change makes it, and the error says where."""
    old, new, message = line.split(" | ")
    old, new = (each.replace("\\n", "\n") for each in (old, new))
    assert old in TEXT
    with pytest.raises(InvalidValue, match=message):
        Secondary.from_toml(TEXT.replace(old, new, 1), name="x")


def test_a_row_without_a_lower_end_comes_first_even_at_the_farthest_bound() -> None:
    none = Effect(False, "none")
    below, above = Row(None, -1_000_000, none, none), Row(-999_999, None, none, none)
    assert ResultsTable((above, below)).rows == (below, above)


def test_no_other_table_stands_among_the_secondary_ones() -> None:
    with pytest.raises(InvalidValue, match=r"^results: 'none' was given; allowed: a ResultsTable"):
        replace(SECONDARY, results="none")  # type: ignore[arg-type]
