"""The Python that an explorer prints, run: it gives the chance that is shown."""

import ast
from collections.abc import Callable
from statistics import mean
from typing import Any

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen import page as battles
from rules_lib.notebook.explorer import Answer, Explorer
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


LINES: dict[str, tuple[dict[str, Any], Read]] = {
    show.COMMAND_TEST.id: (FOOT, named),
    show.MELEE.id: (FOOT, lambda odds, _: odds.attacker_wins),
    show.TRY.id: (FOOT, lambda odds, _: odds.attacker_wins),
    show.CHARGE.id: (FOOT, lambda ends, _: ends[charge.Ending.ATTACKER_WINS]),
    show.SPOTTING.id: (FOOT, lambda hidden, _: 1 - hidden),
    show.STRIKE.id: (FOOT, lambda ends, _: ends.probability(lambda end: end.fate in HARM)),
    battles.POOL.id: (FOOT, named),
    battles.BATTLE.id: (FOOT, named),
    battles.FANATICISM.id: (FOOT, named),
    battles.TACTICS.id: (FOOT, named),
    cavalry.CHARGE.id: (RIDING,
     lambda odds, _: odds.fate("Orlov").probability(lambda fate: fate.place in GONE)),
    cavalry.REACTION.id: (RIDING, lambda odds, _: cavalry.leaves_hex(odds, "D")),
    cavalry.PURSUIT.id: (RIDING, lambda odds, _: odds.pursuits),
    cavalry.EXAMPLE.id: (RIDING, off_the_map),
}  # fmt: skip
PARTS = {
    cavalry.CHARGE.id: "in line: it leaves the map",
    cavalry.EXAMPLE.id: "it leaves the map",
}
"""What the line asks, where it is not the headline."""


def gives(explorer: Explorer, setting: dict[str, str], answer: Answer) -> bool:
    """Its Python, as it is printed in the book; the last statement has the value."""
    names, read = LINES[explorer.id]
    *before, last = ast.parse(explorer.python_line(setting)).body
    here = dict(names)
    exec(compile(ast.Module(before, []), "the line", "exec"), here)
    found = read(eval(ast.unparse(last), here), setting)
    if explorer is cavalry.PURSUIT:
        parts = [found[0], found[1], found[2], 1 - found.cdf(2)]
        return parts == [each.chance for each in answer.parts]
    part = PARTS.get(explorer.id, explorer.headline.part)
    return bool(found == answer.part(part).chance)
