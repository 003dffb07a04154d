"""Step 8: the pursuit after a 10+ (TG-9.81-8, TG-9.87)."""

from dataclasses import dataclass

from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.advance import entered, pursuing_units
from rules_lib.triumph_and_glory.charge.aftermath import (
    Advance,
    enemies_met,
    facing_again,
    retreated_units,
)
from rules_lib.triumph_and_glory.charge.approach import Heading
from rules_lib.triumph_and_glory.charge.onward import Onward
from rules_lib.triumph_and_glory.charge.pieces import Band, Fight, Place, Setting, State
from rules_lib.triumph_and_glory.charge.questions import (
    Decision,
    Move,
    Next,
    Option,
    Question,
)
from rules_lib.triumph_and_glory.charge.words import does, listed


@implements("TG-9.73c", "TG-9.81-8", "TG-9.87a", "R-N7")
@dataclass(frozen=True, slots=True)
class Pursue:
    """Charging cavalry emptied hexes with a 10+: it follows those who retreated, or stops."""

    fight: Fight
    emptied: tuple[str, ...]

    def move(self, setting: Setting, state: State) -> Move:
        """Pursue; ask the attacker where several hexes can be followed."""
        fled = [t for t in self.emptied if retreated_units(setting, state, t)]
        if not fled:
            return Next(state.do_first(*self._stops(setting)))
        if len(fled) == 1:
            return Next(state.do_first(*self._follows(fled[0])))
        options = tuple(Option(t, state.do_first(*self._follows(t))) for t in fled)
        question = Question("pursue", self.fight.bands[0].name, self.fight.label)
        text = f"{' or '.join(fled)} may be pursued"
        return Decision(question, text, ("TG-9.87a",), "attacker", options)

    def _stops(self, setting: Setting) -> "list[Advance | Follow]":
        if setting.rulings.advance_after_withdrawal == "as_stacking_allows":
            return self._follows(self.emptied[0])
        return [Advance(self.fight, target, False) for target in self.emptied]

    def _follows(self, target: str) -> "list[Advance | Follow]":
        """Into one hex in pursuit; who is left over advances into the others (TG-9.71a)."""
        others = (each for each in self.emptied if each != target)
        return [Follow(self.fight, target), *(Advance(self.fight, t, False) for t in others)]


@implements("TG-9.87a", "TG-9.87b")
@dataclass(frozen=True, slots=True)
class Follow:
    """As many units as may stack advance into the hex and face whom they follow."""

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Advance; ask the attacker where units tie for the last place."""
        groups = pursuing_units(setting, state, self.fight)
        if len(groups) == 1:
            return Next(*self._done(setting, state, groups[0]))
        options = tuple(
            Option(listed(names), *self._done(setting, state, names)) for names in groups
        )
        question = Question("pursuers", self.target, self.fight.label)
        text = f"More units may follow {self.target} than stack"
        return Decision(question, text, ("TG-9.87b",), "attacker", options)

    def _done(
        self, setting: Setting, state: State, names: tuple[str, ...]
    ) -> tuple[State, tuple[Step, ...]]:
        after = entered(setting, state, names, self.target)
        if not retreated_units(setting, state, self.target):
            text = f"{does(names, 'advance')} into the emptied hex, and no farther."
            return after, (Step(text, ("TG-9.87a", "R-N7")),)
        after = after.do_first(GoOn(self.fight, names, self.target))
        return after, (Step(f"{does(names, 'advance')}, to face {self.target}.", ("TG-9.87a",)),)


@implements("TG-9.73c", "TG-9.87c", "R-N10")
@dataclass(frozen=True, slots=True)
class GoOn:
    """After the advance: charge again, at once; with other enemies in front it is a choice."""

    fight: Fight
    names: tuple[str, ...]
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Charge, or ask the attacker."""
        met = enemies_met(setting, state, self.target)
        binds = setting.rulings.pursuit_terrain == "binds"
        open_to_charge = not binds or all(
            setting.target(name).chargeable_after_retreat
            if name == self.target
            else setting.target(name).chargeable
            for name in met
        )
        charge = self._again(setting, state, met, charges=True)
        if len(met) == 1:
            if open_to_charge:
                return Next(charge)
            text = "The ground forbids a charge: the pursuit is over."
            return Next(state, (Step(text, ("TG-9.81e", "R-N10")),))
        shock = self._again(setting, state, met, charges=False)
        options = [
            *([Option("charge", charge)] if open_to_charge else []),
            Option("shock", shock),
            Option("stop", state),
        ]
        text = f"{listed(met)} are in front: charge or shock them all, or stop"
        question = Question("go on", self.names[0], f"pursuit {self.fight.pursuit + 1}")
        return Decision(question, text, ("TG-9.87c",), "attacker", tuple(options))

    def _again(
        self, setting: Setting, state: State, met: tuple[str, ...], *, charges: bool
    ) -> State:
        followed = setting.target(self.target)
        before = next(b for b in self.fight.bands if set(b.units) & set(self.names))
        others = (setting.target(name).met_through for name in met if name != self.target)
        through = next((way for way in others if way is not None), before.through)
        number = self.fight.pursuit + 1
        band = Band(self.names, charges, through, retreat=followed.pursuer_retreat)
        fight = Fight(
            (band,),
            met,
            self.fight.attack,
            label=f"pursuit {number}",
            pursuit=number if charges else 0,
            extra_drm=sum(setting.target(name).pursuit_drm for name in met),
        )
        again = setting.placed(state, self.names, Place.NEXT_TO_TARGET)
        again = facing_again(setting, again, met)
        heading = Heading(
            fight, f"Step 8: pursuit, charge number {number}", ("TG-9.81-8", "TG-9.87e")
        )
        return again.do_first(heading, Onward(fight))
