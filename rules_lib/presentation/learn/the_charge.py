"""Two charges at one regiment: the reader leads it, and forms square or stands in line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from rules_lib.presentation.learn.casting import Cast, Group, Leads
from rules_lib.presentation.learn.judged import brief, mark_of
from rules_lib.presentation.learn.story import Choice, Headline, Line, Part, Scene, Story
from rules_lib.presentation.palette import Role
from rules_lib.rulebook.defaults import defaults
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory import Cavalry, Infantry, charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    HEAVY_CHARGE_DRM,
    LIGHT_CHARGE_DRM,
    SQUARE_DRM,
    charge_drm,
)
from rules_lib.triumph_and_glory.charge.state import Place
from rules_lib.triumph_and_glory.charge.target import Stack, Target
from rules_lib.type_checks import checked
from rules_lib.wording import percent

ORLOV: Final = Infantry("Orlov", 5, 4, cohesion_disordered=4)
CHARGERS: Final = (
    Cavalry("Petit", 5, 4, cohesion_disordered=4, heavy=False),
    Cavalry("Duval", 5, 4, cohesion_disordered=4, heavy=True),
)
NO_RECALL: Final = {"recall": False}
"""The riders never turn back: so every die is rolled."""
OPTIONS: Final = {True: "Form square", False: "Stand in line"}
HEADINGS: Final = ("The first charge", "The second charge")
LAID: Final = (
    {"commitment": 4, "square": 3, "fight": 7},
    {"commitment": 2, "square": 4, "fight": 8},
)
"""Laid out beforehand for each charge, by what is rolled for; all others show a 4."""


@checked
def charge_story(rulings: charge.Rulings | None = None) -> Story:
    """The story under the given rulings, or under our defaults."""
    rulings = rulings or defaults(charge.Rulings)
    second = _Charge(1, rulings, "stands", Fraction(1))
    first = _Charge(0, rulings, second.start, second.value)
    lesson = (Line(_lesson(first.best, second.best)),)
    end = Scene("stands", "Orlov has stood", lesson, (Fraction(1), Fraction(0)))
    return Story(
        "square-or-line",
        "Square, or line?",
        (Part("Orlov stands both times", "second"), Part("Orlov is driven off", "first")),
        Headline(
            0, "Orlov stands {chance}.", "Orlov has stood both times.", "Orlov has left its hex."
        ),
        (*first.in_order(), *second.in_order(), end),
    )


def _lesson(against_light: bool, against_heavy: bool) -> Step:
    """What to take home, where the engine bears it out."""
    if against_heavy and not against_light:
        return Step(
            "Remember: a square is worth the risk when it takes a lot away from the charge. Heavy"
            f" cavalry loses {HEAVY_CHARGE_DRM - SQUARE_DRM} (its {HEAVY_CHARGE_DRM}, and"
            f" {-SQUARE_DRM} more), light cavalry only {LIGHT_CHARGE_DRM - SQUARE_DRM}.",
            ("TG-9.83", "TG-9.85e", "TG-9.85f"),
        )
    return Step("Whether to form square is a matter of the odds: compare them each time.")


@dataclass
class _Charge:
    """All ways that one charge can take, each die and each decision as the engine asks for it."""

    number: int
    rulings: charge.Rulings
    then: str
    worth_then: Fraction
    """The scene that follows if the regiment stands, and what it is worth."""
    scenes: dict[str, Scene] = field(default_factory=dict)
    start: str = ""
    best: bool = False
    value: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        rider = self.rider = CHARGERS[self.number]
        target = Target((ORLOV,), counter_shocks=())
        self.situation = charge.Situation.of([Stack((rider,))], [target])
        kind = "heavy" if rider.heavy else "light"
        bonus = charge_drm([rider])
        told = [
            Step(
                f"{rider.name}’s {kind} cavalry charges your infantry, {ORLOV.name}. All units have"
                f" cohesion {ORLOV.cohesion}: a roll of 0 to {ORLOV.cohesion} on a die of ten sides"
                " passes.",
                ("TG-9.81-3",),
            ),
            Step(f"In the fight {kind} cavalry adds {bonus} to its roll.", ("TG-9.83",)),
            Step("Against a square it adds nothing, and 2 are taken off.", ("TG-9.85f",)),
            Step("But infantry that fails to form square is disordered.", ("TG-9.85e",)),
            Step(
                "A total of 10 or more drives you off. At 5 to 9 you roll to stay; below 5 the"
                " riders do.",
                ("TG-9.81-7",),
            ),
            Step("In this story the riders never turn back.", ("TG-9.82",)),
        ]
        if self.number:
            again = Step(f"Another day, and {ORLOV.name} is in good order again.")
            told = [again, *told[:2], told[-1]]
        self.start = f"charge-{self.number}"
        self.value = self._before(self.start, (), {}, tuple(map(Line, told)), HEADINGS[self.number])

    def in_order(self) -> tuple[Scene, ...]:
        """The scenes, the first one first."""
        return tuple(reversed(self.scenes.values()))

    def _run(self, dice: tuple[int, ...], plan: dict[str, bool]) -> charge.Charge:
        return charge.adjudicate(self.situation, dice, {**NO_RECALL, **plan}, self.rulings)

    def _before(
        self,
        scene_id: str,
        dice: tuple[int, ...],
        plan: dict[str, bool],
        lines: tuple[Line, ...],
        heading: str,
    ) -> Fraction:
        """The scene in which a die or a decision is due, or the end; and what it is worth."""
        now = self._run(dice, plan)
        choices: tuple[Choice, ...] = ()
        ask, value = "", Fraction(0)
        if now.missing is None:
            if now.fates[ORLOV.name].place == Place.STARTS:
                ask, value = "Orlov has stood. And now?", self.worth_then
                choices = (Choice("Go on", self.then),)
        elif now.missing.what == "die":
            value, choice = self._roll(scene_id, now, dice, plan)
            ask, choices = f"{now.missing.text.removesuffix('.')}.", (choice,)
        else:
            ask, choices = "What does your regiment do?", self._decide(scene_id, now, dice)
            value = max(choice.worth or Fraction(0) for choice in choices)
        decides = len(choices) > 1
        when = "With your best choice" if decides else "As things stand"
        self.scenes[scene_id] = Scene(
            scene_id, heading, lines, (value, 1 - value), ask, choices, self._facts(now), when
        )
        return value

    def _decide(
        self, scene_id: str, now: charge.Charge, dice: tuple[int, ...]
    ) -> tuple[Choice, ...]:
        """Square, or line: where each leads, and what it is worth."""
        worths = []
        for form, word in OPTIONS.items():
            steps = self._run(dice, {"square": form}).steps[len(now.steps) :]
            worths.append(
                self._before(
                    f"{scene_id}-{form}", dice, {"square": form}, tuple(map(Line, steps)), word
                )
            )
        self.best = worths[0] > worths[1]
        both = zip(OPTIONS.values(), worths, strict=True)
        told = " ".join(f"{word}: {percent(worth)}." for word, worth in both)
        return tuple(
            Choice(
                word,
                f"{scene_id}-{form}",
                told,
                mark_of(worth, worths),
                brief(worth, worths),
                worth,
            )
            for (form, word), worth in zip(OPTIONS.items(), worths, strict=True)
        )

    def _roll(
        self, scene_id: str, now: charge.Charge, dice: tuple[int, ...], plan: dict[str, bool]
    ) -> tuple[Fraction, Choice]:
        """A die of ten sides; faces that do the same lead to the same scene."""
        assert now.missing is not None
        own = now.missing.who == ORLOV.name
        role: Role = "second" if own else "first"
        group = Group("Your die" if own else f"{self.rider.name}’s die", role, 1, "ten", 0, 9)
        say: dict[int, Step] = {}
        alike: defaultdict[tuple[tuple[Step, ...], Hashable], list[int]] = defaultdict(list)
        for face in group.totals:
            after = self._run((*dice, face), plan)
            steps = after.steps[len(now.steps) :]
            (say[face],) = [step for step in steps if step.faces == (face,)]
            rest = tuple(step for step in steps if step.faces != (face,))
            alike[rest, (after.missing, tuple(after.fates.items()))].append(face)
        leads: Leads = {}
        value = Fraction(0)
        for (steps, _), faces in alike.items():
            to = f"{scene_id}{faces[0]}"
            heading, lines = self._told(steps, now.missing.text)
            worth = self._before(to, (*dice, faces[0]), plan, lines, heading)
            value += worth * Fraction(len(faces), len(group.totals))
            leads |= {(face,): to for face in faces}
        face = LAID[self.number].get(now.missing.kind, 4)
        told = {face: replace(step, throw="", faces=()) for face, step in say.items()}
        return value, Choice("Roll", "", cast=Cast((group,), leads, (told,)), laid=((face,),))

    def _told(self, steps: Sequence[Step], asked: str) -> tuple[str, tuple[Line, ...]]:
        """The heading of a scene, and its lines."""
        if steps and steps[0].heading:
            return steps[0].text, tuple(map(Line, steps[1:]))
        return asked.removesuffix("."), tuple(map(Line, steps))

    def _facts(self, now: charge.Charge) -> tuple[tuple[Role, str], ...]:
        fates = now.fates
        names: tuple[tuple[Role, str], ...] = (("first", self.rider.name), ("second", ORLOV.name))
        return tuple((role, f"{name}: {fates[name]}") for role, name in names)
