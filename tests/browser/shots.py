"""Screenshots of what the tests have seen, to be looked at by people who ask for them."""

import os
from pathlib import Path

from playwright.sync_api import Page

FOLDER = Path(__file__).parents[2] / "_screenshots"


def shoot(page: Page, name: str) -> None:
    """Keep what the window shows, if somebody wants to see it."""
    if not os.environ.get("RULEBOOK_SHOTS"):
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
    assert path.read_bytes().startswith(b"\x89PNG")
