"""All that a reader is shown, as plain text; some of it is kept in ``kept``."""

import contextlib
import io
import json
import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rules_lib import impact
from rules_lib.__main__ import guide, main
from rules_lib.commands import NAMES, command
from rules_lib.commands.command import arguments_of
from rules_lib.errors import RulesError
from rules_lib.notebook import learn
from rules_lib.notebook.adjudicator.forms import form_of
from rules_lib.notebook.explorer import Explorer
from rules_lib.notebook.otherwise import told
from rules_lib.notebook.payload import number_text
from rules_lib.notebook.picture import Picture
from rules_lib.notebook.quick_reference import sheet_of
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import defaults, rulings_class, switch_of, values_of
from rules_lib.system.registry import GAMES, STORIES, systems
from rules_lib.text.chances import percent
from tests.browser.every_explorer import declared
from tests.impact.shared import bench
from tests.shown.reading import json_lines, shown
from tests.shown_right.chapters import chapters, displayed

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
KEPT = Path(__file__).parent / "kept"

Lines = Iterator[str]

CATALOGUES = ("errata", "rulings", "house-rules")
"""Their JSON holds the texts that they print."""
TRANSCRIPTS = {
    "melee": 2,
    "test": 1,
    "charge": 2,
    "legal": 2,
    "sniper": 3,
    "strike": 2,
    "battle": 3,
    "aftermath": 1,
    "cavalry": 2,
    "situation": 2,
}
"""Ten examples that are kept as they are told, one of each command that judges, by their place."""


def of_command(name: str) -> Lines:
    """The answers to the examples of a command, for people and for programs."""
    data: list[Any] = []
    for line in command(name).about.examples:
        yield f"\n$ {line}\n{answer(line)}"
        data.append(data_of(line))
        yield f"$ {line} --json"
        if data[-1] in data[:-1]:
            yield "  as before"
        elif name in CATALOGUES:
            yield from sorted(set(keys(data[-1])))
        else:
            yield from json_lines(data[-1])


def of_transcript(name: str) -> Lines:
    """One example of a command, for people and for programs."""
    line = list(command(name).about.examples)[TRANSCRIPTS[name]]
    yield f"$ {line}\n{answer(line)}\n$ {line} --json"
    yield from json_lines(data_of(line))


def of_forms() -> Lines:
    """What the JSON of each command has, in all of its examples."""
    for name in NAMES:
        found = {key for each in command(name).about.examples for key in keys(data_of(each))}
        yield f"\n{name}"
        yield from sorted(found)


def of_help() -> Lines:
    """What the command line tells before it is asked: its guide, and what each option is."""
    yield guide()
    for name, gives in NAMES.items():
        parser = command(name).parser()
        yield f"\n{name}: {gives}\n{parser.description}"
        for group in parser._action_groups:
            yield f"{group.title}"
            for option in group._group_actions:
                yield " | ".join(map(str, [*option.option_strings, option.metavar, option.help]))
        yield f"{parser.epilog}"


def of_small_print() -> Lines:
    """What stands below explorers, and what the fields of forms are called."""
    for name, explorer in declared().items():
        yield f"\n{name}\n{explorer.note}"
    for system in systems.values():
        yield f"\n{system.name}"
        yield from shown(form_of(system), "legend, label, summary", "option")


def of_explorers() -> Lines:
    """What each explorer answers before anybody touches it, and who is drawn in which colour."""
    for name, explorer in declared().items():
        answer = explorer.at({})
        yield f"\n{name}: {explorer.question}"
        yield " | ".join(f"{x.label} ({x.role}) {percent(x.chance)}" for x in answer.shown())
        yield from (f"{each.label}: {number_text(each)}" for each in answer.numbers)
        yield explorer.sentence(answer)


HEADS = "caption, thead, .rb-question, .rb-answer, svg[role=img]"


def of_heads() -> Lines:
    """What chapters show over pictures and tables, and in drawings: question, answer, columns."""
    for path in chapters():
        yield f"\n{path.stem}"
        found = dict[str, None]()
        for each in displayed(path):
            if hasattr(each, "_repr_html_") and not isinstance(each, Explorer):
                found |= dict.fromkeys(shown(each._repr_html_(), HEADS))
            if isinstance(each, Picture):
                notes = (note["text"] for note in each.layout.get("annotations", ()))
                across = each.layout.get("xaxis", {}).get("title", {}).get("text")
                found[f"axes: {across}; {'; '.join(notes)}"] = None
        yield from (each.replace("\n", " / ") for each in found if len(each) > 2)


def of_errata() -> Lines:
    """What the sources print of their own examples: what is wrong in it, and what is right."""
    yield answer("errata --right")


def answer(line: str) -> str:
    """What the command line says; which line code stands in is left out, for it changes often."""
    said, refused = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(refused):
        if main(arguments_of(line)):
            raise RulesError(f"the example {line!r} is refused: {refused.getvalue().strip()}")
    return re.sub(r'(\.py:|"line": )\d+', r"\g<1>0", said.getvalue())


def data_of(line: str) -> Any:
    """What it says to programs."""
    return json.loads(answer(f"{line} --json"))


def keys(value: Any, path: str = "") -> Lines:
    """Where JSON holds values: ``[].cases[].id``."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from keys(each, f"{path}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from keys(each, f"{path}[]")
    else:
        yield f"{path} {type(value).__name__}"


def of_explorer(explorer: Explorer) -> Lines:
    """An explorer as it is shown first, and with each of its controls changed once."""
    yield from (str(explorer), explorer.note, explorer.python_line(explorer.defaults()))
    for control in explorer.controls:
        heads = [part.label for part in explorer.at({}).shown()]
        yield "\n" + " | ".join([control.label, *heads])
        for choice in control.choices:
            answer = explorer.at({control.name: choice.key})
            chances = [percent(part.chance) for part in answer.shown()]
            numbers = [f"{each.label}: {number_text(each)}" for each in answer.numbers]
            yield " | ".join([choice.label, *chances, *numbers, explorer.sentence(answer)])


def of_impact(system: str) -> Lines:
    """The panels of a system: every situation under our reading and under each other one."""
    for rule_id in catalog().systems[system].rulings:
        found = impact.measure(rule_id, bench())
        yield f"\n{rule_id} {found.panel.headline}: {found.verdict}"
        for each in found.readings:
            yield f"{found.default_reading.text} | {each.reading.text}"
            yield from (
                f"{c.situation} | {told(c.default)} | {told(c.other)}" for c in each.changes
            )


def of_display(make: Callable[[], Any]) -> Lines:
    """What shows itself as HTML."""
    yield from shown(make()._repr_html_())


def of_sheet_otherwise(system: str) -> Lines:
    """What a sheet shows if one open question is read otherwise: the lines that are new."""
    plain = set(sheet_lines(sheet_of(system)))
    for rule_id in catalog().systems[system].rulings:
        kind = rulings_class(rule_id)
        for value in values_of(rule_id)[1:]:
            yield f"\n{rule_id} = {value}"
            read = sheet_of(system, defaults(kind, **{switch_of(rule_id).name: value}))
            yield from (each for each in sheet_lines(read) if each not in plain)


def sheet_lines(sheet: Any) -> Lines:
    """What a sheet shows, line by line."""
    for text in shown(sheet._repr_html_()):
        yield from text.split("\n")


def of_story(name: str) -> Lines:
    """A story as it goes with the best choices."""
    yield str(learn.tell(name))


def of_questions(game: str) -> Lines:
    """The questions of a game, and what is told of each answer."""
    for each in learn.ask(game).questions:
        yield f"{each.prompt} [{', '.join(each.clauses)}]"
        yield from (f"  {option.text} {option.why}" for option in each.options)


def kept_texts() -> dict[str, Callable[[], Lines]]:
    """What is kept, by the name of its file: what programs read, and what is printed or played."""
    made: dict[str, Callable[[], Lines]] = {"commands/--help": of_help, "commands/forms": of_forms}
    made["small-print"], made["errata"], made["heads"] = of_small_print, of_errata, of_heads
    made["explorers"] = of_explorers
    made |= {f"commands/{name}": partial(of_transcript, name) for name in TRANSCRIPTS}
    made |= {
        f"sheets/{system}": partial(of_display, partial(sheet_of, system))
        for system in catalog().systems
    }
    made |= {f"learn/{name}": partial(of_story, name) for name in STORIES}
    made |= {f"questions/{name}": partial(of_questions, name) for name in GAMES}
    return made


def library() -> dict[str, Callable[[], Lines]]:
    """All that the library shows by itself."""
    made = kept_texts()
    made |= {f"examples/{name}": partial(of_command, name) for name in NAMES}
    made |= {f"explorers/{name}": partial(of_explorer, it) for name, it in declared().items()}
    made |= {f"impact/{system}": partial(of_impact, system) for system in catalog().systems}
    made |= {
        f"sheets/{each}-otherwise": partial(of_sheet_otherwise, each) for each in catalog().systems
    }
    made |= {f"lessons/{name}": partial(of_display, partial(learn.tell, name)) for name in STORIES}
    return made


PAGES = sorted(
    path.relative_to(ROOT).with_suffix("").as_posix()
    for path in (ROOT / "book").rglob("*.md")
    if not any(part.startswith(("_", ".")) for part in path.relative_to(ROOT).parts)
)
GENERATED = ("book/rulings/", "book/reference/coverage")
"""Pages that the build writes; of the others, what their cells show and what rulings change."""
COMPUTED = ".cell_output, .rb-otherwise"
ASIDE = "details.hide, .cell_input, .rb-all-code, .headerlink, .rb-take, .rb-col-proof"
"""Code, links, and the lists of tests: those are long, and their count is tested by itself."""


def of_page(page: str) -> Lines:
    """What the build has worked out for a page."""
    html = (SITE / f"{page}.html").read_text("utf-8")
    for each in shown(html, "article" if page.startswith(GENERATED) else COMPUTED, ASIDE):
        yield f"{each}\n"


def text_of(lines: Lines) -> str:
    """A text as it is kept."""
    text = "\n".join(line.rstrip() for each in lines for line in each.split("\n"))
    return text.strip("\n")
