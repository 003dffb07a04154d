"""A reader of a link that leads nowhere is led back."""

import functools
import http.server
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.tab import Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]


@pytest.mark.parametrize("folder", ["/some/where", "/book", ""])
def test_the_lost_page_leads_back_from_any_address(tab: Tab, site: Path, folder: str) -> None:
    """As a static host does it: under a folder of its own, at the address that was asked for."""

    class Host(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def translate_path(self, path: str) -> str:
            inside = path.startswith(f"{folder}/")
            return super().translate_path(path.removeprefix(folder) if inside else "/nowhere")

        def send_error(self, *_: object) -> None:
            body = (site / "404.html").read_bytes()
            self.send_response(404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with Serving(functools.partial(Host, directory=str(site))) as port:
        for lost in (
            "nothing.html",
            "paper_tigers/melee.html",
            "book/paper_tigers/lost/deeper.html",
            "en/latest/book/paper_tigers/melee.html",
        ):
            page, base = tab.page, f"http://127.0.0.1:{port}{folder}/"
            with tab.at(base + lost):
                front = page.get_by_role("link", name="front page")
                expect(front).to_have_attribute("href", f"{folder}/book/index.html")
                front.click()
                assert page.url == f"{base}book/index.html"
                page.go_back()
                expect(front).to_have_attribute("href", f"{folder}/book/index.html")
                page.get_by_role("searchbox").fill("PT-M13")
                page.get_by_role("button").click()
                assert page.url == f"{base}search.html?q=PT-M13"


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
