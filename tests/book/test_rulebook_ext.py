"""The Sphinx extension, on small books made for the purpose."""

import re
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

from rulebook_ext.head import OF_THE_BOOK
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY
from tests.book import small_book

pytestmark = pytest.mark.slow

MISTAKES = {
    "{rule}`PT-M99`": "index.md:2: WARNING: role rule: .*'PT-M99'; nearest: PT-M9",
    "\n```{clause} PT-M99\n```": "b.md:3: WARNING: clause: .*'PT-M99'; nearest: PT-M9",
    "\n```{clause} R-M3\n```": "c.md:3: WARNING: clause: R-M3 is of the kind ruling",
    "{rule}`PT-M9`": "WARNING: PT-M9 is cited, but no page sets it in a box",
    "\n```{clause} PT-M8 PT-M8\n```": "WARNING: PT-M8 has a box already, in book/e",
    "$\\nonsense{1}$": "f.md.* WARNING: formula .* cannot be drawn: .*nonsense",
}
"""What stands on a page, and what is said of it."""
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
LONG = "seven77 " * 60
SOURCES = {
    "index": "# Index\nSubtract {SHAKEN_PENALTY}.\n\n```text\n{SHAKEN_PENALTY}\n```\n",
    "quick/in_die_tiefen": "# Dice\n\n```{quick-sheet} in-die-tiefen\n```\n",
    "glossary": GLOSSARY,
    "sea_and_sand/page": CHAPTER,
    "code": f"{small_book.KERNEL}# A page\n\n```{{code-cell}} ipython3\nprint(6 * 7)\n```\n",
    "short": "# A page\n\nYou \n need **two**\n% a mark\n\nAnother.\n",
    "long": f"# A page\n\n{LONG}\n",
    "empty": "# A page\n",
}
BUILT = {
    "a page says the number that it names": ("index", f"Subtract {SHAKEN_PENALTY}."),
    "in code, braces are those of Python": ("index", r"\{SHAKEN_PENALTY\}"),
    "a sheet says how to print it": ("quick/in_die_tiefen", "print this page from your browser"),
    "a sheet sets the size of the paper": ("quick/in_die_tiefen", r"quick\.css"),
    "no other page does": ("index", r"!quick\.css"),
    "a book that is not to be run is not run": ("code", "!<article.*42"),
    "a page says its first words": ("short", 'name="description" content="You need two"'),
    "long ones are cut at a word": ("long", 'name="description" content=".{100,194}seven77 …"'),
    "without any, those of the book": ("empty", f'name="description" content="{OF_THE_BOOK}"'),
}
"""What is said of what is built: the page, and a pattern that it has, or, with a !, has not."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The HTML of a small book without mistakes, which is not to be run."""
    return small_book.build(tmp_path_factory.mktemp("small"), SOURCES)[0]


def test_each_source_is_built_as_it_is_meant(pages: dict[str, str]) -> None:
    wrong = {
        said
        for said, (page, part) in BUILT.items()
        if bool(re.search(part.removeprefix("!"), pages[page], re.DOTALL)) == part.startswith("!")
    }
    assert wrong == set()


def test_mistakes_are_warnings_and_so_fail_the_build(tmp_path: Path) -> None:
    names = ("index", *"bcdef")
    pages = {name: f"# A page\n{text}\n" for name, text in zip(names, MISTAKES, strict=True)}
    _, warnings = small_book.build(tmp_path, pages)
    told = [line for line in warnings.splitlines() if "WARNING" in line]
    assert len(told) == len(MISTAKES), told
    for warning in MISTAKES.values():
        assert len([line for line in told if re.search(warning, line)]) == 1, (warning, told)
    with pytest.raises(ExtensionError, match=r"SHAKEN_PENALTIES\}? is no number"):
        small_book.build(tmp_path / "b", {"index": "# Index\nSubtract {SHAKEN_PENALTIES}.\n"})


def test_the_first_use_of_each_term_of_a_game_is_linked(pages: dict[str, str]) -> None:
    """The longest term wins; headings, code, links, boxes and parts of words stay as they are."""
    html = pages["sea_and_sand/page"]
    found = re.findall(r'<a class="[^"]*rb-first-use[^"]*" href="([^"]+)"[^>]*>(.*?)</a>', html)
    assert [re.sub("<[^>]+>", "", text) for _, text in found] == [
        "charge bonus", "charges", "Ruling", "discard pile", "draw pile",
    ]  # fmt: skip
    assert found[1][0] == "../glossary.html#term-charge"
