"""The answer to a command line, as a page shows it."""

import re
from dataclasses import dataclass

from rules_lib.__main__ import ask, long_numbers
from rules_lib.commands.command import Answer, arguments_of
from rules_lib.commands.door import HelpAsked
from rules_lib.errors import IncompleteRecord, InvalidValue, RulesError, shown
from rules_lib.notebook.answers import chances
from rules_lib.notebook.display import Display
from rules_lib.notebook.links import rule_link
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.rulebook import catalog
from rules_lib.system.report import Offer
from rules_lib.values.type_checks import LONGEST_WORD, checked

NOT_YET = "Not decided yet."
CHANCES = "How likely is each outcome?"

OF_FILES = {
    "--write": "Without it the text is shown here, to be copied.",
    "--rules": "Here --ruling says how a question is read.",
    "--json": "Without it the answer is shown here in words.",
}
"""Options that only a command line has: a page has none of the reader's files."""

_CITED = re.compile(r"\b((?:PT|IDT|TG|R|E)-[\w.-]*\w)(?:=[\w.]+)?")
"""An id, and how it is read, such as R-M3=false."""
_PLACE = re.compile(r"--([a-z-]+)(?: \((\d+)\w\w\))?(?:, (\w+))?.*")
"""An option that is at fault, which of several entries of it, counted from 1, and what of this."""


@dataclass(frozen=True, slots=True)
class Settled(Display):
    """What a command said: the verdict, the steps, what comes next, and how the rules were read."""

    answer: Answer

    def _repr_html_(self) -> Html:
        verdict, read = self.answer.verdict, self.answer.read
        if verdict is None:
            read = tuple(el("p", cited(each), class_="rb-note") for each in read)
            return el("div", el("pre", "\n".join(self.answer.lines)), *read)
        parts = [
            el("p", verdict.text, class_="rb-dice-verdict"),
            *_next(verdict.due, verdict.offer),
        ]
        if verdict.record is not None and getattr(verdict.record, "steps", True):
            parts.append(Html(verdict.record._repr_html_()))
        if verdict.chances:
            parts.append(Html(chances(CHANCES, verdict.chances.items())._repr_html_()))
        told = (*verdict.notes, *read)
        parts += [el("p", cited(each), class_="rb-note") for each in told]
        return el("div", *parts, class_="rb-dice-settled")

    def __str__(self) -> str:
        """Return what the command line prints."""
        return "\n".join(self.answer.lines)


@dataclass(frozen=True, slots=True)
class Refused(Display):
    """Why there is no answer, and beside which field that has to stand.

    Attributes:
        message: what the command line prints.
        text: the same beside its field, which it need not name.
        place: the option that is at fault, which of several entries of it, and what of this entry;
            each may be ``""``.
        due: what is to be rolled next, where no more is amiss than that.
        given: the value that was refused: the field that holds it is the wrong one.
        named: what is at fault, as it was typed; said where there is no field to stand beside.
    """

    message: str
    text: str
    place: tuple[str, str, str] = ("", "", "")
    due: str = ""
    given: str = ""
    named: str = ""

    def _repr_html_(self) -> Html:
        if self.due:
            due = [el("p", NOT_YET, class_="rb-dice-verdict"), *_next(self.due)]
            return el("div", *due, class_="rb-dice-settled")
        option, row, part = self.place
        where = {"data_option": option, "data_row": row, "data_part": part}
        where |= {"data_given": self.given, "data_named": self.named}
        return el("p", cited(self.text), class_="rb-dice-refused", **where)

    def __str__(self) -> str:
        """Return the message."""
        return self.message


def _refused(error: Exception) -> Refused:
    message, given, named = str(error), "", ""
    found = _PLACE.fullmatch(getattr(error, "field", ""))
    option, entry, part = found.groups(default="") if found else ("", "", "")
    place = option, str(int(entry) - 1) if entry else "", part
    text = " ".join(message.split())
    if isinstance(error, InvalidValue):
        text = f"{shown(error.given)} was given; allowed: {error.allowed}"
        given = str(error.given)
        named = error.field if error.field.startswith("--") else ""
    elif place[0]:  # which stands beside its field
        text = text.partition(": ")[2]
        text = f"{text[:1].upper()}{text[1:]}"
    due = error.due if isinstance(error, IncompleteRecord) else ""
    return Refused(message, text, place, due, given, named)


@checked
def settle(line: str) -> Settled | Refused:
    """Answer a command line, from the name of the command on; bad input is told, not raised."""
    if len(line) > LONGEST_WORD:
        return _refused(InvalidValue("line", len(line), f"at most {LONGEST_WORD} letters"))
    try:
        words = arguments_of(line)
        for option in (each.partition("=")[0] for each in words):
            if option in OF_FILES:
                told = f"nothing, except on the command line. {OF_FILES[option]}"
                raise InvalidValue("line", option, told)
        with long_numbers():
            return Settled(ask(words)[2])
    except (RulesError, HelpAsked) as error:
        return _refused(error)


def cited(text: str) -> Html:
    """A text with the ids in it as links; ids in brackets lose these."""
    text = re.sub(r" ?\[([^\]]+)\]", r" \1", text)
    parts: list[str] = []
    at, known = 0, set(catalog().ids())
    for found in _CITED.finditer(text):
        if found[1] in known:
            link = el("a", found[0], href=rule_link(found[1]), class_="rb-clause")
            parts += [text[at : found.start()], link]
            at = found.end()
    return markup([*parts, text[at:]])


def _next(due: str, offer: Offer | None = None) -> list[Html]:
    """What comes next, and its answers as buttons: each enters itself and asks again."""
    if not due:
        return []
    said = el("p", el("strong", "Next:"), " ", cited(due), class_="rb-dice-next")
    if offer is None:
        return [said]
    entered = {"data_enter": offer.option, "data_key": offer.key}
    answers = (el("button", each, type="button", **entered) for each in offer.answers)
    return [said, el("p", *answers, class_="rb-dice-buttons rb-dice-offer")]
