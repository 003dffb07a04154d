"""Chapters taken away as notebooks: plain markdown, and a wheel that any pip can install."""

import re
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import jupytext
import pytest

from rulebook_ext.notebooks import brought, portable
from rulebook_ext.plain import plain
from rulebook_ext.project import wheel_name
from rules_lib.rulebook import catalog
from tests.in_turn import in_turn
from tests.shown_right.chapters import chapters

IMPORTED = re.compile(r"^\s*(?:from|import) (\w+)", re.M)
NUMBERED = "Subtract {SHAKEN_PENALTY}; {2*OUTNUMBERING_STEP.word} to one; {SAVING_FACES.each}."


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("By {rule}`PT-M3` it holds.", "By **PT-M3** it holds."),
        ("See {doc}`the melee <../paper_tigers/melee>`.", "See the melee."),
        ("See {doc}`../paper_tigers/melee`.", "See melee."),
        ("A {term}`command test` first.", "A command test first."),
        (NUMBERED,
         catalog().numbers.fill(NUMBERED)),
        ("```python\nf'{SHAKEN_PENALTY}'\n```", "```python\nf'{SHAKEN_PENALTY}'\n```"),
        ("(borrowed)=\n## Borrowed", "## Borrowed"),
        ("[odds](melee.md#your-odds), [site](https://a.example/b)",
         "odds, [site](https://a.example/b)"),
        ("Code: `[a](b)` stays.", "Code: `[a](b)` stays."),
        ("```python\nf[0](1)\n```", "```python\nf[0](1)\n```"),
        ("```{note}\nMind {rule}`PT-M3`.\n```\nAfter.", "Mind **PT-M3**.\nAfter."),
        ("````{grid} 1 1\n:gutter: 3\n\n```{grid-item-card} Title\nText\n```\n````",
         "**Title**\n\nText"),
    ],
)  # fmt: skip
def test_what_only_the_book_understands_becomes_markdown(written: str, expected: str) -> None:
    assert plain(written) == expected


@pytest.mark.parametrize(
    ("kind", "rule_id"), [("clause", "PT-M3"), ("ruling", "R-M3"), ("erratum", "E-A2")]
)
def test_a_box_becomes_a_quotation_with_its_number_and_wording(kind: str, rule_id: str) -> None:
    text = plain(f"Before\n\n```{{{kind}}} {rule_id}\n```\n\nAfter")
    before, *quotation, after = text.split("\n")
    assert (before, after) == ("Before", "After")
    inner = [line for line in quotation if line]
    assert all(line.startswith(">") for line in inner)
    entry: Any = catalog().entry(rule_id)
    assert inner[0] == f'> <a id="{rule_id}"></a>**{rule_id} — {entry.title}**'
    words = " ".join(" ".join(line[1:] for line in inner).split())
    assert " ".join((entry.question if kind == "ruling" else entry.text).split()) in words
    assert kind != "clause" or f"*{entry.term}*" in words
    ours = [line for line in inner if line.endswith("(our default)")]
    assert ours == ([f"> - {entry.readings[0].text} (our default)"] if kind == "ruling" else [])


def test_a_notebook_keeps_code_and_output_and_says_what_to_install() -> None:
    output = [{"output_type": "stream", "name": "stdout", "text": "2\n"}]
    code: dict[str, Any] = {"cell_type": "code", "id": "a", "source": "print(2)", "outputs": output}
    code |= {"execution_count": 1, "metadata": {"tags": ["hide-input"], "rules": ["PT-M3"]}}
    prose = {"cell_type": "markdown", "id": "b", "metadata": {}, "source": ["{rule}`PT-M3`"]}
    kernel = {"name": "python3", "display_name": "Python 3"}
    made = portable({"cells": [code, prose], "metadata": {"kernelspec": kernel}}, "A Book")
    install, told, second, third = made["cells"]
    assert install["cell_type"] == "code"
    assert f"'{wheel_name()}[derivations," in install["source"]
    assert "A Book" in told["source"]
    assert second["source"] == "print(2)"
    assert second["outputs"] == output
    assert second["metadata"] == {"tags": ["hide-input"]}
    assert third["source"] == "**PT-M3**"


def test_a_notebook_from_the_site_installs_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEBOOK_URL", "https://a.example/book/")
    source = portable({"cells": [], "metadata": {}}, "A Book")["cells"][0]["source"]
    assert f"] @ https://a.example/book/_downloads/{wheel_name()}'" in source


@in_turn("path", chapters())
def test_the_first_cell_installs_all_that_a_chapter_imports(path: Path) -> None:
    cells = jupytext.read(path).cells
    code = [each["source"] for each in cells if each["cell_type"] == "code"]
    first = portable({"cells": list(cells), "metadata": {}}, "A Book")["cells"][0]["source"]
    there = {*sys.stdlib_module_names, "rules_lib", *chain(*brought().values())}
    assert {name for cell in code for name in IMPORTED.findall(cell)} <= there
    assert all(extra in first for extra in brought())
