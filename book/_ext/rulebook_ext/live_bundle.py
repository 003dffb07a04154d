"""Packs the Python that the reader's browser gets: our library, its small kernel, pure wheels."""

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

DATA = {".py", ".toml", ".css", ".js", ".json", ".svg"}
STAMP = (2020, 1, 1, 0, 0, 0)
"""One date for all files, so that the same input makes the same archive."""


def write_bundle(target: Path, packages: Iterable[Path], wheels: Iterable[Path]) -> None:
    """Write one archive with these packages and the packages inside these wheels."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted((*_sources(packages), *_unpacked(wheels))):
            archive.writestr(zipfile.ZipInfo(name, STAMP), content, zipfile.ZIP_DEFLATED)


def _sources(packages: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for package in packages:
        for path in package.rglob("*"):
            if path.suffix in DATA and "__pycache__" not in path.parts:
                yield path.relative_to(package.parent).as_posix(), path.read_bytes()


def _unpacked(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".py") and "/tests/" not in name and ".data/" not in name:
                    yield name, archive.read(name)
