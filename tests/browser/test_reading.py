"""The built book as it is read: weight, paper, text alternatives, what comes next, what is lost."""

import functools
import gzip
import http.server
import os
import re
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, ViewportSize, expect

pytestmark = [pytest.mark.site, pytest.mark.browser]
Visit = Callable[..., AbstractContextManager[Page]]

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
PAGES = sorted(path.relative_to(SITE).as_posix() for path in (SITE / "book").rglob("*.html"))
MOST = 1_000_000
"""Bytes, compressed: what a reader waits for on first opening a page."""
SOME = re.compile(r"\S")
LATE = "plotly.min.js"
"""Fetched when the first picture comes near, after the text: not part of the first view."""
PHONE: ViewportSize = {"width": 390, "height": 844}
UNNAMED = """() => {
    const named = (each) => each.getAttribute("aria-label") || each.getAttribute("alt")
        || each.getAttribute("aria-labelledby") || each.querySelector(":scope > title");
    const hidden = (each) => each.closest("[aria-hidden=true], [role=presentation]")
        || each.getAttribute("alt") === "" || each.classList.contains("main-svg");
    return [...document.querySelectorAll("article img, article svg")]
        .filter((each) => !each.parentElement.closest("svg"))
        .filter((each) => !each.closest(".rb-plot") && !hidden(each) && !named(each)
            && !each.closest("[role=img][aria-label]"))
        .map((each) => each.outerHTML.slice(0, 120));
}"""
# A story that is played has a form of its own for paper, which its own tests look at.
SHUT = "article details:not([open]):not(.rb-learn *)"
LOST = """() => [...document.querySelectorAll("article details > :not(summary)")]
    .filter((each) => each.tagName !== "SCRIPT" && !each.closest(".rb-learn")
        && each.textContent.trim() && !each.getClientRects().length)
    .map((each) => each.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize("name", PAGES)
def test_the_first_view_is_light(
    lonely_browser: Browser, site: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = lonely_browser.new_page(viewport=PHONE)
    asked: set[str] = set()

    def note(request: Request) -> None:
        asked.add(unquote(urlsplit(request.url).path))

    page.on("request", note)
    page.goto((site / name).as_uri(), wait_until="networkidle")
    page.close()
    files = sorted(Path(each) for each in asked if Path(each).is_file())
    assert site.resolve() / name in [each.resolve() for each in files]
    weights = {each.name: len(gzip.compress(each.read_bytes(), mtime=0)) for each in files}
    late = weights.pop(LATE, 0)
    weight = sum(weights.values())
    with capsys.disabled():
        more = f", and {late / 1000:.0f} kB for its pictures, late" if late else ""
        print(f"\n{name}: first view {weight / 1000:.0f} kB compressed{more}")
    assert weight <= MOST, weights
    assert not late or 'class="rb-picture' in (site / name).read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_has_words_for_it(visit: Visit, name: str) -> None:
    with visit(name) as page:
        assert page.evaluate(UNNAMED) == []
        for figure in page.locator("figure.rb-picture").all():
            expect(figure.locator("figcaption")).not_to_be_empty()
            assert figure.locator("table tbody tr").count() > 0


@pytest.mark.parametrize("name", PAGES)
def test_paper_loses_nothing_that_is_folded(visit: Visit, name: str) -> None:
    with visit(name) as page:
        page.emulate_media(media="print")
        closed = page.locator("details:not([open])").count()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator(SHUT).count() == 0
        assert page.evaluate(LOST) == []
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="screen")
        assert page.locator("details:not([open])").count() == closed


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_its_neighbours_its_icon_and_its_card(visit: Visit, name: str) -> None:
    with visit(name) as page:
        assert page.locator(".prev-next-footer a").count() >= 1
        assert page.locator("link[rel='icon'], link[rel='shortcut icon']").count() == 1
        for kind in ("og:title", "og:description", "og:image", "og:image:alt"):
            expect(page.locator(f"meta[property='{kind}']")).to_have_attribute("content", SOME)
        card = page.locator("meta[property='og:image']").get_attribute("content") or ""
        if "://" not in card:
            assert (SITE / name).parent.joinpath(card).is_file()
        assert page.locator("meta[name='description']").count() == 1


def test_the_lost_page_leads_back_from_any_depth(lonely_browser: Browser, site: Path) -> None:
    """As a static host does it: under a folder of its own, at the address that was asked for."""

    class Host(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def translate_path(self, path: str) -> str:
            return super().translate_path(path.removeprefix("/some/where"))

        def send_error(self, *_: object) -> None:
            body = (site / "404.html").read_bytes()
            self.send_response(404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with Serving(functools.partial(Host, directory=str(site))) as port:
        for lost in ("nothing.html", "book/paper_tigers/lost/deeper.html"):
            page = lonely_browser.new_page()
            base = f"http://127.0.0.1:{port}/some/where/"
            page.goto(base + lost)
            page.get_by_role("link", name="front page").click()
            assert page.url == f"{base}book/index.html"
            page.go_back()
            page.get_by_role("searchbox").fill("PT-M13")
            page.get_by_role("button").click()
            assert page.url == f"{base}search.html?q=PT-M13"
            page.close()


class Serving:
    """A server on this machine for as long as the block lasts."""

    def __init__(self, handler: Callable[..., http.server.BaseHTTPRequestHandler]) -> None:
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def __enter__(self) -> int:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return int(self.server.server_address[1])

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
