"""The live page: buttons that run a chapter's cells in the reader's browser.

What is not ours is brought in before the pages are written. Where that is not possible, the book is
built without the button. At the end all that Python is made of becomes two scripts, the second with
numpy and scipy. A page that is opened from a disk may load scripts, and nothing else, so that they
are scripts: one text each, whose letters are bytes (in the encoding `x-user-defined`). From a
server a page reads the same bytes (`python.js`).
"""

import gzip
import json
import shutil
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext import live_parts
from rulebook_ext.domain import domain_of
from rulebook_ext.hooks import Context, at_end, beside, on_page, write_data
from rulebook_ext.licences import FOLDER as LICENCES
from rulebook_ext.licences import for_our_code
from rulebook_ext.live_parts import CACHE, STDLIB, NotCompiled, Tampered, Unavailable, without
from rulebook_ext.tries import Try, tries_of

ROOT: Final = Path(__file__).parents[3]
ASSETS: Final = ROOT / "book" / "_live"
FOLDER: Final = "live"
"""Below ``_static`` of the site."""
BUTTON: Final = "live.js"
COMPILER: Final = ASSETS / "compile.mjs"
LOCK: Final = "pyodide/pyodide-lock.json"
"""The list of what Pyodide can load."""
SHIPPED: Final = ("*.js", "*.css")
PLACE: Final = '<div class="rb-alive-bar"></div>'
"""What is told of the whole page stands at its end; what starts it stands below each example."""
CELL: Final = 'class="cell_input'
ASKS: Final = 'class="rb-explorer"'
"""What asks Python, where a rule is read otherwise."""
PYTHON: Final = LICENCES / "python.txt"
DATA: Final = {".py", ".toml", ".css", ".js", ".json", ".svg", ".html"}
STAMP: Final = (2020, 1, 1, 0, 0, 0)
"""One date for all files, so that the same input makes the same archive."""

LATE: Final = 790
"""When its parts are whole and read for the classes they set, and before the site is zipped."""
NAME: Final = "packed.js"
PARTS: Final = ("worker.js", "*.zip", "pyodide/py*")
SCIENCE: Final = "packed-science.js"
SCIENCE_PARTS: Final = ("pyodide/*.whl", "pyodide/lib*.zip")
LARGE: Final = ("python.zip", "pyodide/*")
"""What then lies in the site no second time."""
HEAD: Final = b'window.rulebookPacked = "'
TAIL: Final = b'";\n'
ESCAPED: Final = {b"\\": b"\\\\", b'"': b'\\"', b"\n": b"\\n", b"\r": b"\\r"}

_making: list[Future[dict[str, bytes]]] = []
"""The scripts with the parts of Python."""
_offered: dict[str, list[list[Try]]] = {}
"""What to try in each cell of the pages that are written."""


def setup(app: Sphinx) -> None:
    """Bring the parts in first, then mark pages, then write the rest."""
    app.add_config_value("rulebook_live", False, "html", bool)
    app.connect("builder-inited", _bring_in)
    app.connect("env-updated", _begin_compiling)
    on_page(app, _add_button)
    at_end(app, _write_data)
    at_end(app, _pack, LATE)


def _folder(app: Sphinx) -> Path:
    return Path(app.outdir) / "_static" / FOLDER


def _bring_in(app: Sphinx) -> None:
    """Copy all parts into the site, or none of them."""
    _making.clear()
    _offered.clear()
    if app.builder.format != "html":
        return
    folder = _folder(app)
    shutil.rmtree(folder, ignore_errors=True)
    if not app.config.rulebook_live:
        return
    try:
        tarballs = live_parts.tarballs(ASSETS / "npm.json")
        archives = [(each, live_parts.fetch_tarball(each, CACHE)) for each in tarballs]
    except (Unavailable, Tampered) as error:
        without("pages get no live button", error)
        return
    for tarball, archive in archives:
        live_parts.unpack(tarball, archive, folder)
    packages = [ROOT / "rules_lib", ROOT / "book/_ext/rulebook_live"]
    write_bundle(folder / "python.zip", packages, for_our_code())
    with zipfile.ZipFile(folder / STDLIB, "a") as stdlib:
        _put(stdlib, "LICENSE.txt", PYTHON.read_bytes())
    _bring_science(folder / LOCK)
    for pattern in SHIPPED:
        for asset in ASSETS.glob(pattern):
            shutil.copyfile(asset, folder / asset.name)


def _begin_compiling(app: Sphinx, *_: object) -> None:
    """Not before all pages are read: chapters need the cores until then, and writing needs one."""
    folder = _folder(app)
    if (folder / BUTTON).exists():
        _making.append(beside(_make, folder))


def _make(folder: Path) -> dict[str, bytes]:
    """Compile what Python is made of, and compress it, while pages are written."""
    try:
        shutil.copytree(live_parts.compiled(COMPILER, folder, CACHE), folder, dirs_exist_ok=True)
    except (Unavailable, NotCompiled) as error:
        without("live pages start more slowly, since nothing is compiled", error)
    live_parts.write_list(folder / LOCK)
    science = packed(compressed(folder, SCIENCE_PARTS, 1))  # wheels
    return {NAME: packed(compressed(folder, PARTS, 6)), SCIENCE: science}


def _bring_science(lock: Path) -> None:
    """Put numpy and scipy beside the list of packages, or take them off it."""
    try:
        for part in live_parts.fetch_science(ASSETS / "science.txt", lock, CACHE):
            shutil.copyfile(part, lock.with_name(part.name))
    except (Unavailable, Tampered) as error:
        without("live pages have no numpy and scipy", error)
    live_parts.write_list(lock)


def _add_button(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    body = context.get("body", "")
    if not (_folder(app) / BUTTON).exists():
        return
    if CELL in body or ASKS in body:
        app.add_js_file(f"{FOLDER}/{BUTTON}", loading_method="defer")
    if CELL in body and doctree is not None:
        _offered[page] = tries_of(doctree)
        context["body"] += PLACE
        app.add_css_file(f"{FOLDER}/live.css")


def _write_data(app: Sphinx, _site: Path) -> None:
    """Tell the live page where the box of each clause is, and what to try in each cell."""
    folder = _folder(app)
    if not (folder / BUTTON).exists():
        return
    boxes = domain_of(app.env).boxes
    rules = {rule: f"{app.builder.get_target_uri(doc)}#{rule}" for rule, doc in boxes.items()}
    said = {page: cells for page, cells in _offered.items() if any(cells)}
    write_data(folder / "rules.js", "rulebookRules", rules)
    write_data(folder / "tries.js", "rulebookTries", said)


def write_bundle(target: Path, packages: Iterable[Path], texts: Mapping[str, bytes]) -> None:
    """Write one archive with these packages and their licences."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in sorted((*_sources(packages), *texts.items())):
            _put(archive, name, content)


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, STAMP), content)


def _sources(packages: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for package in packages:
        for path in package.rglob("*"):
            if path.suffix in DATA and "__pycache__" not in path.parts:
                yield path.relative_to(package.parent).as_posix(), path.read_bytes()


def _pack(_app: Sphinx, site: Path) -> None:
    folder = site / "_static" / FOLDER
    if (folder / "pyodide").is_dir():
        for name, script in _making[0].result().items():
            (folder / name).write_bytes(script)
        for path in (each for pattern in LARGE for each in folder.glob(pattern)):
            path.unlink()
        (folder / "pyodide").rmdir()


def compressed(folder: Path, patterns: Iterable[str], level: int) -> dict[str, bytes]:
    """Return these parts by their names, each compressed."""
    found = {path for pattern in patterns for path in folder.glob(pattern)}
    return {
        path.relative_to(folder).as_posix(): gzip.compress(path.read_bytes(), level, mtime=0)
        for path in sorted(found)
    }


def packed(parts: Mapping[str, bytes]) -> bytes:
    """Return a script that says these parts: a line with names and lengths, then each of them."""
    line = json.dumps({name: len(part) for name, part in parts.items()}).encode()
    text = b"".join([line, b"\n", *parts.values()])
    for letter, escaped in ESCAPED.items():
        text = text.replace(letter, escaped)
    return HEAD + text + TAIL
