"""Dice that stop too early: what came of them so far, and what is to be rolled next.

A row of ``due.txt`` is a line, and what comes next; ``-`` where nothing does. Numbers of the rules
are named.
"""

import re
from pathlib import Path

import pytest

from rules_lib.rulebook import catalog
from tests.commands.asking import Asker
from tests.in_turn import in_turn

DUE = (Path(__file__).parent / "due.txt").read_text("utf-8")
ROWS = catalog().numbers.fill_page(DUE).splitlines()


@pytest.mark.rule("IDT-7.1", "IDT-7.2", "IDT-7.7", "R-I10", "R-I13", "R-I15")
@in_turn("row", ROWS, one_in=4)
def test_it_says_what_comes_next_and_by_which_clause(ask: Asker, row: str) -> None:
    line, due = row.split(" | ")
    text = ask.told(line)
    assert text.count("\nNext: ") == (due != "-")
    said = text.partition("\nNext: ")[2].partition("\n")[0]
    assert due.removeprefix("-") in said
    cited = set(re.findall(r"[A-Z]+-[\w.-]+", said))
    assert cited <= set(catalog().ids())
    assert cited or line.startswith("cavalry") or due == "-"


@pytest.mark.rule("PT-M2")
def test_a_charge_test_to_come_has_no_shot_and_no_melee(ask: Asker) -> None:
    start = 'charge --attacker "red 7" --defender "black 5" --movement-roll 8'
    told = ask.told(start)
    assert "Movement test" in told
    assert "base to base" not in told
    for more in ("--shot hit", "--rolls 6:6"):
        assert "its charge test is not rolled yet" in ask.refusal(f"{start} {more}")
