"""House rules in a file: every reading there and back, and a clear line for what is wrong."""

import tomllib
from pathlib import Path

import pytest

from rules_lib.commands.door import read_by
from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import melee
from rules_lib.rulebook import HouseRules, catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.rulebook.spelling import option, spelt
from tests.in_turn import in_turn

OTHERS = {i: values_of(i)[-1] for i in catalog().rulings}
"""Of each ruling the reading that is farthest from ours."""


@pytest.mark.slow
@in_turn("rule_id", catalog().rulings)
def test_every_reading_goes_to_a_file_and_comes_back(rule_id: str, tmp_path: Path) -> None:
    kind, file = rulings_class(rule_id), tmp_path / "house-rules.toml"
    for value in values_of(rule_id):
        file.write_text(f'version = 1\n[rulings]\n{rule_id} = "{spelt(value)}"\n', "utf-8")
        house = HouseRules.load(file)
        found = house.chosen[rule_id]
        assert (type(found), found, len(house.chosen)) == (type(value), value, 1)
        assert kind.load(file) == kind.from_ids({rule_id: value}) == house.of(kind)
        assert HouseRules.from_toml(house.to_toml()) == house
        assert (rule_id in house.departures) == (value is not values_of(rule_id)[0])
        assert option(rule_id, value) == f"{rule_id}={spelt(value)}"
        typed = read_by([option(rule_id, value)], None, kind.ids())
        assert repr(getattr(typed.of(kind), kind.field_of(rule_id))) == repr(value)


def test_all_at_once_and_each_game_takes_its_own() -> None:
    house = HouseRules(OTHERS)
    assert HouseRules.from_toml(house.to_toml()) == house
    for kind in {rulings_class(i) for i in OTHERS}:
        mine = {i: value for i, value in OTHERS.items() if rulings_class(i) is kind}
        assert house.of(kind) == kind.from_ids(mine)
    assert HouseRules().of(melee.Rulings) == melee.Rulings()


@in_turn(
    ("written", "value"),
    [
        ("R-M3 = false", False),
        ("r-m3 = 'FALSE'", False),
        ("R-M9 = 4", 4),
        ('R-M9 = "4"', 4),
        ('R-M9 = "HitsToRemove(infantry=6, small_team=4)"', melee.HitsToRemove(6, 4)),
        ("R-S2 = [10, 10, 10, 11]", (10, 10, 10, 11)),
        ('R-S2 = "(10, 10, 10, 11)"', (10, 10, 10, 11)),
        ('R-I5 = "none"', None),
        ("R-I5 = 3", 3),
        ('R-N17 = "none"', "none"),
    ],
)
def test_what_may_stand_without_quotes(written: str, value: object) -> None:
    (found,) = HouseRules.from_toml(f"[rulings]\n{written}").chosen.values()
    assert (type(found), found) == (type(value), value)


def test_the_template_has_every_question_and_its_answers_and_chooses_nothing() -> None:
    text = HouseRules().to_toml()
    assert tomllib.loads(text) == {"version": 1, "rulings": {}}
    for rule_id, ruling in catalog().rulings.items():
        lines = [each for each in text.splitlines() if each.startswith(f"# {rule_id} = ")]
        assert len(lines) == (0 if ruling.settled else len(values_of(rule_id)))
        assert (f"# {' '.join(ruling.question.split())}\n" in text) == (not ruling.settled)
        for line, value in zip(lines, values_of(rule_id), strict=False):
            chosen = HouseRules.from_toml(f"[rulings]\n{line[2:]}").chosen
            assert chosen == {rule_id: value}
    part = HouseRules({"R-M9": 4}).to_toml("in-die")
    assert '\nR-M9 = "4"\n' in part
    assert "R-M3" not in part
    assert "R-I3" in part


WRONG = Path(__file__).with_name("house_rules.txt").read_text("utf-8").splitlines()[1:]


@in_turn("row", WRONG)
def test_what_is_wrong_is_told_with_file_key_value_and_what_is_allowed(row: str) -> None:
    text, message = row.split(" | ")
    with pytest.raises(InvalidValue) as error:
        HouseRules.from_toml(text.replace("⏎", "\n"), name="x.toml")
    assert str(error.value).startswith("x.toml")
    assert message in str(error.value)


def test_wrong_values_from_python() -> None:
    with pytest.raises(InvalidValue, match=r"penalties_add_up \(R-M3\): 'no' was given"):
        HouseRules({"R-M3": "no"})
    with pytest.raises(InvalidValue, match="chosen, key: 'R-M99' was given"):
        HouseRules({"R-M99": True})
    with pytest.raises(InvalidValue, match="system: 'chess' was given; allowed: in-die-tiefen, "):
        HouseRules().to_toml("chess")
