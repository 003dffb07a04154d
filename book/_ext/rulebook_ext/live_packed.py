"""Packs what Python in a page is made of: two scripts, the second with numpy and scipy.

A page that is opened from a disk may load scripts, and nothing else, so that they are scripts: one
text each, whose letters are bytes (in the encoding `x-user-defined`). From a server a page reads
the same bytes (`python.js`).
"""

import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

from rulebook_ext.hooks import at_end
from rulebook_ext.live import FOLDER

LATE: Final = 790
"""When its parts are whole and read for the classes they set, and before the site is zipped."""
NAME: Final = "packed.js"
PARTS: Final = ("*.js", "*.json", "*.zip", "pyodide/py*")
"""The views of widgets are a script by themselves, and `FIRST` a page has already."""
FIRST: Final = "live.js"
SCIENCE: Final = "packed-science.js"
SCIENCE_PARTS: Final = ("pyodide/*.whl", "pyodide/lib*.zip")
LARGE: Final = ("python.zip", "pyodide/*")
"""What then lies in the site no second time."""
HEAD: Final = b'window.rulebookPacked = "'
TAIL: Final = b'";\n'
ESCAPED: Final = {b"\\": b"\\\\", b'"': b'\\"', b"\n": b"\\n", b"\r": b"\\r"}


def setup(app: Sphinx) -> None:
    """Pack when all is there."""
    at_end(app, _pack, LATE)


def _pack(_app: Sphinx, site: Path) -> None:
    folder = site / "_static" / FOLDER
    if (folder / "pyodide").is_dir():
        (folder / NAME).unlink(missing_ok=True)
        (folder / NAME).write_bytes(packed(folder, PARTS))
        (folder / SCIENCE).write_bytes(packed(folder, SCIENCE_PARTS))
        for path in (each for pattern in LARGE for each in folder.glob(pattern)):
            path.unlink()
        (folder / "pyodide").rmdir()


def packed(folder: Path, patterns: Iterable[str]) -> bytes:
    """Return a script that says these parts: a line with names and lengths, then each of them."""
    found = {path for pattern in patterns for path in folder.glob(pattern)}
    parts = {
        path.relative_to(folder).as_posix(): gzip.compress(path.read_bytes(), mtime=0)
        for path in sorted(found - {folder / name for name in (FIRST, NAME, SCIENCE)})
    }
    line = json.dumps({name: len(part) for name, part in parts.items()}).encode()
    text = b"".join([line, b"\n", *parts.values()])
    for letter, escaped in ESCAPED.items():
        text = text.replace(letter, escaped)
    return HEAD + text + TAIL


def unpacked(script: bytes) -> dict[str, bytes]:
    """Return the parts in such a script."""
    plain = {escaped: letter for letter, escaped in ESCAPED.items()}
    text = re.sub(rb'\\[\\"nr]', lambda found: plain[found[0]], script[len(HEAD) : -len(TAIL)])
    line, _, rest = text.partition(b"\n")
    parts = {}
    for name, length in json.loads(line).items():
        parts[name], rest = gzip.decompress(rest[:length]), rest[length:]
    return parts
