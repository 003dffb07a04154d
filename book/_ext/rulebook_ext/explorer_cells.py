"""The cell of an explorer: a chapter names it, its readers get what it is made of."""

import re
from importlib import import_module
from inspect import getsource
from sys import modules
from typing import Final

from rules_lib.presentation.explorer import Explorer

_SHOW: Final = r"from rules_lib\.presentation import (\w+) as show\n"
_CELL: Final = re.compile(
    rf"(?P<imports>{_SHOW}\n)?^show\.(?P<name>[A-Z_]+)$(?=\n?(?:```|\Z))", re.M
)
_TITLE: Final = re.compile(r'\A""".*?"""\n+', re.S)


def spelled_out(text: str, page: str = "") -> str:
    """Return a chapter, or a cell of a `page`, with the source of each explorer it shows."""
    game = re.search(_SHOW, page or text)
    return _CELL.sub(lambda found: _source(found, game[1]), text) if game else text


def _source(cell: re.Match[str], game: str) -> str:
    shown = getattr(import_module(f"rules_lib.presentation.{game}"), cell["name"], None)
    if not isinstance(shown, Explorer):
        return cell[0]
    source = _TITLE.sub("", getsource(modules[shown.answer.__module__]))
    if cell["imports"]:  # the cells that follow need it
        source = source.replace("\n\n\n", f"\n{cell['imports'].rstrip()}\n\n\n", 1)
    return f"{source}\n\n{shown.answer.__name__}"
