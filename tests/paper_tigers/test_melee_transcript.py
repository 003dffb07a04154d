"""Whole transcripts of melees, word for word, with their headings."""

from typing import Any

import pytest

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee import HitsToRemove, Rulings
from tests.in_turn import in_turn
from tests.oracles.translate import Unit, unit

FIVE_THREE = HitsToRemove(infantry=5, small_team=3)


def transcript(
    attacker: Unit, defender: Unit, rolls: list[tuple[int, ...]], **rulings: Any
) -> list[str]:
    told = melee.adjudicate(attacker, defender, rolls, Rulings(**rulings), complete=False)
    assert all(step.clauses for step in told.steps)
    return [line.strip() for line in str(told).splitlines()]


@pytest.mark.rule("PT-M8", "PT-M9", "PT-M11", "PT-M12", "PT-M16", "PT-M17", "PT-M18", "R-M2")
def test_a_draw_and_a_decision() -> None:
    """Both are hit and shaken once; the loser's third hit is one more than it takes."""
    assert transcript(unit("red 8"), unit("black 7"), [(10, 10), (14, 9)]) == [
        "Exchange 1 [PT-M8]",
        "Attacker rolls 10 with 3 dice. It reaches its red 8 and scores a hit. [PT-M9]",
        "Defender rolls 10 with 2 dice. It reaches its black 7 and scores a hit. [PT-M9]",
        "The totals are equal. The exchange is drawn. [PT-M11]",
        "Attacker now has 1 hit. [PT-M9]",
        "Defender now has 1 hit. [PT-M9]",
        "Attacker is shaken: subtract 2 from the next exchange on. [PT-M18, R-M2]",
        "Defender is shaken: subtract 2 from the next exchange on. [PT-M18, R-M2]",
        "Exchange 2 [PT-M8]",
        "Attacker rolls 14 with 3 dice, minus 2 is 12."
        " It reaches its red 8 and scores a hit. [PT-M12, PT-M9]",
        "Defender rolls 9 with 2 dice, minus 2 is 7."
        " It reaches its black 7 and scores a hit. [PT-M12, PT-M9]",
        "Attacker reaches its card with the higher total and wins the exchange. [PT-M10]",
        "Defender takes one more hit for losing the exchange. [PT-M16, R-M1]",
        "Attacker now has 2 hits. [PT-M9]",
        "Defender now has 3 hits. 2 are enough to remove it. [PT-M9, PT-M16]",
        "Both units are removed. [PT-M14, PT-M17]",
    ]


@pytest.mark.rule("PT-M11", "PT-M12", "PT-M18", "R-M9")
def test_a_melee_that_goes_on_and_tells_only_what_is_new() -> None:
    """Nobody is hit in the first exchange; who was shaken in the second stays so in the third."""
    rolls: list[tuple[int, ...]] = [(4, 4), (10, 4), (7, 4)]
    assert transcript(unit("red 9"), unit("black 7"), rolls, hits_to_remove=3) == [
        "Exchange 1 [PT-M8]",
        "Attacker rolls 4 with 3 dice. It misses its red 9. [PT-M9]",
        "Defender rolls 4 with 2 dice. It misses its black 7. [PT-M9]",
        "The totals are equal. The exchange is drawn. [PT-M11]",
        "Exchange 2 [PT-M8]",
        "Attacker rolls 10 with 3 dice. It reaches its red 9 and scores a hit. [PT-M9]",
        "Defender rolls 4 with 2 dice. It misses its black 7. [PT-M9]",
        "Attacker reaches its card with the higher total and wins the exchange. [PT-M10]",
        "Defender takes one more hit for losing the exchange. [PT-M16, R-M1]",
        "Defender now has 2 hits. [PT-M9, PT-M16]",
        "Defender is shaken: subtract 2 from the next exchange on. [PT-M12]",
        "Exchange 3 [PT-M8]",
        "Attacker rolls 7 with 3 dice. It misses its red 9. [PT-M9]",
        "Defender rolls 4 with 2 dice, minus 2 is 2. It misses its black 7. [PT-M12, PT-M9]",
        "Neither side both reaches its card and has the higher total."
        " The exchange is drawn. [PT-M11]",
        "The melee goes on. [PT-M11]",
    ]


@pytest.mark.rule("R-M9", "PT-M17")
@pytest.mark.parametrize(
    ("hits", "clauses"),
    [(2, "PT-M17"), (3, "PT-M17, R-M9"), (HitsToRemove(2, 2), "PT-M17, R-M9")],
    ids=str,
)
def test_any_number_of_hits_but_two_is_a_reading(hits: int | HitsToRemove, clauses: str) -> None:
    told = transcript(unit("red 9"), unit("black 7", hits=1), [(12, 4)], hits_to_remove=hits)
    assert told[-1] == f"Defender is removed. Attacker is the only unit left. [{clauses}]"


@pytest.mark.rule("R-M9")
@pytest.mark.parametrize(
    ("attacker_hits", "defender_hits", "told"),
    [
        # Each unit has a limit of its own: here the team is removed, and the infantry stands.
        (2, 1, ["Attacker now has 3 hits. [PT-M9]",
                "Defender now has 3 hits. [PT-M9, PT-M16]"]),
        (4, 2, ["Attacker now has 5 hits. [PT-M9]",
                "Defender now has 4 hits. 3 are enough to remove it. [PT-M9, PT-M16]"]),
    ],
)  # fmt: skip
def test_hits_beyond_those_that_remove_the_unit(
    attacker_hits: int, defender_hits: int, told: list[str]
) -> None:
    infantry = unit("red 3", hits=attacker_hits)
    team = unit("black 4", small_team=True, hits=defender_hits)
    steps = transcript(infantry, team, [(18, 12)], hits_to_remove=FIVE_THREE)
    assert [step for step in steps if "now has" in step] == told


@pytest.mark.rule("PT-M16", "R-M9")
def test_an_attacker_that_is_hit_more_often_than_it_can_bear() -> None:
    infantry, team = unit("red 12", hits=4), unit("black 4", small_team=True)
    steps = transcript(infantry, team, [(4, 12)], hits_to_remove=FIVE_THREE)
    assert "Attacker now has 6 hits. 5 are enough to remove it. [PT-M9, PT-M16]" in steps
    assert steps[-1] == "Attacker is removed. Defender is the only unit left. [PT-M17, R-M9]"


@pytest.mark.rule("PT-M10", "PT-M17")
def test_the_ending_is_that_of_the_last_exchange() -> None:
    """After the first exchange both stood; that is not how it ended."""
    told = transcript(unit("red 8"), unit("black 7"), [(4, 4), (12, 4)])
    assert told[-1] == "Defender is removed. Attacker is the only unit left. [PT-M17]"


@pytest.mark.rule("PT-M8", "PT-M11", "PT-M14", "PT-M17", "R-M6")
@in_turn(
    ("rolls", "rulings", "ending"),
    [
        ([], {}, "The melee begins."),
        ([(10, 10)], {}, "The melee goes on."),
        ([(10, 10), (12, 12)], {}, "Both units are removed."),
        ([(12, 4)], {}, "Defender is removed. Attacker is the only unit left."),
        (
            [(4, 4), (12, 4)],
            {"loser_takes_hit": False, "melee_ends": "first_decision"},
            "Attacker wins the deciding exchange and with it the melee. Neither unit is removed.",
        ),
    ],
)
def test_the_headings_are_the_exchanges_and_the_ending(
    rolls: list[tuple[int, int]], rulings: dict[str, Any], ending: str
) -> None:
    read = Rulings(**rulings)
    told = melee.adjudicate(unit("red 8"), unit("black 7"), rolls, read, complete=False)
    assert [step.text for step in told.steps if step.heading] == [
        *(f"Exchange {number}" for number in range(1, len(rolls) + 1)),
        ending,
    ]
    assert [exchange.number for exchange in told.exchanges] == list(range(1, len(rolls) + 1))
