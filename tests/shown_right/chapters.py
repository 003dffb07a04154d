"""Runs a chapter cell by cell, and notes what it asserts and what it puts on the page."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from rules_lib.in_die_tiefen import page as in_die_tiefen
from rules_lib.notebook import headline
from rules_lib.paper_tigers import page as paper_tigers
from rules_lib.triumph_and_glory import page as triumph_and_glory
from tests.shown_right.asked import Asked, listen

BOOK = Path(__file__).parents[2] / "book"
FILLED = ("compared", "averages", "chances_table")
"""Tables that a chapter fills with pairs of words and a number."""
SHOWING = re.compile(rf"\b({'|'.join(FILLED)}|HeadlineChance)\b")


@cache
def chapters() -> list[Path]:
    """The chapters that run, and show or type a number; others only show what the library makes."""
    every = (path for path in sorted(BOOK.rglob("*.md")) if path.parts[-2][0] not in "_.")
    run = [path for path in every if "\nkernelspec:" in path.read_text("utf-8")[:1000]]
    return [path for path in run if SHOWING.search(path.read_text("utf-8")) or any(figures(path))]


def cells(path: Path) -> list[Any]:
    """The cells of a chapter."""
    import jupytext  # late: the quick tests collect this module, and do without it

    found: list[Any] = jupytext.read(path).cells
    return found


@dataclass
class Run:
    """What happened in a chapter."""

    asserted: set[Fraction] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    shown: list[tuple[str, str, Fraction]] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    def note(self, value: Any) -> Any:
        """Keep the numbers of one side of an assertion."""
        for each in flat(value):
            if isinstance(each, str):
                self.texts.add(each)
            elif isinstance(each, Fraction | int | float) and each == each:
                self.asserted.add(Fraction(each))
        return value

    def is_asserted(self, number: Fraction) -> bool:
        """It, or its complement, was held against a second way."""
        return any(
            abs(each - wanted) < Fraction(1, 10**9)
            for wanted in (number, 1 - number)
            for each in self.asserted
        )


def flat(value: Any) -> Iterator[Any]:
    """All members of a value."""
    if isinstance(value, Mapping):
        yield from flat(list(value.values()))
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from flat(each)
    else:
        yield value


class Watched(ast.NodeTransformer):
    """Hands both sides of ``==`` and of ``abs(a - b) <`` in assertions to ``noted``."""

    asserting = False

    def visit_Assert(self, node: ast.Assert) -> ast.AST:  # the name that ast asks for
        self.asserting = True
        self.generic_visit(node)
        self.asserting = False
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if self.asserting and all(isinstance(each, ast.Eq) for each in node.ops):
            node.left = noted(node.left)
            node.comparators = [noted(each) for each in node.comparators]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        inside = node.args[0] if node.args else None
        near = ast.unparse(node.func) == "abs" and isinstance(inside, ast.BinOp)
        if near and isinstance(inside, ast.BinOp) and isinstance(inside.op, ast.Sub):
            inside.left, inside.right = noted(inside.left), noted(inside.right)
        return node


def noted(node: ast.expr) -> ast.expr:
    """A call around an expression."""
    return ast.copy_location(ast.Call(ast.Name("__note__", ast.Load()), [node], []), node)


def executed(
    path: Path, patch: pytest.MonkeyPatch, names: dict[str, Any], watch: ast.NodeTransformer
) -> Iterator[Any]:
    """Run all cells; what each shows."""
    patch.setenv("RULEBOOK_STATIC", "1")
    patch.chdir(path.parent)
    for cell in cells(path):
        source = cell.source if cell.cell_type == "code" else ""
        tree = ast.fix_missing_locations(watch.visit(ast.parse(source)))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, str(path), "exec"), names)
        if last:
            yield eval(compile(ast.Expression(last.value), str(path), "eval"), names)


def displayed(path: Path) -> Iterator[Any]:
    """What each cell shows."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        yield from executed(path, patch, {"__name__": "__main__"}, ast.NodeTransformer())


def run(path: Path, patch: pytest.MonkeyPatch) -> Run:
    """Run all cells."""
    found = Run(asked=listen(patch))

    def recorded(make: Callable[..., Any]) -> Callable[..., Any]:
        def fill(caption: str, *rows: Any) -> Any:
            pairs = [("", *rows)] if rows and isinstance(rows[0], Fraction) else rows
            found.shown += [(caption, words, Fraction(number)) for words, number in pairs]
            return make(caption, *rows)

        return fill

    for module in (in_die_tiefen, paper_tigers, triumph_and_glory):
        for name in FILLED:
            if hasattr(module, name):
                patch.setattr(module, name, recorded(getattr(module, name)))
    patch.setattr(headline, "HeadlineChance", recorded(headline.HeadlineChance))
    names = {"__name__": "__main__", "__note__": found.note}
    for _ in executed(path, patch, names, Watched()):
        pass
    return found


SOURCES = re.compile(
    r"\{\w+\}`[^`]*`|`[^`]*`|source [\d., ]+|\(\d\.\d+\)|^```.*|\d\.\d+ to \d\.\d+", re.M
)
FIGURE = re.compile(
    r"(?P<percent>(?<![\w.])\d[\d.]* ?%)|(?P<times>\d+ times? in \d+)|(?P<fraction>\b\d+/\d+)"
    r"|(?P<decimal>(?<![\w.-])\d+\.\d+(?![\w.-]))"
)


def figures(path: Path) -> Iterator[tuple[str, str]]:
    """Kind and text of each figure that is typed: in prose, and in the texts of cells."""
    for cell in cells(path):
        texts = [cell.source]
        if cell.cell_type == "code":
            nodes = ast.walk(ast.parse(cell.source))
            texts = [
                n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)
            ]
        for text in texts:
            for each in FIGURE.finditer(SOURCES.sub(" ", text)):
                assert each.lastgroup
                yield each.lastgroup, each[0]
