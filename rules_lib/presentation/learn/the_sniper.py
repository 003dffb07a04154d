"""One shot from hiding: the reader is the sniper, and says with which card and at whom."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.sniper.state import MARKERS, RED_MARKERS
from rules_lib.presentation.drawing import command_card
from rules_lib.presentation.learn.casting import Cast, Group, Leads
from rules_lib.presentation.learn.judged import brief, mark_of
from rules_lib.presentation.learn.story import Choice, Headline, Line, Part, Piece, Scene, Story
from rules_lib.rulebook.defaults import defaults
from rules_lib.rulebook.numbers import in_text
from rules_lib.transcript import Step
from rules_lib.type_checks import checked
from rules_lib.wording import percent

CARDS: Final = (Card("red", 10), Card("black", 7))
TARGETS: Final[dict[sniper.Spotter, str]] = {
    "infantry": "infantry",
    "officer": "the officer’s unit",
}
SHOT_DICE: Final = (4, 3, 4)
DRAWN: Final = ((4,), (5, 2))
MARKER: Final = (2,)
"""Laid out beforehand: the shot, of which a black card takes the first two; the card that is drawn,
and the two dice against it; the marker."""
ORDINARY: Final = range(2, 15)
"""The values of the pile, each as often as any other."""
LOST: Final = "You have missed, or you are found."
MADE: Final = "You have hit, and nobody has found you."
GREEN: Final = MARKERS


@checked
def sniper_story() -> Story:
    """The story under our default rulings."""
    return _Teller(defaults(sniper.Rulings)).story()


class _Teller:
    """Both cards, both targets, and every way the shot can go."""

    def __init__(self, rulings: sniper.Rulings) -> None:
        self.rulings = rulings
        self.scenes: list[Scene] = []
        pile = sniper.full_pile(None, rulings)
        if pile.jokers or sorted(pile.values.values()) != list(ORDINARY):
            raise InvalidValue("pile", str(pile), "one in which each value is as likely as another")

    def story(self) -> Story:
        """The whole story."""
        told = (
            Step("You lie hidden. Nobody knows where.", ("PT-S4",)),
            Step(
                "Reach your card, and you hit. A red card rolls three dice, a black one two.",
                ("PT-S8",),
            ),
            Step(
                f"Hit or not: then {in_text(MARKERS).word} markers lie on the table,"
                f" {in_text(RED_MARKERS).word} red and one green. You are"
                " under the green one.",
                ("PT-S5", "R-S5"),
            ),
            Step(
                "Your target immediately looks for you. If it spots something, it turns"
                " one marker, and"
                " only one.",
                ("PT-S11", "PT-S13"),
            ),
            Step("You want to hit, and not to be found."),
        )
        by_card = [[self._worth(card, kind) for kind in TARGETS] for card in CARDS]
        hits = " ".join(f"The {card} hits {percent(sniper.hit(card))}." for card in CARDS)
        targets = [Choice(f"The {card}", f"at-{card.colour}", hits) for card in CARDS]
        best = list(map(max, by_card))
        ask = "Which card do you use?"
        self._keep("cards", "In hiding", told, max(best), ask, _judged(targets, best))
        for card, worths in zip(CARDS, by_card, strict=True):
            self._aim(card, worths)
        return Story(
            "from-hiding",
            "Can you shoot and stay hidden?",
            (Part("a hit, and not found", "first"), Part("missed, or found", "second")),
            Headline(
                0, "You hit and stay hidden {chance}.", MADE, "You have missed, or you are found."
            ),
            tuple(self.scenes),
            table=tuple(
                Piece(f"The {card}", "neutral", command_card(card.colour, card.value))
                for card in CARDS
            ),
        )

    def _worth(self, card: Card, kind: sniper.Spotter) -> Fraction:
        """The chance to hit and not to be found."""
        return sniper.hit(card) * (1 - sniper.spotting(kind, rulings=self.rulings) / MARKERS)

    def _keep(
        self,
        scene_id: str,
        heading: str,
        told: tuple[Step, ...],
        value: Fraction,
        ask: str = "",
        choices: tuple[Choice, ...] = (),
    ) -> str:
        lines = tuple(map(Line, told))
        when = "With your best choice" if len(choices) > 1 else "As things stand"
        chances = value, 1 - value
        self.scenes.append(Scene(scene_id, heading, lines, chances, ask, choices, (), when))
        return scene_id

    def _aim(self, card: Card, worths: list[Fraction]) -> None:
        """Whom to shoot at: the chance to hit is the same, the eyes are not."""
        spots = [percent(sniper.spotting(kind, rulings=self.rulings)) for kind in TARGETS]
        told = "It spots you: " + ", ".join(map("{} {}".format, TARGETS.values(), spots)) + "."
        choices = [
            Choice(
                name.capitalize(),
                "",
                told,
                cast=self._shot(card, kind),
                laid=(SHOT_DICE[: card.combat_dice],),
            )
            for kind, name in TARGETS.items()
        ]
        steps = (
            Step(
                "Both targets are as easy to hit. The unit you shoot at looks for you.", ("PT-S11",)
            ),
            Step(
                "They draw a card and roll two dice to reach it. Ordinary infantry needs 2 more"
                " than the card shows.",
                ("PT-S11", "PT-S12"),
            ),
        )
        self._keep(
            f"at-{card.colour}",
            "In your sights",
            steps,
            max(worths),
            "Whom do you shoot at?",
            _judged(choices, worths),
        )

    def _shot(self, card: Card, kind: sniper.Spotter) -> Cast:
        """The dice of the shot, and the scenes after a hit and after a miss."""
        group = Group("Your dice", "first", card.combat_dice)
        target = sniper.Target(kind)
        say: dict[int, Step] = {}
        leads: Leads = {}
        for total in group.totals:
            hit = card.reached_by(total)
            steps = self._duel(sniper.Shot(card, total, target))
            say[total] = steps[1]
            leads[total,] = f"{card.colour}-{kind}-{'hit' if hit else 'miss'}"
            if leads[total,] not in {scene.id for scene in self.scenes}:
                self._sought(leads[total,], sniper.Shot(card, total, target), hit, steps[2:])
        return Cast((group,), leads, (say,))

    def _sought(self, scene_id: str, shot: sniper.Shot, hit: bool, told: tuple[Step, ...]) -> None:
        """The target looks for him: a card, and two dice against it."""
        groups = (
            Group("The card they draw", "second", 1, "card", ORDINARY[0], ORDINARY[-1]),
            Group("Their dice", "second", 2),
        )
        spots = {True: f"{scene_id}-spots", False: f"{scene_id}-looks"}
        leads: Leads = {}
        together: dict[str, Step] = {}
        for drawn, roll in product(*(group.totals for group in groups)):
            seen = sniper.spots(drawn, roll, shot.target.kind, self.rulings)
            leads[drawn, roll] = spots[seen]
            if spots[seen] not in together:
                tried = replace(shot, drawn=drawn, spot_roll=roll, marker="red" if seen else None)
                said = self._duel(tried)[2 + len(told)]
                text = said.text.replace(f"the {drawn} to", "the {0} to").replace(
                    f"rolls {roll}:", "rolls {1}:"
                )
                together[spots[seen]] = replace(said, text=text)
        chance = sniper.spotting(shot.target.kind, rulings=self.rulings)
        cast = Cast(groups, leads, (), together)
        ask = "They look for you."
        choices = (Choice("Lie still", "", cast=cast, laid=DRAWN),)
        self._keep(scene_id, "The shot", told, hit * (1 - chance / MARKERS), ask, choices)
        self._keep(spots[False], "It is over", (_end(hit, found=False),), Fraction(hit))
        self._turned(spots[True], shot, hit, len(told))

    def _turned(self, scene_id: str, shot: sniper.Shot, hit: bool, told: int) -> None:
        """They have spotted something, and turn one of the markers."""
        group = Group("The marker they turn", "second", 1, "marker", 1, MARKERS)
        drawn, roll = ORDINARY[0], 12
        ends = {}
        for dot in ("red", "green"):
            turned = replace(shot, drawn=drawn, spot_roll=roll, marker=dot)
            steps = self._duel(turned)[3 + told :]
            end = _end(hit, found=dot == "green")
            ends[dot] = self._keep(
                f"{scene_id}-{dot}", "It is over", (*steps, end), Fraction(hit and dot == "red")
            )
        leads: Leads = {(face,): ends["green" if face == GREEN else "red"] for face in group.totals}
        choices = (Choice("Hold your breath", "", cast=Cast((group,), leads), laid=(MARKER,)),)
        value = hit * Fraction(MARKERS - 1, MARKERS)
        self._keep(scene_id, "They have seen something", (), value, "They turn a marker.", choices)

    def _duel(self, shot: sniper.Shot) -> tuple[Step, ...]:
        steps = sniper.adjudicate([shot], rulings=self.rulings).steps
        return tuple(replace(step, throw="") for step in steps)


def _judged(choices: list[Choice], worths: list[Fraction]) -> tuple[Choice, ...]:
    """Choices with what they are worth."""
    return tuple(
        replace(choice, mark=mark_of(worth, worths), short=brief(worth, worths), worth=worth)
        for choice, worth in zip(choices, worths, strict=True)
    )


def _end(hit: bool, *, found: bool) -> Step:
    shot = "You have hit" if hit else "You have missed"
    return Step(f"{shot}, and you are {'found' if found else 'still hidden'}.", (), heading=True)
