"""Two sudden strikes: the reader says where a squad waits for the next joker."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.presentation.learn.casting import Cast, Group, Leads
from rules_lib.presentation.learn.judged import brief, mark_of
from rules_lib.presentation.learn.story import (
    Choice,
    Headline,
    Line,
    Part,
    Scene,
    Story,
)
from rules_lib.presentation.palette import Role
from rules_lib.rulebook.defaults import defaults
from rules_lib.rulebook.numbers import in_text
from rules_lib.transcript import Step
from rules_lib.type_checks import checked
from rules_lib.wording import percent

SQUAD: Final = sudden_strike.Unit("infantry", hits=1)
PLACES: Final = ("bunker", "dugout")
STRIKES: Final = 2
SAVES_FROM: Final = min(SAVING_FACES)
FULL: Final = 6
Fate = sudden_strike.Fate
Structure = sudden_strike.Structure
STRUCTURE_DICE: Final = ((2, 4, 1), (3, 6, 2))
SQUAD_DICE: Final = ((5, 2), (1, 4))
"""Laid out beforehand, one row for each strike; who rolls fewer dice takes the first."""


class Moment(NamedTuple):
    """Before a strike: its number, and the structures as they are now."""

    strike: int
    bunker: Structure
    dugout: Structure

    def at(self, place: str) -> Structure:
        """The structure of this name."""
        return self.bunker if place == "bunker" else self.dugout

    def after(self, place: str, structure: Structure) -> Moment:
        """After a strike that left the structure so."""
        changed = (structure, self.dugout) if place == "bunker" else (self.bunker, structure)
        return Moment(self.strike + 1, *changed)


@checked
def strike_story(rulings: sudden_strike.Rulings | None = None) -> Story:
    """The story under the given rulings, or under our defaults."""
    return _Teller(rulings or defaults(sudden_strike.Rulings)).story()


class _Teller:
    """Every place, and every way its dice can fall."""

    def __init__(self, rulings: sudden_strike.Rulings) -> None:
        self.rulings = rulings
        self.first = Moment(1, replace(sudden_strike.BUNKER, damage=2), sudden_strike.DUGOUT)
        self.scenes: dict[str, Scene] = {}

    def story(self) -> Story:
        """The whole story."""
        bunker, dugout = self.first.bunker, self.first.dugout
        told = (
            Step(
                "Your squad carries a hit. One more removes it. Two jokers will come: sudden"
                " strikes, shots from off the table.",
                ("PT-X1", "PT-X4", "R-X1"),
            ),
            Step(
                "Where it is hit, it rolls two dice."
                f" {in_text(SAVING_FACES).each.capitalize()} saves it.",
                ("PT-X2", "PT-X3"),
            ),
            Step(
                "In a structure that still stands, the structure rolls first. If one of its dice"
                f" shows {in_text(SAVING_FACES)}, your squad rolls nothing.",
                ("PT-X5", "PT-X6"),
            ),
            Step(
                f"The bunker rolls {bunker.dice} dice. It has been shot at: of its value"
                f" {bunker.value} it has {bunker.value_left} left. The dugout rolls {dugout.dice}"
                f" dice and has its value {dugout.value_left}. A structure that fails drops by 1."
                " At 0 it stands no more.",
                ("PT-X5", "PT-X7"),
            ),
        )
        self._before(self.first, "start", tuple(map(Line, told)))
        scenes = dict(reversed(self.scenes.items()))
        return Story(
            "two-jokers",
            "Where does your squad wait?",
            (Part("your squad survives both strikes", "second"), Part("it is removed", "first")),
            Headline(
                0,
                "Your squad survives {chance}.",
                "Your squad has survived.",
                "Your squad is removed.",
            ),
            tuple(scenes.values()),
        )

    def _survives(self, moment: Moment, place: str) -> Fraction:
        """The chance to survive from here, waiting there first and then as well as can be."""
        results = sudden_strike.strike(SQUAD, moment.at(place), self.rulings)
        return sum(
            (
                chance * self._best(moment.after(place, result.structure))
                for result, chance in results.items()
                if result.fate != Fate.REMOVED and result.structure is not None
            ),
            Fraction(0),
        )

    def _best(self, moment: Moment) -> Fraction:
        """The same, if the squad waits where it is best."""
        if moment.strike > STRIKES:
            return Fraction(1)
        return max(self._survives(moment, place) for place in PLACES)

    def _before(self, moment: Moment, scene_id: str, lines: tuple[Line, ...]) -> str:
        """Where does it wait for the next joker?  After the last one it has survived."""
        first = moment.strike == 1
        if moment.strike > STRIKES:
            return self._keep(Scene(scene_id, "No more jokers", lines, (Fraction(1), Fraction(0))))
        worths = [self._survives(moment, place) for place in PLACES]
        told = " ".join(
            f"{p.capitalize()}: {percent(w)}." for p, w in zip(PLACES, worths, strict=True)
        )
        choices = []
        for place, worth in zip(PLACES, worths, strict=True):
            cast, laid = self._strike(moment, place, scene_id)
            stands = moment.at(place).intact(self.rulings)
            label = f"In the {place}" if stands else f"In what is left of the {place}"
            judged = told, mark_of(worth, worths), brief(worth, worths), worth
            choices.append(Choice(label, "", *judged, cast, laid))
        scene = Scene(
            scene_id,
            "Before the first joker" if first else "Before the next joker",
            lines,
            (max(worths), 1 - max(worths)),
            "Where does your squad wait?",
            tuple(choices),
            self._facts(moment),
            "If it waits where it is best",
        )
        return self._keep(scene)

    def _strike(
        self, moment: Moment, place: str, scene_id: str
    ) -> tuple[Cast, tuple[tuple[int, ...]]]:
        """The joker: the structure rolls; where it fails or has fallen, the squad does."""
        structure = moment.at(place)
        if not structure.intact(self.rulings):
            return self._own_roll(moment, place, f"{scene_id}-{place}-open", structure)
        faces = STRUCTURE_DICE[moment.strike - 1][: structure.dice]
        group = Group(f"The {place}’s dice", "neutral", structure.dice, counts_from=SAVES_FROM)
        held = self._record(structure, (FULL,) * structure.dice)
        failed = self._record(structure, (1,) * structure.dice, (FULL, FULL))
        next_id = f"{scene_id}-{place}"
        holds = self._before(
            moment.after(place, structure), f"{next_id}-held", _lines(held.steps[2:])
        )
        (result,) = failed.results
        assert result.structure is not None
        cast, laid = self._own_roll(moment, place, f"{next_id}-failed", result.structure)
        through = sum(
            (
                chance * self._best(moment.after(place, each.structure))
                for each, chance in sudden_strike.strike(SQUAD, structure, self.rulings).items()
                if each.fate == Fate.SAVED and each.structure is not None
            ),
            Fraction(0),
        )
        fails = sudden_strike.strike(SQUAD, structure, self.rulings).probability(
            lambda each: each.fate != Fate.UNAFFECTED
        )
        now = through / fails
        scene = Scene(
            f"{next_id}-through",
            "The shot goes on to your squad",
            (),
            (now, 1 - now),
            "Your squad rolls for itself.",
            (Choice("Roll for your squad", "", worth=now, cast=cast, laid=laid),),
            self._facts(moment.after(place, result.structure)),
            "Before this roll",
        )
        self._keep(scene)
        to: Leads = {(n,): holds if n else scene.id for n in group.totals}
        said = [
            _with_room(each.steps[1], faces)
            for each, faces in ((failed, (1,) * structure.dice), (held, (FULL,) * structure.dice))
        ]
        return Cast((group,), to, ({n: said[n > 0] for n in group.totals},)), (faces,)

    def _own_roll(
        self, moment: Moment, place: str, scene_id: str, structure: Structure
    ) -> tuple[Cast, tuple[tuple[int, ...]]]:
        """The cover save of the squad, on which everything hangs."""
        dice = sudden_strike.dice_of("infantry", self.rulings)
        group = Group("Your squad’s dice", "second", dice, counts_from=SAVES_FROM)
        saved, gone = (self._record(None, (), (face,) * dice) for face in (FULL, 1))
        lives = self._before(
            moment.after(place, structure), f"{scene_id}-saved", _lines(saved.steps[2:])
        )
        dies = self._keep(
            Scene(
                f"{scene_id}-removed",
                "It is over",
                _lines(gone.steps[2:]),
                (Fraction(0), Fraction(1)),
            )
        )
        to: Leads = {(n,): lives if n else dies for n in group.totals}
        said = [_with_room(gone.steps[1], (1,) * dice), _with_room(saved.steps[1], (FULL,) * dice)]
        faces = SQUAD_DICE[moment.strike - 1][:dice]
        return Cast((group,), to, ({n: said[n > 0] for n in group.totals},)), (faces,)

    def _record(
        self, structure: Structure | None, outer: tuple[int, ...], own: tuple[int, ...] = ()
    ) -> sudden_strike.Record:
        strikes = [sudden_strike.Dice(outer, own)]
        told = sudden_strike.adjudicate(SQUAD, structure, strikes, self.rulings)
        return replace(told, steps=tuple(map(_yours, told.steps)))

    def _keep(self, scene: Scene) -> str:
        self.scenes[scene.id] = scene
        return scene.id

    def _facts(self, moment: Moment) -> tuple[tuple[Role, str], ...]:
        return tuple(
            ("neutral", f"{place.capitalize()}: {each.dice} dice, value {each.value_left}")
            for place, each in zip(PLACES, moment[1:], strict=True)
        )


def _lines(steps: tuple[Step, ...]) -> tuple[Line, ...]:
    return tuple(map(Line, steps))


def _yours(step: Step) -> Step:
    """A step in the words of the story: the infantry is the reader's."""
    text = step.text.replace("The infantry is unaffected", "Your squad is not hit")
    return replace(step, text=text.replace("The infantry", "Your squad"))


def _with_room(step: Step, faces: tuple[int, ...]) -> Step:
    """A step with room for other faces than these."""
    told = ", ".join(map(str, faces))
    return replace(
        step, text=step.text.replace(f"rolls {told} ", "rolls {faces} "), throw="", faces=()
    )
