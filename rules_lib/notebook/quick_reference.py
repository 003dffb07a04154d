"""Quick reference: one printable page a system, computed from the engine when it is asked for.

A sheet is made of short forms of the clauses, of ``sheet.toml`` beside them, and of the engine; its
chances are exact, and become percentages only when it is shown.

A step names clauses: it says the short form of each, in this order or in that of ``said``, unless a
step before it said it. ``also`` names open rules that it tells and does not cite. A table has
``rows`` and ``columns``: a list, a table of names, or an expression for it. A ``cell`` is an
expression over ``row`` and ``column``; of ``cells`` each column has its own. ``[from]`` takes names
out of modules, ``[given]`` defines them by expressions.

All this tells what our readings say. Where a table reads a rule otherwise, one line says so beside
each step and each table that is marked with the ruling. Every chance comes from the engine, as the
table reads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any, TypeAlias

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.notebook.display import Display
from rules_lib.notebook.links import clause_links
from rules_lib.notebook.markup import Html, Templates, el, markup
from rules_lib.rulebook import Clause, Ruling, RulingSet, catalog
from rules_lib.rulebook.bindings import ID_PATTERN
from rules_lib.rulebook.defaults import (
    defaults,
    package_of,
    reading_of,
    readings_of,
    rulings_class,
)
from rules_lib.rulebook.expressions import Names
from rules_lib.rulebook.texts import RulebookError
from rules_lib.text.chances import checked_chance, decimal, percent
from rules_lib.text.files import shipped
from rules_lib.values.type_checks import checked

FILE = "sheet.toml"
UNSAID = "not said"

Pair: TypeAlias = tuple[Fraction, Fraction]
Cell: TypeAlias = str | Fraction | Pair
"""Words, a chance, or the chances of the first and of the second party."""

_HTML = Templates("sheet.html")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the rules in a few words, with the clauses it follows from.

    Attributes:
        otherwise: open questions that the sheet answers otherwise than the text, with answers.
    """

    text: str
    clauses: tuple[str, ...]
    otherwise: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of a sheet.

    Attributes:
        caption: what it tells.
        head: names of the columns.
        rows: the cells; the first one of a row is its name.
        clauses: ids it follows from.
        groups: names of groups of columns, with how many columns each has; ``""`` for none.
        borrowed: where the numbers come from if they are not the source's own.
        note: what else there is to know.
        highlights: chances of more than one half stand out.
        prose: its cells hold words rather than numbers.
        otherwise: as of a step, of its note.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    clauses: tuple[str, ...] = ()
    groups: tuple[tuple[str, int], ...] = ()
    borrowed: str = ""
    note: str = ""
    highlights: bool = False
    prose: bool = False
    otherwise: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """An open question and how the sheet reads it."""

    ruling: str
    question: str
    text: str


@dataclass(frozen=True, slots=True)
class Sheet(Display):
    """One page with all that a player needs at the table; shows itself as HTML.

    Attributes:
        system: id of the system of the rulebook.
        title: what it is called.
        purpose: what it is for, in one sentence.
        steps: the rules, step by step.
        grids: the tables.
        answers: how the open questions are read; everything above follows them.
        off_paper: rulings for which a printed page has no room, unless they are read otherwise
            than by us: the steps tell their answer, or they seldom come up.
    """

    system: str
    title: str
    purpose: str
    steps: tuple[Step, ...]
    grids: tuple[Grid, ...]
    answers: tuple[Answer, ...]
    off_paper: tuple[str, ...] = ()

    def _repr_html_(self) -> Html:
        off_paper = [
            each.ruling
            for each in self.answers
            if each.ruling in self.off_paper and each.text == readings_of(each.ruling)[0].text
        ]
        answers = [_answer_html(each, off_paper) for each in self.answers]
        left_out = _HTML("left_out", ids=", ".join(off_paper)) if off_paper else ""
        return _HTML(
            "sheet",
            system=self.system,
            purpose=self.purpose,
            steps=map(_step_html, self.steps),
            grids=map(_grid_html, self.grids),
            answers=[*answers, left_out],
            origin=_origin(self),
        )


def answers(*readings: RulingSet) -> tuple[Answer, ...]:
    """How sets of rulings answer the open questions of their game, in the order of the rulebook."""
    return tuple(
        Answer(rule_id, ruling.question, _text(rule_id, each))
        for rule_id, ruling in catalog().rulings.items()
        for each in readings
        if not ruling.settled and rulings_class(rule_id) is type(each)
    )


def _text(rule_id: str, readings: RulingSet) -> str:
    field = readings.field_of(rule_id)
    value: Any = getattr(readings, field)
    try:
        return reading_of(rule_id, value).text
    except RulebookError:  # a value beyond those that the rulebook tells of
        return f"{field.replace('_', ' ')}: {value}."


def compact(chance: Fraction | int) -> str:
    """A chance in percent without the sign: ``"64.8"``; never and always have no decimal."""
    return percent(chance).removesuffix(" %").replace("under ", "<").replace("over ", ">")


def minus(points: int) -> str:
    """A deduction as players say it: ``"−2"``, or ``"0"``."""
    return f"−{points}" if points else "0"


@checked
def sheet_of(system: str, *rulings: RulingSet, **names: Any) -> Sheet:
    """The sheet of a system.

    Args:
        system: its id, such as ``paper-tigers-melee``.
        rulings: how the open rules are read; what is not given is read by our defaults. The
            expressions know each set by the name of its package, the foremost as ``read`` too.
        names: what else the expressions are to take from here.

    Raises:
        InvalidValue: there is no such system, or it has no open rules of this kind.
    """
    if system not in catalog().systems:
        raise InvalidValue("system", system, ", ".join(catalog().systems))
    kinds = dict.fromkeys(map(rulings_class, catalog().systems[system].rulings))
    for each in rulings:
        if type(each) not in kinds:
            allowed = " or ".join(kind.__module__ for kind in kinds)
            raise InvalidValue("rulings", type(each).__module__, allowed)
    read = {kind: defaults(kind) for kind in kinds} | {type(each): each for each in rulings}
    given = answers(*read.values())
    data = shipped(package_of(system), FILE)
    tools = {"compact": compact, "decimal": decimal, "minus": minus, "Fraction": Fraction}
    sets = {kind.__module__.split(".")[-2]: each for kind, each in read.items()}
    names = {"rulings": sets, "read": next(iter(read.values())), **names}
    known = Names({**tools, **names}, data)
    said: set[str] = set()
    return Sheet(
        system=system,
        title=data["title"],
        purpose=data["purpose"],
        steps=tuple(_step(each, said, known, given) for each in data["steps"]),
        grids=tuple(_grid(each, known, given) for each in data["grids"]),
        answers=given,
        off_paper=tuple(data.get("off_paper", ())),
    )


def _step(
    entry: Mapping[str, Any], said: set[str], names: Names, given: tuple[Answer, ...]
) -> Step:
    """A step; what it says goes to those that are said."""
    of = [e for e in (*entry["clauses"], *entry.get("also", ())) if e not in said]
    said.update(of)
    texts = (_short(each) for each in entry.get("said", of))
    text = names.fill(" ".join(filter(None, texts)))
    return Step(text, tuple(entry["clauses"]), _otherwise(entry, given))


def _short(rule_id: str) -> str:
    entry = catalog().entry(rule_id)
    return entry.short if isinstance(entry, Clause | Ruling) else ""


def _otherwise(entry: Mapping[str, Any], given: tuple[Answer, ...]) -> tuple[str, ...]:
    """A line for each ruling of a step or table that is read otherwise than the texts tell."""
    ids = (*entry["clauses"], *entry.get("also", ()))
    return tuple(
        f"Read otherwise ({each.ruling}): {each.question} {each.text}"
        for each in given
        if each.ruling in ids and each.text != catalog().rulings[each.ruling].readings[0].text
    )


def _grid(entry: Mapping[str, Any], names: Names, given: tuple[Answer, ...]) -> Grid:
    plain = Grid(
        caption=entry["caption"],
        head=tuple(entry.get("head", ())),
        rows=tuple(tuple(map(names.fill, line)) for line in entry.get("lines", ())),
        clauses=tuple(entry["clauses"]),
        borrowed=names.fill(entry.get("borrowed", "")),
        note=names.fill(entry.get("note", "")),
        highlights=entry.get("highlights", False),
        prose=entry.get("prose", False),
        otherwise=_otherwise(entry, given),
    )
    return plain if "lines" in entry else _filled(plain, entry, names)


def _filled(grid: Grid, entry: Mapping[str, Any], names: Names) -> Grid:
    """The same with its rows and columns, as the engine fills them."""
    rows = _called(entry["rows"], names)
    columns = _called(entry.get("columns") or [*entry["cells"]], names)
    asked = entry.get("cells") or dict.fromkeys(columns, entry["cell"])
    grouped = [each if isinstance(each, tuple) else ("", each) for each in columns.values()]
    groups = [(name, len(list(each))) for name, each in groupby(grouped, key=lambda each: each[0])]
    return replace(
        grid,
        head=(entry["first"], *(name for _, name in grouped)),
        groups=(("", 1), *groups) if any(name for name, _ in groups) else (),
        rows=tuple(
            (name, *(_asked(asked[column], names, row=row, column=column) for column in columns))
            for row, name in rows.items()
        ),
    )


def _called(given: str | Sequence[Any] | Mapping[Any, Any], names: Names) -> dict[Any, Any]:
    """Rows or columns, and what they are called."""
    found = names.value(given) if isinstance(given, str) else given
    return dict(found) if isinstance(found, Mapping) else {each: str(each) for each in found}


def _asked(expression: str, names: Names, **place: Any) -> Cell:
    here = names.with_values(**place)
    try:
        cell: Cell = here.value(expression)
    except UnspecifiedBySource:
        return UNSAID
    return cell


# ------------------------------------------------------------ as HTML


def _step_html(step: Step) -> Html:
    marks = _marks(step.otherwise)
    return _HTML("step", text=_prose(step.text), ids=_ids(step.clauses), marks=marks)


def _marks(otherwise: tuple[str, ...]) -> list[Html]:
    """What is read otherwise, a line each."""
    return [el("strong", _prose(each), class_="rb-quick-otherwise") for each in otherwise]


def _prose(text: str) -> Html:
    """A text in which ids are links."""
    ids = [_ids((each,)) for each in ID_PATTERN.findall(text)]
    texts = map(markup, ID_PATTERN.split(text))
    return Html("".join(part for pair in zip_longest(texts, ids, fillvalue="") for part in pair))


def _ids(ids: tuple[str, ...]) -> Html:
    return el("span", clause_links(ids, None), class_="rb-quick-ids") if ids else Html("")


def _grid_html(grid: Grid) -> Html:
    groups = [
        el("th", name, scope="colgroup", colspan=columns) if name else el("td", colspan=columns)
        for name, columns in grid.groups
    ]
    lent = el("span", grid.borrowed, class_="rb-quick-borrowed") if grid.borrowed else ""
    return _HTML(
        "grid",
        kind="prose" if grid.prose else "numbers",
        caption=grid.caption,
        marks=Html(" ".join(filter(None, (_ids(grid.clauses), lent)))),
        groups=el("tr", groups) if grid.groups else "",
        names=(el("th", name, scope="col") for name in grid.head),
        rows=(_row_html(row, grid.highlights) for row in grid.rows),
        note=el("p", _prose(grid.note), class_="rb-quick-note") if grid.note else "",
        otherwise=_marks(grid.otherwise),
    )


def _row_html(row: tuple[Cell, ...], highlights: bool) -> Html:
    first, *others = row
    assert isinstance(first, str)
    return el("tr", el("th", first, scope="row"), (_cell_html(each, highlights) for each in others))


def _cell_html(cell: Cell, highlights: bool) -> Html:
    if isinstance(cell, str):
        return el("td", _prose(cell))
    if isinstance(cell, Fraction):
        return el("td", _chance(cell, highlights), title=f"exactly {cell}")
    first, second = (_chance(each, highlights) for each in cell)
    return _HTML("pair", one=str(cell[0]), other=str(cell[1]), first=first, second=second)


def _chance(chance: Fraction, highlights: bool) -> str:
    stands_out = highlights and checked_chance(chance) > Fraction(1, 2)
    return el("b", compact(chance)) if stands_out else compact(chance)


def _answer_html(answer: Answer, off_paper: list[str]) -> Html:
    return _HTML(
        "answer",
        kind="rb-quick-screen" if answer.ruling in off_paper else None,
        ids=_ids((answer.ruling,)),
        question=_prose(answer.question),
        text=_prose(answer.text),
    )


def _origin(sheet: Sheet) -> Html:
    system = catalog().systems[sheet.system]
    author = f" ({system.source_author})" if system.source_author else ""
    title = el("span", system.source_title, lang=system.language)
    told = f"{author}, in our words."
    if any(grid.borrowed for grid in sheet.grids):
        told += " Secondary source: what these rules need and do not contain, taken from elsewhere."
    told += " Every number is computed by the rules library of this book, exactly."
    return markup(["Rules: ", title, told])
