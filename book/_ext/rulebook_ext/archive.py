"""Puts the library as a wheel beside the site, and the whole site into one zip, at the very end."""

import os
import subprocess
import sys
import zipfile
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext.hooks import Context, at_end, beside, on_page
from rulebook_ext.licences import ROOT
from rulebook_ext.project import wheel_name, when
from rules_lib.notebook.markup import el

DOWNLOADS: Final = "_downloads"
ZIP: Final = "executable-rulebook.zip"
PACKED: Final = "_static/live/packed"
"""What gets no smaller."""
LIBRARY: Final = "book/reference/library/index"
LAST: Final = 900
"""Pictures and notebooks come before."""


_wheel: list[Future[Path]] = []


def setup(app: Sphinx) -> None:
    """Add links to the front page and to that of the library; pack when all pages are written."""
    app.connect("env-updated", _begin)
    on_page(app, _link)
    at_end(app, _pack, LAST)


def _link(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    offers = {
        app.config.root_doc: (
            ZIP,
            "the whole book as one zip",
            " for use without a network. Unpack it, open index.html.",
        ),
        LIBRARY: (wheel_name(), "the library as one file", ", which pip installs."),
    }
    if page not in offers or doctree is None:
        return
    name, what, text = offers[page]
    address = context["pathto"](f"{DOWNLOADS}/{name}", resource=True)
    link = el("a", what, href=address, download=True)
    context["body"] += el("p", "Take it away: ", link, text, class_="rb-take")


def _begin(app: Sphinx, *_: object) -> None:
    """The wheel hangs on no page: it is made while pages are written."""
    if app.builder.format == "html":
        folder = Path(app.outdir) / DOWNLOADS
        folder.mkdir(parents=True, exist_ok=True)
        _wheel[:] = [beside(write_wheel, folder)]


def _pack(app: Sphinx, site: Path) -> None:
    _wheel.pop().result()
    write_zip(site, site / DOWNLOADS / ZIP)


def write_zip(site: Path, target: Path) -> None:
    """Pack the site into a zip whose only folder is named as the zip is."""
    target.unlink(missing_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(site.rglob("*")):
            name = path.relative_to(site).as_posix()
            if path.is_file() and path != target and not name.startswith("."):
                # One date for all files: the same commit makes the same zip.
                entry = zipfile.ZipInfo(f"{target.stem}/{name}", when().timetuple()[:6])
                packs = not name.startswith(PACKED)
                entry.compress_type = zipfile.ZIP_DEFLATED if packs else zipfile.ZIP_STORED
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, path.read_bytes())


def write_wheel(folder: Path) -> Path:
    """Write the library as a wheel, as `make package` does, but nothing beside it; return it."""
    with TemporaryDirectory() as made:
        command = [sys.executable, "setup.py", "--quiet", "egg_info", "--egg-base", made]
        command += ["build", "--build-base", made, "bdist_wheel", "--dist-dir", str(folder)]
        dated = os.environ | {"SOURCE_DATE_EPOCH": str(int(when().timestamp()))}
        subprocess.run(command, cwd=ROOT, env=dated, check=True, capture_output=True)
    return folder / wheel_name()
