"""The stories and the questions of the book, worked out once for all tests that look at them."""

from rules_lib.presentation import learn

BATTLE = learn.battle_story()
FIRST = [learn.card_story(), learn.melee_story(), BATTLE]
"""Those of the page that is read first."""
STORIES = [*FIRST, learn.sniper_story(), learn.strike_story(), learn.charge_story()]
QUIZ = learn.ten_questions()
QUIZZES = [QUIZ, learn.battle_questions(), learn.charge_questions()]
