"""Every situation goes to a file and back, whole; every fault in a file is named."""

import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules_lib import situations, systems
from rules_lib.errors import InvalidValue, RulesError
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP, BillItem
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.triumph_and_glory import Cavalry, Infantry, Order, charge
from tests.in_turn import in_turn

SCHEMA = json.loads(json.dumps(situations.schema()))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

HOUSES = {
    "enum": [
        {"R-M3": "False", "R-I2": "random"},
        {"R-M9": "HitsToRemove(infantry=5, small_team=3)"},
    ]
}
WORDS = ["bunker", 'my "own"\\ keep', "Töpferei"]


def values(said: Any, *inside: str) -> Iterator[Any]:
    """Values that a part of the schema allows; nothing stands in itself."""
    if name := said.get("$ref", ""):
        if name in inside:
            return
        inside, said = (*inside, name), SCHEMA["$defs"][name.rpartition("/")[2]]
    for each in said.get("anyOf", ()):
        yield from values(each, *inside)
    yield from said.get("enum", ())
    yield from (said[key] for key in ("const",) if key in said)
    match said.get("type"):
        case "integer":
            yield from (2, 0, 1, 5, 9)
        case "boolean":
            yield from (True, False)
        case "string":
            yield from ["1/3", "0"] if "pattern" in said else said.get("examples", WORDS)
        case "array" if "prefixItems" in said:
            yield [next(values(each, *inside)) for each in said["prefixItems"]]
        case "array":
            yield from ([each] for each in values(said["items"], *inside))
            yield []
        case "object":
            yield from tables(said, *inside)
            more = said.get("additionalProperties") or {}
            yield from ({WORDS[0]: value} for value in values(more, *inside))


def tables(said: Any, *inside: str) -> Iterator[dict[str, Any]]:
    """A table of the first values of what must be there, then with each field otherwise."""
    fields = said.get("properties", {})
    plain = {name: next(here(name, fields[name], *inside)) for name in said.get("required", ())}
    yield plain
    for name, each in fields.items():
        yield from ({**plain, name: value} for value in here(name, each, *inside))


def here(name: str, said: Any, *inside: str) -> Iterator[Any]:
    """Values of a field; who is attacked is called otherwise than who attacks."""
    for value in values(said, *inside):
        enemies = name in ("targets", "also_in_front", "beyond")
        yield json.loads(json.dumps(value).replace('"A: ', f'"{name}: ')) if enemies else value


def files() -> Iterator[dict[str, Any]]:
    """What the schema lets a file say, one thing after the other."""
    for game in SCHEMA["oneOf"]:
        yield from tables({**game, "properties": {**game["properties"], "rulings": HOUSES}})


@pytest.mark.slow
@in_turn("data", files(), sampled=3)
def test_a_situation_comes_back_whole_and_fits_its_schema(data: dict[str, Any]) -> None:
    try:
        setup = situations.from_dict(data)
    except RulesError:
        return
    again = situations.to_dict(setup)
    VALIDATOR.validate(json.loads(json.dumps(again)))
    assert situations.from_dict(again) == setup
    assert situations.from_json(situations.to_json(setup)) == setup
    assert situations.from_toml(situations.to_toml(setup)) == setup


TWICE = 2 * OUTNUMBERING_STEP
BATTLE = f"""\
version = 1
game = "battle"
a = "base die, terrain, certain death, fanaticism 2, outnumbers {TWICE}, 1 deed, superior"
b = "base die, superior tactic, 2 deeds, 1 thwarted"
"""


@pytest.mark.rule("IDT-1.2", "IDT-4.1", "R-I9")
def test_a_battle_keeps_where_its_dice_come_from() -> None:
    """Who cannot retreat stands there; what R-I9 adds, no words say for every table."""
    told = battle.Battle.parse(BATTLE)
    assert str(told) == BATTLE
    clauses = [item.clause for item in told.a.bill]
    assert "IDT-1.2" in clauses
    again = battle.Battle.parse(str(told))
    assert (again.a.bill, again.b.bill) == (told.a.bill, told.b.bill)
    cornered = battle.Battle(Party(1), Party.parse("certain death"))
    cornered = battle.Battle.parse(str(cornered))
    lost = cornered.due(battle.Rolled(rolls_a=[4], rolls_b=[1, 1, 1]))
    assert lost.startswith("B must retreat but cannot")
    heroes = Party.from_circumstances(
        failed_enemy_deeds=2, rulings=battle.Rulings(failed_deeds_help_enemy=True)
    )
    assert 'a = "3 dice"' in str(battle.Battle(heroes, told.b))
    by_hand = Party(4, bill=(BillItem("IDT-1.1", "terrain", 3),))
    assert 'a = "4 dice"' in str(battle.Battle(by_hand, told.b))


def test_of_a_long_list_each_entry_has_a_line_and_no_other_value_is_cut() -> None:
    charges = systems["cavalry"].inputs.parse(systems["cavalry"].example)
    text = situations.to_toml(charges)
    assert "attacks = [\n    { " in text
    assert situations.from_toml(text) == charges
    assert max(map(len, situations.to_toml(situations.from_toml(DUEL)).splitlines())) < 80


def test_the_shipped_schema_is_what_the_annotations_say(root: Path) -> None:
    shipped = (root / "rules_lib/situations/schema.json").read_text("utf-8")
    assert json.loads(shipped) == SCHEMA, "see CONTRIBUTING.md for how it is written"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


DUEL = """\
version = 1
game = "melee"
attacker = "red 7"
defender = "black 6, in cover, 1 hit"

[rulings]
R-M3 = "False"
"""


def test_a_file_is_read_asked_and_played(tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(DUEL, "utf-8")
    duel = situations.load(file)
    assert isinstance(duel, melee.Melee)
    units = (
        melee.Combatant(Card("red", 7)),
        melee.Combatant(Card("black", 6), in_cover=True, hits=1),
    )
    rulings = melee.Rulings(penalties_add_up=False)
    assert duel.odds() == melee.odds(*units, rulings)
    assert duel.play(random.Random(3)) == melee.play(*units, random.Random(3), rulings)
    assert situations.to_toml(duel) == DUEL
    assert melee.Melee(*units, rulings=rulings) == duel
    with pytest.raises(InvalidValue, match=r"^rulings: .* allowed: a melee\.Rulings$"):
        melee.Melee(*units, rulings=charge.Rulings())
    (tmp_path / "duel.json").write_text(situations.to_json(duel), "utf-8")
    assert situations.load(tmp_path / "duel.json") == duel


def test_a_cavalry_charge_stands_in_words_or_in_tables() -> None:
    in_words = {"game": "cavalry", **tomllib.loads(systems["cavalry"].example)}
    VALIDATOR.validate(in_words)
    rider = Cavalry("A", 5, 6, 4, heavy=True)
    target = charge.Target((Infantry("X", 5, 5, 4),))
    attack = charge.Attack((charge.Stack((rider,)),), (target,))
    plan = {"square": "yes", "recall": "no"}
    assert situations.from_dict(in_words) == charge.CavalryCharge((attack,), plan)
    more = {"stacks": ["B: light 4, shocks, through rear"], "targets": ["X: infantry 5, in square"]}
    found = situations.from_dict({"game": "cavalry", "attacks": [more]})
    assert isinstance(found, charge.CavalryCharge)
    rear = charge.Stack((Cavalry("B", 4, heavy=False),), charges=False, through="rear")
    square = charge.Target((Infantry("X", 5, order=Order.SQUARE),))
    assert found.attacks == (charge.Attack((rear,), (square,)),)


FAULTS = (Path(__file__).parent / "faults.txt").read_text("utf-8").splitlines()
"""What a file says, and what the message says to it."""


@in_turn("row", FAULTS)
def test_a_fault_is_named_with_its_place(row: str) -> None:
    data, told = row.split(" | ")
    with pytest.raises(RulesError, match=told):
        situations.from_json(data).odds()


def test_texts_that_are_no_situation_are_refused() -> None:
    for text in ("", "[", "5", '"x"', "[1]", "{" * 5000):
        for read in (situations.from_json, situations.from_toml):
            with pytest.raises(InvalidValue, match=r"^situation"):
                read(text)
    with pytest.raises(InvalidValue, match=r"^path"):
        situations.load("/nowhere/duel.toml")


# -- words to things ----------------------------------------------------------------------


def test_what_words_leave_out_is_filled_in() -> None:
    shot = sniper.Shot.parse("9 at infantry, draws joker", Card("red", 7))
    assert shot == sniper.Shot(Card("red", 7), 9, sniper.Target("infantry"), "joker")
    scene = charge.Situation.parse(["heavy 5, strength 6"], ["infantry 5, strength 5"] * 5)
    assert [unit.name for unit in scene.units()] == [*"AXYZWV"]
    scene = charge.Situation.parse(
        ["heavy 5, strength 6, brigade Guard"], ["infantry 5, strength 5"]
    )
    assert [unit.brigade for unit in scene.units()] == ["Guard", ""]


@pytest.mark.rule("R-M14", "PT-X4")
def test_each_field_of_a_small_situation_counts() -> None:
    """Three strikes are not one; a movement test has the dice that R-M14 gives it."""
    tank = {"game": "strike", "unit": "tank"}
    odds = [situations.from_dict({**tank, "strikes": n}).odds() for n in (1, 3)]
    assert odds[0] == sudden_strike.strike("tank")
    assert odds[1] == sudden_strike.strike("tank", strikes=3) != odds[0]
    with pytest.raises(InvalidValue, match="strikes"):
        situations.from_dict({**tank, "strikes": 0})
    test = {"game": "test", "card": "red 7", "purpose": "movement"}
    three = situations.from_dict({**test, "rulings": {"R-M14": "red_three"}})
    assert three.odds() == situations.from_dict({**test, "purpose": "charge"}).odds()
    assert three.odds() != situations.from_dict(test).odds()
