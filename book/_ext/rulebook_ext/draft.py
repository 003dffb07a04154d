"""A draft for who writes the book: quick, and without what only a published book needs.

After a change of the library a draft reads the pages of its game anew, after one of what all games
share every page. What a page says of others, such as its line of coverage, may be of before.
"""

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from rulebook_ext.project import CACHE, library

WATCHED = (Path(__file__).parents[3] / "rules_lib", Path(__file__).parents[1])
RELOAD = """setInterval(async () => {
  const built = await (await fetch("/built")).text().catch(() => window.built);
  if (window.built && window.built !== built) location.reload();
  window.built = built;
}, 500);"""


def wanted() -> bool:
    """Whether a draft is built: `make watch` says so."""
    return os.environ.get("RULEBOOK_DRAFT") == "1"


def has(file: Path) -> bool:
    """Whether a draft has this, as it was when its first pages were built."""
    return wanted() and file.is_file()


def is_kept(name: str) -> bool:
    """Whether this state of the library has made it before; for a draft any state will do."""
    return bool(_places(name))


def kept(name: str, make: Callable[[], Any]) -> Any:
    """Return what is kept under a name, or make it and keep it."""
    if found := _places(name):
        return pickle.loads(found[0].read_bytes())
    made = make()
    for old in CACHE.glob(f"{name}.*"):
        old.unlink(missing_ok=True)
    file = CACHE / f"{name}.{library()[:16]}"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(pickle.dumps(made))
    return made


def _places(name: str) -> list[Path]:
    state = "*" if wanted() else library()[:16]
    return sorted(CACHE.glob(f"{name}.{state}"))


def setup(app: Sphinx) -> None:
    """Let each page look whether there is a newer one."""
    app.add_config_value("rulebook_live", False, "html", bool)  # what it is of, a draft leaves out
    app.add_js_file(None, body=RELOAD)


def outdated(env: BuildEnvironment) -> list[str]:
    """Return the pages that a change of the library, or of this extension, may have changed."""
    now = {
        path: path.stat().st_mtime_ns
        for place in WATCHED
        for path in place.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    kept: Any = env
    before, kept.rulebook_sources = getattr(env, "rulebook_sources", {}), now
    changed = {each for each, _ in now.items() ^ before.items()}
    games = {Path(page).parent.name for page in env.found_docs if Path(page).parent.name}
    concerned = [games.intersection(each.parts) for each in changed]
    if not all(concerned):
        return sorted(env.found_docs)
    folders = set().union(*concerned)
    return sorted(page for page in env.found_docs if Path(page).parent.name in folders)
