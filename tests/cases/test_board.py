"""Cases on a map: attacks that are declared, `declared.toml`, and squares, `square.toml`.

The heads of those files say how a case is written; `rules` are the clauses and rulings it proves.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import RulesError
from rules_lib.triumph_and_glory.charge import Intent, Stack, Target, declare
from rules_lib.triumph_and_glory.charge.from_map.legal import _ground, _placed
from rules_lib.triumph_and_glory.charge.square import (
    break_square,
    form_line,
    may_shock,
    square_move,
)
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from tests.cases.test_cases import cases

FOLDER = Path(__file__).parent
SAID = {"open_flank", "retreat_to", "pursuit_facing"}
ANSWERS = {"stacks", "targets", "offends", "becomes", "refused"}
KEYS = {"units", "ground", "sides", "attacks", "does"} | SAID | ANSWERS
ATTACK = re.compile(
    r"(?P<units>.*) (?:charges?|shocks?) (?P<target>\S+?)(?: over (?P<path>[^,]*))?"
    r"(?:, facing (?P<facings>[\d ]+))?(?P<moved>, has moved)?"
)
DOES = re.compile(
    r"(?P<unit>\w+) (?P<what>moves to (?P<to>\S+)|forms line|loses its order|shocks)"
    r"(?: with (?P<points>-?\d+))?(?P<idle>, no group active)?"
)


def place(text: str) -> Hex:
    return Hex(*map(int, text.split("/")))


def sides(case: dict[str, Any]) -> dict[Any, int]:
    """What it costs to cross the side between two hexes, in addition."""
    return {tuple(map(place, two.split())): cost for two, cost in case.get("sides", {}).items()}


def unit(text: str) -> Placed:
    side, _, words = text.partition(" ")
    return _placed("unit", words, "", side)


def intent(text: str) -> Intent:
    found = ATTACK.fullmatch(text)
    assert found, text
    return Intent(
        tuple(found["units"].split(" and ")),
        place(found["target"]),
        tuple(map(place, (found["path"] or "").split())),
        tuple(map(int, found["facings"].split())) if found["facings"] else None,
        has_moved=bool(found["moved"]),
    )


def stack(each: Stack) -> str:
    """Who attacks whom how, and from where."""
    assert not isinstance(each.through, str)
    does = ("charge" if each.charges else "shock") + "s" * (len(each.units) == 1)
    whom = ", ".join(f"{name} through its {side}" for name, side in each.through.items())
    told = f"{' and '.join(one.name for one in each.units)} {does} {whom}"
    told += f", beside {each.beside}" if each.beside else ""
    told += f", {' and '.join(each.in_front)} in front" if each.in_front else ""
    told += ", on clear ground" * bool(each.clear_terrain)
    differs = each.clear_after_retreat is (not each.clear_terrain)
    return told + f", clear where driven back: {each.clear_after_retreat}" * differs


def target(each: Target) -> str:
    """Who is attacked, who stands behind it, and how it can strike back."""
    told = each.name
    told += f", behind it {' and '.join(map(target, each.beyond))}" if each.beyond else ""
    told += ", in an enemy zone" * each.in_enemy_zoc
    told += f", in the zone of {' and '.join(each.in_zone_of)}" if each.in_zone_of else ""
    told += ", not to be charged where it goes" * (not each.chargeable_after_retreat)
    told += ", not said what infantry finds behind" * (each.in_front_after_retreat is None)
    ways = ", ".join(way.name for way in each.counter_shocks or ())
    return told + f", strikes back: {ways}" * bool(ways)


def board(case: dict[str, Any], changes: dict[Hex, Terrain]) -> Board:
    units = list(map(unit, case["units"]))
    clear = Terrain("clear", 1)
    return Board.filled(clear, radius=5, units=units, changes=changes, hexsides=sides(case))


def declared(case: dict[str, Any]) -> dict[str, Any]:
    """What attacks mean."""
    said: dict[str, Any] = {"open_flank": True}
    for name in SAID & case.keys():
        said[name] = {
            place(at): place(x) if isinstance(x, str) else x for at, x in case[name].items()
        }
    field = board(case, dict(map(_ground, case.get("ground", ()))))
    found = declare(field, list(map(intent, case["attacks"])), **said)
    return {
        "stacks": [stack(each) for attack in found.attacks for each in attack.stacks],
        "targets": [
            target(each)
            for attack in found.attacks
            for each in (*attack.targets, *attack.also_in_front)
        ],
    }


def of_square(case: dict[str, Any]) -> dict[str, Any]:
    """What becomes of a square, or offends a clause."""
    ground = {
        place(at): Terrain("field", costs.get("cost"), foot_cost=costs.get("on_foot"))
        for at, costs in case.get("ground", {}).items()
    }
    field = board(case, ground)
    found = DOES.fullmatch(case["does"])
    assert found, case["does"]
    name, points = found["unit"], int(found["points"]) if found["points"] else None
    if found["what"] == "shocks":
        return {"becomes": "may" if may_shock(field.find(name).unit) else "may not"}
    if found["to"]:
        to, active = place(found["to"]), not found["idle"]
        offences = square_move(field, name, to, active=active, points=points)
        assert {str(each) for each in offences} <= {"TG-9.85i"}
        assert all(str(each.hex) in each.why for each in offences)
        return {"offends": [each.why for each in offences]}
    left = []
    if found["what"] == "forms line":
        field, points = form_line(field, name, points or 0)
        left = [f"{points} left"]
    else:
        field = break_square(field, name)
    there = field.units_at(field.find(name).hex)
    return {"becomes": "; ".join([f"{each.name}: {each.unit.order}" for each in there] + left)}


@pytest.mark.parametrize(
    "case", [each for name in ("declared", "square") for each in cases(FOLDER / f"{name}.toml")]
)
def test_cases(case: dict[str, Any]) -> None:
    assert case.keys() <= KEYS
    try:
        found = declared(case) if "attacks" in case else of_square(case)
    except RulesError as error:
        found = {"refused": str(error)}
    assert found == {key: case[key] for key in case.keys() & ANSWERS}
