"""Shows the book while it is written: `make watch`.

After each change a draft is built: the pages as they are, without what only a published book needs.
What has not changed is kept, and the browser loads the page anew. A draft is built by a fork of
this process, which has imported what takes long, and nothing of ours.
"""

import functools
import http.server
import importlib
import os
import shutil
import threading
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
OUT: Final = ROOT / "_build" / "draft"
SITE: Final = OUT / "html"
STATIC: Final = ROOT / "book" / "_static"
WATCHED: Final = (ROOT / "book", ROOT / "rules_lib", ROOT / "_config.yml", ROOT / "_toc.yml")
SKIPPED: Final = ("__pycache__", ".ipynb_checkpoints")
PAUSE: Final = 0.2
IMPORTED: Final = (
    "jupyter_book.sphinx",
    "myst_nb.sphinx_ext",
    "nbclient",
    "scipy.signal",
    "sphinx.builders.html",
    "sphinx.ext.autodoc",
    "sphinx_book_theme",
    "sphinx_comments",
    "sphinx_design",
    "sphinx_external_toc",
)


def times() -> dict[Path, int]:
    """Return when each file that the book is made of was changed."""
    files = (each for place in WATCHED for each in (place, *place.rglob("*")))
    return {
        each: each.stat().st_mtime_ns
        for each in files
        if each.is_file() and not any(name in each.parts for name in SKIPPED)
    }


def build() -> None:
    """Build a draft of what has changed."""
    from jupyter_book.sphinx import build_sphinx  # type: ignore[import-untyped]

    settings = {"external_toc_path": str(ROOT / "_toc.yml"), "latex_individualpages": False}
    build_sphinx(
        ROOT,
        SITE,
        noconfig=True,
        path_config=ROOT / "_config.yml",
        confoverrides=settings,
        doctreedir=OUT / "trees",
        quiet=True,
    )


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the draft, and says nothing of it."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def end_headers(self) -> None:
        """Let the browser keep nothing."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def main() -> None:
    """Build, serve, and build again."""
    os.environ["RULEBOOK_DRAFT"] = "1"
    for name in IMPORTED:
        importlib.import_module(name)
    SITE.mkdir(parents=True, exist_ok=True)
    port = int(os.environ.get("PORT", "8000"))
    handler = functools.partial(Quiet, directory=str(SITE))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    known: dict[Path, int] = {}
    while True:
        now = times()
        if changed := {
            each for each in now.keys() | known.keys() if now.get(each) != known.get(each)
        }:
            begun = time.monotonic()
            # In a process of its own, which tells what fails; this one goes on.
            draft = get_context("fork").Process(target=build)
            draft.start()
            draft.join()
            for each in changed if known else ():
                if STATIC in each.parents and each.is_file():
                    shutil.copyfile(each, SITE / "_static" / each.relative_to(STATIC))
            (SITE / "built").write_text(str(time.time()))
            print(f"built in {time.monotonic() - begun:.1f} s", flush=True)
            if not known:
                threading.Thread(target=server.serve_forever, daemon=True).start()
                print(f"Look at http://127.0.0.1:{port}/index.html; stop with Ctrl+C", flush=True)
            known = now
        time.sleep(PAUSE)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print()
