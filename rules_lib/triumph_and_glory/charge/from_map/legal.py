"""What is told of whether cavalry may charge on a map."""

import re
from dataclasses import dataclass

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import catalog
from rules_lib.system.inputs import said
from rules_lib.system.report import Report
from rules_lib.system.situation import Situation
from rules_lib.system.system import Question
from rules_lib.text.files import located
from rules_lib.text.parser import Words

from ...map.board import Board, Placed, Terrain
from ...map.hexes import Hex, distance
from ..rulings import Rulings
from ..situation import unit_of
from .legality import legality

FARTHEST = 40
"""Coordinates go from minus this to this."""

UNIT_HELP = (
    "a unit as in the command cavalry, its hex, and which corner it faces, 0 to 5 clockwise from"
    " the east-south-east: 'heavy 5, at 0/0, facing 0'; its strength is not needed"
)
GROUND_HELP = (
    "ground that is not clear, which costs 1 movement point: its kind, its cost (- if cavalry must"
    " not enter) and its hex: 'woods 2, at 1/0'; then: level 2. The rules know marsh, woods,"
    " village, castle, redoubt"
)


@dataclass(frozen=True, slots=True)
class Asked(Situation):
    """The charger, its path, its target, and all else that matters on the map."""

    charger: str = said(UNIT_HELP, metavar="UNIT")
    target: str = said("the same; an enemy", metavar="UNIT")
    path: str = said(
        "the one or two hexes of the path, without the start and the target: '1/0 1/1'. In a hex"
        " q/r, q grows to the east, r to the south-east",
        metavar="HEXES",
    )
    enemy: tuple[str, ...] = said("another enemy; repeat it for each", (), metavar="UNIT")
    friend: tuple[str, ...] = said(
        "another unit of the charger; repeat it for each", (), metavar="UNIT"
    )
    ground: tuple[str, ...] = said(GROUND_HELP, (), metavar="GROUND")
    moved: bool = said("it has moved in the movement phase of this turn", False)


def _told(asked: Asked, _: tuple[str, ...]) -> Report:
    """The clauses that forbid it, or none."""
    told = [
        ("--charger", "attacker", "A", asked.charger),
        ("--target", "defender", "X", asked.target),
        *(("--enemy", "defender", f"defender {n}", e) for n, e in enumerate(asked.enemy, 1)),
        *(("--friend", "attacker", f"attacker {n}", e) for n, e in enumerate(asked.friend, 1)),
    ]
    typed = [(_placed(option, text, name, side), option) for option, side, name, text in told]
    units = [each for each, _ in typed]
    charger, target = units[:2]
    path = tuple(_hex("--path", each) for each in asked.path.replace(",", " ").split())
    grounds = dict(map(_ground, asked.ground))
    hexes = (*(each.hex for each in units), *path, *grounds)
    radius = max(distance(Hex(0, 0), each) for each in hexes)
    try:
        board = Board.filled(Terrain("clear", 1), radius=radius, changes=grounds, units=units)
        found = legality(
            charger.name, path, target.hex, board, asked.house.of(Rulings), has_moved=asked.moved
        )
    except InvalidValue as error:
        if error.field.startswith("path"):
            raise InvalidValue("--path", str(error.given), error.allowed) from None
        at_fault = dict.fromkeys(
            option
            for each, option in typed
            if repr(each.name) in error.field or f"at {each.hex}" in error.field
        )
        if not at_fault:
            raise
        with located(" and ".join(at_fault)):
            raise
    may = f"{charger.name} at {charger.hex} {'may not' if found else 'may'} charge {target.name}"
    lines = [f"{may} at {target.hex} over {' and '.join(map(str, path))}."]
    lines += [
        f"  {each.clause}  {catalog().clauses[each.clause].title}: {each.why}" for each in found
    ]
    data = {
        "legal": not found,
        "forbidden_by": [
            {"clause": each.clause, "hex": [each.hex.q, each.hex.r], "why": each.why}
            for each in found
        ],
    }
    return Report(tuple(lines), data)


def _placed(option: str, text: str, name: str, side: str) -> Placed:
    """A unit with its place; it has this name if it is given none."""
    own, colon, rest = text.rpartition(":")
    if colon and not own.strip():
        raise InvalidValue(option, text, "a name before the colon")
    words = Words(option, rest, UNIT_HELP)
    at, facing = words.match(r"at (\S+)"), words.number("facing #")
    if at is None:
        raise words.lacking("at 0/0")
    unit = unit_of(own.strip() or name, words, weighed=False)
    with words.blamed():
        return Placed(unit, _hex(option, at[1]), side, facing)


def _hex(option: str, text: str) -> Hex:
    found = re.fullmatch(r"(-?[0-9]{1,3})/(-?[0-9]{1,3})", text)
    place = tuple(map(int, found.groups())) if found else ()
    if not place or max(map(abs, place)) > FARTHEST:
        raise InvalidValue(option, text, f"hexes q/r from -{FARTHEST} to {FARTHEST}, such as 1/0")
    return Hex(*place)


def _ground(text: str) -> tuple[Hex, Terrain]:
    words = Words("--ground", text, GROUND_HELP)
    kind, _, cost = words.first().rpartition(" ")
    at, level = words.match(r"at (\S+)"), words.number("level #")
    if not kind or not (cost == "-" or (cost.isascii() and cost.isdigit() and len(cost) < 4)):
        raise words.refused(text)
    if at is None:
        raise words.lacking("at 0/0")
    with words.blamed():
        ground = Terrain(kind.lower(), None if cost == "-" else int(cost), level or 0)
    return _hex("--ground", at[1]), ground


QUESTION = Question(
    name="cavalry-legal", asked=Asked, rulings=(Rulings,), counted=_told, home=__name__
)
