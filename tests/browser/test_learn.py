"""The stories and the questions in a real browser, on a page made here and opened as a file."""

import shutil
from operator import attrgetter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rules_lib.notebook.learn.quiz import Quiz
from rules_lib.notebook.learn.story import Story
from rules_lib.rulebook import catalog
from tests.browser.axe import COLOURS, barriers
from tests.browser.stories import (
    PHONE,
    best_taps,
    expect_scene,
    follow,
    opened,
    press_on,
    taps,
    written,
)
from tests.browser.tab import Tab
from tests.lessons import QUIZ, QUIZZES, STORIES
from tests.sample import SOME_OR_EVERY, Chosen, one_in

pytestmark = pytest.mark.browser
NAMED = attrgetter("id")
each_story = pytest.mark.parametrize("story", one_in(2, STORIES), ids=NAMED)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def touched(lonely_browser: Browser) -> Tab:
    return Tab(lonely_browser, has_touch=True)


@pytest.fixture
def without_scripts(lonely_browser: Browser) -> Tab:
    return Tab(lonely_browser, java_script_enabled=False)


@SOME_OR_EVERY
@each_story
def test_every_way_can_be_walked_by_keyboard_and_by_finger(
    touched: Tab, site: Path, story: Story, chosen: Chosen
) -> None:
    """In turn; for a finger the choices stay within reach."""
    with opened(touched, site) as page:
        root = page.locator(f"#{story.id}")

        def press(pick: int) -> None:
            for _ in range(pick + 1):
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")

        def tap(pick: int) -> None:
            choice = root.locator(".rb-learn-choice").nth(pick)
            box = choice.evaluate("each => each.getBoundingClientRect().toJSON()")
            assert box["bottom"] <= PHONE["height"], "in view without scrolling"
            assert box["bottom"] >= PHONE["height"] / 3, "where the thumb is"
            choice.tap()

        root.locator(".rb-learn-player").evaluate("each => each.scrollIntoView()")
        for number, picks in enumerate(chosen([*story.paths()], 2, one_in=5)):
            if number % 2:
                follow(root, story, picks, tap)
                root.get_by_role("button", name="Start again").tap()
            else:
                root.locator('[data-rb="ask"]').focus()
                follow(root, story, picks, press)
                root.get_by_role("button", name="Start again").focus()
                page.keyboard.press("Enter")


@pytest.mark.parametrize("story", one_in(3, STORIES, first=2), ids=NAMED)
def test_one_step_back_is_one_step(tab: Tab, site: Path, story: Story) -> None:
    with opened(tab, site) as page:
        root = page.locator(f"#{story.id}")
        back = root.get_by_role("button", name="Back", exact=True)
        expect(back).to_be_disabled()
        picks = story.best_path()
        runs = taps(story, story.walk(picks), picks)
        for run in runs:
            press_on(root, *run[0][:2])
        for run in runs[-2::-1]:
            back.click()
            expect_scene(root, story, *(scene for _, _, scene in run))
        back.click()
        expect_scene(root, story, story.scenes[0])
        expect(back).to_be_disabled()


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


@pytest.mark.parametrize(
    ("quiz", "way"), one_in(2, [(quiz, way) for way in ("right", "wrong") for quiz in QUIZZES])
)
def test_the_questions_by_keyboard(tab: Tab, site: Path, way: str, quiz: Quiz) -> None:
    with opened(tab, site) as page:
        good = 0
        section = page.locator(f"#{quiz.id}")
        for number, question in enumerate(quiz.questions, start=1):
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
            words = catalog().clauses[question.clauses[0]].text
            expect(root.locator(".rb-quiz-wording")).to_contain_text(words)
            page.keyboard.press("Tab")
            root.get_by_role("button").nth((place + 1) % 3).click(force=True)
            expect(feedback).to_have_text(question.feedback(place))
            score = section.locator(".rb-quiz-score")
            if number < 10:
                expect(score).to_have_text(f"{number} of 10 answered, {good} right.")
        expect(score).to_have_text(quiz.verdicts[good])
        section.get_by_role("button", name="Start again").click()
        expect(score).to_be_hidden()
        expect(section.locator("button").first).to_be_focused()
        assert section.locator("[aria-disabled]").count() == 0


@pytest.mark.parametrize(("theme", "width"), [("light", 320), ("dark", 390)])
def test_nothing_scrolls_sideways_and_everything_fits_a_thumb_and_stands_out(
    tab: Tab, site: Path, theme: str, width: int
) -> None:
    with opened(tab, site, {"width": width, "height": 844}) as page:
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for story in STORIES:
            for scene, pick in best_taps(story):
                press_on(page.locator(f"#{story.id}"), scene, pick)
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        for question in QUIZ.questions:
            page.locator(f"#{question.id} button").first.click()
        page.locator("#one-card").get_by_role("button", name="Start again").click()
        page.mouse.move(0, 0)
        assert barriers(page, COLOURS) == []
        for fold in page.locator("details").all():
            fold.evaluate("each => each.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        heights = page.locator("button:visible").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().height)"
        )
        assert min(heights) >= 44


def test_paper_gets_the_plain_story_and_all_answers(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        for story in STORIES:
            root = page.locator(f"#{story.id}")
            expect(root.locator(".rb-learn-player")).to_be_hidden()
            ending = story.walk(story.best_path())[-1]
            expect(root.get_by_text(ending.lines[-1].step.text).last).to_be_visible()
        for question in QUIZ.questions:
            expect(page.locator(f"#{question.id} em").first).to_be_visible()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="screen")
        expect(page.locator("#q-dice details")).to_be_hidden()
        plain = page.locator(".rb-learn-plain").first
        expect(plain.locator("ol").first).to_be_hidden()
        plain.locator("summary").click()
        expect(plain.locator("ol").first).to_be_visible()


def test_names_and_roles_for_screen_readers(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        story = page.get_by_role("region", name="Can your crew hold?")
        expect(story.get_by_role("heading", name="Base to base")).to_be_visible()
        expect(story.get_by_role("group", name="Ready?")).to_be_visible()
        story.get_by_role("button", name="Roll the dice").click()
        expect(story.get_by_role("img", name="Able’s dice: 1, 2, 3")).to_be_visible()
        group = page.get_by_role("group", name="1. Your unit has a red 9")
        expect(group.get_by_role("button")).to_have_count(3)


def test_a_guess_is_a_point_on_a_line_and_its_answer_another(tab: Tab, site: Path) -> None:
    story = STORIES[0]
    with opened(tab, site) as page:
        root = page.locator(f"#{story.id}")
        for scene, pick in best_taps(story)[:3]:
            press_on(root, scene, pick)
        flags = root.locator(".rb-learn-flags > span")
        expect(flags).to_have_text(["you: 90\u00a0%", "✓ 90.7\u00a0%"])
        squares = root.locator(".rb-learn-field > i")
        expect(squares).to_have_count(6**3)
        expect(root.locator(".rb-learn-field > .rb-learn-no")).to_have_count(20)
        root.get_by_role("button", name="Back", exact=True).click()
        line = root.get_by_role("slider")
        line.focus()
        for key, said in (
            ("Home", "1 time in 10"),
            ("ArrowRight", "1 time in 5"),
            ("End", "9 times in 10"),
        ):
            page.keyboard.press(key)
            assert said in (line.get_attribute("aria-valuetext") or "")
        # A link from before there was a line leads where it did.
        old = f"{site.as_uri()}#{story.id}?way=0.0.2"
        page.goto("about:blank")
        page.goto(old)
        expect(flags.first).to_have_text("you: 90\u00a0%")


def test_two_squares_are_five_taps_at_most() -> None:
    story = next(each for each in STORIES if each.id == "square-or-line")
    assert max(len(taps(story, story.walk(picks), picks)) for picks in story.paths()) == 5


def test_three_fights_are_told_by_faces_and_the_end_names_who_came_back(
    tab: Tab, site: Path
) -> None:
    story = next(each for each in STORIES if each.id == "three-fights")
    with opened(tab, site) as page:
        root = page.locator(f"#{story.id}")
        looks = "all => all.map((each) => each.dataset.mood).join('')"
        pieces = root.locator(".rb-learn-piece")
        assert pieces.evaluate_all(looks) == "hhhhh"
        for scene, pick in best_taps(story):
            press_on(root, scene, pick)
        assert pieces.evaluate_all(looks) == "fsfff"
        for piece in pieces.all():
            expect(piece.locator("g:visible path").first).to_be_visible()
        said = root.locator('[data-rb="say"]')
        expect(said).to_have_text("Doyle stands on the hill. Carter did not come back.")
        expect(root.locator('[data-rb="score"]')).to_contain_text("hurt attacks again")


def test_dice_lie_blank_until_they_are_rolled(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        root = page.locator("#blow-by-blow")
        blank = root.get_by_role("img", name="Your dice: not rolled yet")
        expect(blank.locator("svg")).to_have_count(3)
        assert blank.locator("circle").first.evaluate("pip => getComputedStyle(pip).opacity") == "0"
        root.get_by_role("button", name="Roll the dice").click()
        expect(root.locator(".rb-learn-blank")).to_have_count(0)
