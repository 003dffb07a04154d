"""The whole action of a charging unit as a system."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge.odds import odds
from rules_lib.paper_tigers.charge.play import play
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import Action, Ending
from rules_lib.paper_tigers.melee.system import idle as idle_in_melee
from rules_lib.probability import Distribution, Rng
from rules_lib.system.situation import Situation
from rules_lib.system.system import ALL, System
from rules_lib.type_checks import checked


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

    attacker: melee.Combatant
    defender: melee.Combatant
    reroll: melee.Reroll = "if_missed"
    shot_hits: Fraction | None = None
    moves: bool = True
    in_reach: bool = False
    others_in_reach: bool = False

    def odds(self) -> Distribution[Ending]:
        """How it ends, exactly."""
        return odds(self.attacker, self.defender, **self._given)

    def play(self, rng: Rng) -> Action:
        """Roll it to its end."""
        return play(self.attacker, self.defender, rng, **self._given)

    @property
    def _given(self) -> dict[str, Any]:
        names = ("reroll", "shot_hits", "moves", "in_reach", "others_in_reach")
        return {
            "rulings": self.house.of(Rulings),
            "melee_rulings": self.house.of(melee.Rulings),
            **{name: getattr(self, name) for name in names},
        }


def idle_in_reach(field: str, in_reach: bool, read: Rulings) -> tuple[str, ...]:
    """Say that it makes no difference to be in reach."""
    if not in_reach or read.charge_without_move:
        return ()
    return (f"{field} changes nothing: without a move it may not charge [PT-M1, R-M12].",)


def idle(situation: Charge) -> Iterator[str]:
    """What a file says of a charge, and nothing asks for."""
    yield from idle_in_melee(situation)
    yield from idle_in_reach("in_reach", situation.in_reach, situation.house.of(Rulings))


SYSTEM = System(
    "charge",
    Charge,
    (Rulings, melee.Rulings),
    'attacker = "red 7"\ndefender = "red 5, small team"\nshot_hits = "1/2"',
    chances=lambda found: {ALL: {str(ending): p for ending, p in found.items()}},
    ended=lambda action: str(action.ending),
    idle=idle,
)
