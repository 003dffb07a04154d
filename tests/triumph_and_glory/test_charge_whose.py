"""Whose each die and decision is: read off the name it is asked by, wherever a charge leads."""

from collections.abc import Iterator

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import KINDS, Decision, Roll
from rules_lib.triumph_and_glory.charge.odds import ahead as goes_on
from rules_lib.triumph_and_glory.charge.rules.steps import Merge, start
from tests.golden.engine import cases
from tests.triumph_and_glory.charging import *

OF_THE_ENEMY = {"occupy", "advance", "pursuers"}
"""Asked by the hex that is entered; those who enter it decide."""
STRIKES = charge.CounterShock(staying=("A",), others=(at(heavy("Z")),))
"""At cavalry, too, which answers."""
STRUCK = one(
    [riders(light("A", 5)), riders(light("B", 5), through="rear")],
    at(foot("Y", 9), counter_shocks=(STRIKES,)),
    drm=-9,
)
MORE_THAN_STACK = one([riders(heavy("A"), heavy("B")), riders(heavy("C"))], at(foot("Y", 0)), drm=9)
MOST = 1500


def moves(situation: charge.Situation) -> Iterator[tuple[Roll | Decision, bool]]:
    """What is asked in a charge, and whether those who were attacked attack there."""
    game = Game(situation, charge.Rulings())
    merge = Merge()
    ahead = [start(game, merge)]
    seen = set(ahead)
    while ahead and len(seen) < MOST:
        pause = ahead.pop()
        if pause.move is None:
            continue
        label = pause.move.question.label
        yield pause.move, label.startswith(("counter-shock", "counter-charge"))
        decided = isinstance(pause.move, Decision)
        words = [str(each.outcome) for each in pause.move.branches] if decided else [None]
        for following in (then for word in words for then in goes_on(pause, word, merge)):
            if following not in seen:
                seen.add(following)
                ahead.append(following)


def owners(situation: charge.Situation) -> dict[str, str]:
    """Whose each unit is; a hex goes by the name of its top unit."""
    own = [unit.name for attack in situation.attacks for s in attack.stacks for unit in s.units]
    for attack in situation.attacks:
        ways = [way for target in attack.targets for way in target.counter_shocks or ()]
        own += [unit.name for way in ways for beside in way.others for unit in beside.units]
    game = Game(situation, charge.Rulings())
    return dict.fromkeys(game.names, "defender") | dict.fromkeys(own, "attacker")


@pytest.mark.slow
@pytest.mark.rule("TG-9.81-2", "TG-9.81-5", "TG-9.81-6", "TG-9.86e", "TG-9.71c", "TG-9.72a")
@pytest.mark.rule("TG-9.73b", "TG-9.73d", "TG-9.87b", "TG-9.87c")
def test_who_owns_the_unit_rolls_and_decides() -> None:
    kinds = set()
    for situation in (*cases().values(), STRUCK, MORE_THAN_STACK):
        owner = owners(situation)
        for move, turned in moves(situation):
            kind, who = move.question.kind, move.question.who
            own = owner[who] == move.question.player
            assert own is not (kind in OF_THE_ENEMY), move.question
            kinds.add((kind.partition(" of ")[0], turned))
    decided = {kind for kind, _ in kinds}
    assert decided >= {*KINDS, "commitment", "fight", "retreat check"} - {"recall"}
    assert {("fight", True), ("retreat check", True), ("answer", True)} <= kinds
