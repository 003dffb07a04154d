"""Transcripts: plain text and a list with links and drawings."""

import pytest

from rules_lib.presentation.drawing import dice
from rules_lib.presentation.transcript import Transcript
from rules_lib.transcript import Step
from tests.presentation.toys import Outline

STEPS = (
    Step("Exchange 1", heading=True),
    Step("Both roll <12>.", ("PT-M8", "R-M3")),
    Step("A draw.", ("PT-M11",)),
)


def test_plain_text_has_every_step_and_its_clauses() -> None:
    assert str(Transcript("Fight 2", STEPS)) == (
        "Fight 2\nExchange 1\n  Both roll <12>. [PT-M8, R-M3]\n  A draw. [PT-M11]"
    )


def test_list_has_every_step_its_links_and_its_drawing() -> None:
    addresses = {"PT-M8": "rule:PT-M8"}
    told = Transcript("Fight 2", STEPS, {1: dice((6, 6))}, addresses.get, beside=True)
    page = Outline(told.html())
    assert len(page.all("li")) == 3
    assert [a["href"] for a in page.all("a", class_="rb-clause")] == ["rule:PT-M8"]
    assert len(page.all("span", class_="rb-clause")) == 2
    assert page.all("svg", aria_label="dice: 6, 6")
    assert "Both roll <12>. PT-M8 R-M3" in page.text


def test_a_drawing_that_tells_all_stands_instead_of_its_words() -> None:
    page = Outline(Transcript("Fight 2", STEPS, {0: dice((6, 6))}).html())
    assert len(page.all("svg")) == 1
    assert len(page.all("details")) == 1
    assert page.text.count("A draw.") == 2  # said last, and once more line by line
    assert page.text.count("Both roll <12>.") == 1


def test_a_drawing_without_its_step_is_refused() -> None:
    with pytest.raises(ValueError, match="drawings: 3"):
        Transcript("Fight 2", STEPS, {3: dice((1,))})
