"""The front page is alive: fights of the engine go on by themselves, unless somebody wants rest."""

from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from rules_lib import front_page
from rules_lib.front_page import ALIVE
from rules_lib.paper_tigers import melee
from rules_lib.text.chances import percent
from tests.browser.pages import PHONE, SITE
from tests.browser.tab import Tab, shoot

FRONT = (SITE / "book/index.html").as_uri()
GAMES = (front_page.PAPER_TIGERS, front_page.IN_DIE_TIEFEN, front_page.TRIUMPH_AND_GLORY)
LABELS = "(all) => all.map((each) => each.ariaLabel)"
WIDTHS = """(bar) => [...bar.querySelectorAll("rect:not(pattern *)")]
    .map((each) => parseFloat(each.getAttribute("width")))"""


def shares(page: Page) -> list[float]:
    """How often each side was left, as the bar shows it."""
    found: list[float] = page.locator(".rb-alive .rb-bar-again").evaluate(WIDTHS)
    return found


def shared(fights: int) -> list[float]:
    """The same of the first fights, as the engine rolled them."""
    left = [fight.left for fight in ALIVE.fights[:fights]]
    return [100 * left.count(place) / fights for place in range(3)]


def test_fights_are_played_one_after_the_other_unless_a_tap_stops_them(
    moving: Tab,
) -> None:
    page = moving.page
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    with moving.at(FRONT, PHONE):
        rolled = page.locator(".rb-alive-small span")
        for fights in (1, 2, 5, len(ALIVE.fights)):
            while int(rolled.inner_text()) < fights:
                page.clock.run_for(1100)
            expect(rolled).to_have_text(str(fights))
            assert shares(page) == pytest.approx(shared(fights), abs=0.1)
            last = ALIVE.fights[fights - 1].exchanges[-1]
            shown = page.locator(".rb-alive-counts").all_inner_texts()
            assert shown == [counts for _, counts, _ in last]
            dice = page.locator(".rb-alive-dice").all()
            for side, (faces, _, _) in zip(dice, last, strict=True):
                labels = side.locator("svg").evaluate_all(LABELS)
                assert labels == [f"die: {face}" for face in faces]
        shoot(page, "front-page-phone")
        button = page.locator(".rb-alive button")
        expect(button).to_have_text("Again")
        button.click()
        expect(rolled).to_have_text("1")
        page.get_by_role("button", name="Pause").click()
        page.clock.run_for(10_000)
        expect(rolled).to_have_text("1")
        page.get_by_role("button", name="Play", exact=True).click()
        page.clock.run_for(5_000)
        expect(rolled).not_to_have_text("1")


def test_nothing_moves_for_who_wants_no_motion_or_has_no_scripts(
    tab: Tab, tab_without_scripts: Tab
) -> None:
    """Every chance is asked of the engine."""
    odds = melee.odds(melee.Combatant.parse("red 7"), melee.Combatant.parse("red 5"))
    ends: tuple[Fraction, ...] = (odds.attacker_wins, odds.both_removed, odds.defender_wins)
    for each, button in ((tab, ["Play"]), (tab_without_scripts, [])):
        with each.at(FRONT, PHONE):
            page = each.page
            expect(page.locator(".rb-alive button:visible")).to_have_text(button)
            expect(page.locator(".rb-alive-small span")).to_have_text(str(len(ALIVE.fights)))
            assert shares(page) == pytest.approx(shared(len(ALIVE.fights)), abs=0.1)
            told = page.locator(".rb-alive li b").all_inner_texts()
            assert told == [percent(chance).replace(" ", "\u00a0") for chance in ends]
            expect(page.locator(".sd-card p > b")).to_have_text([game.chance for game in GAMES])
