"""Where the built pages lie, and which there are."""

import os
from functools import cache
from pathlib import Path

from playwright.sync_api import ViewportSize

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
ALL = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
PAGES = [name for name in ALL if name.startswith("book/")]
BESIDE = [name for name in ALL if "/" not in name and name != "index.html"]
"""All but the one that only leads on to the front page."""
PHONE: ViewportSize = {"width": 390, "height": 844}


@cache
def script(name: str) -> str:
    """What is asked or done within a page: a function of JavaScript."""
    return (Path(__file__).parent / "in_page" / f"{name}.js").read_text("utf-8")
