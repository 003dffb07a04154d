"""Every chapter runs in the Python of the live page, with its numpy and scipy: its assertions hold.

They are the browser's, run by Node; there a whole number of numpy has 32 bits unless the code says
otherwise. What a live page offers to try at a cell runs in its place.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook_ext.live import NAME, SCIENCE
from rulebook_ext.tries import tries
from tests.book.packed import unpacked
from tests.browser.alive import LIVE
from tests.sample import SOME_OR_EVERY, Chosen, one_in
from tests.shown_right.chapters import BOOK, cells, chapters

ELSEWHERE = BOOK / "reference/sweeps.md"
"""Shows processes and other libraries, which a page has not."""
REFUSED = re.compile("tried: .*(unspecified by the source|allowed: nothing: by R-)")
"""An answer, too: by what is tried, the source says nothing here, or nothing is due."""
SCRIPT = Path(__file__).with_name("live_chapters.mjs")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """The page's Python, started once."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None or not (LIVE / NAME).exists():
        pytest.skip("without Node, or in a book without live pages, there is none")
    parts = tmp_path_factory.mktemp("parts")
    (parts / "pyodide").mkdir()
    for script in (NAME, SCIENCE):
        for name, content in unpacked((LIVE / script).read_bytes()).items():
            (parts / name).write_bytes(content)
    with subprocess.Popen(
        [node, str(SCRIPT), str(parts)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


@pytest.mark.site
@SOME_OR_EVERY
@pytest.mark.parametrize(
    "path",
    one_in(7, [path for path in chapters() if path != ELSEWHERE], first=6),  # of each game
    ids=lambda path: path.relative_to(BOOK).as_posix(),
)
def test_a_chapter_and_all_there_is_to_try_run_in_the_page(
    path: Path, python: subprocess.Popen[str], chosen: Chosen
) -> None:
    codes = [cell.source for cell in cells(path) if cell.cell_type == "code"]
    tried = [
        (code, [code[:start] + text + code[end:] for _, start, end, text in some])
        for at, code in enumerate(codes)
        for some in [chosen(tries(code), at, one_in=3)]
    ]
    assert python.stdin is not None
    assert python.stdout is not None
    print(json.dumps(tried), file=python.stdin, flush=True)
    failed = json.loads(python.stdout.readline())
    assert [each for each in failed if not REFUSED.search(each)] == []


def test_what_is_tried_is_another_card_or_the_other_answer() -> None:
    code = 'übung = melee.Combatant(Card("red", 7), small_team=True)\nCard("black", 16)'
    said = {label: code[:start] + text + code[end:] for label, start, end, text in tries(code)}
    assert list(said) == [
        f"übung: {each}" for each in ("a black 7", "a red 9", "without small team")
    ]
    assert said["übung: without small team"].splitlines()[0].endswith("small_team=False)")
    assert said["übung: a black 7"].startswith('übung = melee.Combatant(Card("black", 7), small')
    assert said["übung: a red 9"].startswith('übung = melee.Combatant(Card("red", 9), small')


def test_what_cannot_be_read_or_has_nothing_to_change_offers_nothing() -> None:
    assert tries("1 +") == tries("sum([1, 2])") == []
