"""The small kernel of the live page, here without a browser."""

import json
from contextlib import redirect_stdout
from typing import Any

import pytest
from rulebook_live import kernel, sinks


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_namespace", {"display": kernel.display})


def run(code: str) -> list[dict[str, Any]]:
    with redirect_stdout(sinks.Stream("stdout")):
        outputs: list[dict[str, Any]] = json.loads(kernel.run(code, "cell 1"))
    return outputs


def test_the_last_expression_is_shown_and_names_stay() -> None:
    assert run("kept = 6 * 7") == []
    (shown,) = run("kept")
    assert shown["data"] == {"text/plain": "42"}
    assert run("kept;") == []
    assert run("None") == []


def test_what_is_printed_is_one_text() -> None:
    (said,) = run("print('one')\nprint('two', 2)")
    assert said == {"output_type": "stream", "name": "stdout", "text": "one\ntwo 2\n"}


def test_html_is_preferred_to_text_and_a_widget_to_html() -> None:
    rich = """
class Rich:
    def __repr__(self): return "plain"
    def _repr_html_(self): return "<b>rich</b>"
class Live(Rich):
    asked = []
    def _repr_mimebundle_(self, include=None, exclude=None):
        self.asked.append(include)
        return {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}}
"""
    run(rich)
    assert run("Rich()")[0]["data"] == {"text/html": "<b>rich</b>", "text/plain": "plain"}
    assert run("Live()")[0]["data"].keys() == {kernel.WIDGET, "text/plain"}
    assert run("len(Live.asked)")[0]["data"]["text/plain"] == "1", "the widget was enough"


@pytest.mark.parametrize("code", ["1 / 0", "1 +", "raise SystemExit", "raise KeyboardInterrupt"])
def test_an_error_is_told_and_does_no_harm(code: str) -> None:
    (told,) = run(code)
    assert told["output_type"] == "error"
    assert "kernel.py" not in told["traceback"][0].replace("ast.py", "") or code == "1 +"
    assert run("'well'")[0]["data"]["text/plain"] == "'well'"


def test_an_error_shows_the_line_of_the_cell() -> None:
    (told,) = run("def half(x):\n    return 1 / x\nhalf(0)")
    assert told["ename"] == "ZeroDivisionError"
    assert "return 1 / x" in told["traceback"][0]


def test_cells_may_show_several_things() -> None:
    shown = run("display(1, 'two')\n3")
    assert [each["data"]["text/plain"] for each in shown] == ["1", "'two'", "3"]


WRONG = {
    "import nowhere": "There is no module “nowhere” in this page (line 1).",
    "from math import nothing": "There is no “nothing” in “math” in this page (line 1).",
    "1 +": "Python cannot read line 1: 1 + (",
    "x = 1\nnobody": "Nothing is called “nobody” here (line 2).",
    "assert 1 == 2": "The code claims what is not so (line 1): 1 == 2",
    "raise SystemExit": "The code has ended itself",
    "raise KeyboardInterrupt": "Stopped.",
    "def half(x):\n    return 1 / x\nhalf(0)": "That does not work (line 2): division by zero.",
    "{}['a']": "That does not work (line 1): there is no 'a'.",
    "raise ValueError": "That does not work (line 1): ValueError.",
    "from rules_lib.paper_tigers import Card\nCard('green', 7)": "colour: 'green' was given",
}


@pytest.mark.parametrize(("code", "said"), WRONG.items())
def test_an_error_is_one_plain_sentence(code: str, said: str) -> None:
    (told,) = run(code)
    assert said in told["plain"]
    assert "\n" not in told["plain"]


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
