"""Recorded dice: the transcript of the situation, with the ids of its clauses."""

import re
from fractions import Fraction
from typing import Any

import pytest

from rules_lib import situations
from rules_lib.in_die_tiefen import battle
from rules_lib.paper_tigers import Card, charge, melee, sniper, sudden_strike
from rules_lib.rulebook import catalog
from tests.commands.asking import Asker
from tests.in_turn import in_turn

CREW = 'attacker = "red 7"\ndefender = "red 5, small team"\n'
CHARGE = 'charge --attacker "red 7" --defender "red 5, small team"'
MELEE = 'melee --attacker "red 7" --defender "red 5, small team"'
CAVALRY = (
    'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
    ' --target "infantry 5, strength 5, disordered cohesion 4"'
)
HORSE = (
    '[[attacks]]\nstacks = ["A: heavy 5, strength 6, disordered cohesion 4"]\n'
    'targets = ["X: infantry 5, strength 5, disordered cohesion 4"]\n'
)
YES = f'decisions = {{square = "yes"}}\n{HORSE}'
STANDS = f'{CREW}moves = false\n[rulings]\nR-M12 = "True"'
ROLLED = charge.Rolled
SHOTS = [
    sniper.Shot(Card("red", 7), 9, sniper.Target("infantry"), 8, 10, "red"),
    sniper.Move(),
    sniper.Shot(Card("red", 7), 12, sniper.Target("officer", 1)),
    sniper.Shot(Card("red", 7), 3, sniper.Target("small_team"), "joker"),
]
RECORDED: list[tuple[str, str, Any, dict[str, Any]]] = [
    (
        'melee --attacker "red 7" --defender "black 6, in cover" --rolls 6:4:3,12:4,9:2',
        'attacker = "red 7"\ndefender = "black 6, in cover"',
        [(6, 4, 3), (12, 4)],
        {"outcome": "attacker_wins", "unused": [[9, 2]]},
    ),
    (f"{MELEE} --rolls 6:6", CREW, [(6, 6)], {"outcome": "goes_on", "unused": []}),
    (f"{MELEE} --rolls 12:3", CREW, [(12, 3)], {"outcome": "attacker_wins"}),
    (
        f"{MELEE} --rolls 12:3 --ruling R-M1=false",
        f'{CREW}[rulings]\nR-M1 = "False"',
        [(12, 3)],
        {"outcome": "goes_on", "read_with": {"R-M1": "False"}},
    ),
    (f"{CHARGE} --movement-roll 4", CREW, ROLLED(4), {"ending": "stays"}),
    (f"{CHARGE} --movement-roll 8 --charge-roll 5", CREW, ROLLED(8, 5), {"ending": "refused"}),
    (
        f"{CHARGE} --movement-roll 8 --charge-roll 5 --shot hit",
        CREW,
        ROLLED(8, 5, "hit"),
        {"ending": "shot_hits"},
    ),
    (
        f"{CHARGE} --movement-roll 8 --charge-roll 11 --rolls 12:3",
        CREW,
        ROLLED(8, 11, rolls=[(12, 3)]),
        {"ending": "attacker_wins"},
    ),
    (
        f"{CHARGE} --stood-still --charge-roll 11 --rolls 6:6 --ruling R-M12=true",
        STANDS,
        ROLLED(None, 11, rolls=[(6, 6)]),
        {"ending": "goes_on"},
    ),
    (
        f"{CHARGE} --movement-roll 4 --charge-roll 11 --rolls 6:6 --ruling R-M12=true",
        STANDS.replace("moves = false\n", ""),
        ROLLED(4, 11, rolls=[(6, 6)]),
        {"ending": "goes_on"},
    ),
    (
        'charge --attacker "red 7" --defender "no card" --movement-roll 8 --charge-roll 11',
        'attacker = "red 7"\ndefender = "no card"',
        ROLLED(8, 11),
        {"ending": "goes_on"},
    ),
    (
        'sniper --card "red 7" --ruling R-S3=fail --shot "9 at infantry, draws 8, rolls 10, turns'
        ' red" --shot Move --shot "12 at officer, 1 hit" --shot "3 at small_team, draws joker"',
        'card = "red 7"\ntargets = ["infantry"]\n[rulings]\nR-S3 = "fail"',
        SHOTS,
        {"found": False},
    ),
    (
        "strike --unit infantry --structure bunker --dice 1,2,3/2,6 --dice 2,6,1",
        'unit = "infantry"\nstructure = "bunker"',
        [sudden_strike.Dice((1, 2, 3), (2, 6)), sudden_strike.Dice((2, 6, 1))],
        {"fate": "unaffected"},
    ),
    (
        'strike --unit "infantry, 1 hit" --dice 1,2',
        'unit = "infantry, 1 hit"',
        [sudden_strike.Dice((), (1, 2))],
        {"fate": "removed"},
    ),
    (
        'battle --a "3 dice" --b "2 dice, superior" --rolls-a 6,3,2 --rolls-b "5, 4"',
        'a = "3 dice"\nb = "2 dice, superior"',
        battle.Rolled([6, 3, 2], [5, 4]),
        {"winner": "a"},
    ),
    (
        'battle --a "3 dice, fanaticism 1" --b "2 dice" --rolls-a 6,2,2 --rolls-b 6,4 --ruling'
        " R-I2=random --ruling R-I8=true --destroyed-a 2 --destroyed-b 4 --fanatics-a 1",
        'a = "3 dice, fanaticism 1"\nb = "2 dice"\n[rulings]\nR-I2 = "random"\nR-I8 = "True"',
        battle.Rolled([6, 2, 2], [6, 4], [2], 1, [4]),
        {"winner": "a"},
    ),
    (
        f"{CAVALRY} --decide square=yes --dice 3,7,8",
        YES,
        [3, 7, 8],
        {"complete": True, "missing": None},
    ),
    (
        f'{CAVALRY} --decide square=yes --dice "commitment A=3, square X=7, fight A=8"',
        YES,
        {"commitment A": 3, "square X": 7, "fight A": 8},
        {"complete": True},
    ),
    (f"{CAVALRY} --dice 3", HORSE, [3], {"complete": False, "missing": "square X"}),
    (f"{CAVALRY} --decide square=yes --dice 3", YES, [3], {"missing": "square X"}),
]
"""A line, its situation, the dice, and some of what programs read."""


@pytest.mark.rule("PT-M6", "PT-M8", "PT-M13", "R-M1", "R-M4", "R-I2", "R-I8")
@in_turn("line, words, dice, said", RECORDED)
def test_the_transcript_is_that_of_the_situation(
    ask: Asker, line: str, words: str, dice: Any, said: dict[str, Any]
) -> None:
    """Every step cites entries that exist, and the JSON cites the same ones."""
    setup: Any = situations.from_toml(f'game = "{line.split()[0]}"\n{words}')
    text, data = ask.told(line), ask.data(line)
    assert str(setup.adjudicate(dice)) in text
    assert said.items() <= data.items()
    told = text.partition("\nNext:")[0]
    printed = [
        clause for cited in re.findall(r"\[([^\]]+)\]", told) for clause in cited.split(", ")
    ]
    assert set(printed) <= set(catalog().ids())
    assert printed == [clause for step in data["steps"] for clause in step["clauses"]] != []


TOLD = {
    f"{MELEE} --rolls 6:6,12:12,9:2": "Not counted: 9:2. The melee was over after exchange 2.",
    f"{MELEE} --rolls 6:6": "The melee goes on. [PT-M11]",
    f"{MELEE} --rolls 12:3 --ruling R-M1=false": "Read with R-M1=False: ",
    'charge --attacker "red 7" --defender "no card" --movement-roll 8 --charge-roll 11': (
        "which has no command card. How it fights is unspecified by the source."
    ),
    'test --card "red 7" --for movement --roll 7': "7 with 2 dice against red 7, passed. [PT-M19]",
    'test --card "red 7" --for shot --roll 6': "6 with 3 dice against red 7, failed. [PT-S8]",
    'test --card "red 7" --for movement --roll 14 --ruling R-M14=red_three': (
        "14 with 3 dice against red 7, passed. [PT-M19, R-M14]"
    ),
    'sniper --card "red 7" --shot "9 at infantry"': "At the end he is not found.",
    'sniper --card "red 7" --shot "9 at infantry, draws 8"': "He has not been found yet.",
    'sniper --card "red 7" --shot "9 at infantry, draws 8, rolls 10"': "He has not been found yet.",
    'sniper --card "red 7" --markers 2 --shot "9 at infantry, draws 3, rolls 9, turns GREEN"': (
        "At the end he is found."
    ),
    'sniper --card "red 7" --jokers 1 --ruling R-S3=fail --shot "9 at crew, draws joker"': (
        "Pile: 52 cards and 1 joker; a joker fails (R-S3)."
    ),
    'strike --unit infantry --structure "bunker, 2 damage" --ruling R-X8=true --dice 1/2,5'
    " --dice /3,5": "Its value drops to 0.",
    "strike --unit tank --structure building --dice 5,1 --dice 1,3 --ruling R-X9=unspecified": (
        "Strike 2: the building fails its save, and its value drops to 1 [PT-X7]; the save of the"
        " tank inside a structure that failed (R-X9): unspecified by the source."
    ),
    "strike --unit 'gun crew' --dice 1,3 --ruling R-X5=unspecified": (
        "Strike 1: the dice of the save of the gun crew (R-X5): unspecified by the source."
    ),
    "strike --unit infantry --structure sandbags --dice 1,3/5,5": (
        "The sandbags roll 1, 3 for their armour save: failed. Their value drops to 0. [PT-X5,"
    ),
    f"{CAVALRY} --decide square=yes --dice 3,7,8": "\nX: withdrawn\n",
}


@pytest.mark.rule("PT-X7", "R-S3", "R-X5", "R-X9")
@in_turn("line, told", TOLD.items())
def test_what_is_certain_is_told_before_what_is_not(ask: Asker, line: str, told: str) -> None:
    text = ask.told(line)
    assert told in text
    assert ("At the end he" in text) == told.startswith("At the end he") or "Pile" in told


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
