"""The chapters' tables of who may and who moves in: each row is asked of the engine."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules_lib.triumph_and_glory.charge import Place
from rules_lib.triumph_and_glory.units import Order
from tests.cases.test_cavalry import answer

BOOK = Path(__file__).parents[2] / "book" / "triumph_and_glory"
CASES = tomllib.loads(Path(__file__).with_name("who_may.toml").read_text("utf-8"))


def rows(chapter: str, name: str) -> list[tuple[tuple[str, str], str]]:
    """A table that a chapter shows: situation and answer, and the clause."""
    text = (BOOK / f"{chapter}.md").read_text("utf-8")
    found = re.search(rf"^{name} = (\(\n.*?^\))$", text, re.MULTILINE | re.DOTALL)
    assert found, f"{chapter} has no table {name}"
    return list(ast.literal_eval(found[1]))


def moved_in(case: Any) -> str:
    """The answer as the table of who moves in says it."""
    found = answer(case)
    if found["due"].startswith("advance "):
        return "the player picks"
    fates = [re.split(": |, ", each) for each in found["becomes"].split("; ")]
    moved = [
        f"{name}, disordered" if len(fates) == 2 and order == [Order.DISORDERED] else name
        for name, place, *order in fates
        if place == Place.ADVANCED
    ]
    return " and ".join(moved) or "no unit"


def waits_for(kind: str, case: Any) -> str:
    """Whether the charge, with nothing decided but what is said, waits for such a decision."""
    due = answer({**case, "asked": True})["due"]
    return "yes" if due.rpartition(": ")[2].startswith(f"{kind} ") else "no"


@pytest.mark.rule("TG-9.71a", "TG-9.71c", "TG-9.71d", "TG-9.72a", "TG-9.72b", "TG-9.85a")
@pytest.mark.rule("TG-9.85b", "TG-9.85c", "TG-9.85d", "TG-9.86a", "TG-9.87b")
@pytest.mark.parametrize(
    ("chapter", "table", "said"),
    [
        ("reactions", "squares", lambda case: waits_for("square", case)),
        ("reactions", "rights", lambda case: waits_for("counter-charge", case)),
        ("pursuit", "moves", moved_in),
    ],
)
def test_a_row_says_what_the_engine_says(chapter: str, table: str, said: Any) -> None:
    usual = CASES["usual"][table]
    found = [(case["case"], said({**usual, **case})) for case in CASES[table]]
    assert found == [row for row, _ in rows(chapter, table)]
