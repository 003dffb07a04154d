"""Learning by deciding: stories that the reader walks through, and questions with answers."""

from rules_lib.presentation.learn.questions import ten_questions
from rules_lib.presentation.learn.quiz import Option, Question, Quiz
from rules_lib.presentation.learn.story import Choice, Line, Scene, Story, Throw
from rules_lib.presentation.learn.the_battle import battle_story
from rules_lib.presentation.learn.the_card import card_story
from rules_lib.presentation.learn.the_melee import lesson, melee_story

__all__ = [
    "Choice",
    "Line",
    "Option",
    "Question",
    "Quiz",
    "Scene",
    "Story",
    "Throw",
    "battle_story",
    "card_story",
    "lesson",
    "melee_story",
    "ten_questions",
]
