"""Boards as hex maps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase

from rules_lib.notebook.answers import Several
from rules_lib.notebook.display import Display
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.triumph_and_glory.charge.from_map.fronts import all_front, position
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, front, side_of
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.page.hexes.legend import SIDES
from rules_lib.triumph_and_glory.page.hexes.model import FACINGS, Mark
from rules_lib.triumph_and_glory.page.hexes.whole import HexMap, board_map
from rules_lib.triumph_and_glory.units import Infantry, Unit
from rules_lib.values.type_checks import checked

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
