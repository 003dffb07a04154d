"""A story on a page: the plain story of the best choices, and the data that `learn.js` walks.

Every word and figure is written here or in the story; the script only shows them.
"""

from __future__ import annotations

import json
from typing import Any, Final

from rules_lib.errors import InvalidValue
from rules_lib.presentation.bar import stacked_bar, swatch
from rules_lib.presentation.drawing import dice
from rules_lib.presentation.learn.story import Choice, Line, Scene, Story
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.markup import Html, el, markup, script_json
from rules_lib.presentation.transcript import Transcript
from rules_lib.presentation.wording import percent, permille_code
from rules_lib.rulebook import catalog

MAX_BYTES: Final = 60_000
NO_SCRIPT: Final = "To decide yourself you need JavaScript. Here is the story of the best choices."
PLAIN: Final = "The story of the best choices, as text"
CLAUSES: Final = "The clauses of this story"


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
        el("template", *_dice_of(story), class_="rb-learn-dice-box"),
        script_json(payload(story), class_="rb-data"),
        class_="rb-learn",
        id=story.id,
        aria_labelledby=title,
    )


def payload(story: Story) -> dict[str, Any]:
    """Return the whole story as data for its page.

    `scenes` are in order, choices lead to places in that order.  A line is its text, its ids,
    whether it is strong, and its dice (label, role, faces) if it has any.

    Raises:
        InvalidValue: the data would weigh more than 60 kB.
    """
    places = {scene.id: place for place, scene in enumerate(story.scenes)}
    data: dict[str, Any] = {
        "score": story.score,
        "headline": story.headline.place,
        "never": [_never(story, place) for place in range(len(story.parts))],
        "scenes": [_scene_data(story, scene, places) for scene in story.scenes],
    }
    size = len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
    if size > MAX_BYTES:
        raise InvalidValue(f"size of story {story.id!r}", size, f"up to {MAX_BYTES} bytes")
    return data


def _never(story: Story, place: int) -> bool:
    """Whether a part has no chance in any scene, so that it need not be shown."""
    return not any(scene.chances[place] for scene in story.scenes if scene.chances)


def _scene_data(story: Story, scene: Scene, places: dict[str, int]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": scene.id,
        "heading": scene.heading,
        "lines": [_line_data(line) for line in scene.lines],
        "facts": [list(fact) for fact in scene.facts],
    }
    if scene.choices:
        data["ask"] = scene.ask
        data["choices"] = [
            [_glued(choice.label), places[choice.to], _glued(choice.note), choice.mark,
             _glued(choice.short)]
            for choice in scene.choices
        ]  # fmt: skip
    if scene.chances:
        chance = scene.chances[story.headline.place]
        data["when"] = scene.when
        data["sentence"] = story.headline.sentence(chance)
        data["codes"] = [permille_code(each) for each in scene.chances]
        data["percents"] = [_glued(percent(each)) for each in scene.chances]
        data["exact"] = str(chance)
    return data


def _line_data(line: Line) -> list[Any]:
    step, throw = line.step, line.throw
    data: list[Any] = [_glued(step.text), list(step.clauses), int(step.heading)]
    return [*data, [throw.label, throw.role, list(throw.faces)]] if throw else data


def _glued(text: str) -> str:
    """Keep a percent sign on the line of its number, as `markup` does."""
    return text.replace(" %", "\u00a0%")


def _player(story: Story) -> Html:
    """What the reader plays with; empty and hidden until the script fills it."""
    return el(
        "div",
        _odds(story),
        el(
            "ul", class_="rb-learn-facts", data_rb="facts", role="list", aria_label="How they stand"
        ),
        el("p", class_="rb-learn-note", data_rb="note"),
        el(
            "p",
            class_="rb-learn-heading",
            data_rb="heading",
            role="heading",
            aria_level=4,
            tabindex=-1,
        ),
        el("ol", class_="rb-learn-lines", data_rb="lines"),
        el("p", class_="rb-learn-ask", data_rb="ask", tabindex=-1, id=f"{story.id}-ask"),
        el(
            "div",
            class_="rb-learn-choices",
            data_rb="choices",
            role="group",
            aria_labelledby=f"{story.id}-ask",
        ),
        el("p", class_="rb-learn-score", data_rb="score"),
        el(
            "p",
            el("button", "One step back", type="button", class_="rb-copy", data_rb="back"),
            " ",
            el("button", "Start again", type="button", class_="rb-copy", data_rb="restart"),
            class_="rb-learn-controls",
        ),
        el(
            "div",
            el("p", "Your way so far", class_="rb-learn-small"),
            el("ol", data_rb="way"),
            class_="rb-learn-way",
            data_rb="past",
            hidden=True,
        ),
        el("p", class_="rb-hidden", data_rb="status", role="status", aria_live="polite"),
        class_="rb-learn-player",
        hidden=True,
    )


def _odds(story: Story) -> Html:
    roles = [part.role for part in story.parts]
    shown = next(scene for scene in story.scenes if scene.chances)
    rows = [
        el(
            "tr",
            el("th", swatch(f"{story.id}-{i}", part.role), part.label, scope="row"),
            el("td", data_rb="percent"),
        )
        for i, part in enumerate(story.parts)
    ]
    return el(
        "div",
        el("p", class_="rb-learn-small", data_rb="when"),
        el(
            "p",
            el("span", class_="rb-sentence", data_rb="sentence"),
            " ",
            el("strong", class_="rb-big", data_rb="big"),
            class_="rb-headline",
        ),
        stacked_bar(story.id, roles, [permille_code(each) for each in shown.chances]),
        el(
            "table",
            el("caption", "All outcomes", class_="rb-hidden"),
            el("tbody", *rows),
            class_="rb-parts",
        ),
        el(
            "details",
            el("summary", "Exact value"),
            el("p", data_rb="exact"),
            class_="rb-fold",
        ),
        class_="rb-learn-odds",
        data_rb="odds",
    )


def _plain(story: Story) -> list[Html]:
    """The story of the best choices, with what each other choice would have cost."""
    picks = story.best_path()
    told: list[Html] = []
    for scene, pick in zip(story.walk(picks), (*picks, None), strict=True):
        told.append(_plain_scene(story, scene))
        if pick is not None and len(scene.choices) > 1:
            told.append(el("p", scene.ask, class_="rb-learn-ask"))
            items = [_option(choice, chosen=i == pick) for i, choice in enumerate(scene.choices)]
            told.append(el("ul", *items))
    return told


def _plain_scene(story: Story, scene: Scene) -> Html:
    steps = tuple(line.step for line in scene.lines)
    drawings = {
        place: dice(line.throw.faces, line.throw.role)
        for place, line in enumerate(scene.lines)
        if line.throw
    }
    shown = Transcript(scene.heading, steps, drawings, rule_link).html()
    if not scene.chances or 1 in scene.chances:
        return shown
    chance = scene.chances[story.headline.place]
    said = f"{scene.when}: {story.headline.sentence(chance)} "
    return markup([shown, el("p", said, el("strong", percent(chance)))])


def _option(choice: Choice, *, chosen: bool) -> Html:
    label = el("strong", f"→ {choice.label}") if chosen else choice.label
    return el("li", label, f": {choice.note}" if choice.note else "")


def _clause(rule_id: str) -> Html:
    link = el("a", rule_id, href=rule_link(rule_id), class_="rb-clause", data_clause=rule_id)
    return el("li", link, " ", catalog().entry(rule_id).title)


def _dice_of(story: Story) -> list[Html]:
    """Each die of the story once, for the script to lay out copies."""
    throws = [line.throw for scene in story.scenes for line in scene.lines if line.throw]
    needed = sorted({(throw.role, face) for throw in throws for face in throw.faces})
    return [el("span", dice([face], role).svg, data_die=f"{role}-{face}") for role, face in needed]
