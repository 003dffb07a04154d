"""``explain``: what a number stands for."""

import difflib
import re
from argparse import Namespace
from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from typing import Any, TypeAlias

from rules_lib.commands.command import WIDTH, Answer, Command
from rules_lib.commands.door import DASHES
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import Clause, HouseRules, Ruling, catalog, homes, users
from rules_lib.rulebook.bindings import import_games
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.entries import Entry
from rules_lib.rulebook.spelling import option, spelt, words_of
from rules_lib.system.inputs import said
from rules_lib.system.report import number
from rules_lib.system.system import about_of

MOST_MEASURED = 20
"""Rulings whose effect is measured in one answer."""

Told: TypeAlias = tuple[list[str], dict[str, Any]]
"""What is said to people, and to programs."""

LANGUAGES = {"de": "German", "ru": "Russian"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One number or more."""

    id: tuple[str, ...] = said("a number such as PT-M13, R-M3 or E-A4", metavar="ID", place=True)
    quick: bool = said(
        "leave out what each ruling changes, which takes a second or more to compute", False
    )


def run(options: Namespace) -> Answer:
    """Each entry with all that belongs to it, once however often it is asked for."""
    asked = dict.fromkeys(found for text in options.id for found in meant(text))
    entries = [catalog().entry(each) for each in asked]
    rulings = {
        ruling.id
        for each in entries
        for ruling in (each, *catalog().rulings_of(each.id))
        if isinstance(ruling, Ruling)
    }
    if not options.quick and len(rulings) > MOST_MEASURED:
        allowed = f"numbers with at most {MOST_MEASURED} in all; --quick takes any"
        raise InvalidValue("ID", f"numbers with {len(rulings)} rulings", allowed)
    told = [explain(each, measured=not options.quick, house=options.rules) for each in entries]
    lines = [line for its_lines, _ in told for line in ("", *its_lines)]
    return Answer(tuple(lines[1:]), {"entries": [data for _, data in told]})


def meant(text: str) -> list[str]:
    """The ids that a text stands for, however it is spelt: ``ptm13``, ``9.85b``, ``9.85``.

    A number may go without its system, and stands for all its parts if it has some.

    Raises:
        InvalidValue: there is none, or several are called so; the nearest come first.
    """
    ids = [(each, *each.casefold().split("-", 1)) for each in catalog().ids()]
    systems = "|".join(dict.fromkeys(system for _, system, _ in ids))
    bare = re.sub(rf"[{DASHES}]", "-", "".join(text.casefold().split()))
    read = re.fullmatch(rf"({systems})?-?(.+)", bare)
    own, number = read.groups() if read else (None, "")
    part = re.compile(rf"{re.escape(number)}(?:[-.]|(?<=[0-9])[a-z]).*")
    of_it = [(each, tail) for each, system, tail in ids if own in (None, system)]
    exact = [each for each, tail in of_it if tail == number]
    found = exact + [each for each, tail in of_it if part.fullmatch(tail)]
    if number and found and (len(found) > len(exact) or len(exact) == 1):
        return found
    near = difflib.get_close_matches(text[:40].upper(), [each for each, *_ in ids], n=3, cutoff=0.5)
    nearest = ", ".join(dict.fromkeys([*exact, *near]))
    allowed = "a number such as PT-M13, R-M3 or E-A4" + (f"; nearest: {nearest}" if nearest else "")
    raise InvalidValue("ID", text, allowed)


def explain(entry: Entry, *, measured: bool, house: HouseRules | None = None) -> Told:
    """An entry for people, and for programs; ``measured``: with what its rulings change."""
    if isinstance(entry, Clause):
        return _clause(entry, measured, house)
    if not isinstance(entry, Ruling):
        lines, data = _begun(entry, "erratum", entry.text)
        data |= {"text": entry.text, "clauses": list(entry.clauses)}
        return [*lines, f"  Concerns {', '.join(entry.clauses)}", *_code(entry.id)], data
    lines, data = answered(entry, house)
    lines += wrapped(f"Why: {entry.reason}")
    for other in values_of(entry.id)[1:]:
        lines += wrapped(f"Otherwise: {_in_words(entry, other)}")
    if measured:
        data["changes"] = changes = _changes(entry)
        most = f". Most: {changes['most']}" if changes["most"] else ""
        verdict = changes["verdict"]
        lines += wrapped(f"Does it matter? {verdict[0].upper()}{verdict[1:]}{most}.")
    elif entry.settled:
        lines += wrapped("Settled: no other reading makes sense.")
    return [*lines, f"  Reads {', '.join(entry.clauses)}", *_code(entry.id)], data


def _begun(entry: Entry, kind: str, text: str) -> Told:
    """What an entry begins with, and where its code stands."""
    data = {"id": entry.id, "kind": kind, "system": entry.system, "title": entry.title}
    import_games()
    code = {"code": homes()[entry.id]._asdict()}
    return [f"{entry.id}  {entry.title}", *wrapped(text)], data | code


def _code(rule_id: str) -> list[str]:
    """Where the code of an entry stands, and what else in the code needs it."""
    names = [name.removeprefix("rules_lib.") for name in users().get(rule_id, ())]
    used = wrapped(f"Used by {', '.join(names)}") if names else []
    return [f"  In code: {homes()[rule_id]}", *used]


def _clause(clause: Clause, measured: bool, house: HouseRules | None) -> Told:
    system = catalog().systems[clause.system]
    source = f"{system.source_title}, “{clause.source}”"
    source += f", by {system.source_author}" if system.source_author else ""
    lines, data = _begun(clause, clause.kind, clause.text)
    lines.append("")
    if clause.term:
        lines.append(f"  {LANGUAGES.get(system.language, system.language)}: {clause.term}")
    lines.append(f"  Source: {source}")
    if clause.kind != "rule":
        lines.append(f"  Not a rule but a {clause.kind} of the source")
    if clause.see:
        lines.append(f"  See also: {', '.join(clause.see)}")
    lines += _code(clause.id)
    data |= {"text": clause.text, "term": clause.term, "source": source, "see": list(clause.see)}
    data |= {"rulings": [], "errata": []}
    open_in_it: list[Entry] = [*catalog().rulings_of(clause.id), *catalog().errata_of(clause.id)]
    for each in open_in_it:
        its_lines, its_data = explain(each, measured=measured, house=house)
        lines += ["", *(f"  {line}" for line in its_lines)]
        data["rulings" if isinstance(each, Ruling) else "errata"].append(its_data)
    if not open_in_it:
        lines += ["", "  Nothing is open in it, and no erratum concerns it."]
    return lines, data


@cache
def _changes(ruling: Ruling) -> dict[str, Any]:
    """What another reading changes, at most, and where."""
    from rules_lib.impact import measure  # late: it imports every game

    impact = measure(ruling.id)
    most = impact.strongest.largest if impact.strongest and impact.largest else None
    return {
        "largest": number(impact.largest),
        "typical": number(impact.typical),
        "verdict": impact.verdict,
        "chance_that": impact.panel.headline,
        "most": most and most.situation,
    }


def answered(ruling: Ruling, house: HouseRules | None) -> Told:
    """A question, our answer, and that of the table, if its house rules say so."""
    default, *_ = values = values_of(ruling.id)
    lines, data = _begun(ruling, "ruling", ruling.question)
    lines += wrapped(f"Our answer: {_in_words(ruling, default)}")
    data |= {
        "question": ruling.question,
        "default": spelt(default),
        "answer": words_of(ruling.id, default),
        "readings": [{"value": spelt(each), "text": words_of(ruling.id, each)} for each in values],
        "reason": ruling.reason,
        "settled": ruling.settled,
        "clauses": list(ruling.clauses),
    }
    if house is not None:
        agreed = house.chosen.get(ruling.id, default)
        data["your_table"] = spelt(agreed)
        if ruling.id in house.departures:
            lines += wrapped(f"Your table: {_in_words(ruling, agreed)}")
        elif ruling.id in house.chosen:
            lines.append("  Your table: as we do.")
    return lines, data


def _in_words(ruling: Ruling, value: object) -> str:
    """A reading in words, and as ``--ruling`` takes it."""
    return f"{words_of(ruling.id, value)} [{option(ruling.id, value)}]"


def wrapped(text: str) -> list[str]:
    """A text in lines that fit, set in by two."""
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


COMMAND = Command("explain", about_of(__name__, "explain"), Asked, run)
