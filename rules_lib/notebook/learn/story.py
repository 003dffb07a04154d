"""A story in which the reader decides: scenes, choices, and the exact chances in every scene.

A story is data.  It is made from the engine when the book is built; the page only walks it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Final, Literal

from rules_lib.errors import InvalidValue, require_word
from rules_lib.notebook.explorer import Headline
from rules_lib.notebook.learn.casting import Cast, Clash, Throw
from rules_lib.notebook.learn.judged import Mark
from rules_lib.notebook.markup import Html
from rules_lib.notebook.palette import Role
from rules_lib.notebook.svg import Drawing
from rules_lib.text.chances import checked_chance
from rules_lib.transcript import Step

Mood = Literal["hopes", "sweats", "falls"]
"""How a unit looks."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a scene with its clauses, and the dice it speaks of."""

    step: Step
    throw: Throw | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """What the reader may do.

    Attributes:
        label: the words on the button.
        to: id of the scene it leads to.
        note: what the reader is told after choosing it.
        mark: how good it is.
        short: the same in a few words, for the list of what was chosen.
        worth: the chance of the headline before any die falls, if all goes well from there on.
        cast: where real dice are thrown, these instead of those laid out beforehand.  In a scene
            that only real dice lead to, `to` is empty then.
        laid: the faces of these dice that are laid out beforehand, if no other scene tells of them.
        at: if it is a guess, where it lies on the line from never to always, in percent.
    """

    label: str
    to: str
    note: str = ""
    mark: Mark = ""
    short: str = ""
    worth: Fraction | None = None
    cast: Cast | Clash | None = None
    laid: tuple[tuple[int, ...], ...] = ()
    at: int = 0


NO_MAP: Final = Html("")


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
        field: how many throws there are, each as likely, where they are shown as a field.
        say: the one sentence that stands beside the dice; without it the last line does.
        moods: how each unit on the table looks.
        map: where the units stand, as a picture.
    """

    id: str
    heading: str
    lines: tuple[Line, ...]
    chances: tuple[Fraction, ...]
    ask: str = ""
    choices: tuple[Choice, ...] = ()
    facts: tuple[tuple[Role, str], ...] = ()
    when: str = "As things stand"
    say: str = ""
    field: int = 0
    moods: tuple[Mood, ...] = ()
    map: Html = NO_MAP

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
class Piece:
    """What lies on the table all the time: a unit, its card, or both."""

    label: str
    role: Role
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """Scenes that lead from the first one to an end, whatever the reader chooses.

    Attributes:
        id: its anchor on the page.
        title: the question it answers.
        parts: the ways it can end, in the order they are drawn.
        headline: the part that the reader cares about.
        scenes: all scenes, the first one first.
        score: said at the end; `{good}` and `{all}` are numbers of choices.
        table: what lies there from the first scene to the last.
        following: the page of the story after this one, if it is another, its anchor, its title.

    Raises:
        InvalidValue: chances of other parts.
    """

    id: str
    title: str
    parts: tuple[Part, ...]
    headline: Headline
    scenes: tuple[Scene, ...]
    score: str = "Decisions that were as good as any: {good} of {all}."
    table: tuple[Piece, ...] = ()
    following: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for scene in self.scenes:
            if len(scene.chances) not in (0, len(self.parts)):
                given = f"chances of scene {scene.id!r}"
                raise InvalidValue(given, scene.chances, f"{len(self.parts)} of them, or none")

    @property
    def place(self) -> int:
        """The place of the part that the reader cares about."""
        return [part.label for part in self.parts].index(self.headline.part)

    def scene(self, scene_id: str) -> Scene:
        """The scene of this id."""
        ids = [each.id for each in self.scenes]
        return self.scenes[ids.index(require_word("scene", scene_id, ids))]

    def after(self, choice: Choice, faces: Sequence[Sequence[int]] = ()) -> Scene:
        """The scene that a choice leads to, with what its dice say: those laid out, or these."""
        thrown = faces or choice.laid
        if not choice.cast or not thrown:
            return self.scene(choice.to)
        to, steps = choice.cast.reached(thrown)
        throws = [
            Throw(group.label, group.role, tuple(own), group.kind)
            for group, own in zip(choice.cast.groups, thrown, strict=True)
        ]
        told = list(zip_longest(throws, steps[: len(throws)], fillvalue=None))
        lines = [Line(step or Step(""), throw) for throw, step in told]
        scene = self.scene(to)
        return replace(scene, lines=(*lines, *map(Line, steps[len(throws) :]), *scene.lines))

    def walk(self, picks: Sequence[int]) -> tuple[Scene, ...]:
        """The scenes that a reader sees who picks these choices, by place from 0."""
        seen = [self.scenes[0]]
        for pick in picks:
            seen.append(self.after(seen[-1].choices[pick]))
        return tuple(seen)

    def value(self, scene: Scene) -> Fraction | None:
        """The chance of the headline in a scene, if all goes well from there on."""
        worths = [choice.worth for choice in scene.choices if choice.worth is not None]
        if worths:
            return max(worths)
        return scene.chances[self.place] if scene.chances else None

    def luck(self, scene: Scene, choice: Choice, after: Scene) -> Fraction | None:
        """What the dice of a choice did."""
        before = self.value(scene) if choice.worth is None else choice.worth
        then = self.value(after)
        return None if before is None or then is None else then - before

    def best_path(self) -> tuple[int, ...]:
        """The way of a reader who always picks the first of the best choices."""
        picks: list[int] = []
        scene = self.scenes[0]
        while scene.choices:
            marks = [choice.mark for choice in scene.choices]
            picks.append(next((i for i, mark in enumerate(marks) if mark in ("best", "equal")), 0))
            scene = self.after(scene.choices[picks[-1]])
        return tuple(picks)

    @property
    def casts(self) -> tuple[Cast | Clash, ...]:
        """All real dice that may be thrown."""
        return tuple(each.cast for scene in self.scenes for each in scene.choices if each.cast)

    @property
    def cited(self) -> tuple[str, ...]:
        """Ids of all clauses and rulings of the story, each once."""
        by_dice = (i for cast in self.casts for step in cast.steps for i in step.clauses)
        told = (i for scene in self.scenes for i in scene.cited)
        return tuple(dict.fromkeys((*told, *by_dice)))

    @property
    def maps(self) -> tuple[Html, ...]:
        """Each map once, in the order of the scenes."""
        return tuple(dict.fromkeys(scene.map for scene in self.scenes if scene.map))

    def __str__(self) -> str:
        """Return the story of the best choices as plain text."""
        lines = [self.title]
        picks = self.best_path()
        for scene, pick in zip(self.walk(picks), (*picks, None), strict=True):
            told = [line.step for line in scene.lines if line.step.text]
            lines += ["", scene.heading, *map(str, told)]
            if pick is not None:
                lines += [f"  {scene.ask} {scene.choices[pick].label}"]
        return "\n".join(lines)
