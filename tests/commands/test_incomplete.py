"""Dice that stop too early: what came of them so far, and what is to be rolled next."""

import re

import pytest

from rules_lib.rulebook import catalog
from tests.commands.asking import Asker
from tests.in_turn import in_turn

PAIR = '--attacker "red 7" --defender "black 5"'
BUNKER = "strike --unit infantry --structure bunker"
SHOT = 'sniper --card "red 7" --shot "9 at infantry'
HORSE = 'cavalry --charger "heavy 5, strength 6" --target "infantry 5, strength 5"'
STOPS = {
    f"melee {PAIR} --rolls 6:4": "exchange 2, the attacker rolls 3 dice, the defender 2",
    f'melee {PAIR[:-1]}, small team" --rolls 9:11 --ruling R-M3=true': "3 dice, "
    "minus 2, the defender 2 dice, minus 4 [PT-M8, PT-M3, PT-M12, PT-M15, R-M3]",
    f'melee {PAIR[:-1]}, in cover" --rolls 6:4': "roll all of them again [PT-M13]",
    f'melee {PAIR[:-1]}, in cover" --rolls 12:3': "may still re-roll all 2 dice of exchange 1",
    f'melee {PAIR[:-1]}, in cover" --rolls 4:4': "still re-roll all 2 dice of exchange 1",
    f"charge {PAIR} --movement-roll 8": "the charge test, 3 dice on red 7",
    f"charge {PAIR} --movement-roll 8 --charge-roll 11": "exchange 1, the attacker rolls 3",
    f"charge {PAIR} --movement-roll 8 --charge-roll 5": "the reaction shot",
    f'{SHOT}"': "a card, if the unit looks for him [PT-S11]; otherwise his shot, 3 dice on red 7",
    f'{SHOT}, draws 8"': "2 dice, to reach the 8 drawn, raised by 2 [PT-S11, PT-S12]: 16.7 %",
    f'{SHOT}, draws 8, rolls 10"': "turn a marker, one of 4, and one of them is green [PT-S13",
    f'{SHOT}, draws 8, rolls 10" --markers 1': "turn a marker, the last [PT-S13",
    f'{SHOT}, draws 8, rolls 2"': "his shot, 3 dice on red 7",
    f'{SHOT}, 1 hit"': "his shot, 3 dice on red 7",
    f'{SHOT}" --ruling R-S1=false': "his shot, 3 dice on red 7",
    "strike --unit infantry --structure sandbags --dice 1,3": "the sandbags fail their save; the",
    f"{BUNKER} --dice 1,2,3": "the bunker fails its save; the cover save of the infantry, 2 dice",
    f"{BUNKER} --dice /4,5": "the armour save of the bunker, 3 dice [PT-X5]; how many, for "
    "structures of the table: secondary source",
    "strike --unit tank --dice 1,1 --dice ''": "the armour save of the tank, 2 dice",
    f"{HORSE} --dice 3": "--decide 'square X=…' (yes, no)",
    f"{HORSE} --dice 3 --decide square=no": "a die for fight A",
    'battle --a "3 dice" --b "2 dice" --rolls-a 6,3,2 --rolls-b 5,4': (
        "B must retreat from the hex [IDT-7.1]; then both parties test morale [IDT-7.2]"
    ),
    'battle --a "2 dice, fanaticism 1" --b "1 dice" --rolls-a 5,6 --rolls-b 5': (
        "nobody retreats: B is gone [R-I15]; then no morale is tested"
    ),
    'battle --a "2 dice, fanaticism 1" --b "1 dice" --rolls-a 5,6 --rolls-b 5'
    " --ruling R-I15=True": ("B must retreat from the hex, though nobody of A is left [IDT-7.7]"),
    'battle --a "1 dice" --b "1 dice" --rolls-a 5 --rolls-b 5': (
        "nobody retreats after a draw [IDT-7.1, R-I10]; then both parties test morale"
    ),
    'battle --a "1 dice" --b "1 dice" --rolls-a 5 --rolls-b 5 --ruling R-I10=no_test': (
        "nobody retreats after a draw [IDT-7.1, R-I10]; then no morale is tested"
    ),
}
ENDS = [
    f"melee {PAIR} --rolls 12:3",
    f'melee {PAIR[:-1]}, in cover" --rolls 12:3:4',
    f'melee {PAIR[:-1]}, in cover" --rolls 3:7,3:7',
    f"charge {PAIR} --movement-roll 3",
    f"charge {PAIR} --movement-roll 8 --charge-roll 5 --shot hit",
    f"charge {PAIR} --movement-roll 8 --charge-roll 11 --rolls 12:3",
    f'{SHOT}, draws 8, rolls 10, turns green"',
    f"{BUNKER} --dice 1,2,3/2,6",
    f"{HORSE} --dice 9",
]
HOLES = {
    f'{SHOT}, draws 8" --shot move': "no roll is given",
    f'{SHOT}, draws 8" --shot "9 at crew"': "no roll is given",
    f"{BUNKER} --dice 1,2,3 --dice 1,2,3/4,5": "2 dice are due",
    f"{HORSE} --dice 3,x": "whole numbers",
    'battle --a "3 dice" --b "2 dice" --rolls-a 6,3,2': "the faces of b",
}
"""Records with something missing before their end, or with nothing to say about what there is."""


@in_turn("line, due", STOPS.items())
def test_it_says_what_comes_next_and_by_which_clause(ask: Asker, line: str, due: str) -> None:
    text = ask.told(line)
    assert text.count("\nNext: ") == 1
    said = text.partition("\nNext: ")[2].partition("\n")[0]
    assert due in said
    cited = re.findall(r"[A-Z]+-[\w.-]+", said)
    assert line.startswith("cavalry") or cited
    assert set(cited) <= set(catalog().ids())


@in_turn("line", ENDS)
def test_nothing_comes_after_the_end(ask: Asker, line: str) -> None:
    assert "Next:" not in ask.told(line)


@in_turn("line, why", HOLES.items())
def test_a_hole_is_no_end(ask: Asker, line: str, why: str) -> None:
    assert why in ask.refusal(line)


@pytest.mark.rule("PT-M2")
def test_a_charge_test_to_come_has_no_shot_and_no_melee(ask: Asker) -> None:
    start = f"charge {PAIR} --movement-roll 8"
    told = ask.told(start)
    assert "Movement test" in told
    assert "base to base" not in told
    for more in ("--shot hit", "--rolls 6:6"):
        assert "its charge test is not rolled yet" in ask.refusal(f"{start} {more}")
