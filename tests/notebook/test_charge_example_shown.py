"""What the book shows of the source's example: its map, its parts, its pictures, its tables."""

import re

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory import example
from rules_lib.triumph_and_glory import page as show
from rules_lib.triumph_and_glory.example import record, scene
from tests.triumph_and_glory.charging import bonus_as_printed

FACES = [*example.CHOSEN.values(), 3]
STORY = example.replay({record.RETREAT_CHECK.key: 3})


def place(name: str) -> str:
    at = (scene.STARTS | scene.TARGETS)[name]
    target = ", target" * (name in scene.TARGETS)
    return f"Hex ({at.q}, {at.r}){target}: {name} (".replace("-", "−")


@pytest.mark.rule("TG-9.81-1")
def test_the_map_has_all_five_and_three_charges() -> None:
    shown = show.example_map()
    drawn = shown.drawing
    for name in "ABCYZ":
        assert place(name) in drawn.alt
    assert drawn.alt.count("French, good order") == 3
    assert drawn.alt.count("Russian, good order") == 2
    assert len(re.findall(r"Charge \d, French", drawn.alt)) == 3
    assert [name for name, asked in shown.asked.items() if asked.legal] == ["A", "B", "C"]


def test_the_parts_make_up_the_whole() -> None:
    starts = ["Step 1", "Step 4", "Step 5", "Step 7: the fight over Y", "Step 7: the fight over Z"]
    parts = [
        show.example_part(STORY, "Part", start, stop)
        for start, stop in zip(starts, [*starts[1:], ""], strict=True)
    ]
    told: list[Step] = [step for part in parts for step in part.steps]
    assert told == list(STORY.steps)
    drawn = [str(part.drawings[at]) for part in parts for at in sorted(part.drawings)]
    assert drawn == [f"ten-sided die: {face}" for face in FACES]
    for part in parts:
        assert all(part.steps[at].throw for at in part.drawings)


def test_a_part_that_is_not_there() -> None:
    with pytest.raises(InvalidValue, match=r"heading.*Step 2.*Step 1: the declaration"):
        show.example_part(STORY, "Part", "Step 2")


@pytest.mark.rule("R-N1", "R-N3", "R-N7")
@pytest.mark.slow
def test_the_table_of_answers() -> None:
    table = show.example_answers(list(example.verdicts()))
    assert [row[0].split()[0] for row in table.table.rows] == ["R-N1", "R-N3", "R-N7"]
    assert all(all(row) for row in table.table.rows)


@pytest.mark.slow
@pytest.mark.rule("E-N1", "E-N6")
def test_the_table_of_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    bonus_as_printed(monkeypatch)
    findings = example.audit()
    wrong = show.audit_table([each for each in findings if not each.confirmed], "Wrong?")
    assert [row[0] for row in wrong.table.rows] == [f"E-N{n}" for n in range(1, 11)]
    right = show.audit_table([each for each in findings if each.confirmed], "Right?")
    assert sum(row[1].count("; ") + 1 for row in right.table.rows) == 44
