"""A board whose units can be asked: may it charge, why not, by which clause."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.display import Display
from rules_lib.notebook.markup import Html, Templates
from rules_lib.notebook.transcript import Transcript
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

from ..charge import Fate, Place, Situation, adjudicate
from ..charge.state import GONE
from ..map.board import Board, Placed, Terrain
from ..map.hexes import Hex
from ..units import Cavalry, Infantry, Order
from .hexes import SIDES, HexMap, board_map, side_of_map
from .scenes import tell_charge
from .signs import Mark, Move, connected
from .verdicts import HOLDS, Verdict, Ways, holding, lettered, moved_on, verdict

ALL = "Guess first: what do the rules say of each?"

_HTML: Final = Templates("charges.html", __package__)

BESIDE = frozenset({Place.NEXT_TO_TARGET, Place.RECALLED, Place.HALTED})
"""Where a charger stands at the end of its path."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A charge on the map.

    Attributes:
        stages: the map before the first die, and after each.
        told: the charge, line by line.
        fates: what has become of each unit in the end.
    """

    stages: tuple[HexMap, ...]
    told: Transcript
    fates: Mapping[str, Fate]

    def parts(self) -> Html:
        """A fold with the end and all lines, and the maps that a script shows beside them."""
        gone = [f"{name} {fate}" for name, fate in self.fates.items() if fate.place in GONE]
        return _HTML(
            "walk",
            end=f"At the end. Off the map: {', '.join(gone)}." if gone else "At the end:",
            last=self.stages[-1].svg,
            told=self.told._repr_html_(),
            stages=[each.svg for each in self.stages],
        )


@dataclass(frozen=True, slots=True)
class ChargeMap(Display):
    """A map whose units can be asked, and below it what the rules say of each.

    Attributes:
        drawing: the map.
        asked: what is said of each unit, by its name.
        moved: what would be said of it in a hex near by.
        written: the letters on the map.
        label: what stands above the list of all answers.
        walk: the charge step by step, if it is told.
    """

    drawing: HexMap
    asked: Mapping[str, Verdict]
    moved: tuple[Verdict, ...]
    written: Mapping[Hex, str]
    label: str
    walk: Walk | None = None

    def _repr_html_(self) -> Html:
        title, svg, below = self.drawing.parts
        tall = " rb-tall" * (self.drawing.height > self.drawing.width)
        return _HTML(
            "charges",
            kind=f"rb-map rb-charges{tall}",
            title=title,
            svg=svg,
            below=below,
            walked=self.walk.parts() if self.walk else "",
            label=self.label,
            answers=[each.item(self.written) for each in self.asked.values()],
            holds=map(holding, HOLDS),
            near=[each.item(self.written, whole=False) for each in self.moved],
        )

    def __str__(self) -> str:
        """Return the answers as plain text."""
        walked = [str(self.walk.stages[-1]), str(self.walk.told)] if self.walk else []
        return "\n".join([self.drawing.alt, *map(str, self.asked.values()), *walked])


@checked
def charge_map(
    board: Board,
    ways: Ways,
    title: str,
    *,
    sides: tuple[str, str] = SIDES,
    label: str = ALL,
    alt: str = "",
    legend: bool = False,
) -> ChargeMap:
    """A board with the ways that its chargers want to take; every unit can be asked.

    Args:
        board: the map with its units.
        ways: for each charger its path and, last, its target. Units without one are judged by
            the best that they can do.
        title: the question that the map answers.
        sides: the names of the sides on the board, the attacker’s first.
        label: what stands above the list of all answers.
        alt: what else the text alternative says.
        legend: whether the signs are explained below the map.

    Raises:
        InvalidValue: an empty way, or one that makes no sense on this board.
    """
    for name, way in ways.items():
        if not way:
            raise InvalidValue(f"way of {name!r}", way, "a path, and a target at its end")
        board.find(name)
    found = {each.name: verdict(board, each.name, ways.get(each.name, ())) for each in board.units}
    offends = [each.hex for name in ways for each in found[name].violations]
    letters = lettered(board, offends)
    asked = {name: _lettered(each, letters) for name, each in found.items()}
    moved = (
        _lettered(each, letters)
        for name, first in found.items()
        if first.charges
        for each in moved_on(board, name, ways.get(name, ()))
    )
    targets: dict[Hex, Mark] = {way[-1]: "target" for way in ways.values()}
    moves = []
    for number, (name, way) in enumerate(ways.items(), 1):
        rider = board.find(name)
        if connected(rider.hex, *way):
            numbered = number if len(ways) > 1 else None
            moves.append(Move((rider.hex, *way), side_of_map(rider.side, sides), numbered))
    drawing = board_map(
        board,
        title=title,
        alt=" ".join([*filter(None, [alt]), *(str(asked[name]) for name in (ways or found))]),
        marks={**targets, **dict.fromkeys(offends, "offends")},
        labels=letters,
        moves=moves,
        legend=legend,
        sides=sides,
    )
    return ChargeMap(drawing, FrozenMap(asked), tuple(moved), FrozenMap(letters), label)


def _lettered(found: Verdict, base: Mapping[Hex, str]) -> Verdict:
    """With the letters of the map, and further ones for what else this answer names."""
    more = lettered(found.board, [*base, *(each.hex for each in found.violations)])
    return replace(found, letters=FrozenMap({**more, **base}))


@checked
def walk_charge(
    board: Board,
    ways: Ways,
    situation: Situation,
    dice: Sequence[int],
    decisions: Mapping[str, str | bool],
    later: Mapping[int, Mapping[str, Hex]],
    title: str,
) -> ChargeMap:
    """A board that can be asked, and its charge step by step, the map beside each die.

    Args:
        board: the map before the charge.
        ways: for each charger its path and, last, its target.
        situation: the charge, as it was declared.
        dice: what was rolled, in the order of the steps.
        decisions: what both sides have decided.
        later: after how many dice a unit goes to a hex to which its way does not lead.
        title: the question above the map.

    Raises:
        InvalidValue: dice or decisions that do not fit the charge.
    """
    told = adjudicate(situation, dice, decisions)
    stages = []
    for count in range(len(dice) + 1):
        now = adjudicate(situation, dice[:count], decisions)
        moved = {
            name: at
            for after in sorted(later)
            if after <= count
            for name, at in later[after].items()
        }
        stages.append(stage(board, ways, now.fates, moved, f"After {count} dice"))
    asked = charge_map(board, ways, title, legend=True)
    return replace(asked, walk=Walk(tuple(stages), tell_charge(told, title), told.fates))


def stage(
    board: Board, ways: Ways, fates: Mapping[str, Fate], later: Mapping[str, Hex], title: str
) -> HexMap:
    """The map when the units have come so far."""
    units = []
    for each in board.units:
        fate = fates.get(each.name)
        if fate is None or fate.place in GONE:
            continue
        beside = ways[each.name][-2] if each.name in ways and fate.place in BESIDE else each.hex
        at = later.get(each.name, beside)
        units.append(replace(each, hex=at, unit=each.unit.ordered(fate.order)))
    alt = "; ".join(f"{name} {fate}" for name, fate in fates.items())
    return board_map(replace(board, units=units), title=title, alt=f"{alt}.", legend=False)


PATHS: Final[Ways] = FrozenMap(
    {"Petit": (Hex(2, 1), Hex(3, 1)), "Duval": (Hex(1, 1), Hex(2, 1), Hex(3, 1))}
)
"""The ways of the riders of the story to its regiment."""


def muster() -> Board:
    """The regiment of the story, a wood, and the cavalry that wants it."""
    riders = {"Duval": (Hex(0, 1), True), "Petit": (Hex(1, 0), False), "Remy": (Hex(0, 2), True)}
    units = [Placed(Infantry("Orlov", 5, 4, 4), Hex(3, 1), "defender", 3)]
    for name, (at, heavy) in riders.items():
        order = Order.DISORDERED if name == "Remy" else Order.GOOD
        units.append(Placed(Cavalry(name, 5, 4, 4, order, heavy=heavy), at, "attacker", 5))
    ground = {Hex(2, 0): Terrain("woods", 2)}
    return Board.filled(Terrain("clear", 1), width=5, height=3, changes=ground, units=units)


def regiment() -> ChargeMap:
    """The same, to ask who may charge."""
    return charge_map(muster(), {}, "Who may charge Orlov?", legend=True)
