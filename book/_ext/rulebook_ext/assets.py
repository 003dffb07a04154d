"""The colours of all pages; for some plotly.js, the scripts of forms, the tables of explorers."""

import json
import re
from importlib.resources import files
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext import live_parts
from rulebook_ext.hooks import Context, at_end, on_page, write_data
from rules_lib.notebook.palette import style_sheet

PICTURE = 'class="rb-picture'
PINS = Path(__file__).with_name("npm.json")
SMALL = "plotly-cartesian.min.js"
"""Of plotly.js the third that draws bars, lines and heat maps."""
SCRIPT = "plotly.min.js"
COLOURS = "palette.css"

ON_SOME = {'class="rb-dice"': ("dice.js", "dice.css"), "rb-quick": ("quick.css",)}
"""What the pages get in which this stands; ``quick.css`` sets the size of the paper."""

TABLES = "tables"
"""The folder of tables, below that of all scripts."""
_TABLE = re.compile(
    r'(<section class="rb-explorer" id="([\w-]+)".*?)'
    r'<script type="application/json" class="rb-data">(.*?)</script>',
    re.S,
)


def setup(app: Sphinx) -> None:
    """Write the colours, look at each page, and at all of them when they are written."""
    app.add_css_file(COLOURS)
    app.connect("builder-inited", _write_colours)
    on_page(app, _load)
    on_page(app, _without_tables)
    at_end(app, _ship_plotly)


def _write_colours(app: Sphinx) -> None:
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / COLOURS).write_text(style_sheet(), "utf-8")


def _load(app: Sphinx, _page: str, context: Context, _tree: nodes.document | None) -> None:
    for mark, names in ON_SOME.items():
        for name in names if mark in context.get("body", "") else ():
            if name.endswith(".js"):
                app.add_js_file(name, loading_method="defer")
            else:
                app.add_css_file(name)


def _without_tables(
    app: Sphinx, _page: str, context: Context, _tree: nodes.document | None
) -> None:
    """Put the table of each explorer into a script beside the page, which is read without it."""
    folder = Path(app.outdir) / "_static" / TABLES

    def apart(found: re.Match[str]) -> str:
        shown, name, table = found.groups()
        folder.mkdir(parents=True, exist_ok=True)
        write_data(folder / f"{name}.js", f'rulebookTables["{name}"]', json.loads(table))
        return shown

    context["body"] = _TABLE.sub(apart, context.get("body", ""))


def _ship_plotly(app: Sphinx, site: Path) -> None:
    if not any(PICTURE in page.read_text("utf-8") for page in site.rglob("*.html")):
        return
    folder = site / "_static"
    try:
        for tarball in live_parts.tarballs(PINS):
            archive = live_parts.fetch_tarball(tarball, live_parts.CACHE)
            live_parts.unpack(tarball, archive, folder)
        (folder / SMALL).replace(folder / SCRIPT)
    except (live_parts.Unavailable, live_parts.Tampered) as error:
        live_parts.without("pages get the whole of plotly.js", error)
        whole = files("plotly").joinpath("package_data", SCRIPT)
        (folder / SCRIPT).write_bytes(whole.read_bytes())
