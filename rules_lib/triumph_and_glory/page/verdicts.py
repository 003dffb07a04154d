"""Boards as hex maps: may this unit charge, why not, by which clause; and what lights up for it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Final

from rules_lib.errors import InvalidValue, RulesError
from rules_lib.notebook.answers import Several
from rules_lib.notebook.display import Display
from rules_lib.notebook.links import DICE, clause_link
from rules_lib.notebook.markup import Html, Templates, el
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

from ..charge import Intent, Rulings, adjudicate, declare
from ..charge.from_map.fronts import all_front, front_of, position
from ..charge.from_map.legality import (
    DEAREST,
    FARTHEST,
    LONGEST_PATH,
    NEAREST,
    Declared,
    Judged,
    Violation,
    judged,
    ways_to,
)
from ..map.board import Board, Placed, Terrain
from ..map.hexes import Hex, distance, front, side_of
from ..units import Cavalry, Infantry, Unit
from .hexes import FACINGS, SIDES, HexMap, board_map
from .scenes import of_charge
from .signs import Mark, hexed

_HTML: Final = Templates("charges.html", __package__)
CENTRE = Hex(0, 0)
NEAR = 3
"""Hexes that a reader may move a unit, to ask again."""
_FACING = re.compile(r"(?<=facing )([0-5])")
_PLACE = re.compile(r"(\b[Aa]t )?\((-?\d+), (-?\d+)\)")


@dataclass(frozen=True, slots=True, init=False)
class Gallery(Several):
    """Pictures side by side, where there is room for that."""

    def _repr_html_(self) -> Html:
        shown = [_HTML("picture", shown=Html(each._repr_html_())) for each in self.parts]
        return _HTML("gallery", shown=shown)


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
    placed = Placed(unit, CENTRE, SIDES[1], facing)
    board = Board.filled(Terrain("clear", 1), radius=1, units=[placed])
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


def fronts_read() -> Gallery:
    """The front hexes of a unit under the three readings of R-N5."""
    words = {2: "Two: it faces a corner", 1: "One: it faces a side", 3: "Three: it faces a side"}
    pictures = []
    for count, title in words.items():
        ahead: dict[Hex, Mark] = dict.fromkeys(front(CENTRE, 0, count), "front")
        placed = Placed(Infantry("Orlov", 5), CENTRE, SIDES[1], 0 if count == 2 else None)
        board = Board.filled(Terrain("clear", 1), radius=1, units=[placed])
        alt = f"{len(ahead)} of the 6 hexes around it are its front."
        drawn = board_map(board, title=title, alt=alt, marks=ahead, labels=ahead, legend=False)
        pictures.append(drawn)
    return Gallery(*pictures)


def lettered(board: Board, hexes: Iterable[Hex]) -> dict[Hex, str]:
    """A letter for each hex that nobody stands in."""
    empty = dict.fromkeys(at for at in hexes if not board.units_at(at))
    return dict(zip(empty, ascii_lowercase, strict=False))


# ------------------------------------------------------------ what is said of a unit


Ways = Mapping[str, Sequence[Hex]]
"""For each charger the hexes of its path, and at the end its target."""
LEGAL: Judged = (), None

ROLL = "Roll this charge"

HOLDS = {
    "TG-9.81a": f"{NEAREST} or {FARTHEST} hexes away",
    "TG-9.81b": "in good order",
    "TG-9.81c": "sees its target",
    "TG-9.81d": "in no enemy zone of control",
    "TG-9.81e": f"no hex costs more than {DEAREST}",
    "TG-9.81f": "past no cavalry’s front",
    "TG-9.81-1": f"a path of 1 or {LONGEST_PATH} hexes, turns and all",
}
"""What holds where nothing offends against a clause."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a unit may charge.

    Attributes:
        board: the map as it is asked.
        unit: the unit, where it stands.
        path: the hexes of the path that is judged.
        target: the hex that would be charged.
        violations: what forbids this charge, as :func:`legality` says; empty if it is legal.
        unsaid: what the source leaves open about its line of sight; ``""`` for nothing.
        others: further hexes that it may charge by some path.
        by: enemies that may charge its own hex by some path.
        letters: the hexes that are named by a letter on the map.
    """

    board: Board
    unit: Placed
    path: tuple[Hex, ...]
    target: Hex
    violations: tuple[Violation, ...]
    unsaid: str
    others: tuple[Hex, ...]
    by: tuple[str, ...]
    letters: Mapping[Hex, str] = FrozenMap()

    @property
    def legal(self) -> bool:
        """Whether nothing forbids the charge, and nothing is left open."""
        return not self.violations and not self.unsaid

    @property
    def charges(self) -> bool:
        """Whether it is a unit that can charge at all."""
        return isinstance(self.unit.unit, Cavalry)

    @property
    def zone(self) -> tuple[Hex, ...]:
        """Its zone of control, on the board."""
        around = self.board.neighbours(self.unit.hex)
        return tuple(at for at in around if self.unit in self.board.zoc_holders(at, ""))

    @property
    def front(self) -> tuple[Hex, ...]:
        """Its front hexes, on the board; none where its facing is not known."""
        try:
            ahead = front_of(self.board, self.unit)
        except InvalidValue:
            return ()
        return tuple(at for at in self.board.neighbours(self.unit.hex) if at in ahead)

    @property
    def head(self) -> str:
        """The answer in a sentence."""
        name, target = self.unit.name, self._there(self.target)
        if not self.charges:
            return f"{name} cannot charge."
        if self.unsaid and not self.violations:
            return f"{name} charges {target}: the source does not say."
        return f"{name} {'may' if self.legal else 'may not'} charge {target}."

    @property
    def reasons(self) -> tuple[str, ...]:
        """For each violation a sentence."""
        return tuple(called(each.why, self.board, self.letters) for each in self.violations)

    @property
    def more(self) -> tuple[str, ...]:
        """Whom else it may charge, and who may charge it."""
        again = ""
        others = [self._there(at) for at in self.others if at != self.target]
        if len(others) < len(self.others):
            again = f"By another path it may charge {self._there(self.target)}."
        also = f"It may also charge {' or '.join(others)}." if others else ""
        by = f"It may be charged by {' or '.join(self.by)}." if self.by else ""
        return tuple(filter(None, (self.unsaid, again, also, by)))

    def _there(self, at: Hex) -> str:
        return " and ".join(each.name for each in self.board.units_at(at))

    @property
    def holds(self) -> Mapping[str, str]:
        """What holds, by clause; nothing is said of a unit that cannot charge."""
        broken = {each.clause for each in self.violations}
        open_question = {"TG-9.81c"} if self.unsaid else set()
        keys = [key for key in HOLDS if key not in broken | open_question]
        return FrozenMap({key: HOLDS[key] for key in keys if self.charges})

    @property
    def dice(self) -> str:
        """Where the dice of a legal charge can be thrown, its flank open; ``""`` for nowhere."""
        if not self.legal:
            return ""
        try:
            one = Intent((self.unit.name,), self.target, self.path)
            situation = declare(self.board, [one], open_flank=True)
            form = of_charge(adjudicate(situation))
        except RulesError:
            return ""
        return f"{DICE}{form.link}" if form else ""

    def item(self, written: Mapping[Hex, str], *, whole: bool = True) -> Html:
        """The answer as an entry of the list, with the hexes that a script lights up.

        Letters that are ``written`` on the map need not be added; and if it is not the ``whole`` of
        it, what holds is only named: a script puts the words there.
        """
        names = {each.hex: self.letters.get(each.hex, "") for each in self.violations}
        added = [(at, name) for at, name in names.items() if name and at not in written]
        whys = zip(self.violations, self.reasons, strict=True)
        lines = [el("li", "✗ ", why, " ", clause_link(each.clause)) for each, why in whys]
        if self.holds and whole:
            lines.append(el("li", *map(holding, self.holds)))
        lines += [el("li", each) for each in self.more]
        if dice := self.dice:
            lines.append(el("li", el("a", ROLL, href=dice)))
        sign = "✓ " if self.legal else "✗ " if self.charges and self.violations else ""
        return el(
            "li",
            el("strong", sign, self.head),
            el("ul", *lines) if lines else "",
            data_unit=self.unit.name,
            data_holds=None if whole else " ".join(self.holds),
            data_hex=hexed(self.unit.hex),
            data_facing=self.unit.facing,
            data_path=_hexes([*self.path, self.target]) if self.charges else None,
            data_offends=_hexes(each.hex for each in self.violations) if self.charges else None,
            data_front=_hexes(self.front),
            data_zone=_hexes(self.zone),
            data_letters=" ".join(f"{_hexes([at])}={name}" for at, name in added),
        )

    def __str__(self) -> str:
        """Return the answer as plain text."""
        whys = zip(self.violations, self.reasons, strict=True)
        return " ".join([self.head, *(f"{each.clause}: {why}" for each, why in whys), *self.more])


@checked
def verdict(board: Board, unit: str, way: Sequence[Hex] = ()) -> Verdict:
    """May a unit charge?

    Args:
        board: the map.
        unit: its name.
        way: the path that it wants to take and, last, its target. Without one the nearest enemy is
            charged that can be, by the shortest legal path; or, where none can be, the nearest
            enemy by the path that breaks the fewest rules. With the target alone, this target is.

    Raises:
        InvalidValue: no such unit, no enemy on the board, or a way that makes no sense.
    """
    placed = board.find(unit)
    enemies = dict.fromkeys(each.hex for each in board.enemies_of(placed.side))
    if not enemies:
        raise InvalidValue("board", unit, "a board with enemies of it")
    nearest = sorted(enemies, key=lambda at: distance(placed.hex, at))
    best = {at: _best(board, unit, at) for at in nearest}
    may = [at for at, (_, found) in best.items() if found == LEGAL]
    target = way[-1] if way else (*may, nearest[0])[0]
    if len(way) > 1 or target not in best:
        path = tuple(way[:-1])
        best[target] = path, judged(Declared(placed, path, target, board, Rulings()))
    path, (violations, unsaid) = best[target]
    others = tuple(at for at in may if at != target or violations)
    riders = (each for each in board.enemies_of(placed.side) if isinstance(each.unit, Cavalry))
    asking = ((each.name, _best(board, each.name, placed.hex)) for each in riders)
    by = tuple(name for name, (_, found) in asking if found == LEGAL)
    return Verdict(board, placed, path, target, violations, str(unsaid or ""), others, by)


@checked
def moved_on(board: Board, unit: str, way: Sequence[Hex] = ()) -> Iterator[Verdict]:
    """The same, asked of each free hex near by, and of each other facing here.

    A stack stays together.
    """
    placed = board.find(unit)
    if len(board.units_at(placed.hex)) > 1:
        return
    near = (at for at in board.terrain if 0 < distance(placed.hex, at) <= NEAR)
    moved = [board.moved(unit, at) for at in near if not board.units_at(at)]
    facings = range(6) if placed.facing is not None else ()
    turned = [board.moved(unit, placed.hex, each) for each in facings if each != placed.facing]
    for there in (*moved, *turned):
        yield verdict(there, unit, way[-1:])


def _best(board: Board, unit: str, target: Hex) -> tuple[tuple[Hex, ...], Judged]:
    """The path that breaks the fewest rules, the first of the shortest, and what it breaks."""
    charge = Declared(board.find(unit), (), target, board, Rulings())
    ways = ways_to(charge) if isinstance(charge.charger.unit, Cavalry) else ()
    found: list[tuple[tuple[Hex, ...], Judged]] = []
    for way in ways:
        found.append((way, judged(replace(charge, path=way))))
        if found[-1][1] == LEGAL:
            break
    return min(found or [((), judged(charge))], key=lambda each: len(each[1][0]))


def holding(clause: str) -> Html:
    """Return what holds where nothing offends against a clause, with the clause."""
    words = f"✓ {HOLDS[clause]} ", clause_link(clause), " "
    return el("span", *words, data_clause=clause)


def _hexes(several: Iterable[Hex]) -> str:
    return " ".join(map(hexed, several))
