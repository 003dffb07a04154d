"""The stories and the questions of the book: walked, rolled, shared, left and found again."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from rules_lib.notebook.learn.casting import Throw
from rules_lib.notebook.learn.judged import luck_told, verdict
from rules_lib.notebook.learn.questions import Quiz
from rules_lib.notebook.learn.story import Scene, Story
from rules_lib.rulebook import catalog
from rules_lib.system.registry import GAMES, STORIES
from rules_lib.text.chances import percent, points
from tests.browser.axe import COLOURS, barriers
from tests.browser.pages import PAGES, PHONE, SITE, script
from tests.browser.tab import DESKTOP, FOLLOW, Tab
from tests.lessons import decision, each_story, paths, quiz_of, story_of
from tests.sample import SOME_OR_EVERY, Chosen, one_in

ON_PAGE = re.compile(r'<section\b[^>]*class="rb-(?:learn|quiz)"[^>]*id="([^"]+)"')
PLACE = {
    id_: (SITE / name).as_uri()
    for name in PAGES
    for id_ in ON_PAGE.findall((SITE / name).read_text("utf-8"))
}
"""The page of each story and quiz."""
NEXT = dict(pairwise(STORIES))

Step = tuple[Scene, int, Scene]
"""What was chosen in a scene, by place, and the scene that it led to."""


@contextmanager
def opened(tab: Tab, lesson: Story | Quiz, link: str = "") -> Iterator[Locator]:
    """Open the page of a story or quiz on a phone; on leaving, demand that it was silent."""
    with tab.at(f"{PLACE[lesson.id]}{link}", PHONE):
        yield tab.page.locator(f"#{lesson.id}")


def named(throw: Throw) -> Callable[[int], str]:
    """How a face is called."""
    return str if throw.kind != "marker" else lambda face: ("red", "green")[face == 4]


@pytest.fixture(scope="module")
def touched(lonely_browser: Browser) -> Tab:
    return Tab(lonely_browser, has_touch=True)


def marks(story: Story, picks: tuple[int, ...]) -> list[str]:
    """How good what is picked on a way is, decision for decision."""
    choices = [scene.choices[p] for scene, p in zip(story.walk(picks), picks, strict=False)]
    return [choice.mark for choice in choices if choice.mark]


@SOME_OR_EVERY
@pytest.mark.parametrize("name", [*[*STORIES][:2], *one_in(2, [*STORIES][2:])])
def test_every_way_can_be_walked_by_keyboard_and_by_finger_to_its_end_and_back(
    touched: Tab, name: str, chosen: Chosen
) -> None:
    """In turn; for a finger the choices stay within reach."""
    story = story_of(name)
    with opened(touched, story) as root:
        page = touched.page

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
        told = sorted(paths(story), key=lambda way: -len({*marks(story, way)}))  # all there is
        for number, picks in enumerate(chosen(told, 0, one_in=8)):
            if number % 2:
                follow(root, story, picks, tap)
                root.get_by_role("button", name="Start again").tap()
            else:
                root.locator('[data-rb="ask"]').focus()
                follow(root, story, picks, press)
                root.get_by_role("button", name="Start again").focus()
                page.keyboard.press("Enter")
        back = root.get_by_role("button", name="Back", exact=True)
        expect(back).to_be_disabled()
        picks = story.best_path()
        runs = taps(story, story.walk(picks), picks)
        for run in runs:
            expect(root.locator('[data-rb="next"]')).to_be_hidden()
            press_on(root, *run[0][:2])
        if name in NEXT:
            after = story_of(NEXT[name])
            link = root.locator('[data-rb="next"]')
            expect(link).to_have_text(f"Next: {after.title}")
            assert link.evaluate("each => each.href") == f"{PLACE[after.id]}#{after.id}"
        for run in runs[-2::-1]:
            back.click()
            expect_scene(root, story, *(scene for _, _, scene in run))
        back.click()
        expect_scene(root, story, story.scenes[0])
        expect(back).to_be_disabled()


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
        assert (shown["note"], shown["mark"]) == (choice.note, choice.mark)
        if is_guess(scene):
            true = after.chances[story.place]
            assert shown["guess"] == [f"you: {choice.at} %", f"✓ {percent(true)}"]
            assert shown["at"] == pytest.approx([choice.at, float(100 * true)])
            assert shown["throws"] == [round(true * after.field), after.field]
        assert shown["judged"] == judged(story, *run)
        told = (after.heading, after.lines[0].step.text, *shown["judged"].values())
        for text in (choice.note, *told):
            spoken = shown["status"].replace("\u00a0", " ")
            assert text.replace("\u00a0", " ") in spoken, f"read aloud: {text!r} in {spoken!r}"
        where = "document.activeElement.dataset.rb"
        assert root.page.evaluate(where) == ("ask" if after.choices else "heading")
    good = [mark != "worse" for mark in marks(story, picks)]
    assert shown["score"].startswith(story.score.format(good=sum(good), all=len(good)))
    given = [each for s, p, _ in steps if (each := decision(s, s.choices[p])) is not None]
    if given:
        lost = points(sum(given, Fraction(0))) if any(given) else "nothing"
        assert f"In all, your decisions gave away {lost}, and the dice" in shown["score"]
    told_way = root.locator('[data-rb="way"] > li').all_text_contents()
    told_way = [each.replace("\u00a0", " ") for each in told_way]
    assert [*zip(told_way, shown["marks"], strict=True)] == [
        (way_told(story, scene, pick, after), mark)
        for scene, pick, after in steps
        if (mark := scene.choices[pick].mark) or judged(story, (scene, pick, after))["luck"]
    ]


def expect_scene(root: Locator, story: Story, *scenes: Scene) -> dict[str, Any]:
    """Demand that the page shows exactly what the story has in the last of these scenes.

    Of those before it, to which no tap belongs, it tells, too.
    """
    shown: dict[str, Any] = root.evaluate(script("story_shown"))
    scene = scenes[-1]
    assert (shown["heading"], shown["ask"]) == (scene.heading, scene.ask)
    labels = [choice.label for choice in scene.choices]
    assert shown["choices"] == (["That is my guess"] if is_guess(scene) else labels)
    assert shown["facts"] == [text for _, text in scene.facts]
    assert shown["moods"] == [each[0] for each in scene.moods]
    told = [line.step for each in scenes for line in each.lines if line.step.text]
    decides = len(scene.choices) > 1 and any(choice.mark for choice in scene.choices)
    last = told[-1].text if told else ""
    assert shown["say"] == ("" if decides else scene.say or last)
    for step, text in zip(told, shown["lines"], strict=True):
        assert text.startswith(step.text)
    assert shown["links"] == [[*step.clauses] for step in told]
    throws = [line.throw for line in scene.lines if line.throw]
    assert shown["dice"] == [f"{t.label}: {', '.join(map(named(t), t.faces))}" for t in throws]
    assert shown["drawn"] == sum(len(throw.faces) for throw in throws)
    assert shown["odds"] == bool(scene.chances)
    if scene.chances:
        mine = scene.chances[story.place]
        assert shown["big"] == percent(mine)
        assert shown["sentence"] == story.headline.say(mine)
        ever = [
            place
            for place in range(len(story.parts))
            if any(each.chances[place] for each in story.scenes if each.chances)
        ]
        assert shown["percents"] == [percent(scene.chances[place]) for place in ever]
        widths = [100 * float(chance) for chance in scene.chances]
        assert shown["widths"] == pytest.approx(widths, abs=0.15)
    return shown


def taps(story: Story, way: tuple[Scene, ...], picks: tuple[int, ...]) -> list[list[Step]]:
    """The steps of a way by the taps that bring them: dice roll on by themselves."""
    found: list[list[Step]] = []
    for step in zip(way, picks, way[1:], strict=False):
        if found and rolls_on(story, *found[-1][-1]):
            found[-1].append(step)
        else:
            found.append([step])
    return found


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


def judged(story: Story, *steps: Step) -> dict[str, str]:
    """What the page says of a decision, and of the dice after it."""
    scene, pick, _ = steps[0]
    choice = scene.choices[pick]
    given = decision(scene, choice)
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


@pytest.mark.parametrize("name", one_in(2, STORIES))
def test_real_dice_lead_where_the_engine_says_and_their_link_tells_the_same(
    tab: Tab, name: str
) -> None:
    page, story = tab.page, story_of(name)
    with opened(tab, story) as root:
        root.get_by_label("Use random dice").check()
        scene, steps, pressed = story.scenes[0], list[Step](), 0
        while scene.choices and pressed < 40:
            pick = pressed % len(scene.choices)
            press_on(root, scene, pick)
            pressed += 1
            before, steps = len(steps), taken(root, story)
            run, scene = steps[before:], steps[-1][2]
            assert run[0][1] == pick
            shown = root.evaluate(script("story_shown"))
            assert shown["heading"] == scene.heading
            lines = [line for _, _, after in run for line in after.lines]
            wanted = [line.step.text for line in lines if line.step.text]
            for text, mine in zip(shown["lines"], wanted, strict=True):
                assert text.startswith(mine)
            assert shown["judged"] == judged(story, *run)
            said = [each for each in shown["judged"].values() if each]
            for (left, width, sign), text in zip(shown["bars"], said, strict=True):
                lost = "cost" in text or "gave away" in text  # drawn left of the middle
                assert left == pytest.approx(50 - lost * width, abs=0.01)
                assert sign == ("none" if not width else "lost" if lost else "won")
        root.locator('[data-rb="back"]').click()
        press_on(root, *run[0][:2])
        again = root.evaluate(script("story_shown"))
        assert again["dice"] == shown["dice"], "who goes back finds the same dice"
        root.get_by_role("button", name="Copy link to this point").click()
        expect(root.locator('[data-rb="copied"]')).to_contain_text("copied")
        link = page.evaluate("navigator.clipboard.readText()")
        assert len(link.partition("#")[2]) < 600
        page.goto("about:blank")
        page.goto(link)
        again = root.evaluate(script("story_shown"))
        for key in ("heading", "lines", "dice", "judged", "score", "percents"):
            assert again[key] == shown[key], key
        expect(root.locator('[data-rb="heading"]')).to_be_in_viewport()


def test_a_battle_that_ends_level_is_drawn_and_nobody_falls_first(tab: Tab) -> None:
    story = story_of("battle")
    fight = story.after(story.scenes[0].choices[0]).choices[0]
    few, many = map(len, fight.laid)
    for one, other in ((1 + many - few, 1), (6, 6)):  # nothing destroys; each destroys one
        level = [[one, *[1] * (few - 1)], [other, *[1] * (many - 1)]]
        code = "-".join("".join(map(str, faces)) for faces in level)
        with opened(tab, story, f"#{story.id}?dice=0.0-{code}") as root:
            expect_scene(root, story, story.after(fight, level))


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


CODES = (
    *("way=9", "way=0.0.0.0.0.0.0.0.0.0.0", "way=0-111-111", "dice=0-711-111", "dice=0-11-111"),
    *("dice=0", "dice=0-111", "way=<b>", "way=0." * 300, "else=0", "dice=0-111-111.0-222"),
    *("way", "way=-1", "dice=0-111-111-111", "way=constructor"),
)
"""What no link of ours says."""


def test_a_link_that_no_story_has_is_not_believed_and_who_comes_back_finds_all(tab: Tab) -> None:
    blows = story_of("melee")
    with opened(tab, blows, f"#{blows.id}?{CODES[2]}") as root:
        expect_scene(root, blows, blows.scenes[0])
        for code in CODES:
            tab.page.evaluate(FOLLOW, f"{blows.id}?{code}")
            expect_scene(root, blows, blows.scenes[0])
    here = [story for story in map(story_of, STORIES) if PLACE[story.id] == PLACE[blows.id]]
    with opened(tab, blows):
        for story in here:
            tab.page.locator(f"#{story.id} .rb-learn-choice").last.click()
        for come_back in (tab.page.reload, tab.page.go_back):
            if come_back == tab.page.go_back:
                tab.page.goto((SITE / "book/how_to_read.html").as_uri())
            come_back()
            for story in here:
                steps = tapped(story, story.scenes[0], len(story.scenes[0].choices) - 1)
                root = tab.page.locator(f"#{story.id}")
                expect_scene(root, story, *(after for _, _, after in steps))


def tapped(story: Story, scene: Scene, pick: int) -> list[Step]:
    """All that a tap brings with the dice that are laid out."""
    steps = [(scene, pick, story.after(scene.choices[pick]))]
    while rolls_on(story, *steps[-1]):
        last = steps[-1][2]
        steps.append((last, 0, story.after(last.choices[0])))
    return steps


def test_the_dice_roll_and_what_they_say_comes_after_them(moving: Tab) -> None:
    page, story = moving.page, story_of("melee")
    with opened(moving, story) as root:
        page.clock.install()
        page.reload()
        page.clock.pause_at(page.evaluate("Date.now() + 60000"))
        root.locator(".rb-learn-choice").first.click()
        expect(root.locator(".rb-learn-rolling svg")).to_have_count(6)
        for name in ("lines", "luck", "odds", "choices"):
            expect(root.locator(f'[data-rb="{name}"]')).to_be_hidden()
        page.clock.run_for(2000)
        expect(root.locator(".rb-learn-rolling")).to_have_count(0)
        expect(root.locator('[data-rb="luck"]')).to_be_visible()
        expect_scene(root, story, story.walk((0,))[-1])


@each_story
def test_without_javascript_and_on_paper_a_story_is_told(
    tab_without_scripts: Tab, tab: Tab, name: str
) -> None:
    story = story_of(name)
    way = story.walk(story.best_path())
    with opened(tab_without_scripts, story) as root:
        expect(root.locator(".rb-learn-player")).to_be_hidden()
        expect(root.locator("noscript p")).to_be_visible()
        for scene in way:
            expect(root.get_by_text(scene.lines[0].step.text).first).to_be_visible()
    with opened(tab, story) as root:
        tab.page.emulate_media(media="print")
        tab.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(root.locator(".rb-learn-player")).to_be_hidden()
        expect(root.get_by_text(way[-1].lines[-1].step.text).last).to_be_visible()


def test_a_story_that_is_played_fits_a_small_phone_by_night(tab: Tab) -> None:
    page, story = tab.page, story_of("test")
    with opened(tab, story) as root:
        page.set_viewport_size({"width": 320, "height": 640})
        page.emulate_media(color_scheme="dark")
        for scene in story_on(root, story):
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, scene.heading
        page.mouse.move(0, 0)
        assert barriers(page, COLOURS, within=".rb-learn") == []


def test_what_a_tap_was_worth_is_on_the_screen_with_what_may_be_done_next(tab: Tab) -> None:
    story = story_of("melee")
    for window in (PHONE, DESKTOP):
        with opened(tab, story) as root:
            tab.page.set_viewport_size(window)
            for scene in story_on(root, story):
                assert root.evaluate(script("story_in_view")), (scene.heading, window)


def story_on(root: Locator, story: Story) -> Iterator[Scene]:
    """Choose best, tap for tap; the scene that each leads to."""
    picks = story.best_path()
    for run in taps(story, story.walk(picks), picks):
        press_on(root, *run[0][:2])
        yield run[-1][2]


MARKS = "all => all.map(({ dataset }) => dataset.mark)"


@pytest.mark.parametrize(
    ("game", "way"), one_in(2, [(game, way) for way in ("right", "wrong") for game in GAMES])
)
def test_the_questions_by_keyboard(tab: Tab, tab_without_scripts: Tab, way: str, game: str) -> None:
    page, quiz, good = tab.page, quiz_of(game), 0
    with opened(tab, quiz) as section:
        score = section.locator(".rb-quiz-score")
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
            marked = ["best" if at == right else "worse" * (at == place) for at in range(3)]
            assert root.locator("[data-mark]").evaluate_all(MARKS) == [*marked, marked[place]]
            expect(feedback).to_have_attribute("role", "status")
            expect(button).to_be_focused()
            expect(button).to_have_attribute("aria-pressed", "true")
            words = catalog().clauses[question.clauses[0]].text
            expect(root.locator(".rb-quiz-wording")).to_contain_text(words)
            root.get_by_role("button").nth((place + 1) % 3).click(force=True)
            expect(feedback).to_have_text(question.feedback(place))
            if number < len(quiz.questions):
                expect(score).to_have_text(f"{number} of 10 answered, {good} right.")
        expect(score).to_have_text(quiz.verdicts[good])
        section.get_by_role("button", name="Start again").click()
        expect(score).to_be_hidden()
        assert section.locator("[aria-disabled]").count() == 0
    with opened(tab_without_scripts, quiz):
        first = tab_without_scripts.page.locator(f"#{quiz.questions[0].id}")
        expect(first.locator("em").first).to_be_hidden()
        first.locator("summary").click()
        expect(first.locator("em").first).to_be_visible()
