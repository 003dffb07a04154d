"""Boards as hex maps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase

from rules_lib.notebook.answers import Several
from rules_lib.notebook.display import Display
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.triumph_and_glory.charge.from_map.fronts import all_front, position
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, front, side_of
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.page.hexes import Counter, HexCell, Move, hex_map
from rules_lib.triumph_and_glory.page.hexes.model import FACINGS, MapSide, Mark, UnitKind
from rules_lib.triumph_and_glory.page.hexes.whole import HexMap
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Unit
from rules_lib.values.type_checks import checked

SIDES = ("attacker", "defender")
"""What the two sides of a board are called, so that a map knows their colours."""

CENTRE = Hex(0, 0)
_FACING = re.compile(r"(?<=facing )([0-5])")
_PLACE = re.compile(r"(\b[Aa]t )?\((-?\d+), (-?\d+)\)")


@dataclass(frozen=True, slots=True, init=False)
class Gallery(Several):
    """Pictures side by side, where there is room for that."""

    def _repr_html_(self) -> Html:
        look = "flex:1 1 290px;max-width:340px"
        shown = [el("div", Html(each._repr_html_()), style=look) for each in self.parts]
        style = "display:flex;flex-wrap:wrap;gap:1.25rem;align-items:flex-start"
        return el("div", markup(shown), class_="rb-gallery", style=style)


@checked
def side_by_side(*pictures: Display) -> Gallery:
    """Put pictures beside each other."""
    return Gallery(*pictures)


def counter_of(placed: Placed, sides: tuple[str, str] = SIDES) -> Counter:
    """A unit of a board as its counter; with the cohesion that counts, where that is known."""
    return Counter(
        placed.hex.q,
        placed.hex.r,
        placed.name,
        kind_of(placed.unit),
        side_of_map(placed.side, sides),
        placed.facing,
        placed.unit.order.value,
        placed.unit.cohesion,
    )


def kind_of(unit: Unit) -> UnitKind:
    """The symbol of a unit; cavalry of unknown type counts as light here."""
    if isinstance(unit, Cavalry):
        return "cavalry heavy" if unit.heavy else "cavalry light"
    if isinstance(unit, Artillery):
        return "horse artillery" if unit.horse else "artillery"
    return "jaegers" if isinstance(unit, Infantry) and unit.jaeger else "infantry"


@checked
def board_map(
    board: Board,
    *,
    title: str,
    alt: str,
    marks: Mapping[Hex, Mark] | None = None,
    labels: Mapping[Hex, str] | None = None,
    moves: Sequence[Move] = (),
    legend: bool = True,
    sides: tuple[str, str] = SIDES,
) -> HexMap:
    """A board with its units; ``sides`` are the names of its sides, the attacker’s first."""
    marked, called = marks or {}, labels or {}
    cells = [
        HexCell(at.q, at.r, ground.kind, called.get(at, ""), marked.get(at, ""))
        for at, ground in board.terrain.items()
    ]
    counters = [counter_of(each, sides) for each in board.units]
    return hex_map(cells, counters, moves, title=title, alt=alt, names=sides, legend=legend)


def called(why: str, board: Board, letters: Mapping[Hex, str]) -> str:
    """A reason with its hexes called as on the map: by letter, or by the unit that stands there."""
    for each in board.units:
        why = why.replace(f"{each.name} at {each.hex}", each.name)

    def name(match: re.Match[str]) -> str:
        before, at = match[1] or "", Hex(int(match[2]), int(match[3]))
        stack = board.units_at(at)
        hexed = f"hex {letters[at]}" if at in letters else f"{stack[0].name}’s hex"
        return before.replace("at", "in").replace("At", "In") + hexed

    text = _PLACE.sub(name, _FACING.sub(lambda match: FACINGS[int(match[1])], why))
    return text[0].upper() + text[1:]


def around(unit: Unit, facing: int, title: str, *, legend: bool = True) -> HexMap:
    """The six hexes around a unit: front, flank and rear are three things.

    Its flanks are front for cavalry in good order, but only where the position of an attacker is
    judged: legality and counter-charge do not read them so (R-N22).
    """
    ground = Terrain("clear", 1)
    placed = Placed(unit, CENTRE, SIDES[1], facing)
    board = Board.filled(ground, radius=1, units=[placed])
    sides: dict[Hex, str] = {at: side_of(CENTRE, facing, at) for at in CENTRE.neighbours}
    if all_front(board, placed):
        sides = dict.fromkeys(sides, "front")
    counted = {at: position(board, placed, at) for at in CENTRE.neighbours}
    marks: dict[Hex, Mark] = {at: "front" for at, side in sides.items() if side == "front"}
    alt = f"{unit.name} covers {len(marks)} of its 6 hexes as front."
    flanks = [at for at, side in sides.items() if side == "flank"]
    if flanks and all(counted[at] == "front" for at in flanks):
        marks |= dict.fromkeys(flanks, "flank")
        alt += " The 2 flank hexes beside them count as front only for an attacker’s position."
    elif flanks:
        alt += " The 2 flank hexes beside them count as rear."
    return board_map(board, title=title, alt=alt, marks=marks, labels=sides, legend=legend)


def fronts_read(facing: int = 0) -> Gallery:
    """The front hexes of a unit under the three readings of R-N5."""
    words = {2: "Two: it faces a corner", 1: "One: it faces a side", 3: "Three: it faces a side"}
    pictures = []
    for count, title in words.items():
        ahead = front(CENTRE, facing, count)
        unit = Infantry("Orlov", 5)
        placed = Placed(unit, CENTRE, SIDES[1], facing if count == 2 else None)
        board = Board.filled(Terrain("clear", 1), radius=1, units=[placed])
        alt = f"{len(ahead)} of the 6 hexes around it are its front."
        pictures.append(
            board_map(
                board,
                title=title,
                alt=alt,
                marks=dict.fromkeys(ahead, "front"),
                labels=dict.fromkeys(ahead, "front"),
                legend=False,
            )
        )
    return Gallery(*pictures)


def lettered(board: Board, hexes: Iterable[Hex]) -> dict[Hex, str]:
    """A letter for each hex that nobody stands in."""
    empty = dict.fromkeys(at for at in hexes if not board.units_at(at))
    return dict(zip(empty, ascii_lowercase, strict=False))


def connected(*hexes: Hex) -> bool:
    """Whether each hex lies next to the one before."""
    return all(after in before.neighbours for before, after in pairwise(hexes))


def side_of_map(name: str, sides: tuple[str, str] = SIDES) -> MapSide:
    """The side of a board as a map colours it."""
    return "first" if name == sides[0] else "second"
