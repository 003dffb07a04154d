"""A board whose units can be asked: may it charge, why not, by which clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from rules_lib.errors import InvalidValue
from rules_lib.presentation.display import Display
from rules_lib.presentation.hexes import Move
from rules_lib.presentation.hexes.model import Mark, hexed
from rules_lib.presentation.hexes.whole import HexMap
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.markup import Html, el, markup
from rules_lib.presentation.triumph_and_glory.maps import (
    SIDES,
    Gallery,
    board_map,
    called,
    connected,
    lettered,
    side_by_side,
    side_of_map,
)
from rules_lib.presentation.triumph_and_glory.verdicts import Verdict, Ways, moved_on, verdict
from rules_lib.triumph_and_glory.charge import Charge, Rulings
from rules_lib.triumph_and_glory.charge.from_map.legality import (
    DEAREST,
    FARTHEST,
    LONGEST_PATH,
    NEAREST,
)
from rules_lib.triumph_and_glory.charge.state import GONE
from rules_lib.triumph_and_glory.map.board import Board
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

ASK = "Tap a unit: may it charge? Then tap a free hex near it, drag it, or use the arrow keys."
ALL = "Guess first: what do the rules say of each?"

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
class Asked:
    """What is said of one unit: a verdict, its hexes called as on the map.

    Attributes:
        verdict: what the engine says.
        letters: the hexes that are named by a letter.
        rulings: how the open rules are read.
    """

    verdict: Verdict
    letters: Mapping[Hex, str]
    rulings: Rulings

    @property
    def head(self) -> str:
        """The answer in a sentence."""
        asked = self.verdict
        name, target = asked.unit.name, self._there(asked.target)
        if not asked.charges:
            return f"{name} cannot charge."
        if asked.unsaid and not asked.violations:
            return f"{name} charges {target}: the source does not say."
        return f"{name} {'may' if asked.legal else 'may not'} charge {target}."

    @property
    def reasons(self) -> tuple[str, ...]:
        """For each violation a sentence."""
        board = self.verdict.board
        return tuple(called(each.why, board, self.letters) for each in self.verdict.violations)

    @property
    def more(self) -> tuple[str, ...]:
        """Whom else it may charge, and who may charge it."""
        asked, again = self.verdict, ""
        others = [self._there(at) for at in asked.others if at != asked.target]
        if len(others) < len(asked.others):
            again = f"By another path it may charge {self._there(asked.target)}."
        also = f"It may also charge {' or '.join(others)}." if others else ""
        by = f"It may be charged by {' or '.join(asked.by)}." if asked.by else ""
        return tuple(filter(None, (asked.unsaid, again, also, by)))

    def _there(self, at: Hex) -> str:
        return " and ".join(each.name for each in self.verdict.board.units_at(at))

    @property
    def holds(self) -> dict[str, str]:
        """What holds, by clause; nothing is said of a unit that cannot charge."""
        broken = {each.clause for each in self.verdict.violations}
        open_question = {"TG-9.81c"} if self.verdict.unsaid else set()
        keys = [key for key in HOLDS if key not in broken | open_question]
        return {key: HOLDS[key] for key in keys if self.verdict.charges}

    def item(self, written: Mapping[Hex, str]) -> Html:
        """The answer as an entry of the list, with the hexes that a script lights up.

        Letters that are ``written`` on the map need not be added.
        """
        asked = self.verdict
        names = {each.hex: self.letters.get(each.hex, "") for each in asked.violations}
        added = [(at, name) for at, name in names.items() if name and at not in written]
        whys = zip(asked.violations, self.reasons, strict=True)
        lines = [el("li", "✗ ", why, " ", _clause(each.clause)) for each, why in whys]
        good = [el("span", "✓ ", why, " ", _clause(key)) for key, why in self.holds.items()]
        lines += [el("li", markup(chain.from_iterable((each, " ") for each in good)))] * bool(good)
        lines += [el("li", each) for each in self.more]
        sign = "✓ " if asked.legal else "✗ " if asked.charges and asked.violations else ""
        return el(
            "li",
            el("strong", sign, self.head),
            el("ul", *lines) if lines else "",
            data_unit=asked.unit.name,
            data_hex=hexed((asked.unit.hex.q, asked.unit.hex.r)),
            data_path=_hexes([*asked.path, asked.target]) if asked.charges else None,
            data_offends=_hexes(each.hex for each in asked.violations) if asked.charges else None,
            data_front=_hexes(asked.front(self.rulings)),
            data_zone=_hexes(asked.zone),
            data_letters=" ".join(f"{_hexes([at])}={name}" for at, name in added),
        )

    def __str__(self) -> str:
        """Return the answer as plain text."""
        whys = zip(self.verdict.violations, self.reasons, strict=True)
        return " ".join([self.head, *(f"{each.clause}: {why}" for each, why in whys), *self.more])


@dataclass(frozen=True, slots=True)
class ChargeMap(Display):
    """A map whose units can be asked, and below it what the rules say of each.

    Attributes:
        drawing: the map.
        asked: what is said of each unit, by its name.
        moved: what would be said of it in a hex near by.
        written: the letters on the map.
        label: what stands above the list of all answers.
    """

    drawing: HexMap
    asked: Mapping[str, Asked]
    moved: tuple[Asked, ...]
    written: Mapping[Hex, str]
    label: str

    def _repr_html_(self) -> Html:
        title, svg, below = self.drawing.parts
        answers = el(
            "ul", *(each.item(self.written) for each in self.asked.values()), class_="rb-asked"
        )
        everywhere = el("template", *(each.item(self.written) for each in self.moved))
        fold = el("details", el("summary", self.label), answers, class_="rb-reveal")
        parts = title, el("p", ASK, class_="rb-ask"), svg, below, fold, everywhere
        tall = " rb-tall" * (self.drawing.height > self.drawing.width)
        return el("figure", *parts, class_=f"rb-map rb-charges{tall}")

    def __str__(self) -> str:
        """Return the answers as plain text."""
        return "\n".join([self.drawing.alt, *map(str, self.asked.values())])


@checked
def charge_map(
    board: Board,
    ways: Ways,
    title: str,
    *,
    rulings: Rulings = Rulings(),
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
        rulings: how the open rules are read.
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
    found = {
        each.name: verdict(board, each.name, rulings, ways.get(each.name, ()))
        for each in board.units
    }
    offends = [each.hex for name in ways for each in found[name].violations]
    letters = lettered(board, offends)
    asked = {name: Asked(each, _letters(each, letters), rulings) for name, each in found.items()}
    moved = (
        Asked(each, _letters(each, letters), rulings)
        for name, first in found.items()
        if first.charges
        for each in moved_on(board, name, rulings, ways.get(name, ()))
    )
    targets: dict[Hex, Mark] = {way[-1]: "target" for way in ways.values()}
    drawing = board_map(
        board,
        title=title,
        alt=" ".join([*filter(None, [alt]), *(str(asked[name]) for name in (ways or found))]),
        marks={**targets, **dict.fromkeys(offends, "offends")},
        labels=letters,
        moves=_moves(board, ways, numbered=len(ways) > 1),
        legend=legend,
        sides=sides,
    )
    return ChargeMap(drawing, FrozenMap(asked), tuple(moved), FrozenMap(letters), label)


def _letters(found: Verdict, base: Mapping[Hex, str]) -> dict[Hex, str]:
    """The letters of the map, and further ones for what else this answer names."""
    more = lettered(found.board, [*base, *(each.hex for each in found.violations)])
    return {**{at: letter for at, letter in more.items() if at not in base}, **base}


def _clause(clause: str) -> Html:
    return el("a", clause, href=rule_link(clause), class_="rb-clause")


def _hexes(several: Iterable[Hex]) -> str:
    return " ".join(hexed((at.q, at.r)) for at in several)


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
