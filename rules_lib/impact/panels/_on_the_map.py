"""Situations of the cavalry charge that are read off a map: R-N5 and R-N18."""

from rules_lib.impact.model import Situation, Value
from rules_lib.impact.panels._charges import chance, driven_out, foot, heavy
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Attack, Stack, Target
from rules_lib.triumph_and_glory.charge.from_map.fronts import side_towards
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

A = heavy("A")
FROM = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def _from_side(direction: int, target: Infantry | Cavalry, kind: str) -> Situation:
    home, facing = Hex(0, 0), 0

    def leaves(rulings: charge.Rulings) -> Value:
        other = home.neighbours[direction]
        through = side_towards(home, facing, other, rulings)
        attack = Attack((Stack((A,), through=through),), (Target((target,)),))
        return chance((attack,), driven_out, rulings)

    name = f"{kind}, charged from the {FROM[direction]} hex clockwise from where it faces"
    return Situation(name, leaves)


CLEAR, MARSH = Terrain("clear", 1), Terrain("marsh", 3)

HOME, AHEAD, TWO_AWAY, THREE_AWAY = Hex(0, 0), Hex(1, 0), Hex(2, 0), Hex(3, 0)

LANCERS = Placed(Cavalry("Lancers", 5), Hex(2, -1), "Russian", 2)
"""Cavalry with the hex ahead in its front, which no charge may pass."""


def _ways(name: str, target: Hex, marsh: bool = False, *others: Placed) -> Situation:
    units = (Placed(A, HOME, "French"), Placed(foot(), target, "Russian"), *others)
    changes = {AHEAD: MARSH} if marsh else {}
    board = Board.filled(CLEAR, radius=4, changes=changes, units=units)

    def ways(rulings: charge.Rulings) -> str:
        found = {each.hexes for each in charge.paths("A", target, board, rulings)}
        return f"{len(found) or 'no'} way{'s' * (len(found) != 1)} to charge"

    return Situation(name, ways)


SIDES = tuple(
    _from_side(direction, target, kind)
    for target, kind in ((foot(), "infantry 6"), (heavy("Y", 6), "heavy 6"))
    for direction in range(6)
)

WAYS = (
    _ways("target two hexes away, open ground", TWO_AWAY),
    _ways("target two hexes away, marsh on the straight way", TWO_AWAY, True),
    _ways("target two hexes away, lancers watch the straight way", TWO_AWAY, False, LANCERS),
    _ways("target three hexes away, open ground", THREE_AWAY),
)
