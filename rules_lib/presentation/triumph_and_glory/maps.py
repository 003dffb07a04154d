"""Boards as hex maps, and charges on them with the clauses that forbid them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase

from rules_lib.presentation.display import Display
from rules_lib.presentation.drawing import Drawing
from rules_lib.presentation.hexes import Counter, HexCell, Move, hex_map
from rules_lib.presentation.hexes.model import FACINGS, MapSide, Mark, UnitKind
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.markup import Html, el, markup
from rules_lib.triumph_and_glory.charge import Rulings, legality
from rules_lib.triumph_and_glory.charge.from_map.fronts import all_front, hexes_ahead, position
from rules_lib.triumph_and_glory.charge.violation import Violation
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, front, side_of
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Unit
from rules_lib.values.type_checks import checked

SIDES = ("attacker", "defender")
"""What the two sides of a board are called, so that a map knows their colours."""

CENTRE = Hex(0, 0)
_FACING = re.compile(r"(?<=facing )([0-5])")
_PLACE = re.compile(r"(\b[Aa]t )?\((-?\d+), (-?\d+)\)")


@dataclass(frozen=True, slots=True)
class Judged(Display):
    """A charge on a map, and what the rules say of it.

    Attributes:
        drawing: the map.
        violations: what forbids the charge; empty if it is legal.
        reasons: for each violation a sentence, its hexes called as on the map.
    """

    drawing: Drawing
    violations: tuple[Violation, ...]
    reasons: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """Whether the charge is legal, in words."""
        return "Legal." if not self.violations else "Not legal."

    @property
    def cited(self) -> tuple[Html, ...]:
        """The reasons, each with a link to the clause that it rests on."""
        return tuple(
            markup(
                [el("a", each.clause, href=rule_link(each.clause), class_="rb-clause"), " ", why]
            )
            for each, why in zip(self.violations, self.reasons, strict=True)
        )

    @property
    def told(self) -> tuple[str, ...]:
        """The same in plain text."""
        both = zip(self.violations, self.reasons, strict=True)
        return tuple(f"{each.clause}: {why}" for each, why in both)

    def _repr_html_(self) -> Html:
        said = [el("p", each) for each in self.cited]
        verdict = el("p", el("strong", self.verdict))
        return el("figure", self.drawing.svg, verdict, *said, class_="rb-map", style="margin:0")

    def __str__(self) -> str:
        """Return the verdict as plain text."""
        return "\n".join([self.drawing.alt, self.verdict, *self.told])


@dataclass(frozen=True, slots=True)
class Gallery(Display):
    """Pictures side by side, where there is room for that."""

    pictures: tuple[Judged | Drawing, ...]

    def _repr_html_(self) -> Html:
        shown = [
            el("div", each._repr_html_(), style="flex:1 1 290px;max-width:340px")
            for each in self.pictures
        ]
        style = "display:flex;flex-wrap:wrap;gap:1.25rem;align-items:flex-start"
        return el("div", markup(shown), class_="rb-gallery", style=style)

    def __str__(self) -> str:
        """Return all pictures as plain text."""
        return "\n\n".join(map(str, self.pictures))


@checked
def side_by_side(*pictures: Judged | Drawing) -> Gallery:
    """Put pictures beside each other."""
    return Gallery(pictures)


def counter_of(placed: Placed) -> Counter:
    """A unit of a board as its counter."""
    return Counter(
        placed.hex.q,
        placed.hex.r,
        placed.name,
        kind_of(placed.unit),
        side_of_map(placed.side),
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
) -> Drawing:
    """A board with its units; the sides of its units are ``SIDES``."""
    marked, called = marks or {}, labels or {}
    cells = [
        HexCell(at.q, at.r, ground.kind, called.get(at, ""), marked.get(at, ""))
        for at, ground in board.terrain.items()
    ]
    counters = [counter_of(each) for each in board.units]
    return hex_map(cells, counters, moves, title=title, alt=alt, legend=legend)


@checked
def draw_charge(
    board: Board,
    charger: str,
    path: Iterable[Hex],
    target: Hex,
    title: str,
    *,
    rulings: Rulings = Rulings(),
    zoc_of: Collection[str] = (),
    front_of: Collection[str] = (),
    legend: bool = True,
) -> Judged:
    """A charge on a board, judged by the rules, with the hexes that offend marked.

    Args:
        board: the map with its units.
        charger: name of the unit that charges.
        path: the hexes of its path, without start and target.
        target: the hex that it charges.
        title: the question that the map answers.
        rulings: how the open rules are read.
        zoc_of: units whose zone of control is marked.
        front_of: units whose front hexes are marked.
        legend: whether the signs are explained below the map.
    """
    way = tuple(path)
    violations = legality(charger, way, target, board, rulings)
    start = board.find(charger)
    marks: dict[Hex, Mark] = {}
    for name in zoc_of:
        marks |= dict.fromkeys(board.find(name).hex.neighbours, "zoc")
    for name in front_of:
        holder = board.find(name)
        assert holder.facing is not None
        marks |= dict.fromkeys(hexes_ahead(holder.hex, holder.facing, rulings), "front")
    marks |= {target: "target"}
    marks |= {each.hex: "offends" for each in violations}
    letters = lettered(board, (*way, *(each.hex for each in violations)))
    reasons = tuple(called(each.why, board, letters) for each in violations)
    told = [f"{each.clause}: {why}" for each, why in zip(violations, reasons, strict=True)]
    move = (
        Move(
            [(each.q, each.r) for each in (start.hex, *way, target)],
            side_of_map(start.side),
            "charge",
        )
        if connected(start.hex, *way, target)
        else None
    )
    drawing = board_map(
        board,
        title=title,
        alt=" ".join(told) or "Yes: nothing forbids this charge.",
        marks=marks,
        labels=letters,
        moves=[move] if move else [],
        legend=legend,
    )
    return Judged(drawing, violations, reasons)


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


def around(unit: Unit, facing: int, title: str, *, legend: bool = True) -> Drawing:
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
    return Gallery(tuple(pictures))


def lettered(board: Board, hexes: Iterable[Hex]) -> dict[Hex, str]:
    """A letter for each hex that nobody stands in."""
    empty = dict.fromkeys(at for at in hexes if not board.units_at(at))
    return dict(zip(empty, ascii_lowercase, strict=False))


def connected(*hexes: Hex) -> bool:
    """Whether each hex lies next to the one before."""
    return all(after in before.neighbours for before, after in pairwise(hexes))


def side_of_map(name: str) -> MapSide:
    """The side of a board as a map colours it."""
    return "first" if name == SIDES[0] else "second"
