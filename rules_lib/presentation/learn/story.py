"""A story in which the reader decides: scenes, choices, and the exact chances in every scene.

A story is data.  It is made from the engine when the book is built; the page only walks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

from rules_lib.errors import InvalidValue, require_int
from rules_lib.presentation.display import Display
from rules_lib.presentation.markup import Html
from rules_lib.presentation.palette import Role
from rules_lib.presentation.payload import decimal
from rules_lib.presentation.wording import chance_in_words, checked_chance
from rules_lib.transcript import Step
from rules_lib.type_checks import checked

Mark = Literal["", "best", "equal", "worse"]
"""How good a choice is: not a matter of good or bad, the best, as good as the best, worse."""

_LEAST_POINTS: Final = Fraction(1, 10)


@checked
@dataclass(frozen=True, slots=True)
class Throw:
    """Dice on the table: whose they are, in words and by role, and what they show."""

    label: str
    role: Role
    faces: tuple[int, ...]


@checked
@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a scene with its clauses, and the dice it speaks of."""

    step: Step
    throw: Throw | None = None


@checked
@dataclass(frozen=True, slots=True)
class Choice:
    """What the reader may do.

    Attributes:
        label: the words on the button.
        to: id of the scene it leads to.
        note: what the reader is told after choosing it.
        mark: how good it is.
        short: the same in a few words, for the list of what was chosen.
    """

    label: str
    to: str
    note: str = ""
    mark: Mark = ""
    short: str = ""

    def __post_init__(self) -> None:
        if self.mark not in get_args(Mark):
            raise InvalidValue("mark", self.mark, " or ".join(map(repr, get_args(Mark))))


@checked
@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of a story.

    Attributes:
        id: its name within the story.
        heading: where we are.
        lines: what is told.
        chances: exact chance of each part of the story as things stand; they sum to 1.  None are
            shown where the reader is to guess them.
        ask: the question before the choices.
        choices: what the reader may do; none at the end of the story.
        facts: how each side stands, in the colour of its role.
        when: the moment that the chances are for.
    """

    id: str
    heading: str
    lines: tuple[Line, ...]
    chances: tuple[Fraction, ...]
    ask: str = ""
    choices: tuple[Choice, ...] = ()
    facts: tuple[tuple[Role, str], ...] = ()
    when: str = "As things stand"

    def __post_init__(self) -> None:
        if self.chances and sum(checked_chance(each) for each in self.chances) != 1:
            raise InvalidValue(f"chances of scene {self.id!r}", self.chances, "chances of sum 1")
        if bool(self.choices) != bool(self.ask):
            raise InvalidValue(
                f"ask of scene {self.id!r}", self.ask, "a question iff it has choices"
            )

    @property
    def cited(self) -> tuple[str, ...]:
        """Ids of the clauses and rulings that the scene rests on, each once."""
        return tuple(dict.fromkeys(i for line in self.lines for i in line.step.clauses))


@dataclass(frozen=True, slots=True)
class Part:
    """One way the story can end, by label and role."""

    label: str
    role: Role


@dataclass(frozen=True, slots=True)
class Headline:
    """The chance that the reader cares about.

    `place` is its part.  In `open_`, `{chance}` is the chance in words; `sure` and `gone` are said
    where it is 1 and 0.
    """

    place: int
    open_: str
    sure: str
    gone: str

    def sentence(self, chance: Fraction) -> str:
        """The chance in a sentence."""
        if chance in (0, 1):
            return self.sure if chance else self.gone
        return self.open_.replace("{chance}", chance_in_words(chance))


@checked
@dataclass(frozen=True, slots=True)
class Story(Display):
    """Scenes that lead from the first one to an end, whatever the reader chooses.

    Attributes:
        id: its anchor on the page.
        title: the question it answers.
        parts: the ways it can end, in the order they are drawn.
        headline: the part that the reader cares about.
        scenes: all scenes, the first one first.
        score: said at the end; `{good}` and `{all}` are numbers of choices.

    Raises:
        InvalidValue: a scene twice, a choice that leads nowhere, a scene that nothing leads to, or
            a way back, on which a reader might never come to an end.
    """

    id: str
    title: str
    parts: tuple[Part, ...]
    headline: Headline
    scenes: tuple[Scene, ...]
    score: str = "{good} of your {all} decisions were as good as any."

    def __post_init__(self) -> None:
        if not self.scenes:
            raise InvalidValue("scenes", self.scenes, "one scene or more")
        if not any(scene.chances for scene in self.scenes):
            raise InvalidValue("scenes", self.scenes, "one scene or more with chances")
        ids = [scene.id for scene in self.scenes]
        for each in ids:
            if ids.count(each) > 1:
                raise InvalidValue("scenes", each, "ids that are used once")
        for scene in self.scenes:
            if len(scene.chances) not in (0, len(self.parts)):
                given = f"chances of scene {scene.id!r}"
                raise InvalidValue(given, scene.chances, f"{len(self.parts)} of them, or none")
            for choice in scene.choices:
                if choice.to not in ids:
                    raise InvalidValue(f"scene {scene.id!r}", choice.to, "choices that lead on")
        order = _in_order(self)
        for each in ids:
            if each not in order:
                raise InvalidValue("scenes", each, "scenes that a reader can come to")

    @checked
    def scene(self, scene_id: str) -> Scene:
        """The scene of this id."""
        for scene in self.scenes:
            if scene.id == scene_id:
                return scene
        raise InvalidValue("scene", scene_id, ", ".join(each.id for each in self.scenes))

    @checked
    def walk(self, picks: Sequence[int]) -> tuple[Scene, ...]:
        """The scenes that a reader sees who picks these choices, by place from 0."""
        seen = [self.scenes[0]]
        for number, pick in enumerate(picks):
            require_int(f"picks[{number}]", pick, 0, len(seen[-1].choices) - 1)
            seen.append(self.scene(seen[-1].choices[pick].to))
        return tuple(seen)

    def paths(self) -> Iterator[tuple[int, ...]]:
        """All ways through the story, as the places of what is picked."""

        def onward(scene: Scene) -> Iterator[tuple[int, ...]]:
            if not scene.choices:
                yield ()
            for place, choice in enumerate(scene.choices):
                for rest in onward(self.scene(choice.to)):
                    yield (place, *rest)

        yield from onward(self.scenes[0])

    def best_path(self) -> tuple[int, ...]:
        """The way of a reader who always picks the first of the best choices."""
        picks: list[int] = []
        scene = self.scenes[0]
        while scene.choices:
            marks = [choice.mark for choice in scene.choices]
            picks.append(next((i for i, mark in enumerate(marks) if mark in ("best", "equal")), 0))
            scene = self.scene(scene.choices[picks[-1]].to)
        return tuple(picks)

    @property
    def cited(self) -> tuple[str, ...]:
        """Ids of all clauses and rulings of the story, each once."""
        return tuple(dict.fromkeys(i for scene in self.scenes for i in scene.cited))

    def _repr_html_(self) -> Html:
        from rules_lib.presentation.learn.story_html import story_html  # it needs this module

        return story_html(self)

    def __str__(self) -> str:
        """Return the story of the best choices as plain text."""
        lines = [self.title]
        picks = self.best_path()
        for scene, pick in zip(self.walk(picks), (*picks, None), strict=True):
            lines += ["", scene.heading, *(str(line.step) for line in scene.lines)]
            if pick is not None:
                lines += [f"  {scene.ask} {scene.choices[pick].label}"]
        return "\n".join(lines)


def _in_order(story: Story) -> list[str]:
    """Ids of all scenes that can be reached; refuses a way back."""
    done: list[str] = []
    under_way: set[str] = set()

    def visit(scene_id: str) -> None:
        if scene_id in under_way:
            raise InvalidValue("scenes", scene_id, "no way back to a scene")
        if scene_id in done:
            return
        under_way.add(scene_id)
        for choice in story.scene(scene_id).choices:
            visit(choice.to)
        under_way.remove(scene_id)
        done.append(scene_id)

    visit(story.scenes[0].id)
    return done


def mark_of(worth: Fraction, all_worths: Sequence[Fraction]) -> Mark:
    """How good a choice is among all, by what each is worth."""
    best = max(all_worths)
    if worth < best:
        return "worse"
    return "best" if list(all_worths).count(best) == 1 else "equal"


def verdict(worth: Fraction, all_worths: Sequence[Fraction]) -> str:
    """The same in words, with the points that a worse choice gives away."""
    kind = mark_of(worth, all_worths)
    if kind == "worse":
        return f"You gave away {points(max(all_worths) - worth)}."
    if kind == "best":
        return "The best choice."
    same = "all choices are" if min(all_worths) == max(all_worths) else "another choice is"
    return f"A best choice: {same} just as good."


def brief(worth: Fraction, all_worths: Sequence[Fraction]) -> str:
    """The same in a few words."""
    kind = mark_of(worth, all_worths)
    if kind == "worse":
        return f"gave away {points(max(all_worths) - worth)}"
    return "the best choice" if kind == "best" else "as good as any"


def points(difference: Fraction) -> str:
    """A difference of chances in percentage points: `"11.3 points"`."""
    hundredfold = 100 * difference
    if 0 < hundredfold < _LEAST_POINTS:
        return "less than 0.1 points"
    return f"{decimal(hundredfold, 1)} points"
