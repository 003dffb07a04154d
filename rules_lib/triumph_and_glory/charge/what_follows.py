"""Sorts out what a result leads to: counter-shock, pursuit, breakthrough or a mere advance."""

from dataclasses import dataclass

from rules_lib.triumph_and_glory.charge.aftermath import Advance, AskCountershock
from rules_lib.triumph_and_glory.charge.pieces import Fight, Setting, State
from rules_lib.triumph_and_glory.charge.pursuit import Pursue
from rules_lib.triumph_and_glory.charge.questions import Move, Next, Task
from rules_lib.triumph_and_glory.results_table import Row


@dataclass(frozen=True, slots=True)
class WhatFollows:
    """After the checks: counter-shock, pursuit, breakthrough or a mere advance."""

    fight: Fight
    row: Row

    def move(self, setting: Setting, state: State) -> Move:
        """Put what follows on the agenda."""
        emptied = tuple(t for t in self.fight.targets if not setting.in_hex(state, t))
        if self.row.counter_shock and not self.fight.label.startswith("counter-shock"):
            tasks: list[Task] = [AskCountershock(self.fight, t) for t in self.fight.targets]
            return Next(state.do_first(*tasks))
        if not emptied:
            return Next(state)
        charging = any(band.charges for band in setting.arrived(state, self.fight))
        if self.row.pursuit and charging and self.fight.may_go_on:
            return Next(state.do_first(Pursue(self.fight, emptied)))
        goes_on = self.row.pursuit and self.fight.may_go_on
        tasks = [Advance(self.fight, target, goes_on) for target in emptied]
        return Next(state.do_first(*tasks))
