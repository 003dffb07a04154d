"""Cases of attacks declared on a map, `declared.toml`: what is declared, and what it means.

The head of that file says how a case is written; `rules` are the clauses and rulings it proves.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import RulesError
from rules_lib.triumph_and_glory.charge import Intent, Stack, Target, declare
from rules_lib.triumph_and_glory.charge.from_map.legal import _ground, _placed
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from tests.cases.test_cavalry import cases

FILE = Path(__file__).with_name("declared.toml")
SAID = {"open_flank", "retreat_to", "pursuit_facing"}
KEYS = {"units", "attacks", "ground", "sides", "stacks", "targets", "refused"} | SAID
ATTACK = re.compile(
    r"(?P<units>.*) (?:charges?|shocks?) (?P<target>\S+?)(?: over (?P<path>[^,]*))?"
    r"(?:, facing (?P<facings>[\d ]+))?(?P<moved>, has moved)?"
)
RADIUS = 5


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
    return told + ", on clear ground" * bool(each.clear_terrain)


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


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What is said of a case, under the keys of the file."""
    said: dict[str, Any] = {"open_flank": True}
    for name in SAID & case.keys():
        said[name] = {
            place(at): place(x) if isinstance(x, str) else x for at, x in case[name].items()
        }
    try:
        board = Board.filled(
            Terrain("clear", 1),
            radius=RADIUS,
            units=list(map(unit, case["units"])),
            changes=dict(map(_ground, case.get("ground", ()))),
            hexsides=sides(case),
        )
        found = declare(board, list(map(intent, case["attacks"])), **said)
    except RulesError as error:
        return {"refused": str(error)}
    return {
        "stacks": [stack(each) for attack in found.attacks for each in attack.stacks],
        "targets": [
            target(each)
            for attack in found.attacks
            for each in (*attack.targets, *attack.also_in_front)
        ],
    }


@pytest.mark.parametrize("case", list(cases(FILE)))
def test_cases(case: dict[str, Any]) -> None:
    assert case.keys() <= KEYS
    assert answer(case) == {
        key: case[key] for key in case.keys() & {"stacks", "targets", "refused"}
    }
