"""The record of the example, beside what the source prints, typed once more."""

from itertools import pairwise

from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.triumph_and_glory.map.hexes import Hex, distance


def test_the_units() -> None:
    """French A 3, B 4, C 4; Russian Y 6, in disorder 5, and Z 5."""
    french = [(each.name, each.cohesion, each.target) for each in record.CHARGERS]
    assert french == [("A", 3, "Y"), ("B", 4, "Y"), ("C", 4, "Z")]
    russian = [(each.name, each.cohesion, each.disordered) for each in record.DEFENDERS]
    assert russian == [("Y", 6, 5), ("Z", 5, None)]
    assert record.HEAVY_AMONG == ("A", "B")


def test_the_checks() -> None:
    """Who rolls, the last face that passes, and whether it came."""
    assert [(each.key, each.who, each.highest, each.passed) for each in record.ROLLS] == [
        ("commitment A", "A", 3, True),
        ("commitment B", "B", 4, True),
        ("commitment C", "C", 4, True),
        ("square Y", "Y", 6, False),
        ("square Z", "Z", 5, True),
        ("recall after square C", "C", 4, False),
    ]
    last = record.RETREAT_CHECK
    assert (last.key, last.who, last.highest, last.passed) == ("retreat check C", "C", 4, None)


def test_the_fights() -> None:
    """+4 +3 −1 +1 = +7, more than 10; −1 −2 −1 +1 = −3, a 2."""
    y, z = record.FIGHT_OVER_Y, record.FIGHT_OVER_Z
    assert dict(y.modifiers) == {
        "strength ratio": 4,
        "charge": 3,
        "cohesion difference": -1,
        "clear terrain": 1,
        "position": 0,
    }
    assert dict(z.modifiers) == {
        "strength ratio": -1,
        "charge at a square": -2,
        "cohesion difference": -1,
        "clear terrain": 1,
        "position": 0,
    }
    assert (y.key, y.attackers, y.defender, y.total) == ("fight A", ("A", "B"), "Y", 7)
    assert (z.key, z.attackers, z.defender, z.total) == ("fight C", ("C",), "Z", -3)
    for fight in (y, z):
        assert sum(dict(fight.modifiers).values()) == fight.total
    assert (y.lowest, y.highest, y.row) == (11, None, 10)
    assert (z.lowest, z.highest, z.row) == (2, 2, None)
    assert y.effects == {"defenders disordered", "defenders retreat", "pursuit"}
    assert z.effects == {"attackers disordered", "attackers check"}
    assert (y.where, z.where) == ("the fight over Y", "the fight over Z")


def test_the_references() -> None:
    """From which clause to which rule, in the order of the text."""
    assert [(each.clause, each.cited) for each in record.REFERENCES] == [
        ("TG-9.71b", "9.73"),
        ("TG-9.73c", "9.78"),
        ("TG-9.81-4", "9.85"),
        ("TG-9.81-4", "9.86"),
        ("TG-9.81-5", "9.82"),
        ("TG-9.81-6", "9.82"),
        ("TG-9.81-7", "9.83"),
        ("TG-9.81-8", "9.87"),
        ("TG-9.81-9", "9.84"),
        ("TG-9.82", "9.71"),
        ("TG-9.87b", "9.71"),
        ("TG-9.87d", "9.84"),
    ]
    assert set(record.REFERENCES_BEYOND) == {
        *("8.6", "9.1", "9.22", "9.31", "9.32", "9.4", "9.62", "9.66")
    }


def test_the_map_of_our_own_lets_the_example_happen() -> None:
    """Three hexes to go for each, all on the board, and each path ends beside its target."""
    for unit in record.CHARGERS:
        start, path, target = (
            scene.STARTS[unit.name],
            scene.PATHS[unit.name],
            scene.TARGETS[unit.target],
        )
        assert distance(start, target) == 3
        way = [start, *path, target]
        assert [distance(a, b) for a, b in pairwise(way)] == [1, 1, 1]
        assert all(each in scene.board().terrain for each in way)
    assert scene.board().terrain_at(Hex(6, 0)) == scene.CLEAR
    assert len(scene.board().terrain) == 1 + 3 * 6 * 7  # six hexes around the middle one
