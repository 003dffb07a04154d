"""Scripts that only some pages need: plotly.min.js for pictures, our own for the search."""

import shutil
from importlib.util import find_spec
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)

PICTURE = 'class="rb-picture'


def setup(app: Sphinx) -> None:
    """Look at the pages when they are written."""
    app.connect("html-page-context", _mend_search)
    app.connect("build-finished", _ship_plotly)


def _mend_search(app: Sphinx, page: str, *_: object) -> None:
    if page == "search":
        app.add_js_file("search.js", loading_method="defer")


def _ship_plotly(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    if not any(PICTURE in page.read_text("utf-8") for page in site.rglob("*.html")):
        return
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        logger.warning("pages with pictures need plotly.min.js, but plotly is not installed")
        return
    script = Path(spec.origin).parent / "package_data" / "plotly.min.js"
    shutil.copyfile(script, site / "_static" / script.name)
