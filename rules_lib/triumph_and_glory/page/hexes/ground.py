"""The ground: a hex with the pattern of its terrain and the mark it bears, as `ground.toml` says.

All shapes lie around the origin.  A counter covers the middle of a hex, so patterns and marks
keep to its rim.  No two of them differ by colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour
from rules_lib.notebook.svg import shifted
from rules_lib.text.files import shipped
from rules_lib.triumph_and_glory.page.hexes.grid import at, outline, polygon
from rules_lib.triumph_and_glory.page.hexes.model import Mark

_DATA: Final = shipped(__package__, "ground.toml")
TERRAINS: Final[tuple[str, ...]] = tuple(_DATA["terrain"])
"""The terrains that have a pattern of their own."""
MARKS: Final[dict[Mark, str]] = {mark: told["word"] for mark, told in _DATA["mark"].items()}
"""The marks in words, in the order of the legend."""

_DRAWN_FOR: Final = 35
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


def tile(radius: float, terrain: str, mark: Mark = "") -> Html:
    """Return a hex with the pattern of its terrain and its mark."""
    fill = colour("surface" if terrain == "clear" else "raised")
    parts = [polygon(outline(radius), fill=fill, stroke=colour("neutral"), stroke_width=1)]
    if mark:
        art = _drawn(radius, _DATA["mark"][mark])
        parts.append(el("g", art, class_=f"rb-mark rb-mark-{mark}"))
    if terrain != "clear":
        parts.append(_drawn(radius, _DATA["terrain"].get(terrain, _DATA["other"])))
    return markup(parts)


def _drawn(radius: float, told: Mapping[str, Any]) -> Html:
    scale = radius / _DRAWN_FOR
    art = [_shape(scale, scale if "grows" in told else 1, **each) for each in told["shapes"]]
    places = told.get("at", [(0, 0)])
    return markup(shifted(x * radius, y * radius, *art) for x, y in places)


def _shape(scale: float, growth: float, d: str, **look: Any) -> Html:
    """Return a shape in its size, and its lines as wide as they are where it is."""
    inks: dict[str, Any] = {name: colour(look[name]) for name in look if name in ("fill", "stroke")}
    if "stroke" in look:
        inks["stroke_width"] = look["stroke_width"] * growth
    line = _NUMBER.sub(lambda found: at(float(found[0]) * scale), d)
    return el("path", d=line, **{"fill": "none", **look, **inks})
