"""Stories in a browser: a page with all of them, what it shows, and what it has to show."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize

from rules_lib.notebook.learn.casting import Throw
from rules_lib.notebook.learn.judged import luck_told, points, verdict
from rules_lib.notebook.learn.story import Scene, Story
from rules_lib.text.chances import percent
from tests.browser.tab import Tab
from tests.lessons import QUIZZES, STORIES

STATIC = Path(__file__).parents[2] / "book/_static"
PHONE: ViewportSize = {"width": 390, "height": 844}
POLICY = "default-src 'none'; script-src file:; style-src file: 'unsafe-inline'; img-src data:"
PAGE = """<!doctype html>
<html lang="en" data-theme="light"><head><meta charset="utf-8"><title>Learn</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="stylesheet" href="../_static/rulebook.css">
<link rel="stylesheet" href="../_static/learn.css">
<link rel="stylesheet" href="../_static/quiz.css">
<style>a {{ color: inherit }} * {{ box-sizing: border-box }}
[hidden] {{ display: none !important }}</style>
<script src="../_static/page.js" defer></script>
<script src="../_static/learn_dice.js" defer></script>
<script src="../_static/bar.js" defer></script><script src="../_static/learn.js" defer></script>
<script src="../_static/quiz.js" defer></script>
</head><body><h1>Learn</h1>{body}</body></html>"""


def written(folder: Path) -> Path:
    """A page in a subfolder, as chapters are, with the assets of the book."""
    shutil.copytree(STATIC, folder / "_static", ignore=shutil.ignore_patterns("plotly*"))
    body = "".join(each._repr_html_() for each in (*STORIES, *QUIZZES))
    page = folder / "chapter/learn.html"
    page.parent.mkdir()
    page.write_text(PAGE.format(policy=POLICY, body=body), encoding="utf-8")
    return page


@contextmanager
def opened(tab: Tab, site: Path, size: ViewportSize = PHONE) -> Iterator[Page]:
    """Open the page; on leaving, demand that it was silent and asked no other host."""
    with tab.at(site.as_uri(), size) as heard:
        yield tab.page
        assert heard.said == []
        assert heard.foreign() == []


SHOWN = """(root) => {
    const plain = (e) => e.textContent.replaceAll('\u00a0', ' ');
    const field = (name) => plain(root.querySelector(`.rb-learn-player [data-rb="${name}"]`));
    const all = (selector) => [...root.querySelectorAll(selector)];
    const lines = all(".rb-learn-lines > li");
    return {
        heading: field("heading"), say: field("say"), ask: field("ask"),
        note: field("note"), score: field("score"),
        status: field("status"), sentence: field("sentence"), big: field("big"),
        odds: !root.querySelector('[data-rb="odds"]').hidden,
        percents: all('tr:not([hidden]) > [data-rb="percent"]').map(plain),
        judged: Object.fromEntries(["decision", "luck"].map((name) => {
            const row = root.querySelector(`[data-rb="${name}"]`);
            return [name, row.hidden ? "" : plain(row.querySelector(".rb-learn-said"))];
        })),
        lines: lines.map((line) => plain(line)),
        links: lines.map((line) =>
            [...line.querySelectorAll("a")].map((a) => a.getAttribute("href"))),
        dice: all(".rb-learn-throw:not(.rb-learn-lying)")
            .map((each) => each.getAttribute("aria-label")),
        drawn: all(".rb-learn-throw:not(.rb-learn-lying) svg").length,
        choices: all(".rb-learn-choice").map(plain),
        facts: all(".rb-learn-facts > li").map(plain),
        widths: all(".rb-bar g rect").map((bar) => parseFloat(bar.getAttribute("width"))),
    };
}"""


def named(throw: Throw) -> Callable[[int], str]:
    """How a face is called."""
    return str if throw.kind != "marker" else lambda face: ("red", "green")[face == 4]


Step = tuple[Scene, int, Scene]
"""What was chosen in a scene, by place, and the scene that it led to."""


def rolls_on(story: Story, scene: Scene, pick: int, after: Scene) -> bool:
    """Whether dice follow by themselves: nothing is to be decided, and the reader is under way."""
    decided = scene.choices[pick].worth is not None and len(scene.choices) > 1
    if (
        after.say
        or len(after.choices) != 1
        or not (decided or any(line.throw for line in after.lines))
    ):
        return False
    (choice,) = after.choices
    if choice.laid or not choice.to:
        return True
    on = story.scene(choice.to)
    return not on.choices or any(line.throw for line in on.lines)


def taps(story: Story, way: Sequence[Scene], picks: Sequence[int]) -> list[list[Step]]:
    """The steps of a way, by the tap that each belongs to."""
    found: list[list[Step]] = []
    for step in zip(way, picks, way[1:], strict=False):
        if found and rolls_on(story, *found[-1][-1]):
            found[-1].append(step)
        else:
            found.append([step])
    return found


def best_taps(story: Story) -> list[tuple[Scene, int]]:
    """What is picked on the way of the best choices, tap for tap, and in which scene."""
    picks = story.best_path()
    return [run[0][:2] for run in taps(story, story.walk(picks), picks)]


def is_guess(scene: Scene) -> bool:
    """Whether the choices are points on a line."""
    return bool(scene.choices and scene.choices[0].at)


def point(root: Locator, scene: Scene, pick: int) -> int:
    """Move to a guess on its line, if it is one; return the place of the button to be pressed."""
    if not is_guess(scene):
        return pick
    root.locator("input[type=range]").fill(str(scene.choices[pick].at))
    return 0


def press_on(root: Locator, scene: Scene, pick: int) -> None:
    """Choose in a scene."""
    root.locator(".rb-learn-choice").nth(point(root, scene, pick)).click()


def tapped(story: Story, scene: Scene, pick: int) -> list[Step]:
    """All that a tap brings with the dice that are laid out."""
    steps = [(scene, pick, story.after(scene.choices[pick]))]
    while rolls_on(story, *steps[-1]):
        last = steps[-1][2]
        steps.append((last, 0, story.after(last.choices[0])))
    return steps


def expect_scene(root: Locator, story: Story, *scenes: Scene) -> dict[str, Any]:
    """Demand that the page shows exactly what the story has in the last of these scenes.

    Of those before it, to which no tap belongs, it tells, too.
    """
    shown: dict[str, Any] = root.evaluate(SHOWN)
    scene = scenes[-1]
    assert (shown["heading"], shown["ask"]) == (scene.heading, scene.ask)
    labels = [choice.label for choice in scene.choices]
    assert shown["choices"] == (["That is my guess"] if is_guess(scene) else labels)
    assert shown["facts"] == [text for _, text in scene.facts]
    told = [line.step for each in scenes for line in each.lines if line.step.text]
    decides = len(scene.choices) > 1 and any(choice.mark for choice in scene.choices)
    last = told[-1].text if told else ""
    assert shown["say"] == ("" if decides else scene.say or last)
    for step, text in zip(told, shown["lines"], strict=True):
        assert text.startswith(step.text)
    wanted = [[f"rule:{each}" for each in step.clauses] for step in told]
    assert shown["links"] == wanted
    throws = [line.throw for line in scene.lines if line.throw]
    assert shown["dice"] == [f"{t.label}: {', '.join(map(named(t), t.faces))}" for t in throws]
    assert shown["drawn"] == sum(len(throw.faces) for throw in throws)
    assert shown["odds"] == bool(scene.chances)
    if scene.chances:
        mine = scene.chances[story.headline.place]
        assert shown["big"] == percent(mine)
        assert shown["sentence"] == story.headline.sentence(mine)
        ever = [
            place
            for place in range(len(story.parts))
            if any(each.chances[place] for each in story.scenes if each.chances)
        ]
        assert shown["percents"] == [percent(scene.chances[place]) for place in ever]
        widths = [100 * float(chance) for chance in scene.chances]
        assert shown["widths"] == pytest.approx(widths, abs=0.15)
    return shown


def judged(story: Story, *steps: Step) -> dict[str, str]:
    """What the page says of a decision, and of the dice after it."""
    scene, pick, _ = steps[0]
    choice = scene.choices[pick]
    given = story.decision(scene, choice)
    worths = [each.worth for each in scene.choices if each.worth is not None]
    lucks = [
        luck
        for before, place, after in steps
        if any(line.throw for line in after.lines)
        if (luck := story.luck(before, before.choices[place], after)) is not None
    ]
    return {
        "decision": "" if given is None or choice.worth is None else verdict(choice.worth, worths),
        "luck": luck_told(sum(lucks, Fraction(0))) if lucks else "",
    }


def way_told(story: Story, scene: Scene, pick: int, after: Scene) -> str:
    """A line of the way so far: what was chosen, how good it was, and what the dice did."""
    choice = scene.choices[pick]
    short = f", {choice.short}" if choice.short else ""
    said = judged(story, (scene, pick, after))["luck"]
    return f"{scene.heading}: {choice.label}{short}. {said}".strip()


def follow(
    root: Locator, story: Story, picks: tuple[int, ...], press: Callable[[int], None]
) -> None:
    """Walk a way as a reader does, and demand in each scene what the story has."""
    way = story.walk(picks)
    expect_scene(root, story, way[0])
    steps = list(zip(way, picks, way[1:], strict=False))
    for run in taps(story, way, picks):
        (scene, pick, _), (*_, after) = run[0], run[-1]
        press(point(root, scene, pick))
        shown = expect_scene(root, story, *(each for _, _, each in run))
        choice = scene.choices[pick]
        assert shown["note"] == choice.note
        assert shown["judged"] == judged(story, *run)
        for text in (
            choice.note,
            after.heading,
            after.lines[0].step.text,
            *shown["judged"].values(),
        ):
            spoken = shown["status"].replace("\u00a0", " ")
            assert text.replace("\u00a0", " ") in spoken, f"read aloud: {text!r} in {spoken!r}"
        where = "document.activeElement.dataset.rb"
        assert root.page.evaluate(where) == ("ask" if after.choices else "heading")
    marks = [mark for s, p, _ in steps if (mark := s.choices[p].mark)]
    good = sum(mark != "worse" for mark in marks)
    assert shown["score"].startswith(story.score.format(good=good, all=len(marks)))
    given = [each for s, p, _ in steps if (each := story.decision(s, s.choices[p])) is not None]
    if given:
        lost = points(sum(given, Fraction(0))) if any(given) else "nothing"
        assert f"In all, your decisions gave away {lost}, and the dice" in shown["score"]
    told = root.locator('[data-rb="way"] > li').all_text_contents()
    wanted = [
        way_told(story, *step)
        for step in steps
        if step[0].choices[step[1]].mark or judged(story, step)["luck"]
    ]
    assert [each.replace("\u00a0", " ") for each in told] == wanted
    above = root.evaluate(ORDER)
    assert above == sorted(above), "no verdict stands above the dice"


ORDER = """(root) => [...root.querySelectorAll(".rb-learn-table, .rb-learn-tray, .rb-learn-lines,"
    + " .rb-learn-worth, .rb-learn-odds")].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect().top)"""


def lying(root: Locator) -> list[tuple[int, ...]]:
    """The faces that have just fallen, as the page shows them."""
    labels = root.evaluate(SHOWN)["dice"]
    faces = [label.partition(": ")[2].split(", ") for label in labels]
    known = {"red": 1, "green": 4}
    return [tuple(known[face] if face in known else int(face) for face in each) for each in faces]
