"""Addresses of clause boxes that do not depend on the page they are used on.

The book's extension turns them into links to the boxes when it writes a page.
"""

import os
from functools import cache
from pathlib import Path

SCHEME = "rule:"
ADDRESS = rf"{SCHEME}([^\"]+)"
"""An address as it stands in HTML."""


def rule_link(rule_id: str) -> str:
    """The address of the box of a clause, ruling or erratum."""
    return f"{SCHEME}{rule_id}"


DICE = "dice:"
"""How the address of a form for dice begins, from any page; its entries follow."""


BOOK = "RULEBOOK_BOOK"
"""Names the folder of the chapters while they are open in JupyterLab."""


def address(rule_id: str) -> str:
    """Where a notebook finds the box of an entry: in itself, or in another chapter beside it."""
    book = os.environ.get(BOOK)
    return address_from(Path.cwd() / "a cell", Path(book), rule_id) if book else f"#{rule_id}"


def address_from(here: Path, book: Path, rule_id: str) -> str:
    """The same, seen from a chapter, or from any other file in its folder."""
    there = _pages(str(book)).get(rule_id, str(here))
    return f"{os.path.relpath(there, here.parent) if there != str(here) else ''}#{rule_id}"


@cache
def _pages(book: str) -> dict[str, str]:
    from rules_lib.rulebook.evidence import chapter_boxes, read_chapters

    root = Path(book).parent
    return {
        box.rule_id: str(root / path)
        for path, text in read_chapters(root)
        for box in chapter_boxes(text, path)
    }
