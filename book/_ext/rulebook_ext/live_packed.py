"""Packs all that Python needs in a page into scripts, for a site that was opened from a disk.

There a browser lets a page load scripts, and nothing else. Numpy and scipy are a script of their
own, for cells that import them.
"""

import base64
import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

from rulebook_ext.live import FOLDER

LATE: Final = 790
"""When its parts are whole and read for the classes they set, and before the site is zipped."""
NAME: Final = "packed.js"
PARTS: Final = ("*.js", "*.json", "*.zip", "pyodide/py*")
"""The views of widgets are a script by themselves, and `FIRST` a page has already."""
FIRST: Final = "live.js"
SCIENCE: Final = "packed-science.js"
SCIENCE_PARTS: Final = ("pyodide/*.whl", "pyodide/lib*.zip")


def setup(app: Sphinx) -> None:
    """Pack when all is there."""
    app.connect("build-finished", _pack, priority=LATE)


def _pack(app: Sphinx, exception: Exception | None) -> None:
    folder = Path(app.outdir) / "_static" / FOLDER
    if exception is None and folder.is_dir():
        (folder / NAME).write_text(packed(folder, PARTS), "utf-8")
        (folder / SCIENCE).write_text(packed(folder, SCIENCE_PARTS), "utf-8")


def packed(folder: Path, patterns: Iterable[str]) -> str:
    """Return a script that says these parts by name: compressed, in letters."""
    found = {path for pattern in patterns for path in folder.glob(pattern)}
    parts = {
        path.relative_to(folder).as_posix(): base64.b64encode(
            gzip.compress(path.read_bytes(), mtime=0)
        ).decode()
        for path in sorted(found - {folder / name for name in (FIRST, NAME, SCIENCE)})
    }
    return f"window.rulebookPacked = {json.dumps(parts)};\n"
