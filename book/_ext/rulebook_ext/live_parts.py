"""Brings in the parts of the live page that are not ours: pinned, checked, kept in a cache."""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

SECONDS = 120
"""How long a download may take before it counts as impossible."""


class Unavailable(Exception):
    """A part cannot be brought in here: no npm, or no network. The book does without."""


class Tampered(Exception):
    """What came is not what was pinned. This must not be published."""


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


def fetch_tarball(wanted: Tarball, cache: Path) -> Path:
    """Return the checked package from the cache, or bring it in with ``npm pack``."""
    kept = cache / wanted.file_name
    if kept.exists() and integrity(kept) == wanted.integrity:
        return kept
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable("npm is not installed")
    fresh = cache / f"{wanted.file_name}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    try:
        _run([npm, "pack", "--silent", "--ignore-scripts", wanted.spec], fresh)
        came = list(fresh.glob("*.tgz"))
        if len(came) != 1:
            raise Unavailable(f"npm brought {len(came)} files for {wanted.spec}")
        if (found := integrity(came[0])) != wanted.integrity:
            raise Tampered(f"{wanted.spec} is {found}, but {wanted.integrity} is pinned")
        return came[0].replace(kept)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def unpack(tarball: Tarball, archive: Path, folder: Path) -> None:
    """Put the wanted files of a package below the folder."""
    missing = set(tarball.files)
    with tarfile.open(archive) as members:
        for member in members:
            path = PurePosixPath(member.name).relative_to("package")
            for pattern, target in tarball.files.items():
                source = members.extractfile(member) if path.match(pattern) else None
                if source is None or len(path.parts) != len(PurePosixPath(pattern).parts):
                    continue
                (folder / target).mkdir(parents=True, exist_ok=True)
                (folder / target / path.name).write_bytes(source.read())
                missing.discard(pattern)
    if missing:
        raise Tampered(f"{tarball.spec} lacks {', '.join(sorted(missing))}")


def wheel_hashes(pins: Path) -> dict[str, str]:
    """Return what is pinned: `"comm==0.2.3"` to the SHA-256 of its wheel."""
    lines = (line.split() for line in pins.read_text("utf-8").splitlines())
    return {
        line[0]: line[1].removeprefix("--hash=sha256:")
        for line in lines
        if line and not line[0].startswith("#")
    }


def fetch_wheels(pins: Path, cache: Path, seconds: int = SECONDS) -> tuple[Path, ...]:
    """Return the checked wheels from the cache, or bring them in with pip."""
    wanted = wheel_hashes(pins)
    if (kept := _kept(wanted, cache)) is not None:
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--require-hashes", "--ignore-requires-python"]
    command += ["--dest", str(cache), "--requirement", str(pins.resolve())]
    try:
        _run(command, cache, seconds)
    except Unavailable as error:
        if "DO NOT MATCH THE HASHES" in str(error):
            raise Tampered(str(error)) from error
        raise
    kept = _kept(wanted, cache)
    if kept is None:
        raise Tampered("pip brought other wheels than the pinned ones")
    return kept


def _kept(wanted: Mapping[str, str], cache: Path) -> tuple[Path, ...] | None:
    found = {hashlib.sha256(p.read_bytes()).hexdigest(): p for p in sorted(cache.glob("*.whl"))}
    if not found.keys() >= set(wanted.values()):
        return None
    return tuple(found[each] for each in wanted.values())


def _run(command: list[str], folder: Path, seconds: int = SECONDS) -> None:
    try:
        subprocess.run(
            command,
            cwd=folder,
            check=True,
            timeout=seconds,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.CalledProcessError as error:
        raise Unavailable(f"{command[0]} failed: {error.stderr.strip()}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(str(error)) from error
