"""The stories and the questions of the book, worked out once for all tests that look at them."""

from functools import partial

from rules_lib.presentation import learn
from rules_lib.presentation.learn.expressions import OURS, Names, read_data

BATTLE = learn.battle_story()
FIRST = [learn.card_story(), learn.melee_story(), BATTLE]
"""Those of the page that is read first."""
STORIES = [*FIRST, learn.sniper_story(), learn.strike_story(), learn.charge_story()]
STORIES += [learn.campaign_story()]
QUIZ = learn.ten_questions()
QUIZZES = [QUIZ, learn.battle_questions(), learn.charge_questions()]


def given(game: str, path: str) -> Names:
    """What a story names: its units, and the dice that are laid out."""
    return Names(game, OURS, read_data(game, path))


of_melee = partial(given, "paper_tigers", "melee/story.toml")
of_battle = partial(given, "in_die_tiefen", "battle/story.toml")
of_sniper = partial(given, "paper_tigers", "sniper/story.toml")
of_strike = partial(given, "paper_tigers", "sudden_strike/story.toml")
of_charge = partial(given, "triumph_and_glory", "charge/story.toml")
