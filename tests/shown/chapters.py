"""What the cells of a chapter show when they are run here, in this process."""

import ast
import contextlib
import io
import os
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from unittest.mock import patch

import jupytext
from plotly.graph_objects import Figure

from rules_lib.presentation.display import STATIC_ENVIRONMENT
from tests.shown.reading import shown

SILENT = {"remove-cell", "remove-output"}


def outputs(chapter: Path) -> Iterator[str]:
    """What each cell shows, as plain text: what it prints, and its last value."""
    names: dict[str, Any] = {}
    for cell in jupytext.read(chapter).cells:
        if cell.cell_type == "code":
            said, value = _run(cell.source, names)
            silent = SILENT.intersection(cell.metadata.get("tags", ()))
            for html in () if silent else (said, value):
                yield from shown(html)


def _run(source: str, names: dict[str, Any]) -> tuple[str, str]:
    """Run a cell; return what it prints and what its last value shows, as HTML."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(ast.Module(body, []), "a cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "a cell", "eval"), names) if last else None  # type: ignore[attr-defined]
    return _as_text(said.getvalue()), "" if value is None else _as_html(value)


def _as_html(value: Any) -> str:
    if isinstance(value, Figure):
        return f'<script type="application/json">{value.to_json()}</script>'
    bundle = getattr(value, "_repr_mimebundle_", None)
    with patch.dict(os.environ, {STATIC_ENVIRONMENT: "1"}):
        html = bundle()["text/html"] if bundle else getattr(value, "_repr_html_", lambda: None)()
    return html or _as_text(repr(value))


def _as_text(text: str) -> str:
    return f"<pre>{escape(text)}</pre>" if text else ""
