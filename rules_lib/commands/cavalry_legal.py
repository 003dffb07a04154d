"""``cavalry-legal``: may this cavalry of Triumph & Glory charge, on the map as it is told?"""

import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.readings import read_by
from rules_lib.errors import InvalidValue
from rules_lib.words import Words

if TYPE_CHECKING:
    from rules_lib.triumph_and_glory.map.board import Placed
    from rules_lib.triumph_and_glory.map.hexes import Hex
    from rules_lib.triumph_and_glory.map.terrain import Terrain

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


def arguments(parser: ArgumentParser) -> None:
    """The charger, its path, its target, and all else that matters on the map."""
    parser.add_argument("--charger", required=True, metavar="UNIT", help=UNIT_HELP)
    parser.add_argument("--target", required=True, metavar="UNIT", help="the same; an enemy")
    parser.add_argument(
        "--path",
        required=True,
        metavar="HEXES",
        help="the one or two hexes of the path, without the start and the target: '1/0 1/1'. In a"
        " hex q/r, q grows to the east, r to the south-east",
    )
    for option, whose in (
        ("--enemy", "another enemy"),
        ("--friend", "another unit of the charger"),
    ):
        parser.add_argument(
            option, action="append", default=[], metavar="UNIT", help=f"{whose}; repeat it for each"
        )
    parser.add_argument("--ground", action="append", default=[], metavar="GROUND", help=GROUND_HELP)
    parser.add_argument(
        "--moved", action="store_true", help="it has moved in the movement phase of this turn"
    )


def run(options: Namespace) -> Answer:
    """The clauses that forbid it, or none."""
    from rules_lib.rulebook import catalog
    from rules_lib.triumph_and_glory import charge
    from rules_lib.triumph_and_glory.map.board import Board
    from rules_lib.triumph_and_glory.map.hexes import Hex, distance
    from rules_lib.triumph_and_glory.map.terrain import Terrain

    chosen = read_by(options, charge.Rulings)
    charger = _placed("--charger", options.charger, "A", "attacker")
    target = _placed("--target", options.target, "X", "defender")
    others = [
        _placed(option, text, f"{side} {number}", side)
        for option, side, texts in (
            ("--enemy", "defender", options.enemy),
            ("--friend", "attacker", options.friend),
        )
        for number, text in enumerate(texts, 1)
    ]
    path = _path(options.path)
    grounds = dict(map(_ground, options.ground))
    units = (charger, target, *others)
    hexes = (*(each.hex for each in units), *path, *grounds)
    radius = 1 + max(distance(Hex(0, 0), each) for each in hexes)
    board = Board.filled(Terrain("clear", 1), radius=radius, changes=grounds, units=units)
    rulings = chosen.of(charge.Rulings)
    try:
        found = charge.legality(
            charger.name, path, target.hex, board, rulings, has_moved=options.moved
        )
    except InvalidValue as error:
        if not error.field.startswith("path"):
            raise
        raise InvalidValue("--path", str(error.given), error.allowed) from None
    way = " and ".join(map(str, path))
    told = f"{charger.name} at {charger.hex} {'may not' if found else 'may'} charge {target.name}"
    lines = [f"{told} at {target.hex} over {way}."]
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
    return Answer(tuple(lines), data, chosen)


def _placed(option: str, text: str, name: str, side: str) -> "Placed":
    """A unit with its place; it has this name if it is given none."""
    from rules_lib.triumph_and_glory.charge.words import unit_of
    from rules_lib.triumph_and_glory.map.board import Placed

    own, colon, rest = text.rpartition(":")
    if colon and not own.strip():
        raise InvalidValue(option, text, "a name before the colon")
    words = Words(option, rest, UNIT_HELP)
    at, facing = words.match(r"at (\S+)"), words.number("facing #")
    if at is None:
        raise words.lacking("at 0/0")
    unit = unit_of(own.strip() or name, words, weighed=False)
    words.done()
    with words.blamed():
        return Placed(unit, _hex(option, at[1]), side, facing)


def _path(text: str) -> "tuple[Hex, ...]":
    parts = [each for each in text.replace(",", " ").split() if each]
    return tuple(_hex("--path", each) for each in parts)


def _hex(option: str, text: str) -> "Hex":
    from rules_lib.triumph_and_glory.map.hexes import Hex

    found = re.fullmatch(r"(-?[0-9]{1,3})/(-?[0-9]{1,3})", text)
    place = tuple(map(int, found.groups())) if found else ()
    if not place or max(map(abs, place)) > FARTHEST:
        raise InvalidValue(option, text, f"hexes q/r from -{FARTHEST} to {FARTHEST}, such as 1/0")
    return Hex(*place)


def _ground(text: str) -> "tuple[Hex, Terrain]":
    from rules_lib.triumph_and_glory.map.terrain import Terrain

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


COMMAND = Command(
    name="cavalry-legal",
    answers="May this cavalry of Triumph & Glory charge that target over these hexes? If not: which"
    " clauses forbid it, in which hex, and why?",
    notes="All hexes are clear and level unless --ground says otherwise. Sides of hexes that cost"
    " more, bridges, and lines of sight of your own use the library"
    " (rules_lib.triumph_and_glory.charge.legality).",
    examples={
        "cavalry-legal --charger 'heavy 5, at 0/0, facing 0' --target 'infantry 6, at 2/0'"
        " --path 1/0": "two hexes away, straight on",
        "cavalry-legal --charger 'heavy 5, disordered, at 0/0' --target 'infantry 6, at 2/0'"
        " --path 1/0 --ground 'woods 3, at 1/0' --moved": "four clauses forbid it",
    },
    keys={
        "legal": "whether it may charge",
        "forbidden_by": "the clauses that forbid it, each with its hex and the reason",
    },
    arguments=arguments,
    run=run,
)
