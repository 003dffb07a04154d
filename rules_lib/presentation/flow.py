"""A flow chart from step data: the way that goes on runs down, what ends it branches right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rules_lib.errors import InvalidValue
from rules_lib.presentation.letters import text_width
from rules_lib.presentation.markup import Html, el, markup
from rules_lib.presentation.palette import colour
from rules_lib.presentation.svg import (
    PHONE_WIDTH,
    Drawing,
    drawn,
    line_height,
    path,
    wrap,
    write,
    write_lines,
)
from rules_lib.values.type_checks import checked

Kind = Literal["step", "test", "end"]
Point = tuple[float, float]

_GUTTER: Final = 26
_SPINE: Final = 176
_SIDE_X: Final = 228
_SIDE: Final = PHONE_WIDTH - _SIDE_X
_DOWN: Final = 28
_LIFT: Final = 18
_PADDING: Final = 11
_SIZE: Final = 13
_SMALL: Final = 12


@checked
@dataclass(frozen=True, slots=True)
class Node:
    """A step: `test` where dice decide, `end` where the action stops."""

    id: str
    label: str
    clauses: tuple[str, ...] = ()
    kind: Kind = "step"


@checked
@dataclass(frozen=True, slots=True)
class Edge:
    """The way from one step to another; the first that leaves a step is its main way on."""

    start: str
    end: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class _Box:
    node: Node
    side: bool
    top: float

    @property
    def width(self) -> float:
        return _SIDE if self.side else _SPINE

    @property
    def x(self) -> float:
        return _SIDE_X if self.side else _GUTTER

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def lines(self) -> list[str]:
        return wrap(self.node.label, self.width - 2 * _PADDING, _SIZE, 600)

    @property
    def clause_lines(self) -> list[list[str]]:
        return _clause_lines(self.node.clauses, self.width - 2 * _PADDING)

    @property
    def height(self) -> float:
        text = line_height(_SIZE) * len(self.lines)
        return round(2 * _PADDING + text + line_height(_SMALL) * len(self.clause_lines) - 2)

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.top + self.height / 2


@checked
def flow(
    nodes: Sequence[Node], edges: Sequence[Edge], title: str, url: Callable[[str], str]
) -> Drawing:
    """Return the flow chart; `url` turns a clause id into the address of its box.

    Ways lead on or to the side, never back. Raises `InvalidValue` for steps that nothing leads to.
    """
    boxes = _layout(nodes, edges)
    height = max(box.bottom for box in boxes.values()) + 2
    ways = [_way(boxes[edge.start], boxes[edge.end], edge) for edge in edges]
    shapes = [_draw(box, url) for box in boxes.values()]
    alt = describe(nodes, edges, title)
    return drawn(PHONE_WIDTH, height, alt, *ways, *shapes, linked=True)


def describe(nodes: Sequence[Node], edges: Sequence[Edge], title: str) -> str:
    """Return the flow in words: every step, its clauses, and where it leads."""
    labels = {node.id: node.label for node in nodes}
    said = [f"{title}."]
    for number, node in enumerate(nodes, 1):
        cited = f" ({', '.join(node.clauses)})" if node.clauses else ""
        ways = [
            f"{edge.label + ': ' if edge.label else ''}to {labels[edge.end]!r}"
            for edge in edges
            if edge.start == node.id
        ]
        said.append(f"{number}. {node.label}{cited}{' – ' if ways else ''}{'; '.join(ways)}.")
    return " ".join(said)


def _layout(nodes: Sequence[Node], edges: Sequence[Edge]) -> dict[str, _Box]:
    """Place the main way in the left column, everything that branches off in the right one."""
    by_id = {node.id: node for node in nodes}
    spine = _chain(nodes[0].id, edges, set())
    boxes: dict[str, _Box] = {}
    top = free = 2.0
    for name in spine:
        branches = [e for e in edges if e.start == name and e.end not in (*spine, *boxes)]
        box = _Box(by_id[name], False, top)
        if branches:
            least = free + _label_height(branches[0]) + _LIFT - box.height / 2
            box = replace(box, top=max(top, least))
        boxes[name] = box
        top = box.bottom + max((_gap(e) for e in edges if e.start == name), default=0)
        for edge in branches:
            if edge.end not in boxes:
                free = _branch(boxes, edge, edges, by_id, free)
    lost = [node.id for node in nodes if node.id not in boxes]
    if lost:
        raise InvalidValue("nodes", ", ".join(lost), "steps that an edge leads to")
    return boxes


def _branch(
    boxes: dict[str, _Box],
    edge: Edge,
    edges: Sequence[Edge],
    by_id: Mapping[str, Node],
    free: float,
) -> float:
    """Place the steps that branch off in the right column; return where it is free again."""
    label, wanted = _label_height(edge), boxes[edge.start].middle[1] - _LIFT
    for name in _chain(edge.end, edges, set(boxes)):
        box = boxes[name] = _Box(by_id[name], True, max(free + label, wanted))
        free, label, wanted = box.bottom + 8, float(_DOWN), 0.0
    return free


def _chain(start: str, edges: Sequence[Edge], taken: set[str]) -> list[str]:
    """Follow the first way on that leads to a new step, as far as it goes."""
    chain = [start]
    while True:
        ways = [e.end for e in edges if e.start == chain[-1]]
        new = [name for name in ways[:1] if name not in taken and name not in chain]
        if not new:
            return chain
        chain += new


def _gap(edge: Edge) -> float:
    """Return the room below a step that the way on and its label need."""
    lines = wrap(edge.label, _SPINE - 50, _SMALL, 600)
    return _DOWN + line_height(_SMALL) * len(lines)


def _label_height(edge: Edge) -> float:
    return line_height(_SMALL) * len(wrap(edge.label, _SIDE, _SMALL, 600)) + 6


def _way(start: _Box, end: _Box, edge: Edge) -> Html:
    return (_across if start.side != end.side else _down)(start, end, edge)


def _down(start: _Box, end: _Box, edge: Edge) -> Html:
    x = start.x + min(start.width / 2, 40)
    lines = wrap(edge.label, start.width - 50, _SMALL, 600)
    middle = (start.bottom + end.top) / 2 + 3 - line_height(_SMALL) * (len(lines) - 1) / 2
    return markup([path([(x, start.bottom), (x, end.top)]), _label(x + 10, middle, lines)])


def _across(start: _Box, end: _Box, edge: Edge) -> Html:
    if start.side:
        y = end.middle[1]
        way = [(start.middle[0], start.bottom), (start.middle[0], y), (end.right, y)]
        x = end.right + 12
        lines = wrap(edge.label, PHONE_WIDTH - x, _SMALL, 600)
        top = y - 6 - line_height(_SMALL) * (len(lines) - 1)
        return markup([path(way), _label(x, top, lines)])
    y = start.middle[1]
    lines = wrap(edge.label, _SIDE, _SMALL, 600)
    top = end.top - 5 - line_height(_SMALL) * (len(lines) - 1)
    return markup([path([(start.right, y), (end.x, y)]), _label(end.x, top, lines)])


def _label(x: float, y: float, lines: Sequence[str]) -> Html:
    return write_lines(x, y, lines, size=_SMALL, weight=600, fill=colour("muted"))


def _draw(box: _Box, link: Callable[[str], str]) -> Html:
    x, y = box.x + _PADDING, box.top + _PADDING + 10
    parts: list[str] = [_outline(box), write_lines(x, y, box.lines, size=_SIZE, weight=600)]
    y += line_height(_SIZE) * len(box.lines)
    for line in box.clause_lines:
        left = x
        for clause in line:
            shown = write(left, y, clause, size=_SMALL, decoration="underline")
            parts.append(el("a", shown, href=link(clause)))
            left += text_width(clause, _SMALL) + 8
        y += line_height(_SMALL)
    return markup(parts)


def _outline(box: _Box) -> Html:
    test, end = box.node.kind == "test", box.node.kind == "end"
    frame = el(
        "rect",
        x=box.x + 1,
        y=box.top + 1,
        width=box.width - 2,
        height=box.height - 2,
        rx=14 if end else 6,
        fill=colour("raised"),
        stroke=colour("text") if test or end else colour("muted"),
        stroke_width=2.5 if end else 1.5,
    )
    if not test:
        return frame
    bar = el(
        "rect",
        x=box.x + 1,
        y=box.top + 1,
        width=6,
        height=box.height - 2,
        rx=2,
        fill=colour("text"),
    )
    return markup([frame, bar])


def _clause_lines(clauses: Sequence[str], width: float) -> list[list[str]]:
    lines: list[list[str]] = []
    room = 0.0
    for clause in clauses:
        need = text_width(clause, _SMALL) + 8
        if not lines or need > room:
            lines.append([])
            room = width
        lines[-1].append(clause)
        room -= need
    return lines
