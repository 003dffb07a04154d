"""The best use of the re-roll, found a second time by a method of its own.

A state can only come back to itself, so its worth is a number ``x`` with ``x = F(x)``, where ``F``
picks the better choice at every look at the dice. ``F`` is the greatest of straight lines with
slopes from 0 to 1: following the line that is on top, from the left, reaches the first such number
in a few steps, exactly.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tests.oracles.chances import throws
from tests.oracles.melee_brute import Goal, Melee, Now, Over


class Line(NamedTuple):
    """``constant + slope * x``, with x the worth of the state itself."""

    constant: Fraction
    slope: Fraction

    def at(self, x: Fraction) -> Fraction:
        """Its height at ``x``."""
        return self.constant + self.slope * x


class Choice(NamedTuple):
    """A look at the dice, its chance, and what each choice is worth."""

    own: int
    enemy: int | None
    chance: Fraction
    keep: Line
    again: Line
    allowed: bool
    """This roll may be repeated."""


@dataclass(slots=True)
class Best:
    """Solves a melee for a goal; ask :meth:`worth`."""

    melee: Melee
    goal: Goal
    known: dict[Now, Fraction] = field(default_factory=dict)
    choices: dict[Now, list[Choice]] = field(default_factory=dict)

    def worth(self, now: Now | None = None) -> Fraction:
        """The greatest chance to reach the goal from a state."""
        now = now or self.melee.start()
        if now not in self.known:
            tops: list[tuple[Fraction, tuple[Line, ...]]]
            if now.may_reroll:
                self.choices[now] = list(self._looks(now))
                tops = [
                    (each.chance, (each.keep, each.again) if each.allowed else (each.keep,))
                    for each in self.choices[now]
                ]
            else:
                distribution = self.melee.distribution(now, self.melee.habit("never"))
                tops = [(Fraction(1), (self._line(now, distribution),))]
            self.known[now] = self._fixed_point(tops)
        return self.known[now]

    def advantage(self, now: Now, own: int, enemy: int | None) -> Fraction:
        """By how much keeping is worth more than rolling again."""
        x = self.worth(now)
        (choice,) = [c for c in self.choices[now] if (c.own, c.enemy) == (own, enemy)]
        return choice.keep.at(x) - choice.again.at(x)

    def _fixed_point(self, tops: list[tuple[Fraction, tuple[Line, ...]]]) -> Fraction:
        one = Fraction(1)
        never_pays = self.goal != "win"
        if never_pays and sum(p * max(line.at(one) for line in lines) for p, lines in tops) == 1:
            return one
        x = Fraction(0)
        while True:
            picked = [(p, max(lines, key=lambda line: line.at(x))) for p, lines in tops]
            constant = sum((p * line.constant for p, line in picked), Fraction(0))
            slope = sum((p * line.slope for p, line in picked), Fraction(0))
            if constant + slope * x == x:
                return x
            x = constant / (1 - slope)

    def _looks(self, now: Now) -> Iterator[Choice]:
        of_a, of_d = throws(self.melee.a.dice), throws(self.melee.d.dice)
        all_a, all_d = sum(of_a.values()), sum(of_d.values())
        unseen = self.melee.r.reroll_decided == "seeing_own"
        for enemy, attack in [(None, of_a)] if unseen else [(e, {e: of_a[e]}) for e in of_a]:
            seen = Fraction(sum(attack.values()), all_a)
            again = self._met(now, attack, of_d, rerolled=True)
            for own, count in of_d.items():
                kept = self._met(now, attack, {own: count}, rerolled=False)
                bad = self.melee.bad(now, own, enemy)
                yield Choice(own, enemy, seen * Fraction(count, all_d), kept, again, bad)

    def _met(
        self, now: Now, attack: Mapping[int, int], defence: Mapping[int, int], *, rerolled: bool
    ) -> Line:
        total = sum(attack.values()) * sum(defence.values())
        distribution: dict[Now | Over, Fraction] = {}
        for roll_a, count_a in attack.items():
            for roll_d, count_d in defence.items():
                after = self.melee.blow(now, roll_a, roll_d, rerolled)
                share = Fraction(count_a * count_d, total)
                distribution[after] = distribution.get(after, Fraction(0)) + share
        return self._line(now, distribution)

    def _line(self, now: Now, distribution: Mapping[Now | Over, Fraction]) -> Line:
        constant = slope = Fraction(0)
        for after, chance in distribution.items():
            if after == now:
                slope += chance
            elif isinstance(after, Now):
                constant += chance * self.worth(after)
            else:
                constant += chance * self._pays(after)
        return Line(constant, slope)

    def _pays(self, end: Over) -> int:
        if self.goal == "win":
            return int(end.how == "defender_wins")
        if self.goal == "not_lose":
            return int(end.how != "attacker_wins")
        return int(end.hits_d < self.melee.limit(self.melee.d))
