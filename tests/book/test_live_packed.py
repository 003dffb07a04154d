"""The one script that brings Python to a page on a disk: all parts, whole, and nothing twice."""

import base64
import gzip
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulebook_ext import live_packed

HEAD = "window.rulebookPacked = "


def said(script: str) -> dict[str, bytes]:
    """What is in it."""
    assert script.startswith(HEAD)
    table = json.loads(script.removeprefix(HEAD).rstrip(";\n"))
    return {name: gzip.decompress(base64.b64decode(text)) for name, text in table.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Parts, what a page has already, and what is a script by itself."""
    for name in ("live.js", "kernel.js", "rules.json", "python.zip", "live.css",
                 "pyodide/pyodide.mjs", "pyodide/python_stdlib.zip", "pyodide/numpy.whl",
                 "pyodide/libopenblas.zip", "widgets/embed-amd.js"):  # fmt: skip
        path = tmp_path / "_static/live" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode() + b"\0\xff")
    return tmp_path


def test_each_part_comes_back_as_it_was_and_numpy_apart(folder: Path) -> None:
    live = folder / "_static/live"
    found = said(live_packed.packed(live, live_packed.PARTS))
    python = {"python.zip", "pyodide/pyodide.mjs", "pyodide/python_stdlib.zip"}
    assert set(found) == {"kernel.js", "rules.json"} | python
    late = said(live_packed.packed(live, live_packed.SCIENCE_PARTS))
    assert set(late) == {"pyodide/numpy.whl", "pyodide/libopenblas.zip"}
    for name, content in (found | late).items():
        assert content == (live / name).read_bytes()


def test_it_is_written_last_and_is_the_same_when_written_again(folder: Path) -> None:
    app: Any = SimpleNamespace(outdir=str(folder))
    live_packed._pack(app, None)
    scripts = [folder / "_static/live" / name for name in (live_packed.NAME, live_packed.SCIENCE)]
    texts = [script.read_text("utf-8") for script in scripts]
    live_packed._pack(app, None)
    assert [script.read_text("utf-8") for script in scripts] == texts


def test_a_book_without_live_pages_or_one_that_failed_gets_none(tmp_path: Path) -> None:
    app: Any = SimpleNamespace(outdir=str(tmp_path))
    live_packed._pack(app, None)
    (tmp_path / "_static/live").mkdir(parents=True)
    live_packed._pack(app, ValueError())
    assert not (tmp_path / "_static/live/packed.js").exists()
