"""Stories as data: complete, without a dead end or a way back, and light on the page."""

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from rules_lib.notebook.explorer import Headline
from rules_lib.notebook.learn.casting import Cast, Throw
from rules_lib.notebook.learn.judged import brief, luck_told, mark_of, verdict
from rules_lib.notebook.learn.story import Choice, Line, Part, Scene, Story
from rules_lib.notebook.learn.story_html import payload
from rules_lib.text.chances import chance_in_words, percent, points
from rules_lib.transcript import Step
from tests.lessons import decision, each_story, paths, story_of
from tests.oracles.chances import reaching

pytestmark = pytest.mark.slow

F = Fraction


def scene(scene_id: str, *targets: str, marks: str = "") -> Scene:
    choices = tuple(Choice(f"to {to}", to) for to in targets)
    line = Line(Step("It happens.", ("PT-M9",)), Throw("dice", "first", (1, 6)))
    return Scene(
        scene_id, scene_id, (line,), (F(1, 4), F(3, 4)), "And?" if targets else "", choices
    )


def story(*scenes: Scene) -> Story:
    parts = Part("good", "good"), Part("bad", "bad")
    return Story("toy", "A toy?", parts, Headline("good", "{chance}."), scenes)


@each_story
def test_every_way_ends_and_every_scene_is_on_one(name: str) -> None:
    story = story_of(name)
    seen = set()
    for picks in paths(story):
        way = story.walk(picks)
        seen |= {each.id for each in way}
        assert not way[-1].choices
        for before, after in pairwise(way):
            assert after in [story.after(choice) for choice in before.choices]
    by_dice = {to for s in story.scenes for c in s.choices for to in by_dice_of(c)}
    onward = {c.to for s in story.scenes if s.id not in seen for c in s.choices}
    assert seen | by_dice | onward - {""} == {each.id for each in story.scenes}


def by_dice_of(choice: Choice) -> set[str]:
    """Ids of all scenes that the real dice of a choice can lead to."""
    if choice.cast is None:
        return set()
    return set(choice.cast.to.values() if isinstance(choice.cast, Cast) else choice.cast.winners)


def steps_of(story: Story) -> Iterator[tuple[Scene, Choice, Scene, bool]]:
    """Each step that can be taken, also by real dice: from where, what, to where, did dice fall."""
    for each in story.scenes:
        for choice in each.choices:
            if choice.to or choice.laid:
                after = story.after(choice)
                yield each, choice, after, any(line.throw for line in after.lines)
            for to in by_dice_of(choice):
                yield each, choice, story.scene(to), True


HITS = "from-hiding"
"""There the note of a choice tells how often the shot hits, and not what the choice is worth."""


@each_story
def test_decision_and_luck_are_two_things_in_every_state(name: str) -> None:
    """What a choice is worth stands beside it, and what it gives away."""
    story = story_of(name)
    for each, choice, after, fell in steps_of(story):
        given, luck = decision(each, choice), story.luck(each, choice, after)
        if given is not None:
            assert (given == 0) == (choice.mark in ("best", "equal"))
            assert given >= 0
            assert given == 0 or points(given) in choice.short
        if choice.worth is not None and story.id != HITS:
            assert percent(choice.worth) in choice.note
        assert luck is None or fell or luck == 0, (each.id, choice.label)
        assert "→" not in f"{choice.note} {choice.short}"
        assert "gave away" not in choice.note


@each_story
def test_what_the_page_reckons_is_what_the_fractions_say(name: str) -> None:
    story = story_of(name)
    data = payload(story)
    places = {each.id: at for at, each in enumerate(story.scenes)}
    for each, choice, after, _ in steps_of(story):
        exact = story.luck(each, choice, after)
        if exact is None:
            continue
        here, there = (data["scenes"][places[one.id]]["value"] for one in (each, after))
        worth = data["scenes"][places[each.id]]["choices"][each.choices.index(choice)][5]
        shown = there - (here if worth is None else worth)
        assert (abs(shown) < 1e-4) == (exact == 0)
        little = exact == 0 or points(abs(exact)) == "less than 0.1 points"
        assert little == (abs(shown) < 0.1)
        half_up = Decimal(abs(shown)).quantize(Decimal("0.1"), ROUND_HALF_UP)
        assert little or points(abs(exact)) == f"{half_up} points"


@each_story
def test_decisions_and_dice_add_up_to_the_end(name: str) -> None:
    story = story_of(name)
    for picks in paths(story):
        way = story.walk(picks)
        first, last = story.value(way[0]), story.value(way[-1])
        if first is None or last is None:
            continue  # it begins with a guess, of which nothing is reckoned
        steps = [(s, s.choices[p], t) for s, p, t in zip(way, picks, way[1:], strict=False)]
        luck = sum((story.luck(*step) or F(0) for step in steps), F(0))
        lost = sum((decision(s, c) or F(0) for s, c, _ in steps), F(0))
        assert first + luck - lost == last


def test_choices_are_judged_by_what_they_are_worth() -> None:
    worths = [F(1, 2), F(1, 4), F(1, 2)]
    assert [mark_of(each, worths) for each in worths] == ["equal", "worse", "equal"]
    assert verdict(F(1, 4), worths) == "You gave away 25.0 points."
    assert brief(F(1, 4), worths) == "gave away 25.0 points"
    assert verdict(F(1, 2), worths) == "Nothing was better."
    assert (luck_told(F(-1, 5)), luck_told(F(0))) == (
        "The dice cost you 20.0 points.",
        "The dice changed nothing.",
    )
    assert verdict(F(1), [F(1), F(0)]) == "You chose the best."
    assert points(F(1, 100_000)) == "less than 0.1 points"
    assert points(F(113, 1000)) == "11.3 points"


def test_the_card_story_reckons_every_throw() -> None:
    card = story_of("test")
    charge, move = reaching(7, 3), reaching(7, 2)
    assert card.scene("charge-odds").chances == (charge, 1 - charge)
    assert card.scene("movement-odds").chances == (move, 1 - move)
    for scene_id, chance in (("charge-guess", charge), ("movement-guess", move)):
        for choice in card.scene(scene_id).choices:
            assert percent(chance) in choice.note
        told = card.scene(scene_id.replace("guess", "odds")).lines[0].step.text
        assert chance_in_words(chance) in told
    assert [card.scene(f"{each}-odds").field for each in ("charge", "movement")] == [216, 36]
    for scene_id, nearest in (("charge-guess", 90), ("movement-guess", 60)):
        guesses = card.scene(scene_id).choices
        assert sorted(c.at for c in guesses) == [*range(10, 100, 10)]
        assert [c.at for c in guesses if c.mark == "best"] == [nearest]
        # Old links know the first three by their places.
        assert [c.at for c in guesses[:3]] == [30, 60, 90]
    # A squad that fails to move stays where it is: it says so, and has not fallen.
    ends = {scene.heading: scene.moods for scene in card.scenes if not scene.choices}
    assert ends == {"Enough: it moves": ("hopes",), "Too low: it stays where it is": ("sweats",)}


def test_who_is_at_least_as_likely_to_be_left_as_not_hopes_and_nobody_falls_before_the_end() -> (
    None
):
    melee = story_of("melee")
    still = [scene for scene in melee.scenes if scene.choices]
    assert any(scene.chances[0] == 0 for scene in still)  # the attacker is as good as gone
    assert all("falls" not in scene.moods for scene in still)
    for scene in filter(lambda each: each.chances, melee.scenes):
        left = scene.chances[0], scene.chances[-1]
        assert [mood == "hopes" for mood in scene.moods] == [2 * chance >= 1 for chance in left]
    assert any("falls" in scene.moods for scene in melee.scenes if not scene.choices)


def ends_of(name: str) -> list[Scene]:
    """The scenes with which a story ends."""
    return [each for each in story_of(name).scenes if not each.choices]


def test_how_a_sniper_and_two_armies_look_when_it_is_over() -> None:
    for scene in ends_of("sniper"):
        said = scene.lines[-1].step.text
        assert (scene.moods[0] == "falls") == ("found" in said)
        assert (scene.moods[-1] == "sweats") == ("You have hit" in said)
    parts = ("a_wins", "draw", "b_wins")
    fallen = {parts[s.chances.index(1)]: s.moods for s in ends_of("battle")}
    assert fallen["a_wins"] == ("hopes", "falls")
    assert fallen["draw"] == ("sweats", "sweats")
    assert fallen["b_wins"] == ("falls", "hopes")
