"""``--ruling``, ``--rules FILE`` and ``house-rules``: how readings are given, told and refused."""

from pathlib import Path

import pytest

from rules_lib import systems
from rules_lib.commands import NAMES, command
from rules_lib.commands.door import read_by
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import HouseRules, RulingSet, catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import spelt, told, words_of
from tests.commands.asking import Asker
from tests.in_turn import in_turn

KINDS = [(name, kind) for name in systems for kind in systems[name].rulings]
"""Each command that judges, and the rulings that it reads."""


@pytest.mark.slow
@in_turn("name, kind", KINDS)
def test_a_departure_is_told_with_its_words_and_our_default(
    ask: Asker, name: str, kind: type[RulingSet]
) -> None:
    line, rule_id = next(iter(command(name).about.examples)), kind.ids()[0]
    default, other, *_ = values_of(rule_id)
    said = ask.told(f"{line} --ruling {rule_id}={spelt(other)}")
    assert f"Read with {rule_id}={spelt(other)}: {words_of(rule_id, other)}" in said
    assert f"(Our default: {rule_id}={spelt(default)}.)" in said
    data = ask.data(f"{line} --ruling {rule_id}={spelt(other)}")
    assert data["read_with"] == {rule_id: spelt(other)}
    ours = ask.told(line)
    assert ask.told(f"{line} --ruling {rule_id}={spelt(default)}") == ours
    assert "Read with " not in ours.replace("Read with our default rulings.", "")
    assert ask.data(line)["read_with"] == {}


@in_turn("rule_id", [r for r in catalog().rulings if r != "R-I6"])
def test_a_reading_that_does_not_exist(rule_id: str) -> None:
    for value in ("maybe", "", "99999999", "[]", "1.5", "print(1)", "((", "\x00"):
        with pytest.raises(InvalidValue) as error:
            read_by([f"{rule_id}={value}"], None, list(catalog().rulings))
        message = str(error.value)
        assert message.startswith("--ruling: ")
        for each in values_of(rule_id):
            assert told(rule_id, each) in message
        assert message.count("(our default)") == 1


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house-rules.toml"


def written(file: Path, **rulings: object) -> Path:
    file.write_text(HouseRules(rulings).to_toml(), "utf-8")
    return file


def test_a_number_and_a_list_of_questions_tell_what_the_table_answers(
    ask: Asker, file: Path
) -> None:
    (ours, other), (as_we_do, _) = values_of("R-M3"), values_of("R-M1")
    written(file, **{"R-M3": other, "R-M1": as_we_do})
    for line in ("explain R-M3 --quick", "explain PT-M12 --quick", "rulings paper-tigers-melee"):
        assert "Your table:" not in ask.told(line)
        told = " ".join(ask.told(f"{line} --rules '{file}'").split())
        assert f"Your table: {words_of('R-M3', other)} [R-M3={other}]" in told
    assert "Your table: as we do." in ask.told(f"explain R-M1 --quick --rules '{file}'")
    assert "Your table:" not in ask.told(f"explain R-M2 --quick --rules '{file}'")
    (said,) = ask.data(f"explain R-M3 --quick --rules '{file}'")["entries"]
    assert (said["default"], said["your_table"]) == (str(ours), str(other))
    assert "your_table" not in ask.data("explain R-M3 --quick")["entries"][0]


@in_turn("name", NAMES)
def test_every_command_takes_the_file_and_tells_what_is_wrong_in_it(
    ask: Asker, name: str, tmp_path: Path
) -> None:
    line = next(iter(command(name).about.examples))
    line += " --quick" * (name == "explain")
    broken = tmp_path / "mine.toml"
    broken.write_text('[rulings]\nR-M3 = "maybe"\n', "utf-8")
    said = ask.refusal(f"{line} --rules '{broken}'")
    ours = values_of("R-M3")[0]
    assert said.startswith(f"mine.toml, R-M3: 'maybe' was given; allowed: R-M3={ours}: ")
    said = ask.refusal(f"{line} --rules '{tmp_path / 'none.toml'}'")
    assert said.startswith("--rules: ")
    assert "allowed: a file that can be read (No such file" in said


def test_the_file_is_shown_begun_and_written_once(ask: Asker, file: Path) -> None:
    assert ask.told("house-rules").rstrip() == HouseRules().to_toml().rstrip()
    chosen = {"R-M9": 4, "R-N17": "none"}
    written(file, **chosen)
    data = ask.data(f"house-rules in-die --rules '{file}'")
    assert data["rulings"] == {"R-M9": "4", "R-N17": "none"}
    assert HouseRules.from_toml(data["toml"]).chosen == chosen
    new = file.with_name("new.toml")
    assert str(new) in ask.told(f"house-rules --rules '{file}' --write '{new}'")
    assert HouseRules.load(new).chosen == chosen
    said = ask.refusal(f"house-rules --write '{new}'")
    assert "allowed: a new file in an existing folder (File exists)" in said
    assert HouseRules.load(new).chosen == chosen
    assert ask.refusal("house-rules --write 'no/where.toml'").startswith("--write: ")
