"""A story on a page: the plain story of the best choices, and the data that `learn.js` walks.

Every word and figure is written here or in the story; the script only shows them.
"""

from __future__ import annotations

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
from rules_lib.notebook.markup import Html, el, markup, script_json
from rules_lib.notebook.samples import swatch
from rules_lib.notebook.svg import Drawing, drawn, write
from rules_lib.notebook.ten_sided import ten_sided
from rules_lib.notebook.transcript import Transcript
from rules_lib.rulebook import catalog
from rules_lib.text.chances import percent, permille_code

GREEN: Final = 4
"""The marker under which the sniper lies; those below it are red."""
MARKERS: Final = ("red", "green")
ROLLING: Final = {"die": range(1, 7), "ten": range(10)}
"""The faces that are seen while the dice roll."""
NO_SCRIPT: Final = "To decide yourself you need JavaScript. Here is the story of the best choices."
SCALE: Final = "−50", "0", "+50"
PLAIN: Final = "The story of the best choices, as text"
REAL: Final = "Use random dice"
BLANK: Final = "not rolled yet"
WHY: Final = "How does it work?"
GUESS: Final = "That is my guess"
LINE: Final = "never", "half", "always"
SAID: Final = "you: ", "✓ "
OTHER: Final = "Try the other"
OTHERS: Final = "Try another"
CLAUSES: Final = "The clauses of this story"
COPIED: Final = "The link is copied: it leads here, with the same dice."
NOT_COPIED: Final = "The link is in the address bar."


@dataclass(frozen=True, slots=True)
class Shown(Story, Display):
    """A story that shows itself."""

    def _repr_html_(self) -> Html:
        return story_html(self)


def story_html(story: Story) -> Html:
    """Return the story as a section of a page, with its scenes as JSON."""
    title = f"{story.id}-title"
    return el(
        "section",
        el("h3", story.title, id=title, class_="rb-question"),
        _player(story),
        el("noscript", el("p", NO_SCRIPT, class_="rb-note")),
        el(
            "details",
            el("summary", PLAIN),
            *_plain(story),
            class_="rb-fold rb-learn-plain",
            open=True,
        ),
        el(
            "details",
            el("summary", CLAUSES),
            el("ul", *(_clause(rule_id) for rule_id in story.cited), class_="rb-learn-cited"),
            class_="rb-fold rb-learn-clauses",
        ),
        el("template", *_box(story), class_="rb-learn-dice-box"),
        el("template", *story.maps, class_="rb-learn-maps"),
        script_json(payload(story), class_="rb-data"),
        class_="rb-learn",
        id=story.id,
        aria_labelledby=title,
    )


def _player(story: Story) -> Html:
    """What the reader plays with; empty and hidden until the script fills it.

    The cards, the dice, one sentence, what the choice was worth, what may be done: in this order,
    so that no verdict stands above the dice. Why it is so waits in a fold.
    """
    ask = f"{story.id}-ask"
    return el(
        "div",
        el("div", *map(_piece, story.table), class_="rb-learn-table", hidden=not story.table),
        _slot("div", "map", hidden=not story.maps),
        _slot("div", "tray", data_blank=BLANK),
        _slot("p", "heading", role="heading", aria_level=4, tabindex=-1),
        _slot("p", "say"),
        el(
            "div",
            el("div", *(el("span", data_said=each) for each in SAID), class_="rb-learn-flags"),
            _ends(),
            el("div", class_="rb-learn-field"),
            class_="rb-learn-answer",
            data_rb="answer",
            aria_hidden="true",
            hidden=True,
        ),
        _slot("ul", "facts", role="list", aria_label="How they stand"),
        el(
            "div",
            _worth("decision", "Your decision"),
            _worth("luck", "The dice"),
            _odds(story),
            _slot("p", "score"),
            class_="rb-learn-after",
        ),
        el(
            "div",
            _slot("p", "ask", tabindex=-1, id=ask),
            _line(ask),
            _slot("div", "choices", role="group", aria_labelledby=ask),
            _button("", "other", data_two=OTHER, data_more=OTHERS, hidden=True),
            _next(story),
            class_="rb-learn-reach",
        ),
        el(
            "details",
            el("summary", WHY),
            _slot("ol", "lines"),
            _slot("p", "note"),
            _parts(story),
            el(
                "div",
                el("p", "Your choices so far", class_="rb-learn-small"),
                el("ol", data_rb="way"),
                class_="rb-learn-way",
                data_rb="past",
                hidden=True,
            ),
            class_="rb-fold rb-learn-why",
        ),
        _controls(story),
        el("p", class_="rb-hidden", data_rb="status", role="status", aria_live="polite"),
        class_="rb-learn-player",
        hidden=True,
    )


def _slot(tag: str, name: str, **attributes: str | int) -> Html:
    """A place that the script fills."""
    return el(tag, class_=f"rb-learn-{name}", data_rb=name, **attributes)


def _ends() -> Html:
    return el("div", *(el("i", each) for each in LINE), class_="rb-learn-ends", aria_hidden="true")


def _line(ask: str) -> Html:
    """Where a guess is a point on the line from never to always."""
    return el(
        "div",
        el("output"),
        el("input", type="range", step=10, aria_labelledby=ask),
        _ends(),
        class_="rb-learn-line",
        data_rb="line",
        data_guess=GUESS,
        hidden=True,
    )


def _piece(piece: Piece) -> Html:
    """A unit has a face, which the script changes; the cards of one that hides lie there alone."""
    unit = face(piece.role).svg if piece.role != "neutral" else ""
    label = el("figcaption", piece.label)
    return el(
        "figure", unit, piece.drawing.svg, label, class_="rb-learn-piece", data_role=piece.role
    )


def _worth(name: str, label: str) -> Html:
    """A bar from the middle, in points: to the left what was lost, to the right what was won."""
    return el(
        "div",
        el("span", label, class_="rb-learn-small"),
        el("span", el("span"), class_="rb-learn-scale", aria_hidden="true"),
        el("span", *(el("i", each) for each in SCALE), class_="rb-learn-ends", aria_hidden="true"),
        el("span", class_="rb-learn-said"),
        class_="rb-learn-worth",
        data_rb=name,
        hidden=True,
    )


def _next(story: Story) -> Html:
    """The way to the story after this one."""
    if not story.following:
        return Html("")
    page, following, title = story.following
    return el(
        "a",
        f"Next: {title}",
        href=f"{page}#{following}",
        class_="rb-learn-next",
        data_rb="next",
        hidden=True,
    )


def _controls(story: Story) -> Html:
    dice = any(choice.cast for scene in story.scenes for choice in scene.choices)
    real = el("input", type="checkbox", data_rb="real", disabled=not dice)
    return el(
        "div",
        el("label", real, f" {REAL}", class_="rb-learn-real", hidden=not dice),
        _button("Back", "back"),
        " ",
        _button("Start again", "restart"),
        " ",
        _button("Copy link to this point", "copy", data_done=COPIED, data_otherwise=NOT_COPIED),
        el("span", class_="rb-learn-small", data_rb="copied", role="status"),
        class_="rb-learn-controls",
    )


def _button(words: str, name: str, **attributes: str | bool) -> Html:
    return el("button", words, type="button", class_="rb-copy", data_rb=name, **attributes)


def _odds(story: Story) -> Html:
    """The chance that the reader cares about, and the bar of all."""
    roles = [part.role for part in story.parts]
    shown = next(scene for scene in story.scenes if scene.chances)
    label = el("span", story.parts[story.place].label)
    return el(
        "div",
        el("p", label, " ", el("strong", class_="rb-big", data_rb="big"), class_="rb-headline"),
        stacked_bar(story.id, roles, [permille_code(each) for each in shown.chances]),
        class_="rb-learn-odds",
        data_rb="odds",
    )


def _parts(story: Story) -> Html:
    """The same in words, with each part of the bar."""
    rows = [
        el(
            "tr",
            el("th", swatch(f"{story.id}-{i}", part.role), part.label, scope="row"),
            el("td", data_rb="percent"),
        )
        for i, part in enumerate(story.parts)
    ]
    caption = el("caption", "All outcomes", class_="rb-hidden")
    return el(
        "div",
        el("p", class_="rb-learn-small", data_rb="when"),
        el("p", el("span", data_rb="sentence"), " Exactly ", el("span", data_rb="exact"), "."),
        el("table", caption, el("tbody", *rows), class_="rb-parts"),
        data_rb="parts",
    )


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


def _clause(rule_id: str) -> Html:
    link = el("a", rule_id, href=rule_link(rule_id), class_="rb-clause", data_clause=rule_id)
    return el("li", link, " ", catalog().entry(rule_id).title)


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
        dot = el("circle", cx=19, cy=19, r=17, fill="#1B7F4B" if green else "#B3202C")
        name = write(19, 24, MARKERS[green], size=10, weight=700, anchor="middle", fill="#FFFFFF")
        return drawn(38, 38, f"marker: {MARKERS[green]}", dot, name, inline=True)
    return dice(throw.faces, throw.role)
