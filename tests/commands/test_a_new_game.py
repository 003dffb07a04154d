"""A new game is one package: command, files, form, explorer, links follow from what it says."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import jsonschema
import pytest
from bs4 import BeautifulSoup, Tag

from rulebook_ext.reference import situation
from rules_lib import situations, systems
from rules_lib.commands import command
from rules_lib.notebook.adjudicator import form_html, settle
from rules_lib.notebook.adjudicator.answers import Settled
from rules_lib.notebook.explorer_html import explorer_html
from rules_lib.notebook.page_answers import explorer_of
from rules_lib.system import registry
from rules_lib.system import schema as schemas
from tests import arm_wrestling
from tests.commands.asking import Asker, by


@pytest.fixture(autouse=True)
def entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is there, for one test."""
    command("situation")  # its help lists the games that there were
    monkeypatch.setitem(registry.HOMES, "arm_wrestling", "")
    monkeypatch.setitem(registry.EXPLORERS, "bout-odds", "")
    arm_wrestling.enter()


def test_it_has_a_command_files_and_a_schema(ask: Asker, tmp_path: Path) -> None:
    file = tmp_path / "bout.toml"
    told = ask.told(f"situation --example arm_wrestling --write '{file}'")
    assert "# Left: " in told
    assert situations.to_toml(situations.load(file)) == (
        'version = 1\ngame = "arm_wrestling"\nleft = "3 dice"\nright = "2 dice, fresh"\n'
    )
    file.write_text('game = "arm_wrestling"\nleft = "1 die"\nright = "1 die"\nstubborn = true')
    odds = by(ask.data(f"situation '{file}'")["odds"], "outcome")
    assert odds == {"left": Fraction(55, 216), "right": Fraction(161, 216)}  # by hand
    assert ask.data(f"situation '{file}' --play 1")["outcome"] in odds
    line = "arm_wrestling --left '1 die' --right '1 die'"
    assert by(ask.data(f"{line} --stubborn")["odds"], "outcome") == odds
    assert "Left: " in ask.told(line)
    assert "--right: nothing was given; allowed: the same" in ask("arm_wrestling --left 2").error
    help_of = ask.told("arm_wrestling --help")
    assert "--stubborn" in help_of
    assert "--left ARM" in help_of
    file.write_text('game = "arm_wrestling"\nleft = "1 die, tall"\nright = "1 die"')
    assert ask.refusal(f"situation '{file}'").startswith("bout.toml, left: 'tall' was given")
    file.write_text('game = "arm_wrestling"\nleft = "1 die"\nright = { dice = 10 }')
    assert ask.refusal(f"situation '{file}'") == (
        "bout.toml, right, dice: 10 was given; allowed: a whole number from 1 to 9"
    )
    parts: dict[str, Any] = {}
    schema = {**schemas.table(systems["arm_wrestling"].inputs, parts), "$defs": parts}
    whole = jsonschema.Draft202012Validator(schema)
    assert whole.is_valid({"left": "1 die", "right": {"dice": 2, "fresh": True}})
    assert not whole.is_valid({"left": "1 die", "right": {"dice": "2"}})


def said(form: Tag, key: str, entries: dict[str, str]) -> str:
    """What a form says with these entries, as the page's script puts it together."""

    def control(found: re.Match[str]) -> str:
        (field,) = form.select(f'[name="{found[1]}"]')
        value = entries.get(found[1], "")
        if field["type"] == "checkbox":
            return str(field[key]) if value == "1" else ""
        return str(field[key]).replace("#", value) if value else ""

    template = str(form[f"data-{'line' if key == 'data-words' else 'python'}"])
    return re.sub(r"\{([\w.-]+)\}", control, template.replace("{rulings}", ""))


def test_it_has_a_form_whose_line_and_python_judge_its_dice() -> None:
    form = BeautifulSoup(form_html("arm_wrestling"), "html.parser").section
    assert form
    entries = {"left.dice": "3", "right.dice": "2", "right.fresh": "1", "stubborn": "1"}
    entries |= {"left-total": "12", "right-total": "9"}
    for again, winner in (("11", "left"), ("12", "right")):
        rolled = entries | {"again-total": again}
        line = said(form, "data-words", rolled)
        assert line == (
            'arm_wrestling --left "3 dice" --right "2 dice, fresh" --stubborn'
            f" --left-total 12 --right-total 9 --again-total {again}"
        )
        found = settle(line)
        assert isinstance(found, Settled)
        assert found.answer.data["outcome"] == winner
        setup, _, printed = said(form, "data-python", rolled).rpartition("\nprint")
        names: dict[str, Any] = {}
        exec(setup, names)
        assert eval(printed, names) == winner


def test_it_has_an_explorer_that_leads_to_the_form() -> None:
    explorer = explorer_of("bout-odds")
    page = explorer_html(explorer)
    assert "Who wins the bout?" in page
    setting = {"left": "1", "right": "2", "fresh": "fresh"}
    game, _, entries = explorer.dice_link(setting).partition("?")
    form = BeautifulSoup(form_html(game), "html.parser").section
    assert form
    line = said(form, "data-words", dict(parse_qsl(entries)))
    found = settle(line)
    assert isinstance(found, Settled)
    chance = explorer.at(setting).part("left").chance
    assert by(found.answer.data["odds"], "outcome")["left"] == chance == Fraction(575, 1296)


def test_it_has_its_place_in_the_reference() -> None:
    told = list(situation(systems["arm_wrestling"]))
    assert ".. autoclass:: tests.arm_wrestling.system.Bout" in told
    assert '   left = "3 dice"' in told
    assert "- ``--stubborn``: the right one pulls once more where it has lost" in told
    assert "- ``--left-total``: total of the left one" in told
