"""A form: what it asks for, and the command line and the Python that it writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules_lib.commands import command
from rules_lib.commands.command import PROGRAM
from rules_lib.commands.readings import known
from rules_lib.notebook.adjudicator.controls import fold, reading
from rules_lib.notebook.markup import Html, el
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.rulebook.spelling import spelt

PRESS = "Get the verdict"
EXAMPLE = "This is an example."
ANEW = "Start again"
NO_SCRIPT = (
    "The form needs JavaScript. Without it, ask on the command line: the library answers the"
    " same. For example:"
)


@dataclass(frozen=True, slots=True)
class Form:
    """A form for one command.

    Attributes:
        name: that of the command.
        controls: what is asked.
        asked: what they make of a line after the name, without the dice; names of controls stand in
            braces.
        rolled: what the dice add to it.
        start: what Python begins with.
        recorded, odds: what Python prints of dice that were rolled, and while no die is given.
        dice: the controls with the dice.
        rulings: the module of each set of rulings, and the set.
        unrolled: what the line has while no die is given.
        asides: rulings that no record of dice asks for.
        emptied: what goes with the dice when the form begins anew.
        examples: lines that show how to ask; those of the command if there are none.
    """

    name: str
    controls: tuple[Html, ...]
    asked: str
    rolled: str
    start: str
    recorded: str
    odds: str
    dice: tuple[str, ...]
    rulings: Mapping[str, type[RulingSet]]
    asides: frozenset[str] = frozenset()
    emptied: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    unrolled: str = ""

    def line(self, dice: str) -> str:
        """A line with these dice."""
        return f"{self.asked}{dice}{'{rulings}' * bool(self.rulings)}"


def as_html(form: Form) -> Html:
    """A form as a section of a page; without JavaScript it shows what to ask on a command line."""
    readings = list(_readings(form))
    asked = el(
        "fieldset",
        el("legend", "The situation", class_="rb-hidden"),
        *form.controls,
        fold(f"Other readings ({len(readings)} open questions)", readings) if readings else "",
        el("p", class_="rb-note rb-dice-read"),
        class_="rb-dice-all",
        disabled=True,
    )
    example = el(
        "p",
        el("span", EXAMPLE, class_="rb-dice-example"),
        el("button", ANEW, type="button", data_anew=True),
        class_="rb-dice-buttons",
        hidden=True,
    )
    buttons = el(
        "p",
        el("button", PRESS, type="submit", class_="rb-dice-go"),
        el("button", "Stop", type="button", class_="rb-dice-stop", hidden=True),
        el("button", "Copy link", type="button", data_copy="link"),
        el("span", role="status", class_="rb-dice-copied"),
        class_="rb-dice-buttons",
        hidden=True,
    )
    examples = form.examples or tuple(command(form.name).examples)
    told = "\n".join(f"{PROGRAM} {each}" for each in examples)
    return el(
        "section",
        el(
            "form",
            el("noscript", el("p", NO_SCRIPT), el("pre", told, tabindex=0)),
            example,
            asked,
            buttons,
            el("p", role="status", class_="rb-dice-status"),
            el("div", class_="rb-dice-answer"),
            _same(),
            novalidate=True,
            autocomplete="off",  # what a browser keeps on the way back would come without a word
        ),
        class_="rb-dice",
        id=f"dice-{form.name}",
        data_name=form.name,
        data_program=PROGRAM,
        data_line=form.line(form.rolled),
        data_python=f"{form.start}print({form.recorded})",
        data_odds=form.line(form.unrolled),
        data_python_odds=f"{form.start}print({form.odds})",
        data_dice=" ".join(form.dice),
        data_emptied=" ".join((*form.dice, *form.emptied)),
    )


def _same() -> Html:
    """The same as a command line and in Python; the script fills it in."""
    shown_as = {"line": "Command line", "python": "Python"}
    return el(
        "details",
        el("summary", "The same as a command line, and in Python"),
        *(
            el(
                "div",
                el("p", label, " ", el("button", "Copy", type="button", data_copy=kind)),
                el("pre", el("code", data_shown=kind), tabindex=0),
            )
            for kind, label in shown_as.items()
        ),
        class_="rb-dice-more rb-dice-same",
        hidden=True,
    )


def _readings(form: Form) -> Iterator[Html]:
    for module, kind in form.rulings.items():
        for rule_id, ruling in catalog().rulings.items():
            if rulings_class(rule_id) is not kind or rule_id in form.asides:
                continue
            values = values_of(rule_id)
            if len(values) > 1:
                field = kind.field_of(rule_id)
                choices = {
                    _told(rule_id, value): ("", "")
                    if at == 0
                    else (spelt(value), f"{field}={_python(value, module)}")
                    for at, value in enumerate(values)
                }
                yield reading(rule_id, ruling.question, choices, module)


def _told(rule_id: str, value: object) -> str:
    text = known(rule_id).text_of(value) or spelt(value)
    return f"{text} (our answer)" if value == values_of(rule_id)[0] else text


def _python(value: object, module: str) -> str:
    """A reading as Python writes it, also one of a type of its own."""
    plain = isinstance(value, str | bool | int | tuple | Fraction) or value is None
    return repr(value) if plain else f"{module}.{value!r}"
