"""Questions are data: each game has its ``questions.toml``, and the engine has the answers.

A file names the quiz (``id``, ``about``, ``play``). A question asks (``prompt``), says how the
engine is asked (``answer``, an expression) and names the ``clauses`` that it rests on. What an
option says is compared with that answer (``is``). How values are named: see ``expressions``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.learn.expressions import OURS, Names, read_data
from rules_lib.notebook.learn.quiz import Option, Question, Quiz
from rules_lib.rulebook import HouseRules
from rules_lib.system.registry import GAMES
from rules_lib.values.type_checks import checked

ENOUGH: Final = 7
"""So many right answers of ten, and one can play."""


@checked
def ask(game: str, house: HouseRules = OURS) -> Quiz:
    """The questions of a game, by our readings or by those of a table.

    Raises:
        InvalidValue: there is no such game; names those that there are.
    """
    if game not in GAMES:
        raise InvalidValue("game", game, ", ".join(GAMES))
    data = read_data(game, "questions.toml")
    names = Names(game, house, data)
    questions = tuple(asked(names, each) for each in data["question"])
    scores = range(len(questions) + 1)
    verdicts = tuple(_verdict(right, len(questions), data["play"]) for right in scores)
    return Quiz(data["id"], questions, verdicts, data["about"])


def asked(names: Names, data: Mapping[str, Any]) -> Question:
    """A question with the engine's answer."""
    mine = copy(names)
    mine.learn(data.get("given", {}))
    options = tuple(
        Option(mine.fill(each["text"]), _compared(mine, each["is"]), mine.fill(each["why"]))
        for each in data["option"]
    )
    answer = _compared(mine, mine.value(data["answer"]))
    prompt, clauses = mine.fill(data["prompt"]), tuple(data["clauses"])
    return Question(data["id"], prompt, options, clauses, answer)


def _compared(names: Names, value: object) -> str:
    """A value as the file can write it: ``3``, ``True``, ``"draw"``, ``[0, 2]``."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return str(list(value))
    return names.fill(str(value))


def _verdict(right: int, all_: int, play: str) -> str:
    """What is said of so many right answers."""
    said = f"{right} of {all_} right. "
    if right == all_:
        return said + "You can teach it now."
    if right >= ENOUGH:
        return said + "You can play. Look up the rest when it comes up."
    return said + f"Play {play} once more, and look at the clause beside each step."
