"""What a cell shows that can be chosen: controls in the page, and who answers them here.

The table of an explorer is the book's; one that a reader has changed is asked at each choice. The
`interact` of ipywidgets, which as a whole is too heavy for a page, knows pairs, ticks and lists.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rulebook_live.standins import Html as Shown
from rulebook_live.standins import provide
from rules_lib.notebook.explorer import Control, Explorer
from rules_lib.notebook.explorer_html import control_html
from rules_lib.notebook.explorer_widget import OTHERWISE, answer_html
from rules_lib.notebook.interact import choice, numbers
from rules_lib.notebook.markup import Html, el

NAME: Final = "__chosen__"
"""How a page calls `answer`."""
KNOWN: Final = "two whole numbers, True or False, or a list"

Answers = Callable[[Mapping[str, str]], object]
"""What is shown for the choices, by the names of their controls."""

_asked: list[Answers] = []


class Choices:
    """Controls, below which the page shows what is answered; those in `more` lie in a fold."""

    def __init__(
        self,
        answers: Answers,
        controls: Sequence[Control],
        more: Sequence[Control] = (),
        title: str = "",
    ) -> None:
        self.number = len(_asked)
        _asked.append(answers)
        self.title, self.controls, self.more = title, controls, more

    def _repr_html_(self) -> Html:
        prefix = f"chosen-{self.number}"
        shown, folded = (
            el("div", (control_html(prefix, each) for each in some), class_="rb-controls")
            for some in (self.controls, self.more)
        )
        fold = el("details", el("summary", OTHERWISE), folded, class_="rb-fold")
        return el(
            "div",
            el("p", self.title, class_="rb-question") if self.title else "",
            shown,
            fold if self.more else "",
            el("div", class_="rb-chosen"),
            class_="rb-explorer",
            data_chosen=self.number,
        )


def answer(number: int, chosen: Mapping[str, str]) -> object:
    """Return what is shown for these choices."""
    return _asked[number](chosen)


def shown_here(value: object) -> object:
    """Return what a page shows for a value: of an explorer, one that is asked."""
    if not isinstance(value, Explorer):
        return value

    def answers(chosen: Mapping[str, str]) -> Shown:
        return Shown(answer_html(value, dict(chosen)))

    readings = [replace(each, style="chips") for each in value.readings]
    return Choices(answers, value.controls, readings, value.question)


def install(display: Callable[..., None]) -> None:
    """Make `interact` importable from ipywidgets; what it makes is shown by `display`."""

    def interact(function: Any = None, **given: Any) -> Any:
        def shown(function: Callable[..., object]) -> Callable[..., object]:
            usual = inspect.signature(function).parameters
            controls = [_control(name, each, usual[name].default) for name, each in given.items()]

            def answers(chosen: Mapping[str, str]) -> object:
                return function(**{c.name: c.choice(chosen[c.name]).value for c in controls})

            display(Choices(answers, controls))
            return function

        return shown(function) if function else shown

    provide("ipywidgets", interact=interact)


def _control(name: str, given: Any, usual: Any) -> Control:
    label = name.replace("_", " ").capitalize()
    match given:
        case bool():
            made = choice(label, {"no": False, "yes": True}, default="yes" if given else "no")
        case (int(low), int(high)):
            made = numbers(label, range(low, high + 1), usual if isinstance(usual, int) else low)
        case list():
            made = choice(label, {str(each): each for each in given}, style="select")
        case _:
            raise TypeError(f"{name}: {given!r} was given; allowed here: {KNOWN}")
    return replace(made, name=name)
