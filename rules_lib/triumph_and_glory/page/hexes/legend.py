"""The legend: every sign of a map beside its word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from rules_lib.errors import require_names
from rules_lib.notebook.display import Display
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour
from rules_lib.triumph_and_glory.page.hexes.counters import KINDS, frame, front, sample, symbol
from rules_lib.triumph_and_glory.page.hexes.ground import MARKS, TERRAINS, tile
from rules_lib.triumph_and_glory.page.hexes.model import Counter, HexCell, MapSide, Move
from rules_lib.triumph_and_glory.page.hexes.ways import WAYS
from rules_lib.triumph_and_glory.page.hexes.ways import arrow as way

Entry = tuple[Html, str]
"""A sign around the origin, and what it means."""

NAMES: Final = ("attacker", "defender")
"""What the two sides are called unless somebody names them."""

_WIDE, _TALL = 44, 34
_RADIUS: Final = 15
_LINE: Final = ((-19.0, 0.0), (19.0, 0.0))
_SIDES: Final[tuple[MapSide, ...]] = get_args(MapSide)


@dataclass(frozen=True, slots=True)
class Legend(Display):
    """Signs with their words, in a line that wraps."""

    entries: tuple[Entry, ...]

    def _repr_html_(self) -> Html:
        return el("p", *(_signed(*each) for each in self.entries), class_="rb-key")

    def __str__(self) -> str:
        """Return the words."""
        return f"Signs of the hex maps: {', '.join(word for _, word in self.entries)}."


def hex_legend(names: tuple[str, str] = NAMES) -> Legend:
    """Return all signs that a hex map can show; `names` are what the two sides are called."""
    require_names(names)
    return Legend(tuple(entry for _, entry in _all(names)))


def used(
    cells: Sequence[HexCell],
    counters: Sequence[Counter],
    moves: Sequence[Move],
    names: tuple[str, str],
) -> Legend:
    """Return the signs that occur on a map, in the order of the full legend."""
    occur: set[tuple[str, str]] = {("side", each.side) for each in counters}
    occur |= {("side", each.side) for each in moves}
    occur |= {("kind", each.kind) for each in counters}
    occur |= {("order", each.order) for each in counters}
    occur |= {("faces", str(each.facing is not None)) for each in counters}
    occur |= {("terrain", each.terrain) for each in cells}
    occur |= {("mark", each.mark) for each in cells}
    occur |= {("way", each.kind) for each in moves}
    return Legend(tuple(entry for key, entry in _all(names) if key in occur))


def _signed(sign: Html, word: str) -> Html:
    size = {"width": _WIDE, "height": _TALL}
    box = f"{-_WIDE / 2:g} {-_TALL / 2:g} {_WIDE} {_TALL}"
    return el("span", el("svg", sign, viewBox=box, aria_hidden="true", **size), f" {word} ")


def _all(names: tuple[str, str]) -> Iterator[tuple[tuple[str, str], Entry]]:
    """Return each sign with what it stands for: a field and its value."""
    for side, name in zip(_SIDES, names, strict=True):
        yield ("side", side), (sample(side, False, 30, 20), name)
    for kind, word in KINDS.items():
        yield ("kind", kind), (symbol(kind, colour("text"), 28, 18), word)
    square = markup([frame("second", 27), sample("second", False, 22, 16)])
    unit = Counter(0, 0, "sample", "infantry", "second", 5)
    faced = markup([tile(_RADIUS, "clear"), front(unit, _RADIUS)])
    yield ("order", "disordered"), (_neutral(sample("second", True, 30, 20)), "disordered")
    yield ("order", "in square"), (_neutral(square), "in square")
    yield ("faces", "True"), (_neutral(faced), "its front")
    for terrain in TERRAINS:
        yield ("terrain", terrain), (tile(_RADIUS, terrain), terrain)
    for mark, word in MARKS.items():
        yield ("mark", mark), (tile(_RADIUS, "clear", mark), word)
    for move, word in WAYS.items():
        yield ("way", move), (_neutral(way(_LINE, move, "second")), word)


def _neutral(sign: Html) -> Html:
    """Return a sign that both sides use without the colour of either."""
    return Html(sign.replace(colour("second"), colour("muted")))
