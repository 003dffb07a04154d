"""Learning by deciding: stories that the reader walks through, and questions with answers."""

from rules_lib.notebook.learn.casting import Throw
from rules_lib.notebook.learn.questions import ask
from rules_lib.notebook.learn.quiz import Option, Question, Quiz
from rules_lib.notebook.learn.story import Choice, Line, Scene, Story
from rules_lib.notebook.learn.walk import tell

__all__ = [
    "Choice",
    "Line",
    "Option",
    "Question",
    "Quiz",
    "Scene",
    "Story",
    "Throw",
    "ask",
    "tell",
]
