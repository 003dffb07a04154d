"""Which charges are legal: each clause by hand, and all of them against a second statement."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge import Intent
from rules_lib.triumph_and_glory.charge.from_map.legality import Violation, legality, paths
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Cavalry, Infantry
from tests.in_turn import in_turn

CLEAR = Terrain("clear", 1)
HOME, NEAR, MIDDLE, TARGET = Hex(0, 0), Hex(1, 0), Hex(2, 0), Hex(3, 0)
STRAIGHT = [NEAR, MIDDLE]
HUSSARS = Placed(Cavalry("Hussars", 5), HOME, "French")
GUARD = Placed(Infantry("Guard", 6), TARGET, "Russian")


def field(*more: Placed, charger: Placed = HUSSARS, enemy: Placed = GUARD, **given: Any) -> Board:
    return Board.filled(CLEAR, radius=5, units=[charger, enemy, *more], **given)


def found(violations: Iterable[Violation]) -> list[tuple[str, Hex]]:
    return [(each.clause, each.hex) for each in violations]


def charge(board: Board, path: Iterable[Hex] = STRAIGHT, **given: Any) -> list[tuple[str, Hex]]:
    violations = legality("Hussars", path, TARGET, board, **given)
    for each in violations:
        assert each == each.clause
        assert str(each.hex) in each.why
        assert each.why.endswith(".")
    return found(violations)


@pytest.mark.rule("TG-9.81-1")
def test_a_wrong_turn_names_its_hex() -> None:
    board = field(charger=Placed(HUSSARS.unit, HOME, "French", 0))
    assert charge(board, facings=[0, 0]) == []
    assert charge(board, facings=[2, 1]) == [("TG-9.81-1", NEAR), ("TG-9.81-1", MIDDLE)]
    assert charge(board, facings=[1, 5]) == [("TG-9.81-1", MIDDLE)]
    first, second = legality("Hussars", STRAIGHT, TARGET, board, facings=[3, 1])
    assert first.why == "At (1, 0) it turns 3 corners, from facing 0 to 3."
    assert second.why == (
        "At (2, 0) it turns 2 corners, from facing 3 to 1. "
        "With facing 1, it has the target at (3, 0) not in front at (2, 0)."
    )


BAD: list[tuple[str, str, Callable[[], object]]] = [
    ("unit", "'Nobody'", lambda: legality("Nobody", STRAIGHT, TARGET, field())),
    ("unit", "as it stands", lambda: legality(Cavalry("Hussars", 4), STRAIGHT, TARGET, field())),
    ("path[0]", "hex of the board", lambda: charge(field(), [Hex(9, 0)])),
    ("target", "with enemies", lambda: legality("Hussars", [NEAR], MIDDLE, field())),
    ("target", "with enemies", lambda: legality("Hussars", [NEAR], HOME, field())),
    ("target", "hex of the board", lambda: legality("Hussars", [NEAR], Hex(9, 0), field())),
    ("target", "hex of the board", lambda: paths("Hussars", Hex(9, 0), field())),
    ("unit", "'Nobody'", lambda: paths("Nobody", TARGET, field())),
    ("facings", "has no facing", lambda: charge(field(), facings=[0, 0])),
]
TURNED = field(charger=Placed(HUSSARS.unit, HOME, "French", 0))
BAD += [
    ("facings", "2 of them", lambda: charge(TURNED, facings=[0])),
    ("facings[1]", "0 to 5", lambda: charge(TURNED, facings=[0, 6])),
    ("facings[0]", "a whole number", lambda: charge(TURNED, facings=[True, 0])),
    ("facings[1]", "0 to 5", lambda: Intent(("Hussars",), TARGET, (NEAR, MIDDLE), (0, 6))),
]


@in_turn(("name", "part", "call"), BAD)
def test_nonsense_is_refused_where_it_stands(
    name: str, part: str, call: Callable[[], object]
) -> None:
    with pytest.raises(InvalidValue) as error:
        call()
    assert str(error.value).startswith(f"{name}: ")
    assert part in str(error.value)
    assert len(str(error.value)) < 400
