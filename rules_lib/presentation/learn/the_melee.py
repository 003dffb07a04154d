"""A melee played blow by blow: the reader is the crew in cover, and decides on every re-roll."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee.exchange_odds import End
from rules_lib.paper_tigers.melee.rules import SMALL_TEAM_PENALTY, deductions, opening
from rules_lib.paper_tigers.melee.state import Outcome, State
from rules_lib.presentation.drawing import command_card
from rules_lib.presentation.learn.casting import Throw
from rules_lib.presentation.learn.judged import brief, mark_of
from rules_lib.presentation.learn.story import Choice, Headline, Line, Part, Piece, Scene, Story
from rules_lib.presentation.learn.the_melee_dice import (
    CHOSEN_WELL,
    COUNTS,
    KEEP_OR_AGAIN,
    RealMelee,
    RollsMade,
)
from rules_lib.presentation.learn.worth import Chances, Worth
from rules_lib.presentation.palette import Role
from rules_lib.presentation.reveal import Sentence, say
from rules_lib.rulebook.defaults import defaults, reading_of
from rules_lib.transcript import Step
from rules_lib.type_checks import checked
from rules_lib.wording import percent

ABLE: Final = melee.Combatant(Card("red", 7))
CREW: Final = melee.Combatant(Card("red", 5), small_team=True, in_cover=True)
NAMES: Final = ("Able", "Your crew")
MOST_EXCHANGES: Final = 8
"""Then the story stops, if the melee has not ended before."""


class Dice(NamedTuple):
    """The dice of one exchange: of the attacker, of the crew, and its second roll."""

    enemy: tuple[int, int, int]
    own: tuple[int, int, int]
    again: tuple[int, int, int]


DICE: Final = (
    Dice((1, 2, 3), (1, 4, 1), (2, 5, 1)),
    Dice((2, 2, 4), (5, 1, 2), (4, 4, 2)),
    Dice((3, 1, 4), (2, 4, 1), (5, 2, 3)),
    Dice((4, 5, 1), (3, 2, 1), (1, 6, 2)),
)
"""Laid out beforehand, the same whatever the reader does; after the last row the first follows."""


@checked
def melee_story(rulings: melee.Rulings | None = None) -> Story:
    """The story under the given rulings, or under our defaults."""
    return _Teller(rulings or defaults(melee.Rulings)).story()


class _Teller:
    """Follows every choice to its end; each state before an exchange is told once."""

    def __init__(self, rulings: melee.Rulings) -> None:
        self.pairing = melee.Pairing(ABLE, CREW, rulings)
        self.worth = Worth(self.pairing, melee.Goal.WIN)
        self.scenes: dict[str, Scene] = {}

    def story(self) -> Story:
        """The whole story."""
        first = self._looking((), opening(self.pairing))
        real = self._by_real_dice()
        scenes = (self._start(first, real), *reversed(self.scenes.values()))
        return Story(
            "blow-by-blow",
            "Can your crew hold?",
            (
                Part("Able is the only unit left", "first"),
                Part("both are removed", "both"),
                Part("it never ends", "neutral"),
                Part("your crew is the only unit left", "second"),
            ),
            Headline(
                3,
                "Your crew is the only unit left {chance}.",
                "Your crew is the only unit left.",
                "Your crew cannot be the only unit left any more.",
            ),
            (*scenes, *(real.scenes.values() if real else ())),
            table=(
                Piece("Able", "first", command_card("red", self.pairing.attacker_card.value)),
                Piece("Your crew", "second", command_card("red", self.pairing.defender_card.value)),
            ),
        )

    def _start(self, first: str, real: RealMelee | None) -> Scene:
        told = (
            Step("Able has passed its charge test. It stands base to base with you.", ("PT-M6",)),
            Step(
                f"Able: {ABLE.card}. It rolls {self.pairing.attacker_card.combat_dice} dice and"
                f" wants {self.pairing.attacker_card.value} or more.",
                ("PT-M3", "PT-M8"),
            ),
            Step(
                f"You: {CREW.card}, {self.pairing.defender_card.combat_dice} dice. A gun crew is a"
                f" small team, and deducts {SMALL_TEAM_PENALTY} each time.",
                ("PT-M8", "PT-M15"),
            ),
            Step("You had cover: you may roll again, and must keep the new roll.", ("PT-M13",)),
            Step(f"How often? {self._reading('R-M4')}", ("R-M4",)),
            Step(f"What do you know then? {self._reading('R-M5')}", ("R-M5",)),
        )
        state = opening(self.pairing)
        return Scene(
            "start",
            "Base to base",
            tuple(map(Line, told)),
            self.worth.at(state),
            "Ready?",
            (Choice("Roll the dice", first, cast=real.first if real else None),),
            self._facts(state),
        )

    def _by_real_dice(self) -> RealMelee | None:
        """The same melee with any dice, where both rolls are seen and every exchange is alike."""
        rulings = self.pairing.rulings
        if (rulings.reroll_decided, rulings.rerolls) != ("seeing_both", "each_exchange"):
            return None

        def told(rolls: RollsMade, before: RollsMade) -> tuple[melee.Fight, tuple[Step, ...]]:
            fight = self._fight(rolls)
            return fight, self._of_exchange(fight, before)

        return RealMelee(self.worth, told, self._facts)

    def _looking(self, before: RollsMade, state: State) -> str:
        """The dice lie on the table: keep, or roll again?"""
        number, thrown = len(before) + 1, _dice(len(before))
        scene_id = f"look-{number}-{_key(state)}"
        if scene_id in self.scenes:
            return scene_id
        enemy, own = sum(thrown.enemy), sum(thrown.own)
        blind = self.pairing.rulings.reroll_decided == "seeing_own"
        kept = self._fight((*before, (enemy, own)))
        steps = self._of_exchange(kept, before)[1:3]
        lines = [
            Line(steps[0], Throw("Able’s dice", "first", thrown.enemy)),
            Line(steps[1], Throw("Your dice", "second", thrown.own)),
        ]
        if blind:
            lines[0] = Line(Step("Able rolls. You do not see it yet.", ("R-M5",)))
        chances = self._chances_of_choices(state, enemy, own, blind)
        targets = [self._result(before, state, again) for again in (False, True)[: len(chances)]]
        less = deductions(self.pairing, state)[1]
        keep = f"Keep the {own}" + (COUNTS.format(own - less) if less else "")
        choices = self._choices(keep, [self.worth.worth(each) for each in chances], targets)
        best: Chances = max(chances, key=self.worth.worth)
        self.scenes[scene_id] = Scene(
            scene_id,
            f"Exchange {number}",
            tuple(lines),
            best,
            KEEP_OR_AGAIN if len(choices) > 1 else "And now?",
            choices,
            self._facts(state),
            when=CHOSEN_WELL if len(choices) > 1 else "As things stand",
        )
        return scene_id

    def _choices(self, keep: str, worths: list[Fraction], targets: list[str]) -> tuple[Choice, ...]:
        if len(worths) == 1:
            return (Choice("See what it does", targets[0]),)
        told = f"Keep: {percent(worths[0])}. Roll again: {percent(worths[1])}."
        return tuple(
            Choice(
                label,
                target,
                told,
                mark_of(worth, worths),
                brief(worth, worths),
                worth,
            )
            for label, target, worth in zip((keep, "Roll again"), targets, worths, strict=True)
        )

    def _chances_of_choices(self, state: State, enemy: int, own: int, blind: bool) -> list[Chances]:
        if blind and state.reroll_left:
            return [self.worth.unseen(state, own, again=again) for again in (False, True)]
        kept = self.worth.if_kept(state, enemy, own)
        if not state.reroll_left:
            return [kept]
        return [kept, self.worth.if_rolled_again(state, enemy, own)]

    def _result(self, before: RollsMade, state: State, again: bool) -> str:
        """What the exchange does, and whether the melee goes on."""
        number, thrown = len(before) + 1, _dice(len(before))
        scene_id = f"{'again' if again else 'keep'}-{number}-{_key(state)}"
        rolls: tuple[int, ...] = (sum(thrown.enemy), sum(thrown.own))
        rolls += (sum(thrown.again),) if again else ()
        fight = self._fight((*before, rolls))
        lines = list(map(Line, self._of_exchange(fight, before)[2 if again else 3 :]))
        if again:
            lines[1] = Line(lines[1].step, Throw("Your second roll", "second", thrown.again))
        if self.pairing.rulings.reroll_decided == "seeing_own":
            first = self._of_exchange(fight, before)[1]
            lines.insert(0, Line(first, Throw("Able’s dice", "first", thrown.enemy)))
        goes_on = fight.outcome == Outcome.GOES_ON
        moment = fight.state
        end = End(fight.outcome, moment.attacker_hits, moment.defender_hits)
        stops = goes_on and number == MOST_EXCHANGES
        self.scenes[scene_id] = Scene(
            scene_id,
            f"After exchange {number}" if goes_on else "It is over",
            tuple(lines),
            self.worth.at(moment if goes_on else end),
            "Go on?" if goes_on and not stops else "",
            self._onward((*before, rolls), moment) if goes_on and not stops else (),
            self._facts(moment),
        )
        return scene_id

    def _onward(self, before: RollsMade, state: State) -> tuple[Choice, ...]:
        following = self._looking(before, state)
        fight_on = Choice("Fight on", following)
        if len(before) > 1:
            return (fight_on,)
        leave = f"leave-{len(before)}-{_key(state)}"
        self.scenes[leave] = Scene(
            leave,
            "No way out",
            (
                Line(
                    Step(
                        "No clause lets a unit break off. While nobody has won and both stand,"
                        " another exchange follows.",
                        ("PT-M11",),
                    )
                ),
            ),
            self.worth.at(state),
            "So?",
            (fight_on,),
            self._facts(state),
        )
        return (fight_on, Choice("Break off", leave))

    def _fight(self, rolls: RollsMade) -> melee.Fight:
        return melee.adjudicate(
            ABLE, CREW, rolls, self.pairing.rulings, complete=False, names=NAMES
        )

    def _of_exchange(self, fight: melee.Fight, before: RollsMade) -> tuple[Step, ...]:
        """The steps of the last exchange: its heading, the rolls, what they do, how it stands."""
        told = len(self._fight(before).steps) - 1  # all but how it stood
        return fight.steps[told:]

    def _reading(self, rule_id: str) -> str:
        rulings = self.pairing.rulings
        return reading_of(rule_id, getattr(rulings, rulings.field_of(rule_id))).text

    def _facts(self, state: State) -> tuple[tuple[Role, str], ...]:
        able, crew = self.pairing.limits
        return (
            ("first", f"Able: {_condition(state.attacker_hits, state.attacker_shaken, able)}"),
            (
                "second",
                f"Your crew: {_condition(state.defender_hits, state.defender_shaken, crew)}",
            ),
        )


@checked
def lesson(rulings: melee.Rulings | None = None) -> Sentence:
    """What to take home from the melee: said only where the engine bears it out."""
    if not never_worse_than_a_lost_exchange(rulings):
        return say("When to roll again is a matter of the odds: compare them each time.")
    return say(
        "Remember: if your roll loses the exchange, rolling again is at least as good,"
        " always. That holds even if the roll is a hit."
    )


def never_worse_than_a_lost_exchange(rulings: melee.Rulings | None = None) -> bool:
    """Whether rolling again is at least as good as any roll that loses the exchange."""
    pairing = melee.Pairing(ABLE, CREW, rulings or defaults(melee.Rulings))
    worth = Worth(pairing, melee.Goal.WIN)
    return all(
        worth.worth(worth.if_rolled_again(state, enemy, own))
        >= worth.worth(worth.if_kept(state, enemy, own))
        for state in worth.states
        for enemy, own in _losing(pairing, state)
    )


def _losing(pairing: melee.Pairing, state: State) -> Iterator[tuple[int, int]]:
    """All pairs of rolls, attacker and defender, with which the defender loses the exchange."""
    spans = [
        range(card.combat_dice, 6 * card.combat_dice + 1) for card in (ABLE.card, CREW.card) if card
    ]
    for enemy in spans[0]:
        for own in spans[1]:
            if melee.resolve_exchange(pairing, state, (enemy, own)).winner == "attacker":
                yield enemy, own


def _dice(place: int) -> Dice:
    return DICE[place % len(DICE)]


def _key(state: State) -> str:
    """A state as a part of an id."""
    return "".join(str(int(each)) for each in state)


def _condition(hits: int, shaken: bool, limit: int) -> str:
    if hits >= limit:
        return "removed"
    carried = f"{hits} hit{'s' * (hits > 1)}" if hits else "unhurt"
    return f"{carried}, shaken" if shaken else carried
