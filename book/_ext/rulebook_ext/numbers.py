"""Numbers of the rules in pages: a page names the constant, as the files `rules.toml` do."""

import re

from sphinx.application import Sphinx

from rulebook_ext.explorer_cells import spelled_out
from rules_lib.rulebook import catalog
from rules_lib.rulebook.numbers import NAMED

_CODE = re.compile(r"(^```(?:\{code-cell\}|\w).*?^```[ \t]*$)", re.M | re.S)
CONTEXT = 12
"""Letters before a number by which it is known again."""


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


def setup(app: Sphinx) -> None:
    """Fill the numbers in when a page is read."""
    app.connect("source-read", lambda _app, _page, source: source.__setitem__(0, filled(source[0])))
