"""Hex maps: ground, marks, moves, counters, what is written; in words, and the legend.

Nothing here knows a rule: whoever asks for a map says which hexes are marked, and how.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from string import ascii_lowercase
from typing import Final, get_args

from rules_lib.errors import require_names
from rules_lib.notebook.display import Display
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour
from rules_lib.notebook.svg import PHONE_WIDTH, Drawing, drawn, line_height
from rules_lib.values.type_checks import checked

from ..map.board import Board, Placed
from ..map.hexes import Hex
from . import signs
from .signs import Mark, Move

__all__ = ["Move", "board_map", "hex_legend"]

Entry = tuple[Html, str]
"""A sign around the origin, and what it means."""

SIDES: Final = ("attacker", "defender")
"""What the two sides of a board are called unless somebody names them."""

FACINGS: Final = (
    "east-southeast",
    "south",
    "west-southwest",
    "west-northwest",
    "north",
    "east-northeast",
)

_RADIUS: Final = 15
_PARTIES: Final[tuple[signs.MapSide, ...]] = get_args(signs.MapSide)


@dataclass(frozen=True, slots=True)
class Legend(Display):
    """Signs with their words, in a line that wraps."""

    entries: tuple[Entry, ...]

    def _repr_html_(self) -> Html:
        return el("p", *(signs.key(*each) for each in self.entries), class_="rb-key")

    def __str__(self) -> str:
        """Return the words."""
        return f"Signs of the hex maps: {', '.join(word for _, word in self.entries)}."


def hex_legend() -> Legend:
    """Return all signs that a hex map can show."""
    return Legend(tuple(entry for _, entry in _all(SIDES)))


def used(
    board: Board, marks: Collection[Mark], moves: Sequence[Move], names: tuple[str, str]
) -> Legend:
    """Return the signs that occur on a map, in the order of the full legend."""
    occur = {ground.kind for ground in board.terrain.values()} | {f"mark {mark}" for mark in marks}
    for each in board.units:
        occur |= {each.side, signs.kind_of(each.unit), str(each.unit.order)}
        occur |= {"faces"} if each.facing is not None else set()
    for move in moves:
        occur |= {move.side, "charge"}
    return Legend(tuple(entry for key, entry in _all(names) if key in occur))


def _all(names: tuple[str, str]) -> Iterator[tuple[str, Entry]]:
    """Return each sign with what it stands for on a map, and what it means."""
    for side, name in zip(_PARTIES, names, strict=True):
        yield side, (signs.sample(side, False, 30, 20), name)
    for kind in signs.KINDS:
        larger = el("g", signs.symbol(kind, colour("text")), transform="scale(1.3)")
        yield kind, (larger, kind)
    square = markup([signs.frame("second", 27), signs.sample("second", False, 22, 16)])
    faced = markup([signs.tile(_RADIUS, "clear"), signs.front("second", 5, _RADIUS)])
    yield "disordered", (_neutral(signs.sample("second", True, 30, 20)), "disordered")
    yield "in square", (_neutral(square), "in square")
    yield "faces", (_neutral(faced), "its front")
    for terrain in signs.TERRAINS:
        yield terrain, (signs.tile(_RADIUS, terrain), terrain)
    for mark, word in signs.MARKS.items():
        yield f"mark {mark}", (signs.tile(_RADIUS, "clear", mark), word)
    yield "charge", (_neutral(signs.arrow((-19, 19), "second")), "charge")


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
        facts += [signs.MARKS[marks[at]]] if marks.get(at) else []
        units = " on top of ".join(_counter(each, names) for each in board.units_at(at))
        if facts or units:
            head = ", ".join([f"Hex {_said(at)}", *facts])
            sentences.append(f"{head}: {units}." if units else f"{head}.")
    return " ".join([*sentences, *(_move(move, names) for move in moves)])


def _counter(placed: Placed, names: tuple[str, str]) -> str:
    unit, side = placed.unit, names[placed.side == "second"]
    facts = [signs.kind_of(unit), side, str(unit.order), f"cohesion {unit.cohesion}"]
    if placed.facing is not None:
        facts.append(f"facing {FACINGS[placed.facing]}")
    return f"{placed.name} ({', '.join(facts)})"


def _move(move: Move, names: tuple[str, str]) -> str:
    start, *over, end = map(_said, move.path)
    number = "" if move.number is None else f" {move.number}"
    way = f" over {' and '.join(over)}" if over else ""
    return f"Charge{number}, {names[move.side == 'second']}: from {start}{way} up to {end}."


def _said(at: Hex) -> str:
    """Return the coordinates with a real minus."""
    return str(at).replace("-", "−")


# ------------------------------------------------------------ the map


_SMALL = 12


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
) -> "HexMap":
    """Return a board with its units as a map.

    Args:
        board: the map, at most 7 hexes across and 12 rows.
        title: the question that the picture answers; it stands above the map.
        alt: the answer in words; what is on the map follows it in the text alternative.
        marks, labels: what hexes are in this picture, and short texts in them.
        moves: arrows, in the order in which they are told.
        legend: whether the signs that occur are explained below the map.
        sides: what the sides of the board are called, the attacker’s first.

    What is too long to be written on the map is replaced by a letter, and listed below it.

    Raises:
        InvalidValue: a move off the board, or a map that is too large.
    """
    require_names(sides)
    for at in (at for move in moves for at in move.path):
        board.require_on_board("path", at)
    units = [replace(each, side=side_of_map(each.side, sides)) for each in board.units]
    shown, marks, labels = replace(board, units=units), marks or {}, labels or {}
    grid = signs.fitted(board.terrain)
    sheet = _Sheet(grid, shown, marks, labels, moves)
    said_all = f"{title} {alt} {told(shown, marks, labels, moves, sides)}"
    picture = drawn(PHONE_WIDTH, round(grid.height), said_all, *sheet.layers(), fills=True)
    explained = used(shown, marks.values(), moves, sides) if legend else Legend(())
    fields = picture.svg, picture.alt, picture.width, picture.height
    return HexMap(*fields, title, tuple(sheet.notes), explained)


def side_of_map(name: str, sides: tuple[str, str] = SIDES) -> signs.MapSide:
    """The side of a board as a map colours it."""
    return "first" if name == sides[0] else "second"


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

    grid: signs.Grid
    board: Board
    marks: Mapping[Hex, Mark]
    labels: Mapping[Hex, str]
    moves: Sequence[Move]
    notes: list[str] = field(default_factory=list)
    letters: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def layers(self) -> list[Html]:
        """Return everything on the map, from the ground up."""
        ground, radius = self.board.terrain, self.grid.radius
        self.taken = {each.name for each in self.board.units} | set(self.labels.values())
        tiles = {at: signs.tile(radius, ground[at].kind, self.marks.get(at, "")) for at in ground}
        arrows, numbers = signs.ways(self.grid, self.moves)
        stood = dict.fromkeys(each.hex for each in self.board.units)
        return [
            *(self._on(at, art, "rb-hex") for at, art in tiles.items()),
            arrows,
            *map(self._unit, stood),
            *(self._on(at, self._words(at)) for at in ground),
            numbers,
        ]

    def _on(self, at: Hex, art: Html, kind: str = "", names: str | None = None) -> Html:
        """Return what stands in a hex; scripts find hexes and units by their kind and place."""
        if not art:
            return art
        middle = self.grid.centre(at)
        named = {"class_": kind, "data_hex": signs.hexed(at), "data_names": names} if kind else {}
        return el("g", art, transform=f"translate({middle.real:g} {middle.imag:g})", **named)

    def _unit(self, at: Hex) -> Html:
        radius, counters = self.grid.radius, self.board.units_at(at)
        distinct = dict.fromkeys((each.side, each.facing) for each in counters)
        fronts = el("g", *(signs.front(*each, radius) for each in distinct), class_="rb-front")
        art = signs.laid(signs.aside(counters, radius), self._stack(counters))
        names = "|".join(counter.name for counter in counters)
        return self._on(at, markup([fronts, art]), "rb-unit", names)

    def _stack(self, counters: Sequence[Placed]) -> Html:
        seen = counters if len(counters) <= 2 else counters[:1]
        written = [each.name if self.grid.size(each) else self._letter(each.name) for each in seen]
        if under := [each.name for each in counters[len(seen) :]]:
            self.notes.append(f"Under {written[0]}: {', '.join(under)}.")
        written += [""] * len(under)
        return signs.stack(self.grid, list(zip(counters, written, strict=True)))

    def _letter(self, text: str) -> str:
        """Return a letter that stands for a text, and note which."""
        if text not in self.letters:
            free = (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))
            letter = next(each for each in free if each not in self.taken)
            self.taken.add(letter)
            self.letters[text] = letter
            self.notes.append(f"{letter} = {text}")
        return self.letters[text]

    def _words(self, at: Hex) -> Html:
        """Return label and terrain, in the middle of the hex if it is free."""
        label, terrain = self.labels.get(at, ""), self.board.terrain[at].kind
        if self.board.units_at(at) or any(at in move.path for move in self.moves):
            known = terrain == "clear" or terrain in signs.TERRAINS
            text = " ".join([label] * bool(label) + [terrain] * (not known))
            return self._at_rim(at, text) if text else Html()
        lines = [(label, 650)] * bool(label)
        lines += [(terrain, 400)] * (terrain != "clear")
        top, step = (1 - len(lines)) / 2, line_height(_SMALL)
        return markup(
            self._plate((top + number) * step, text, weight, self.grid.width - 10)
            for number, (text, weight) in enumerate(lines)
        )

    def _plate(self, y: float, text: str, weight: int, room: float) -> Html:
        """Return a text, or a letter for it where it is too wide."""
        fits = text_width(text, _SMALL, weight) <= room
        return signs.plate(y, text if fits else self._letter(text), _SMALL, weight)

    def _at_rim(self, at: Hex, text: str) -> Html:
        """Return a text above the counter, or below it if it faces north."""
        stacked = self.board.units_at(at)
        below = any(counter.facing == 4 for counter in stacked)
        tall = (signs.HEIGHT + signs.PEEK) * self.grid.scale if len(stacked) > 1 else 0
        y = max(self.grid.radius * 0.72, tall / 2)
        return self._plate(y if below else -y, text, 650, self.grid.radius * 0.9)
