"""Packs the Python that the reader's browser gets: our library, its small kernel, pure wheels."""

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rulebook_ext.licences import is_licence

DATA = {".py", ".toml", ".css", ".js", ".json", ".svg"}
STAMP = (2020, 1, 1, 0, 0, 0)
"""One date for all files, so that the same input makes the same archive."""


def write_bundle(
    target: Path, packages: Iterable[Path], wheels: Iterable[Path], texts: Mapping[str, bytes]
) -> None:
    """Write one archive with these packages, those inside these wheels, and all their licences."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted((*_sources(packages), *_unpacked(wheels), *texts.items())):
            _put(archive, name, content)


def add_text(target: Path, name: str, content: bytes) -> None:
    """Put one more file into an archive of others."""
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        _put(archive, name, content)


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
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
                code = name.endswith(".py") and "/tests/" not in name and ".data/" not in name
                if code or is_licence(name):
                    yield name, archive.read(name)
