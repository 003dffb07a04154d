"""Compiles, when the book is built, what Python loads when a page is made live.

Compiling would otherwise be most of the wait after the click. It is done by the very Python that
the browser gets, which runs in Node for this; see ``rulebook_ext.live_parts``.
"""

import importlib.util
import marshal
import struct
import sys
import zipfile
from collections.abc import Container, Iterable
from types import ModuleType

UNCHECKED = 1
"""The flag of a compiled file that is used without a look at its source."""
STAMP = (2020, 1, 1, 0, 0, 0)


def loaded(root: str) -> set[str]:
    """Return the files below a root that have been imported, as an archive names them."""
    # In the browser's Python, some entries are no modules but JavaScript.
    modules = (each for each in list(sys.modules.values()) if isinstance(each, ModuleType))
    origins = (getattr(each.__spec__, "origin", None) for each in modules)
    files = (each for each in origins if each and each.startswith(root) and each.endswith(".py"))
    return {each.removeprefix(root) for each in files}


def instead(source: str, target: str, names: Container[str], root: str) -> None:
    """Copy an archive with these files compiled, where Python looks for modules without sources.

    It is packed as a whole afterwards (``rulebook_ext.live``), which makes less of it.
    """
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name in names:
                name, content = f"{name}c", _compiled(content, root + name)
            new.writestr(zipfile.ZipInfo(name, STAMP), content)


def beside(target: str, names: Iterable[str], root: str, how: int = zipfile.ZIP_STORED) -> None:
    """Put these files compiled into their archive, too, which is else as it was."""
    with zipfile.ZipFile(target, "a") as archive:
        for name in sorted({*names} & {*archive.namelist()}):
            folder, _, file = name.rpartition("/")
            file = f"{file.removesuffix('.py')}.{sys.implementation.cache_tag}.pyc"
            entry = zipfile.ZipInfo(f"{folder}/__pycache__/{file}".lstrip("/"), STAMP)
            archive.writestr(entry, _compiled(archive.read(name), root + name), how)


def _compiled(source: bytes, path: str) -> bytes:
    # Not what importing has made: code that has run is written otherwise.
    code = marshal.dumps(compile(source, path, "exec", dont_inherit=True))
    head = importlib.util.MAGIC_NUMBER + struct.pack("<I", UNCHECKED)
    return head + importlib.util.source_hash(source) + code
