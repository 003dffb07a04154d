"""The pages about rulings, built as a small book, say what is kept of them."""

from collections.abc import Iterable

import pytest

from tests.impact.test_pages import build
from tests.shown.chapters import outputs
from tests.shown.reading import shown
from tests.shown.sources import ASIDE, PAGES, ROOT, kept

ABOUT = {each.rpartition("/")[2]: each for each in PAGES if each.startswith("book/rulings/")}

pytestmark = [pytest.mark.slow, pytest.mark.mutation]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """These pages only, built once."""
    texts = {name: (ROOT / f"{page}.md").read_text("utf-8") for name, page in ABOUT.items()}
    return build(tmp_path_factory.mktemp("book"), texts)[0]


def lines(texts: Iterable[str]) -> list[str]:
    return [line for text in texts for line in text.split("\n") if line]


@pytest.mark.parametrize("name", ABOUT)
def test_a_page_about_rulings_says_what_is_kept(name: str, site: dict[str, str]) -> None:
    found = lines(shown(site[name], ".body", ASIDE))
    cells = lines(outputs(ROOT / f"{ABOUT[name]}.md"))
    known = lines([kept(ABOUT[name])])
    assert [each for each in found if each not in known] == []
    assert [each for each in known if each not in [*found, *cells]] == []
    assert len(found) + len(cells) == len(known)
