"""A battle in one roll: the reader writes a tactic, takes fanatics or not, and sees the dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from rules_lib.in_die_tiefen import Party, Tactic, battle, tactic_dice
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP
from rules_lib.presentation.learn.casting import Clash, Throw
from rules_lib.presentation.learn.judged import brief, mark_of
from rules_lib.presentation.learn.story import Choice, Headline, Line, Part, Scene, Story
from rules_lib.presentation.learn.the_battle_dice import clash
from rules_lib.presentation.palette import Role
from rules_lib.rulebook.defaults import defaults
from rules_lib.transcript import Step
from rules_lib.type_checks import checked
from rules_lib.wording import percent

NAMES: Final = ("Northmark", "Southmark")
ENEMY_TACTIC: Final = Tactic.STRENGTH
NORTH_DICE: Final = (6, 3, 2, 5, 1, 4, 6, 2, 3, 5)
SOUTH_DICE: Final = (5, 6, 2, 4, 3, 6, 1)
WINNERS: Final = (battle.Winner.A, battle.Winner.DRAW, battle.Winner.B)
"""Laid out beforehand; whoever has n dice takes the first n."""

BY_COUNT: Final = {
    "destroyed_dice_destroy": True,
    "destroys": "highest",
    "fanaticism_counts": "result_and_losses",
    "destroyed_fanatics_left_out": False,
}
"""The readings under which the faces leave nobody anything to choose."""


@checked
def battle_story(rulings: battle.Rulings | None = None) -> Story:
    """The story under the given rulings, or under our defaults."""
    return _Teller(rulings or defaults(battle.Rulings)).story()


class _Teller:
    """Every tactic, and for each every number of fanaticism dice."""

    def __init__(self, rulings: battle.Rulings) -> None:
        # The losses of fanatics can exceed the whole; the story has to go on even there.
        self.capped = rulings.overkill != "capped"
        self.rulings = rulings = replace(rulings, overkill="capped")
        self.north = Party.from_circumstances(terrain=True, certain_death=True, rulings=rulings)
        self.south = Party.from_circumstances(
            outnumbers=2 * OUTNUMBERING_STEP, deeds=2, rulings=rulings
        )
        self.by_dice: list[Scene] = []
        self.plans = {tactic: self._plans(tactic) for tactic in Tactic}

    def story(self) -> Story:
        """The whole story."""
        reveals = [self._revealed(tactic) for tactic in Tactic]
        rolls = [
            self._rolled(tactic, choice.dice)
            for tactic in Tactic
            for choice in self.plans[tactic].choices
        ]
        return Story(
            "one-roll-battle",
            "Can Northmark hold the pass?",
            (
                Part(f"{NAMES[0]} wins", "first"),
                Part("drawn", "neutral"),
                Part(f"{NAMES[1]} wins", "second"),
            ),
            Headline(
                0,
                f"{NAMES[0]} wins {{chance}}.",
                f"{NAMES[0]} has won.",
                f"{NAMES[0]} has not won.",
            ),
            (self._mustered(), *reveals, *rolls, *self.by_dice),
        )

    def _plans(self, tactic: Tactic) -> battle.BestFanaticism:
        """What each number of fanaticism dice brings with this tactic."""
        north, south = self._parties(tactic)
        return battle.best_fanaticism(north, south, battle.Goal.WIN, self.rulings)

    def _parties(self, tactic: Tactic) -> tuple[Party, Party]:
        gained = tactic_dice(tactic, ENEMY_TACTIC), tactic_dice(ENEMY_TACTIC, tactic)
        north, south = (
            replace(party, dice=party.dice + extra)
            for party, extra in zip((self.north, self.south), gained, strict=True)
        )
        return north, south

    def _mustered(self) -> Scene:
        lines = [
            Line(
                Step(
                    f"You lead {NAMES[0]}. Both sides roll once, all their dice. Dice can be"
                    " destroyed. The higher total that is left wins.",
                    ("IDT-5.1", "IDT-5.4"),
                )
            )
        ]
        lines += [Line(_bill(*each)) for each in zip(NAMES, (self.north, self.south), strict=True)]
        lines += [
            Line(
                Step(
                    "Both write a tactic in secret. The better one gives two dice.",
                    ("IDT-2.3", "IDT-2.4"),
                )
            ),
            Line(
                Step(
                    "Speed beats steadiness, steadiness beats strength, strength beats speed.",
                    ("IDT-2.2",),
                )
            ),
            Line(Step(f"A spy has read the enemy’s slip: {ENEMY_TACTIC}.")),
        ]
        if self.capped:
            told = "In this story a party that loses more than everything has lost everything."
            lines.append(Line(Step(told, ("R-I4",))))
        worths = [max(each.value for each in self.plans[t].choices) for t in Tactic]
        choices = tuple(
            Choice(
                tactic.capitalize(),
                f"reveal-{tactic}",
                f"You can still win {percent(worth)} of such battles.",
                mark_of(worth, worths),
                brief(worth, worths),
                worth,
            )
            for tactic, worth in zip(Tactic, worths, strict=True)
        )
        even = battle.odds(self.north, self.south, self.rulings)
        return Scene(
            "muster",
            "Before the battle",
            tuple(lines),
            (even.a_wins, even.draw, even.b_wins),
            "What do you write?",
            choices,
            self._facts(self.north, self.south),
            when="With equal tactics",
        )

    def _revealed(self, tactic: Tactic) -> Scene:
        north, south = self._parties(tactic)
        plain = battle.odds(north, south, self.rulings)
        gained = {NAMES[0]: north.dice - self.north.dice, NAMES[1]: south.dice - self.south.dice}
        winners = [f"{name} gains {dice} dice" for name, dice in gained.items() if dice]
        won = winners[0] if winners else "nobody gains dice"
        best = self.plans[tactic]
        worths = [choice.value for choice in best.choices]
        choices = tuple(
            Choice(
                str(choice.dice) if choice.dice else "None",
                f"roll-{tactic}-{choice.dice}",
                f"Before the roll: you win {percent(choice.value)} of such battles, and lose"
                f" {percent(choice.loss)} of your troops on average.",
                mark_of(choice.value, worths),
                brief(choice.value, worths),
                choice.value,
                self._clash(tactic, choice.dice),
            )
            for choice in best.choices
        )
        threshold = battle.thresholds(
            south, replace(north, dice=north.dice + 1, fanaticism=1), self.rulings
        )
        return Scene(
            f"reveal-{tactic}",
            "The slips are turned",
            (
                Line(
                    Step(
                        f"{tactic.capitalize()} meets {ENEMY_TACTIC}: {won}.",
                        ("IDT-2.2", "IDT-2.4"),
                    )
                ),
                Line(
                    Step(
                        "Each 6 destroys an enemy die, and that part of the enemy’s troops.",
                        ("IDT-5.2", "IDT-6.1"),
                    )
                ),
                Line(
                    Step(
                        "You may call for fanatics: up to four more dice. For each of them the"
                        " enemy destroys at one number lower. With one he takes your dice with"
                        f" {_faces(threshold.losses)} already.",
                        ("IDT-1.3", "IDT-6.3"),
                    )
                ),
            ),
            (plain.a_wins, plain.draw, plain.b_wins),
            "How many fanaticism dice do you take, if winning is all you want?",
            choices,
            self._facts(north, south),
            when="Without fanatics",
        )

    def _rolled(self, tactic: Tactic, fanatics: int) -> Scene:
        north, south = self._with_fanatics(tactic, fanatics)
        roll = fought(
            north, south, NORTH_DICE[: north.dice], SOUTH_DICE[: south.dice], self.rulings
        )
        lines = tuple(_line(step, roll) for step in roll.steps[1:])
        return self._over(f"roll-{tactic}-{fanatics}", roll.winner, lines, tactic, fanatics)

    def _with_fanatics(self, tactic: Tactic, fanatics: int) -> tuple[Party, Party]:
        north, south = self._parties(tactic)
        return replace(north, dice=north.dice + fanatics, fanaticism=fanatics), south

    def _over(
        self,
        scene_id: str,
        winner: battle.Winner,
        lines: tuple[Line, ...],
        tactic: Tactic,
        fanatics: int,
    ) -> Scene:
        return Scene(
            scene_id,
            "The battle roll",
            (*lines, Line(self._price(tactic))),
            tuple(Fraction(each == winner) for each in WINNERS),
            facts=self._facts(*self._with_fanatics(tactic, fanatics)),
        )

    def _clash(self, tactic: Tactic, fanatics: int) -> Clash | None:
        """The same battle with any dice, where the readings leave none of them to be chosen."""
        if any(getattr(self.rulings, field) != value for field, value in BY_COUNT.items()):
            return None
        winners = {each: f"any-{tactic}-{fanatics}-{each}" for each in WINNERS}
        for winner, scene_id in winners.items():
            self.by_dice.append(self._over(scene_id, winner, (), tactic, fanatics))
        a, drawn, b = winners.values()
        return clash(*self._with_fanatics(tactic, fanatics), (a, drawn, b), self.rulings, NAMES)

    def _price(self, tactic: Tactic) -> Step:
        """What fanaticism is worth once the own dead count as well."""
        north, south = self._parties(tactic)
        careful = battle.best_fanaticism(north, south, battle.Trade(1), self.rulings).best[0]
        best = self.plans[tactic].best[0]
        return Step(
            f"To win, the best number of fanaticism dice was {best or 'none'}. If your whole army"
            f" is worth as much to you as the victory, it was {careful or 'none'}.",
            ("IDT-1.3", "IDT-6.2", "IDT-6.4"),
        )

    def _facts(self, north: Party, south: Party) -> tuple[tuple[Role, str], ...]:
        return ("first", f"{NAMES[0]}: {north}"), ("second", f"{NAMES[1]}: {south}")


def fought(
    north: Party,
    south: Party,
    rolls_north: Sequence[int],
    rolls_south: Sequence[int],
    rulings: battle.Rulings,
) -> battle.Fought:
    """A battle roll with these dice.

    Where a reading leaves open which dice are destroyed, it happens to be the highest, and of equal
    ones the first.
    """
    rolls = rolls_north, rolls_south
    try:
        return battle.adjudicate(north, south, *rolls, rulings, names=NAMES)
    except battle.ChoiceNeeded:
        definite = replace(rulings, destroys="highest", destroyed_fanatics_left_out=False)
        case = battle.adjudicate(north, south, *rolls, definite)
        gone_a, gone_b = ([side.rolls[i] for i in side.destroyed] for side in (case.a, case.b))
        chosen = rulings.destroys == "random"
        return battle.adjudicate(
            north,
            south,
            *rolls,
            rulings,
            destroyed_a=gone_a if chosen else None,
            destroyed_b=gone_b if chosen else None,
            destroyed_fanatics_a=_fanatics_in(case.a),
            destroyed_fanatics_b=_fanatics_in(case.b),
            names=NAMES,
        )


def _fanatics_in(side: battle.Side) -> int:
    """How many of the destroyed dice of a side are those of its fanatics, which stand last."""
    return sum(place >= side.party.steady_dice for place in side.destroyed)


def _bill(name: str, party: Party) -> Step:
    """Where a party's dice come from."""
    items = ", ".join(f"{item.what} {item.dice}" for item in party.bill)
    cited = tuple(dict.fromkeys(item.clause for item in party.bill))
    return Step(f"{name} has {party.dice} dice: {items}.", cited)


def _line(step: Step, roll: battle.Fought) -> Line:
    """A step of the battle with the dice it tells of."""
    if step.throw == "first":
        return Line(step, Throw(f"{NAMES[0]}’s dice", "first", roll.a.rolls))
    if step.throw == "second":
        return Line(step, Throw(f"{NAMES[1]}’s dice", "second", roll.b.rolls))
    return Line(step)


def _faces(lowest: int) -> str:
    return "a 6" if lowest == 6 else "any face" if lowest == 1 else f"a {lowest}"
