"""The Python that an explorer prints gives the chance that is shown, which an oracle recomputes."""

import ast
import random
from collections.abc import Callable
from statistics import mean
from typing import Any

import pytest

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen import page as battles
from rules_lib.notebook.explorer import Explorer
from rules_lib.paper_tigers import Card, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers import page as show
from rules_lib.triumph_and_glory import charge as cavalry_charge
from rules_lib.triumph_and_glory import example
from rules_lib.triumph_and_glory import page as cavalry
from rules_lib.triumph_and_glory.charge.state import GONE
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

FOOT = {"Card": Card, "charge": charge, "command": command, "melee": melee, "sniper": sniper,
        "sudden_strike": sudden_strike, "Party": Party, "battle": battle, "mean": mean}  # fmt: skip
RIDING = {"charge": cavalry_charge, "Cavalry": Cavalry, "Infantry": Infantry, "example": example}
HARM = sudden_strike.Fate.HIT, sudden_strike.Fate.REMOVED

Read = Callable[[Any, dict[str, str]], Any]
"""The chance of the headline, from what the line gives and the setting."""


def named(odds: Any, _: object) -> Any:
    return getattr(odds, "a_wins", odds)


def off_the_map(odds: Any, setting: dict[str, str]) -> Any:
    unit = cavalry.EXAMPLE.controls[0].choice(setting["target"]).value
    return odds.fate(unit).probability(lambda fate: fate.place in GONE)


LINES: list[tuple[Explorer, dict[str, Any], Read]] = [
    (show.COMMAND_TEST, FOOT, named),
    (show.MELEE, FOOT, lambda odds, _: odds.attacker_wins),
    (show.TRY, FOOT, lambda odds, _: odds.attacker_wins),
    (show.CHARGE, FOOT, lambda ends, _: ends[charge.Ending.ATTACKER_WINS]),
    (show.SPOTTING, FOOT, lambda hidden, _: 1 - hidden),
    (show.STRIKE, FOOT, lambda ends, _: ends.probability(lambda end: end.fate in HARM)),
    (battles.POOL, FOOT, named),
    (battles.BATTLE, FOOT, named),
    (battles.FANATICISM, FOOT, named),
    (battles.TACTICS, FOOT, named),
    (cavalry.CHARGE, RIDING,
     lambda odds, _: odds.fate("Orlov").probability(lambda fate: fate.place in GONE)),
    (cavalry.REACTION, RIDING, lambda odds, _: cavalry.leaves_hex(odds, "D")),
    (cavalry.PURSUIT, RIDING, lambda odds, _: odds.pursuits),
    (cavalry.EXAMPLE, RIDING, off_the_map),
]  # fmt: skip
PARTS = {
    cavalry.CHARGE.id: "in line: it leaves the map",
    cavalry.EXAMPLE.id: "it leaves the map",
}
"""What the line asks, where it is not the headline."""


def run(explorer: Explorer, setting: dict[str, str], names: dict[str, Any]) -> Any:
    """Its Python, as it is printed in the book; the last statement has the value."""
    *before, last = ast.parse(explorer.python_line(setting)).body
    here = dict(names)
    exec(compile(ast.Module(before, []), "the line", "exec"), here)
    return eval(ast.unparse(last), here)


@pytest.mark.rule("PT-M3", "PT-M19", "R-M14", "TG-9.85e", "TG-9.86b", "TG-9.86c", "TG-9.87e")
@pytest.mark.parametrize(("explorer", "names", "read"), LINES, ids=[x.id for x, *_ in LINES])
def test_the_line_gives_the_chance(explorer: Explorer, names: dict[str, Any], read: Read) -> None:
    choose = random.Random(explorer.id)
    settings = [{c.name: choose.choice(c.choices).key for c in explorer.controls} for _ in range(8)]
    for setting in (explorer.defaults(), *settings):
        found, answer = read(run(explorer, setting, names), setting), explorer.at(setting)
        if explorer is cavalry.PURSUIT:
            parts = [found[0], found[1], found[2], 1 - found.cdf(2)]
            assert parts == [each.chance for each in answer.parts], setting
        else:
            part = PARTS.get(explorer.id, explorer.headline.part)
            assert found == answer.part(part).chance, setting
