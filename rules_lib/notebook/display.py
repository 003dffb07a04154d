"""What all that shows itself has in common: one form for a page, one for a notebook.

A page has our style sheet, follows the theme and knows where each clause stands. A notebook has
none of that; and before anybody has trusted it, it shows neither drawings nor styles. So there a
drawing is an image in its own colours, and what the style sheet would hide is left out.
"""

import os
import re
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, Final

from rules_lib.notebook.links import ADDRESS, address
from rules_lib.notebook.markup import Html
from rules_lib.notebook.palette import LIGHT
from rules_lib.rulebook import catalog

STATIC_ENVIRONMENT: Final = "RULEBOOK_STATIC"
"""Not empty while something is shown for a page: "1" in the book, "live" in a live page."""

NIGHT: Final = (
    '<style>[data-jp-theme-light="false"] :is(img[src^="data:image/svg"], .jp-RenderedPlotly)'
    "{filter:invert(1) hue-rotate(180deg)}</style>"
)
"""In a dark JupyterLab, drawings and figures are dark, their hues as they were."""

_SVG = re.compile(r"<svg\b(?P<head>[^>]*)>.*?</svg>", re.S)
_COLOUR = re.compile(r"var\(--rb-([\w-]+),[^)]*\)")
_HIDDEN = re.compile(r'<(\w+)[^>]* class="rb-hidden"[^>]*>[^<]*</\1>')
_INERT = re.compile(r"<template\b.*?</template>", re.S)
"""What only the scripts of a page take out."""
_ROW = '<th scope="row"'
_LINK = re.compile(rf'href="{ADDRESS}"')
_SIZE = re.compile(r' (width|height)="([\d.]+%?)"')
_LABEL = re.compile(r' aria-label="([^"]*)"')


class Display:
    """Base of what shows itself as HTML, as it is in a page."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/html": suited(self._repr_html_()), "text/plain": str(self)}


def in_page() -> bool:
    """Whether what is shown now is for a page of the book."""
    return bool(os.environ.get(STATIC_ENVIRONMENT))


def suited(html: str) -> str:
    """HTML of a page as it is wanted here."""
    return html if in_page() else for_notebook(html)


def for_notebook(html: str, find: Callable[[str], str] = address) -> Html:
    """HTML of a page, as a notebook shows it that knows nothing of the page and its style.

    `find` tells where an entry of the rulebook stands; nothing, where it does not know.
    """
    html = _LINK.sub(partial(_link, find), _HIDDEN.sub("", _INERT.sub("", html)))
    html = html.replace(_ROW, f'{_ROW} style="text-align:left"')
    drawn = _SVG.sub(lambda found: image(found[0], found["head"]), html)
    return Html(drawn if drawn == html else NIGHT + drawn)


def image(svg: str, head: str) -> str:
    """A drawing as an image; what is only a pattern for the eye has no text."""
    size = dict(_SIZE.findall(head))
    label = _LABEL.search(head)
    data = b64encode(fixed(svg).encode()).decode()
    beside_words = "0.5em" if "rb-swatch" in head else "0"
    style = f"max-width:100%;vertical-align:middle;margin:0 {beside_words} 0 0"
    if label:
        style += ";background-color:#FFFFFF;border-radius:6px;padding:4px"
    sizes = "".join(f' {name}="{value}"' for name, value in size.items())
    text = label[1] if label else ""
    apart = " " if label else ""
    source = f"data:image/svg+xml;base64,{data}"
    return f'{apart}<img src="{source}" alt="{text}"{sizes} style="{style}">'


def fixed(svg: str) -> str:
    """A drawing that stands by itself, in the colours of a light page."""
    svg = _COLOUR.sub(lambda found: LIGHT[found[1]], svg)
    return (
        svg
        if "xmlns=" in svg
        else svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    )


def _link(find: Callable[[str], str], found: re.Match[str]) -> str:
    """The address of a clause, and its wording for who points at it."""
    entry: Any = catalog().entry(found[1])
    text = entry.question if hasattr(entry, "question") else entry.text
    told = escape(f"{entry.title}: {' '.join(text.split())}", quote=True)
    there = find(found[1])
    return f'href="{there}" title="{told}"' if there else f'title="{told}"'
