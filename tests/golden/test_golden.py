"""The library beside the golden tables; the tables beside the brute force that writes them."""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

import pytest

from rules_lib.rulebook import catalog
from tests.golden.engine import ENGINE
from tests.golden.form import FOLDER, Row, Table, read, shown
from tests.golden.write import TABLES
from tests.sample import DEEP, QUICK

TABLE = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
FEW = 20
"""Rows of a table, about, that the quick loop looks at."""
COSTLY = {"melee_best_reroll": 3}
LONG = {"battle", "cavalry_charge", "cavalry_paths", "melee", "melee_best_reroll"}
LONG |= {"sniper_search"}
"""Written again in `make deep` only; of each game there are others."""


WRITE = "Changed on purpose, here and in tests/oracles? Then run: python -m tests.golden.write"


def disagreements(table: Table, rows: list[Row]) -> list[str]:
    """The rows to which the library answers otherwise."""
    asked = table.columns("asked")
    found = []
    for row in rows:
        answer: Mapping[str, object] = ENGINE[table.name](row)
        assert set(asked) <= set(answer), f"{table.name}: the engine leaves out columns"
        wrong = {name: answer[name] for name in asked if shown(answer[name]) != row[name]}  # type: ignore[arg-type]
        if wrong:
            found.append(f"{row}: the library says {wrong}")
    return found


def agrees(table: Table, rows: list[Row]) -> None:
    found = disagreements(table, rows)
    assert not found, f"{table.name}.tsv, {len(found)} of {len(rows)} rows: {found[0]}. {WRITE}"


@TABLE
def test_the_library_agrees_with_every_row(table: Table) -> None:
    """In `make check` with some rows of each table."""
    rows = read(table.path)
    agrees(table, rows[:: max(1, len(rows) // COSTLY.get(table.name, FEW)) if QUICK else 1])


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [pytest.param(each, marks=DEEP if each.name in LONG else ()) for each in TABLES],
    ids=lambda table: table.name,
)
def test_the_brute_force_writes_the_very_same_file(table: Table) -> None:
    kept, now = table.path.read_bytes().decode().split("\n"), table.text().split("\n")
    other = next((pair for pair in zip_longest(kept, now) if len(set(pair)) == 2), None)
    assert not other, f"{table.name}.tsv, first kept and then written: {other}. {WRITE}"


def test_there_are_no_other_tables() -> None:
    assert {path.stem for path in FOLDER.glob("*.tsv")} == {table.name for table in TABLES}
    assert set(ENGINE) == {table.name for table in TABLES}


@TABLE
def test_the_head_of_a_table_names_its_columns(table: Table) -> None:
    """Given ones first."""
    given, asked = table.columns("given"), table.columns("asked")
    assert "\t".join([*given, *asked]) == table.head[-1]
    assert table.head[1] == "# format 1; text and tables: CC BY 4.0"


@TABLE
def test_the_chances_of_all_ends_add_up_to_one(table: Table) -> None:
    """Together with the agreement row by row: the library has no end that the table lacks."""
    if not table.ends or table.columns("asked") != ["chance"]:
        return
    totals: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for row in read(table.path):
        said = row["chance"] != "unspecified"
        case = tuple(row.values())[: -1 - table.ends]
        totals[case] += Fraction(row["chance"]) if said else 1
    assert set(totals.values()) == {1}


def departures(path: Path) -> set[str]:
    found = set()
    for row in read(path):
        found |= set(row.get("reading", "default").replace(", R-", "\nR-").split("\n"))
    return found


def test_every_reading_of_every_ruling_has_its_rows() -> None:
    """But the defaults, which all rows have, and R-I6, which has one reading only.

    R-I14 read pair by pair is the tables of two parties, for each pair. R-M15 says who shoots, and
    no chance. The other reading of R-N27 gives a player more choice, and leaves the plans of the
    tables what they are.
    """
    told = set().union(*(departures(table.path) for table in TABLES)) - {"default"}
    wanted = {
        f"{ruling.id}={reading.value}".replace('"', "").lower()
        for ruling in catalog().rulings.values()
        for reading in ruling.readings[1:]
    }
    elsewhere = {"r-i14=each_pair", "r-m15=after_test", "r-n27=chosen"}
    assert {each.lower() for each in told} == wanted - elsewhere


@TABLE
def test_each_reading_changes_something_in_its_tables(table: Table) -> None:
    """Some row of a reading answers otherwise than the same row by the defaults."""
    reading, *given = table.columns("given")
    if reading != "reading":
        return
    asked = table.columns("asked")
    by_reading: defaultdict[str, dict[tuple[str, ...], tuple[str, ...]]] = defaultdict(dict)
    for row in read(table.path):
        key = tuple(row[name] for name in given)
        by_reading[row["reading"]][key] = tuple(row[name] for name in asked)
    usual = by_reading.pop("default")
    for reading, rows in by_reading.items():
        same = all(usual.get(key) == answer for key, answer in rows.items())
        if same:
            assert (table.name, reading) in CHANGES_NOTHING, f"{table.name}: {reading}"


CHANGES_NOTHING = {
    ("melee", "R-M6=first_decision"),  # only beside R-M1=false, which has rows of its own
    ("melee_best_reroll", "R-M13=not_won"),  # a roll that won is best kept anyway
    ("battle_losses", "R-I3=losses_only"),  # it parts the result from the losses: battle_joint
}
"""Readings that have rows to show that they change nothing."""


def test_the_writer_does_not_know_the_library() -> None:
    code = "import tests.golden.write, sys; sys.exit(any('rules_lib' in m for m in sys.modules))"
    subprocess.run([sys.executable, "-c", code], cwd=FOLDER.parents[1], check=True, timeout=600)


def test_the_readme_reads_a_table_as_it_says() -> None:
    readme = (FOLDER / "README.md").read_text("utf-8")
    code = readme.partition("```python\n")[2].partition("```")[0]
    printed = subprocess.run(
        [sys.executable, "-c", f"{code}print(len(rows), rows[0]['attacker_wins'])"],
        cwd=FOLDER, capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    rows = read(FOLDER / "melee.tsv")
    assert printed.stdout.split() == [str(len(rows)), rows[0]["attacker_wins"]]


def test_the_readme_and_the_book_name_every_table(root: Path) -> None:
    for page in (FOLDER / "README.md", root / "book/reference/golden.md"):
        text = page.read_text("utf-8")
        assert not [table.name for table in TABLES if f"{table.name}.tsv" not in text]
