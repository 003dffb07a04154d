"""The one door of the command line: what was typed is named, and nothing of it is dropped."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules_lib import __main__ as program
from rules_lib.commands import NAMES, command
from rules_lib.commands.command import arguments_of
from rules_lib.commands.door import DASHES
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import HouseRules
from tests.commands.asking import Asker, by
from tests.in_turn import in_turn

RED = 'melee --attacker "red 7" --defender "red 5"'


@in_turn("dash", DASHES.strip("-"), one_in=12)
def test_a_dash_of_another_kind_is_a_minus_and_no_option(ask: Asker, dash: str) -> None:
    line = "cavalry --charger 'heavy 5, strength 6' --target 'light 4, strength 5' --dice 3 --drm"
    assert ask.told(f"{line} {dash}2") == ask.told(f"{line} -2")
    said = ask.refusal(f"melee {dash}attacker 'red 7'")
    assert said.startswith(f"option: '{dash}attacker' was given; allowed: ")
    assert said.endswith("; did you mean --attacker?")


@pytest.mark.slow
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
