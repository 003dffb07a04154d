"""Compiles, when the book is built, what Python loads when a page is made live.

Compiling would otherwise be most of the wait after the click. It is done by the very Python that
the browser gets, which runs in Node for this; see ``rulebook_ext.live_parts``.
"""

import importlib
import importlib.util
import marshal
import pkgutil
import struct
import sys
import zipfile
from collections.abc import Mapping
from importlib.machinery import SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

UNCHECKED = 1
"""The flag of a compiled file that is used without a look at its source."""
STAMP = (2020, 1, 1, 0, 0, 0)


_imported: dict[str, bytes] = {}
"""What importing has compiled, by its path: dumped before it runs, so that it is always so."""


def keep_imported() -> None:
    """Keep what importing compiles from now on: nothing is then compiled a second time."""
    compiled = SourceFileLoader.source_to_code

    def keeping(loader: SourceFileLoader, source: Any, path: Any, **options: Any) -> CodeType:
        code = compiled(loader, source, path, **options)
        _imported[path] = marshal.dumps(code)
        return code

    SourceFileLoader.source_to_code = keeping  # type: ignore[method-assign, assignment]


def beside(name: str) -> str:
    """Where Python looks for a module that has no source."""
    return f"{name}c"


def in_cache(name: str) -> str:
    """Where Python looks for the compiled form of a module whose source lies in a folder."""
    folder, _, file = name.rpartition("/")
    tag = sys.implementation.cache_tag
    return f"{folder}/__pycache__/{file.removesuffix('.py')}.{tag}.pyc".lstrip("/")


def import_all(package: str) -> None:
    """Import a package and all below it, except for what cannot be had in a browser."""
    found = importlib.import_module(package)
    for each in pkgutil.walk_packages(found.__path__, f"{package}.", onerror=lambda _: None):
        if not each.name.endswith("__main__"):
            try:
                importlib.import_module(each.name)
            except ImportError:
                continue


def loaded(root: str) -> set[str]:
    """Return the files below a root that have been imported, as an archive names them."""
    # In the browser's Python, some entries are no modules but JavaScript.
    modules = (each for each in list(sys.modules.values()) if isinstance(each, ModuleType))
    origins = (getattr(each.__spec__, "origin", None) for each in modules)
    files = (each for each in origins if each and each.startswith(root) and each.endswith(".py"))
    return {each.removeprefix(root) for each in files}


def write(
    source: str, target: str, root: str, places: Mapping[str, str], keep: tuple[str, ...] = ()
) -> None:
    """Copy an archive with these files compiled; those to keep stay as sources, too.

    It is packed as a whole afterwards (``rulebook_ext.live``), which makes less of it.
    """
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name not in places or name.startswith(keep):
                _put(new, name, content)
            if name in places:
                _put(new, places[name], _compiled(content, root + name))


def add(target: str, root: str, places: Mapping[str, str]) -> None:
    """Put the compiled form of these files into their archive, which is else as it was."""
    with zipfile.ZipFile(target, "a") as archive:
        for name in sorted(places.keys() & archive.namelist()):
            compiled = _compiled(archive.read(name), root + name)
            _put(archive, places[name], compiled, zipfile.ZIP_DEFLATED)


def _put(
    archive: zipfile.ZipFile, name: str, content: bytes, how: int = zipfile.ZIP_STORED
) -> None:
    archive.writestr(zipfile.ZipInfo(name, STAMP), content, how)


def _compiled(source: bytes, path: str) -> bytes:
    code = _imported.get(path) or marshal.dumps(compile(source, path, "exec", dont_inherit=True))
    head = importlib.util.MAGIC_NUMBER + struct.pack("<I", UNCHECKED)
    return head + importlib.util.source_hash(source) + code
