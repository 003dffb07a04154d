"""Addresses of clause boxes that do not depend on the page they are used on.

The book's extension turns them into links to the boxes when it writes a page.
"""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rules_lib.notebook.markup import Html, el

BOX = re.compile(r"^[`:]{3,}\{(?:clause|ruling|erratum)\} +(.+)$", re.M)
"""A box in a chapter, with the ids of its entries."""

SCHEME = "rule:"
ADDRESS = rf"{SCHEME}([^\"]+)"
"""An address as it stands in HTML."""


def rule_link(rule_id: str) -> str:
    """The address of the box of a clause, ruling or erratum."""
    return f"{SCHEME}{rule_id}"


def clause_link(rule_id: str, kind: str | None = "rb-clause") -> Html:
    """An id as the link to its box, which also opens in place."""
    return el("a", rule_id, href=rule_link(rule_id), class_=kind)


def clause_links(ids: Iterable[str], kind: str | None = "rb-clause") -> Html:
    """Several of them, set apart by spaces: so they stand for readers without a style sheet."""
    return Html(" ".join(clause_link(each, kind) for each in ids))


DICE = "dice:"
"""How the address of a form for dice begins, from any page; its entries follow."""


BOOK = "RULEBOOK_BOOK"
"""Names the folder of the chapters while they are open in JupyterLab."""


def address(rule_id: str) -> str:
    """Where a notebook finds the box of an entry: in itself, or in another chapter beside it."""
    book = os.environ.get(BOOK)
    return address_from(Path.cwd() / "a cell", Path(book), rule_id) if book else f"#{rule_id}"


def address_from(here: Path, book: Path, rule_id: str) -> str:
    """The same, seen from a chapter, or from any other file in its folder.

    JupyterLab draws only the cells in view; among those it has not drawn it finds one by its name.
    """
    if rule_id not in (boxes := _boxes(str(book))):
        return f"#{rule_id}"
    there, cell = boxes[rule_id]
    return f"{os.path.relpath(there, here.parent) if there != str(here) else ''}#cell-id={cell}"


def cell_name(rule_id: str) -> str:
    """The id of the cell whose first box this is: Jupyter allows no dots in it."""
    return rule_id.replace(".", "_")


@cache
def _boxes(book: str) -> dict[str, tuple[str, str]]:
    """The file of the box of each entry, and the cell it stands in, named by its first box."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(Path(book).rglob("*.md")):
        if not path.parent.name.startswith((".", "_")):
            for ids in map(str.split, BOX.findall(path.read_text("utf-8"))):
                found |= dict.fromkeys(ids, (str(path), cell_name(ids[0])))
    return found
