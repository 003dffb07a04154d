"""The small kernel of the live page, here without a browser."""

import json
import re
import sys
from contextlib import redirect_stdout
from typing import Any

import pytest
from rulebook_live import choices, kernel, sinks

from rules_lib.notebook.markup import glued
from rules_lib.paper_tigers import Card, command
from rules_lib.paper_tigers import page as show
from rules_lib.text.chances import percent


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"display": kernel.display, choices.NAME: choices.answer}
    monkeypatch.setattr(kernel, "_namespace", names)
    monkeypatch.setattr(choices, "_asked", [])


def run(code: str) -> list[dict[str, Any]]:
    with redirect_stdout(sinks.Stream("stdout")):
        outputs: list[dict[str, Any]] = json.loads(kernel.run(code, "cell 1"))
    return outputs


RICH = """
class Rich:
    def __repr__(self): return "plain"
    def _repr_html_(self): return "<b>rich</b>"
"""


def test_what_is_printed_or_comes_last_or_is_displayed_is_shown_and_names_stay() -> None:
    for quiet in (f"kept = 6 * 7{RICH}", "kept;", "None"):
        assert run(quiet) == []
    for code, told in {
        "kept": [{"text/plain": "42"}],
        "Rich()": [{"text/html": "<b>rich</b>", "text/plain": "plain"}],
        "display(1, 'two')\n3": [{"text/plain": each} for each in ("1", "'two'", "3")],
    }.items():
        assert [each["data"] for each in run(code)] == told
    (said,) = run("print('one')\nprint('two', 2)")
    assert said == {"output_type": "stream", "name": "stdout", "text": "one\ntwo 2\n"}


WRONG = {
    "import nowhere": "There is no module “nowhere” in this page (line 1).",
    "from math import nothing": "There is no “nothing” in “math” in this page (line 1).",
    "1 +": "Python cannot read line 1: 1 + (",
    "x = 1\nnobody": "Nothing is called “nobody” here (line 2).",
    "assert 1 == 2": "The code claims what is not so (line 1): 1 == 2",
    "raise SystemExit": "The code has ended itself",
    "raise KeyboardInterrupt": "That does not work (line 1): KeyboardInterrupt.",
    "def half(x):\n    return 1 / x\nhalf(0)": "That does not work (line 2): division by zero.",
    "{}['a']": "That does not work (line 1): there is no 'a'.",
    "raise ValueError": "That does not work (line 1): ValueError.",
    "import math\nmath.rand": "That does not work (line 2): module 'math' has no attribute",
    "from rules_lib.paper_tigers import Card\nCard('green', 7)": "colour: 'green' was given",
}


@pytest.mark.parametrize(("code", "said"), WRONG.items())
def test_an_error_is_one_plain_sentence_and_does_no_harm(code: str, said: str) -> None:
    (told,) = run(code)
    assert told["output_type"] == "error"
    assert said in told["plain"]
    assert "\n" not in told["plain"]
    (traceback,) = told["traceback"]
    assert "kernel.py" not in traceback.replace("ast.py", "") or code == "1 +"
    assert "return 1 / x" in traceback or "half" not in code, "the line of the cell"
    assert run("'well'")[0]["data"]["text/plain"] == "'well'"


def test_what_is_not_to_be_shown_only_tells_what_fails() -> None:
    quiet: list[dict[str, Any]] = json.loads(kernel.run("print('a')\n1", "cell 1", show=False))
    assert quiet == []
    (told,) = json.loads(kernel.run("1\n1 / 0", "cell 1", show=False))
    assert told["ename"] == "ZeroDivisionError"


def test_a_claim_of_the_book_is_noted_where_the_reader_has_changed_something() -> None:
    code = "def check(x):\n    assert x < 3, 'small'\n    return x\nassert check(2)\ncheck(5)"
    noted, shown = json.loads(kernel.run(code, "cell 1", changed=True))
    assert "<code>x &lt; 3</code>" in noted["data"]["text/html"]
    assert shown["data"]["text/plain"] == "5"
    (told,) = json.loads(kernel.run(code, "cell 1"))
    assert told["ename"] == "AssertionError"


def test_an_explorer_is_asked_at_each_choice_and_has_no_table() -> None:
    (shown,) = run("from rules_lib.paper_tigers import page as show\nshow.COMMAND_TEST")
    html = shown["data"]["text/html"]
    assert 'data-chosen="0"' in html
    assert 'data-control="colour"' in html
    assert "rb-data" not in html
    controls = {each.name: each.default for each in show.COMMAND_TEST.controls}
    (answered,) = run(f"{choices.NAME}(0, {controls | {'value': '9'}})")
    passed = glued(percent(command.chance(Card("red", 9), "charge")))
    assert passed in answered["data"]["text/html"]


INTERACT = """
@interact(able=(2, 4), cover=False, kind=["move", 'charge'])
def told(able=3, cover=True, kind="move"):
    print(able, cover, kind)
    return able
"""


def test_interact_shows_controls_and_calls_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    choices.install(kernel.display)
    (shown,) = run(f"from ipywidgets import interact{INTERACT}")
    html = shown["data"]["text/html"]
    assert re.findall('type="range"[^>]*value="(\\d)"', html) == ["3"]
    assert re.findall('value="(\\w+)" checked', html) == ["no"]
    chosen = {"able": "4", "cover": "yes", "kind": "charge"}
    printed, value = run(f"{choices.NAME}(0, {chosen})")
    assert (printed["text"], value["data"]["text/plain"]) == ("4 True charge\n", "4")
    (told,) = run(f"from ipywidgets import interact{INTERACT.replace('(2, 4)', '2.5')}")
    assert "able: 2.5 was given; allowed here: two whole numbers" in told["plain"]
