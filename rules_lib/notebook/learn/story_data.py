"""A story as data for `learn.js`: each sentence, each chance and each row of dice once."""

import json
from collections.abc import Hashable
from itertools import product
from typing import Any, Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.learn.casting import Cast, Clash, Group
from rules_lib.notebook.learn.judged import WORDS
from rules_lib.notebook.learn.story import Choice, Line, Scene, Story
from rules_lib.text.chances import percent, permille_code
from rules_lib.transcript import Step

MAX_BYTES: Final = 130_000
DIGITS: Final = 6
"""Of a chance in points: far more than are shown, so that a difference of two is right."""


def payload(story: Story) -> dict[str, Any]:
    """Return the whole story as data for its page.

    `scenes` are in order, choices lead to places in that order.  A line is its text, its ids,
    whether it is strong, and its dice (label, role, kind, faces) if it has any.  `odds`, `casts`
    and `says` are numbered; a scene and a choice tell the number.

    Raises:
        InvalidValue: the data would weigh more than 120 kB.
    """
    data = _Writer(story).data
    size = len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
    if size > MAX_BYTES:
        raise InvalidValue(f"size of story {story.id!r}", size, f"up to {MAX_BYTES} bytes")
    return data


class _Writer:
    """Numbers what is told more than once."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.places = {scene.id: place for place, scene in enumerate(story.scenes)}
        self.numbers: dict[Hashable, int] = {}
        self.data: dict[str, Any] = {
            "score": story.score,
            "words": WORDS,
            "headline": story.place,
            "never": [never(story, place) for place in range(len(story.parts))],
            "odds": [],
            "says": [],
            "casts": [],
        }
        self.data["scenes"] = [self._scene(scene) for scene in story.scenes]

    def _numbered(self, kind: str, key: Hashable, written: Any) -> int:
        if (kind, key) not in self.numbers:
            self.numbers[kind, key] = len(self.data[kind])
            self.data[kind].append(written)
        return self.numbers[kind, key]

    def _scene(self, scene: Scene) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": scene.id,
            "heading": scene.heading,
            "lines": [line_data(line) for line in scene.lines],
            "facts": [list(fact) for fact in scene.facts],
        }
        if scene.moods:
            data["moods"] = "".join(mood[0] for mood in scene.moods)
        if scene.map:
            data["map"] = self.story.maps.index(scene.map)
        if scene.field:
            data["field"] = scene.field
        if scene.say:
            data["say"] = glued(scene.say)
        if scene.choices:
            data["ask"] = scene.ask
            data["choices"] = [self._choice(choice) for choice in scene.choices]
            if scene.choices[0].at:
                data["line"] = [choice.at for choice in scene.choices]
        value = self.story.value(scene)
        if value is not None:
            data["value"] = round(float(100 * value), DIGITS)
        if scene.chances:
            chance = scene.chances[self.story.place]
            data["when"] = scene.when
            odds = [
                self.story.headline.say(chance),
                [permille_code(each) for each in scene.chances],
                [glued(percent(each)) for each in scene.chances],
                str(chance),
            ]
            data["odds"] = self._numbered("odds", scene.chances, odds)
        return data

    def _choice(self, choice: Choice) -> list[Any]:
        worth = None if choice.worth is None else round(float(100 * choice.worth), DIGITS)
        data = [
            glued(choice.label),
            self.places.get(choice.to),
            *(glued(choice.note), choice.mark, glued(choice.short), worth),
        ]
        if choice.cast:
            data.append(self._cast(choice.cast))
        return [*data, choice.laid] if choice.laid else data

    def _cast(self, cast: Cast | Clash) -> int:
        groups = [
            [g.label, g.role, g.kind, g.count, g.low, g.high, g.counts_from] for g in cast.groups
        ]
        if isinstance(cast, Clash):
            return self._clash(cast, groups)
        says = [self._say(group, say) for group, say in zip(cast.groups, cast.say, strict=False)]
        places = [self.places[cast.to[key]] for key in product(*(g.totals for g in cast.groups))]
        data = {
            "groups": groups,
            "to": places,
            "says": says,
            "together": {self.places[to]: _step_data(step) for to, step in cast.together.items()},
        }
        return self._numbered("casts", str(data), data)

    def _clash(self, clash: Clash, groups: list[list[Any]]) -> int:
        data = {
            "groups": groups,
            "lowest": clash.lowest,
            "to": [self.places[each] for each in clash.winners],
            "won": list(map(_step_data, clash.won)),
            "rolls": list(map(_step_data, clash.rolls)),
            "strikes": [list(map(_step_data, each)) for each in clash.strikes],
            "left": _step_data(clash.left),
            "lost": [list(map(_step_data, each)) for each in clash.lost],
        }
        return self._numbered("casts", str(data), data)

    def _say(self, group: Group, say: Any) -> int:
        told = [_step_data(say[total]) for total in group.totals]
        return self._numbered("says", str(told), told)


def never(story: Story, place: int) -> bool:
    """Whether a part has no chance in any scene, so that it need not be shown."""
    return not any(scene.chances[place] for scene in story.scenes if scene.chances)


def line_data(line: Line) -> list[Any]:
    """A line, with its throw if it has one."""
    data, throw = _step_data(line.step), line.throw
    return [*data, [throw.label, throw.role, throw.kind, list(throw.faces)]] if throw else data


def _step_data(step: Step) -> list[Any]:
    return [glued(step.text), list(step.clauses), int(step.heading)]


def glued(text: str) -> str:
    """Keep a percent sign on the line of its number, as `markup` does."""
    return text.replace(" %", "\u00a0%")
