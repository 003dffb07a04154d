"""Cases of the cavalry charge, `cavalry.toml`: who attacks whom, the dice, and what comes of them.

The head of that file says how a case is written; `rules` are the clauses and rulings it proves.
"""

import re
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import RulesError
from rules_lib.situations import from_dict
from rules_lib.triumph_and_glory.charge import CavalryCharge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM, LIGHT_CHARGE_DRM
from tests.cases.test_cases import HEADING, cases
from tests.triumph_and_glory.charging import NEVER

FILE = Path(__file__).with_name("cavalry.toml")
RULINGS = {"R-N2": "one_lower"}
STRENGTH = re.compile(r"(\w+: (horse artillery|artillery|\w+) \d+(?![^+]*strength))")
ATTACK = {"stacks", "targets", "also_in_front", "ratio_drm", "cohesion_drm", "other_drm", "drm"}
ATTACK |= {"weighed"}
ANSWERS = {"says", "results", "becomes", "due", "asks", "refused"}
KEYS = ATTACK | ANSWERS | {"attacks", "asked", "decisions", "rulings", "dice"}


def strong(data: Any) -> Any:
    """Units of which no strength is said have 6, guns 1."""
    if isinstance(data, str):
        return STRENGTH.sub(lambda x: f"{x[1]}, strength {1 if 'art' in x[2] else 6}", data)
    if isinstance(data, dict):
        return {key: strong(each) for key, each in data.items()}
    return [strong(each) for each in data] if isinstance(data, list) else data


def attacks(said: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """As a file has them, without modifiers but `drm` and what ground and position add."""
    given = [{key: strong(each) for key, each in one.items() if key in ATTACK} for one in said]
    own = [(each.pop("weighed", ()), each.pop("drm", None)) for each in given]
    plain = from_dict({"version": 1, "game": "cavalry", "attacks": given})
    assert isinstance(plain, CavalryCharge)
    for data, (weighed, drm), found in zip(given, own, plain.attacks, strict=True):
        names = [unit.name for stack in found.stacks for unit in stack.units]
        if "ratio" not in weighed:
            some = [x for n in range(len(names)) for x in combinations(names, n + 1)]
            data.setdefault("ratio_drm", [[list(each), 0] for each in some])
        if "cohesion" not in weighed:
            data.setdefault("cohesion_drm", 0)
        if drm is not None:
            heavy = {getattr(u, "heavy", None) for s in found.stacks if s.charges for u in s.units}
            bonus = HEAVY_CHARGE_DRM if True in heavy else LIGHT_CHARGE_DRM if False in heavy else 0
            data["other_drm"] = drm - bonus
    return given


def answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of a case, under the keys of the file."""
    decisions = {**({} if case.get("asked") else NEVER), **case.get("decisions", {})}
    rulings = {**RULINGS, **case.get("rulings", {})}
    try:
        given = attacks(case.get("attacks", [case]))
        told = from_dict(
            {"version": 1, "game": "cavalry", "attacks": given, "decisions": decisions,
             "rulings": rulings}
        ).adjudicate(case["dice"])  # fmt: skip
    except RulesError as error:
        return {"refused": str(error)}
    assert all(step.heading == bool(HEADING.match(step.text)) for step in told.steps)
    return {
        "says": [str(step).strip() for step in told.steps],
        "results": dict(told.results),
        "becomes": "; ".join(f"{name}: {fate}" for name, fate in told.fates.items()),
        "due": "" if told.missing is None else told.missing.key,
        "asks": "" if told.missing is None else str(told.missing),
    }


@pytest.mark.parametrize("case", list(cases(FILE)))
def test_cases(case: dict[str, Any]) -> None:
    assert case.keys() <= KEYS
    found = answer(case)
    expected = {key: case[key] for key in ANSWERS if key in case}
    if "results" in expected:
        expected["results"] = {fight: int(result) for fight, result in case["results"].items()}
    ends = [line for line in found.get("says", ()) if "[TG-9.84]" in line]
    assert len(ends) == len(set(ends)), ends  # each unit comes to the end of its charge once
    for line in ends:
        who, keeps, _ = re.sub(r"keeps?", "keep", line).partition(" keep good order.")
        for name in re.split(", | and ", who) if keeps else ():
            assert re.search(rf"\b{name}: [^;]*good order", found["becomes"]), line
    rest = iter(found.get("says", ()))
    assert all(line in rest for line in expected.pop("says", "").splitlines()), found
    assert len(expected.keys() & {"becomes", "due", "asks"}) == 1 or "refused" in found
    assert expected == {key: found[key] for key in expected}
