"""Adds to the reference of the library which rules a function or class is the home of, or uses.

What a situation of each system is, as a class, a file and options, follows from what it declares.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partialmethod
from importlib import import_module
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.domains.python._object import PyObject
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util.docutils import SphinxDirective

from rules_lib import situations, systems
from rules_lib.rulebook import RulingSet, catalog, homes, users
from rules_lib.system.inputs import option_of, said_of
from rules_lib.system.system import System

FIELD, TYPE = ":ivar ", ":type: "
FIELDS = GoogleDocstring._consume_fields


def setup(app: Sphinx) -> None:
    """Complete docstrings when they are read."""
    app.setup_extension("sphinx.ext.autodoc")
    app.add_directive("situations", Situations)
    # Fields that are told together, each by itself: of ``A, B`` Sphinx would take A for a type.
    GoogleDocstring._consume_fields = partialmethod(FIELDS, multiple=True)  # type: ignore[assignment]
    app.connect("autodoc-process-docstring", _complete)
    app.connect("autodoc-process-signature", _plain)
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            field.label = "Fields"


class Situations(SphinxDirective):
    """The situations of all systems, one after the other."""

    def run(self) -> list[nodes.Node]:
        """Build them, within reStructuredText."""
        told = StringList([line for each in systems.values() for line in situation(each)])
        found = nodes.section()
        self.state.nested_parse(told, self.content_offset, found)
        return list[nodes.Node](found.children)


def situation(system: System) -> Iterator[str]:
    """A situation in reStructuredText: its class, a file, the options of its command."""
    yield from (f".. rubric:: {system.name}", "")
    home = public_home(system.inputs)
    yield from (f".. autoclass:: {home}.{system.inputs.__name__}", "   :members:", "")
    yield from (f'In a file, after ``game = "{system.name}"``:', "", ".. code-block:: toml", "")
    yield from (f"   {line}" for line in system.example.splitlines())
    yield from ("", f"For the command ``{system.name}``:", "")
    for kind in (system.asked, system.dice):
        for name, each in said_of(kind).items():
            yield f"- ``{option_of(name, each)}``: {each.help}"
    yield ""


def public_home(kind: type) -> str:
    """The shortest package from which a class can be imported; else the module that it is in."""
    whole = kind.__module__.split(".")
    names = [".".join(whole[:end]) for end in range(1, len(whole))] + [situations.__name__]
    packages = (each for each in names if hasattr(import_module(each), kind.__name__))
    return next(packages, kind.__module__)


@cache
def rules_of() -> Mapping[str, tuple[str, ...]]:
    """Ids of the rules that are bound to code, by its full name."""
    found: dict[str, list[str]] = {}
    for rule_id, home in homes().items():
        found.setdefault(home.name, []).append(rule_id)
    for rule_id, names in users().items():
        for name in names:
            found.setdefault(name, []).append(rule_id)
    return {name: tuple(sorted(set(ids))) for name, ids in found.items()}


def _complete(
    _app: Sphinx, _what: str, _name: str, thing: Any, _options: Any, lines: list[str]
) -> None:
    lines[:] = _untyped(lines)
    if isinstance(thing, type) and issubclass(thing, Enum):
        lines += ["", *_words_of(thing, "\n".join(lines)), ""]
    if isinstance(thing, type) and is_dataclass(thing):
        told = "\n".join(lines)
        more = {f"{FIELD}{name}:": text for name, text in _declared(thing)}
        lines += ["", *(f"{field} {text}" for field, text in more.items() if field not in told), ""]
    name = f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', '')}"
    if ids := rules_of().get(name):
        links = ", ".join(f":rule:`{each}`" for each in ids)
        lines += ["", f"Rules: {links}.", ""]


def _untyped(lines: list[str]) -> list[str]:
    """A property’s own words again, of which Sphinx takes what is before a colon for its type."""
    told = [each for each in lines if not each.startswith(TYPE)]
    before = [each.removeprefix(TYPE) for each in lines if each.startswith(TYPE)]
    return [f"{before[0]}: {told[0]}", *told[1:]] if before and told else lines


def _words_of(thing: type[Enum], told: str) -> list[str]:
    """The members of an enumeration: all as fields, unless they are told of; and as texts."""
    if any(f"{FIELD}{name}:" in told for name in thing.__members__):
        first = next(iter(thing))
        return [f"Each equals its text: ``{thing.__name__}.{first.name} == {str(first)!r}``."]
    return [f"{FIELD}{each.name}: the text ``{str(each)!r}``" for each in thing]


def _declared(thing: type) -> Iterator[tuple[str, str]]:
    """Fields that say themselves what they are for: those of rulings, and those that are asked."""
    for name, each in said_of(thing).items():
        yield name, each.help
    if issubclass(thing, RulingSet):
        for ruled in fields(thing):
            asked = catalog().rulings[ruled.metadata["ruling"]]
            yield ruled.name, f":rule:`{asked.id}`, {asked.question}"


def _plain(_app: Sphinx, _what: str, _name: str, thing: Any, *_: Any) -> tuple[str, str] | None:
    """Nobody calls words to choose from, or what is made of private things: no arguments."""
    if not isinstance(thing, type):
        return None
    private = is_dataclass(thing) and any(each.name.startswith("_") for each in fields(thing))
    return ("", "") if private or issubclass(thing, Enum) else None
