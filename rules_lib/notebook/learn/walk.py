"""One walk for all stories: what a game says is due becomes scenes, choices, and their worth.

A game gives a :class:`Process`: for each state what may follow, by choice or by dice.  What is told
stands in its ``story.toml``, by the kind of moment.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import product
from math import prod
from typing import Any, ClassVar

from rules_lib.errors import InvalidValue
from rules_lib.notebook.drawing import command_card
from rules_lib.notebook.explorer import Headline
from rules_lib.notebook.learn.casting import Cast, Clash, Group
from rules_lib.notebook.learn.expressions import OURS, Names
from rules_lib.notebook.learn.judged import brief, mark_of
from rules_lib.notebook.learn.story import (
    NO_MAP,
    Choice,
    Line,
    Mood,
    Part,
    Piece,
    Scene,
)
from rules_lib.notebook.learn.story_html import Shown
from rules_lib.notebook.markup import Html
from rules_lib.notebook.svg import Drawing
from rules_lib.system.registry import STORIES
from rules_lib.text.files import shipped
from rules_lib.transcript import Step
from rules_lib.values.frozen import frozen
from rules_lib.values.type_checks import checked

Chances = tuple[Fraction, ...]
"""How likely each end of the story is, in the order of its parts."""
State = Hashable


@dataclass(frozen=True, eq=False, slots=True)
class Roll:
    """Dice that are due.

    Attributes:
        groups: what is thrown.
        falls: the state that these totals lead to.
        say: what is told of each total of a group.
        together: what is told of all totals that lead to the same state, by one of them.
        laid: the faces that are laid out beforehand.
        clash, ends: where dice strike out dice: what they do, by the ids of these three ends.
    """

    groups: tuple[Group, ...] = ()
    falls: Callable[[tuple[int, ...]], State] = len
    say: tuple[Callable[[int], Step], ...] = ()
    together: Callable[[tuple[int, ...]], Step] | None = None
    laid: tuple[tuple[int, ...], ...] = ()
    clash: Callable[[tuple[str, str, str]], Clash] | None = None
    ends: tuple[State, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """What may follow: a state, or dice; and the chances of it, where they need no reckoning."""

    to: State = None
    roll: Roll | None = None
    names: Mapping[str, Any] = field(default_factory=dict)
    chances: Chances = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A state as a story tells it.

    Attributes:
        kind: the part of ``story.toml`` that tells it.
        ways: what may follow.
        names: what its sentences name.
        lines: what the game tells of it, before those sentences.
        chances: what is shown; without them, those of the best way.
        id: of the scene, where it must be known.
        field: how many throws there are, where they are to be seen.
        moods: how the units on the table look, where the chances do not say it.
        map: where the units stand, as a picture.
    """

    kind: str
    ways: tuple[Way, ...] = ()
    names: Mapping[str, Any] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    chances: Chances = ()
    id: str = ""
    field: int = 0
    moods: tuple[Mood, ...] = ()
    map: Html = NO_MAP


class Process:
    """What a game says of a story: what each choice is worth, and its scenes, follow from it."""

    file: ClassVar[tuple[str, str]]
    """The game, and what its story says: a file in the game's folder."""

    def __init__(self) -> None:
        self.data = shipped(f"rules_lib.{self.file[0]}", self.file[1])
        self.names = Names(self.file[0], OURS, self.data)
        self.headline: int = self.data["headline"]["part"]
        self.at: Callable[[State], Moment] = cache(self.moment)
        self._values: dict[State, Chances] = {}
        self._cast: Callable[[Roll], Cast | Clash] = cache(self._cast_of)
        self._ids: dict[State, str] = {}

    def begin(self) -> State:
        """The first state."""
        raise NotImplementedError

    def moment(self, state: Any) -> Moment:
        """What a state is like, and what may follow: told by the function of its first word."""
        kind, *rest = state
        moment: Moment = getattr(self, f"at_{kind}")(*rest)
        return moment

    def decides(self, moment: Moment) -> bool:
        """Whether the reader decides, on what is then judged."""
        return len(moment.ways) > 1 and bool(self.data["scene"][moment.kind].get("judge"))

    def value(self, state: State) -> Chances:
        """The chances from a state on."""
        if state not in self._values:
            moment = self.at(state)
            known = moment.chances and not self.decides(moment)
            self._values[state] = moment.chances if known else self.best(moment)
        return self._values[state]

    def best(self, moment: Moment) -> Chances:
        """The chances with the best choice."""
        return max(map(self.worth, moment.ways), key=lambda chances: chances[self.headline])

    def worth(self, way: Way) -> Chances:
        """The chances of a way, before any die falls."""
        if way.chances or not way.roll:
            return way.chances or self.value(way.to)
        falls = [(way.roll.falls(fall), weight) for fall, weight in _throws(way.roll.groups)]
        return mixed([(self.value(state), weight) for state, weight in falls])

    def story(self) -> Shown:
        """The story: every state that can be come to is told once, as a scene."""
        self._id(self.begin())  # which may settle what its data and names say
        data, fill = self.data, self.names.fill
        scenes: dict[str, Scene] = {}
        while len(scenes) < len(self._ids):
            for state, scene_id in list(self._ids.items())[len(scenes) :]:
                scenes[scene_id] = self._scene(scene_id, self.at(state))
        said, parts = data["headline"], [Part(*each) for each in data["parts"]]
        return Shown(
            data["id"],
            data["title"],
            tuple(parts),
            Headline(parts[said["part"]].label, said["open"], said["gone"], said["sure"]),
            tuple(scenes.values()),
            **{key: data[key] for key in ("score",) if key in data},
            table=tuple(
                Piece(fill(label), role, _card(fill(card)))
                for label, role, card in data.get("table", ())
            ),
            following=tuple(data.get("next", ())),
        )

    def _id(self, state: State) -> str:
        if state not in self._ids:
            moment = self.at(state)
            self._ids[state] = moment.id or f"{moment.kind}-{len(self._ids)}"
        return self._ids[state]

    def _scene(self, scene_id: str, moment: Moment) -> Scene:
        spec = self.data["scene"][moment.kind]
        names = copy(self.names)
        names.update(moment.names)
        lines = [_line(names, each) for each in spec.get("lines", ())]
        if "last" in spec:
            lines.append(_line(names, spec["last"], heading=True))
        silent, decides = spec.get("silent"), self.decides(moment)
        chances = () if silent else moment.chances or self.best(moment)
        return Scene(
            scene_id,
            names.fill(spec["heading"]),
            (*moment.lines, *(each for each in lines if each.step.text)),
            chances,
            names.fill(spec["ask"]) if moment.ways else "",
            self._choices(names, moment, spec),
            tuple((role, names.fill(text)) for role, text in spec.get("facts", self.data["facts"])),
            spec.get("when", "With your best choice" if decides else "As things stand"),
            names.fill(spec.get("say", "")),
            moment.field,
            moment.moods or self._looks(chances, over=not moment.ways),
            moment.map,
        )

    def _looks(self, chances: Chances, *, over: bool) -> tuple[Mood, ...]:
        """How each unit on the table looks: by its own part of the chances, or by the headline."""
        own = {role: place for place, (_, role) in enumerate(self.data["parts"])}
        return tuple(
            mood_of(chances[own.get(role, self.headline)], over=over) if chances else "hopes"
            for _, role, _ in self.data.get("table", ())
        )

    def _choices(self, names: Names, moment: Moment, spec: Mapping[str, Any]) -> tuple[Choice, ...]:
        judged = self.decides(moment)
        values = [self.worth(way) for way in moment.ways] if judged else []
        worths = [each[self.headline] for each in values]
        labels = spec.get("choices", ())
        choices = []
        for place, way in enumerate(moment.ways):
            mine = copy(names)
            mine.update({"worths": worths, "worth": worths[place] if judged else None})
            mine.update(way.names)
            label = labels if isinstance(labels, str) else labels[place]
            mark, short = way.names.get("mark", ""), way.names.get("short", "")
            if judged:
                mark, short = mark_of(worths[place], worths), brief(worths[place], worths)
            note = mine.fill(spec.get("note", "")) if judged or mark else ""
            choices.append(
                Choice(
                    mine.fill(label),
                    "" if way.to is None else self._id(way.to),
                    note,
                    mark,
                    short,
                    mine["worth"],
                    self._cast(way.roll) if way.roll else None,
                    way.roll.laid if way.roll else (),
                    way.names.get("at", 0),
                )
            )
        return tuple(choices)

    def _cast_of(self, roll: Roll) -> Cast | Clash:
        if roll.clash:
            a, draw, b = map(self._id, roll.ends)
            return roll.clash((a, draw, b))
        leads = {fall: roll.falls(fall) for fall in product(*(g.totals for g in roll.groups))}
        say = [
            {total: told(total) for total in group.totals}
            for group, told in zip(roll.groups, roll.say, strict=False)
        ]
        first = {state: fall for fall, state in reversed(leads.items())}
        together = (
            {self._id(state): roll.together(fall) for state, fall in first.items()}
            if roll.together
            else {}
        )
        to = {fall: self._id(state) for fall, state in leads.items()}
        return Cast(roll.groups, frozen(to), frozen(say), frozen(together))


def mixed(weighted: list[tuple[Chances, int]] | list[tuple[Chances, Fraction]]) -> Chances:
    """The chances where each of these comes with its weight."""
    whole = sum(weight for _, weight in weighted)
    columns = zip(*(chances for chances, _ in weighted), strict=True)
    weights = [weight for _, weight in weighted]
    return tuple(
        sum((w * x for w, x in zip(weights, column, strict=True)), Fraction(0)) / whole
        for column in columns
    )


def sure(part: int, of: int = 2) -> Chances:
    """The chances where it is over, and has come to this part."""
    return tuple(Fraction(each == part) for each in range(of))


def _throws(groups: tuple[Group, ...]) -> list[tuple[tuple[int, ...], int]]:
    """All totals of some dice, and how many throws show them."""
    counted = [
        Counter(map(group.total, product(range(group.low, group.high + 1), repeat=group.count)))
        for group in groups
    ]
    return [
        (tuple(total for total, _ in fall), prod(weight for _, weight in fall))
        for fall in product(*(each.items() for each in counted))
    ]


@checked
def tell(name: str) -> Shown:
    """A story under our default rulings.

    Raises:
        InvalidValue: there is none of this name; names those that there are.
    """
    if name not in STORIES:
        raise InvalidValue("name", name, ", ".join(STORIES))
    told: Shown = import_module(STORIES[name]).STORY().story()
    return told


def _line(names: Names, said: list[str], *, heading: bool = False) -> Line:
    """A sentence and its clauses; an empty one is not told."""
    text, *clauses = map(names.fill, said)
    return Line(Step(text, tuple(" ".join(clauses).split()), heading))


def mood_of(chance: Fraction, *, over: bool) -> Mood:
    """Who has a chance of less than one half sweats, and falls only when all is over."""
    if chance >= Fraction(1, 2):
        return "hopes"
    return "falls" if over and not chance else "sweats"


def _card(words: str) -> Drawing | None:
    """The card of these words; a unit without one has its face alone."""
    if not words:
        return None
    colour, value = words.split()
    return command_card("red" if colour == "red" else "black", int(value))


def with_room(step: Step, rooms: Mapping[str, str]) -> Step:
    """A step with room for other values than those that it tells."""
    text = step.text
    for said, room in rooms.items():
        if text.count(said) != 1:
            raise InvalidValue("step", text, f"a text with {said!r} once")
        text = text.replace(said, room)
    return replace(step, text=text)
