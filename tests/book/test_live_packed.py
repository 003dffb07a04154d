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
                 "pyodide/pyodide.mjs", "widgets/embed-amd.js"):  # fmt: skip
        path = tmp_path / "_static/live" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode() + b"\0\xff")
    return tmp_path


def test_each_part_comes_back_as_it_was(folder: Path) -> None:
    live = folder / "_static/live"
    found = said(live_packed.packed(live))
    assert set(found) == {"kernel.js", "rules.json", "python.zip", "pyodide/pyodide.mjs"}
    for name, content in found.items():
        assert content == (live / name).read_bytes()


def test_it_is_written_last_and_is_the_same_when_written_again(folder: Path) -> None:
    app: Any = SimpleNamespace(outdir=str(folder))
    live_packed._pack(app, None)
    script = (folder / "_static/live/packed.js").read_text("utf-8")
    live_packed._pack(app, None)
    assert (folder / "_static/live/packed.js").read_text("utf-8") == script


def test_a_book_without_live_pages_or_one_that_failed_gets_none(tmp_path: Path) -> None:
    app: Any = SimpleNamespace(outdir=str(tmp_path))
    live_packed._pack(app, None)
    (tmp_path / "_static/live").mkdir(parents=True)
    live_packed._pack(app, ValueError())
    assert not (tmp_path / "_static/live/packed.js").exists()
