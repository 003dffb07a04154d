"""Recorded dice: what programs read is what is printed, step by step with its clauses.

What is printed stands in `tests/cases`.
"""

import re
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.commands import command
from rules_lib.commands.command import arguments_of
from rules_lib.paper_tigers import Card, melee
from rules_lib.rulebook import catalog
from tests.cases.test_cases import cases
from tests.commands.asking import Asker
from tests.in_turn import in_turn

LINES = [case.values[0]["line"] for case in cases() if "says" in case.values[0]]
CREW = '--attacker "red 7" --defender "red 5, small team"'
COVER = 'melee --attacker "red 7" --defender "black 6, in cover"'
CAVALRY = (
    'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
    ' --target "infantry 5, strength 5, disordered cohesion 4"'
)
DATA: dict[str, dict[str, Any]] = {
    f"{COVER} --rolls 6:4:3,12:4,9:2": {"outcome": "attacker_wins", "unused": [[9, 2]]},
    f"melee {CREW} --rolls 6:6": {"outcome": "goes_on", "unused": []},
    f"melee {CREW} --rolls 12:3 --ruling R-M1=false": {
        "outcome": "goes_on",
        "read_with": {"R-M1": "False"},
    },
    f"charge {CREW} --movement-roll 4": {"ending": "stays"},
    f"charge {CREW} --movement-roll 8 --charge-roll 5": {"ending": "refused"},
    f"charge {CREW} --movement-roll 8 --charge-roll 5 --shot hit": {"ending": "shot_hits"},
    f"charge {CREW} --movement-roll 8 --charge-roll 11 --rolls 12:3": {"ending": "attacker_wins"},
    f"charge {CREW} --stood-still --charge-roll 11 --rolls 6:6 --ruling R-M12=true": {
        "ending": "goes_on"
    },
    "strike --unit infantry --structure bunker --dice 1,2,3/2,6 --dice 2,6,1": {
        "fate": "unaffected"
    },
    'battle --a "3 dice, fanaticism 1" --b "2 dice" --rolls-a 6,2,2 --rolls-b 6,4 --ruling'
    " R-I2=random --ruling R-I8=true --destroyed-a 2 --destroyed-b 4 --fanatics-a 1": {
        "winner": "a"
    },
    f"{CAVALRY} --decide square=yes --dice 3,7,8": {"complete": True, "missing": None},
    f'{CAVALRY} --decide square=yes --dice "commitment A=3, square X=7, fight A=8"': {
        "complete": True
    },
    f"{CAVALRY} --decide square=yes --dice 3": {"complete": False, "missing": "square X"},
}
"""A line, and some of what programs read."""


@in_turn("line", [*LINES, *DATA])
def test_each_step_of_the_data_is_printed_with_its_clauses(line: str) -> None:
    name, *words = arguments_of(line)
    found = command(name).run(command(name).parser().read(words))
    printed = iter([each.strip() for told in found.lines for each in told.splitlines()])
    for each in found.data.get("steps", ()):
        cited = f" [{', '.join(each['clauses'])}]" if each["clauses"] else ""
        assert f"{each['text']}{cited}" in printed
        assert set(each["clauses"]) <= set(catalog().ids())


@pytest.mark.slow
@in_turn("line", DATA)
def test_what_programs_read(ask: Asker, line: str) -> None:
    assert DATA[line].items() <= ask.data(line).items()


@in_turn("line", [each for each in LINES if each.startswith("aftermath --winner")])
def test_what_follows(ask: Asker, line: str) -> None:
    data, told = ask.data(line)["aftermath"], ask.told(line).split("\n\n")[0]
    hexes = re.search(r"(\d+) hexes are open to it", told)
    assert data["hexes"] == (int(hexes[1]) if hexes else None)
    dead = line.partition("--wiped-out ")[2].partition(" ")[0]
    assert data["wiped_out"] == {"": [], "both": ["a", "b"]}.get(dead, [dead])
    for key, end in (("extra_action", "immediately acts"), ("sits_out", "sits out")):
        assert [side.upper() for side in data[key]] == re.findall(f"([AB]) {end}", told)


def test_who_has_arrived_is_told_the_odds_from_there(ask: Asker) -> None:
    """The test on two dice, counted out, and the melee by itself come to the same."""
    told = ask.told('charge --attacker "black 8" --defender "red 5" --movement-roll 9')
    _, _, ahead = told.partition("From here on:")
    dares = Fraction(sum(a + b >= 8 for a in range(1, 7) for b in range(1, 7)), 36)
    fight = melee.odds(melee.Combatant(Card("black", 8)), melee.Combatant(Card("red", 5)))
    rows = {
        "The charge fails, it may be shot at": 1 - dares,
        "Contact, the attacker wins": dares * fight.attacker_wins,
        "Contact, the defender wins": dares * fight.defender_wins,
    }
    for label, p in rows.items():
        assert re.search(rf"\n{label}: .* {p.numerator}/{p.denominator}\n", ahead), label
    assert "stays" not in ahead
    done = ask.told('charge --attacker "black 8" --defender "red 5" --movement-roll 7')
    assert "From here on:" not in done
