"""What a page may load is said in the page; the book needs no more, and gets no more."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.browser.alive import CHAPTER, SITE, Alive
from tests.browser.axe import OF_EACH_KIND
from tests.browser.tab import Tab, draw, switch, use

pytestmark = [pytest.mark.site, pytest.mark.browser]

PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
BESIDE = [name for name in PAGES if "/" not in name and name != "index.html"]
"""All but the one that only leads on to the front page."""
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')


@pytest.fixture(params=["http", "file"])
def base(request: pytest.FixtureRequest, host: str) -> str:
    """The site as a host offers it, and as a copy on a disk."""
    return host if request.param == "http" else f"{SITE.as_uri()}/"


def policy(name: str) -> dict[str, list[str]]:
    """The directives of a page."""
    (text,) = POLICY.findall((SITE / name).read_text("utf-8"))
    said = (each.split() for each in text.replace("&#x27;", "'").split("; "))
    return {name: values for name, *values in said}


def test_every_page_says_what_it_may_load_before_it_loads_anything() -> None:
    assert len(PAGES) > 30
    for name in PAGES:
        text = (SITE / name).read_text("utf-8")
        before = POLICY.split(text)[0]
        assert not re.search(r"<(script|link|style|img|body)\b", before), name
        assert policy(name)["default-src"] == ["'none'"], name


def test_no_policy_names_a_host_or_lets_any_script_in() -> None:
    """Only what is listed here; whatever is added has to be thought about."""
    ours = {"'none'", "'self'", "file:"}
    wider = {
        ("img-src", "data:"),
        ("style-src", "'unsafe-inline'"),
        ("script-src", "'wasm-unsafe-eval'"),
        ("script-src", "blob:"),
        ("worker-src", "blob:"),
    }
    for name in PAGES:
        live = re.search(r"/(live|dice)\.js\b", (SITE / name).read_text("utf-8")) is not None
        for directive, values in policy(name).items():
            for value in values:
                if directive == "script-src" and re.fullmatch(r"'sha256-[\w+/]{43}='", value):
                    continue
                assert value in ours or (directive, value) in wider, (name, directive, value)
        assert ("worker-src" in policy(name)) == live, name
        for of_python in ("'wasm-unsafe-eval'", "blob:"):
            assert (of_python in policy(name)["script-src"]) == live, name


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in OF_EACH_KIND else pytest.mark.deep)
        for name in PAGES
        if name.startswith("book/")
    ],
)
def test_a_page_does_all_it_can_within_its_policy(tab: Tab, host: str, name: str) -> None:
    """From a host, a page of each kind; from a disk, the tests of every page ask the same."""
    with tab.at(host + name) as heard:
        draw(tab.page)
        use(tab.page)
        assert (heard.violated(), heard.said) == ([], [])


@pytest.mark.parametrize("name", BESIDE)
def test_the_pages_beside_the_chapters(tab: Tab, base: str, name: str) -> None:
    with tab.at(base + name) as heard:
        if name != "404.html":
            switch(tab.page)
        assert (heard.violated(), heard.said) == ([], [])


def test_light_and_dark_from_a_disk(tab: Tab) -> None:
    with tab.at((SITE / "book/index.html").as_uri()) as heard:
        seen = switch(tab.page)
        tab.page.reload()
        assert tab.page.evaluate("document.documentElement.dataset.mode") == seen[-1]
        assert (heard.violated(), heard.said) == ([], [])


def test_a_reader_searches_and_follows_what_is_found(tab: Tab, host: str) -> None:
    page = tab.page
    with tab.at(f"{host}book/index.html") as heard:
        page.locator("button.search-button__button").first.click()
        field = page.locator("dialog input[type=search]").first
        field.fill("PT-M13")
        expect(page.locator("dialog .rb-search-list a").first).to_contain_text("PT-M13")
        field.press("Enter")
        page.wait_for_url("**/book/paper_tigers/melee.html#PT-M13")
        assert (heard.violated(), heard.said) == ([], [])


TRIES = {
    "script-src-elem: inline": """() => {
        const script = document.createElement("script");
        script.textContent = "window.slipped = true";
        document.body.append(script);
    }""",
    "script-src-attr: inline": """() => {
        document.body.insertAdjacentHTML("beforeend", "<b onclick='slipped = true'>x</b>");
        document.body.lastElementChild.click();
    }""",
    "script-src-elem: there": """(there) => {
        const script = document.createElement("script");
        script.src = there;
        document.body.append(script);
    }""",
    "script-src: eval": "() => { setTimeout('window.slipped = true'); }",
    "img-src: there": "(there) => { new Image().src = there; }",
    "style-src-elem: there": """(there) => {
        document.head.insertAdjacentHTML("beforeend", `<link rel=stylesheet href="${there}">`);
    }""",
    "font-src: there": "(there) => new FontFace('x', `url(${there})`).load().catch(() => {})",
    "connect-src: there": "(there) => fetch(there).catch(() => {})",
    "frame-src: there": """(there) => {
        document.body.insertAdjacentHTML("beforeend", `<iframe src="${there}"></iframe>`);
    }""",
    "form-action: there": """(there) => {
        document.body.insertAdjacentHTML("beforeend", `<form action="${there}"></form>`);
        document.body.lastElementChild.submit();
    }""",
    "base-uri: there": """(there) => {
        document.head.insertAdjacentHTML("beforeend", `<base href="${there}">`);
    }""",
    "media-src: there": "(there) => { new Audio(there).load(); }",
}
"""What something that has slipped into a page might do, and what the browser says to it."""


@contextmanager
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """Address of another host, and what it has been asked."""
    asked: list[str] = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/it", asked
        server.shutdown()


@pytest.mark.parametrize("name", [CHAPTER, "search.html"])
def test_what_slips_into_a_page_can_do_nothing(tab: Tab, base: str, name: str) -> None:
    page = tab.page
    with elsewhere() as (there, asked), tab.at(base + name) as heard:
        for count, (attempt, script) in enumerate(TRIES.items(), start=1):
            page.evaluate(script, there)
            page.wait_for_function("(count) => (window.violated ?? []).length >= count", arg=count)
            (found,) = heard.violated()[count - 1 :]
            assert found.startswith(attempt.replace("there", there.removesuffix("/it")))
        assert page.evaluate("window.slipped") is None
        assert asked == []


def test_python_in_the_page_asks_no_other_host(alive: Alive) -> None:
    with elsewhere() as (there, asked):
        before = alive.page.evaluate("window.violated ?? []")
        said, requests = list(alive.said), len(alive.asked)
        changed = alive.cell("red_10 = ")
        field, shown = changed.locator(".rb-alive-code"), changed.locator(".cell_output")
        for code, answer in {
            f"from pyodide.http import open_url\nopen_url({there!r})": "NetworkError",
            f"import js\njs.fetch({there!r})\nprint('asked')": "asked",
            "import js\njs.eval('1 + 1')": "EvalError",
            "6 * 7": "42",
        }.items():
            field.fill(code)
            field.press("Shift+Enter")
            expect(shown).to_contain_text(answer)
        assert (before, asked) == ([], [])
    # The browser has complained of these tries, and of nothing before.
    assert said == []
    changed.get_by_role("button", name="The book’s code").click()
    alive.said.clear()
    del alive.asked[requests:]
