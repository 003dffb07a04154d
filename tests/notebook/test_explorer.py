"""Explorers: what may be declared, and that every shipped setting is the function's answer."""

import json
import re
from fractions import Fraction as F
from itertools import product

import pytest

from rules_lib.notebook.explorer import Answer, Choice, Control, Explorer, Headline, Number, Part
from rules_lib.notebook.explorer_html import explorer_html
from rules_lib.notebook.payload import number_text, payload
from rules_lib.text.chances import permille_code
from tests.browser.every_explorer import declared
from tests.in_turn import in_turn
from tests.notebook.toys import DUEL, TARGET, Outline, read_text, setting_index


@pytest.mark.parametrize("explorer", [DUEL, TARGET], ids=lambda each: each.id)
def test_every_setting_in_the_page_is_the_answer_of_the_function(explorer: Explorer) -> None:
    found = re.search(
        r'<script type="application/json" class="rb-data">(.*?)</script>', explorer_html(explorer)
    )
    assert found
    data = json.loads(found[1])
    seen = set()
    for keys in product(*([c.key for c in control.choices] for control in explorer.controls)):
        setting = {c.name: key for c, key in zip(explorer.controls, keys, strict=True)}
        values = {c.name: c.choice(setting[c.name]).value for c in explorer.controls}
        answer = explorer.answer(**values)
        index = setting_index(data["controls"], setting)
        seen.add(index)
        codes = [column[index] for column in data["parts"]]
        assert codes == [permille_code(part.chance) for part in answer.shown()]
        assert read_text(data["sentence"], index) == explorer.sentence(answer)
        for column, number in zip(data["numbers"], answer.numbers, strict=True):
            assert read_text(column, index) == number_text(number)
        for column, part in zip(data.get("exact", []), answer.shown(), strict=False):
            assert F(read_text(column, index)) == part.chance
    assert seen == set(range(len(list(explorer.table()))))


def test_headline_sentences() -> None:
    assert TARGET.sentence(TARGET.at({"target": "7"})) == "You reach it about 58 times in 100."
    assert TARGET.sentence(TARGET.at({"target": "13"})) == "You cannot reach it."
    assert TARGET.sentence(TARGET.at({"target": "2"})) == "You cannot miss."
    assert Headline("x", "It happens {chance}.").say(F(0)) == "It happens never."


def test_labels_cannot_break_out_of_the_page() -> None:
    nasty = '</script><script>alert("&amp;")</script>'
    answer = Answer((Part(nasty, F(1), "first"),))
    control = Control("one", nasty, (Choice("a", nasty, nasty),), "a")
    explorer = Explorer(
        "x", nasty, (control,), lambda one: answer, Headline(nasty, nasty + "{chance}"), nasty
    )
    page = Outline(explorer_html(explorer))
    assert len(page.all("script")) == 1
    assert nasty in page.text


@pytest.mark.parametrize("explorer", declared().values(), ids=declared())
def test_what_is_declared_can_stand_in_a_link_and_in_python(explorer: Explorer) -> None:
    slug, name = r"[a-z0-9]+(-[a-z0-9]+)*", r"[a-z][a-z0-9_]*"
    controls = (*explorer.controls, *explorer.readings)
    assert re.fullmatch(slug, explorer.id)
    assert 1 <= len(explorer.controls) <= 6
    assert len({control.name for control in controls}) == len(controls)
    for control in controls:
        assert re.fullmatch(name, control.name)
        assert all(re.fullmatch(slug, each.key) and each.label.strip() for each in control.choices)
        if control.style == "slider":
            keys = [int(each.key) for each in control.choices]
            assert keys == list(range(keys[0], keys[-1] + 1))
    known = {control.name for control in controls} | {"read"}
    assert set(re.findall(rf"\{{({name})\}}", explorer.python)) <= known


def test_a_table_too_large_for_a_page_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_lib.notebook.payload.MAX_BYTES", 100)
    with pytest.raises(ValueError, match=r"size of explorer 'target'.*up to 100 bytes"):
        payload(TARGET)


@in_turn(
    ("number", "shown"),
    [
        (Number("n", F(225, 100), "rounds"), "2.3 rounds"),
        (Number.percent("n", F(1, 10**4)), "under 0.1 %"),
        (Number("n", F(2)), "2.0"),
        (Number("n", F(1, 3), digits=2), "0.33"),
        (Number("n", F(5, 2), digits=0), "3"),
        (Number("n", F(12345)), "12,345"),
        (Number("n", F(-3, 2)), "−1.5"),
        (Number("n", F(-1, 100)), "0.0"),
    ],
)
def test_numbers_are_rounded_half_up_with_their_unit(number: Number, shown: str) -> None:
    assert number_text(number) == shown
