"""How a charge goes on until there is contact: move, charge test, reaction shot.

Recorded dice, rolled dice and all odds read :meth:`Course.move`. Contact begins a melee, which has
a course of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal, TypeAlias

from rules_lib import errors
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge import rules
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import Ending
from rules_lib.paper_tigers.command import CommandTest
from rules_lib.probability import Distribution, dice
from rules_lib.rulebook import implements, uses
from rules_lib.system.process import End, Go, Move, Process, Roll

MOVEMENT: Literal["movement"] = "movement"
CHARGE: Literal["charge"] = "charge"
SHOT: Literal["shot"] = "shot"
CONTACT: Literal["contact"] = "contact"

Test: TypeAlias = Literal["movement", "charge"]
Stage: TypeAlias = Literal["movement", "charge", "shot", "contact"] | Ending
"""What comes next; contact and an ending are ends."""

Shots: TypeAlias = Mapping[bool | None, Fraction]
"""What the reaction shot does: it hits, or not, or nobody knows (``None``)."""


@dataclass(frozen=True)
class Course:
    """A unit that wants to move and charge.

    Attributes:
        attacker: the unit.
        rulings, melee_rulings: how the open rules are read.
        moves: it begins with its movement test; otherwise it stands within 10″ of its target.
        in_reach: it stands within 10″ before it moves.
        shots: what the reaction shot at a refused charge does.
    """

    attacker: melee.Combatant
    rulings: Rulings
    melee_rulings: melee.Rulings
    moves: bool = True
    in_reach: bool = False
    shots: Shots | None = None

    @classmethod
    def of(
        cls,
        attacker: melee.Combatant,
        rulings: Rulings,
        melee_rulings: melee.Rulings,
        moves: bool,
        in_reach: bool,
        shot_hits: Fraction | int | None,
        others_in_reach: bool,
    ) -> "Course":
        """The course of a unit that may charge, if the shot at a refused charge hits so often."""
        errors.require_instance("rulings", rulings, Rulings)
        rules.require_charger(attacker, melee_rulings)
        known = shots(shot_hits, rulings, others_in_reach)
        errors.require_bool("moves", moves)
        errors.require_bool("in_reach", in_reach)
        return cls(attacker, rulings, melee_rulings, moves, in_reach, known)

    @property
    def process(self) -> Process[Stage]:
        """From its first test to contact, or to the end without it; each test is a round."""
        if not self.moves:
            rules.require_charge_without_move(self.rulings)
        return Process(MOVEMENT if self.moves else CHARGE, self.move)

    @implements("PT-M2", "PT-M6")
    @uses("PT-M1", "PT-M7", "PT-M19", "R-M11", "R-M12")
    def move(self, now: Stage) -> Move[Stage]:
        """What is due: the movement test, the charge test, the reaction shot."""
        if now == MOVEMENT:
            near = self.in_reach and rules.may_stand_still(self.rulings)
            stays: Stage = CHARGE if near else Ending.STAYS
            return self._test(MOVEMENT, CHARGE, stays, ("PT-M1", "PT-M19"))
        if now == CHARGE:
            return self._test(CHARGE, CONTACT, SHOT, ("PT-M2", "PT-M3"))
        if now != SHOT:
            return End(now)
        assert self.shots is not None
        done = partial(rules.shot_ending, self.attacker, self.melee_rulings)
        if len(self.shots) == 1:
            return Go(done(*self.shots))
        return Roll(SHOT, Distribution(self.shots).weights, done, ("PT-M7", "R-M11"))

    def test(self, what: Test, roll: int) -> CommandTest:
        """A test that was rolled; R-M14 says with which dice.

        Raises:
            InvalidValue: a total that the dice cannot show.
        """
        card = rules.require_charger(self.attacker, self.melee_rulings)
        return CommandTest(rules.rolled_card(card, what, self.rulings), what, roll)

    def _test(
        self, what: Test, passed: Stage, failed: Stage, clauses: tuple[str, ...]
    ) -> Roll[Stage]:
        card = rules.require_charger(self.attacker, self.melee_rulings)
        count = rules.rolled_card(card, what, self.rulings).dice_for(what)

        def leads(total: int) -> Stage:
            return passed if card.reached_by(total) else failed

        return Roll(
            what,
            dice.total(count).weights,
            leads,
            clauses,
            count,
            lambda rng: sum(dice.roll(count, rng)),
        )


def require_no_shot(field: str, given: object) -> None:
    """Refuse a shot where nobody can say which unit shoots."""
    if given is not None:
        raise errors.UnspecifiedBySource(
            f"{field}: which enemy unit shoots where no target was named (PT-M7, R-M15)"
        )


@uses("PT-M7", "R-M11", "R-M15")
def shots(
    shot_hits: Fraction | int | None, rulings: Rulings, others_in_reach: bool = False
) -> Shots:
    """What the reaction shot does, if it hits with this chance."""
    if not rules.target_is_known(errors.require_bool("others_in_reach", others_in_reach), rulings):
        require_no_shot("shot_hits", shot_hits)
        return {None: Fraction(1)}
    automatic = rules.always_hits(rulings)
    if shot_hits is None:
        return {True if automatic else None: Fraction(1)}
    hits = Fraction(
        errors.require_exact("shot_hits", shot_hits, 0, 1, "a chance from 0 to 1, such as 1/2")
    )
    if automatic and hits != 1:
        raise errors.InvalidValue("shot_hits", shot_hits, "nothing: the shot always hits (R-M11)")
    return {hit: share for hit, share in ((True, hits), (False, 1 - hits)) if share}
