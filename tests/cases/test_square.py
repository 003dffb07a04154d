"""Cases of squares on a map, `square.toml`: what a square does, and what forbids it.

The head of that file says how a case is written; `rules` are the clauses and rulings it proves.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import RulesError
from rules_lib.triumph_and_glory.charge.square import (
    break_square,
    form_line,
    may_shock,
    square_move,
)
from rules_lib.triumph_and_glory.map.board import Board, Terrain
from tests.cases.test_cavalry import cases
from tests.cases.test_declared import place, sides, unit

FILE = Path(__file__).with_name("square.toml")
KEYS = {"units", "ground", "sides", "does", "offends", "becomes", "refused"}
DOES = re.compile(
    r"(?P<unit>\w+) (?P<what>moves to (?P<to>\S+)|forms line|loses its order|shocks)"
    r"(?: with (?P<points>-?\d+))?(?P<idle>, no group active)?"
)


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What is said of a case, under the keys of the file."""
    ground = {
        place(at): Terrain("field", costs.get("cost"), foot_cost=costs.get("on_foot"))
        for at, costs in case.get("ground", {}).items()
    }
    units = list(map(unit, case["units"]))
    board = Board.filled(
        Terrain("clear", 1),
        radius=4,
        units=units,
        changes=ground,
        hexsides=sides(case),
    )
    found = DOES.fullmatch(case["does"])
    assert found, case["does"]
    name, points = found["unit"], int(found["points"]) if found["points"] else None
    try:
        if found["what"] == "shocks":
            return {"becomes": "may" if may_shock(board.find(name).unit) else "may not"}
        if found["to"]:
            to, active = place(found["to"]), not found["idle"]
            offences = square_move(board, name, to, active=active, points=points)
            assert {str(each) for each in offences} <= {"TG-9.85i"}
            assert all(str(each.hex) in each.why for each in offences)
            return {"offends": [each.why for each in offences]}
        left = []
        if found["what"] == "forms line":
            board, points = form_line(board, name, points or 0)
            left = [f"{points} left"]
        else:
            board = break_square(board, name)
    except RulesError as error:
        return {"refused": str(error)}
    there = board.units_at(board.find(name).hex)
    return {"becomes": "; ".join([f"{each.name}: {each.unit.order}" for each in there] + left)}


@pytest.mark.parametrize("case", list(cases(FILE)))
def test_cases(case: dict[str, Any]) -> None:
    assert case.keys() <= KEYS
    assert answer(case) == {
        key: case[key] for key in case.keys() & {"offends", "becomes", "refused"}
    }
