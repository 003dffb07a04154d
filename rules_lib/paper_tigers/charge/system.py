"""The whole action of a charging unit as a system."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge import report
from rules_lib.paper_tigers.charge.adjudicate import adjudicate, play
from rules_lib.paper_tigers.charge.odds import odds
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import Action, Ending, Shot
from rules_lib.paper_tigers.melee.state import RollsLike
from rules_lib.paper_tigers.melee.system import NO_HABIT, REROLL, UNIT, goal_of
from rules_lib.paper_tigers.melee.system import SYSTEM as in_melee
from rules_lib.probability import Distribution, Rng
from rules_lib.system.inputs import said
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.files import NOTHING
from rules_lib.text.parser import exchanges
from rules_lib.values.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Rolled:
    """Recorded dice of a charge, as far as they go.

    Attributes:
        movement_roll, charge_roll: totals of the two tests; ``None``: not rolled.
        shot: the reaction shot at a refused charge.
        rolls: raw totals of the melee, as there.
    """

    movement_roll: int | None = said("movement test", None, metavar="TOTAL")
    charge_roll: int | None = said("charge test", None, metavar="TOTAL")
    shot: Shot | None = said("the reaction shot: hit or miss", None, metavar="RESULT")
    rolls: Sequence[RollsLike] = said(
        "the melee, as in the command melee", (), metavar="A:D,A:D", read=exchanges
    )


NONE = Rolled()


@checked
@dataclass(frozen=True, slots=True)
class Charge(Situation):
    """The whole action of a unit of Paper Tigers that charges.

    Attributes:
        attacker, defender, reroll: as in a melee.
        shot_hits: the chance that the reaction shot hits, if you have one.
        moves: it begins with a movement test.
        in_reach: it stands within 10″ before it moves.
        others_in_reach: other enemy units are within 10″ when it tests its charge (R-M15).
        rulings: how the open rules are read.
    """

    attacker: melee.Combatant = said(UNIT, metavar="UNIT")
    defender: melee.Combatant = said(UNIT, metavar="UNIT")
    reroll: melee.Reroll = said(REROLL, "if_missed", metavar="WHEN", alone=NO_HABIT)
    shot_hits: Fraction | None = said(
        "chance that the shot at a refused charge hits, such as 1/2: the source does not say",
        None,
        metavar="CHANCE",
        alone="not together with recorded dice",
    )
    moves: bool = said("it has not moved (needs --ruling R-M12=true)", True, option="stood-still")
    in_reach: bool = said(
        "it is within 10″ before it moves: with --ruling R-M12=true it charges though the move"
        " fails",
        False,
        alone="not together with recorded dice, which already say it",
    )
    others_in_reach: bool = said(
        "other enemy units are within 10″ as well: with --ruling R-M15=after_test the source does"
        " not say which of them may shoot",
        False,
    )

    def odds(self) -> Distribution[Ending]:
        """How it ends, exactly."""
        return odds(self.attacker, self.defender, **self._given)

    @checked
    def adjudicate(self, dice: Rolled) -> Action:
        """What came of recorded dice, as far as they go."""
        if self.moves and dice.movement_roll is None:
            allowed = (
                "the total of its movement dice; or --stood-still (moves=False), if it did not move"
            )
            raise InvalidValue("movement_roll", NOTHING, allowed)
        if not self.moves and dice.movement_roll is not None:
            allowed = "none if the unit stood still"
            raise InvalidValue("movement_roll", dice.movement_roll, allowed)
        return adjudicate(
            self.attacker,
            self.defender,
            movement_roll=dice.movement_roll,
            charge_roll=dice.charge_roll,
            shot=dice.shot,
            rolls=dice.rolls,
            complete=False,
            rulings=self.house.of(Rulings),
            melee_rulings=self.house.of(melee.Rulings),
            others_in_reach=self.others_in_reach,
        )

    def play(self, rng: Rng | int) -> Action:
        """Roll it to its end; ``rng`` is a seed or a source of chance."""
        return play(self.attacker, self.defender, source_of_chance(rng), **self._given)

    def best(self, goal: melee.Goal | str = melee.Goal.WIN) -> Distribution[Ending]:
        """How it ends with the best re-rolls for a goal of the defender."""
        return replace(self, reroll=goal_of(goal)).odds()

    @checked
    def due(self, dice: Rolled = NONE) -> str:
        """What is to be rolled after these dice; ``""`` if it is over."""
        return report.due(self, None if dice == NONE else self.adjudicate(dice))

    @property
    def _given(self) -> dict[str, Any]:
        names = ("reroll", "shot_hits", "moves", "in_reach", "others_in_reach")
        return {
            "rulings": self.house.of(Rulings),
            "melee_rulings": self.house.of(melee.Rulings),
            **{name: getattr(self, name) for name in names},
        }


SYSTEM = System(
    name="charge",
    inputs=Charge,
    rulings=(Rulings, melee.Rulings),
    example='attacker = "red 7"\ndefender = "red 5, small team"\nshot_hits = "1/2"',
    chances=lambda found: {ALL: {str(ending): p for ending, p in found.items()}},
    ended=lambda action: str(action.ending),
    idle=report.idle,
    words=in_melee.words,
    dice=Rolled,
    counted=report.counted,
    recorded=report.recorded,
    home=__name__,
)
