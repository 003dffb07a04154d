"""What brings Python to a page: all parts, whole, and nothing twice."""

from pathlib import Path
from typing import Any

import pytest

from rulebook_ext import live_packed

NO_APP: Any = None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Parts, what a page has already, and what is a script by itself."""
    for name in ("live.js", "kernel.js", "rules.json", "python.zip", "live.css",
                 "pyodide/pyodide.mjs", "pyodide/python_stdlib.zip", "pyodide/numpy.whl",
                 "pyodide/libopenblas.zip", "widgets/embed-amd.js"):  # fmt: skip
        path = tmp_path / "_static/live" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode() + bytes(range(256)) * 9)
    return tmp_path


def test_each_part_comes_back_as_it_was_and_numpy_apart(folder: Path) -> None:
    live = folder / "_static/live"
    found = live_packed.unpacked(live_packed.packed(live, live_packed.PARTS))
    python = {"python.zip", "pyodide/pyodide.mjs", "pyodide/python_stdlib.zip"}
    assert set(found) == {"kernel.js", "rules.json"} | python
    late = live_packed.unpacked(live_packed.packed(live, live_packed.SCIENCE_PARTS))
    assert set(late) == {"pyodide/numpy.whl", "pyodide/libopenblas.zip"}
    for name, content in (found | late).items():
        assert content == (live / name).read_bytes()


def test_it_is_written_last_and_what_it_holds_stands_in_the_site_no_second_time(
    folder: Path,
) -> None:
    live_packed._pack(NO_APP, folder)
    live = folder / "_static/live"
    assert {each.relative_to(live).as_posix() for each in live.rglob("*") if each.is_file()} == {
        "live.js", "kernel.js", "rules.json", "live.css", "widgets/embed-amd.js",
        live_packed.NAME, live_packed.SCIENCE,
    }  # fmt: skip
    scripts = [live / name for name in (live_packed.NAME, live_packed.SCIENCE)]
    found = [live_packed.unpacked(script.read_bytes()) for script in scripts]
    assert [len(each) for each in found] == [5, 2]


def test_a_book_without_live_pages_gets_none(tmp_path: Path) -> None:
    live_packed._pack(NO_APP, tmp_path)
    assert not list(tmp_path.rglob("*.js"))
