"""A story on a page: the plain story of the best choices, and the data that `learn.js` walks.

Every word and figure is written in `templates/story.html` or in the story; the script only shows
them.
"""

import json
from collections.abc import Hashable
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.bar import stacked_bar, swatch
from rules_lib.notebook.display import Display
from rules_lib.notebook.drawing import command_card, dice, face, ten_sided
from rules_lib.notebook.learn.casting import Cast, Clash, Group, Throw
from rules_lib.notebook.learn.judged import WORDS, luck_told, verdict
from rules_lib.notebook.learn.story import Choice, Line, Piece, Scene, Story
from rules_lib.notebook.links import rule_link
from rules_lib.notebook.markup import Html, Templates, el, glued, markup, script_json
from rules_lib.notebook.svg import Drawing, drawn
from rules_lib.notebook.transcript import Transcript
from rules_lib.rulebook import catalog
from rules_lib.text.chances import percent, permille_code
from rules_lib.transcript import Step

GREEN: Final = 4
"""The marker under which the sniper lies; those below it are red."""
MARKERS: Final = ("red", "green")
ROLLING: Final = {"die": range(1, 7), "ten": range(10)}
"""The faces that are seen while the dice roll."""
_HTML: Final = Templates("story.html")
_SVG: Final = Templates("drawings.html")


@dataclass(frozen=True, slots=True)
class Shown(Story, Display):
    """A story that shows itself."""

    def _repr_html_(self) -> Html:
        return story_html(self)


def story_html(story: Story) -> Html:
    """Return the story as a section of a page, with its scenes as JSON."""
    return _HTML(
        "story",
        id=story.id,
        title=story.title,
        player=_player(story),
        plain=_plain(story),
        clauses=(
            _HTML("clause", id=id_, link=rule_link(id_), title=catalog().entry(id_).title)
            for id_ in story.cited
        ),
        box=_box(story),
        maps=story.maps,
        data=script_json(payload(story), class_="rb-data"),
    )


def _player(story: Story) -> Html:
    """What the reader plays with; empty and hidden until the script fills it.

    The cards, the dice, one sentence, what the choice was worth, what may be done: in this order,
    so that no verdict stands above the dice. Why it is so waits in a fold. What a choice was worth
    is a bar from the middle, in points: to the left what was lost, to the right what was won.
    """
    shown = next(scene for scene in story.scenes if scene.chances)
    roles = [part.role for part in story.parts]
    parts = (
        _HTML("part", swatch=swatch(f"{story.id}-{i}", part.role), label=part.label)
        for i, part in enumerate(story.parts)
    )
    following = zip(("page", "following", "title"), story.following, strict=False)
    return _HTML(
        "player",
        id=story.id,
        table=map(_piece, story.table),
        bare=not story.table,
        unmapped=not story.maps,
        ends=_HTML("ends"),
        decision=_HTML("worth", name="decision", label="Your decision"),
        luck=_HTML("worth", name="luck", label="The dice"),
        headline=story.parts[story.place].label,
        bar=stacked_bar(story.id, roles, [permille_code(each) for each in shown.chances]),
        next=_HTML("next", **dict(following)) if story.following else "",
        parts=parts,
        still=not story.casts,
    )


def _piece(piece: Piece) -> Html:
    """A unit has a face, which the script changes; the cards of one that hides lie there alone."""
    unit = face(piece.role).svg if piece.role != "neutral" else ""
    card = piece.drawing.svg if piece.drawing else ""
    return _HTML("piece", role=piece.role, unit=unit, drawing=card, label=piece.label)


def _plain(story: Story) -> list[Html]:
    """The story of the best choices, with what each other choice would have cost."""
    picks = story.best_path()
    told: list[Html] = []
    way = story.walk(picks)
    for at, (scene, pick) in enumerate(zip(way, (*picks, None), strict=True)):
        told.append(_plain_scene(story, scene))
        if at and any(line.throw for line in scene.lines):
            before = way[at - 1]
            luck = story.luck(before, before.choices[picks[at - 1]], scene)
            told += [el("p", luck_told(luck))] if luck is not None else []
        if pick is not None and len(scene.choices) > 1:
            told.append(el("p", scene.ask, class_="rb-learn-ask"))
            items = [
                _option(scene, choice, chosen=i == pick)
                for i, choice in enumerate(scene.choices)
                if i == pick or not choice.at
            ]
            told.append(el("ul", *items))
    return told


def _plain_scene(story: Story, scene: Scene) -> Html:
    steps = tuple(line.step for line in scene.lines)
    drawings = {place: thrown(line.throw) for place, line in enumerate(scene.lines) if line.throw}
    shown = Transcript(scene.heading, steps, drawings)._repr_html_()
    if not scene.chances or 1 in scene.chances:
        return shown
    chance = scene.chances[story.place]
    said = f"{scene.when}: {story.headline.say(chance)} "
    return markup([shown, el("p", said, el("strong", percent(chance)))])


def _option(scene: Scene, choice: Choice, *, chosen: bool) -> Html:
    label = el("strong", f"→ {choice.label}") if chosen else choice.label
    worths = [each.worth for each in scene.choices if each.worth is not None]
    judged = verdict(choice.worth, worths) if choice.worth is not None else ""
    said = " ".join(filter(None, (judged, choice.note)))
    return el("li", label, f": {said}" if said else "")


def _box(story: Story) -> list[Html]:
    """Each face of each kind of dice of the story once, for the script to lay out copies."""
    throws = [line.throw for scene in story.scenes for line in scene.lines if line.throw]
    needed = {(throw.kind, throw.role, face) for throw in throws for face in throw.faces}
    needed |= {(t.kind, t.role, face) for t in throws for face in ROLLING.get(t.kind, ())}
    groups = {group for cast in story.casts for group in cast.groups}
    needed |= {(g.kind, g.role, face) for g in groups for face in range(g.low, g.high + 1)}
    return [
        el(
            "span",
            thrown(Throw("", role, (face,), kind)).svg,
            data_die=f"{kind}-{role}-{face}",
            data_said=MARKERS[face == GREEN] if kind == "marker" else str(face),
        )
        for kind, role, face in sorted(needed)
    ]


def thrown(throw: Throw) -> Drawing:
    """What was thrown or turned, as it lies on the table."""
    if throw.kind == "ten":
        return ten_sided(throw.faces, throw.role)
    if throw.kind == "card":
        return command_card("black", throw.faces[0])
    if throw.kind == "marker":
        green = throw.faces[0] == GREEN
        art = _SVG("marker", fill="#1B7F4B" if green else "#B3202C", name=MARKERS[green])
        return drawn(38, 38, f"marker: {MARKERS[green]}", art, inline=True)
    return dice(throw.faces, throw.role)


# ------------------------------------------------------------ as data for `learn.js`


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
