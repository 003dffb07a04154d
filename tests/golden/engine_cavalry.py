"""What the library answers to the rows of the golden tables of the cavalry charge."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from rules_lib.commands.door import read_by
from rules_lib.rulebook import RulingSet
from rules_lib.situations import from_dict
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import CavalryCharge
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Cavalry, Infantry
from tests.golden.cavalry_cases import PLANS, Json, attacks_of, simple
from tests.golden.form import FOLDER, Cell, Row, read

R = TypeVar("R", bound=RulingSet)


def readings(row: Row, kind: type[R]) -> R:
    """The rulings of a row; a comma between two of them is followed by an id."""
    text = row["reading"]
    parts = [] if text == "default" else text.replace(", R-", "\nR-").split("\n")
    return read_by(parts, None, kind.ids()).of(kind)


def worded(given: Any) -> Any:
    """As a file of a situation says it: the kind of a unit is its arm."""
    if isinstance(given, dict):
        return {("arm" if key == "kind" else key): worded(each) for key, each in given.items()}
    return list(map(worded, given)) if isinstance(given, list) else given


def situation(given: Json) -> charge.Situation:
    """The situation of a case."""
    attacks = worded(attacks_of(given))
    told = from_dict({"version": 1, "game": "cavalry", "attacks": attacks})
    assert isinstance(told, CavalryCharge)
    return charge.Situation(told.attacks)


@cache
def cases() -> dict[str, charge.Situation]:
    rows = read(FOLDER / "cavalry_situations.tsv")
    return {row["case"]: situation(json.loads(row["situation"])) for row in rows}


@cache
def distribution(case: str, plan: str, rulings: charge.Rulings) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    odds = charge.odds(cases()[case], PLANS[plan], rulings)
    for outcome, chance in odds.outcomes.items():
        told = "; ".join(f"{name} {fate.place}, {fate.order}" for name, fate in outcome.fates)
        found[told] = found.get(told, Fraction(0)) + chance
    return found


def cavalry_charge(row: Row) -> Mapping[str, Cell]:
    return {
        "chance": distribution(row["case"], row["plan"], readings(row, charge.Rulings))[row["end"]]
    }


def cavalry_grid(row: Row) -> Mapping[str, Cell]:
    given = simple(
        row["kind"], *(int(row[each]) for each in ("cohesion", "strength", "y_cohesion"))
    )
    outcomes = charge.odds(situation(given), PLANS[row["plan"]]).outcomes
    return {
        f"{name.lower()}_leaves": sum(
            (p for outcome, p in outcomes.items() if outcome.left(name)), Fraction(0)
        )
        for name in "AY"
    }


def cavalry_best(row: Row) -> Mapping[str, Cell]:
    given = situation(simple(row["kind"], 5, 4, int(row["y_cohesion"])))
    found = charge.decide(given, charge.drive_out("Y"), rulings=readings(row, charge.Rulings))
    return {"value": found.value}


def cavalry_paths(row: Row) -> Mapping[str, Cell]:
    span = range(-3, 4)
    ground = {Hex(x, z): Terrain("clear", 1) for x in span for z in span if abs(x + z) <= 3}
    middle, start = Hex(0, 0), Hex(int(row["x"]), int(row["z"]))
    placed = [
        Placed(Cavalry("A", 5), start, "French", int(row["facing"])),
        Placed(Infantry("Y", 5), middle, "Russian", 0),
    ]
    found = charge.paths("A", middle, Board(ground, placed), readings(row, charge.Rulings))
    return {"paths": len(found)}


def cavalry_situations(row: Row) -> Mapping[str, Cell]:
    """Nothing is asked there; that it can be read is all."""
    assert row["case"] in cases()
    return {}


ASKED = (cavalry_situations, cavalry_charge, cavalry_grid, cavalry_best, cavalry_paths)
