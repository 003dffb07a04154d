"""Controls of a form, each of which knows the words it puts into a command line and into Python.

In these, ``#`` stands for what was typed. ``dice.js`` fills them in.
"""

import re
from collections.abc import Iterable, Mapping
from textwrap import shorten

from rules_lib.notebook.links import clause_link
from rules_lib.notebook.markup import Attribute, Html, Templates, el

LONGEST_NUMBER = 999
LONGEST_TEXT = 60
CLOSED_LIST = 32

HTML = Templates("form.html")

Said = tuple[str, str]
"""Words of the command line, and Python."""


def select(
    name: str,
    label: str,
    choices: Mapping[str, Said],
    default: str = "",
    *,
    when: str | None = None,
    later: bool = False,
) -> Html:
    """A list to choose from; ``choices`` maps what is shown to what is said.

    ``default`` is one of what is shown, the first if left out. ``when``, as in ``place=tank``, is
    another control with the value that silences this one. ``later``: the first of several entries
    does not ask it.
    """
    options = [
        el(
            "option",
            shown,
            value=re.split('["=]', words.strip(' ,"'))[-1],
            selected=shown == default,
            data_words=words,
            data_python=python,
        )
        for shown, (words, python) in choices.items()
    ]
    control = el("select", *options, name=name, data_when=when, data_later=later)
    return _labelled(label, control)


def reading(rule_id: str, question: str, choices: Mapping[str, Said], of: str) -> Html:
    """How an open question is read; ``of`` is what Python calls the set of rulings."""
    # The answers are sentences, and a closed list of a phone's width shows their first words.
    options = [
        el(
            "option",
            shorten(f"{at}. {shown}", CLOSED_LIST, placeholder=" …"),
            value=value,
            data_python=python,
        )
        for at, (shown, (value, python)) in enumerate(choices.items(), 1)
    ]
    return HTML(
        "reading",
        id=clause_link(rule_id),
        question=question,
        answers=(el("li", shown) for shown in choices),
        rule_id=rule_id,
        of=of,
        options=options,
    )


def tick(name: str, label: str, words: str, python: str) -> Html:
    """A box to tick; not ticked, as at first, it says nothing."""
    box = _entry(name, words, python, type="checkbox", value="1")
    return el("label", box, el("span", label), class_="rb-dice-tick")


def typed(
    kind: str,
    name: str,
    label: str,
    default: str = "",
    words: str = "#",
    python: str = "#",
    *,
    empty: str | None = None,
    one: str | None = None,
    least: int = 0,
    when: str | None = None,
) -> Html:
    """A whole ``number``, ``faces`` of dice, or a few words as ``text``.

    Faces are one digit each, with or without something between them. ``empty`` is what Python says
    where nothing is typed, ``one`` what both say of 1. ``when`` silences it, as a list; faces then
    say themselves and nothing more.
    """
    # Else a phone's keypad has no minus.
    keypad = "numeric" if least >= 0 else None
    of_text: dict[str, Attribute] = {"type": "text", "maxlength": LONGEST_TEXT}
    of_number: dict[str, Attribute] = {"value": default, "type": "number", "inputmode": keypad}
    looks = {
        "number": of_number
        | {"min": least, "max": LONGEST_NUMBER, "step": 1}
        | {"data_python_empty": empty, "data_one": one},
        "faces": of_text | {"inputmode": "numeric", "data_faces": True, "value": default},
        "text": of_text | {"data_python_empty": empty},
    }
    entry = _entry(name, words, python, when, **looks[kind])
    return _labelled(label, entry, wide=kind == "faces")


def _entry(name: str, words: str, python: str, when: str | None = None, **look: Attribute) -> Html:
    said = {"data_when": when, "data_words": words, "data_python": python}
    return el("input", name=name, autocomplete="off", **said, **look)


def group(label: str, option: str, *controls: Html) -> Html:
    """Controls that make one option; what is wrong with it is told here."""
    return HTML("group", label=label, option=option, controls=controls)


def fold(label: str, controls: Iterable[Html]) -> Html:
    """Controls that few need."""
    return HTML("fold", label=label, controls=controls)


def _labelled(label: str, control: Html, *, wide: bool = False) -> Html:
    kind = f"rb-dice-field{' rb-wide' if wide else ''}"
    return el("label", el("span", label), control, class_=kind)
