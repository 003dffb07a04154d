"""Dice that roll, real dice, and links that share them: stories in a real browser."""

from itertools import pairwise
from operator import attrgetter
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from rules_lib.notebook.learn.story import Story
from tests.browser.stories import (
    PHONE,
    SHOWN,
    Step,
    best_taps,
    expect_scene,
    judged,
    lying,
    opened,
    press_on,
    tapped,
    written,
)
from tests.browser.tab import Tab
from tests.in_turn import in_turn
from tests.lessons import STORIES
from tests.sample import one_in

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"))


def taken(root: Locator, story: Story) -> list[Step]:
    """The steps that the page has taken with real dice, as it writes them for its history."""
    code = root.evaluate("(root) => history.state.learn[root.id]")
    scene, steps = story.scenes[0], []
    for each in code.removeprefix("dice=").split("."):
        pick, *faces = each.split("-")
        choice = scene.choices[int(pick)]
        after = story.after(choice, [[int(face, 36) for face in own] for own in faces])
        steps.append((scene, int(pick), after))
        scene = after
    return steps


@pytest.mark.parametrize("story", one_in(2, STORIES), ids=attrgetter("id"))
def test_real_dice_lead_where_the_engine_says_and_their_link_tells_the_same(
    tab: Tab, site: Path, story: Story
) -> None:
    with opened(tab, site) as page:
        root = page.locator(f"#{story.id}")
        real = root.get_by_label("Use random dice")
        expect(real).not_to_be_checked()
        for round_ in range(2):
            real.set_checked(False)
            real.set_checked(True)
            scene, steps, pressed = story.scenes[0], list[Step](), 0
            while scene.choices and pressed < 40:
                pick = (round_ + pressed) % len(scene.choices)
                press_on(root, scene, pick)
                pressed += 1
                before, steps = len(steps), taken(root, story)
                run, scene = steps[before:], steps[-1][2]
                assert run[0][1] == pick
                shown = root.evaluate(SHOWN)
                assert shown["heading"] == scene.heading
                lines = [line for _, _, after in run for line in after.lines]
                wanted = [line.step.text for line in lines if line.step.text]
                for text, mine in zip(shown["lines"], wanted, strict=True):
                    assert text.startswith(mine)
                assert shown["judged"] == judged(story, *run)
                # Dice roll by themselves until something is to be decided, or to be read.
                waits = len(scene.choices) == 1 and scene.choices[0].cast and not scene.say
                assert not (waits and lying(root))
            root.get_by_role("button", name="Copy link to this point").click()
            expect(root.locator('[data-rb="copied"]')).to_contain_text("copied")
            link = page.evaluate("navigator.clipboard.readText()")
            assert len(link.partition("#")[2]) < 600
            page.goto("about:blank")
            page.goto(link)
            again = root.evaluate(SHOWN)
            for key in ("heading", "lines", "dice", "judged", "score", "percents"):
                assert again[key] == shown[key], key
            expect(root.locator('[data-rb="heading"]')).to_be_in_viewport()


def test_the_dice_lie_on_the_table_while_their_luck_is_guessed(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        root, lies = page.locator("#one-card"), page.locator("#one-card .rb-learn-lying svg")
        for count in (0, 3, 3, 0):  # the roll, the guess, its answer, the next guess
            root.locator(".rb-learn-choice").first.click()
            expect(lies).to_have_count(count)


@in_turn(
    "code",
    [
        *("way=9", "way=0.0.0.0.0.0.0.0.0.0.0", "way=0-111-111", "dice=0-711-111", "dice=0-11-111"),
        *("dice=0", "dice=0-111", "way=<b>", "way=0." * 300, "else=0", "dice=0-111-111.0-222"),
        *("way", "way=-1", "dice=0-111-111-111", "way=constructor"),
    ],
)
def test_a_link_that_no_story_has_is_not_believed(tab: Tab, site: Path, code: str) -> None:
    with tab.at(f"{site.as_uri()}#blow-by-blow?{code}", PHONE) as heard:
        story = STORIES[1]
        expect_scene(tab.page.locator(f"#{story.id}"), story, story.scenes[0])
        assert heard.said == []


def test_going_back_and_choosing_again_finds_the_same_dice(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        root = page.locator("#blow-by-blow")
        root.get_by_label("Use random dice").check()
        roll, back = root.locator(".rb-learn-choice").first, root.locator('[data-rb="back"]')
        roll.click()
        first = lying(root)
        for _ in range(4):
            back.click()
            roll.click()
            assert lying(root) == first


def test_who_comes_back_finds_every_story_where_it_was(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        for story in STORIES:
            page.locator(f"#{story.id} .rb-learn-choice").last.click()
        elsewhere = site.parent / "clause.html"
        elsewhere.write_text("<!doctype html><title>A clause</title><p>9.", "utf-8")
        for comes_back in (True, False):
            if comes_back:
                page.goto(elsewhere.as_uri())
                page.go_back()
            else:
                page.reload()
            for story in STORIES:
                steps = tapped(story, story.scenes[0], len(story.scenes[0].choices) - 1)
                root = page.locator(f"#{story.id}")
                expect_scene(root, story, *(after for _, _, after in steps))


def test_the_next_story_is_offered_at_the_end_of_each(tab: Tab, site: Path) -> None:
    with opened(tab, site) as page:
        for story, after in pairwise(STORIES):
            root = page.locator(f"#{story.id}")
            offered = root.locator('[data-rb="next"]')
            for scene, pick in best_taps(story):
                expect(offered).to_be_hidden()
                press_on(root, scene, pick)
            expect(offered).to_have_text(f"Next: {after.title}")
            assert (offered.get_attribute("href") or "").endswith(f"#{after.id}")


def test_the_dice_roll_and_what_they_say_comes_after_them(moving: Tab, site: Path) -> None:
    with opened(moving, site) as page:
        page.clock.install()
        page.reload()
        page.clock.pause_at(page.evaluate("Date.now() + 60000"))
        story = STORIES[1]
        root = page.locator(f"#{story.id}")
        root.locator(".rb-learn-choice").first.click()
        after = story.walk((0,))[-1]
        expect(root.locator(".rb-learn-rolling svg")).to_have_count(6)
        for name in ("lines", "luck", "odds", "choices"):
            expect(root.locator(f'[data-rb="{name}"]')).to_be_hidden()
        page.clock.run_for(2000)
        expect(root.locator(".rb-learn-rolling")).to_have_count(0)
        expect(root.locator('[data-rb="luck"]')).to_be_visible()
        expect_scene(root, story, after)
