"""Links from the first use of a term to the glossary, on small books made for the purpose."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from rulebook_ext.terms import FirstUses, Term

pytestmark = pytest.mark.slow

GLOSSARY = """
# Glossary

## Sea & Sand

```{glossary}
charge
  To run at somebody.

charge bonus
  What it adds.

draw pile, discard pile
  Cards.
```

## Other Game

```{glossary}
melee
  A fight.
```

## Terms of this book

```{glossary}
ruling
  An answer.
```
"""

Build = Callable[[str], str]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Build a chapter of Sea & Sand beside the glossary; returns its HTML."""
    monkeypatch.setenv("RULEBOOK_STATIC", "")

    def run(chapter: str) -> str:
        source, warnings = tmp_path / "source", io.StringIO()
        pages = {"index": "# Index\n", "glossary": GLOSSARY, "sea_and_sand/page": chapter}
        for name, text in pages.items():
            path = source / "book" / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text), "utf-8")
        settings = {
            "extensions": ["myst_nb", "rulebook_ext"],
            "root_doc": "book/index",
            "nb_execution_mode": "off",
            "html_math_renderer": "mathml",
            "suppress_warnings": ["toc"],
        }
        out = tmp_path / "out"
        with docutils_namespace():
            app = Sphinx(
                source, None, out, tmp_path / "trees", "html", settings,
                status=None, warning=warnings,
            )  # fmt: skip
            app.build()
        return (out / "book" / "sea_and_sand" / "page.html").read_text("utf-8")

    return run


def links(html: str) -> list[tuple[str, str]]:
    """Text and target of each link to the glossary in the text of a page."""
    found = re.findall(r'<a class="[^"]*rb-first-use[^"]*" href="([^"]+)"[^>]*>(.*?)</a>', html)
    return [(re.sub("<[^>]+>", "", text), target) for target, text in found]


def test_the_first_use_is_linked_and_no_other(build: Build) -> None:
    html = build("# Page\n\nA charge is quick.\n\nTwo charges are not.\n")
    assert links(html) == [("charge", "../glossary.html#term-charge")]


def test_the_longest_term_wins_and_the_short_one_is_linked_later(build: Build) -> None:
    html = build("# Page\n\nThe charge bonus is 3. All charges have it.\n")
    assert [text for text, _ in links(html)] == ["charge bonus", "charges"]


def test_terms_in_headings_code_links_and_boxes_stay_as_they_are(build: Build) -> None:
    html = build(
        "# A charge\n\n`charge`\n\n[charge](#x)\n\n```{clause} PT-M2\n```\n\n(x)=\n## The charge\n"
    )
    assert links(html) == []


def test_other_games_keep_their_words_and_the_book_lends_its_own(build: Build) -> None:
    html = build("# Page\n\nA melee needs a Ruling.\n")
    assert [text for text, _ in links(html)] == ["Ruling"]


def test_a_term_of_two_words_has_one_link_each(build: Build) -> None:
    html = build("# Page\n\nFrom the discard pile to the draw pile.\n")
    assert [text for text, _ in links(html)] == ["discard pile", "draw pile"]


@pytest.mark.parametrize("text", ["discharge", "chargeable", "recharges"])
def test_parts_of_words_are_no_terms(text: str) -> None:
    uses = FirstUses([Term("charge", "glossary", "term-charge", "sea_and_sand")])
    assert list(uses.split(text)) == [(text, None)]


def test_no_term_at_all_leaves_the_text_alone() -> None:
    assert list(FirstUses([]).split("a charge")) == [("a charge", None)]
