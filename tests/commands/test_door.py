"""The one door of the command line: what was typed is named, and nothing of it is dropped."""

import io
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from rules_lib import __main__ as program
from rules_lib.commands import NAMES, command
from rules_lib.commands.command import arguments_of
from rules_lib.commands.door import DASHES
from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import charge, melee
from rules_lib.rulebook import HouseRules
from tests.commands.asking import Asker, by
from tests.in_turn import in_turn

SQUADS = 'melee --attacker "red 7" --defender "red 5, small team"'
RED = 'melee --attacker "red 7" --defender "red 5"'
CHARGE = 'charge --attacker "red 7" --defender "red 5"'
POOLS = 'battle --a "3 dice" --b "3 dice"'


@in_turn(
    "typed, plain",
    [
        (
            "melee --attacker red 7 --defender red 5, small team --rolls 12:12 8:9",
            f"{SQUADS} --rolls 12:12,8:9",
        ),
        (f'{SQUADS} --rolls "12:12 8:9"', f"{SQUADS} --rolls 12:12,8:9"),
        (f"{POOLS} --rolls-a 6 3 2 --rolls-b=5,4 1", f"{POOLS} --rolls-a 6,3,2 --rolls-b 5,4,1"),
        (f"{RED} --ruling R-M3=no", f"{RED} --ruling R-M3=false"),
        (f"{RED} --ruling R-M3=Yes", RED),
        ('battle --a "1 dice" --b "2 dice"', 'battle --a "1 die" --b "2 dice"'),
        ("test --card red 7 --for Charge --roll +9", 'test --card "red 7" --for charge --roll 9'),
        *[
            (f"explain {spelt} --quick", f"explain {' '.join(ids)} --quick")
            for spelt, ids in {
                "ptm13": ["PT-M13"],
                "9.85b": ["TG-9.85b"],
                "TG9.85b": ["TG-9.85b"],
                "PT‑M13": ["PT-M13"],
                "'tg 9.81–3'": ["TG-9.81-3"],
                "9.85": [f"TG-9.85{part}" for part in "abcdefghij"],
                "7": [f"IDT-7.{part}" for part in range(1, 8)],
                "9.82": ["TG-9.82"],
            }.items()
        ],
    ],
)
def test_what_can_be_understood_is(ask: Asker, typed: str, plain: str) -> None:
    assert ask.told(typed) == ask.told(plain)


@in_turn("dash", DASHES.strip("-"), one_in=4)
def test_a_dash_of_another_kind_is_a_minus_and_no_option(ask: Asker, dash: str) -> None:
    line = "cavalry --charger 'heavy 5, strength 6' --target 'light 4, strength 5' --dice 3 --drm"
    assert ask.told(f"{line} {dash}2") == ask.told(f"{line} -2")
    said = ask.refusal(f"melee {dash}attacker 'red 7'")
    assert said.startswith(f"option: '{dash}attacker' was given; allowed: ")
    assert said.endswith("; did you mean --attacker?")


def test_what_is_allowed_of_a_battle_is_allowed(ask: Asker) -> None:
    ten = "".join(f' --{name} "{{0}} dice"' for name in ["a", "b", *["also"] * 8])
    line = f"battle{ten} --ruling R-I14=each_pair"
    said = ask.refusal(line.format(100))
    most = re.search(r"allowed: at most (\d+) dice each", said)
    assert most
    assert ask.refusal(line.format(int(most[1]) + 1)).startswith("--a, --b, --also: ")


HOSTILE = ["zzz", "-1", "999999999", "-inf", "1,7", "red 7, 2 hits", "9 at tank", "200 dice", "a=b"]
OURS = re.compile(r"\b(Fraction|None|True|False|frozenset|dict|tuple|mapping|[a-z]+_[a-z_]+)\b")
WORDS = {
    *("small_team", "if_missed", "not_lose", "gun_crew", "heavy_tank"),
    *("armoured_vehicle", "unarmoured_vehicle"),
}
"""Words with a low line that one types."""


@pytest.mark.slow
@in_turn("name", NAMES)
def test_no_message_names_what_nobody_typed(ask: Asker, name: str) -> None:
    for line in command(name).about.examples:
        words = arguments_of(line)
        for option in {each for each in words if each.startswith("--")}:
            at = words.index(option) + 1
            if at == len(words):
                continue
            for value in HOSTILE:
                reply = ask.words(*words[:at], value, *words[at + 1 :])
                if reply.code == 0 or "forbidden by" in reply.error:
                    continue
                said = reply.error.partition(": ")[2]
                field, _, allowed = said.partition(": ")
                typed = [each for each in words if each.startswith("--")]
                assert any(field.startswith(each) for each in typed), said
                readings = re.sub(r"R-\w+=\S+", "", allowed)
                assert set(OURS.findall(readings)) <= WORDS, said


def test_an_open_quotation_mark_is_told_without_python() -> None:
    with pytest.raises(InvalidValue, match=r"^line: 'melee \"red' was given; allowed: a quotation"):
        arguments_of('melee "red')
    with pytest.raises(InvalidValue, match=r"^command: nothing was given; allowed: melee, test"):
        program.ask([])


def test_a_program_calls_itself_by_the_name_it_was_called_by(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, name in {
        "/usr/bin/rules-lib": "rules-lib",
        "C:/x/rules-lib.exe": "rules-lib",
        "/lib/rules_lib/__main__.py": "python -m rules_lib",
    }.items():
        monkeypatch.setattr(sys, "argv", [path, "melee", "--help"])
        assert program.main() == 0
        text = capsys.readouterr().out
        assert text.startswith(f"usage: {name} melee ")
        assert f"  {name} melee --attacker" in text
        monkeypatch.setattr(sys, "argv", [path, "melee"])
        assert program.main() == 2
        assert capsys.readouterr().err.startswith(f"{name} melee: ")


def piped(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_house_rules_are_read_as_any_shell_writes_them(
    ask: Asker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    written = HouseRules({"R-M3": False}).to_toml().replace("\n", "\r\n").encode(encoding)
    file = tmp_path / "hr.toml"
    file.write_bytes(written)
    expected = ask.told(f"{RED} --ruling R-M3=false")
    assert ask.told(f"{RED} --rules '{file}'") == expected
    piped(monkeypatch, written)
    assert ask.told(f"{RED} --rules -") == expected
    piped(monkeypatch, written)
    assert "Your table: No" in ask.told("explain R-M3 --quick --rules -")


def test_standard_input_is_read_once_and_told(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    duel = b'{"game": "melee", "attacker": "red 7", "defender": "red 5"}'
    piped(monkeypatch, duel)
    ours = by(ask.data("situation -")["odds"], "outcome")
    assert ours == by(ask.data(RED)["odds"], "outcome")
    piped(monkeypatch, duel)
    assert ask.refusal("situation - --rules -").startswith("--rules: '-' was given; allowed: a f")
    for content, told in {
        b"": "FILE: nothing was given",
        b"\xff\xfe\x00": "standard input: byte 3, which is no UTF-16,",
        b'{"game": "melee", "game": "test"}': "standard input, key: 'game' was given",
        duel.replace(b"}", b', "rulings": {"R-I1": true}}'): "standard input, rulings: R-I1=True",
    }.items():
        piped(monkeypatch, content)
        assert ask.refusal("situation -").startswith(told)


@pytest.mark.slow
def test_what_is_written_is_utf_8_whatever_the_console_is() -> None:
    asked = [sys.executable, "-X", "utf8=0", "-m", "rules_lib", "house-rules"]
    done = subprocess.run(
        asked, env={"PYTHONIOENCODING": "cp1252"}, stdout=subprocess.PIPE, check=True
    )
    assert HouseRules.from_toml(done.stdout.decode("utf-8")) == HouseRules()
    assert "’" in done.stdout.decode("utf-8")


def test_what_a_file_says_for_nothing_is_told(ask: Asker, tmp_path: Path) -> None:
    file = tmp_path / "charge.toml"
    two = 'attacker = "red 7"\ndefender = "red 5"'
    said = {
        f'game = "melee"\n{two}\nreroll = "win"': "# reroll win never comes up",
        f'game = "charge"\n{two}\nin_reach = true': "# in_reach changes nothing",
    }
    for text, told in said.items():
        file.write_text(text, "utf-8")
        assert f"\n{told}" in ask.told(f"situation '{file}'")
    assert "\n# in_reach" not in ask.told(f"situation '{file}' --ruling R-M12=true")
    for more, told in {
        "--in-reach": "--in-reach changes nothing",
        "--reroll win": "--reroll win never comes up",
    }.items():
        assert f"\n{told}" in ask.told(f"{CHARGE} {more}")


def test_a_unit_in_reach_charges_though_its_move_fails(ask: Asker, tmp_path: Path) -> None:
    """Read with R-M12=True, what follows depends on the charge test alone."""
    file = tmp_path / "charge.toml"
    told = 'game = "charge"\nattacker = "red 7"\ndefender = "red 5"\n'
    ends = {}
    for more in ("", "in_reach = true\n"):
        file.write_text(f"{told}{more}", "utf-8")
        data = ask.data(f"situation '{file}' --ruling R-M12=true")
        ends[more] = by(data["odds"], "outcome")
    near, far = ends["in_reach = true\n"], ends[""]
    move = Fraction(21, 36)  # a red card moves with two dice, which reach 7
    assert f"{float(near['attacker_wins']):.1%}" == "41.6%"
    assert far == {"stays": 1 - move, **{end: p * move for end, p in near.items()}}
    units = melee.Combatant.parse("red 7"), melee.Combatant.parse("red 5")
    assert near == charge.odds(
        *units, in_reach=True, rulings=charge.Rulings(charge_without_move=True)
    )


@pytest.mark.slow
def test_ctrl_c_while_it_imports_is_no_traceback() -> None:
    """The interrupt comes in the middle of an import, wherever that is."""
    for module in ("difflib", "rules_lib.commands.door", "rules_lib.values.type_checks"):
        code = (
            "import sys, runpy\n"
            "class Stop:\n"
            "    def find_spec(self, name, path=None, target=None):\n"
            f"        if name == {module!r}: raise KeyboardInterrupt\n"
            "sys.meta_path.insert(0, Stop())\n"
            "sys.argv = ['rules-lib', 'melee']\n"
            "runpy.run_module('rules_lib', run_name='__main__')\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
