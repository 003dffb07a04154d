"""The frame of the command line: guide, help, examples, JSON, exit codes, import time."""

import json
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules_lib import __version__, systems
from rules_lib.__main__ import guide
from rules_lib.commands import GUIDE, NAMES, command
from rules_lib.paper_tigers import Card
from rules_lib.paper_tigers.melee import Combatant, odds
from rules_lib.system.registry import BESIDE
from rules_lib.system.report import LONGEST_FRACTION, mean
from tests.commands.asking import Asker, Reply, distributions, exact
from tests.in_turn import in_turn

GAMES = ("rules_lib.paper_tigers", "rules_lib.in_die_tiefen", "rules_lib.triumph_and_glory")


def test_every_module_of_a_command_is_listed(root: Path) -> None:
    texts = {
        path.stem: path.read_text("utf-8") for path in (root / "rules_lib/commands").glob("*.py")
    }
    found = {stem for stem, text in texts.items() if "COMMAND = Command(" in text}
    assert {stem.replace("_", "-") for stem in found} | {*systems, *BESIDE} == set(NAMES)
    for name in NAMES:
        assert command(name).name == name


def test_the_version_is_that_of_the_package(ask: Asker, root: Path) -> None:
    assert ask.told("--version") == f"rules-lib {__version__}\n"
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == __version__
    assert project["scripts"]["rules-lib"] == "rules_lib.__main__:main"


@in_turn("words", [[], ["--help"], ["-h"], ["help"]])
def test_the_guide_is_what_is_told_at_first(ask: Asker, words: list[str]) -> None:
    """What it says is kept, with the help of each command (`tests/shown`)."""
    assert ask.words(*words) == Reply(0, f"{guide()}\n", "")


@pytest.mark.parametrize("line", GUIDE.examples)
def test_the_examples_of_the_guide_work(ask: Asker, line: str) -> None:
    assert ask.told(f"{line} --quick" if line.startswith("explain") else line)


@in_turn("name", NAMES)
def test_help_tells_all_that_is_kept_of_it(ask: Asker, name: str) -> None:
    squeezed, asked = "".join(ask.told(f"{name} --help").split()), command(name)
    parser = asked.parser()
    for told in (parser.description, parser.epilog, *(each.help for each in parser._actions)):
        assert told
        assert "".join(told.split()) in squeezed
    assert len(asked.about.examples) >= 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_every_example_as_json_has_the_documented_keys_and_distributions(
    ask: Asker, name: str
) -> None:
    asked, shown, found = command(name), set[str](), list[list[Any]]()
    for line in asked.about.examples:
        data = ask.data(line)
        assert data["command"] == name
        assert ("read_with" in data) == (not asked.about.house)
        shown |= set(data) - {"command", "read_with"}
        found += distributions(data)
    assert shown == {each for key in asked.about.keys for each in key.split(", ")}
    assert all(sum(map(exact, distribution)) == 1 for distribution in found)
    words = ("legal", "cavalry-legal", "explain", "rulings", "house-rules", "errata")
    assert bool(found) == (name not in words)


def run(*words: str, code: str = "") -> subprocess.CompletedProcess[str]:
    command_line = [sys.executable, *(("-c", code) if code else ("-m", "rules_lib")), *words]
    return subprocess.run(
        command_line, capture_output=True, text=True, encoding="utf-8", timeout=600, check=False
    )


def test_it_runs_as_a_program(root: Path) -> None:
    melee = ["melee", "--attacker", "red 7", "--defender", "red 5, small team"]
    ran = run(*melee, "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    crew = Combatant(Card("red", 5), small_team=True)
    wins = odds(Combatant(Card("red", 7)), crew).attacker_wins
    assert json.loads(ran.stdout)["odds"][0]["exact"] == str(wins)
    ran = run(*melee, "--rolls", "2:12")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "python -m rules_lib melee: --rolls (1st), attacker: 2 was given;"
        " allowed: 3 to 18, the totals of 3 dice\n"
    )


@pytest.mark.slow
def test_no_game_is_imported_before_a_command_needs_it() -> None:
    code = (
        "import sys; from rules_lib.__main__ import main; main(sys.argv[1:]);"
        "print(sorted(name for name in sys.modules if name.count('.') == 1), file=sys.stderr)"
    )
    guide = run(code=code)
    assert not any(game in guide.stderr for game in GAMES), guide.stderr
    melee = run("melee", "--attacker", "red 7", "--defender", "red 7", code=code)
    assert GAMES[0] in melee.stderr
    assert not any(game in melee.stderr for game in GAMES[1:]), melee.stderr


@pytest.mark.slow
def test_a_reader_that_stops_early_is_no_error() -> None:
    code = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-m', 'rules_lib',"
        " 'rulings'], stdout=subprocess.PIPE, stderr=subprocess.PIPE); p.stdout.close();"
        " err = p.stderr.read(); print(p.wait(), err)"
    )
    assert run(code=code).stdout == "0 b''\n"


def test_a_mean_is_exact_where_that_fits() -> None:
    fits = Fraction(1, 10 ** (LONGEST_FRACTION - 3))
    assert (mean(Fraction(3)), mean(Fraction(5, 2))) == ("3", "2.50 (5/2)")
    assert mean(fits) == f"0.00 ({fits})"
    assert mean(fits / 10) == "0.00"
