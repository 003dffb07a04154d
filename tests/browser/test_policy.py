"""What a page may load is said in the page; the book needs no more, and gets no more."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.alive import CHAPTER, PATIENCE, SITE, cell, make_live, open_folds

pytestmark = [pytest.mark.site, pytest.mark.browser]

PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
BESIDE = [name for name in PAGES if "/" not in name and name != "index.html"]
"""All but the one that only leads on to the front page."""
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')
HEARS = """addEventListener("securitypolicyviolation", (event) => {
    (window.violated ??= []).push(`${event.effectiveDirective}: ${event.blockedURI}`);
});"""
SCROLL = """async () => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
        scrollTo(0, y);
        await new Promise(requestAnimationFrame);
    }
}"""
DRAWN = "() => document.querySelectorAll('figure.rb-picture:not([data-drawn])').length === 0"
USE = """() => {
    for (const input of document.querySelectorAll("[data-control]")) {
        if (input.type === "radio") input.checked = true;
        else input.selectedIndex = input.options.length - 1;
        input.dispatchEvent(new Event("change", {bubbles: true}));
    }
    const pressed = ".rb-copy, .rb-quiz button, .rb-learn-choice, .copybtn";
    for (const button of document.querySelectorAll(pressed)) if (button.isConnected) button.click();
}"""
SWITCH = """() => {
    const seen = [document.documentElement.dataset.mode];
    for (let i = 0; i < 3; i++) {
        document.querySelector("button.theme-switch-button").click();
        seen.push(document.documentElement.dataset.mode);
    }
    return seen;
}"""


@pytest.fixture(params=["http", "file"])
def base(request: pytest.FixtureRequest, host: str) -> str:
    """The site as a host offers it, and as a copy on a disk."""
    return host if request.param == "http" else f"{SITE.as_uri()}/"


@contextmanager
def opened(browser: Browser, address: str, hears: bool = True) -> Iterator[tuple[Page, list[str]]]:
    """Open a page; what it says that is no mere log is in the list."""
    permissions = ["clipboard-read", "clipboard-write"]
    context = browser.new_context(permissions=permissions, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(HEARS)
    said: list[str] = []
    page.on("console", lambda each: said.append(each.text) if each.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address, wait_until="load")
    yield page, said
    context.close()


def violated(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.violated ?? []")
    return found


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
        ("worker-src", "blob:"),
    }
    for name in PAGES:
        live = "/live.js" in (SITE / name).read_text("utf-8")
        for directive, values in policy(name).items():
            for value in values:
                if directive == "script-src" and re.fullmatch(r"'sha256-[\w+/]{43}='", value):
                    continue
                assert value in ours or (directive, value) in wider, (name, directive, value)
        assert ("worker-src" in policy(name)) == live, name
        assert ("'wasm-unsafe-eval'" in policy(name)["script-src"]) == live, name


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("book/")])
def test_a_page_does_all_it_can_within_its_policy(
    lonely_browser: Browser, host: str, name: str
) -> None:
    """From a host; from a disk, the tests of every page and explorer hear what it says."""
    with opened(lonely_browser, host + name) as (page, said):
        page.evaluate(SCROLL)
        page.wait_for_function(DRAWN)
        page.evaluate(USE)
        assert len(set(page.evaluate(SWITCH))) == 3
        assert (violated(page), said) == ([], [])


@pytest.mark.parametrize("name", BESIDE)
def test_the_pages_beside_the_chapters(lonely_browser: Browser, base: str, name: str) -> None:
    with opened(lonely_browser, base + name) as (page, said):
        if name != "404.html":
            assert len(set(page.evaluate(SWITCH))) == 3
        assert (violated(page), said) == ([], [])


def test_light_and_dark_from_a_disk(lonely_browser: Browser) -> None:
    with opened(lonely_browser, (SITE / "book/index.html").as_uri()) as (page, said):
        seen = page.evaluate(SWITCH)
        assert set(seen) == {"auto", "light", "dark"}
        page.reload()
        assert page.evaluate("document.documentElement.dataset.mode") == seen[-1]
        assert (violated(page), said) == ([], [])


def test_a_reader_searches_and_follows_what_is_found(lonely_browser: Browser, host: str) -> None:
    with opened(lonely_browser, f"{host}book/index.html") as (page, said):
        page.locator("button.search-button__button").first.click()
        field = page.locator("dialog input[type=search]").first
        field.fill("PT-M13")
        field.press("Enter")
        page.wait_for_url("**/search.html?q=PT-M13")
        expect(page.locator("#search-results li p.context").first).not_to_be_empty()
        page.locator("#search-results li a").first.click()
        page.wait_for_url("**/book/**")
        assert (violated(page), said) == ([], [])


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
def test_what_slips_into_a_page_can_do_nothing(
    lonely_browser: Browser, base: str, name: str
) -> None:
    with elsewhere() as (there, asked), opened(lonely_browser, base + name) as (page, _said):
        for count, (attempt, script) in enumerate(TRIES.items(), start=1):
            page.evaluate(script, there)
            page.wait_for_function("(count) => (window.violated ?? []).length >= count", arg=count)
            (found,) = violated(page)[count - 1 :]
            assert found.startswith(attempt.replace("there", there.removesuffix("/it")))
        assert page.evaluate("window.slipped") is None
        assert asked == []


@pytest.mark.usefixtures("live_parts")
def test_python_in_the_page_asks_no_other_host(lonely_browser: Browser, host: str) -> None:
    with elsewhere() as (there, asked), opened(lonely_browser, host + CHAPTER) as (page, _said):
        make_live(page)
        assert violated(page) == []
        open_folds(page)
        at = cell(page, "red_7_fights = ")
        field = page.locator(".rb-alive-code").nth(at)
        shown = page.locator("div.cell").nth(at).locator(".cell_output")
        for code, answer in {
            f"from pyodide.http import open_url\nopen_url({there!r})": "NetworkError",
            f"import js\njs.fetch({there!r})\nprint('asked')": "asked",
            "import js\njs.eval('1 + 1')": "EvalError",
            "6 * 7": "42",
        }.items():
            field.fill(code)
            field.press("Shift+Enter")
            expect(shown).to_contain_text(answer)
        assert asked == []
