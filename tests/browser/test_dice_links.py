"""Each explorer leads to the form for dice, with its own situation filled in."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.paper_tigers import charge as paper_charge
from rules_lib.presentation.dice_link import THESE_DICE, dice_link
from rules_lib.presentation.explorer import Explorer
from rules_lib.presentation.paper_tigers.other_dice import of_action, of_duel, of_strikes
from rules_lib.presentation.triumph_and_glory.other_dice import of_charge
from rules_lib.presentation.what_if import WhatIf
from rules_lib.rulebook.spelling import spelt
from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, charge
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


def recorded() -> Iterator[tuple[WhatIf | None, Any]]:
    """What is told in other words than the form's, and the link that leads from it to the form."""
    able, baker = melee.Combatant(Card("red", 7)), melee.Combatant(Card("red", 5), in_cover=True)
    ridden = paper_charge.adjudicate(
        able, baker, movement_roll=8, charge_roll=11, rolls=[(12, 12), (9, 4, 13)]
    )
    yield of_action(ridden), ridden
    card, observer = Card("black", 7), sniper.Target("observer", 1)
    duel = sniper.adjudicate(
        [
            sniper.Shot(card, 5, observer, drawn=13, spot_roll=9),
            sniper.Move(),
            sniper.Shot(card, 8, sniper.Target("infantry"), drawn=6, spot_roll=9, marker="red"),
        ]
    )
    yield of_duel(duel), duel
    thrown = [sudden_strike.Dice((4, 6, 1)), sudden_strike.Dice((1, 2, 2), (4, 3))]
    worn = sudden_strike.BUNKER.damaged()
    strikes = sudden_strike.adjudicate(sudden_strike.Unit("infantry", 1), worn, thrown)
    yield of_strikes(strikes), strikes
    duval, petit = Cavalry("Duval", 4, 4, heavy=True), Cavalry("Petit", 6, 3, heavy=False)
    foot = (Infantry("Orlov", 6, 5, brigade="1"), Infantry("Rotov", 5, 2, jaeger=True, brigade="1"))
    volkov, gun = Cavalry("Volkov", 6, 4, heavy=True), Artillery("Belov", 4, fire=5)
    several = charge.Situation.of(
        [
            charge.Stack((duval,)),
            charge.Stack((petit,), through={"Orlov": "rear", "Volkov": "rear"}),
        ],
        [charge.Target((*foot, gun), clear_terrain=True), charge.Target((volkov,))],
    )
    plan: dict[str, str | bool] = {
        "square Orlov": False,
        "counter-charge Volkov": "Duval",
        "fire": True,
        "recall": False,
    }
    told = charge.adjudicate(several, [0, 0, 5, 3, 4, 4, 4, 4], plan | {"go on": "stop"})
    yield of_charge(told), told
    shocked = charge.Situation.of(
        [charge.Stack((foot[0],), charges=False)], [charge.Target((volkov,), in_enemy_zoc=True)]
    )
    told = charge.adjudicate(shocked, [4, 7], {"answer": "counter-charge"})
    yield of_charge(told), told


def test_what_is_told_stands_in_the_form_as_it_was(tab: Tab, site: Path) -> None:
    """The form's own Python gives the same record; in a charge, units have the form's letters."""
    for link, told in recorded():
        assert link is not None
        form = link.link.partition("?")[0]
        with tab.at(f"{(site / FORMS).as_uri()}#{link.link}"):
            _, python = tab.page.evaluate(FILLED, [form, form])
        *before, last = python.split("\n")
        names: dict[str, Any] = {}
        exec("\n".join(before), names)
        again = eval(last.removeprefix("print(").removesuffix(")"), names)
        if form == "cavalry":
            met, was = ([(each.clauses, each.faces) for each in one.steps] for one in (again, told))
            assert met == was
            assert len(again.steps) > 3
        else:
            assert again == told


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
