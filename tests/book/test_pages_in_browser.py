"""The built pages in a real browser, opened as files: silent, without errors, and phone-wide."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

pytestmark = [pytest.mark.site, pytest.mark.browser]

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
PAGES = sorted(path.relative_to(SITE).as_posix() for path in (SITE / "book").rglob("*.html"))
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        running = playwright.chromium.launch(executable_path=chromium, args=options)
        yield running
        running.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_page_on_a_phone(browser: Browser, name: str, scheme: Literal["light", "dark"]) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme=scheme)
    page = context.new_page()
    asked, said = watch(page)
    page.goto((SITE / name).as_uri(), wait_until="load")
    scroll_through(page)
    assert asked == []
    assert said == []
    widest = page.evaluate("document.documentElement.scrollWidth")
    assert widest <= PHONE["width"], f"the page is {widest} pixels wide"
    context.close()


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
    browser: Browser, asked_for: str, anchor: str
) -> None:
    page = browser.new_page()
    page.goto((SITE / "search.html").as_uri() + f"?q={quote(asked_for)}")
    page.wait_for_selector("#search-results li a")
    page.wait_for_function("document.querySelector('.search-summary')?.textContent.match(/found/i)")
    links = page.eval_on_selector_all(
        "#search-results li a", "all => all.slice(0, 3).map(a => a.href)"
    )
    assert any(unquote(each).endswith(f"#{anchor}") for each in links), links
    page.close()


def watch(page: Page) -> tuple[list[str], list[str]]:
    """Requests that leave the folder, and what the page complains about, as they come in."""
    asked: list[str] = []
    said: list[str] = []
    local = ("file:", "data:", "blob:")
    page.on("request", lambda each: None if each.url.startswith(local) else asked.append(each.url))
    page.on("requestfailed", lambda each: said.append(f"failed: {each.url}"))
    page.on("pageerror", lambda error: said.append(str(error)))
    loud = {"error", "warning"}
    page.on("console", lambda each: said.append(each.text) if each.type in loud else None)
    return asked, said


def scroll_through(page: Page) -> None:
    """Bring everything into view once, since pictures are drawn when they are seen."""
    page.evaluate(
        """async () => {
            for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
                scrollTo(0, y);
                await new Promise(requestAnimationFrame);
            }
        }"""
    )
    drawn = "document.querySelectorAll('figure.rb-picture:not([data-drawn])').length === 0"
    page.wait_for_function(drawn)
