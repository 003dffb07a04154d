"""What the cells of a chapter show is what is kept of its page, and no book need be built."""

import pytest

from tests.shown.chapters import outputs
from tests.shown.sources import PAGES, ROOT, kept


def has_cells(page: str) -> bool:
    return "\nkernelspec:" in (ROOT / f"{page}.md").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.mutation
@pytest.mark.parametrize(
    "page", [each for each in PAGES if has_cells(each) and not each.startswith("book/learn/")]
)
def test_a_chapter_run_here_shows_what_is_kept(page: str) -> None:
    text, at = kept(page), 0
    for number, shown in enumerate(outputs(ROOT / f"{page}.md"), 1):
        found = text.find(shown.strip("\n"), at)
        assert found >= 0, f"{page}, {number}: not kept, or not here: {shown}"
        at = found + len(shown)
