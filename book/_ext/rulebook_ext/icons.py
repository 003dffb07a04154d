"""Ships the few icons that the pages show instead of all that the theme brings.

The theme's script draws some 2000 icons and would be more than half of a page's first view. Here
each stands in the page from the theme's own outlines; our script draws those that are made later.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)

SCRIPT = "_static/scripts/fontawesome.js"
TEMPLATE = Path(__file__).with_name("icons.js")
NO_ICONS = "const ICONS = {};"
MADE_LATER = "xmark"
"""The theme's script puts it on a button of its own."""
CLASSES = re.compile(r'<(?:i|span)\s[^>]*?class="([^"]*\bfa-[^"]*)"')
PLACE = re.compile(r'<(i|span)\s([^>]*?)class="([^"]*\bfa-solid\b[^"]*)"([^>]*)>\s*</\1>')
STYLES = {"fa-regular", "fa-brands", "far", "fab"}
LOOKS = re.compile(r"fa-(solid|lg|sm|xs|fw|spin|\d?x[ls]|\dx)$")

Icon = tuple[int, int, str]


def setup(app: Sphinx) -> None:
    """Look at the pages when all are written."""
    app.connect("build-finished", _ship)


def _ship(app: Sphinx, exception: Exception | None) -> None:
    script = Path(app.outdir) / SCRIPT
    if exception is not None or app.builder.format != "html" or not script.is_file():
        return
    pages = {path: path.read_text("utf-8") for path in Path(app.outdir).rglob("*.html")}
    try:
        icons = chosen(script.read_text("utf-8"), used(pages.values()) | {MADE_LATER})
    except LookupError as error:
        logger.warning("pages get all icons of the theme: %s", error)
        return
    if icons:
        text = TEMPLATE.read_text("utf-8")
        script.write_text(text.replace(NO_ICONS, f"const ICONS = {json.dumps(icons)};"), "utf-8")
        script.with_suffix(".js.map").unlink(missing_ok=True)
        for path, page in pages.items():
            path.write_text(drawn(page, icons), "utf-8")


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
    """Return width, height and outline of these icons; nothing if the script is ours already."""
    if NO_ICONS.removesuffix("{};") in script:
        return {}
    return {name: _icon(script, name) for name in sorted(names)}


def drawn(page: str, icons: dict[str, Icon]) -> str:
    """Return a page with its icons in it, so that nothing moves when the script comes."""

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
