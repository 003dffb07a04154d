"""When a clause is cited, stated a second time: for all units, and for all readings that bear."""

from itertools import product
from typing import Any

import pytest

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY, SMALL_TEAM_PENALTY, deduction
from rules_lib.transcript import Step
from tests.oracles.battle_brute import Readings, Side, destroys_from

BOTH = (True, False)


def when(**ids: bool) -> set[str]:
    """The ids that are true; ``_`` stands for ``-``, and ``__`` for a point."""
    return {each.replace("__", ".").replace("_", "-") for each, cited in ids.items() if cited}


@pytest.mark.rule("PT-M5", "PT-M12", "PT-M15", "R-M3", "R-M8")
def test_what_a_deduction_rests_on() -> None:
    """R-M8 makes an officer a small team: it has nothing to say of one that is one anyway."""
    for small, officer, shaken, adds_up, counts in product(BOTH, repeat=5):
        unit = melee.Combatant(Card("red", 7), small_team=small, officer=officer)
        rulings = melee.Rulings(penalties_add_up=adds_up, officer_counts_as_small_team=counts)
        few = small or (officer and counts)
        found = deduction(unit, shaken, rulings)
        assert set(found.clauses) == when(
            PT_M15=few,
            R_M8=officer and counts and not small,
            PT_M12=shaken,
            R_M3=few and shaken,
        )
        due = [SMALL_TEAM_PENALTY] * few + [SHAKEN_PENALTY] * shaken
        assert found.points == (sum(due) if adds_up else max(due, default=0))


KINDS = list(product(BOTH, range(4)))


def the(steps: tuple[Step, ...], words: str) -> set[str]:
    return {each for step in steps if step.text.startswith(words) for each in step.clauses}


@pytest.mark.rule(
    "IDT-5.2", "IDT-5.3", "IDT-6.3", "IDT-6.4", "R-I1", "R-I3", "R-I4", "R-I5", "R-I8"
)
@pytest.mark.parametrize("counts", ["result_and_losses", "losses_only"])
@pytest.mark.parametrize("floor", [None, 2, 4, 6])
def test_what_a_battle_rests_on(counts: str, floor: int | None) -> None:
    """A has a 6 and a 2: what it destroys with, and what that costs B, which destroys nothing."""
    for (superior, _), (other, fanatics), at_once, left_out in product(
        KINDS[::4], KINDS, BOTH, BOTH
    ):
        r: Any = Readings(at_once, "lowest", counts, floor, left_out)
        a, b = Side(2, 0, superior), Side(4, fanatics, other)
        told = battle.adjudicate(
            Party(*a), Party(*b), [6, 2], [1, 2, 3, 4], battle.Rulings(**r._asdict())
        )
        result, losses = destroys_from(a, b, r)
        sunk = destroys_from(a, b, r._replace(threshold_floor=None))
        assert the(told.steps, "A destroys with") == when(
            IDT_5__2=True,
            R_I2=True,
            IDT_5__3=superior,
            IDT_6__3=fanatics > 0,
            R_I3=fanatics > 0,
            R_I5=sunk[0] < max(result, 2),
            R_I1=not at_once,
        )
        apart = sum(face >= losses for face in (6, 2)) != sum(face >= result for face in (6, 2))
        assert the(told.steps, "For the losses A") == when(
            IDT_6__3=apart,
            R_I3=apart,
            R_I5=apart and sunk[1] < max(losses, 2),
            R_I1=apart and not at_once,
        )
        lost = told.b.lost
        assert the(told.steps, "B loses") == when(
            IDT_6__1=True,
            IDT_6__2=True,
            IDT_6__3=fanatics > 0 and counts == "losses_only",
            R_I3=fanatics > 0 and counts == "losses_only",
            IDT_6__4=fanatics > 0,
            R_I8=fanatics > 0 and (left_out or max(0, lost - fanatics) < min(lost, b.steady)),
            R_I4=told.b.measured > b.steady,
        )
