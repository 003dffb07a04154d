"""Learning by deciding: stories that the reader walks through, and questions with answers."""

from rules_lib.presentation.learn.casting import Throw
from rules_lib.presentation.learn.questions import (
    battle_questions,
    charge_questions,
    ten_questions,
)
from rules_lib.presentation.learn.quiz import Option, Question, Quiz
from rules_lib.presentation.learn.story import Choice, Line, Scene, Story
from rules_lib.presentation.learn.the_battle import battle_story
from rules_lib.presentation.learn.the_campaign import campaign_story
from rules_lib.presentation.learn.the_card import card_story
from rules_lib.presentation.learn.the_charge import charge_story
from rules_lib.presentation.learn.the_melee import lesson, melee_story
from rules_lib.presentation.learn.the_sniper import sniper_story
from rules_lib.presentation.learn.the_strike import strike_story

__all__ = [
    "Choice",
    "Line",
    "Option",
    "Question",
    "Quiz",
    "Scene",
    "Story",
    "Throw",
    "battle_questions",
    "battle_story",
    "campaign_story",
    "card_story",
    "charge_questions",
    "charge_story",
    "lesson",
    "melee_story",
    "sniper_story",
    "strike_story",
    "ten_questions",
]
