"""Markup: text is escaped, markup is not, and data cannot end its own script."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_lib.notebook import markup
from rules_lib.notebook.markup import Html, el, script_json
from tests.in_turn import in_turn


@in_turn(
    ("made", "written"),
    [
        (lambda: el("p", "a < b & c", el("b", "!")), "<p>a &lt; b &amp; c<b>!</b></p>"),
        (lambda: el("p", ["x", Html("<br>")]), "<p>x<br></p>"),
        (lambda: el("p", x_y=True), "<p x-y></p>"),
        (lambda: el("p", x_y=False, z=None), "<p></p>"),
        (lambda: el("p", x_y='"'), '<p x-y="&quot;"></p>'),
        (lambda: el("p", x=2.5, y=2.0, z=0), '<p x="2.5" y="2" z="0"></p>'),
        (lambda: el("label", class_="a", for_="b"), '<label class="a" for="b"></label>'),
        (lambda: el("br") + el("rect", x=1), '<br><rect x="1"/>'),
        (lambda: el("p", "wins 62.5 %, 5 in 8"), "<p>wins 62.5\u00a0%, 5 in 8</p>"),
    ],
)
def test_text_is_escaped_and_markup_is_kept(made: Callable[[], str], written: str) -> None:
    assert made() == written


def test_data_survives_and_stays_inside_its_script() -> None:
    data = {"a": "</script><!--\u2028\u2029", "b": [1, None, "½"]}
    block = script_json(data)
    inner = block.removeprefix('<script type="application/json">').removesuffix("</script>")
    assert "<" not in inner
    assert json.loads(inner) == data


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        script_json(float("nan"))


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
