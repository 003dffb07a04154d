"""Recorded dice: the transcript of the library, with the ids of its clauses."""

import re
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, charge, melee, sniper, sudden_strike
from rules_lib.rulebook import catalog
from rules_lib.triumph_and_glory import Cavalry, Infantry
from rules_lib.triumph_and_glory import charge as cavalry_charge
from tests.commands.asking import Asker
from tests.in_turn import in_turn

SQUAD, CREW = melee.Combatant(Card("red", 7)), melee.Combatant(Card("red", 5), small_team=True)
COVERED = melee.Combatant(Card("black", 6), in_cover=True)
MELEE = 'melee --attacker "red 7" --defender "red 5, small team"'
CHARGE = 'charge --attacker "red 7" --defender "red 5, small team"'
CAVALRY = (
    'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
    ' --target "infantry 5, strength 5, disordered cohesion 4"'
)


def cites_entries(text: str, data: Any) -> None:
    """Every step cites entries that exist, and the JSON cites the same ones."""
    known = set(catalog().ids())
    told = text.partition("\nNext:")[0]
    printed = [
        clause for cited in re.findall(r"\[([^\]]+)\]", told) for clause in cited.split(", ")
    ]
    assert printed
    assert set(printed) <= known
    assert printed == [clause for step in data["steps"] for clause in step["clauses"]]


@pytest.mark.rule("PT-M13", "R-M4")
def test_a_melee_with_a_re_roll(ask: Asker) -> None:
    line = 'melee --attacker "red 7" --defender "black 6, in cover" --rolls 6:4:3,12:4,9:2'
    fight = melee.adjudicate(SQUAD, COVERED, [(6, 4, 3), (12, 4)])
    text, data = ask.told(line), ask.data(line)
    assert str(fight) in text
    assert data["outcome"] == "attacker_wins"
    assert data["unused"] == [[9, 2]]
    assert "Not counted: 9:2. The melee was over after exchange 2." in text
    cites_entries(text, data)


def test_a_melee_that_goes_on(ask: Asker) -> None:
    text, data = ask.told(f"{MELEE} --rolls 6:6"), ask.data(f"{MELEE} --rolls 6:6")
    assert (data["outcome"], data["unused"]) == ("goes_on", [])
    assert "The melee goes on. [PT-M11]" in text
    assert "Not counted" not in text


@pytest.mark.rule("R-M1")
def test_a_transcript_follows_the_rulings(ask: Asker) -> None:
    line = f"{MELEE} --rolls 12:3"
    assert ask.data(line)["outcome"] == "attacker_wins"
    other = f"{line} --ruling R-M1=false"
    assert ask.data(other)["outcome"] == "goes_on"
    assert "R-M1]" in ask.told(line)
    assert "R-M1]" not in ask.told(other)
    assert "Read with R-M1=False: " in ask.told(other)


@in_turn(
    ("options", "given"),
    [
        ("--movement-roll 4", {"movement_roll": 4}),
        ("--movement-roll 8 --charge-roll 5", {"movement_roll": 8, "charge_roll": 5}),
        (
            "--movement-roll 8 --charge-roll 5 --shot hit",
            {"movement_roll": 8, "charge_roll": 5, "shot": "hit"},
        ),
        (
            "--movement-roll 8 --charge-roll 11 --rolls 12:3",
            {"movement_roll": 8, "charge_roll": 11, "rolls": [(12, 3)]},
        ),
        (
            "--stood-still --charge-roll 11 --rolls 6:6 --ruling R-M12=true",
            {
                "movement_roll": None,
                "charge_roll": 11,
                "rolls": [(6, 6)],
                "rulings": charge.Rulings(charge_without_move=True),
                "complete": False,
            },
        ),
        (
            "--movement-roll 4 --charge-roll 11 --rolls 6:6 --ruling R-M12=true",
            {
                "movement_roll": 4,
                "charge_roll": 11,
                "rolls": [(6, 6)],
                "rulings": charge.Rulings(charge_without_move=True),
                "complete": False,
            },
        ),
    ],
)
def test_charges(ask: Asker, options: str, given: dict[str, Any]) -> None:
    action = charge.adjudicate(SQUAD, CREW, **given)
    text, data = ask.told(f"{CHARGE} {options}"), ask.data(f"{CHARGE} {options}")
    assert str(action) in text
    assert data["ending"] == str(action.ending)
    cites_entries(text, data)


@pytest.mark.rule("PT-M6", "PT-M8")
def test_contact_with_a_unit_without_a_card(ask: Asker) -> None:
    line = 'charge --attacker "red 7" --defender "no card" --movement-roll 8 --charge-roll 11'
    text, data = ask.told(line), ask.data(line)
    assert data["ending"] == "goes_on"
    assert "which has no command card. How it fights is unspecified by the source." in text
    cites_entries(text, data)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--for movement --roll 7", "7 with 2 dice against red 7, passed. [PT-M19]"),
        ("--for shot --roll 6", "6 with 3 dice against red 7, failed. [PT-S8]"),
        (
            "--for movement --roll 14 --ruling R-M14=red_three",
            "14 with 3 dice against red 7, passed. [PT-M19, R-M14]",
        ),
    ],
)
def test_command_tests(ask: Asker, options: str, told: str) -> None:
    line = f'test --card "red 7" {options}'
    assert ask.told(line).partition("\n")[0].endswith(f" test: {told}")
    assert ask.data(line)["passed"] == ("passed" in told)
    assert set(ask.data(line)["clauses"]) <= set(catalog().ids())


def test_snipers(ask: Asker) -> None:
    events: list[sniper.Shot | sniper.Move] = [
        sniper.Shot(Card("red", 7), 9, sniper.Target("infantry"), 8, 10, "red"),
        sniper.Move(),
        sniper.Shot(Card("red", 7), 12, sniper.Target("officer", 1)),
        sniper.Shot(Card("red", 7), 3, sniper.Target("small_team"), "joker"),
    ]
    duel = sniper.adjudicate(events, rulings=sniper.Rulings(jokers="fail"))
    line = (
        'sniper --card "red 7" --ruling R-S3=fail --shot "9 at infantry, draws 8, rolls 10, turns'
        ' red" --shot Move --shot "12 at officer, 1 hit" --shot "3 at small_team, draws joker"'
    )
    text, data = ask.told(line), ask.data(line)
    assert str(duel) in text
    assert data["found"] is False
    assert "At the end he is not found." in text
    cites_entries(text, data)


@pytest.mark.rule("R-S3")
def test_a_duel_with_the_jokers_of_sudden_strike(ask: Asker) -> None:
    line = 'sniper --card "red 7" --jokers 1 --ruling R-S3=fail'
    shots = ' --shot "9 at crew, draws joker"'
    assert "Pile: 52 cards and 1 joker; a joker fails (R-S3)." in ask.told(line + shots)
    assert ask.data(line + shots)["pile"] == {"cards": 52, "jokers": 1}
    assert "Pile: 52 cards, no jokers (R-S3)." in ask.told('sniper --card "red 7" --shot move')


@pytest.mark.parametrize("left_open", ["draws 8", "draws 8, rolls 10"])
def test_nothing_is_said_of_the_end_while_he_is_looked_for(ask: Asker, left_open: str) -> None:
    told = ask.told(f'sniper --card "red 7" --shot "9 at infantry, {left_open}"')
    assert "He has not been found yet." in told
    assert "At the end he" not in told


def test_a_sniper_is_found(ask: Asker) -> None:
    line = 'sniper --card "red 7" --markers 2 --shot "9 at infantry, draws 3, rolls 9, turns GREEN"'
    assert ask.data(line)["found"] is True
    assert "At the end he is found." in ask.told(line)


def test_sudden_strikes(ask: Asker) -> None:
    dice = [sudden_strike.Dice((1, 2, 3), (2, 6)), sudden_strike.Dice((2, 6, 1))]
    record = sudden_strike.adjudicate("infantry", sudden_strike.BUNKER, dice)
    line = "strike --unit infantry --structure bunker --dice 1,2,3/2,6 --dice 2,6,1"
    text, data = ask.told(line), ask.data(line)
    assert str(record) in text
    assert data["fate"] == "unaffected"
    cites_entries(text, data)


def test_a_sudden_strike_in_the_open(ask: Asker) -> None:
    line = 'strike --unit "infantry, 1 hit" --dice 1,2'
    record = sudden_strike.adjudicate(
        sudden_strike.Unit("infantry", 1), None, [sudden_strike.Dice((), (1, 2))]
    )
    assert str(record) in ask.told(line)
    assert ask.data(line)["fate"] == "removed"


def test_a_structure_without_a_die(ask: Asker) -> None:
    line = (
        'strike --unit infantry --structure "bunker, 2 damage" --ruling R-X8=true'
        " --dice 1/2,5 --dice /3,5"
    )
    assert "Its value drops to 0." in ask.told(line)


@pytest.mark.rule("PT-X7", "R-X5", "R-X9")
@in_turn(
    ("line", "told"),
    [
        (
            "strike --unit tank --structure building --dice 5,1 --dice 1,3"
            " --ruling R-X9=unspecified",
            "Strike 2: the building fails its save, and its value drops to 1 [PT-X7]; the save of"
            " the tank inside a structure that failed (R-X9): unspecified by the source.",
        ),
        (
            "strike --unit 'gun crew' --dice 1,3 --ruling R-X5=unspecified",
            "Strike 1: the dice of the save of the gun crew (R-X5): unspecified by the source.",
        ),
        (
            "strike --unit infantry --structure sandbags --dice 1,3/5,5",
            "The sandbags roll 1, 3 for their armour save: failed. Their value drops to 0. [PT-X5,",
        ),
    ],
)
def test_what_is_certain_is_told_before_what_is_not(ask: Asker, line: str, told: str) -> None:
    assert told in ask.told(line)


def test_battles(ask: Asker) -> None:
    fought = battle.adjudicate(Party(3), Party(2, superior=True), [6, 3, 2], [5, 4])
    line = 'battle --a "3 dice" --b "2 dice, superior" --rolls-a 6,3,2 --rolls-b "5, 4"'
    text, data = ask.told(line), ask.data(line)
    assert str(fought) in text
    assert data["winner"] == "a"
    assert (data["lost"]["a"]["exact"], data["lost"]["b"]["exact"]) == ("1/3", "1/2")
    cites_entries(text, data)


def test_battles_with_chosen_dice(ask: Asker) -> None:
    fought = battle.adjudicate(
        Party(3, 1),
        Party(2),
        [6, 2, 2],
        [6, 4],
        battle.Rulings(destroys="random", destroyed_fanatics_left_out=True),
        destroyed_a=[2],
        destroyed_b=[4],
        destroyed_fanatics_a=1,
    )
    line = (
        'battle --a "3 dice, fanaticism 1" --b "2 dice" --rolls-a 6,2,2 --rolls-b 6,4'
        " --ruling R-I2=random --ruling R-I8=true --destroyed-a 2 --destroyed-b 4 --fanatics-a 1"
    )
    assert str(fought) in ask.told(line)
    assert ask.data(line)["lost"]["a"]["exact"] == "0/1"


def situation() -> cavalry_charge.Situation:
    stack = cavalry_charge.Stack((Cavalry("A", 5, 6, 4, heavy=True),))
    target = cavalry_charge.Target((Infantry("X", 5, 5, 4),))
    return cavalry_charge.Situation.of([stack], [target])


@pytest.mark.parametrize("dice", ["3,7,8", "commitment A=3, square X=7, fight A=8"])
def test_cavalry(ask: Asker, dice: str) -> None:
    record = cavalry_charge.adjudicate(situation(), [3, 7, 8], {"square": True})
    line = f'{CAVALRY} --decide square=yes --dice "{dice}"'
    text, data = ask.told(line), ask.data(line)
    assert str(record) in text
    assert (data["complete"], data["missing"]) == (True, None)
    assert data["fates"]["X"]["place"] == "withdrawn"
    assert "\nX: withdrawn\n" in text
    cites_entries(text, data)


@pytest.mark.parametrize(
    ("options", "missing", "told"),
    [
        ("--dice 3", "square X", "Next: --decide 'square X=…' (yes, no)"),
        ("--dice 3 --decide square=yes", "square X", "Next: a die for square X"),
        ('--dice 3 --decide "square X=no"', "fight A", "Next: a die for fight A"),
    ],
)
def test_cavalry_stops_at_what_is_missing(
    ask: Asker, options: str, missing: str, told: str
) -> None:
    data, text = ask.data(f"{CAVALRY} {options}"), ask.told(f"{CAVALRY} {options}")
    assert (data["complete"], data["missing"]) == (False, missing)
    assert f"\n{told}\n" in text


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
