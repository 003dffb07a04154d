"""A flow chart from step data: the way that goes on runs down, what ends it branches right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from rules_lib.notebook import svg
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.links import rule_link
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour

_GUTTER: Final = 26
_SPINE: Final = 176
_SIDE_X: Final = 228
_SIDE: Final = svg.PHONE_WIDTH - _SIDE_X
_DOWN: Final = 28
_LIFT: Final = 18
_PADDING: Final = 11
_SIZE: Final = 13
_SMALL: Final = 12


@dataclass(frozen=True, slots=True)
class Node:
    """A step, and the clauses it rests on; `test` where dice decide, `end` where the action stops.

    `on` says when the next step follows; `off` when it goes `aside`, to a step of its own, which
    leads back to the next one unless it is an end.
    """

    label: str
    clauses: tuple[str, ...] = ()
    test: bool = False
    end: bool = False
    on: str = ""
    off: str = ""
    aside: "Node | None" = None


def flow(steps: Sequence[Node], title: str) -> svg.Drawing:
    """Return the flow chart; its clauses are links."""
    boxes = list(_layout(steps))
    spine = [box for box in boxes if box.x == _GUTTER]
    ways: list[Html] = []
    for box, after in zip_longest(spine, spine[1:]):
        aside = next((each for each in boxes if each.step is box.step.aside), None)
        ways += [_down(box, after)] if after else []
        ways += [_across(box, aside)] if aside else []
        ways += [_back(aside, after)] if aside and after and not aside.step.end else []
    shapes = list(map(_draw, boxes))
    height = round(max(box.bottom for box in boxes) + 2, 1)
    return svg.drawn(svg.PHONE_WIDTH, height, _told(spine, title), *ways, *shapes, linked=True)


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    width: float
    step: Node
    top: float

    @property
    def lines(self) -> list[str]:
        return svg.wrap(self.step.label, self.width - 2 * _PADDING, _SIZE, 600)

    @property
    def clause_lines(self) -> list[list[str]]:
        lines: list[list[str]] = []
        room = 0.0
        for clause in self.step.clauses:
            need = text_width(clause, _SMALL) + 8
            if not lines or need > room:
                lines.append([])
                room = self.width - 2 * _PADDING
            lines[-1].append(clause)
            room -= need
        return lines

    @property
    def height(self) -> float:
        text = svg.line_height(_SIZE) * len(self.lines)
        return round(2 * _PADDING + text + svg.line_height(_SMALL) * len(self.clause_lines) - 2)

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


def _layout(steps: Sequence[Node]) -> Iterator[_Box]:
    """Place the main way in the left column, everything that branches off in the right one."""
    top = free = 2.0
    for step in steps:
        label = svg.line_height(_SMALL) * len(_beside(step)) + 6
        box = _Box(_GUTTER, _SPINE, step, top)
        if step.aside:
            box = replace(box, top=max(top, free + label + _LIFT - box.height / 2))
        yield box
        ways = (svg.wrap(said, _SPINE - 50, _SMALL, 600) for said in (step.on, step.off))
        top = box.bottom + _DOWN + svg.line_height(_SMALL) * max(map(len, ways))
        if step.aside:
            aside = _Box(_SIDE_X, _SIDE, step.aside, max(free + label, box.middle - _LIFT))
            free = aside.bottom + 8
            yield aside


def _told(spine: Sequence[_Box], title: str) -> str:
    """Return the flow in words: every step, its clauses, and where it leads."""
    steps = [box.step for box in spine]
    told: list[tuple[Node, list[str]]] = []
    for step, after in zip_longest(steps, steps[1:]):
        told.append((step, [_way(step.on, after), _way(step.off, step.aside)]))
        if step.aside:
            told.append((step.aside, [_way(step.aside.on, None if step.aside.end else after)]))
    said = [f"{title}."]
    for number, (step, ways) in enumerate(told, 1):
        cited = f" ({', '.join(step.clauses)})" if step.clauses else ""
        to = "; ".join(filter(None, ways))
        said.append(f"{number}. {step.label}{cited}{' – ' if to else ''}{to}.")
    return " ".join(said)


def _way(when: str, to: Node | None) -> str:
    return f"{f'{when}: ' if when else ''}to {to.label!r}" if to else ""


def _beside(step: Node) -> list[str]:
    return svg.wrap(step.off, _SIDE, _SMALL, 600)


def _down(start: _Box, end: _Box) -> Html:
    x = start.x + min(start.width / 2, 40)
    lines = svg.wrap(start.step.on, start.width - 50, _SMALL, 600)
    middle = (start.bottom + end.top) / 2 + 3 - svg.line_height(_SMALL) * (len(lines) - 1) / 2
    return markup([svg.path([(x, start.bottom), (x, end.top)]), _label(x + 10, middle, lines)])


def _across(start: _Box, end: _Box) -> Html:
    lines = _beside(start.step)
    top = end.top - 5 - svg.line_height(_SMALL) * (len(lines) - 1)
    right = start.x + start.width
    way = svg.path([(right, start.middle), (end.x, start.middle)])
    return markup([way, _label(end.x, top, lines)])


def _back(start: _Box, end: _Box) -> Html:
    middle, y, right = start.x + start.width / 2, end.middle, end.x + end.width
    x = right + 12
    lines = svg.wrap(start.step.on, svg.PHONE_WIDTH - x, _SMALL, 600)
    top = y - 6 - svg.line_height(_SMALL) * (len(lines) - 1)
    return markup(
        [svg.path([(middle, start.bottom), (middle, y), (right, y)]), _label(x, top, lines)]
    )


def _label(x: float, y: float, lines: Sequence[str]) -> Html:
    return svg.write_lines(x, y, lines, size=_SMALL, weight=600, fill=colour("muted"))


def _draw(box: _Box) -> Html:
    x, y = box.x + _PADDING, box.top + _PADDING + 10
    parts: list[str] = [_outline(box), svg.write_lines(x, y, box.lines, size=_SIZE, weight=600)]
    y += svg.line_height(_SIZE) * len(box.lines)
    for line in box.clause_lines:
        left = x
        for clause in line:
            shown = svg.write(left, y, clause, size=_SMALL, decoration="underline")
            parts.append(el("a", shown, href=rule_link(clause)))
            left += text_width(clause, _SMALL) + 8
        y += svg.line_height(_SMALL)
    return markup(parts)


def _outline(box: _Box) -> Html:
    test, end = box.step.test, box.step.end
    at = {"x": box.x + 1, "y": box.top + 1, "height": box.height - 2}
    frame = el(
        "rect",
        **at,
        width=box.width - 2,
        rx=14 if end else 6,
        fill=colour("raised"),
        stroke=colour("text") if test or end else colour("muted"),
        stroke_width=2.5 if end else 1.5,
    )
    return markup([frame, el("rect", **at, width=6, rx=2, fill=colour("text"))]) if test else frame
