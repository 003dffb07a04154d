"""The whole map: ground, marks, moves, counters, what is written, and the legend below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

from rules_lib.errors import InvalidValue, require_names
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour
from rules_lib.notebook.svg import (
    PHONE_WIDTH,
    Drawing,
    drawn,
    line_height,
    shifted,
    write,
)
from rules_lib.triumph_and_glory.page.hexes.counters import Body, aside, front, stack
from rules_lib.triumph_and_glory.page.hexes.description import told
from rules_lib.triumph_and_glory.page.hexes.grid import Grid, box, fitted
from rules_lib.triumph_and_glory.page.hexes.ground import TERRAINS, tile
from rules_lib.triumph_and_glory.page.hexes.legend import NAMES, Legend, used
from rules_lib.triumph_and_glory.page.hexes.model import At, Counter, HexCell, Move, hexed
from rules_lib.triumph_and_glory.page.hexes.ways import ways
from rules_lib.values.type_checks import checked

_SMALL = 12


@checked
def hex_map(
    cells: Sequence[HexCell],
    counters: Sequence[Counter] = (),
    moves: Sequence[Move] = (),
    *,
    title: str,
    alt: str,
    names: tuple[str, str] = NAMES,
    legend: bool = True,
) -> HexMap:
    """Return a map of hexes.

    Args:
        cells: the hexes, at most 7 across and 12 rows.
        counters: the units; of those in one hex the first lies on top.
        moves: arrows, in the order in which they are told.
        title: the question that the picture answers; it stands above the map.
        alt: the answer in words; what is on the map follows it in the text alternative.
        names: what the first and the second side are called.
        legend: whether the signs that occur are explained below the map.

    What is too long to be written on the map is replaced by a letter, and listed below it.

    Raises:
        InvalidValue: no hexes, a hex given twice, a counter or a move off
            the hexes, or a map that is too large.
    """
    require_names(names)
    stacks = _stacked(cells, counters, moves)
    grid = fitted([cell.at for cell in cells])
    sheet = _Sheet(grid, Body.of(grid), stacks, moves)
    said_all = f"{title} {alt} {told(cells, stacks, moves, names)}"
    picture = drawn(PHONE_WIDTH, round(grid.height), said_all, *sheet.layers(cells), fills=True)
    signs = used(cells, counters, moves, names) if legend else Legend(())
    fields = picture.svg, picture.alt, picture.width, picture.height
    return HexMap(*fields, title, tuple(sheet.notes), signs)


@dataclass(frozen=True, slots=True)
class HexMap(Drawing):
    """A drawn map.

    Attributes:
        title: the question that it answers; it stands above the map.
        notes: what its letters mean.
        legend: the signs that occur, to be explained below the map.
    """

    title: str
    notes: tuple[str, ...]
    legend: Legend

    def _repr_html_(self) -> Html:
        return el("figure", *self.parts, class_="rb-map")

    @property
    def parts(self) -> tuple[Html, Html, Html]:
        """Return what stands above the map, the map, and what stands below it."""
        notes = el("p", " ".join(self.notes)) if self.notes else ""
        signs = self.legend._repr_html_() if self.legend.entries else ""
        title = el("p", el("strong", self.title), class_="rb-map-title")
        return title, self.svg, markup([notes, signs])


@dataclass(slots=True)
class _Sheet:
    """A map while it is drawn; it keeps what has to be said below."""

    grid: Grid
    body: Body
    stacks: Mapping[At, Sequence[Counter]]
    moves: Sequence[Move]
    notes: list[str] = field(default_factory=list)
    letters: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def layers(self, cells: Sequence[HexCell]) -> list[Html]:
        """Return everything on the map, from the ground up."""
        self.taken = {counter.name for stack in self.stacks.values() for counter in stack}
        self.taken |= {cell.label for cell in cells}
        radius = self.grid.radius
        arrows, numbers = ways(self.grid, self.moves, self.stacks)
        return [
            *(self._on(cell.at, tile(radius, cell.terrain, cell.mark), "rb-hex") for cell in cells),
            arrows,
            *(self._unit(at, stack) for at, stack in self.stacks.items()),
            *(self._on(cell.at, self._words(cell)) for cell in cells),
            numbers,
        ]

    def _on(self, at: At, art: Html, kind: str = "", names: str | None = None) -> Html:
        """Return what stands in a hex; scripts find hexes and units by their kind and place."""
        if not art:
            return art
        x, y = self.grid.centre(at)
        named = {"class_": kind, "data_hex": hexed(at), "data_names": names} if kind else {}
        return el("g", art, transform=f"translate({x:g} {y:g})", **named)

    def _unit(self, at: At, counters: Sequence[Counter]) -> Html:
        radius = self.grid.radius
        distinct = {(counter.side, counter.facing): counter for counter in counters}
        fronts = el("g", *(front(each, radius) for each in distinct.values()), class_="rb-front")
        art = shifted(*aside(counters, radius), self._stack(counters))
        names = "|".join(counter.name for counter in counters)
        return self._on(at, markup([fronts, art]), "rb-unit", names)

    def _stack(self, counters: Sequence[Counter]) -> Html:
        seen = counters if len(counters) <= 2 else counters[:1]
        written = [each.name if self.body.size(each) else self._letter(each.name) for each in seen]
        under = counters[len(seen) :]
        if under:
            names = ", ".join(counter.name for counter in under)
            self.notes.append(f"Under {written[0]}: {names}.")
        return stack(self.body, list(zip(counters, [*written, *("" for _ in under)], strict=True)))

    def _letter(self, text: str) -> str:
        """Return a letter that stands for a text, and note which."""
        if text not in self.letters:
            letter = next(each for each in _letters() if each not in self.taken)
            self.taken.add(letter)
            self.letters[text] = letter
            self.notes.append(f"{letter} = {text}")
        return self.letters[text]

    def _words(self, cell: HexCell) -> Html:
        """Return label and terrain, in the middle of the hex if it is free."""
        middle = cell.at in self.stacks or any(cell.at in move.path for move in self.moves)
        known = cell.terrain == "clear" or cell.terrain in TERRAINS
        if middle:
            text = " ".join([cell.label] * bool(cell.label) + [cell.terrain] * (not known))
            return self._at_rim(cell, text) if text else Html()
        lines = [(cell.label, 650)] * bool(cell.label)
        lines += [(cell.terrain, 400)] * (cell.terrain != "clear")
        step = line_height(_SMALL)
        shapes = []
        for number, (text, weight) in enumerate(lines):
            y = (number - (len(lines) - 1) / 2) * step
            room = self.grid.width - 10
            fits = text_width(text, _SMALL, weight) <= room
            shapes.append(_plate(y, text if fits else self._letter(text), weight))
        return markup(shapes)

    def _at_rim(self, cell: HexCell, text: str) -> Html:
        """Return a text above the counter, or below it if it faces north."""
        stacked = self.stacks.get(cell.at, ())
        below = any(counter.facing == 4 for counter in stacked)
        y = max(self.grid.radius * 0.72, self.body.height / 2 if len(stacked) > 1 else 0)
        fits = text_width(text, _SMALL, 650) <= self.grid.radius * 0.9
        return _plate(y if below else -y, text if fits else self._letter(text), 650)


def _plate(y: float, text: str, weight: int) -> Html:
    """Return a text on a patch of ground, so that no pattern runs through it."""
    width = text_width(text, _SMALL, weight) + 4
    patch = box(width, 14, rx=4, fill=colour("surface"), opacity=0.85)
    return markup(
        [
            shifted(0, y, patch),
            write(0, y + 4.2, text, size=_SMALL, weight=weight, anchor="middle"),
        ]
    )


def _letters() -> list[str]:
    return [*ascii_lowercase, *(a + b for a in ascii_lowercase for b in ascii_lowercase)]


def _stacked(
    cells: Sequence[HexCell], counters: Sequence[Counter], moves: Sequence[Move]
) -> dict[At, list[Counter]]:
    """Return the counters by hex, or raise `InvalidValue` for a hex given twice, or off the map."""
    ground = [cell.at for cell in cells]
    if not ground or len(set(ground)) < len(ground):
        raise InvalidValue("cells", ground, "one hex or more, each of them once")
    stacks: dict[At, list[Counter]] = {}
    for counter in counters:
        stacks.setdefault(counter.at, []).append(counter)
    for at in (*stacks, *(at for move in moves for at in move.path)):
        if at not in ground:
            raise InvalidValue("hex", at, "hexes of the map")
    return stacks
