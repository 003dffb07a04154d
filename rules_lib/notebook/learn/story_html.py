"""A story on a page: the plain story of the best choices, and the data that `learn.js` walks.

Every word and figure is written in `templates/story.html` or in the story; the script only shows
them.
"""

from dataclasses import dataclass
from typing import Final

from rules_lib.notebook.bar import stacked_bar
from rules_lib.notebook.display import Display
from rules_lib.notebook.drawing import command_card, dice, face
from rules_lib.notebook.learn.casting import Throw
from rules_lib.notebook.learn.judged import luck_told, verdict
from rules_lib.notebook.learn.story import Choice, Piece, Scene, Story
from rules_lib.notebook.learn.story_data import payload
from rules_lib.notebook.links import rule_link
from rules_lib.notebook.markup import Html, Templates, el, markup, script_json
from rules_lib.notebook.samples import swatch
from rules_lib.notebook.svg import Drawing, drawn
from rules_lib.notebook.ten_sided import ten_sided
from rules_lib.notebook.transcript import Transcript
from rules_lib.rulebook import catalog
from rules_lib.text.chances import percent, permille_code

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
        still=not any(choice.cast for scene in story.scenes for choice in scene.choices),
    )


def _piece(piece: Piece) -> Html:
    """A unit has a face, which the script changes; the cards of one that hides lie there alone."""
    unit = face(piece.role).svg if piece.role != "neutral" else ""
    return _HTML("piece", role=piece.role, unit=unit, drawing=piece.drawing.svg, label=piece.label)


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
    casts = [each.cast for scene in story.scenes for each in scene.choices if each.cast]
    groups = {group for cast in casts for group in cast.groups}
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
