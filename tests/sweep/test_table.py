"""The table of a sweep: its columns, its rectangle, and how it goes elsewhere."""

import csv
import io
import pickle
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.probability import MissingPackage
from rules_lib.sweep import Pivot, sweep
from rules_lib.sweep.table import ROWS_SHOWN
from tests.sweep import work

TABLE = sweep(work.share, {"part": [2, 1], "whole": [7, 3, 5]})


def test_rows_and_columns() -> None:
    assert len(TABLE) == 6
    assert TABLE.column("whole") == (7, 3, 5, 7, 3, 5)
    assert dict(TABLE.rows[4]) == {"part": 1, "whole": 3, "result": Fraction(1, 3)}
    assert list(TABLE) == list(TABLE.rows)
    with pytest.raises(InvalidValue, match=r"^column: 'hole' .* part, whole, result"):
        TABLE.column("hole")


def test_a_table_cannot_be_changed_and_can_be_pickled() -> None:
    with pytest.raises(TypeError, match="cannot be changed"):
        TABLE.rows[0]["part"] = 5  # type: ignore[index]
    assert pickle.loads(pickle.dumps(TABLE)) == TABLE


def test_pivot_is_a_rectangle_in_order_of_appearance() -> None:
    assert TABLE.pivot("part", "whole") == Pivot(
        (2, 1),
        (7, 3, 5),
        (
            (Fraction(2, 7), Fraction(2, 3), Fraction(2, 5)),
            (Fraction(1, 7), Fraction(1, 3), Fraction(1, 5)),
        ),
    )
    turned = TABLE.pivot("whole", "part", "result")
    assert turned.values[1] == (Fraction(2, 3), Fraction(1, 3))


def test_pivot_refuses_gaps_and_two_for_a_place() -> None:
    rows = [{"part": 1, "whole": 2}, {"part": 2, "whole": 3}]
    with pytest.raises(InvalidValue, match=r"^pivot: \(1, 3\)"):
        sweep(work.share, rows).pivot("part", "whole")
    with pytest.raises(InvalidValue, match=r"^pivot: \(1, 2\)"):
        sweep(work.share, rows[:1] * 2).pivot("part", "whole")


def test_csv_is_exact_and_reads_back(tmp_path: Path) -> None:
    table = sweep(
        lambda name: {"size": Fraction(1, 3), "none": None}, {"name": ['a "b", c', "ü\n"]}
    )
    text = table.to_csv(tmp_path / "table.csv")
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["name", "size", "size_float", "none"],
        ['a "b", c', "1/3", str(1 / 3), ""],
        ["ü\n", "1/3", str(1 / 3), ""],
    ]
    assert (tmp_path / "table.csv").read_bytes() == text.encode()
    with pytest.raises(InvalidValue, match=r"^path: 5"):
        table.to_csv(5)  # type: ignore[arg-type]


def test_floats_stand_beside_fractions_and_in_nobodys_place() -> None:
    table = sweep(
        lambda n: {"x_float": "mine", "x": Fraction(n, 10), "y": Fraction(10**n)},
        [{"n": 400}, {"n": 3}],
    )
    head, huge, small = csv.reader(io.StringIO(table.to_csv()))
    assert head == ["n", "x_float", "x", "y", "y_float"]
    assert huge[1:3] + huge[4:] == ["mine", "40", "inf"]
    assert small == ["3", "mine", "3/10", "1000", "1000.0"]


@pytest.mark.slow
def test_pandas_keeps_fractions_or_rounds_them_when_asked() -> None:
    frame = TABLE.to_pandas()
    assert list(frame.columns) == ["part", "whole", "result", "result_float"]
    assert frame.describe()["result_float"]["max"] == 2 / 3
    # What pandas draws, whatever draws for it.
    assert [*frame.select_dtypes("number")] == ["part", "whole", "result_float"]
    assert frame["result"].tolist() == list(TABLE.column("result"))
    assert all(isinstance(each, Fraction) for each in frame["result"])
    rounded = TABLE.to_pandas(floats=True)
    assert list(rounded.columns) == ["part", "whole", "result"]
    assert rounded["result"].dtype == float
    assert rounded["result"].tolist() == [float(each) for each in TABLE.column("result")]
    assert rounded["part"].tolist() == [2, 2, 2, 1, 1, 1]


def test_without_pandas_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match="pip install pandas") as caught:
        TABLE.to_pandas()
    assert isinstance(caught.value, ImportError)


def test_notebooks_show_the_first_rows_and_escape_what_is_in_them() -> None:
    shown = TABLE._repr_html_()
    assert shown.count("<tr>") == 7
    assert re.findall('<th scope="col">(.*?)</th>', shown) == list(TABLE.columns)
    assert "<td>2/7</td>" in shown
    long = sweep(lambda n: "<b>", {"n": range(ROWS_SHOWN + 3)})._repr_html_()
    assert long.count("<tr>") == ROWS_SHOWN + 1
    assert "3 more rows" in long
    assert "<b>" not in long
