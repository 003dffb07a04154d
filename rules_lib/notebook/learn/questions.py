"""Questions are data: each game has its ``questions.toml``, and the engine has the answers.

A file names the quiz (``id``, ``about``, ``play``). A question asks (``prompt``), says how the
engine is asked (``answer``, an expression) and names the ``clauses`` that it rests on. What an
option says is compared with that answer (``is``). How values are named: see ``expressions``.
"""

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.display import Display
from rules_lib.notebook.learn.expressions import OURS, Names
from rules_lib.notebook.links import clause_link, clause_links
from rules_lib.notebook.markup import Html, Templates, el, glued
from rules_lib.rulebook import HouseRules, catalog
from rules_lib.system.registry import GAMES
from rules_lib.text.files import shipped
from rules_lib.values.type_checks import checked

RIGHT: Final = "Right."
WRONG: Final = "No."
SO_FAR: Final = "{done} of {all} answered, {good} right."
_HTML: Final = Templates("quiz.html")
ENOUGH: Final = 7
"""So many right answers of ten, and one can play."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that a reader may give.

    Attributes:
        text: its words.
        value: what it says, to be compared with what the engine says.
        why: the explanation, true whichever answer is the right one.
    """

    text: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the rules.

    Attributes:
        id: its anchor on the page.
        prompt: the question.
        options: the answers to choose from; exactly one of them is right.
        clauses: ids of what the answer rests on.
        answer: what the engine says.
        right: place of the right option, from 0.

    Raises:
        InvalidValue: not exactly one option says what the engine says.
    """

    id: str
    prompt: str
    options: tuple[Option, ...]
    clauses: tuple[str, ...]
    answer: str
    right: int = field(init=False)

    def __post_init__(self) -> None:
        values = [option.value for option in self.options]
        if values.count(self.answer) != 1:
            given = f"options of question {self.id!r}"
            raise InvalidValue(given, self.answer, "exactly one with it")
        object.__setattr__(self, "right", values.index(self.answer))

    def feedback(self, place: int) -> str:
        """What a reader is told who chooses the option at this place."""
        if place == self.right:
            return f"{RIGHT} {self.options[place].why}"
        chosen, right = self.options[place], self.options[self.right]
        said = _sentences(chosen.why)
        more = " ".join(each for each in _sentences(right.why) if each not in said)
        return f"{WRONG} {chosen.why} The right answer: {right.text} {more}".strip()


@dataclass(frozen=True, slots=True)
class Quiz(Display):
    """Questions, and what is said for each number of right answers, from none to all."""

    id: str
    questions: tuple[Question, ...]
    verdicts: tuple[str, ...]
    about: str = ""

    def _repr_html_(self) -> Html:
        return _HTML(
            "quiz",
            id=self.id,
            about=f"Questions about {self.about}" if self.about else "Questions",
            questions=[_question(*each) for each in enumerate(self.questions, start=1)],
            so_far=SO_FAR.replace("{all}", str(len(self.questions))),
            verdicts=(el("li", text) for text in self.verdicts),
        )

    def __str__(self) -> str:
        """Return questions and right answers as plain text."""
        return "\n".join(
            f"{number}. {each.prompt} {each.options[each.right].text}"
            for number, each in enumerate(self.questions, start=1)
        )


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!]) ", text)


def _question(number: int, question: Question) -> Html:
    options, explained = [], []
    for place, option in enumerate(question.options):
        right = place == question.right
        said = glued(question.feedback(place))
        options.append(_HTML("option", right=right, feedback=said, text=option.text))
        verdict = el("strong", RIGHT) if right else WRONG
        explained.append(_HTML("explained", text=option.text, verdict=verdict, why=option.why))
    return _HTML(
        "question",
        id=question.id,
        number=str(number),
        prompt=question.prompt,
        options=options,
        clauses=_clauses(question),
        explained=explained,
        readings=_readings(question),
    )


def _readings(question: Question) -> list[Html]:
    """Links to what is open in the clauses, and how it is read."""
    open_ = [each for each in question.clauses if each not in catalog().clauses]
    return [el("p", "How it is read: ", clause_links(open_), " ")] if open_ else []


def _clauses(question: Question) -> list[Html]:
    """The clauses that the answer rests on, in their own words."""
    clauses = catalog().clauses
    said = [each for each in question.clauses if each in clauses]
    return [el("p", clause_link(each), " ", el("q", clauses[each].text)) for each in said]


@checked
def ask(game: str, house: HouseRules = OURS) -> Quiz:
    """The questions of a game, by our readings or by those of a table.

    Raises:
        InvalidValue: there is no such game; names those that there are.
    """
    if game not in GAMES:
        raise InvalidValue("game", game, ", ".join(GAMES))
    data = shipped(f"rules_lib.{game}", "questions.toml")
    names = Names(game, house, data)
    questions = tuple(asked(names, each) for each in data["question"])
    scores = range(len(questions) + 1)
    verdicts = tuple(_verdict(right, len(questions), data["play"]) for right in scores)
    return Quiz(data["id"], questions, verdicts, data["about"])


def asked(names: Names, data: Mapping[str, Any]) -> Question:
    """A question with the engine's answer."""
    mine = copy(names)
    for name, expression in data.get("given", {}).items():
        mine[name] = mine.value(expression)
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
