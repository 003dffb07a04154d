"""What a reader may try in a cell of the live page, worked out from what stands in the cell.

A try puts one other value where the book has one: the card's other colour, two more points, the
other answer to a yes or no. `tests/book/test_live_chapters.py` asks whether each of them runs.
"""

import ast
import re
from collections.abc import Iterator
from typing import Final

from asttokens import ASTText
from docutils import nodes

MOST: Final = 3
SUITS: Final = {"red": "black", "black": "red"}
CARDS: Final = range(2, 18)
"""Values that a card may have."""
GIVEN: Final = re.compile(r"adjudicate\(|_roll=|rolls=")
"""Where dice are given, they stay: what they must be hangs on the rest."""
TOO_MANY: Final = re.compile(r"\b1[3-8]\b")
"""A throw that two dice, those of a black card, cannot show."""
FIXED: Final = frozenset(
    {
        "complete",
        "charges",
        "legend",
        "showscale",
        "wiped_out_a",
        "wiped_out_b",
        "dead_winners_test",
    }
)
"""No circumstance, or one that only cavalry has, or one that decides whether a test is due."""
WITH_DICE: Final = frozenset({"in_cover", "small_team", "heavy"})
"""With another value, other dice are rolled."""

Try = tuple[str, int, int, str]
"""What to say, and what comes instead of which letters of the cell."""


def tries_of(page: nodes.document) -> list[list[Try]]:
    """Return the tries of each cell of a page, in the order of its cells."""
    cells = (each for each in page.findall(nodes.container) if "cell_input" in each["classes"])
    codes = (next(each.findall(nodes.literal_block), None) for each in cells)
    return [tries(code.astext()) for code in codes if code is not None]


def tries(code: str) -> list[Try]:
    """Return what to try in this code."""
    try:
        read = ASTText(code)
        tree = read.tree
    except SyntaxError:
        return []
    assert isinstance(tree, ast.Module)
    found: dict[str, Try] = {}
    whose = _owners(tree)
    for node in ast.walk(tree):
        for label, place, text in _other(node, code):
            label = f"{whose[node]}: {label}" if node in whose else label
            found.setdefault(label, (label, *read.get_text_range(place), text))
    return sorted(found.values(), key=lambda each: each[1])[:MOST]


def _owners(tree: ast.Module) -> dict[ast.AST, str]:
    """Return for each part of a unit or a party that is given a name what it is called."""
    owners: dict[ast.AST, str] = {}
    for each in tree.body:
        match each:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=made)):
                if ast.unparse(made).rpartition(".")[2][0].isupper():
                    owners |= dict.fromkeys(ast.walk(each), name.replace("_", " "))
    return owners


def _other(node: ast.AST, code: str) -> Iterator[tuple[str, ast.expr, str]]:
    """Return what to say, what to take out, and what to put in."""
    if not isinstance(node, ast.Call):
        return
    thrown = GIVEN.search(code) is not None
    stays = thrown and TOO_MANY.search(code)
    match [ast.unparse(node.func).rpartition(".")[2], node.args]:
        case ["Card", [ast.Constant(str() as suit), ast.Constant(int() as value)]] if suit in SUITS:
            if not (stays and suit == "red"):
                yield f"a {SUITS[suit]} {value}", node.args[0], f'"{SUITS[suit]}"'
            other = value - 2 if thrown or value + 2 not in CARDS else value + 2
            if not (thrown and suit == "black"):
                yield f"a {suit} {other}", node.args[1], str(other)
        case ["Party", [ast.Constant(int() as dice)]] if not thrown:
            yield f"{dice + 1} dice", node.args[0], str(dice + 1)
        case [_, given]:
            for each in given:
                match each:
                    case ast.Constant(str() as suit) if suit in SUITS:
                        if not (stays and suit == "red"):
                            yield f"{SUITS[suit]} instead of {suit}", each, f'"{SUITS[suit]}"'
    fixed = FIXED | WITH_DICE if thrown else FIXED
    for each in node.keywords:
        match each:
            case ast.keyword(str() as name, ast.Constant(bool() as yes)) if name not in fixed:
                said = name.replace("_", " ")
                yield f"{'without ' if yes else ''}{said}", each.value, str(not yes)
