"""The headings of transcripts; what stands below them is in `tests/cases`."""

from typing import Any

import pytest

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee import Rulings
from tests.in_turn import in_turn
from tests.oracles.translate import unit


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
