"""The live page: buttons that run a chapter's cells in the reader's browser.

What is not ours is brought in before the pages are written. Where that is not possible, the book is
built without the button.
"""

import json
import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from rulebook_ext import live_science
from rulebook_ext.domain import domain_of
from rulebook_ext.hooks import Context, at_end, on_page
from rulebook_ext.licences import FOLDER as LICENCES
from rulebook_ext.licences import for_our_code
from rulebook_ext.live_bundle import add_text, write_bundle
from rulebook_ext.live_compile import STDLIB, Compiling
from rulebook_ext.live_parts import (
    Tampered,
    Unavailable,
    fetch_tarball,
    fetch_wheels,
    tarballs,
    unpack,
)
from rulebook_ext.live_tries import tries_of

logger = logging.getLogger(__name__)

ROOT = Path(__file__).parents[3]
ASSETS = ROOT / "book" / "_live"
CACHE = ROOT / ".cache" / "live"
FOLDER = "live"
"""Below ``_static`` of the site."""
BUTTON = "live.js"
COMPILER = ASSETS / "compile.mjs"
LOCK = "pyodide/pyodide-lock.json"
"""The list of what Pyodide can load."""
SHIPPED = ("*.js", "*.css")
SLOWER = "live pages start more slowly, since nothing is compiled: %s"
PLACE = '<div class="rb-alive-bar"></div>'
"""What is told of the whole page stands at its end; what starts it stands below each example."""
CELL = 'class="cell_input'
ASKS = 'class="rb-explorer"'
"""What asks Python, where a rule is read otherwise."""
PYTHON = LICENCES / "python.txt"
REFERRED = re.compile(r"please see (\S+\.LICENSE\.txt)")


def setup(app: Sphinx) -> None:
    """Bring the parts in first, then mark pages, then write the rest."""
    app.add_config_value("rulebook_live", False, "html", bool)
    app.connect("builder-inited", _bring_in)
    on_page(app, _add_button)
    at_end(app, _write_data)
    app.connect("build-finished", _finish_compiling)


def _folder(app: Sphinx) -> Path:
    return Path(app.outdir) / "_static" / FOLDER


def _bring_in(app: Sphinx) -> None:
    """Copy all parts into the site, or none of them."""
    if app.builder.format != "html":
        return
    folder = _folder(app)
    shutil.rmtree(folder, ignore_errors=True)
    if not app.config.rulebook_live:
        return
    try:
        archives = [(each, fetch_tarball(each, CACHE)) for each in tarballs(ASSETS / "npm.json")]
        wheels = fetch_wheels(ASSETS / "wheels.txt", CACHE)
    except Unavailable as error:
        reason = str(error).splitlines()[-1] if str(error) else "no reason given"
        logger.info("pages get no live button: %s", reason)
        return
    except Tampered as error:
        logger.warning("pages get no live button: %s", error)
        return
    for tarball, archive in archives:
        unpack(tarball, archive, folder)
    packages = [ROOT / "rules_lib", ROOT / "book/_ext/rulebook_live"]
    write_bundle(folder / "python.zip", packages, wheels, for_our_code())
    add_text(folder / STDLIB, "LICENSE.txt", PYTHON.read_bytes())
    _bring_science(folder / LOCK)
    _name_licences(folder / "widgets")
    for pattern in SHIPPED:
        for asset in ASSETS.glob(pattern):
            shutil.copyfile(asset, folder / asset.name)
    try:
        app.rulebook_compiling = Compiling(COMPILER, folder, CACHE)  # type: ignore[attr-defined]
    except Unavailable as error:
        logger.info(SLOWER, error)


def _bring_science(lock: Path) -> None:
    """Put numpy and scipy beside the list of packages, or take them off it."""
    try:
        for part in live_science.fetch(ASSETS / "science.txt", lock, CACHE):
            shutil.copyfile(part, lock.with_name(part.name))
    except (Unavailable, Tampered) as error:
        tell = logger.warning if isinstance(error, Tampered) else logger.info
        tell("live pages have no numpy and scipy: %s", error)
    live_science.write_list(lock)


def _name_licences(folder: Path) -> None:
    """Put a text where the joined scripts look for it: under the names that they had apart."""
    text = folder / "embed.js.LICENSE.txt"
    for script in folder.glob("*.js"):
        for name in set(REFERRED.findall(script.read_text("utf-8"))):
            shutil.copyfile(text, folder / name)
    text.unlink()


def _finish_compiling(app: Sphinx, exception: Exception | None) -> None:
    compiling: Compiling | None = getattr(app, "rulebook_compiling", None)
    if compiling is None:
        return
    if exception is not None:
        compiling.stop()
        return
    try:
        compiling.finish()
    except Unavailable as error:
        logger.info(SLOWER, error)
    live_science.write_list(_folder(app) / LOCK)


def _add_button(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    body = context.get("body", "")
    if not (_folder(app) / BUTTON).exists():
        return
    if CELL in body or ASKS in body:
        app.add_js_file(f"{FOLDER}/{BUTTON}", loading_method="defer")
    if CELL in body:
        context["body"] += PLACE
        app.add_css_file(f"{FOLDER}/live.css")


def _write_data(app: Sphinx, _site: Path) -> None:
    """Tell the live page where the box of each clause is, and what to try in each cell."""
    if not (_folder(app) / BUTTON).exists():
        return
    boxes = domain_of(app.env).boxes
    rules = {rule: f"{app.builder.get_target_uri(doc)}#{rule}" for rule, doc in boxes.items()}
    (_folder(app) / "rules.json").write_text(json.dumps(rules, sort_keys=True), encoding="utf-8")
    offered = {doc: tries_of(app.env.get_doctree(doc)) for doc in sorted(app.env.found_docs)}
    said = {doc: cells for doc, cells in offered.items() if any(cells)}
    (_folder(app) / "tries.json").write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")
