"""What a page only names and its readers get: numbers of the rules, the source of explorers."""

import re
from importlib import import_module
from inspect import getsource
from sys import modules
from typing import Final

from sphinx.application import Sphinx

from rules_lib.notebook.explorer import Explorer
from rules_lib.rulebook import catalog
from rules_lib.rulebook.numbers import NAMED

_CODE = re.compile(r"(^```(?:\{code-cell\}|\w).*?^```[ \t]*$)", re.M | re.S)
CONTEXT = 12
"""Letters before a number by which it is known again."""
_SHOW: Final = r"from rules_lib\.(\w+) import page as show\n"
_CELL: Final = re.compile(
    rf"(?P<imports>{_SHOW}\n)?^show\.(?P<name>[A-Z_]+)$(?=\n?(?:```|\Z))", re.M
)
_TITLE: Final = re.compile(r'\A""".*?"""\n+', re.S)


def filled(text: str) -> str:
    """Return a page with its numbers and explorers; in code, braces are those of Python."""
    pieces = _CODE.split(spelled_out(text))
    pieces[::2] = map(catalog().numbers.fill_page, pieces[::2])
    return "".join(pieces)


def named(source: str, now: str) -> str:
    """Return a changed text that names its numbers again, if the words before them stand."""
    end = 0
    for found in NAMED.finditer(source):
        left = source[max(end, found.start() - CONTEXT) : found.start()]
        typed = rf"({re.escape(left)}){re.escape(filled(found[0]))}(?!\w)"
        now = re.sub(typed, rf"\g<1>{found[0]}", now, count=1)
        end = found.end()
    return now


def spelled_out(text: str, page: str = "") -> str:
    """Return a chapter, or a cell of a `page`, with the source of each explorer it shows."""
    game = re.search(_SHOW, page or text)
    return _CELL.sub(lambda found: _source(found, game[1]), text) if game else text


def _source(cell: re.Match[str], game: str) -> str:
    shown = getattr(import_module(f"rules_lib.{game}.page"), cell["name"], None)
    if not isinstance(shown, Explorer):
        return cell[0]
    source = _TITLE.sub("", getsource(modules[shown.answer.__module__]))
    if cell["imports"]:  # the cells that follow need it
        source = source.replace("\n\n\n", f"\n{cell['imports'].rstrip()}\n\n\n", 1)
    return f"{source}\n\n{shown.answer.__name__}"


def setup(app: Sphinx) -> None:
    """Fill the numbers in when a page is read."""
    app.connect("source-read", lambda _app, _page, source: source.__setitem__(0, filled(source[0])))
