"""The legend: every sign of a map beside its word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from rules_lib.errors import require_names
from rules_lib.presentation.hexes.counters import KINDS, arrow, frame, sample, symbol
from rules_lib.presentation.hexes.grid import corner
from rules_lib.presentation.hexes.ground import MARKS, TERRAINS, tile
from rules_lib.presentation.hexes.model import Counter, HexCell, MapSide, Mark, Move, MoveKind
from rules_lib.presentation.hexes.ways import WAYS
from rules_lib.presentation.hexes.ways import arrow as way
from rules_lib.presentation.markup import Html, markup
from rules_lib.presentation.palette import colour
from rules_lib.presentation.svg import (
    PHONE_WIDTH,
    Drawing,
    drawn,
    line_height,
    shifted,
    wrap,
    write_lines,
)

Entry = tuple[Html, str]
"""A sign around the origin, and what it means."""

NAMES: Final = ("attacker", "defender")
"""What the two sides are called unless somebody names them."""

_ROW: Final = 33
_SIGN: Final = 44
_COLUMN: Final = PHONE_WIDTH / 2
_SIZE: Final = 12
_RADIUS: Final = 15
_SIDES: Final[tuple[MapSide, ...]] = get_args(MapSide)


def hex_legend(names: tuple[str, str] = NAMES) -> Drawing:
    """Return all signs that a hex map can show; `names` are what the two sides are called."""
    require_names(names)
    entries = [
        *_sides(_SIDES, names),
        *_kinds(list(KINDS)),
        *_states(disordered=True, in_square=True, facing=True),
        *_terrains(list(TERRAINS)),
        *_marks(list(MARKS)),
        *_ways(list(WAYS)),
    ]
    art, height = laid_out(entries)
    words = ", ".join(word for _, word in entries)
    return drawn(PHONE_WIDTH, height, f"Signs of the hex maps: {words}.", art)


def used(
    cells: Sequence[HexCell],
    counters: Sequence[Counter],
    moves: Sequence[Move],
    names: tuple[str, str],
) -> list[Entry]:
    """Return the signs that occur on a map, in the order of the full legend."""
    sides = {counter.side for counter in counters} | {move.side for move in moves}
    kinds = {counter.kind for counter in counters}
    orders = {counter.order for counter in counters}
    terrains = {cell.terrain for cell in cells}
    marks = {cell.mark for cell in cells}
    ways = {move.kind for move in moves}
    return [
        *_sides([side for side in _SIDES if side in sides], names),
        *_kinds([kind for kind in KINDS if kind in kinds]),
        *_states(
            disordered="disordered" in orders,
            in_square="in square" in orders,
            facing=any(counter.facing is not None for counter in counters),
        ),
        *_terrains([terrain for terrain in TERRAINS if terrain in terrains]),
        *_marks([mark for mark in MARKS if mark in marks]),
        *_ways([kind for kind in WAYS if kind in ways]),
    ]


def laid_out(entries: Sequence[Entry]) -> tuple[Html, float]:
    """Return the entries in two columns that are read downwards, and how tall they are."""
    rows = (len(entries) + 1) // 2
    parts = []
    for number, (sign, word) in enumerate(entries):
        column, row = divmod(number, rows)
        x, y = column * _COLUMN, _ROW * (row + 0.5)
        lines = wrap(word, _COLUMN - _SIGN - 8, _SIZE)
        top = y + 4.2 - line_height(_SIZE) * (len(lines) - 1) / 2
        parts.append(shifted(x + _SIGN / 2, y, sign))
        parts.append(write_lines(x + _SIGN + 4, top, lines, size=_SIZE))
    return markup(parts), rows * _ROW


def _sides(sides: Sequence[MapSide], names: tuple[str, str]) -> list[Entry]:
    return [(sample(side, False, 30, 20), names[_SIDES.index(side)]) for side in sides]


def _kinds(kinds: Sequence[str]) -> list[Entry]:
    return [(symbol(kind, colour("text"), 28, 18), KINDS[kind]) for kind in KINDS if kind in kinds]


def _states(disordered: bool, in_square: bool, facing: bool) -> list[Entry]:
    entries = []
    if disordered:
        entries.append((_neutral(sample("second", True, 30, 20)), "disordered"))
    if in_square:
        square = markup([frame("second", 27), sample("second", False, 22, 16)])
        entries.append((_neutral(square), "in square"))
    if facing:
        unit = Counter(0, 0, "sample", "infantry", "second", 5)
        large = shifted(*corner(5, -_RADIUS * 1.5), arrow(unit, _RADIUS * 2.4))
        pointer = markup([tile(_RADIUS, "clear"), large])
        entries.append((_neutral(pointer), "faces this corner"))
    return entries


def _neutral(sign: Html) -> Html:
    """Return a sign that both sides use without the colour of either."""
    return Html(sign.replace(colour("second"), colour("muted")))


def _terrains(terrains: Sequence[str]) -> list[Entry]:
    return [(tile(_RADIUS, terrain), terrain) for terrain in terrains]


def _marks(marks: Sequence[Mark]) -> list[Entry]:
    return [(tile(_RADIUS, "clear", mark), MARKS[mark]) for mark in marks]


def _ways(kinds: Sequence[MoveKind]) -> list[Entry]:
    points = [(-19.0, 0.0), (19.0, 0.0)]
    return [(_neutral(way(points, kind, "second")), WAYS[kind]) for kind in kinds]
