"""Runs a chapter's cells one by one and returns what they show, as JSON that the page draws."""

import ast
import json
import linecache
import os
import sys
import traceback
from typing import Any

from rulebook_live import choices, plainly, standins
from rulebook_live.sinks import Stream, collected, emit

SHOWN = ("text/html", "image/svg+xml", "text/plain")
"""Forms that the page can draw, the best one first."""

_namespace: dict[str, Any] = {}


def start() -> None:
    """Get ready."""
    standins.install(display)
    choices.install(display)
    os.environ["RULEBOOK_STATIC"] = "live"  # what is shown has the page's style and links
    sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
    _namespace.clear()
    own = {"__name__": "__main__", "display": display, choices.NAME: choices.answer}
    _namespace.update(own)


def run(code: str, name: str, show: bool = True, changed: bool = False) -> str:
    """Run one cell and return its outputs, a JSON list as in a notebook file.

    Without `show` nothing is drawn, only what fails is told. Where the reader has `changed`
    something, what the book asserts need no longer be so: then it is noted, and the cell goes on.
    """
    with collected() as outputs:
        try:
            _execute(code, name, show, changed)
        except BaseException as error:  # noqa: BLE001 - also SystemExit must not end the page
            emit(_told(error, name))
    return json.dumps(outputs if show else [each for each in outputs if "ename" in each])


def display(*values: Any, **_ignored: Any) -> None:
    """Show values as the last line of a cell does."""
    for value in values:
        emit({"output_type": "display_data", "data": bundle(value), "metadata": {}})


def bundle(value: Any) -> dict[str, Any]:
    """Return the best form of a value, and its text."""
    value = choices.shown_here(value)
    method = getattr(value, "_repr_mimebundle_", None)
    found = method(include=None, exclude=None) if method else {}
    data: dict[str, Any] = dict(found[0] if isinstance(found, tuple) else found or {})
    for mime, name in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        method = getattr(value, name, None)
        if mime not in data and method and (text := method()) is not None:
            data[mime] = str(text)
    data.setdefault("text/plain", repr(value))
    best = next(mime for mime in SHOWN if mime in data)
    return {best: data[best], "text/plain": data["text/plain"]}


def claim(true: Any, said: str, *value: Any) -> None:
    """Note what the book asserts, if it is no longer so."""
    if not true:
        html = f'<p class="rb-alive-claim">{plainly.no_longer(said, *value)}</p>'
        data = {"text/html": html, "text/plain": said}
        emit({"output_type": "display_data", "data": data, "metadata": {}})


def _execute(code: str, name: str, show: bool, changed: bool) -> None:
    """Run all statements; the value of a last expression is shown."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    tree = ast.parse(code, name)
    if changed:
        _namespace[plainly.Claims.NAME] = claim
        tree = plainly.Claims(code).visit(tree)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), _namespace)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), name, "eval"), _namespace)
        if show and value is not None and not code.rstrip().endswith(";"):
            display(value)


def _told(error: BaseException, name: str) -> dict[str, Any]:
    """Return an error as a notebook does, without the frames of this module, and in plain words."""
    steps = error.__traceback__
    while steps is not None and steps.tb_frame.f_code.co_filename == __file__:
        steps = steps.tb_next
    text = "".join(traceback.format_exception(type(error), error, steps))
    return {
        "output_type": "error",
        "ename": type(error).__name__,
        "evalue": str(error),
        "plain": plainly.sentence(error, name),
        "traceback": [text],
    }
