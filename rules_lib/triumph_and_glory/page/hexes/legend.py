"""A hex map in words: every sign beside its word, and what stands where, who goes where."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from rules_lib.errors import require_names
from rules_lib.notebook.display import Display
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.page.hexes.counters import frame, front, sample, symbol
from rules_lib.triumph_and_glory.page.hexes.ground import MARKS, TERRAINS, tile
from rules_lib.triumph_and_glory.page.hexes.model import (
    FACINGS,
    KINDS,
    MapSide,
    Mark,
    Move,
    kind_of,
)
from rules_lib.triumph_and_glory.page.hexes.ways import arrow

Entry = tuple[Html, str]
"""A sign around the origin, and what it means."""

SIDES: Final = ("attacker", "defender")
"""What the two sides of a board are called unless somebody names them."""

_WIDE, _TALL = 44, 34
_RADIUS: Final = 15
_LINE: Final = ((-19.0, 0.0), (19.0, 0.0))
_PARTIES: Final[tuple[MapSide, ...]] = get_args(MapSide)


@dataclass(frozen=True, slots=True)
class Legend(Display):
    """Signs with their words, in a line that wraps."""

    entries: tuple[Entry, ...]

    def _repr_html_(self) -> Html:
        return el("p", *(_signed(*each) for each in self.entries), class_="rb-key")

    def __str__(self) -> str:
        """Return the words."""
        return f"Signs of the hex maps: {', '.join(word for _, word in self.entries)}."


def hex_legend(names: tuple[str, str] = SIDES) -> Legend:
    """Return all signs that a hex map can show; `names` are what the two sides are called."""
    require_names(names)
    return Legend(tuple(entry for _, entry in _all(names)))


def used(
    board: Board, marks: Collection[Mark], moves: Sequence[Move], names: tuple[str, str]
) -> Legend:
    """Return the signs that occur on a map, in the order of the full legend."""
    occur = {("side", str(each.side)) for each in board.units}
    occur |= {("side", str(each.side)) for each in moves}
    occur |= {("kind", kind_of(each.unit)) for each in board.units}
    occur |= {("order", str(each.unit.order)) for each in board.units}
    occur |= {("faces", str(each.facing is not None)) for each in board.units}
    occur |= {("terrain", ground.kind) for ground in board.terrain.values()}
    occur |= {("mark", mark) for mark in marks}
    occur |= {("way", "charge") for _ in moves}
    return Legend(tuple(entry for key, entry in _all(names) if key in occur))


def _signed(sign: Html, word: str) -> Html:
    size = {"width": _WIDE, "height": _TALL}
    box = f"{-_WIDE / 2:g} {-_TALL / 2:g} {_WIDE} {_TALL}"
    return el("span", el("svg", sign, viewBox=box, aria_hidden="true", **size), f" {word} ")


def _all(names: tuple[str, str]) -> Iterator[tuple[tuple[str, str], Entry]]:
    """Return each sign with what it stands for: a field and its value."""
    for side, name in zip(_PARTIES, names, strict=True):
        yield ("side", side), (sample(side, False, 30, 20), name)
    for kind in KINDS:
        yield ("kind", kind), (symbol(kind, colour("text"), 28, 18), kind)
    square = markup([frame("second", 27), sample("second", False, 22, 16)])
    faced = markup([tile(_RADIUS, "clear"), front("second", 5, _RADIUS)])
    yield ("order", "disordered"), (_neutral(sample("second", True, 30, 20)), "disordered")
    yield ("order", "in square"), (_neutral(square), "in square")
    yield ("faces", "True"), (_neutral(faced), "its front")
    for terrain in TERRAINS:
        yield ("terrain", terrain), (tile(_RADIUS, terrain), terrain)
    for mark, word in MARKS.items():
        yield ("mark", mark), (tile(_RADIUS, "clear", mark), word)
    yield ("way", "charge"), (_neutral(arrow(_LINE, "second")), "charge")


def _neutral(sign: Html) -> Html:
    """Return a sign that both sides use without the colour of either."""
    return Html(sign.replace(colour("second"), colour("muted")))


# ------------------------------------------------------------ in sentences


def told(
    board: Board,
    marks: Mapping[Hex, Mark],
    labels: Mapping[Hex, str],
    moves: Sequence[Move],
    names: tuple[str, str],
) -> str:
    """Return the whole map in sentences; plain empty hexes are only counted."""
    count = len(board.terrain)
    axes = "q grows to the east, r to the southeast"
    sentences = [f"{count} hex{'es' * (count != 1)}, named (q, r): {axes}."]
    for at, ground in board.terrain.items():
        facts = [ground.kind] * (ground.kind != "clear")
        facts += [f"marked “{labels[at]}”"] if labels.get(at) else []
        facts += [MARKS[marks[at]]] if marks.get(at) else []
        units = " on top of ".join(_counter(each, names) for each in board.units_at(at))
        if facts or units:
            head = ", ".join([f"Hex {_said(at)}", *facts])
            sentences.append(f"{head}: {units}." if units else f"{head}.")
    return " ".join([*sentences, *(_move(move, names) for move in moves)])


def _counter(placed: Placed, names: tuple[str, str]) -> str:
    unit = placed.unit
    facts = [kind_of(unit), _of(placed.side, names), str(unit.order), f"cohesion {unit.cohesion}"]
    if placed.facing is not None:
        facts.append(f"facing {FACINGS[placed.facing]}")
    return f"{placed.name} ({', '.join(facts)})"


def _move(move: Move, names: tuple[str, str]) -> str:
    start, *over, end = map(_said, move.path)
    number = "" if move.number is None else f" {move.number}"
    way = f" over {' and '.join(over)}" if over else ""
    return f"Charge{number}, {_of(move.side, names)}: from {start}{way} up to {end}."


def _said(at: Hex) -> str:
    """Return the coordinates with a real minus."""
    return str(at).replace("-", "−")


def _of(side: str, names: tuple[str, str]) -> str:
    return names[side == "second"]
