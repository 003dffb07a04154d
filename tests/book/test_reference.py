"""The reference of the library: everything public is there, and every function with an example."""

import importlib
import inspect
import re
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import jupytext
import pytest

from rulebook_ext.reference import _complete, situation
from rules_lib import systems
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.system.inputs import said_of

FOLDER = Path(__file__).parents[2] / "book/reference/library"
GAMES = {
    "paper_tigers": ("charge", "melee", "sniper", "sudden_strike", "el_alamein"),
    "in_die_tiefen": ("battle",),
    "triumph_and_glory": ("charge", "example"),
}
PACKAGES = [*GAMES, *(f"{game}.{each}" for game, parts in GAMES.items() for each in parts)]
PACKAGES += ["probability", "sweep", "situations", "impact", "rulebook"]
SITUATIONS = [line for each in systems.values() for line in situation(each)]
OF_THE_BINDING = {"implements", "uses", "ruling"}
"""Said where rules are written, not called by users."""


def public(package: ModuleType) -> dict[str, object]:
    return {name: getattr(package, name) for name in package.__all__}


def told() -> dict[str, str]:
    """What is on the pages, by its full name, and the code of the cell that comes next."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.md")):
        waiting: list[str] = []
        for cell in jupytext.read(path).cells:
            source = cell.source.replace(".. situations::", "\n".join(SITUATIONS))
            named = re.findall(r"\.\. auto(?:function|class):: (\S+)", source)
            found |= dict.fromkeys(named, "")
            waiting += named
            if cell.cell_type == "code":
                found |= dict.fromkeys(waiting, cell.source)
                waiting = []
    return found


@pytest.mark.parametrize("name", PACKAGES)
def test_everything_public_is_there_and_every_function_runs(name: str) -> None:
    package = importlib.import_module(f"rules_lib.{name}")
    pages = told()
    known = {id(_thing(full)): code for full, code in pages.items()}
    for short, thing in public(package).items():
        if inspect.isroutine(thing):
            assert id(thing) in known, f"{name}.{short} is not in the reference"
            code = known[id(thing)]
            assert short in OF_THE_BINDING or re.search(rf"\b{short}\(", code), (
                f"{short}: no example"
            )
        elif inspect.isclass(thing) and not short.endswith(("Package", "Error", "Exceeded")):
            assert id(thing) in known, f"{name}.{short} is not in the reference"


def _thing(full: str) -> object:
    module, _, name = full.rpartition(".")
    return getattr(importlib.import_module(module), name)


def test_nothing_is_told_twice() -> None:
    named = [
        each
        for path in FOLDER.glob("*.md")
        for each in re.findall(r"\.\. auto\w+:: (\S+)", path.read_text("utf-8"))
    ]
    assert sorted(named) == sorted(set(named))


@pytest.mark.parametrize("system", systems)
def test_what_rulings_ask_and_fields_take_is_told_in_the_reference(system: str) -> None:
    for kind in (*systems[system].rulings, systems[system].asked, systems[system].dice):
        lines = ["Words."]
        _complete(None, "class", "", kind, None, lines)  # type: ignore[arg-type]
        told = "\n".join(lines)
        wanted = {name: each.help for name, each in said_of(kind).items()}
        if issubclass(kind, RulingSet):
            asked = {each.name: each.metadata["ruling"] for each in fields(kind)}
            wanted = {name: catalog().rulings[id_].question for name, id_ in asked.items()}
        for name, words in wanted.items():
            assert re.search(rf":ivar {name}: .*{re.escape(words)}$", told, re.M), (kind, name)
