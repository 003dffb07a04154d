"""Draws the few icons that the pages show into the pages, from the theme's own outlines.

The theme's script draws some 2000 icons and would be more than half of a page's first view; no page
needs it then. What it would draw later, a banner's button, this book does not have.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

from rulebook_ext.hooks import at_end

logger = logging.getLogger(__name__)

SCRIPT = "_static/scripts/fontawesome.js"
CLASSES = re.compile(r'<(?:i|span)\s[^>]*?class="([^"]*\bfa-[^"]*)"')
PLACE = re.compile(r'<(i|span)\s([^>]*?)class="([^"]*\bfa-solid\b[^"]*)"([^>]*)>\s*</\1>')
LOADED = re.compile(r"[ \t]*<(?:link|script)\b[^>]*/fontawesome\.js\b[^>]*>(?:</script>)?\n?")
STYLES = {"fa-regular", "fa-brands", "far", "fab"}
LOOKS = re.compile(r"fa-(solid|lg|sm|xs|fw|spin|\d?x[ls]|\dx)$")

Icon = tuple[int, int, str]


def setup(app: Sphinx) -> None:
    """Look at the pages when all are written."""
    at_end(app, _draw)


def _draw(_app: Sphinx, site: Path) -> None:
    script = site / SCRIPT
    if not script.is_file():
        return
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    try:
        icons = chosen(script.read_text("utf-8"), used(pages.values()))
    except LookupError as error:
        logger.warning("pages get all icons of the theme: %s", error)
        return
    for path, page in pages.items():
        path.write_text(LOADED.sub("", drawn(page, icons)), "utf-8")
    for each in script.parent.glob(f"{script.name}*"):
        each.unlink()


def used(pages: Iterable[str]) -> set[str]:
    """Return the names of the icons in these pages."""
    names: set[str] = set()
    for page in pages:
        for classes in set(CLASSES.findall(page)):
            found = classes.split()
            if STYLES.intersection(found):
                raise LookupError(f"only solid ones are known here, not {classes!r}")
            names |= {each[3:] for each in found if each[:3] == "fa-" and not LOOKS.match(each)}
    return names


def chosen(script: str, names: Iterable[str]) -> dict[str, Icon]:
    """Return width, height and outline of these icons."""
    return {name: _icon(script, name) for name in sorted(names)}


def drawn(page: str, icons: dict[str, Icon]) -> str:
    """Return a page with its icons in it."""

    def draw(found: re.Match[str]) -> str:
        classes = found[3].split()
        name = next((each[3:] for each in classes if each[3:] in icons), "")
        if not name:
            return found[0]
        width, height, path = icons[name]
        kept = " ".join(each for each in classes if each != "fa-solid")
        return (
            f'<svg {found[2]}class="{kept} svg-inline--fa"{found[4]} aria-hidden="true"'
            f' viewBox="0 0 {width} {height}"><path fill="currentColor" d="{path}"/></svg>'
        )

    return PLACE.sub(draw, page)


def _icon(script: str, name: str) -> Icon:
    pattern = rf'[{{,]"?{re.escape(name)}"?:\[(\d+),(\d+),\[[^\]]*\],"\w+","([^"]+)"\]'
    found = re.findall(pattern, script)
    if not found:
        raise LookupError(f"there is no icon {name!r} in {SCRIPT}")
    # Brands and outlined icons come first, the solid ones last.
    width, height, path = found[-1]
    return int(width), int(height), path
