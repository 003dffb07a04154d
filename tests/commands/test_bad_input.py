"""Bad input: one line with the field, the value and what is allowed; code 2; no traceback."""

import pytest

from rules_lib.commands import NAMES, command
from tests.commands.asking import Asker
from tests.in_turn import in_turn

MELEE = 'melee --attacker "red 7" --defender "red 5"'
CHARGE = 'charge --attacker "red 7" --defender "red 5"'
CAVALRY = 'cavalry --charger "heavy 5, strength 6" --target "infantry 5, strength 5"'
BATTLE = 'battle --a "3 dice" --b "2 dice"'
SNIPER = 'sniper --card "red 7"'
STRIKE = "strike --unit infantry"

REFUSED = [
    # line, field, value, allowed
    ("melee", "required: --attacker, --defender", "", "see --help"),
    ("charge", "required: --attacker, --defender", "", "see --help"),
    ("legal", "required: --attacker, --moved, --distance", "", "see --help"),
    ("test", "required: --card", "", "see --help"),
    ("battle", "required: --a, --b", "", "see --help"),
    ("cavalry", "required: --charger, --target", "", "see --help"),
    (f"{MELEE} --atacker x", "unrecognized arguments", "--atacker x", "see --help"),
    ("melee --attack 'red 7' --defender 'red 5'", "--attacker", "", "see --help"),
    ("melee --attacker", "--attacker", "expected one argument", "see --help"),
    ('melee --attacker "read 7" --defender "red 5"', "--attacker, card", "'read 7'", "red, rot,"),
    ('melee --attacker "red 1" --defender "red 5"', "--attacker, value", "1", "from 2 up"),
    ('melee --attacker "" --defender "red 5"', "--attacker", "''", "small team, officer"),
    ('melee --attacker "red 7" --defender "red 5,"', "--defender", "'red 5,'", "in cover"),
    ('melee --attacker "red 7" --defender "red 5, small"', "--defender", "'small'", "small team"),
    (
        'melee --attacker "red 7" --defender "red 5, officer, officer"',
        "--defender",
        "'officer'",
        "officer",
    ),
    ('melee --attacker "red 7" --defender "red 5, -1 hits"', "--defender", "'-1 hits'", "1 hit"),
    ('melee --attacker "red 7" --defender "red 5, 2 hits"', "defender.hits", "2", "from 0 to 1"),
    ('melee --attacker "red 7, officer" --defender "red 5"', "attacker", "an officer", "PT-M5"),
    ('melee --attacker "red 7" --defender "no card"', "defender", "", "unspecified by the source"),
    ('melee --attacker "no card" --defender "red 5"', "attacker", "command card", "PT-M3"),
    ('charge --attacker "no card" --defender "red 5"', "attacker", "command card", "PT-M3"),
    ('melee --attacker "red 7, stunned" --defender "red 5"', "--attacker", "'stunned'", "shaken"),
    (f"{MELEE} --rolls 12", "--rolls", "'12'", "12:12,8:9"),
    (f"{MELEE} --rolls ''", "--rolls", "''", "12:12,8:9"),
    (f"{MELEE} --rolls 12:12,", "--rolls", "'12:12,'", "12:12,8:9"),
    (f"{MELEE} --rolls 12:2", "rolls[0] defender", "2", "3 to 18"),
    (f"{MELEE} --rolls 9:9:9", "rolls[0]", "a re-roll", "PT-M13"),
    (f"{MELEE} --reroll always", "reroll", "'always'", "'never', 'if_missed'"),
    (f"{MELEE} --reroll never --rolls 9:9", "--reroll", "'never'", "nothing beside recorded dice"),
    ("test --card 'no card'", "card", "command card", "PT-M3"),
    ("test --card blue", "--card, card", "'blue'", "red"),
    ("test --card 'red 7' --for sleep", "--for", "'sleep'", "movement, charge, melee, shot"),
    ("test --card 'red 7' --roll 9", "--roll", "9", "--for"),
    ("test --card 'red 7' --for charge --roll 2", "charge roll", "2", "3 to 18"),
    ("test --card 'red 7' --for charge --roll x", "--roll", "'x'", "a whole number"),
    ("test --card 'red 7' --ruling R-M3=true", "unrecognized arguments", "--ruling", "--help"),
    (f"{CHARGE} --shot-hits 2", "shot_hits", "2", "from 0 to 1"),
    (f"{CHARGE} --shot-hits half", "--shot-hits", "'half'", "1/2"),
    (f"{CHARGE} --shot-hits 1/0", "--shot-hits", "'1/0'", "1/2"),
    (f"{CHARGE} --stood-still", "attacker", "it has not moved", "R-M12"),
    (f"{CHARGE} --charge-roll 8", "--movement-roll", "nothing", "or --stood-still"),
    (
        f"{CHARGE} --movement-roll 8 --stood-still --ruling R-M12=true",
        "--movement-roll",
        "8",
        "none where it stood still",
    ),
    (f"{CHARGE} --movement-roll 4 --charge-roll 9", "charge_roll", "9", "failed its movement test"),
    (f"{CHARGE} --movement-roll 8 --in-reach", "--in-reach", "True", "nothing beside recorded"),
    (
        "legal --attacker 'red 7' --moved 4 --distance 8 --before 5",
        "distance_before",
        "no nearer (PT-M1)",
        "unspecified by the source",
    ),
    (
        "legal --attacker 'red 7' --moved 4 --distance 8 --before 20",
        "distance_before",
        "20",
        "than it has moved",
    ),
    ("legal --attacker 'red 7' --moved 4 --distance 8 --before x", "--before", "'x'", "14"),
    (f"{CHARGE} --movement-roll 8 --charge-roll 5 --shot no", "shot", "'no'", "'hit', 'miss'"),
    (f"{CHARGE} --movement-roll 4 --shot-hits 1/2", "--shot-hits", "'1/2'", "recorded dice"),
    ('legal --attacker "red 7" --moved x --distance 3', "--moved", "'x'", "6"),
    ('legal --attacker "red 7" --moved 3 --distance -3', "--distance", "'-3'", "8"),
    ("sniper", "--target", "nothing was given", "--shot"),
    ("sniper --target cook", "spotter", "'cook'", "infantry, crew"),
    ("sniper --target infantry --within 0", "attempts", "0", "from 1 to 2000"),
    ("sniper --target infantry --markers 0", "markers", "0", "from 1 to 50"),
    ("sniper --shot move", "--card", "nothing was given", "'red 7'"),
    (f"{SNIPER} --shot move --target infantry", "--target", "'infantry'", "nothing beside --shot"),
    (f"{SNIPER} --shot '9 at cook'", "--shot", "'9 at cook'", "infantry|crew"),
    (f"{SNIPER} --shot '9 at infantry, waves'", "--shot", "'waves'", "'move', or a shot"),
    (f"{SNIPER} --shot 'turns red'", "--shot", "'turns red'", "'move', or a shot"),
    (f"{SNIPER} --shot '2 at infantry'", "events[0].roll", "2", "3 to 18"),
    (f"{SNIPER} --shot '9 at infantry, draws 99, rolls 7'", "events[0].drawn", "99", "in the pile"),
    (f"{SNIPER} --shot '9 at tank'", "spotter", "a vehicle (tank)", "unspecified by"),
    ("sniper --target aircraft", "spotter", "a vehicle (aircraft)", "unspecified by"),
    (
        f"{SNIPER} --markers 1 --shot '9 at crew, draws 3, rolls 9, turns green' --shot move",
        "events[1]",
        "found and moves",
        "unspecified by",
    ),
    ("sniper --target crew --jokers 2", "--jokers, deck.jokers", "2", "read it as 'fail'"),
    ("sniper --target crew --jokers 201", "--jokers, jokers", "201", "from 0 to 200"),
    (
        "strike --unit tank --structure bunker --ruling R-X9=unspecified",
        "unit",
        "'tank' inside a structure",
        "unspecified by",
    ),
    (f"{SNIPER} --shot '9 at infantry, 2 hits'", "hits", "2", "from 0 to 1"),
    ("strike", "--unit", "nothing was given", "--activations"),
    ("strike --unit boat", "--unit, unit", "'boat'", "infantry, unarmoured_vehicle"),
    ("strike --unit 'tank, 2 hits'", "--unit, hits", "2", "from 0 to 1"),
    ("strike --unit 'tank, wet'", "--unit", "'wet'", "', 1 hit'"),
    (f"{STRIKE} --structure hut", "--structure, structure", "'hut'", "bunker, dugout"),
    (f"{STRIKE} --structure 'bunker, 4 damage'", "--structure, damage", "4", "from 0 to 3"),
    (f"{STRIKE} --structure 'bunker, old'", "--structure", "'old'", "'bunker, 1 damage'"),
    ("strike --unit aircraft --structure bunker", "unit", "an aircraft inside", "unspecified by"),
    (f"{STRIKE} --dice 1,2/3", "--dice", "'1,2/3'", "in the open"),
    (f"{STRIKE} --dice x", "--dice", "'x'", "such as 4,5"),
    (f"{STRIKE} --dice 1", "strikes[0].unit", "(1,)", "2 dice that show 1 to 6"),
    (f"{STRIKE} --dice 1,7", "strikes[0].unit", "(1, 7)", "2 dice that show 1 to 6"),
    ("strike --activations 8 --structure bunker", "--structure", "'bunker'", "with --unit only"),
    (f"{STRIKE} --rounds 3", "--rounds", "3", "with --activations only"),
    ("strike --activations -1", "activations", "-1", "from 0 to 500"),
    ("strike --activations 5 --rounds 0", "rounds", "0", "from 1 to 100"),
    ('battle --a "5" --b "2 dice"', "--a", "'5'", "5 dice, fanaticism 1, superior"),
    ('battle --a "0 dice" --b "2 dice"', "--a, dice", "0", "from 1 to 200"),
    ('battle --a "5 dice, terrain" --b "2 dice"', "--a", "'terrain'", "5 dice, fanaticism 1"),
    ('battle --a "2 dice, fanaticism 2" --b "2 dice"', "--a, fanaticism", "2", "fewer than all 2"),
    (
        'battle --a "outnumbers 1/2" --b "2 dice"',
        "--a, outnumbers",
        "Fraction(1, 2)",
        "from 1 to 600",
    ),
    ('battle --a "outnumbers many" --b "2 dice"', "--a, outnumbers", "'many'", "7/2"),
    (f"{BATTLE} --rolls-a 6,3,2", "--rolls-b", "nothing was given", "beside those of a"),
    (f"{BATTLE} --rolls-b 6,3", "--rolls-b", "'6,3'", "--rolls-a"),
    (f"{BATTLE} --fanatics-a 1", "--fanatics-a", "1", "--rolls-a"),
    (f"{BATTLE} --rolls-a 6,3 --rolls-b 6,3", "rolls_a", "(6, 3)", "3 faces from 1 to 6"),
    (f"{BATTLE} --rolls-a 6,3,7 --rolls-b 6,3", "rolls_a", "(6, 3, 7)", "3 faces from 1 to 6"),
    (f"{BATTLE} --rolls-a 6;3 --rolls-b 6,3", "--rolls-a", "'6;3'", "such as 6,3,2"),
    (f"{BATTLE} --also '0 dice'", "--also, dice", "0", "from 1 to 200"),
    (f"{BATTLE} --also '1 die' --rolls-a 6,3,2", "--rolls-a", "'6,3,2'", "without --also"),
    (f"{BATTLE} --also '1 die' --fanatics-b 1", "--fanatics-b", "1", "without --also"),
    (BATTLE + " --also '1 die'" * 9, "parties", "Party(dice=3", "2 to 10 parties"),
    ('battle --a "200 dice" --b "200 dice"', "battle.odds", "steps", "the limit is"),
    (
        "battle --a 'outnumbers 3' --b 'outnumbers 4, terrain'",
        "a, b",
        "both outnumber the other",
        "IDT-1.4",
    ),
    (
        "battle --a 'superior tactic' --b 'superior tactic' --rolls-a 1,2,3 --rolls-b 1,2,3",
        "a, b",
        "both have the superior tactic",
        "IDT-2.2, IDT-2.4",
    ),
    (
        "aftermath --winner a --morale-a 4 --morale-b 0 --ruling R-I7=4",
        "retreat_hexes (R-I7)",
        "where the loser goes",
        "unspecified by the source",
    ),
    ("aftermath", "--winner", "nothing was given", "a, b or draw"),
    ("aftermath --winner c", "--winner", "'c'", "a, b, draw"),
    ("aftermath --winner a --morale-a 3", "morale_b", "None", "a class from 0 to 4"),
    ("aftermath --winner a --morale-a 5 --morale-b 1", "morale_a", "5", "a class from 0 to 4"),
    ("aftermath --winner a --morale-a hi --morale-b 1", "--morale-a", "'hi'", "sensational"),
    ("aftermath --winner a --morale-a '4, x' --morale-b 1", "--morale-a", "'x'", "sensational"),
    ("aftermath --winner a --morale-a '' --morale-b 1", "--morale-a", "''", "sensational"),
    (
        "aftermath --winner draw --morale-a 1 --morale-b 1 --wiped-out",
        "winner_wiped_out",
        "True",
        "False after a draw",
    ),
    ("aftermath --a '2 dice' --b '2 dice' --morale-a 1", "--morale-b", "nothing", "morale of both"),
    (
        "aftermath --a '2 dice' --b '2 dice' --morale-a 1=1/2 --morale-b 1",
        "--morale-a",
        "'1=1/2'",
        "sum to 1",
    ),
    (
        "aftermath --a '2 dice' --b '2 dice' --morale-a 1=1/2,1=1/2 --morale-b 1",
        "--morale-a",
        "'1=1/2,1=1/2'",
        "1 once only",
    ),
    ("aftermath --winner a --a '2 dice'", "--winner", "'a'", "nothing beside --a"),
    ("cavalry --charger 'heavy 5, strength 6'", "required: --target", "", "--help"),
    ("cavalry --charger 'heavy 5' --target 'light 4, strength 3'", "--charger", "'heavy 5'", "str"),
    ("cavalry --charger 'camel 5' --target 'light 4'", "--charger", "'camel 5'", "heavy, light"),
    (
        "cavalry --charger 'heavy 10, strength 6' --target 'light 4, strength 2'",
        "--charger, cohesion of 'A'",
        "10",
        "from 0 to 9",
    ),
    (
        "cavalry --charger 'heavy 5, strength 6' --target 'artillery 4, strength 2'",
        "--target",
        "'artillery 4, strength 2'",
        "'artillery 4, strength 2, fire 4'",
    ),
    (
        "cavalry --charger 'heavy 5, strength 6' --target 'infantry 4, strength 2, fire 3'",
        "--target",
        "'fire 3'",
        "in square",
    ),
    (
        "cavalry --charger 'heavy 5, strength 6, in square' --target 'light 4, strength 2'",
        "--charger, order of 'A'",
        "'in square'",
        "good order",
    ),
    (
        "cavalry --charger 'infantry 5, strength 6' --target 'light 4, strength 2'",
        "A charges",
        "not cavalry",
        "TG-9.81a",
    ),
    (
        "cavalry --charger 'X: heavy 5, strength 6' --target 'X: light 4, strength 2'",
        "name",
        "'X'",
        "another name",
    ),
    (f"{CAVALRY} --charger ': heavy 5, strength 6'", "--charger", "': heavy", "before the colon"),
    (f"{CAVALRY} --drm 100", "other_drm", "100", "from -99 to 99"),
    (f"{CAVALRY} --decide square", "--decide", "'square'", "square=yes"),
    (f"{CAVALRY} --decide squre=yes", "key of decisions", "'squre'", "square"),
    (f"{CAVALRY} --decide square=maybe", "decisions['square']", "'maybe'", "yes, no"),
    (f"{CAVALRY} --goal win", "--goal", "'win'", "drive-out, rout, balance"),
    (f"{CAVALRY} --goal rout --dice 3", "--goal", "'rout'", "nothing beside recorded dice"),
    (f"{CAVALRY} --dice 10", "dice[0]", "10", "from 0 to 9"),
    (f"{CAVALRY} --dice 3,", "--dice", "'3,'", "3,5,7"),
    (f"{CAVALRY} --decide square=no --dice 9,4", "dice", "[9, 4]", "1 dice"),
    (f"{CAVALRY} --dice 'commitment A=3,commitment A=4'", "--dice", "commitment A=4'", "once only"),
    ("explain", "required: ID", "", "--help"),
    ("explain PT-M99", "id", "'PT-M99'", "nearest: PT-M9"),
    ("explain ''", "id", "''", "no entry"),
    ("rulings nothing", "SYSTEM", "'nothing'", "paper-tigers-melee"),
    ("errata now", "unrecognized arguments", "now", "--help"),
]


@in_turn(("line", "field", "value", "allowed"), REFUSED)
def test_it_says_what_is_wrong(ask: Asker, line: str, field: str, value: str, allowed: str) -> None:
    message = ask.refusal(line)
    assert field in message
    assert value in message
    assert allowed in message
    assert message.index(field) <= max(message.find(value), 0) or not value
    reply = ask(f"{line} --json")
    assert (reply.code, reply.text) == (2, "")


HOSTILE = [
    "",
    " ",
    ",",
    ":",
    "=",
    "a=b",
    "1/0",
    "9" * 5000,
    "red " + "9" * 5000,
    "red 7, " * 50 + "x",
    "٣",  # a digit that is no ASCII
    "²",
    "\x00",
    "\udcff",
    "-0",
    "--",
    "nan",
    "True",
    "(" * 500,
    "x" * 20_000,
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.slow
def test_hostile_words_anywhere_are_refused_in_one_line(ask: Asker, name: str, value: str) -> None:
    """Each word of each example is replaced; what then comes is an answer or one line."""
    from rules_lib.commands.command import arguments_of

    for line in command(name).examples:
        words = arguments_of(line)
        for at in range(1, len(words)):
            if words[at] == "--quick":
                continue
            reply = ask.words(*words[:at], value, *words[at + 1 :])
            assert reply.code in (0, 2), (line, at)
            if reply.code:
                assert reply.text == ""
                assert reply.error.count("\n") == 1
                assert len(reply.error) < 2000
            else:
                assert reply.error == ""
