"""Cases as a player reads them: a line that is typed, with its dice, and what it must answer.

They stand in the files beside this one, and name the numbers of the rules, `{MARKERS}`. In `says`
are whole lines of the answer, in their order, each with its clauses, and all of them where it is
`whole`; `never` stands nowhere in it; `refused` is the error in full. `rules` are the clauses and
rulings that a case proves. Cavalry charges have their own keys, and `test_cavalry.py`.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules_lib.commands import command
from rules_lib.commands.command import arguments_of
from rules_lib.errors import RulesError
from rules_lib.rulebook import catalog

FOLDER = Path(__file__).parent
OWN = ("cavalry.toml", "declared.toml", "square.toml")
KEYS = {"line", "says", "whole", "never", "refused"}
HEADING = re.compile(
    r"(Exchange|Strike|Step) \d+|Shot \d+, at|The battle (roll$|is drawn\.)|[AB] wins the battle\."
    r"|The melee (begins|goes on)\.|(Attacker|Defender|Both units|The [a-z ]+) (is|are) removed\."
    r"|(Attacker|Defender) wins the deciding|The sniper moves\.|Counter-(shock|charge) of \w"
    r"|Decisions that never came up"
)
"""What stands over other steps, or ends them."""


def cases(file: Path) -> Iterator[Any]:
    """Each run of each case of a file, with what all its runs share."""
    text = catalog().numbers.fill_page(file.read_text("utf-8"))
    assert not re.search(r"\{[^{}\n]*[A-Z]{3}_[A-Z_]+[^{}\n]*\}", text), (
        f"{file.name}: not filled in"
    )
    for case in tomllib.loads(text)["case"]:
        name, rules, runs = case.pop("name"), case.pop("rules"), case.pop("run", [{}])
        for place, run in enumerate(runs, 1):
            title = f"{file.stem}, {name}" + f", {place}" * (len(runs) > 1)
            yield pytest.param({**case, **run}, marks=pytest.mark.rule(*rules), id=title)


FILES = sorted({*FOLDER.glob("*.toml")} - {FOLDER / each for each in OWN})
CASES = [each for file in FILES for each in cases(file)]


def answer(line: str) -> str:
    """What is said without the lines on other readings; in it is each step of the data."""
    name, *words = arguments_of(line)
    asked = command(name)
    found = asked.run(asked.parser().read(words))
    said = "\n".join(found.lines)
    notes = found.verdict.notes if found.verdict else ()
    assert "" not in notes
    assert {line for line in found.lines if line.startswith("Not counted")} <= {*notes}
    printed = iter([each.strip() for each in said.splitlines()])
    for each in found.data.get("steps", ()):
        cited = f" [{', '.join(each['clauses'])}]" if each["clauses"] else ""
        assert f"{each['text']}{cited}" in printed
        assert each["heading"] == bool(HEADING.match(each["text"]))
        assert set(each["clauses"]) <= set(catalog().ids())
    return said


@pytest.mark.parametrize("case", CASES)
def test_cases(case: dict[str, Any]) -> None:
    assert case.keys() <= KEYS
    assert ("says" in case) != ("refused" in case)
    if "refused" in case:
        with pytest.raises(RulesError) as error:
            answer(case["line"])
        assert str(error.value) == case["refused"]
        return
    said = answer(case["line"])
    lines = [each.strip() for each in said.splitlines() if each]
    expected, rest = case["says"].strip().splitlines(), iter(lines)
    assert all(each in rest for each in expected), said
    assert len(lines) == len(expected) or not case.get("whole"), said
    assert not [each for each in case.get("never", ()) if each in said], said
