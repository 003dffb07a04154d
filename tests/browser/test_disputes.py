"""“You say, I say”: a card is found by what is said, has an address, is shared, leads to dice."""

from playwright.sync_api import expect

from tests.browser.axe import barriers
from tests.browser.pages import PHONE, SITE
from tests.browser.tab import Tab
from tests.browser.test_search import ASKED

PAGE = (SITE / "book/rulings/misreadings.html").as_uri()
SHARED = """() => { Object.defineProperty(navigator, "share", {
    configurable: true, value: async (what) => { window.shared = what; } }); }"""


def test_a_card_or_a_clause_is_found_by_what_is_said(tab: Tab) -> None:
    with tab.at(PAGE, PHONE):
        page = tab.page
        page.evaluate("async () => { await window.rulebookSearch.load(); }")
        said, count = page.get_by_label("What do they say?"), page.get_by_role("status").first
        shown = page.locator("article :is(.rb-dispute, .rb-dispute-clause):visible")
        for asked, clause in ASKED["across"].items():
            said.fill(asked)
            expect(count).to_contain_text("clause")
            first = " ".join(shown.all_inner_texts()[:3])
            assert clause in first, f"{asked}: {first}"
        for asked, found in ASKED["cards"].items():
            word, clause = found.split()
            said.fill(asked)
            first_card = page.locator(".rb-dispute:not([hidden])").first
            expect(first_card.locator(".rb-stamp")).to_have_text(word)
            expect(first_card.locator("a", has_text=clause).first).to_be_attached()
        said.fill("zzz")
        expect(count).to_have_text("0 cards")


def test_without_the_search_a_card_is_found_by_its_words(tab: Tab) -> None:
    with tab.at(PAGE):
        tab.page.evaluate("() => { window.rulebookSearch.load = () => Promise.reject(Error()); }")
        tab.page.get_by_label("What do they say?").fill("higher total")
        count = tab.page.get_by_role("status").first
        expect(count).to_contain_text("with these words. The search cannot be loaded.")
        for card in tab.page.locator(".rb-dispute:visible").all():
            expect(card).to_contain_text("higher", ignore_case=True)


def test_a_card_has_an_address_and_is_shared_with_it(tab: Tab) -> None:
    card = "say-r-n25"
    with tab.at(f"{PAGE}#{card}"):
        expect(tab.page.locator(f"#{card}")).to_be_in_viewport()
        tab.page.evaluate(SHARED)
        tab.page.locator(f"#{card}").get_by_role("button", name="Share").click()
        shared = tab.page.evaluate("window.shared")
        assert shared["url"].endswith(f"#{card}")
        you, me = (tab.page.locator(f"#{card} .rb-{who}").inner_text() for who in ("you", "me"))
        one, word, other = shared["text"].partition(" Open. ")
        assert word
        assert "".join(you.split()).endswith("".join(one.split()))
        assert "".join(me.split()).endswith("".join(other.split()))
        tab.page.get_by_role("link", name="Change the dice").first.click()
        expect(tab.page.locator("#dice-melee [name='attacker.value']")).to_have_value("14")


def test_a_card_is_shown_across_the_table_and_kept_as_a_picture(tab: Tab) -> None:
    with tab.at(f"{PAGE}#say-r-m1", PHONE):
        page = tab.page
        page.locator("#say-r-m1").get_by_role("button", name="Show it large").click()
        shown = page.get_by_role("dialog")
        expect(shown.locator(".rb-stamp")).to_have_text("Open")
        box = shown.bounding_box()
        assert box
        assert (box["width"], box["height"]) == (PHONE["width"], PHONE["height"])
        assert barriers(page, within="dialog") == []
        page.evaluate("() => { navigator.canShare = undefined; }")
        with page.expect_download() as kept:
            shown.get_by_role("button", name="Save as a picture").click()
        assert kept.value.suggested_filename == "say-r-m1.png"
        png = kept.value.path().read_bytes()
        assert png.startswith(b"\x89PNG")
        assert int.from_bytes(png[16:20], "big") == 1080
        page.keyboard.press("Escape")
        expect(shown).to_have_count(0)
        expect(
            page.locator("#say-r-m1").get_by_role("button", name="Show it large")
        ).to_be_focused()
