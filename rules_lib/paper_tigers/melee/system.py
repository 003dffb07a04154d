"""The melee as a system."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from rules_lib.paper_tigers.melee.adjudicate import Fight
from rules_lib.paper_tigers.melee.advice import Reroll
from rules_lib.paper_tigers.melee.odds import Odds, odds
from rules_lib.paper_tigers.melee.play import play
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import Combatant
from rules_lib.probability import Rng
from rules_lib.system.kinds import parsed
from rules_lib.system.situation import Situation
from rules_lib.system.system import ALL, System
from rules_lib.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Melee(Situation):
    """A melee.

    Attributes:
        attacker, defender: the two units.
        reroll: what a defender in cover does.
        rulings: how the open rules are read.
    """

    attacker: Combatant
    defender: Combatant
    reroll: Reroll = "if_missed"

    def odds(self) -> Odds:
        """Its exact odds."""
        return odds(self.attacker, self.defender, self.house.of(Rulings), self.reroll)

    def play(self, rng: Rng) -> Fight:
        """Roll it to its end."""
        return play(self.attacker, self.defender, rng, self.house.of(Rulings), self.reroll)


def idle_cover(attacker: Combatant) -> tuple[str, ...]:
    """Say that the attacker has a cover that gives it nothing."""
    if not attacker.in_cover:
        return ()
    return ("The attacker’s cover gives it nothing: only the attacked unit rolls again [PT-M13].",)


def idle_reroll(field: str, reroll: str | None, defender: Combatant) -> tuple[str, ...]:
    """Say that a second roll is decided on which the defender does not have."""
    if reroll in (None, "never") or defender.in_cover:
        return ()
    told = "the defender is not in cover and has no second roll [PT-M13]."
    return (f"{field} {reroll} never comes up: {told}",)


class _OfTwo(Protocol):
    @property
    def attacker(self) -> Combatant: ...
    @property
    def defender(self) -> Combatant: ...
    @property
    def reroll(self) -> Reroll: ...


def idle(situation: _OfTwo) -> Iterator[str]:
    """What a file says of two units, and nothing asks for."""
    yield from idle_cover(situation.attacker)
    if situation.reroll != "if_missed":
        yield from idle_reroll("reroll", situation.reroll, situation.defender)


SYSTEM = System(
    "melee",
    Melee,
    (Rulings,),
    'attacker = "red 7"\ndefender = "black 6, in cover"\nreroll = "win"',
    chances=lambda found: {ALL: found.outcomes},
    ended=lambda fight: str(fight.outcome),
    idle=idle,
    words={Combatant: parsed(Combatant, "red 5, small team, in cover, 1 hit, shaken")},
)
