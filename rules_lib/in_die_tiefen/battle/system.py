"""The mass battle as a system."""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules_lib.errors import InvalidValue, require_word
from rules_lib.in_die_tiefen.battle.adjudicate import Fought, adjudicate, play
from rules_lib.in_die_tiefen.battle.advice import Aim, BestFanaticism, Goal, best_fanaticism
from rules_lib.in_die_tiefen.battle.odds import Odds, odds, work
from rules_lib.in_die_tiefen.battle.party import (
    CIRCUMSTANCES,
    COMPARED,
    MOST_DICE,
    MOST_FANATICISM,
    POOL,
    Party,
)
from rules_lib.in_die_tiefen.battle.report import counted, next_of, recorded, to_roll
from rules_lib.in_die_tiefen.battle.rules import Winner
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.probability import Rng
from rules_lib.rulebook import HouseRules
from rules_lib.system.inputs import said
from rules_lib.system.kinds import parsed
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.chances import dice_told
from rules_lib.text.files import Words
from rules_lib.text.parser import numbers
from rules_lib.values.type_checks import checked

PATIENCE = 150_000
"""What the odds of one answer may take: some seconds."""

PARTY = (
    f"its dice, such as '{POOL}'; or what is true of it, any of '{CIRCUMSTANCES}'"
    " (thwarted and failed: deeds of the enemy), and the dice are counted; instead of outnumbers"
    f" and superior tactic, of both parties: '{COMPARED}'"
)
DESTROYED = "dice of {} that the enemy destroys, where R-I2 does not settle it"


def _faces(text: str) -> Any:
    return said(text, None, metavar="FACES", read=numbers)


def _count(side: str) -> Any:
    text = "how many of these are fanaticism dice, where R-I8 asks for it"
    return said(text, None, option=f"fanatics-{side}", metavar="N")


ALL_FACES = "faces of all dice of {}, such as 6,3,2; fanaticism dice last"


@checked
@dataclass(frozen=True, slots=True)
class Rolled:
    """Recorded dice of a battle.

    Attributes:
        rolls_a, rolls_b: the faces of all their dice; ``None``: not rolled.
        destroyed_a, destroyed_b: faces of the dice that the enemy destroys, where it is to be said.
        destroyed_fanatics_a, destroyed_fanatics_b: how many of these are fanaticism dice.
    """

    rolls_a: Sequence[int] | None = _faces(ALL_FACES.format("a"))
    rolls_b: Sequence[int] | None = _faces(ALL_FACES.format("b"))
    destroyed_a: Sequence[int] | None = _faces(DESTROYED.format("a"))
    destroyed_fanatics_a: int | None = _count("a")
    destroyed_b: Sequence[int] | None = _faces(DESTROYED.format("b"))
    destroyed_fanatics_b: int | None = _count("b")


NONE = Rolled()


@checked
@dataclass(frozen=True, slots=True)
class Battle(Situation):
    """A mass battle of In die Tiefen.

    Attributes:
        a, b: the two parties.
        rulings: how the open rules are read.
    """

    a: Party = said(PARTY, metavar="PARTY")
    b: Party = said(PARTY, metavar="PARTY")

    def odds(self) -> Odds:
        """Its exact odds."""
        return odds(self.a, self.b, self.house.of(Rulings))

    @checked
    def adjudicate(self, dice: Rolled) -> Fought:
        """What came of the dice of both."""
        return adjudicate(
            self.a,
            self.b,
            dice.rolls_a or (),
            dice.rolls_b or (),
            self.house.of(Rulings),
            destroyed_a=dice.destroyed_a,
            destroyed_b=dice.destroyed_b,
            destroyed_fanatics_a=dice.destroyed_fanatics_a,
            destroyed_fanatics_b=dice.destroyed_fanatics_b,
        )

    def play(self, rng: Rng | int) -> Fought:
        """Roll it; ``rng`` is a seed or a source of chance."""
        return play(self.a, self.b, source_of_chance(rng), self.house.of(Rulings))

    def best(self, goal: Aim | str = Goal.WIN) -> BestFanaticism:
        """How many fanaticism dice a best takes for a goal, and what each number brings.

        Args:
            goal: ``"win"``, ``"not_lose"``, or a stated trade of victory against losses.
        """
        if isinstance(goal, str):
            goal = Goal(require_word("goal", goal, tuple(map(str, Goal))))
        return best_fanaticism(self.a, self.b, goal, self.house.of(Rulings))

    @checked
    def due(self, dice: Rolled = NONE) -> str:
        """What is rolled first; after the dice of both, who retreats and tests morale."""
        if dice == NONE:
            return to_roll(self)
        return next_of(self.adjudicate(dice), self.house.of(Rulings))


@checked
@dataclass(frozen=True, slots=True)
class Asked(Battle):
    """What the command asks: of two parties, or of each pair of more."""

    also: tuple[str, ...] = said(
        "a third party, and so on: how they fight is an open question, R-I14", (), metavar="PARTY"
    )

    @property
    def others(self) -> list[Party]:
        """The further parties."""
        rulings = self.house.of(Rulings)
        return [Party.parse(each, rulings, field="--also") for each in self.also]


def both(
    told: Mapping[str, Any], place: Callable[[str], str], house: HouseRules
) -> Mapping[str, Party]:
    """Both parties at once: slips and numbers of men are compared, by the readings of the file."""
    a, b = told.get("a"), told.get("b")
    if not (isinstance(a, str) and isinstance(b, str)):
        return {}
    parties = Party.parse_both(a, b, house.of(Rulings), fields=(place("a"), place("b")))
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


def _bear(fight: Battle) -> None:
    more = fight.others if isinstance(fight, Asked) else []
    also = {f"also{at}": each for at, each in enumerate(more, start=2)}
    require_few_dice(fight.house.of(Rulings), a=fight.a, b=fight.b, **also)


SYSTEM = System(
    name="battle",
    inputs=Battle,
    rulings=(Rulings,),
    example='a = "5 dice, fanaticism 1"\nb = "4 dice, superior"',
    chances=lambda found: {
        ALL: {"a_wins": found.a_wins, "draw": found.draw, "b_wins": found.b_wins}
    },
    ended=lambda fought: "draw" if fought.winner == Winner.DRAW else f"{fought.winner}_wins",
    words={Party: parsed(Party, "5 dice, fanaticism 1, superior")},
    together=both,
    bear=_bear,
    asked=Asked,
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)
