"""``python -m tests.shown`` writes anew what is kept, and what a program in a page prints;
with a commit it shows what has changed.

``python -m tests.shown origin/main`` compares all that the library shows by itself with what it
showed in that commit; with ``--pages`` the built pages, too (it builds the book twice).
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable
from difflib import unified_diff
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rules_lib.errors import RulesError
from tests.shown.sources import KEPT, PAGES, ROOT, Lines, kept_texts, library, of_page, text_of

README = ROOT / "README.md"
PROGRAMS = ROOT / "book/reference/programs.md"
EXAMPLE = re.compile(
    r"^```python\n(?P<code>.*?)^```\n+(?:[^\n`]+\n+)?```text\n(?P<printed>.*?)^```", re.M | re.S
)
BUILD = ("jupyter-book", "build", ".", "--quiet")


def main() -> None:
    """Keep, write all into a folder, or compare with a commit."""
    parser = argparse.ArgumentParser(prog="python -m tests.shown", description=__doc__)
    parser.add_argument("commit", nargs="?", help="what to compare with")
    parser.add_argument("--pages", action="store_true", help="the built pages, too")
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.into:
        write(options.into, told(all_shown(options.pages)))
    elif options.commit:
        with TemporaryDirectory() as folder:
            compare(options.commit, options.pages, Path(folder))
    else:
        texts = told(kept_texts())  # all of them, before any goes
        for path in KEPT.rglob("*.txt"):
            path.unlink()
        write(KEPT, texts)
        for page in (README, PROGRAMS):
            write_printed(page)


def all_shown(pages: bool) -> dict[str, Callable[[], Lines]]:
    """What the library shows and, of a book that is built, what the pages show."""
    return library() | ({page: partial(of_page, page) for page in PAGES} if pages else {})


def told(sources: dict[str, Callable[[], Lines]]) -> dict[str, str]:
    """The text that each of them shows; or the first that the rules no longer allow, in a line."""
    texts = {}
    for name, show in sources.items():
        try:
            texts[name] = text_of(show())
        except RulesError as error:
            sys.exit(f"{name}: {error}")
    return texts


def write(folder: Path, texts: dict[str, str]) -> None:
    """One file a text; what shows nothing has none."""
    for name, text in texts.items():
        if text:
            path = folder / f"{name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{text}\n", "utf-8", newline="\n")


def write_printed(page: Path) -> None:
    """What the first program of a page prints, under it."""
    found = EXAMPLE.search(text := page.read_text("utf-8"))
    assert found, f"{page.name} needs a ```python block followed by a ```text block with its output"
    run = [sys.executable, "-c", found["code"]]
    said = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    start, end = found.span("printed")
    page.write_text(text[:start] + said + text[end:], "utf-8", newline="\n")


def compare(commit: str, pages: bool, folder: Path) -> None:
    """Print what is shown here and was not shown in the commit, and the other way round."""
    git = ["git", "-C", str(ROOT), "worktree"]
    before, tree = folder / "before", folder / "tree"
    subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
    try:
        for place, into in ((tree, before), (ROOT, folder / "now")):
            show_all(place, pages, into)
    finally:
        subprocess.run([*git, "remove", "--force", str(tree)], check=True)
    texts = [
        {path.relative_to(into).as_posix(): path.read_text("utf-8") for path in into.rglob("*.txt")}
        for into in (before, folder / "now")
    ]
    for name in sorted({*texts[0], *texts[1]}):
        old, new = (each.get(name, "").splitlines() for each in texts)
        print(*unified_diff(old, new, f"{commit}: {name}", name, lineterm=""), sep="\n", end="")
        print("\n" if old != new else "", end="")


def show_all(place: Path, pages: bool, into: Path) -> None:
    """Write all that a tree shows, as that tree writes it."""
    env = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    if pages:
        subprocess.run(BUILD, cwd=place, env=env, check=True)
    more = ["--pages"] if pages else []
    run = [sys.executable, "-m", "tests.shown", "--into", str(into), *more]
    subprocess.run(run, cwd=place, env=env, check=True)


if __name__ == "__main__":
    main()
