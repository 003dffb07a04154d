"""The mass battle as a system."""

from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules_lib.data_files import Words
from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen.battle.adjudicate import Battle as Fought
from rules_lib.in_die_tiefen.battle.odds import Odds, odds, work
from rules_lib.in_die_tiefen.battle.party import MOST_DICE, MOST_FANATICISM, Party
from rules_lib.in_die_tiefen.battle.play import play
from rules_lib.in_die_tiefen.battle.rules import Winner
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.probability import Rng
from rules_lib.rulebook import HouseRules
from rules_lib.system.kinds import parsed
from rules_lib.system.situation import Situation
from rules_lib.system.system import ALL, System
from rules_lib.type_checks import checked
from rules_lib.wording import dice_told

PATIENCE = 150_000
"""What the odds of one answer may take: some seconds."""


@checked
@dataclass(frozen=True, slots=True)
class Battle(Situation):
    """A mass battle of In die Tiefen.

    Attributes:
        a, b: the two parties.
        rulings: how the open rules are read.
    """

    a: Party
    b: Party

    def odds(self) -> Odds:
        """Its exact odds."""
        return odds(self.a, self.b, self.house.of(Rulings))

    def play(self, rng: Rng) -> Fought:
        """Roll it."""
        return play(self.a, self.b, rng, self.house.of(Rulings))


def _both(told: Mapping[str, Any], name: str, house: HouseRules) -> Mapping[str, Party]:
    """Both parties at once: slips and numbers of men are compared, by the readings of the file."""
    a, b = told.get("a"), told.get("b")
    if not (isinstance(a, str) and isinstance(b, str)):
        return {}
    parties = Party.parse_both(a, b, house.of(Rulings), fields=(f"{name}, a", f"{name}, b"))
    return dict(zip("ab", parties, strict=True))


def require_few_dice(rulings: Rulings, **parties: Party) -> None:
    """Refuse at once what one would wait for longer than some seconds."""

    def taken(dice: int) -> int:
        fewer = [replace(each, dice=min(each.dice, dice), bill=()) for each in parties.values()]
        return work(fewer, rulings)

    if taken(MOST_DICE) <= PATIENCE:
        return
    most = bisect(range(MOST_FANATICISM + 1, MOST_DICE), PATIENCE, key=taken) + MOST_FANATICISM
    names = dict.fromkeys(name.rstrip("0123456789") for name in parties)
    given = Words(", ".join(dice_told(each.dice) for each in parties.values()))
    allowed = f"at most {most} dice each; more of them take too long to count"
    raise InvalidValue(", ".join(names), given, allowed)


SYSTEM = System(
    "battle",
    Battle,
    (Rulings,),
    'a = "5 dice, fanaticism 1"\nb = "4 dice, superior"',
    chances=lambda found: {
        ALL: {"a_wins": found.a_wins, "draw": found.draw, "b_wins": found.b_wins}
    },
    ended=lambda fought: "draw" if fought.winner == Winner.DRAW else f"{fought.winner}_wins",
    words={Party: parsed(Party, "5 dice, fanaticism 1, superior")},
    together=_both,
    bear=lambda each: require_few_dice(each.house.of(Rulings), a=each.a, b=each.b),
)
