"""Tells the browser, in every page, what the page may load: the files beside it, and no other host.

Scripts in a page count only if their hash is here, so nothing that slips into a text can run.
Styles are another matter: tables, bars and pictures set widths in ``style`` attributes, which no
hash of a reasonable length can name; without scripts and other hosts a style gives nothing away.
``file:`` stands beside ``'self'`` for copies on a disk, for which some browsers know no ``'self'``.
"""

import hashlib
import re
from base64 import b64encode
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.util import logging

from rulebook_ext.hooks import at_end
from rules_lib.notebook.markup import el

logger = logging.getLogger(__name__)

LATE: Final = 800
"""When all else has been written into the pages, and before they are packed."""
HERE: Final = "'self' file:"
PAGE: Final = {
    "default-src": "'none'",
    "script-src": HERE,
    "style-src": f"{HERE} 'unsafe-inline'",
    "img-src": f"{HERE} data:",
    "font-src": HERE,
    "connect-src": HERE,
    "form-action": HERE,
    "base-uri": "'none'",
}
LIVE: Final = {
    "script-src": f"{HERE} blob: 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
}
"""Python is WebAssembly in a worker, which the blob that starts it keeps under this policy.

In a copy on a disk its scripts come in a blob each, since no other may be imported there.
"""

STARTS_PYTHON: Final = re.compile(r'src="[^"]*/(?:live|dice)\.js')
"""The scripts that start it, each when a reader asks."""

_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_DATA = re.compile(r"""\ssrc=|\stype=["'](?!module|text/javascript)""", re.IGNORECASE)
_CHARSET = re.compile(r"<meta charset=[^>]*>")
_OLD = re.compile(r'\n?<meta http-equiv="Content-Security-Policy"[^>]*>')


def setup(app: Sphinx) -> None:
    """Look at the pages when all are written."""
    at_end(app, _write, LATE)


def _write(app: Sphinx, site: Path) -> None:
    for page in sorted(site.rglob("*.html")):
        text = _OLD.sub("", page.read_text("utf-8"))
        if not _CHARSET.search(text):
            logger.warning("%s: no place for its policy", page)
            continue
        page.write_text(guarded(text), "utf-8")


def guarded(page: str) -> str:
    """Return a page with its policy, which stands before all that it governs."""
    meta = el("meta", http_equiv="Content-Security-Policy", content=policy(page))
    return _CHARSET.sub(lambda found: f"{found[0]}\n{meta}", page, count=1)


def policy(page: str) -> str:
    """Return what this page needs, as a browser reads it."""
    needed: dict[str, str] = dict(PAGE)
    if STARTS_PYTHON.search(page):
        needed |= LIVE
    needed["script-src"] = " ".join([needed["script-src"], *hashes(page)])
    return "; ".join(f"{name} {value}" for name, value in needed.items())


def hashes(page: str) -> list[str]:
    """Return the hashes of the scripts that stand in the page itself."""
    scripts = (text for attributes, text in _SCRIPT.findall(page) if not _DATA.search(attributes))
    digests = (hashlib.sha256(each.encode()).digest() for each in scripts)
    return sorted({f"'sha256-{b64encode(each).decode()}'" for each in digests})
