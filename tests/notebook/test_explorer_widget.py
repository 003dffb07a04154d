"""The live form of an explorer says the same as the published one."""

import random
import warnings
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import RulesError
from rules_lib.notebook import explorer_widget
from rules_lib.notebook.explorer import STILL, Answer
from rules_lib.notebook.otherwise import effects
from rules_lib.rulebook import HouseRules
from rules_lib.text.chances import percent
from tests.browser.every_explorer import declared
from tests.in_turn import in_turn
from tests.notebook.toys import DUEL, Outline


@pytest.fixture(autouse=True)
def quiet() -> None:
    """ipywidgets without a kernel warns about its own internals."""
    warnings.simplefilter("ignore", DeprecationWarning)


def test_the_box_answers_when_a_control_moves() -> None:
    pytest.importorskip("ipywidgets")
    box = explorer_widget.live(DUEL)
    _, attacker, _, bonus, _, output = box.children
    assert DUEL.sentence(DUEL.at({})) in unescape(output.value)
    attacker.value, bonus.value = "3-dice", "yes"
    answer = DUEL.at({"attacker": "3-dice", "bonus": "yes"})
    page = Outline(output.value)
    assert DUEL.sentence(answer) in page.text
    for part in answer.parts:
        assert percent(part.chance) in page.text
        assert str(part.chance) in page.text
    assert "duel(3, 2, bonus=True)" in page.text


@pytest.mark.parametrize("name", declared())
def test_the_bundle_has_all_controls_and_works_out_one_answer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of the page has thousands; a reader of a notebook need not wait for it."""
    pytest.importorskip("ipywidgets")
    monkeypatch.delenv("RULEBOOK_STATIC", raising=False)
    asked: list[Any] = []
    explorer = declared()[name]
    answer = explorer.answer

    def counted(**values: Any) -> Answer:
        asked.append(values)
        return answer(**values)

    assert isinstance(explorer, explorer_widget.Shown)
    bundle = replace(explorer, answer=counted)._repr_mimebundle_()
    assert len(asked) <= 5
    assert "application/vnd.jupyter.widget-view+json" in bundle
    first = Outline(bundle["text/html"])
    assert explorer.sentence(explorer.at({})) in first.text
    assert not first.all("svg")
    assert not first.all("script")


READ = [(name, each.name) for name, it in declared().items() for each in it.readings]


@pytest.mark.slow
@in_turn(("name", "reading"), READ)
def test_each_ruling_on_offer_matters_to_some_situation(name: str, reading: str) -> None:
    explorer = declared()[name]
    (offered,) = (each for each in explorer.readings if each.name == reading)
    only_beside = {"melee_ends": "loser_takes_hit", "sharp_eyes": "raise_for_him"}
    beside = {only_beside[reading]: "reading-1"} if reading in only_beside else {}
    drawn = random.Random(1)
    for _ in range(60):
        setting = {each.name: drawn.choice(each.choices).key for each in explorer.controls}
        ours = explorer.at(setting | beside)
        for choice in offered.choices[1:]:
            try:
                theirs = explorer.at({**setting, **beside, reading: choice.key})
            except RulesError:
                return
            if theirs != ours:
                code = explorer.python_line({**setting, reading: choice.key})
                assert f"{reading}={choice.code}" in code
                assert reading not in explorer.python_line(setting)
                return
    pytest.fail("it changes no answer")


def test_who_reads_otherwise_sees_both_answers() -> None:
    explorer = declared()["melee-odds"]
    box = explorer_widget.live(explorer)
    *_, fold, _, output = box.children
    before = Outline(output.value).text
    (loser_takes_hit, *_) = fold.children[0].children
    assert "R-M1" in loser_takes_hit.description
    loser_takes_hit.value = "reading-1"
    page = Outline(output.value)
    assert page.text != before
    ours = explorer.at({})
    assert f"Your reading: R-M1. Our reading: {percent(ours.shown()[0].chance)}" in page.text
    for mine in ours.parts:
        assert percent(mine.chance) in page.text
    assert "melee.Rulings(loser_takes_hit=False)" in page.text


def test_each_reading_of_an_open_fold_says_what_it_does() -> None:
    explorer = declared()["melee-odds"]
    box = explorer_widget.live(explorer)
    _, attacker, *_, fold, _, _ = box.children
    reading = fold.children[0].children[0]
    fold.selected_index = 0
    for setting in ({}, {"attacker": "red-2"}):
        attacker.value = setting.get("attacker", attacker.value)
        told = effects(explorer, {**explorer.defaults(), **setting})["loser_takes_hit"]
        assert [label.rpartition(" · ")[2] for label, _ in reading.options] == list(told)
        reading.value = "reading-1"
    assert reading.value == "reading-1", "what was chosen stays so"


def test_it_is_rolled_in_a_notebook_as_in_the_page() -> None:
    for explorer in (DUEL, declared()["melee-odds"]):
        box = explorer_widget.live(explorer)
        *_, rolls, output = box.children
        row, shown = rolls.children
        one, _, many = row.children[1:]
        many.click()
        page = Outline(shown.value)
        answer = explorer.at({})
        widths = [float(str(a["width"]).rstrip("%")) for a in page.all("rect") if "stroke" in a]
        exact = [100 * float(part.chance) for part in answer.shown()]
        assert widths == pytest.approx(exact, abs=3)  # six standard deviations
        assert "Rolled 10,000 times: " in page.text
        one.click()
        said = Outline(shown.value).text
        assert any(part.label in said for part in answer.parts)
        box.children[1].value = box.children[1].options[0][1]
        assert shown.value == ""
    assert explorer.sentence(explorer.at({"attacker": "red-2"})) in unescape(output.value)


def test_in_a_page_the_whole_table_stands_beside_the_first_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RULEBOOK_STATIC", "1")
    bundle = DUEL._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain", STILL}
    assert bundle["text/html"] == DUEL._repr_html_()
    assert bundle[STILL] == explorer_widget.still(DUEL)


def test_without_ipywidgets_the_static_form_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEBOOK_STATIC", raising=False)
    monkeypatch.setattr(explorer_widget, "find_spec", lambda _: None)
    assert set(DUEL._repr_mimebundle_()) == {"text/html", "text/plain"}


def test_no_explorer_opens_with_what_is_all_but_certain() -> None:
    for explorer in declared().values():
        chance = explorer.at({}).part(explorer.headline.part).chance
        assert Fraction(1, 40) < chance < Fraction(39, 40), explorer.id


@pytest.mark.slow
def test_the_box_begins_as_the_reader_s_table_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ipywidgets")
    file = tmp_path / "house-rules.toml"
    for name, rule_id, value in (
        ("melee-odds", "R-M1", False),
        ("pursuit-odds", "R-N6", "flat"),
        ("spotting-odds", "R-S3", "fail"),
    ):
        explorer = next(each for each in declared().values() if each.id == name)
        file.write_text(HouseRules({rule_id: value}).to_toml(), "utf-8")
        monkeypatch.setenv(explorer_widget.RULES, str(file))
        controls = (*explorer.controls, *explorer.readings)
        (control,) = (each for each in controls if each.ruling == rule_id)
        key = control.choices[list(control.readings()).index(value)].key
        *_, told, _, output = explorer_widget.live(explorer).children
        assert told.value == f"<p>Set as your table reads it: {rule_id}.</p>"
        answer = explorer.at({control.name: key})
        assert explorer.sentence(answer) in unescape(output.value)
        assert answer != explorer.at({})
    file.write_text("[rulings]\nR-M3 = 'maybe'", "utf-8")
    *_, told, _, output = explorer_widget.live(explorer).children
    assert "are not used. house-rules.toml, R-M3: 'maybe' was given" in unescape(told.value)
    assert explorer.sentence(explorer.at({})) in unescape(output.value)
