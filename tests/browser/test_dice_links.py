"""Each explorer leads to the form for dice, with its own situation filled in."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rules_lib.presentation.dice_link import THESE_DICE, dice_link
from rules_lib.presentation.explorer import Explorer
from rules_lib.rulebook.spelling import spelt
from tests.browser.every_explorer import CHOOSE, SITE, declared, placed, some_settings
from tests.browser.tab import Tab
from tests.sample import SOME_OR_EVERY, Chosen, one_in

pytestmark = [pytest.mark.site, pytest.mark.browser]

FORMS = "book/adjudicate.html"
SAME = {"melee-odds", "try-melee", "battle-odds", "pool-odds", "fanaticism-odds", "charge-odds"}
"""Where the form asks for just what the explorer answers."""
FILLED = """([name, form]) => {
    const root = document.querySelector(`#dice-${form}`);
    const shown = (kind) => root.querySelector(`[data-shown="${kind}"]`).textContent;
    const entries = [...root.querySelector("form").elements].filter((each) => each.name)
        .map((each) => [each.name,
            each.type === "checkbox" ? String(Number(each.checked)) : each.value]);
    return [entries, shown("python")];
}"""


def pieces(link: str) -> dict[str, str]:
    """The entries of a link."""
    _, _, query = link.partition("?")
    return dict(piece.split("=", 1) for piece in query.split("&"))


def asked(explorer: Explorer, setting: dict[str, str], python: str) -> None:
    """The odds that the Python of the form gives are those that the explorer shows."""
    *before, last = python.split("\n")
    names: dict[str, object] = {}
    exec("\n".join(before), names)
    found = re.fullmatch(r"print\((.*)\)", last)
    assert found is not None
    value = eval(found[1], names)
    chance = explorer.at(setting).part(explorer.headline.part).chance
    if not isinstance(value, Fraction):  # a distribution has no end that cannot be
        ends = {str(getattr(end, "value", end)): p for end, p in value.items()}
        value = ends.get("attacker_wins", Fraction(0))
    assert value == chance


@SOME_OR_EVERY
@pytest.mark.parametrize(("name", "id_"), one_in(2, placed()))
def test_the_form_holds_what_the_explorer_is_set_to(
    tab: Tab, site: Path, name: str, id_: str, chosen: Chosen
) -> None:
    explorer = declared()[id_]
    addresses = []
    with tab.at((site / name).as_uri()):
        root = tab.page.locator(f"section.rb-explorer#{id_}")
        to = root.get_by_role("link", name=THESE_DICE)
        for setting in [explorer.defaults(), *some_settings(explorer)]:
            root.evaluate(CHOOSE, setting)
            addresses.append((setting, to.evaluate("link => link.href")))
    for setting, address in chosen(addresses, 3, one_in=4):
        assert address.split("#")[0] == (site / FORMS).as_uri()
        link = dice_link(explorer, setting)
        form = link.partition("?")[0]
        with tab.at(address) as heard:
            entries, python = tab.page.evaluate(FILLED, [id_, form])
            held = dict(reversed(entries))
            for field, value in pieces(link).items():
                assert held[field] == value, (field, value)
            assert heard.said == []
        if id_ in SAME:
            asked(explorer, setting, python)


def test_what_is_read_otherwise_goes_along(tab: Tab, site: Path) -> None:
    for page, link in (
        ("book/paper_tigers/melee.html", "melee-odds?R-M3=False"),
        ("book/in_die_tiefen/fanaticism.html", "fanaticism-odds?counts=losses"),
    ):
        with tab.at(f"{(site / page).as_uri()}#{link}"):
            id_ = link.partition("?")[0]
            to = tab.page.locator(f"#{id_} [data-rb=dice]").get_attribute("href") or ""
        read = {"R-M3": spelt(False)} if id_ == "melee-odds" else {"R-I3": "losses_only"}
        for rule_id, value in read.items():
            assert f"{rule_id}={value}" in to


def test_chapters_lead_to_the_dice_of_the_example(tab: Tab, site: Path) -> None:
    with tab.at((site / "book/triumph_and_glory/example.html").as_uri()):
        links = tab.page.locator("article p > a[href*='adjudicate.html#cavalry']:not([data-rb])")
        expect(links).to_have_count(2)
        found = [each.get_attribute("href") or "" for each in links.all()]
    for each, dice in zip(found, ("386", "1465"), strict=True):
        with tab.at((SITE / FORMS).as_uri() + "#" + each.partition("#")[2]):
            line = tab.page.locator('#dice-cavalry [data-shown="line"]').text_content() or ""
            assert f"--dice {','.join(dice)}" in line
