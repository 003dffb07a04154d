"""The stories and the questions of the book, worked out once, when a test first asks for one."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial

import pytest

from rules_lib.notebook import learn
from rules_lib.notebook.learn.expressions import OURS, Names
from rules_lib.notebook.learn.questions import Quiz
from rules_lib.notebook.learn.story import Choice, Scene, Story
from rules_lib.system.registry import STORIES
from rules_lib.text.files import shipped

each_story = pytest.mark.parametrize("name", STORIES)


@cache
def story_of(name: str) -> Story:
    """A story, by its name; where the rules no longer let it end, the error says of which."""
    try:
        return learn.tell(name)
    except Exception as error:
        error.add_note(f"the story {name!r}, told by {STORIES[name]}")
        raise


@cache
def quiz_of(game: str) -> Quiz:
    """The questions of a game."""
    return learn.ask(game)


def paths(story: Story) -> Iterator[tuple[int, ...]]:
    """All ways through a story, as the places of what is picked."""

    def onward(scene: Scene) -> Iterator[tuple[int, ...]]:
        if not scene.choices:
            yield ()
        for place, choice in enumerate(scene.choices):
            for rest in onward(story.after(choice)):
                yield (place, *rest)

    yield from onward(story.scenes[0])


def decision(scene: Scene, choice: Choice) -> Fraction | None:
    """What a choice gives away; nothing can be told where there is no other."""
    worths = [each.worth for each in scene.choices if each.worth is not None]
    return max(worths) - choice.worth if choice.worth is not None and worths[1:] else None


def given(game: str, path: str) -> Names:
    """What a story names: its units, and the dice that are laid out."""
    return Names(game, OURS, shipped(f"rules_lib.{game}", path))


of_melee = partial(given, "paper_tigers", "melee/story.toml")
of_battle = partial(given, "in_die_tiefen", "battle/story.toml")
of_sniper = partial(given, "paper_tigers", "sniper/story.toml")
of_strike = partial(given, "paper_tigers", "sudden_strike/story.toml")
of_charge = partial(given, "triumph_and_glory", "charge/story.toml")
