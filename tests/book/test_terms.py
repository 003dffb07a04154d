"""Links from the first use of a term to the glossary, on small books made for the purpose."""

import re
from pathlib import Path

import pytest

from rulebook_ext.domain import Term
from rulebook_ext.terms import FirstUses
from tests.book import small_book

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

CHAPTER = """
# A charge bonus

The charge bonus is 3. All charges have it: a charge, `charge`, [charge](#x).
A melee needs a Ruling.

```{clause} PT-M2
```

(x)=
## The discard pile

From the discard pile to the draw pile; no discharge, nothing chargeable.
"""


def test_the_first_use_of_each_term_of_a_game_is_linked(tmp_path: Path) -> None:
    """The longest term wins; headings, code, links and boxes stay as they are."""
    pages = {"glossary": GLOSSARY, "sea_and_sand/page": CHAPTER}
    html = small_book.build(tmp_path, pages)[0]["sea_and_sand/page"]
    found = re.findall(r'<a class="[^"]*rb-first-use[^"]*" href="([^"]+)"[^>]*>(.*?)</a>', html)
    assert [re.sub("<[^>]+>", "", text) for _, text in found] == [
        "charge bonus", "charges", "Ruling", "discard pile", "draw pile",
    ]  # fmt: skip
    assert found[1][0] == "../glossary.html#term-charge"


@pytest.mark.parametrize("text", ["discharge", "chargeable", "recharges"])
def test_parts_of_words_are_no_terms(text: str) -> None:
    uses = FirstUses([Term("charge", "glossary", "term-charge", "sea_and_sand")])
    assert list(uses.split(text)) == [(text, None)]


def test_no_term_at_all_leaves_the_text_alone() -> None:
    assert list(FirstUses([]).split("a charge")) == [("a charge", None)]
