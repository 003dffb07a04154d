"""Cells of the sheet of the mass battle: dice, battle roll, losses, aftermath."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_lib.in_die_tiefen import Party, Tactic, aftermath, battle, tactic_dice
from rules_lib.in_die_tiefen.aftermath import MOST_GAP
from rules_lib.in_die_tiefen.battle import Winner
from rules_lib.in_die_tiefen.battle.party import (
    MOST_FANATICISM,
    OUTNUMBERING_STEP,
    outnumbering_dice,
)
from rules_lib.in_die_tiefen.battle.rules import HIGHEST_FACE
from rules_lib.presentation.quick_reference.sheet import compact
from rules_lib.probability import dice

RATIOS = tuple(OUTNUMBERING_STEP * dice for dice in (1, 2, 3))
CIRCUMSTANCES = (
    "terrain",
    "certain_death",
    "fanaticism",
    "tactic_superior",
    "deeds",
    "thwarted_enemy_deeds",
    "failed_enemy_deeds",
)


@dataclass(frozen=True, slots=True)
class Battles:
    """What the sheet tells of battles, as they are read."""

    reads: battle.Rulings

    def facts(self) -> dict[str, Any]:
        """Which tactic beats which, the dice of each circumstance, and how often it is a draw."""
        beats = (f"{a} beats {b}" for a in Tactic for b in Tactic if tactic_dice(a, b))
        even, superior = (
            battle.odds(Party(4, superior=best), Party(4), self.reads) for best in (False, True)
        )
        return {
            "beats": ", ".join(beats),
            "base": self._dice(),
            "more": {each: self._more(each) for each in CIRCUMSTANCES},
            "ratios": ", ".join(f"{each}:1 +{outnumbering_dice(each)}" for each in RATIOS),
            "draw": compact(even.draw),
            "draw_superior": compact(superior.draw),
        }

    def _dice(self, **circumstances: Any) -> int:
        return Party.from_circumstances(**circumstances, rulings=self.reads).dice

    def _more(self, circumstance: str) -> str:
        is_flag = circumstance in ("terrain", "certain_death", "tactic_superior")
        more = self._dice(**{circumstance: True if is_flag else 1}) - self._dice()
        return f"+{more}" if more else "0"

    def fanatics(self) -> list[str]:
        """Dice of fanaticism."""
        return [str(each) for each in range(MOST_FANATICISM + 1)]

    def destroys_from(self, kind: str, fanaticism: str) -> str:
        """The faces that destroy, in the result and, where they are others, in the losses."""
        enemy = Party(int(fanaticism) + 1, int(fanaticism))
        found = battle.thresholds(Party(1, superior=kind == "superior"), enemy, self.reads)
        plain = _from(found.result)
        return plain if found.result == found.losses else f"{plain}; losses {_from(found.losses)}"

    def faces(self) -> dict[str, str]:
        """Lowest faces that destroy."""
        return {str(face): _from(face) for face in range(HIGHEST_FACE, 1, -1)}

    def destroys(self, count: str, face: str) -> Fraction:
        """At least one of so many dice destroys, from this face on."""
        showing = dice.count_showing(int(count), range(int(face), HIGHEST_FACE + 1))
        return showing.probability(lambda dice: dice > 0)

    def wins(self, own: str, enemy: str, superior: bool = False) -> Fraction:
        """Your party wins."""
        return battle.odds(Party(int(own), superior=superior), Party(int(enemy)), self.reads).a_wins

    def loses(self, own: str, enemy: str) -> Fraction:
        """The share of your troops that you lose on average."""
        return battle.odds(Party(int(own)), Party(int(enemy)), self.reads).mean_losses[0]

    def gaps(self) -> dict[str, str]:
        """By how many classes the winner's morale is better, in figures and as it is told."""
        gaps = range(MOST_GAP, -MOST_GAP - 1, -1)
        return {str(gap): f"+{gap}" if gap > 0 else f"−{-gap}" if gap else "equal" for gap in gaps}

    def hexes(self, _: str, gap: str) -> str:
        """The hexes open to the loser."""
        won, lost = max(int(gap), 0), max(-int(gap), 0)
        after = aftermath.resolve(Winner.A, won, lost, rulings=self.reads)
        return f"{after.hexes} +{after.farther}" if after.farther else str(after.hexes)


def _from(face: int) -> str:
    return "all" if face == 1 else f"{face}+" if face < HIGHEST_FACE else str(face)
