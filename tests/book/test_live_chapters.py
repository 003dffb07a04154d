"""Every chapter runs on what the live page has in place of numpy, scipy, plotly and IPython.

Its assertions hold there, too; so the small arrays say what numpy says wherever the book uses them.
What a live page offers to try at a cell runs in its place.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook_ext.live_tries import tries
from tests.sample import one_in
from tests.shown_right.chapters import BOOK, cells, chapters

RUN = """
import json, sys
sys.path[:0] = sys.argv[1:3]
from rulebook_live import kernel
kernel.start(lambda *_: None)
import numpy
assert not hasattr(numpy, "__version__")
wrong = []
for number, (code, tries) in enumerate(json.load(sys.stdin), start=1):
    for label, start, end, text in tries:
        tried = code[:start] + text + code[end:]
        compile(tried, "tried", "exec")
        shown = json.loads(kernel.run(tried, f"cell {number}", changed=True))
        wrong += [f"{number}: {label}: {each['plain']}" for each in shown if "plain" in each]
    shown = json.loads(kernel.run(code, f"cell {number}"))
    wrong += [each["traceback"][0] for each in shown if each["output_type"] == "error"]
print(*wrong, sep="\\n", file=sys.__stderr__)
sys.exit(bool(wrong))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", one_in(2, chapters()), ids=lambda path: path.relative_to(BOOK).as_posix()
)
def test_a_chapter_and_all_there_is_to_try_run_on_the_stand_ins(path: Path) -> None:
    codes = [cell.source for cell in cells(path) if cell.cell_type == "code"]
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(BOOK.parent), str(BOOK / "_ext")],
        input=json.dumps([(code, tries(code)) for code in codes]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_what_is_tried_is_another_card_or_the_other_answer() -> None:
    code = 'übung = melee.Combatant(Card("red", 7), small_team=True)\nCard("black", 16)'
    said = {label: code[:start] + text + code[end:] for label, start, end, text in tries(code)}
    assert list(said) == ["a black 7", "a red 9", "without small team"]
    assert said["without small team"].splitlines()[0].endswith("small_team=False)")
    assert said["a black 7"].startswith('übung = melee.Combatant(Card("black", 7), small')
    assert said["a red 9"].startswith('übung = melee.Combatant(Card("red", 9), small')


def test_what_cannot_be_read_or_has_nothing_to_change_offers_nothing() -> None:
    assert tries("1 +") == tries("sum([1, 2])") == []
