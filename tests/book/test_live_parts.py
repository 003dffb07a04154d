"""The parts of the live page: pinned, checked, and done without where they cannot be had."""

import hashlib
import io
import json
import re
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulebook_ext import live, live_bundle, live_parts
from rulebook_ext.live_parts import Tampered, Tarball, Unavailable

ROOT = Path(__file__).parents[2]


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """An npm that always brings the same small package; the list holds what it was asked."""
    asked: list[list[str]] = []

    def run(command: list[str], cwd: Path, **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        with tarfile.open(cwd / "toy-1.0.0.tgz", "w:gz") as packed:
            for name in ("package/dist/toy.js", "package/dist/deep/toy.js", "package/toy.js"):
                info = tarfile.TarInfo(name)
                info.size = len(name)
                packed.addfile(info, io.BytesIO(name.encode()))
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(subprocess, "run", run)
    return asked


def test_a_package_is_brought_in_once(
    tmp_path: Path, npm: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_parts, "integrity", lambda path: "sha512-pinned")
    toy = Tarball("toy@1.0.0", "sha512-pinned", {})
    for _ in range(2):
        assert live_parts.fetch_tarball(toy, tmp_path) == tmp_path / "toy@1.0.0.tgz"
    assert len(npm) == 1
    assert npm[0][-1] == "toy@1.0.0"


def test_a_package_with_another_hash_is_refused(tmp_path: Path, npm: list[list[str]]) -> None:
    with pytest.raises(Tampered, match=r"toy@1\.0\.0 is sha512-.* but sha512-wrong is pinned"):
        live_parts.fetch_tarball(Tarball("toy@1.0.0", "sha512-wrong", {}), tmp_path)
    assert list(tmp_path.iterdir()) == [], "nothing that failed its check is kept"


def test_a_kept_package_is_checked_again(tmp_path: Path, npm: list[list[str]]) -> None:
    archive = tmp_path / "toy@1.0.0.tgz"
    archive.write_bytes(b"as pinned")
    wanted = Tarball("toy@1.0.0", live_parts.integrity(archive), {})
    assert live_parts.fetch_tarball(wanted, tmp_path) == archive
    assert npm == []
    archive.write_bytes(b"something else")
    with pytest.raises(Tampered):
        live_parts.fetch_tarball(wanted, tmp_path)
    assert len(npm) == 1


def test_only_the_wanted_files_are_unpacked(tmp_path: Path, npm: list[list[str]]) -> None:
    subprocess.run(["npm"], cwd=tmp_path, check=True)
    archive = tmp_path / "toy-1.0.0.tgz"
    toy = Tarball("toy@1.0.0", "", {"dist/*.js": "here"})
    live_parts.unpack(toy, archive, tmp_path / "site")
    files = [p for p in (tmp_path / "site").rglob("*") if p.is_file()]
    assert [p.relative_to(tmp_path / "site").as_posix() for p in files] == ["here/toy.js"]
    assert files[0].read_text() == "package/dist/toy.js"
    with pytest.raises(Tampered, match=r"lacks other\.js"):
        live_parts.unpack(Tarball("toy@1.0.0", "", {"other.js": ""}), archive, tmp_path / "site")


def test_without_npm_there_is_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Unavailable, match="npm is not installed"):
        live_parts.fetch_tarball(Tarball("toy@1.0.0", "sha512-x", {}), tmp_path)


@pytest.mark.parametrize(
    ("complaint", "error"),
    [("could not connect", Unavailable), ("THESE PACKAGES DO NOT MATCH THE HASHES", Tampered)],
)
def test_pip_failures_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaint: str, error: type[Exception]
) -> None:
    def run(command: list[str], **_: Any) -> None:
        raise subprocess.CalledProcessError(1, command, stderr=complaint)

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(error):
        live_parts.fetch_wheels(live.ASSETS / "wheels.txt", tmp_path)


def test_a_wheel_that_changed_in_the_cache_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = tmp_path / "toy-1.whl"
    wheel.write_bytes(b"as pinned")
    pins = tmp_path / "wheels.txt"
    pins.write_text(f"# toys\ntoy==1 --hash=sha256:{hashlib.sha256(b'as pinned').hexdigest()}\n")
    assert live_parts.fetch_wheels(pins, tmp_path) == (wheel,)
    wheel.write_bytes(b"something else")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)
    with pytest.raises(Tampered, match="other wheels"):
        live_parts.fetch_wheels(pins, tmp_path)


def test_the_browser_gets_the_versions_of_the_book() -> None:
    pinned = (ROOT / "requirements.txt").read_text("utf-8")
    for spec, digest in live_parts.wheel_hashes(live.ASSETS / "wheels.txt").items():
        assert re.search(rf"^{re.escape(spec)}(\s|$)", pinned, re.M), spec
        assert re.fullmatch(r"[0-9a-f]{64}", digest)


def test_the_carrier_of_numpy_and_scipy_is_pinned() -> None:
    ((spec, digest),) = live_parts.wheel_hashes(live.ASSETS / "science.txt").items()
    assert re.fullmatch(r"[\w-]+==[\d.]+", spec)
    assert re.fullmatch(r"[0-9a-f]{64}", digest)


def test_every_package_of_npm_is_pinned_with_its_hash() -> None:
    table = json.loads((live.ASSETS / "npm.json").read_text("utf-8"))
    for spec, each in table.items():
        assert re.search(r".@\d+\.\d+\.\d+$", spec)
        assert re.fullmatch(r"sha512-[\w+/]{86}==", each["integrity"])
        assert each["files"]


def test_the_bundle_is_the_same_each_time(tmp_path: Path) -> None:
    wheel = tmp_path / "toy.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("toy/__init__.py", "toy/tests/test_toy.py", "toy.dist-info/METADATA"):
            archive.writestr(name, name)
    made = []
    for name in ("first.zip", "second.zip"):
        live_bundle.write_bundle(tmp_path / name, [ROOT / "rules_lib"], [wheel], {})
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    names = set(zipfile.ZipFile(tmp_path / "first.zip").namelist())
    assert {"toy/__init__.py", "rules_lib/paper_tigers/melee/rules.toml"} <= names
    assert not [name for name in names if "test_toy" in name or "METADATA" in name]
    assert not [name for name in names if "__pycache__" in name]


@pytest.mark.parametrize(
    ("error", "level"), [(Unavailable("no npm"), "info"), (Tampered("other"), "warning")]
)
def test_the_book_is_built_without_what_cannot_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, level: str
) -> None:
    """A missing part is one line; one with a wrong hash is a warning, which fails the build."""
    said: list[str] = []

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(live, "fetch_tarball", refuse)
    monkeypatch.setattr(live.logger, level, lambda text, *_: said.append(text))
    config = SimpleNamespace(rulebook_live=True)
    app: Any = SimpleNamespace(
        builder=SimpleNamespace(format="html"), config=config, outdir=tmp_path
    )
    live._bring_in(app)
    assert said == ["pages get no live button: %s"]
    assert not (tmp_path / "_static" / "live").exists()
