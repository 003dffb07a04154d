"""Writes what explorers answer with a rule read otherwise: a file a ruling, loaded when asked for.

To work them out takes minutes, so the answers are kept as long as what makes them is the same.
"""

import json
import re
import shutil
from collections.abc import Iterator, Set
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx

from rules_lib.presentation.reading_tables import PLACES, explorer_of, tables

ROOT: Final = Path(__file__).parents[3]
CACHE: Final = ROOT / ".cache" / "readings"
FOLDER: Final = "otherwise"
"""Below ``_static`` of the site."""

WORDED: Final = ("explorer", "otherwise", "payload", "reading_tables", "readings", "wording")
"""What of the presentation puts an answer into words; besides, each explorer's own game."""


def setup(app: Sphinx) -> None:
    """Write the files when all pages are there."""
    app.connect("build-finished", _write)


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    place = Path(app.outdir) / "_static" / FOLDER
    shutil.rmtree(place, ignore_errors=True)
    for id_, found in known(_shown(Path(app.outdir))).items():
        folder = place / id_
        folder.mkdir(parents=True)
        for rule_id, table in found.items():
            (folder / f"{rule_id}.js").write_text(script(f"{id_}/{rule_id}", table), "utf-8")


def script(name: str, table: dict[str, Any]) -> str:
    """Return a table as a script: a page that is opened from a disk may load only that."""
    data = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return f"(window.rulebookTables ??= {{}})[{json.dumps(name)}] = {data};\n"


def _shown(site: Path) -> set[str]:
    """Return the explorers that stand on a page of the site."""
    pages = (each.read_text("utf-8") for each in site.rglob("*.html"))
    return {id_ for page in pages for id_ in re.findall(r'class="rb-explorer" id="([^"]+)"', page)}


def known(explorers: Set[str], cache: Path = CACHE) -> dict[str, dict[str, Any]]:
    """Return the tables of the explorers with readings to choose; work out what is not kept."""
    wanted = [id_ for id_ in PLACES if id_ in explorers and explorer_of(id_).readings]
    files = {id_: cache / f"{id_}.{key(id_)}.json" for id_ in wanted}
    missing = [id_ for id_, file in files.items() if not file.is_file()]
    if missing:
        cache.mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor() as pool:
            for id_, text in zip(missing, pool.map(worked_out, missing), strict=True):
                for old in cache.glob(f"{id_}.*.json"):
                    old.unlink()
                files[id_].write_text(text, "utf-8")
    return {id_: json.loads(file.read_text("utf-8")) for id_, file in files.items()}


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
    yield from (shown / f"{name}.py" for name in WORDED)
    for folder in (library / "probability", library / "rulebook", library / game, shown / game):
        yield from (each for each in folder.rglob("*") if each.suffix in (".py", ".toml"))
