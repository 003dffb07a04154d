"""What went wrong, in one plain sentence; the traceback stands behind it."""

import ast
import linecache
import re
import traceback
from fractions import Fraction
from html import escape

IN_PART = ("plotly", "ipywidgets")
"""What is here only in part."""
LONGEST = 200
"""Letters of a value in a note."""
HERE = "This page has Python’s own modules, rules_lib, numpy and scipy."


def sentence(error: BaseException, name: str) -> str:
    """Return what a reader has to know of an error in the cell with this name."""
    line = _line(error, name)
    at = f" (line {line})" if line else ""
    if isinstance(error, SyntaxError):
        text = (error.text or "").strip()
        read = f": {text}" if text else ""
        return f"Python cannot read line {error.lineno or 1}{read} ({error.msg})."
    if isinstance(error, ModuleNotFoundError):
        return f"There is no module “{error.name}” in this page{at}. {HERE}"
    if isinstance(error, ImportError) and error.name:
        wanted = re.match("cannot import name '([^']+)'", str(error))
        what = f"no “{wanted[1]}” in “{error.name}”" if wanted else f"no “{error.name}”"
        return f"There is {what} in this page{at}."
    if isinstance(error, NameError) and error.name:
        return f"Nothing is called “{error.name}” here{at}. Is it spelled right?"
    if isinstance(error, AttributeError):
        package = getattr(error.obj, "__name__", "").partition(".")[0]
        if package in IN_PART:
            return f"This page has only a part of {package}, without “{error.name}”{at}."
    if isinstance(error, AssertionError):
        said = linecache.getline(name, line).strip() if line else ""
        return f"The code claims what is not so{at}: {said.removeprefix('assert ') or error}"
    if isinstance(error, SystemExit):
        return "The code has ended itself; the page goes on."
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        return (
            f"A page cannot start threads or processes{at}. Where Python is installed, this runs."
        )
    said = re.sub(r"\s+", " ", str(error)).strip().rstrip(".") or type(error).__name__
    if isinstance(error, KeyError):
        said = f"there is no {said}"
    return f"That does not work{at}: {said}."


def _line(error: BaseException, name: str) -> int:
    """The last line of the cell that was run, or 0."""
    lines = [at.lineno or 0 for at in traceback.extract_tb(error.__traceback__)
             if at.filename == name]  # fmt: skip
    return lines[-1] if lines else 0


class Claims(ast.NodeTransformer):
    """Turns what a cell asserts into notes: in a changed cell, the book's number may be another."""

    NAME = "__claim__"
    VALUE = "__claimed__"
    """What stands left of an ``==``, for the note to say what it is instead."""

    def __init__(self, code: str = "") -> None:
        self._code = code

    def visit_Assert(self, node: ast.Assert) -> ast.Expr:
        """Return the note that takes the place of a claim."""
        segment = ast.get_source_segment(self._code, node.test) if self._code else ""
        given: list[ast.expr] = [node.test, ast.Constant(segment or ast.unparse(node.test))]
        match node.test:
            case ast.Compare(left=left, ops=[ast.Eq()]):
                node.test.left = ast.NamedExpr(ast.Name(self.VALUE, ast.Store()), left)
                given.append(ast.Name(self.VALUE, ast.Load()))
        noted = ast.Call(ast.Name(self.NAME, ast.Load()), given, [])
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(noted), node))


def no_longer(said: str, *value: object) -> str:
    """Return the note: what the book asserts, and the value there is instead, where it is known."""
    is_now = f" It is <code>{escape(_short(value[0]))}</code>." if value else ""
    return f"The book says here <code>{escape(said)}</code>. With your change it is not so.{is_now}"


def _short(value: object) -> str:
    said = str(value) if isinstance(value, Fraction) else repr(value)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
