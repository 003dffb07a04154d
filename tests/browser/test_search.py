"""The search of the built book finds numbers and original terms."""

from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser

pytestmark = [pytest.mark.site, pytest.mark.browser]


@pytest.mark.parametrize(
    ("asked_for", "anchor"),
    [
        ("PT-M13", "PT-M13"),
        ("tg-9.87e", "TG-9.87e"),
        ("R-N4", "R-N4"),
        ("E-A5", "E-A5"),
        ("Stürmen", "PT-M2"),
        ("Отзыв", "TG-9.82"),
        ("Прорыв", "TG-9.73b"),
    ],
)
def test_the_search_finds_numbers_and_original_terms(
    lonely_browser: Browser, site: Path, asked_for: str, anchor: str
) -> None:
    page = lonely_browser.new_page()
    page.goto((site / "search.html").as_uri() + f"?q={quote(asked_for)}")
    page.wait_for_selector("#search-results li a")
    page.wait_for_function("document.querySelector('.search-summary')?.textContent.match(/found/i)")
    links = page.eval_on_selector_all(
        "#search-results li a", "all => all.slice(0, 3).map(a => a.href)"
    )
    assert any(unquote(each).endswith(f"#{anchor}") for each in links), links
    page.close()
