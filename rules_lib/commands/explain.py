"""``explain``: what a number stands for."""

import difflib
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from functools import cache
from typing import Any

from rules_lib.commands.command import WIDTH, Answer, Command
from rules_lib.commands.door import DASHES
from rules_lib.commands.readings import house_rules
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import Clause, Erratum, Home, HouseRules, Ruling, catalog, homes, users
from rules_lib.rulebook.bindings import import_games
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import option, spelt, words_of
from rules_lib.system.report import number
from rules_lib.system.system import about_of

MOST_MEASURED = 20
"""Rulings whose effect is measured in one answer."""

LONGEST_ID = 40
"""Letters that are compared with ids."""

LANGUAGES = {"de": "German", "ru": "Russian"}


def arguments(parser: ArgumentParser) -> None:
    """One number or more."""
    parser.add_argument("id", nargs="+", metavar="ID", help="a number such as PT-M13, R-M3 or E-A4")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="leave out what each ruling changes, which takes a second or more to compute",
    )


def run(options: Namespace) -> Answer:
    """Each entry with all that belongs to it, once however often it is asked for."""
    asked = dict.fromkeys(found for text in options.id for found in meant(text))
    entries = [catalog().entry(each) for each in asked]
    if not options.quick:
        _require_few(entries)
    house = house_rules(options)
    lines: list[str] = []
    found: list[dict[str, Any]] = []
    for entry in entries:
        lines += [""] if lines else []
        told, data = explain(entry, measured=not options.quick, house=house)
        lines += told
        found.append(data)
    return Answer(tuple(lines), {"entries": found})


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
    near = difflib.get_close_matches(
        text[:LONGEST_ID].upper(), [each for each, *_ in ids], n=3, cutoff=0.5
    )
    nearest = ", ".join(dict.fromkeys([*exact, *near]))
    allowed = "a number such as PT-M13, R-M3 or E-A4" + (f"; nearest: {nearest}" if nearest else "")
    raise InvalidValue("ID", text, allowed)


def _require_few(entries: Iterable[Clause | Ruling | Erratum]) -> None:
    """Refuse to measure more rulings than one waits for."""
    rulings: set[str] = set()
    for entry in entries:
        read = catalog().rulings_of(entry.id) if isinstance(entry, Clause) else (entry,)
        rulings |= {each.id for each in read if isinstance(each, Ruling)}
    if len(rulings) > MOST_MEASURED:
        allowed = f"numbers with at most {MOST_MEASURED} in all; --quick takes any"
        raise InvalidValue("ID", f"numbers with {len(rulings)} rulings", allowed)


def explain(
    entry: Clause | Ruling | Erratum, *, measured: bool, house: HouseRules | None = None
) -> tuple[list[str], dict[str, Any]]:
    """An entry for people, and for programs; ``measured``: with what its rulings change."""
    if isinstance(entry, Clause):
        return _clause(entry, measured, house)
    if isinstance(entry, Ruling):
        return _ruling(entry, measured, house)
    return _erratum(entry), _erratum_data(entry)


def _clause(
    clause: Clause, measured: bool, house: HouseRules | None
) -> tuple[list[str], dict[str, Any]]:
    book, system = catalog(), catalog().systems[clause.system]
    source = f"{system.source_title}, “{clause.source}”"
    source += f", by {system.source_author}" if system.source_author else ""
    rulings, errata = book.rulings_of(clause.id), book.errata_of(clause.id)
    lines = [f"{clause.id}  {clause.title}", *wrapped(clause.text), ""]
    if clause.term:
        lines.append(f"  {LANGUAGES.get(system.language, system.language)}: {clause.term}")
    lines.append(f"  Source: {source}")
    if clause.kind != "rule":
        lines.append(f"  Not a rule but a {clause.kind} of the source")
    if clause.see:
        lines.append(f"  See also: {', '.join(clause.see)}")
    lines += [f"  In code: {_home(clause.id)}", *_used(clause.id)]
    if not rulings and not errata:
        lines += ["", "  Nothing is open in it, and no erratum concerns it."]
    told = [_ruling(each, measured, house) for each in rulings]
    for its_lines, _ in told:
        lines += ["", *(f"  {line}" for line in its_lines)]
    for erratum in errata:
        lines += ["", *(f"  {line}" for line in _erratum(erratum))]
    data = {
        **_begun(clause, clause.kind),
        "text": clause.text,
        "term": clause.term,
        "source": source,
        "see": list(clause.see),
        "code": _home(clause.id)._asdict(),
        "rulings": [data for _, data in told],
        "errata": [_erratum_data(each) for each in errata],
    }
    return lines, data


def _ruling(
    ruling: Ruling, measured: bool, house: HouseRules | None
) -> tuple[list[str], dict[str, Any]]:
    (default, *others), data = values_of(ruling.id), ruling_data(ruling, house)
    lines = [f"{ruling.id}  {ruling.title}", *wrapped(ruling.question)]
    lines += wrapped(f"Our answer: {in_words(ruling, default)}")
    lines += table_answer(ruling, house)
    lines += wrapped(f"Why: {ruling.reason}")
    for other in others:
        lines += wrapped(f"Otherwise: {in_words(ruling, other)}")
    if measured:
        data["changes"] = changes = _changes(ruling)
        most = f". Most: {changes['most']}" if changes["most"] else ""
        verdict = changes["verdict"]
        lines += wrapped(f"Does it matter? {verdict[0].upper()}{verdict[1:]}{most}.")
    elif ruling.settled:
        lines += wrapped("Settled: no other reading makes sense.")
    lines += [f"  Reads {', '.join(ruling.clauses)}", f"  In code: {_home(ruling.id)}"]
    return [*lines, *_used(ruling.id)], data


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


def in_words(ruling: Ruling, value: object) -> str:
    """A reading in words, and as ``--ruling`` takes it."""
    return f"{words_of(ruling.id, value)} [{option(ruling.id, value)}]"


def table_answer(ruling: Ruling, house: HouseRules | None) -> list[str]:
    """How the table reads it, if its house rules say so."""
    if house is None or ruling.id not in house.chosen:
        return []
    if ruling.id not in house.departures:
        return ["  Your table: as we do."]
    return wrapped(f"Your table: {in_words(ruling, house.chosen[ruling.id])}")


def ruling_data(ruling: Ruling, house: HouseRules | None = None) -> dict[str, Any]:
    """A ruling for programs."""
    default, *_ = readings = values_of(ruling.id)
    agreed = house and house.chosen.get(ruling.id, default)
    table = {} if house is None else {"your_table": spelt(agreed)}
    return {
        **_begun(ruling, "ruling"),
        "question": ruling.question,
        "default": spelt(default),
        "answer": words_of(ruling.id, default),
        **table,
        "readings": [
            {"value": spelt(value), "text": words_of(ruling.id, value)} for value in readings
        ],
        "reason": ruling.reason,
        "settled": ruling.settled,
        "clauses": list(ruling.clauses),
        "code": _home(ruling.id)._asdict(),
    }


def _erratum(erratum: Erratum) -> list[str]:
    concerns = f"  Concerns {', '.join(erratum.clauses)}"
    home = f"  In code: {_home(erratum.id)}"
    return [f"{erratum.id}  {erratum.title}", *wrapped(erratum.text), concerns, home]


def _erratum_data(erratum: Erratum) -> dict[str, Any]:
    return {
        **_begun(erratum, "erratum"),
        "text": erratum.text,
        "clauses": list(erratum.clauses),
        "code": _home(erratum.id)._asdict(),
    }


def _begun(entry: Clause | Ruling | Erratum, kind: str) -> dict[str, Any]:
    return {"id": entry.id, "kind": kind, "system": entry.system, "title": entry.title}


def _home(rule_id: str) -> Home:
    """Where the code of an entry stands."""
    import_games()
    return homes()[rule_id]


def _used(rule_id: str) -> list[str]:
    """What else in the code needs an entry, if anything does."""
    names = [name.removeprefix("rules_lib.") for name in users().get(rule_id, ())]
    return wrapped(f"Used by {', '.join(names)}") if names else []


def wrapped(text: str) -> list[str]:
    """A text in lines that fit, set in by two."""
    from textwrap import wrap

    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


COMMAND = Command(
    name="explain",
    about=about_of(__name__, "explain"),
    arguments=arguments,
    run=run,
    reads_rules=False,
    house="the house rules of your table: its answer is told beside ours",
)
