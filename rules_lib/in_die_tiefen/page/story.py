"""A battle in one roll: the reader writes a tactic, takes fanatics or not, and sees the dice."""

import re
from dataclasses import replace
from itertools import product
from typing import Final

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, Tactic, battle, tactic_dice
from rules_lib.in_die_tiefen.battle.advice import FanaticismChoice
from rules_lib.notebook.learn import walk
from rules_lib.notebook.learn.casting import Clash, Group
from rules_lib.notebook.learn.story import Mood
from rules_lib.transcript import Step

WINNERS: Final = (battle.Winner.A, battle.Winner.DRAW, battle.Winner.B)
BY_COUNT: Final = {
    "destroyed_dice_destroy": True,
    "destroys": "highest",
    "fanaticism_counts": "result_and_losses",
    "destroyed_fanatics_left_out": False,
}
"""The readings that its dice follow: how many destroy says which are destroyed."""


class _Walk(walk.Process):
    """Every tactic, and for each every number of fanaticism dice."""

    file = "in_die_tiefen", "battle/story.toml"

    def begin(self) -> walk.State:
        self.rulings: battle.Rulings = self.names["rulings"]
        self.sides: tuple[str, str] = self.names["sides"]
        for field, value in BY_COUNT.items():
            if getattr(self.rulings, field) != value:
                raise InvalidValue(field, getattr(self.rulings, field), f"{value!r} in this story")
        return ("muster",)

    def at_muster(self) -> walk.Moment:
        ways = (walk.Way(("reveal", tactic), names={"tactic": tactic}) for tactic in Tactic)
        even = _chances(battle.odds(self.names["north"], self.names["south"], self.rulings))
        return walk.Moment("muster", tuple(ways), chances=even, id="muster")

    def at_reveal(self, tactic: Tactic) -> walk.Moment:
        north, south = self._parties(tactic)
        gained = zip(self.sides, (north, south), self._parties(None), strict=True)
        gains = [
            f"{name} gains {now.dice - before.dice} dice"
            for name, now, before in gained
            if now.dice > before.dice
        ]
        fanatic = self._parties(tactic, 1)[0]
        names = {
            "tactic": tactic,
            "gains": gains[0] if gains else "nobody gains dice",
            "with_one": battle.thresholds(south, fanatic, self.rulings).losses,
            "north": north,
            "south": south,
        }
        ways = (self._way(tactic, each) for each in self._plans(tactic).choices)
        plain = _chances(battle.odds(north, south, self.rulings))
        return walk.Moment("reveal", tuple(ways), names, chances=plain, id=f"reveal-{tactic}")

    def at_over(self, tactic: Tactic, fanatics: int, winner: battle.Winner) -> walk.Moment:
        north, south = self._parties(tactic, fanatics)
        plain = self._parties(tactic)
        careful = battle.best_fanaticism(*plain, battle.Trade(1), self.rulings).best[0]
        best = self._plans(tactic).best[0]
        names = {"best": best, "careful": careful, "north": north, "south": south}
        moods: tuple[Mood, ...] = ("sweats",) * 2 if winner == battle.Winner.DRAW else ()
        chances = walk.sure(WINNERS.index(winner), 3)
        return walk.Moment("over", (), names, chances=chances, moods=moods)

    def _way(self, tactic: Tactic, choice: FanaticismChoice) -> walk.Way:
        north, south = self._parties(tactic, choice.dice)
        names = {"fanatics": choice.dice, "loss": choice.loss}
        chances = _chances(choice.odds)
        ends = tuple(("over", tactic, choice.dice, winner) for winner in WINNERS)
        roll = walk.Roll(
            laid=self._laid(north, south),
            clash=lambda ids: clash(north, south, ids, self.rulings, self.sides),
            ends=ends,
        )
        return walk.Way(None, roll, names, chances)

    def _parties(self, tactic: Tactic | None, fanatics: int = 0) -> tuple[Party, Party]:
        north, south = self.names["north"], self.names["south"]
        if tactic:
            enemy = self.names["enemy_tactic"]
            north = replace(north, dice=north.dice + tactic_dice(tactic, enemy))
            south = replace(south, dice=south.dice + tactic_dice(enemy, tactic))
        return replace(north, dice=north.dice + fanatics, fanaticism=fanatics), south

    def _plans(self, tactic: Tactic) -> battle.BestFanaticism:
        """What each number of fanaticism dice brings with this tactic."""
        return battle.best_fanaticism(*self._parties(tactic), battle.Goal.WIN, self.rulings)

    def _laid(self, north: Party, south: Party) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.names["north_dice"][: north.dice], self.names["south_dice"][: south.dice]


def clash(
    north: Party,
    south: Party,
    winners: tuple[str, str, str],
    rulings: battle.Rulings,
    names: tuple[str, str],
) -> Clash:
    """Every throw of two parties, where the highest dice fall and still destroy.

    What is told is taken from throws that the engine adjudicates, with room for other faces.
    """
    counts = north.dice, south.dice

    def steps(high: int, a: int, b: int) -> tuple[Step, ...]:
        """What is told if so many dice show this face, and the others 1, which destroys nothing."""
        first, second = ([high] * n + [1] * (of - n) for n, of in zip((a, b), counts, strict=True))
        return battle.adjudicate(north, south, first, second, rulings, names=names).steps

    def drawn() -> Step:
        """What is told of a draw: the first that is found."""
        for twos, six in product(*(range(of + 1) for of in counts)):
            faces = [2] * twos + [1] * (counts[0] - twos), [6] * six + [1] * (counts[1] - six)
            done = battle.adjudicate(north, south, *faces, rulings, names=names)
            if done.winner == battle.Winner.DRAW:
                return done.steps[6]
        raise InvalidValue("counts", counts, "parties that can draw")

    none, one_a, one_b = steps(6, 0, 0), steps(6, 1, 0), steps(6, 0, 1)
    rolls = [
        walk.with_room(step, {", ".join("1" * of): "{faces}", f": {of} in": ": {total} in"})
        for step, of in zip(none[1:3], counts, strict=True)
    ]
    left = {
        f"{name} {of}": f"{name} {{{key}}}"
        for name, of, key in zip(names, counts, "ab", strict=True)
    }
    most = range(min(counts) + 1)
    return Clash(
        (
            Group(f"{names[0]}’s dice", "first", north.dice),
            Group(f"{names[1]}’s dice", "second", south.dice),
        ),
        (
            battle.thresholds(north, south, rulings).result,
            battle.thresholds(south, north, rulings).result,
        ),
        winners,
        (one_a[6], drawn(), one_b[6]),
        (rolls[0], rolls[1]),
        (
            (_taking(one_a[3]), none[3], _taking(steps(6, 1, 2)[3])),
            (_taking(one_b[4]), none[4], _taking(steps(6, 2, 1)[4])),
        ),
        walk.with_room(none[5], left),
        (tuple(steps(6, 0, n)[7] for n in most), tuple(steps(6, n, 0)[8] for n in most)),
    )


def _taking(step: Step) -> Step:
    """A step that strikes out one die, with room for others."""
    (face,) = re.findall(r" takes (\d) ", step.text)
    return walk.with_room(step, {f" takes {face} ": " takes {gone} "})


def _chances(odds: battle.Odds) -> walk.Chances:
    return odds.a_wins, odds.draw, odds.b_wins


STORY = _Walk
