"""The stories and the questions of the book, worked out once for all tests that look at them."""

from rules_lib.presentation import learn

BATTLE = learn.battle_story()
STORIES = [learn.card_story(), learn.melee_story(), BATTLE]
QUIZ = learn.ten_questions()
