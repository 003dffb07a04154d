"""How an answer of the engine looks alone in a cell: `rules_lib.values.rich_display` asks here.

Each game has a module `answers` with one function a kind of answer. What has none shows its fields.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from importlib import import_module
from typing import Any

from rules_lib.examples.audit import Finding
from rules_lib.notebook.display import Display
from rules_lib.notebook.errata import audit_table
from rules_lib.notebook.markup import Html, markup
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.probability._format import short_fraction
from rules_lib.rulebook import catalog
from rules_lib.text.chances import percent
from rules_lib.values.rich_display import DisplayList, Forbidden

Face = Callable[[Any], Display]


@dataclass(frozen=True, slots=True, init=False)
class Several(Display):
    """Things that show themselves, one below the other."""

    parts: tuple[Display, ...]

    def __init__(self, *parts: Display) -> None:
        object.__setattr__(self, "parts", parts)

    def _repr_html_(self) -> Html:
        return markup(Html(each._repr_html_()) for each in self.parts)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.parts))


def face(answer: object) -> Display:
    """Return what shows an answer."""
    kind = type(answer)
    if kind in FACES:
        return FACES[kind](answer)
    game = kind.__module__.split(".")[1]
    faces: Mapping[type, Face] = import_module(f"rules_lib.{game}.page.answers").FACES
    return faces.get(kind, plain)(answer)


def plain(answer: Any) -> CaptionedTable:
    """The fields of an answer, in words."""
    rows = tuple(
        (each.name.replace("_", " "), said(getattr(answer, each.name)))
        for each in fields(answer)
        if not each.name.startswith("_")
    )
    name = type(answer).__name__
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return CaptionedTable(words.strip().capitalize(), Table(("", ""), rows), narrow=True)


def said(value: object) -> str:
    """A value in a cell of a table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == () or value == "":
        return "–"
    if isinstance(value, Fraction):
        shown = f"{percent(value)} = " if 0 <= value <= 1 else f"{float(value):.2f} = "
        return shown + short_fraction(value)
    if isinstance(value, Mapping):
        return "; ".join(f"{said(key)}: {said(each)}" for key, each in value.items())
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return ", ".join(map(said, value))
    return str(value)


def chances(question: str, rows: Iterable[tuple[str, Fraction]]) -> CaptionedTable:
    """Chances, each as a percentage and as the exact fraction."""
    cells = tuple((label, percent(chance), short_fraction(chance)) for label, chance in rows)
    return CaptionedTable(question, Table(("", "chance", "exactly"), cells), narrow=True)


def numbers(question: str, rows: Iterable[tuple[str, str]]) -> CaptionedTable:
    """Figures in a table of two columns."""
    return CaptionedTable(question, Table(("", ""), tuple(rows)), narrow=True)


def _forbidden(found: Forbidden[Any]) -> CaptionedTable:
    rows = tuple((str(each), _why(each)) for each in found) or (("legal", "nothing forbids it"),)
    return CaptionedTable("What forbids it?", Table(("clause", "why"), rows))


def _why(clause: Any) -> str:
    return str(getattr(clause, "why", "")) or catalog().clauses[clause].title


def _listed(found: DisplayList[Any]) -> Display:
    if all(isinstance(each, Finding) for each in found):
        wrong, right = (
            [each for each in found if bool(each.id) is errata] for errata in (True, False)
        )
        captions = {"What the source gets wrong": wrong, "What nothing contradicts": right}
        return Several(*(audit_table(some, said) for said, some in captions.items() if some))
    return Several(*map(face, found))


FACES: dict[type, Face] = {Forbidden: _forbidden, DisplayList: _listed, Finding: plain}
