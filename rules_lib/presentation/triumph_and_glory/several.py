"""Several charges on one map: which of them are legal, and where a told charge has led."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules_lib.errors import InvalidValue
from rules_lib.presentation.display import Display
from rules_lib.presentation.drawing import Drawing
from rules_lib.presentation.hexes import Move
from rules_lib.presentation.hexes.model import Mark
from rules_lib.presentation.markup import Html, el, markup
from rules_lib.presentation.triumph_and_glory.maps import (
    Gallery,
    Judged,
    board_map,
    called,
    connected,
    lettered,
    side_by_side,
    side_of_map,
)
from rules_lib.triumph_and_glory.charge import Charge, Rulings, legality
from rules_lib.triumph_and_glory.charge.state import GONE
from rules_lib.triumph_and_glory.map.board import Board
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

Ways = Mapping[str, Sequence[Hex]]
"""For each charger the hexes of its path, and at the end its target."""
SAID = "Guess first: what do the rules say of each?"


@dataclass(frozen=True, slots=True)
class Verdicts(Display):
    """Numbered charges on one map, and below it what the rules say of each.

    Attributes:
        drawing: the map.
        charges: each charge by the name of its charger; all have the same drawing.
    """

    drawing: Drawing
    charges: Mapping[str, Judged]

    def _repr_html_(self) -> Html:
        lines = []
        for name, each in self.charges.items():
            said = (markup([" ", why]) for why in each.cited)
            lines.append(
                el("li", el("strong", f"{name}: "), *(said if each.cited else [each.verdict]))
            )
        each_said = el("details", el("summary", SAID), el("ol", *lines), class_="rb-reveal")
        return el("figure", self.drawing.svg, each_said, class_="rb-map", style="margin:0")

    def __str__(self) -> str:
        """Return the verdicts as plain text."""
        lines = (
            " ".join([f"{who}:", each.verdict, *each.told]) for who, each in self.charges.items()
        )
        return "\n".join([self.drawing.alt, *lines])


@checked
def draw_charges(
    board: Board,
    ways: Ways,
    title: str,
    *,
    marks: Mapping[Hex, Mark] | None = None,
    rulings: Rulings = Rulings(),
) -> Verdicts:
    """Several charges on one board, each judged by itself; the hexes that offend are marked.

    Args:
        board: the map with its units.
        ways: for each charger its path and, last, its target.
        title: the question that the map answers.
        marks: what else is marked, such as the front of enemy cavalry.
        rulings: how the open rules are read.
    """
    for name, way in ways.items():
        if not way:
            raise InvalidValue(f"way of {name!r}", way, "a path, and a target at its end")
    found = {name: legality(name, way[:-1], way[-1], board, rulings) for name, way in ways.items()}
    offends = [each.hex for several in found.values() for each in several]
    letters = lettered(board, offends)
    reasons = {
        name: tuple(called(each.why, board, letters) for each in several)
        for name, several in found.items()
    }
    targets: dict[Hex, Mark] = {way[-1]: "target" for way in ways.values()}
    drawing = board_map(
        board,
        title=title,
        alt=" ".join(f"{name}: {' '.join(why) or 'legal.'}" for name, why in reasons.items()),
        marks={**(marks or {}), **targets, **dict.fromkeys(offends, "offends")},
        labels=letters,
        moves=_moves(board, ways, numbered=True),
        legend=False,
    )
    judged = {name: Judged(drawing, found[name], reasons[name]) for name in ways}
    return Verdicts(drawing, FrozenMap(judged))


@checked
def told_on_map(
    board: Board, ways: Ways, charge: Charge, ends: Mapping[str, Hex], title: str
) -> Gallery:
    """A charge of several units on the map: who charges whom, and where they are in the end.

    Args:
        board: the map before the charge.
        ways: for each charger its path and, last, its target.
        charge: the adjudicated charge, which knows what has become of each unit.
        ends: where those stand in the end who have moved and are still on the map.
        title: the question above the first map.
    """
    gone = {name: fate for name, fate in charge.fates.items() if fate.place in GONE}
    left = [
        replace(
            each,
            hex=ends.get(each.name, each.hex),
            unit=each.unit.ordered(charge.fates[each.name].order),
        )
        if each.name in charge.fates
        else each
        for each in board.units
        if each.name not in gone
    ]
    after = replace(board, units=left)
    off = ", ".join(f"{name} ({fate.place})" for name, fate in gone.items())
    on = "; ".join(f"{name} {fate}" for name, fate in charge.fates.items() if name not in gone)
    return side_by_side(
        board_map(
            board,
            title=title,
            alt="Before the charge.",
            moves=_moves(board, ways, numbered=False),
        ),
        board_map(
            after,
            title=f"At the end. Off the map: {off}" if off else "At the end",
            alt=f"{on}.",
            legend=False,
        ),
    )


def _moves(board: Board, ways: Ways, *, numbered: bool) -> list[Move]:
    return [
        Move(
            [(at.q, at.r) for at in (board.find(name).hex, *way)],
            side_of_map(board.find(name).side),
            number=number if numbered else None,
        )
        for number, (name, way) in enumerate(ways.items(), 1)
        if connected(board.find(name).hex, *way)
    ]
