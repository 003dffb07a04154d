"""How a part of the extension is told of each page and of the end of a build, and tells pages."""

import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from docutils import nodes
from sphinx.application import Sphinx

USUAL = 500
Context = dict[str, Any]
OnPage = Callable[[Sphinx, str, Context, nodes.document | None], None]
AtEnd = Callable[[Sphinx, Path], None]


Made = TypeVar("Made")


def beside(make: Callable[..., Made], *given: Any) -> Future[Made]:
    """Let another program make something while the build goes on."""
    pool = ThreadPoolExecutor(1)
    made = pool.submit(make, *given)
    pool.shutdown(wait=False)
    return made


def on_page(app: Sphinx, act: OnPage, priority: int = USUAL) -> None:
    """Act before a page of HTML is written: on its name, context and document, if it has one."""

    def called(
        app: Sphinx, page: str, _template: str, context: Context, tree: nodes.document | None
    ) -> None:
        if app.builder.format == "html":
            act(app, page, context, tree)

    app.connect("html-page-context", called, priority=priority)


def at_end(app: Sphinx, act: AtEnd, priority: int = USUAL) -> None:
    """Act on the folder of the site when all its pages are written, and nothing has failed."""

    def called(app: Sphinx, exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            act(app, Path(app.outdir))

    app.connect("build-finished", called, priority=priority)


def write_data(file: Path, variable: str, value: Any) -> None:
    """Write data as a script, no JSON: a page that is opened from a disk may load only that."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    file.write_text(f"window.{variable} = {text};\n", "utf-8")
