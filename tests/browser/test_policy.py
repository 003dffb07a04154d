"""What a page may load is said in the page; the book needs no more, and gets no more."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.alive import CHAPTER, Quiet, served
from tests.browser.pages import ALL, SITE
from tests.browser.tab import Tab

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')


def policy(name: str) -> dict[str, list[str]]:
    """The directives of a page."""
    (text,) = POLICY.findall((SITE / name).read_text("utf-8"))
    said = (each.split() for each in text.replace("&#x27;", "'").split("; "))
    return {name: values for name, *values in said}


def test_every_page_says_what_it_may_load_before_it_loads_anything() -> None:
    assert len(ALL) > 30
    for name in ALL:
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
    for name in ALL:
        live = re.search(r"/(live|dice)\.js\b", (SITE / name).read_text("utf-8")) is not None
        for directive, values in policy(name).items():
            for value in values:
                if directive == "script-src" and re.fullmatch(r"'sha256-[\w+/]{43}='", value):
                    continue
                assert value in ours or (directive, value) in wider, (name, directive, value)
        assert ("worker-src" in policy(name)) == live, name
        for of_python in ("'wasm-unsafe-eval'", "blob:"):
            assert (of_python in policy(name)["script-src"]) == live, name


TRIES: list[dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("slips.toml").read_text("utf-8")
)["try"]


@contextmanager
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """Address of another host, and what it has been asked."""
    asked: list[str] = []

    class Other(Quiet):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

    with served(Other) as address:
        yield f"{address}it", asked


@pytest.mark.parametrize(("name", "on_disk"), [(CHAPTER, False), ("search.html", True)])
def test_what_slips_into_a_page_can_do_nothing(
    tab: Tab, host: str, name: str, on_disk: bool
) -> None:
    page, base = tab.page, f"{SITE.as_uri()}/" if on_disk else host
    with elsewhere() as (there, asked), tab.at(base + name) as heard:
        for count, attempt in enumerate(TRIES, start=1):
            page.evaluate(attempt["script"], there)
            page.wait_for_function("(count) => (window.violated ?? []).length >= count", arg=count)
            (found,) = heard.violated()[count - 1 :]
            assert found.startswith(attempt["says"].replace("there", there.removesuffix("/it")))
        assert page.evaluate("window.slipped") is None
        assert asked == []
        heard.forget()
        heard.asked.clear()
