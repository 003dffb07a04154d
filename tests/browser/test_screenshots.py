"""Keeps pictures of the pages in `_screenshots`: wide and narrow, by day and by night."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.shots import shoot

pytestmark = [pytest.mark.site, pytest.mark.browser]

SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 900},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
}
PAGES = {
    "front": "book/index.html",
    "melee": "book/paper_tigers/melee.html#your-odds",
    "clause": "book/triumph_and_glory/charge.html#TG-9.81a",
    "quick": "book/quick/in_die_tiefen.html",
    "story": "book/learn/first_melee.html",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_are_kept_to_be_looked_at(
    visit: Callable[..., AbstractContextManager[Page]], size: str, scheme: Any
) -> None:
    for short, name in PAGES.items():
        with visit(name, viewport=SIZES[size], color_scheme=scheme) as page:
            shoot(page, f"{short}-{size}-{scheme}")
