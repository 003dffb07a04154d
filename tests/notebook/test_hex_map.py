"""Hex maps: everything that is put on the map is drawn where it belongs, and told in words."""

import re
from collections import Counter as Tally
from math import atan2, degrees, hypot
from typing import Any, NamedTuple, get_args
from xml.etree import ElementTree

import pytest

from rules_lib.notebook.svg import Drawing
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.page.hexes import HexMap, board_map
from rules_lib.triumph_and_glory.page.signs import KINDS, Mark, Move, fitted
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.in_turn import in_turn

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


class Cell(NamedTuple):
    """A hex, and what is written and marked in it."""

    q: int
    r: int
    terrain: str = "clear"
    label: str = ""
    mark: Mark = ""

    @property
    def at(self) -> Hex:
        return Hex(self.q, self.r)


UNITS: dict[str, tuple[type[Unit], dict[str, Any]]] = {
    "heavy cavalry": (Cavalry, {"heavy": True}),
    "light cavalry": (Cavalry, {"heavy": False}),
    "infantry": (Infantry, {}),
    "jaegers": (Infantry, {"jaeger": True}),
    "artillery": (Artillery, {}),
    "horse artillery": (Artillery, {"horse": True}),
}


def counter(
    at: tuple[int, int],
    name: str,
    kind: str = "infantry",
    side: str = "attacker",
    facing: int | None = None,
    order: Order = Order.GOOD,
    cohesion: int = 5,
) -> Placed:
    """Return a unit on the map; all are of one brigade, so that several share a hex."""
    made, more = UNITS[kind]
    unit = made(name, cohesion, order=order, brigade="one", **more)
    return Placed(unit, Hex(*at), side, facing)


def way(*path: tuple[int, int], side: Any = "first", number: int | None = None) -> Move:
    return Move(tuple(Hex(*at) for at in path), side, number)


def drawn(
    cells: list[Cell], units: list[Placed], moves: tuple[Move, ...] = (), **more: Any
) -> HexMap:
    board = Board({cell.at: Terrain(cell.terrain, 1) for cell in cells}, units)
    marks: dict[Hex, Mark] = {cell.at: cell.mark for cell in cells}
    labels = {cell.at: cell.label for cell in cells}
    told = {"title": "Where?", "alt": "There.", **more}
    return board_map(board, marks=marks, labels=labels, moves=moves, **told)


ROW = [Cell(q, 0) for q in range(5)]
FIVE = [Cell(column - row // 2, row) for row in range(5) for column in range(5)]
A = counter((0, 0), "A", "heavy cavalry", facing=0, cohesion=3)
Y = counter((3, 0), "Y", "infantry", "defender", 3, Order.DISORDERED, 5)
CHARGE = way((0, 0), (1, 0), (2, 0), (3, 0), number=7)


def plain(cells: list[Cell] = ROW, units: list[Placed] | None = None, *moves: Move) -> HexMap:
    return drawn(cells, units or [], moves, legend=False)


FULL = drawn(
    [
        *(Cell(q, 0, terrain) for q, terrain in enumerate(["woods", "marsh", "hill", "ford"])),
        *(Cell(q, 1, mark=mark) for q, mark in enumerate(get_args(Mark)[1:])),
        Cell(0, 2, "village", "first"),
        Cell(1, 2, "castle", "a label far too long for a hex"),
        Cell(2, 2, "redoubt"),
    ],
    [
        counter((0, 1), "A", "heavy cavalry", "French", 0, cohesion=3),
        counter((0, 1), "2nd Cuirassiers", "light cavalry", "French", 0),
        counter((3, 1), "Y", "infantry", "Russians", 3, Order.SQUARE),
        counter((3, 1), "Bat", "artillery", "Russians", 3, Order.SQUARE),
        counter((4, 1), "J", "jaegers", "Russians", 4, Order.DISORDERED, 2),
        counter((2, 2), "H", "horse artillery", "Russians"),
    ],
    (
        way((0, 1), (1, 1), (2, 1), (3, 1), number=1),
        way((4, 1), (3, 1), side="second"),
        way((0, 1), (0, 2), number=2),
    ),
    title="Who goes where?",
    alt="Everybody goes somewhere.",
    sides=("French", "Russians"),
)
DRAWINGS = [
    FULL,
    plain(),
    plain(FIVE, [A, Y], CHARGE),
    plain([Cell(0, 0)], [A]),
]


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def texts(drawing: Drawing) -> list[str]:
    return ["".join(text.itertext()) for text in parsed(drawing).iter(f"{SVG}text")]


def signed(shown: HexMap) -> list[str]:
    """Return the words of its legend."""
    return [word for _, word in shown.legend.entries]


def points_of(polygon: ElementTree.Element) -> list[Point]:
    pairs = (pair.split(",") for pair in polygon.attrib["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def placed(
    element: ElementTree.Element, x: float = 0, y: float = 0, scale: float = 1
) -> list[tuple[ElementTree.Element, float, float, float]]:
    """Return all shapes with where the origin of each lies, and its scale; turns are left out."""
    transform = element.get("transform", "")
    if moved := re.match(r"translate\((\S+) (\S+)\)", transform):
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    if scaled := re.match(r"scale\((\S+)\)", transform):
        scale *= float(scaled[1])
    found = [(element, x, y, scale)]
    for child in element:
        found += placed(child, x, y, scale)
    return found


def hexes(drawing: Drawing) -> list[Point]:
    """Return the centres of the hexes of the map."""
    return [
        (x, y)
        for shape, x, y, _ in placed(parsed(drawing))
        if shape.tag == f"{SVG}polygon"
        and "neutral" in shape.get("stroke", "")
        and len(points_of(shape)) == 6
    ]


def test_directions_run_clockwise_from_east() -> None:
    centres = hexes(plain([Cell(0, 0), *(Cell(at.q, at.r) for at in Hex(0, 0).neighbours)]))
    (x, y), *around = centres
    turned = [round(degrees(atan2(v - y, u - x))) % 360 for u, v in around]
    assert turned == [0, 60, 120, 180, 240, 300]


def fronts(drawing: Drawing) -> list[list[Point]]:
    """Return the lines of the fronts, each over its seam."""
    lines = [
        [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", shape.attrib["d"])]
        for shape in parsed(drawing).iter(f"{SVG}path")
        if shape.get("stroke-linejoin") == "round"
    ]
    return lines[::2]


@in_turn("facing", range(6))
def test_a_front_is_the_two_hexsides_at_the_corner_that_is_faced(facing: int) -> None:
    ((before, tip, after),) = fronts(plain(ROW, [counter((2, 0), "A", facing=facing)]))
    assert degrees(atan2(tip[1], tip[0])) % 360 == pytest.approx(30 + 60 * facing, abs=1)
    radius = fitted([cell.at for cell in ROW]).radius
    assert hypot(*tip) == pytest.approx(radius, rel=0.1)
    for direction, end in ((facing, before), (facing + 1, after)):
        x, y = (end[0] + tip[0]) / 2, (end[1] + tip[1]) / 2
        off = (degrees(atan2(y, x)) - 60 * direction + 180) % 360 - 180
        assert off == pytest.approx(0, abs=5)


def shapes(drawing: Drawing) -> Tally[str]:
    """Return how many shapes of each form and paint there are, wherever they lie."""
    return Tally(
        f"{shape.tag} {sorted((k, v) for k, v in shape.attrib.items() if k not in ('x', 'y'))}"
        for shape in parsed(drawing).iter()
        if shape.tag.removeprefix(SVG) in {"rect", "circle", "polygon", "path", "g"}
    )


def test_everything_that_differs_in_meaning_differs_in_form() -> None:
    """Not in colour alone: the paints are struck out before the comparison."""

    def form(drawing: Drawing) -> str:
        return re.sub(r"var\(--rb-[^)]*\)", "paint", str(sorted(shapes(drawing).items())))

    def counted(**changes: Any) -> Drawing:
        return plain(ROW, [counter((2, 0), "A", **changes)])

    groups: list[list[Drawing]] = [
        [counted(kind=kind) for kind in KINDS],
        [counted(order=order) for order in Order],
        [counted(side=side) for side in ("attacker", "defender")],
        [counted(facing=facing) for facing in (None, *range(6))],
        [plain([Cell(0, 0, mark=mark)]) for mark in get_args(Mark)],
    ]
    for group in groups:
        forms = [form(drawing) for drawing in group]
        assert len(set(forms)) == len(forms)


def test_a_taller_stack_is_told_below() -> None:
    more = [counter((0, 0), name, "light cavalry") for name in ("B", "2nd Cuirassiers")]
    drawing = plain(ROW, [A, *more])
    assert [text for text in texts(drawing) if not text.isdigit()] == ["A"]
    two = texts(plain(ROW, [A, more[0]]))
    assert two.index("B") < two.index("A"), "the first lies on top"
    assert drawing.notes == ("Under A: B, 2nd Cuirassiers.",)
    assert "Under A: B" in drawing._repr_html_()
    assert all(f"on top of {each.name} (light cavalry" in drawing.alt for each in more)


def test_what_is_too_long_becomes_a_letter_once() -> None:
    long = "2nd Cuirassiers"
    drawing = plain(
        [*ROW, Cell(0, 1, label=long), Cell(1, 1, label="a")],
        [counter((0, 0), long, "heavy cavalry")],
    )
    assert texts(drawing).count("b") == 2, "the letter a is taken"
    assert f"b = {long}" in drawing.notes
    assert f"marked “{long}”" in drawing.alt


def test_alternative_tells_the_whole_map() -> None:
    drawing = plain([*ROW[:3], Cell(3, 0, "woods", "goal", "target")], [A, Y], CHARGE)
    assert drawing.alt == (
        "Where? There. 4 hexes, named (q, r): q grows to the east, r to the southeast."
        " Hex (0, 0): A (heavy cavalry, attacker, good order, cohesion 3, facing east-southeast)."
        " Hex (3, 0), woods, marked “goal”, target:"
        " Y (infantry, defender, disordered, cohesion 5, facing west-northwest)."
        " Charge 7, attacker: from (0, 0) over (1, 0) and (2, 0) up to (3, 0)."
    )


def test_sides_go_by_their_names() -> None:
    assert "French" in signed(FULL)
    assert "Charge 1, French" in FULL.alt
    assert "attacker" not in FULL.alt
    assert "Hex (4, 1), target: J (jaegers, Russians" in FULL.alt


def test_legend_explains_what_occurs_and_nothing_else() -> None:
    shown = signed(drawn(ROW, [A]))
    assert {"attacker", "heavy cavalry", "its front"} <= set(shown)
    assert not {"defender", "infantry", "disordered", "in square", "woods", "charge"} & set(shown)
    assert not {"attacker", "heavy cavalry"} & set(signed(plain(ROW, [A])))
