"""Questions are data: each game has its ``questions.toml``, and the engine has the answers.

A file names the quiz (``id``, ``about``, ``play``). ``[from]`` takes names out of modules,
``[given]`` calls things by name for all questions, and a question's own ``given`` for it alone;
what is public in the package of the game, and the numbers of the rulebook, have their names
already. A question asks (``prompt``), says how the engine is asked (``answer``) and names the
``clauses`` that it rests on. What an option says is compared with that answer (``is``). Texts take
values in braces.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from rules_lib.errors import IllegalAction
from rules_lib.presentation.learn.quiz import Option, Question, Quiz
from rules_lib.rulebook import HouseRules, RulingSet, catalog
from rules_lib.rulebook.defaults import reading_of, rulings_class
from rules_lib.rulebook.numbers import in_text
from rules_lib.type_checks import checked
from rules_lib.wording import percent

FILE: Final = "questions.toml"
ENOUGH: Final = 7
"""So many right answers of ten, and one can play."""
OURS: Final = HouseRules()


@checked
def ten_questions(house: HouseRules = OURS) -> Quiz:
    """Ten about Paper Tigers, by our readings or by those of a table."""
    return quiz("paper_tigers", house)


@checked
def battle_questions(house: HouseRules = OURS) -> Quiz:
    """Ten about the mass battle of In die Tiefen."""
    return quiz("in_die_tiefen", house)


@checked
def charge_questions(house: HouseRules = OURS) -> Quiz:
    """Ten about the cavalry charge of Triumph & Glory."""
    return quiz("triumph_and_glory", house)


def quiz(game: str, house: HouseRules) -> Quiz:
    """The questions of a game, by the readings of a table."""
    data = data_of(game)
    names = Names(game, house, data)
    questions = tuple(asked(names, each) for each in data["question"])
    scores = range(len(questions) + 1)
    verdicts = tuple(_verdict(right, len(questions), data["play"]) for right in scores)
    return Quiz(data["id"], questions, verdicts, data["about"])


def data_of(game: str) -> dict[str, Any]:
    """What the file of a game says."""
    return tomllib.loads((files(f"rules_lib.{game}") / FILE).read_text("utf-8"))


class Names(dict[str, Any]):
    """What questions may name; what they name is asked of the engine."""

    def __init__(self, game: str, house: HouseRules, data: Mapping[str, Any]) -> None:
        package = import_module(f"rules_lib.{game}")
        super().__init__({name: getattr(package, name) for name in package.__all__})

        def read(module: Any) -> RulingSet:
            """How the table reads a part of the game."""
            rulings: RulingSet = house.of(module.Rulings)
            return rulings

        def reading(rule_id: str) -> str:
            """How it reads an open question, in the words of the rulebook."""
            rulings = house.of(rulings_class(rule_id))
            return reading_of(rule_id, getattr(rulings, rulings.field_of(rule_id))).text

        self |= {"read": read, "reading": reading, "allowed": allowed}
        self |= {"percent": percent, "in_text": in_text}
        self |= {name: getattr(import_module(of), name) for name, of in data["from"].items()}
        self.learn(data["given"])

    def __missing__(self, name: str) -> Any:
        if name in catalog().numbers.table:
            return catalog().numbers[name]
        raise KeyError(name)

    def value(self, expression: str) -> Any:
        """What an expression comes to."""
        return eval(expression, {}, self)

    def learn(self, given: Mapping[str, str]) -> None:
        """Give names to what these expressions come to, one after the other."""
        for name, expression in given.items():
            self[name] = self.value(expression)

    def fill(self, text: str) -> str:
        """A text with its values."""
        return re.sub(r"\{([^{}]+)\}", lambda found: str(self.value(found[1])), text)


def allowed(make: Callable[..., object], *inputs: object) -> bool:
    """Whether the rules allow what is made so."""
    try:
        make(*inputs)
    except IllegalAction:
        return False
    return True


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
