"""Markup: text is escaped, markup is not, and data cannot end its own script."""

import json
from pathlib import Path

import pytest

from rules_lib.notebook import markup
from rules_lib.notebook.markup import Attribute, Html, el, script_json
from tests.in_turn import in_turn


def test_text_is_escaped_and_markup_is_kept() -> None:
    assert el("p", "a < b & c", el("b", "!")) == "<p>a &lt; b &amp; c<b>!</b></p>"
    assert el("p", ["x", Html("<br>")]) == "<p>x<br></p>"


@in_turn(
    ("value", "written"),
    [
        (True, "<p x-y>"),
        (False, "<p>"),
        (None, "<p>"),
        ('"', '<p x-y="&quot;">'),
        (2.5, '<p x-y="2.5">'),
        (2.0, '<p x-y="2">'),
        (0, '<p x-y="0">'),
    ],
)
def test_attributes(value: Attribute, written: str) -> None:
    assert el("p", x_y=value) == written + "</p>"


def test_python_words_are_allowed_as_attributes() -> None:
    assert el("label", class_="a", for_="b") == '<label class="a" for="b"></label>'


def test_void_and_empty_elements() -> None:
    assert el("br") == "<br>"
    assert el("rect", x=1) == '<rect x="1"/>'


def test_data_survives_and_stays_inside_its_script() -> None:
    data = {"a": "</script><!--\u2028\u2029", "b": [1, None, "½"]}
    block = script_json(data)
    inner = block.removeprefix('<script type="application/json">').removesuffix("</script>")
    assert "<" not in inner
    assert json.loads(inner) == data


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        script_json(float("nan"))


def test_a_percent_sign_stays_on_the_line_of_its_number() -> None:
    assert el("p", "wins 62.5 %, 5 in 8") == "<p>wins 62.5\u00a0%, 5 in 8</p>"


def test_a_template_fills_children_attributes_and_quotes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = '<p\n  id="{id}-x"\n  hidden="{hidden}"\n  title="{title}">'
    text = f"<!-- row -->\n{opening}\n  {{inner}}\n</p>\n"
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "some.html").write_text(text, "utf-8")
    monkeypatch.setattr(markup, "files", lambda _: tmp_path)
    row = markup.Templates("some.html")
    filled = row("row", id='a"', hidden=True, title=None, inner=["{id} < 5 %", Html("<br>")])
    assert filled == '<p id="a&quot;-x" hidden>{id} &lt; 5\u00a0%<br></p>'
    assert row("row", id=1, hidden=False, title="{id}", inner="") == '<p id="1-x" title="{id}"></p>'
    with pytest.raises(KeyError):
        row("row", id=1)
