"""A fight that follows from another one: pursuit, breakthrough, counter-shock."""

from dataclasses import dataclass

from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.charge.approach import RetreatBeforeShock
from rules_lib.triumph_and_glory.charge.gunfire import ReactionFire
from rules_lib.triumph_and_glory.charge.pieces import Fight, Setting, State
from rules_lib.triumph_and_glory.charge.questions import Move, Next, Task
from rules_lib.triumph_and_glory.charge.reactions import AskCountercharge, AskSquare


@implements("R-N14", "TG-9.73b", "TG-9.73c", "TG-9.73d", "TG-9.85c")
@dataclass(frozen=True, slots=True)
class Onward:
    """Puts the steps of a following fight on the agenda: no commitment, no recall.

    Against a charge in pursuit the target reacts as R-N14 says.
    """

    fight: Fight

    def move(self, setting: Setting, state: State) -> Move:
        """All reactions, or the square only; then the fight."""
        # Late, because a fight leads to what follows it, and that leads here.
        from rules_lib.triumph_and_glory.charge.combat import Combat

        fight = self.fight
        charges = any(band.charges for band in fight.bands)
        as_usual = setting.rulings.pursuit_reactions == "as_usual"
        leaving = fight.targets if charges and as_usual else ()
        tasks: list[Task] = [RetreatBeforeShock(fight, target) for target in leaving]
        if charges:
            tasks += [AskSquare(fight, target) for target in fight.targets]
        if charges and as_usual:
            tasks += [AskCountercharge(fight, target) for target in fight.targets]
        if as_usual or not charges:
            tasks.append(ReactionFire(fight))
        return Next(state.do_first(*tasks, Combat(fight)))
