"""Learning by deciding: stories that the reader walks through, and questions with answers."""

from rules_lib.notebook.learn.questions import ask
from rules_lib.notebook.learn.walk import tell

__all__ = ["ask", "tell"]
