"""The stories and the questions in a real browser, on a page made here and opened as a file."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from rules_lib.presentation.learn.story import Choice, Scene, Story
from rules_lib.presentation.wording import percent
from tests.browser.tab import Tab
from tests.lessons import QUIZ, STORIES

pytestmark = pytest.mark.browser

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
<script src="../_static/learn.js" defer></script><script src="../_static/quiz.js" defer></script>
</head><body><h1>Learn</h1>{body}</body></html>"""

each_story = pytest.mark.parametrize("story", STORIES, ids=lambda story: story.id)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page in a subfolder, as chapters are, with the assets of the book."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(STATIC, folder / "_static", ignore=shutil.ignore_patterns("plotly*"))
    body = "".join([*(story._repr_html_() for story in STORIES), QUIZ._repr_html_()])
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


@pytest.fixture
def without_scripts(lonely_browser: Browser) -> Tab:
    return Tab(lonely_browser, java_script_enabled=False)


SHOWN = """(root) => {
    const plain = (e) => e.textContent.replaceAll('\u00a0', ' ');
    const field = (name) => plain(root.querySelector(`.rb-learn-player [data-rb="${name}"]`));
    const all = (selector) => [...root.querySelectorAll(selector)];
    const lines = all(".rb-learn-lines > li");
    return {
        heading: field("heading"), ask: field("ask"), note: field("note"), score: field("score"),
        status: field("status"), sentence: field("sentence"), big: field("big"),
        odds: !root.querySelector('[data-rb="odds"]').hidden,
        percents: all('tr:not([hidden]) > [data-rb="percent"]').map(plain),
        lines: lines.map((line) => plain(line)),
        links: lines.map((line) =>
            [...line.querySelectorAll("a")].map((a) => a.getAttribute("href"))),
        dice: all(".rb-learn-throw").map((each) => each.getAttribute("aria-label")),
        drawn: all(".rb-learn-throw svg").length,
        choices: all(".rb-learn-choice").map(plain),
        facts: all(".rb-learn-facts > li").map(plain),
        widths: all(".rb-bar g rect").map((bar) => parseFloat(bar.getAttribute("width"))),
    };
}"""


def expect_scene(root: Locator, story: Story, scene: Scene) -> dict[str, Any]:
    """Demand that the page shows exactly what the story has."""
    shown: dict[str, Any] = root.evaluate(SHOWN)
    assert (shown["heading"], shown["ask"]) == (scene.heading, scene.ask)
    assert shown["choices"] == [choice.label for choice in scene.choices]
    assert shown["facts"] == [text for _, text in scene.facts]
    for line, text in zip(scene.lines, shown["lines"], strict=True):
        assert text.startswith(line.step.text)
    wanted = [[f"rule:{each}" for each in line.step.clauses] for line in scene.lines]
    assert shown["links"] == wanted
    throws = [line.throw for line in scene.lines if line.throw]
    assert shown["dice"] == [f"{t.label}: {', '.join(map(str, t.faces))}" for t in throws]
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


def way_told(story: Story, scene: Scene, choice: Choice, after: Scene) -> str:
    """A line of the way so far: what was chosen, and the chances before and after it."""
    text = f"{scene.heading}: {choice.label}, {choice.short}"
    if not (scene.chances and after.chances):
        return text
    before, then = (percent(each.chances[story.headline.place]) for each in (scene, after))
    return f"{text} ({before} → {then})"


@each_story
def test_every_way_can_be_walked_by_keyboard(tab: Tab, site: Path, story: Story) -> None:
    with opened(tab, site) as page:
        root = page.locator(f"#{story.id}")
        for picks in story.paths():
            way = story.walk(picks)
            expect_scene(root, story, way[0])
            root.locator('[data-rb="ask"]').focus()
            for scene, pick, after in zip(way, picks, way[1:], strict=False):
                for _ in range(pick + 1):
                    page.keyboard.press("Tab")
                page.keyboard.press("Enter")
                shown = expect_scene(root, story, after)
                choice = scene.choices[pick]
                assert shown["note"] == choice.note
                for text in (choice.note, after.heading, after.lines[0].step.text):
                    assert text in shown["status"].replace("\u00a0", " "), "read aloud"
                where = "document.activeElement.dataset.rb"
                assert page.evaluate(where) == ("ask" if after.choices else "heading")
                expect(root.locator('[data-rb="heading"]')).to_be_in_viewport()
            marks = [s.choices[p].mark for s, p in zip(way, picks, strict=False)]
            decided = [mark for mark in marks if mark]
            good = sum(mark != "worse" for mark in decided)
            assert shown["score"] == story.score.format(good=good, all=len(decided))
            told = root.locator('[data-rb="way"] > li').all_text_contents()
            steps = zip(way, picks, way[1:], strict=False)
            wanted = [way_told(story, s, s.choices[p], t) for s, p, t in steps if s.choices[p].mark]
            assert [each.replace("\u00a0", " ") for each in told] == wanted
            root.get_by_role("button", name="Start again").focus()
            page.keyboard.press("Enter")


@each_story
def test_one_step_back_is_one_step(tab: Tab, site: Path, story: Story) -> None:
    with opened(tab, site) as page:
        root = page.locator(f"#{story.id}")
        back = root.get_by_role("button", name="One step back")
        expect(back).to_be_disabled()
        picks = story.best_path()
        for pick in picks:
            root.locator(".rb-learn-choice").nth(pick).click()
        for scene in story.walk(picks)[-2::-1]:
            back.click()
            expect_scene(root, story, scene)
        expect(back).to_be_disabled()


def test_the_plain_story_waits_in_a_fold(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        for story in STORIES:
            plain = page.locator(f"#{story.id} .rb-learn-plain")
            expect(plain.locator("ol").first).to_be_hidden()
            plain.locator("summary").click()
            expect(plain.locator("ol").first).to_be_visible()


def test_without_javascript_the_story_is_told_and_the_answers_are_in_folds(
    without_scripts: Tab, site: Path
) -> None:
    with opened(without_scripts, site) as page:
        for story in STORIES:
            root = page.locator(f"#{story.id}")
            expect(root.locator(".rb-learn-player")).to_be_hidden()
            expect(root.locator("noscript p")).to_be_visible()
            for scene in story.walk(story.best_path()):
                expect(root.get_by_text(scene.lines[0].step.text).first).to_be_visible()
        first = page.locator("#q-dice")
        expect(first.locator("ol li").first).to_be_visible()
        expect(first.locator("em").first).to_be_hidden()
        first.locator("summary").click()
        expect(first.locator("em").first).to_be_visible()


def test_a_damaged_story_leaves_the_plain_one_and_the_others(
    tab: Tab, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site.parents[1], tmp_path / "site")
    page_file = tmp_path / "site/chapter/learn.html"
    html = site.read_text("utf-8")
    page_file.write_text(html.replace('{"score":', "[", 1), encoding="utf-8")
    with opened(tab, page_file) as page:
        damaged, whole = (page.locator(f"#{story.id}") for story in STORIES[:2])
        expect(damaged.locator(".rb-learn-plain ol").first).to_be_visible()
        expect_scene(whole, STORIES[1], STORIES[1].scenes[0])


@pytest.mark.parametrize("way", ["right", "wrong"])
def test_the_questions_by_keyboard(tab: Tab, site: Path, way: str) -> None:
    with opened(tab, site) as page:
        good = 0
        for number, question in enumerate(QUIZ.questions, start=1):
            right = question.right
            place = right if way == "right" or number == 1 else (right + 1) % 3
            good += place == right
            root = page.locator(f"#{question.id}")
            expect(root.locator("details")).to_be_hidden()
            button = root.get_by_role("button").nth(place)
            button.focus()
            page.keyboard.press("Enter")
            feedback = root.locator(".rb-quiz-feedback")
            expect(feedback).to_have_text(question.feedback(place))
            expect(feedback).to_have_attribute("role", "status")
            expect(button).to_be_focused()
            expect(button).to_have_attribute("aria-pressed", "true")
            expect(root.locator("details")).to_be_visible()
            page.keyboard.press("Tab")
            root.get_by_role("button").nth((place + 1) % 3).click(force=True)
            expect(feedback).to_have_text(question.feedback(place))
            score = page.locator(".rb-quiz-score")
            if number < 10:
                expect(score).to_have_text(f"{number} of 10 answered, {good} right.")
        expect(score).to_have_text(QUIZ.verdicts[good])
        page.get_by_role("button", name="Start again").last.click()
        expect(score).to_be_hidden()
        expect(page.locator("#q-dice button").first).to_be_focused()
        assert page.locator("#q-dice [aria-disabled]").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390])
def test_nothing_scrolls_sideways_and_everything_fits_a_thumb(
    tab: Tab, site: Path, theme: str, width: int
) -> None:
    with opened(tab, site, {"width": width, "height": 844}) as page:
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for story in STORIES:
            for pick in story.best_path():
                page.locator(f"#{story.id} .rb-learn-choice").nth(pick).click()
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        for question in QUIZ.questions:
            page.locator(f"#{question.id} button").first.click()
        for fold in page.locator("details").all():
            fold.evaluate("each => each.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator("#one-card").get_by_role("button", name="Start again").click()
        heights = page.locator("button:visible").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().height)"
        )
        assert min(heights) >= 44


CONTRAST = """() => {
    const light = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((c) => {
            const x = c / 255;
            return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (e) => {
        const own = getComputedStyle(e).backgroundColor;
        return /, 0\\)$/.test(own) ? ground(e.parentElement) : own;
    };
    const shown = ".rb-learn-note, .rb-learn-choice, .rb-learn-facts li, .rb-learn-small,"
        + " .rb-quiz-feedback, .rb-quiz-options button, .rb-copy:enabled";
    return [...document.querySelectorAll(shown)].filter((e) => e.checkVisibility()).map((e) => {
        const pair = [light(getComputedStyle(e).color), light(ground(e))].sort((a, b) => b - a);
        return (pair[0] + 0.05) / (pair[1] + 0.05);
    });
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_in_both_themes(tab: Tab, site: Path, theme: str) -> None:
    with opened(tab, site) as page:
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for story in STORIES:
            page.locator(f"#{story.id} .rb-learn-choice").first.click()
        page.locator("#q-dice button").first.click()
        page.mouse.move(0, 0)
        ratios = page.evaluate(CONTRAST)
        assert len(ratios) > 20
        assert min(ratios) >= 4.5


def test_paper_gets_the_plain_story_and_all_answers(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        for story in STORIES:
            root = page.locator(f"#{story.id}")
            expect(root.locator(".rb-learn-player")).to_be_hidden()
            ending = story.walk(story.best_path())[-1]
            expect(root.get_by_text(ending.lines[-1].step.text)).to_be_visible()
        for question in QUIZ.questions:
            expect(page.locator(f"#{question.id} em").first).to_be_visible()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="screen")
        expect(page.locator("#q-dice details")).to_be_hidden()
        expect(page.locator(".rb-learn-plain ol").first).to_be_hidden()


def test_names_and_roles_for_screen_readers(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        story = page.get_by_role("region", name="Can your crew hold?")
        expect(story.get_by_role("heading", name="Base to base")).to_be_visible()
        expect(story.get_by_role("group", name="Ready?")).to_be_visible()
        story.get_by_role("button", name="Roll the dice").click()
        expect(story.get_by_role("img", name="Able’s dice: 1, 2, 3")).to_be_visible()
        group = page.get_by_role("group", name="1. Your unit has a red 9")
        expect(group.get_by_role("button")).to_have_count(3)


def test_scripts_are_small() -> None:
    assert (STATIC / "learn.js").stat().st_size < 12_000
    assert (STATIC / "quiz.js").stat().st_size < 6_000
