"""The melee with real dice: what every throw does, from every state that a reader can come to.

A scene with dice on the table follows from the state, from what the roll does if it is kept, and
from what rolling again is worth against the enemy's total.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import product
from typing import Final

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee.exchange_odds import End
from rules_lib.paper_tigers.melee.rules import deductions, opening
from rules_lib.paper_tigers.melee.state import Outcome, State
from rules_lib.presentation.learn.casting import Cast, Group, Leads
from rules_lib.presentation.learn.judged import brief, mark_of
from rules_lib.presentation.learn.story import Choice, Line, Scene
from rules_lib.presentation.learn.worth import Chances, Worth
from rules_lib.presentation.palette import Role
from rules_lib.transcript import Step
from rules_lib.wording import percent

KEEP_OR_AGAIN: Final = "You have cover. Keep your roll, or roll again?"
COUNTS: Final = " (it counts {})"
CHOSEN_WELL: Final = "With your best choice"
IN_HAND: Final = "The dice lie on the table"
ENEMY: Final = "Able’s dice"
OWN: Final = "Your dice"
AGAIN: Final = "Your second roll"

RollsMade = tuple[tuple[int, ...], ...]
OfExchange = Callable[[RollsMade, RollsMade], tuple[melee.Fight, tuple[Step, ...]]]
"""A fight of these rolls, and the steps of its last exchange, which the first rolls lead to."""
Facts = Callable[[State], tuple[tuple[Role, str], ...]]


class RealMelee:
    """Every state and every throw; each scene once."""

    def __init__(self, worth: Worth, told: OfExchange, facts: Facts) -> None:
        self.worth, self.told, self.facts = worth, told, facts
        self.pairing = worth.pairing
        dice = self.pairing.attacker_card.combat_dice, self.pairing.defender_card.combat_dice
        self.enemy, self.own = Group(ENEMY, "first", dice[0]), Group(OWN, "second", dice[1])
        self.again = Group(AGAIN, "second", dice[1])
        self.before: dict[State, RollsMade] = {opening(self.pairing): ()}
        self.results: dict[tuple[Hashable, ...], str] = {}
        self.rolls: dict[str, tuple[State, tuple[int, int]]] = {}
        self.after: dict[tuple[State, int, int], str] = {}
        self.lying: dict[tuple[State, int, int], str] = {}
        self.looks: dict[tuple[Hashable, ...], str] = {}
        self.scenes: dict[str, Scene] = {}
        for state in self._states():
            self._look_at(state)
        self.casts = {state: self._cast(state) for state in self.before}
        for scene_id in self.rolls:
            self.scenes[scene_id] = self._result(scene_id)

    @property
    def first(self) -> Cast:
        """The dice of the first exchange."""
        return self.casts[opening(self.pairing)]

    def _states(self) -> Iterator[State]:
        """All states before an exchange, as they are come to."""
        waiting = list(self.before)
        for state in waiting:
            for rolls in product(self.enemy.totals, self.own.totals):
                done = melee.resolve_exchange(self.pairing, state, rolls)
                same = done.attacker_total == done.defender_total
                what = done.attacker_hit, done.defender_hit, done.winner, same, done.after
                scene_id = self.results.setdefault(
                    (state, what), f"real-{self._number(state)}-{len(self.results)}"
                )
                self.rolls.setdefault(scene_id, (state, rolls))
                self.after[state, *rolls] = scene_id
                if done.outcome == Outcome.GOES_ON and done.after not in self.before:
                    self.before[done.after] = (*self.before[state], rolls)
                    waiting.append(done.after)
            yield state

    def _number(self, state: State) -> int:
        return list(self.before).index(state)

    def _look_at(self, state: State) -> None:
        """The scenes with both rolls on the table, of which the reader may throw one again."""
        say = {
            total: self._told(state, (self.enemy.totals[0], self.own.totals[0], total))[3]
            for total in self.own.totals
        }
        for enemy in self.enemy.totals:
            again = self.worth.if_rolled_again(state, enemy, self.own.totals[0])
            leads: Leads = {
                (second,): self.after[state, enemy, second] for second in self.own.totals
            }
            cast = Cast((self.again,), leads, (say,))
            for own in self.own.totals:
                kept = self.after[state, enemy, own]
                key = kept, *leads.values()
                if key not in self.looks:
                    self.looks[key] = f"lies-{len(self.looks)}"
                    chances = self.worth.if_kept(state, enemy, own), again
                    look = self._look(self.looks[key], kept, chances, cast, state)
                    self.scenes[look.id] = look
                self.lying[state, enemy, own] = self.looks[key]

    def _look(
        self, scene_id: str, kept: str, chances: tuple[Chances, Chances], cast: Cast, state: State
    ) -> Scene:
        keep, again = worths = list(map(self.worth.worth, chances))
        told = f"Keep: {percent(keep)}. Roll again: {percent(again)}."
        less = deductions(self.pairing, state)[1]
        counts = COUNTS.format(f"{{second-{less}}}") if less else ""
        judged = [(told, mark_of(worth, worths), brief(worth, worths), worth) for worth in worths]
        choices = (
            Choice("Keep the {second}" + counts, kept, *judged[0]),
            Choice("Roll again", "", *judged[1], cast),
        )
        best: Chances = max(chances, key=self.worth.worth)
        return Scene(
            scene_id, IN_HAND, (), best, KEEP_OR_AGAIN, choices, self.facts(state), CHOSEN_WELL
        )

    def _cast(self, state: State) -> Cast:
        low, high = self.enemy.totals[0], self.own.totals[0]
        say = (
            {total: self._told(state, (total, high))[1] for total in self.enemy.totals},
            {total: self._told(state, (low, total))[2] for total in self.own.totals},
        )
        both = product(self.enemy.totals, self.own.totals)
        leads: Leads = {rolls: self.lying[state, *rolls] for rolls in both}
        return Cast((self.enemy, self.own), leads, say)

    def _result(self, scene_id: str) -> Scene:
        """What an exchange does, and whether the melee goes on."""
        state, rolls = self.rolls[scene_id]
        fight, steps = self.told((*self.before[state], rolls), self.before[state])
        goes_on = fight.outcome == Outcome.GOES_ON
        now = fight.state
        moment = now if goes_on else End(fight.outcome, now.attacker_hits, now.defender_hits)
        choices = (Choice("Fight on", "", cast=self.casts[now]),) if goes_on else ()
        return Scene(
            scene_id,
            "After the exchange" if goes_on else "It is over",
            tuple(map(Line, steps[3:])),
            self.worth.at(moment),
            "Go on?" if goes_on else "",
            choices,
            self.facts(now),
        )

    def _told(self, state: State, rolls: tuple[int, ...]) -> tuple[Step, ...]:
        return self.told((*self.before[state], rolls), self.before[state])[1]
