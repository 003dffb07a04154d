"""The search of the built book finds numbers and original terms."""

from pathlib import Path
from urllib.parse import quote, unquote

import pytest

from tests.browser.tab import Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]


@pytest.mark.parametrize(
    ("asked_for", "anchor"),
    [
        ("PT-M13", "PT-M13"),
        ("tg-9.87e", "TG-9.87e"),
        ("R-N4", "R-N4"),
        ("E-A5", "E-A5"),
        ("Stürmen", "PT-M2"),
        ("Отзыв", "TG-9.82"),
        ("Прорыв", "TG-9.73b"),
    ],
)
def test_the_search_finds_numbers_and_original_terms(
    tab: Tab, site: Path, asked_for: str, anchor: str
) -> None:
    with tab.at((site / "search.html").as_uri() + f"?q={quote(asked_for)}"):
        tab.page.wait_for_selector("#search-results li a")
        tab.page.wait_for_function(
            "() => document.querySelector('.search-summary')?.textContent.match(/found/i)"
        )
        links = tab.page.eval_on_selector_all(
            "#search-results li a", "all => all.slice(0, 3).map(a => a.href)"
        )
        assert any(unquote(each).endswith(f"#{anchor}") for each in links), links


SEARCH = """(asked) => {
    const { docnames } = Search._index;
    const found = Search._performSearch(...Search._parseQuery(asked));
    return found.filter(([page, , , , score]) => !docnames.includes(page) || !(score > 0));
}"""


def test_words_that_every_object_knows_are_words_like_others(tab: Tab, site: Path) -> None:
    page, address = tab.page, (site / "search.html").as_uri()
    with tab.at(address) as heard:
        names = page.evaluate("Object.getOwnPropertyNames(Object.prototype)")
        assert {"__proto__", "constructor"} <= set(names)
        for asked in [*names, *(f"melee {name}" for name in names), "melee"]:
            assert page.evaluate(SEARCH, asked) == [], asked
        for asked in ("__proto__", "constructor"):
            page.goto(f"{address}?q={asked}")
            page.wait_for_function(
                "() => /match|found/i.test(document.querySelector('.search-summary')?.textContent)"
            )
        assert heard.said == []


def test_a_question_as_long_as_a_book_is_cut(tab: Tab, site: Path) -> None:
    """Each word is compared with every word of the book."""
    with tab.at((site / "search.html").as_uri()):
        asked = tab.page.evaluate("""() => {
            const asked = [];
            const parse = Search._parseQuery;
            Search._parseQuery = (query) => { asked.push(query); return parse(query); };
            Search.performSearch("PT-M13 " + "melee ".repeat(60000));
            return asked;
        }""")
    assert [len(each) for each in asked] == [200]
    assert asked[0].startswith("PT-M13 melee ")
