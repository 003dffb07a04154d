"""Writes what explorers answer with a rule read otherwise: a file a ruling, loaded when asked for.

To work them out takes minutes, so the answers are kept as long as what makes them is the same. What
is not kept is begun in processes of its own when its page has been read.
"""

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

from rules_lib.presentation.reading_tables import PLACES, explorer_of, tables

ROOT: Final = Path(__file__).parents[3]
CACHE: Final = ROOT / ".cache" / "readings"
FOLDER: Final = "otherwise"
"""Below ``_static`` of the site."""

WORDED: Final = ("explorer", "otherwise", "payload", "reading_tables", "readings")
"""What of the presentation puts an answer into words; besides, each explorer's own game."""


def setup(app: Sphinx) -> None:
    """Begin with each page, and write the files when all pages are there."""
    answers = Answers()
    app.connect("doctree-read", lambda _, page: answers.begin(_on_page(page)))
    app.connect("build-finished", lambda *finished: _write(answers, *finished))


class Answers:
    """The tables of explorers, as text: kept from another build, or being worked out."""

    def __init__(self, cache: Path = CACHE) -> None:
        self._cache = cache
        self._begun: dict[str, Future[str]] = {}
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, explorers: Iterable[str]) -> None:
        """Have what is not kept worked out."""
        for id_ in _read_otherwise(explorers):
            if id_ not in self._begun and not self._file(id_).is_file():
                # The kernels of chapters run in threads, beside which a process must not fork.
                self._pool = self._pool or ProcessPoolExecutor(mp_context=get_context("spawn"))
                self._begun[id_] = self._pool.submit(worked_out, id_)

    def of(self, explorers: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Return the tables of the explorers with readings to choose, and keep them."""
        wanted = _read_otherwise(explorers)
        self.begin(wanted)
        for id_ in wanted:
            if id_ in self._begun:
                text = self._begun.pop(id_).result()
                self._cache.mkdir(parents=True, exist_ok=True)
                for old in self._cache.glob(f"{id_}.*.json"):
                    old.unlink(missing_ok=True)
                self._file(id_).write_text(text, "utf-8")
        return {id_: json.loads(self._file(id_).read_text("utf-8")) for id_ in wanted}

    def close(self) -> None:
        """Begin nothing more."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        self._begun.clear()

    def _file(self, id_: str) -> Path:
        return self._cache / f"{id_}.{key(id_)}.json"


def _on_page(page: nodes.document) -> Iterator[str]:
    return (id_ for part in page.findall(nodes.raw) for id_ in _shown(part.astext()))


def _write(answers: Answers, app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        site = Path(app.outdir)
        place = site / "_static" / FOLDER
        shutil.rmtree(place, ignore_errors=True)
        pages = (_shown(each.read_text("utf-8")) for each in site.rglob("*.html"))
        for id_, found in answers.of(sorted(set().union(*pages))).items():
            folder = place / id_
            folder.mkdir(parents=True)
            for rule_id, table in found.items():
                (folder / f"{rule_id}.js").write_text(script(f"{id_}/{rule_id}", table), "utf-8")
    answers.close()


def script(name: str, table: dict[str, Any]) -> str:
    """Return a table as a script: a page that is opened from a disk may load only that."""
    data = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return f"(window.rulebookTables ??= {{}})[{json.dumps(name)}] = {data};\n"


def _read_otherwise(explorers: Iterable[str]) -> list[str]:
    """Return those that the book knows and that have readings to choose."""
    return [id_ for id_ in explorers if id_ in PLACES and explorer_of(id_).readings]


def _shown(text: str) -> set[str]:
    """Return the explorers that stand in a page, or in a part of one."""
    return set(re.findall(r'class="rb-explorer" id="([^"]+)"', text))


def worked_out(id_: str) -> str:
    """Return the tables of an explorer as text."""
    return json.dumps(tables(explorer_of(id_)), ensure_ascii=False)


def key(id_: str) -> str:
    """Return what changes with any file that an explorer's answers can depend on."""
    made = sha256()
    for file in sorted(_sources(PLACES[id_].partition(".")[0])):
        made.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return made.hexdigest()[:16]


def _sources(game: str) -> Iterator[Path]:
    library = ROOT / "rules_lib"
    shown = library / "presentation"
    yield from library.glob("*.py")
    yield from (shown / f"{name}.py" for name in WORDED)
    for folder in (library / "probability", library / "rulebook", library / game, shown / game):
        yield from (each for each in folder.rglob("*") if each.suffix in (".py", ".toml"))
