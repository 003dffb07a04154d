"""Every chapter runs on what the live page has in place of numpy, scipy, plotly and IPython.

Its assertions hold there, too; so the small arrays say what numpy says wherever the book uses them.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shown_right.chapters import BOOK, cells, chapters

pytestmark = pytest.mark.slow

RUN = """
import json, sys
sys.path[:0] = sys.argv[1:3]
from rulebook_live import kernel
say = sys.stdout
kernel.start(lambda *_: None)
import numpy
assert not hasattr(numpy, "__version__")
for number, code in enumerate(json.load(sys.stdin)):
    for output in json.loads(kernel.run(code, f"cell {number}")):
        if output["output_type"] == "error":
            sys.exit(output["traceback"][0])
"""


@pytest.mark.parametrize("path", chapters(), ids=lambda path: path.relative_to(BOOK).as_posix())
def test_a_chapter_runs_on_the_stand_ins(path: Path) -> None:
    code = json.dumps([cell.source for cell in cells(path) if cell.cell_type == "code"])
    places = [str(BOOK.parent), str(BOOK / "_ext")]
    ran = subprocess.run(
        [sys.executable, "-c", RUN, *places],
        input=code,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
