"""A tap on a bar, a point or a cell of a picture sets the explorer of its page."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.every_explorer import SITE, declared, placed
from tests.browser.tab import Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]

DATA = re.compile(r"<script\b[^>]*rb-data[^>]*>(.*?)</script>", re.DOTALL)
MELEE = "book/paper_tigers/melee.html"
TAP = """([name, x, y]) => {
    const figure = [...document.querySelectorAll("figure.rb-picture")]
        .find((each) => each.textContent.includes(name));
    figure.querySelector(".rb-live").emit("plotly_click", { points: [{ x, y, data: {} }] });
}"""


def pictures() -> Iterator[tuple[str, dict[str, Any]]]:
    """Page and plotly's data of every picture that sets an explorer."""
    for path in sorted((SITE / "book").rglob("*.html")):
        for text in DATA.findall(path.read_text("utf-8")):
            data = json.loads(text)
            if "sets" in data.get("layout", {}).get("meta", {}):
                yield path.relative_to(SITE).as_posix(), data


def tapped(data: dict[str, Any]) -> Iterator[dict[str, str]]:
    """All that can be tapped: what stands on the axes, and the name of the series."""
    for trace in data["data"]:
        is_map = trace.get("type") == "heatmap"
        axes = trace["x"], trace["y"]
        for x, y in product(*axes) if is_map else zip(*axes, strict=True):
            yield {"x": str(x), "y": str(y), "name": trace.get("name", "")}


def key(said: str | dict[str, str], at: dict[str, str]) -> str:
    if isinstance(said, dict):
        return next(said[each] for each in at.values() if each in said)
    return said.format(**at)


def test_each_tap_sets_what_the_explorer_offers(site: Path) -> None:
    found = list(pictures())
    assert len(found) >= 6
    for page, data in found:
        sets = data["layout"]["meta"]["sets"]
        assert (page, sets["explorer"]) in placed()
        offered = {
            each.name: {choice.key for choice in each.choices}
            for each in declared()[sets["explorer"]].controls
        }
        for control, said in sets["controls"].items():
            wanted = {key(said, at) for at in tapped(data)}
            assert wanted <= offered[control], (page, control, wanted - offered[control])
            if "{" in said:
                assert len(wanted) > 1, (page, control)


def test_a_tap_on_a_cell_shows_that_melee(tab: Tab, site: Path) -> None:
    with tab.at((site / MELEE).as_uri()):
        page = tab.page
        explorer = page.locator("#melee-odds")
        picture = page.locator("figure.rb-picture", has_text="Who wins when red charges red?")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        picture.get_by_role("button", name="Make it interactive").click()
        expect(picture.locator(".main-svg").first).to_be_visible()
        expect(picture).to_contain_text("Tap a value")
        page.evaluate(TAP, ["Who wins when red charges red?", "12", "4"])
        expect(explorer.locator("[data-control=attacker]")).to_have_value("red-4")
        expect(explorer.locator("[data-control=defender]")).to_have_value("red-12")
        assert "attacker=red-4&defender=red-12" in page.url
        cell = picture.locator("tbody tr").nth(2).locator("td").nth(10)
        assert cell.text_content() == explorer.locator(".rb-big").text_content()
