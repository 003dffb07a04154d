"""Parts of the Sphinx extension that need no book to be built."""

import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pygments import highlight
from pygments.lexers import PythonLexer
from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import GoogleDocstring

from rulebook_ext import bundle, reference
from rulebook_ext.coverage import best_places
from rulebook_ext.domain import Example
from rulebook_ext.reference import _words_of
from rulebook_ext.rendering import Lines
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.melee import Outcome


def test_of_each_page_the_narrowest_example_is_linked_and_this_page_comes_first() -> None:
    told = ["a z 3", "here w 2", "a y 1", "here v 2", "a b 2"]
    places = (Example(page, at, int(n), False) for page, at, n in map(str.split, told))
    assert best_places(places, "here") == [("here", "w"), ("a", "y")]
    assert best_places([], "here") == []


def test_the_reference_tells_of_each_field_and_of_each_word() -> None:
    ignored: Any = SimpleNamespace(
        setup_extension=str, add_directive=lambda *_: None, connect=lambda *_: None
    )
    reference.setup(ignored)
    told = ["X.", "", "Attributes:", "    A, B: how", "        it goes", "    c: x, y"]
    config: Any = Config(napoleon_use_ivar=True)
    lines = GoogleDocstring(told, config).lines()
    assert [each for each in lines if each] == [
        "X.",
        *(":ivar A: how", "         it goes"),
        *(":ivar B: how", "         it goes"),
        ":ivar c: x, y",
    ]
    assert len(_words_of(Outcome, "")) == len(Outcome)
    assert _words_of(Outcome, "")[0] == ":ivar ATTACKER_WINS: the text ``'attacker_wins'``"
    assert _words_of(Ending, ":ivar STAYS: it stays") == [
        "Each equals its text: ``Ending.STAYS == 'stays'``."
    ]


def test_each_line_of_code_is_a_block_of_its_own_and_nothing_is_lost() -> None:
    code = 'def f(x):\n    """a\n    b"""\n\n    return "<" + x\n'
    drawn = highlight(code, PythonLexer(), Lines())
    lines = drawn.partition("<pre>")[2].split('<span class="rb-line">')[1:]
    read = "".join(unescape(re.sub("<[^>]*>", "", line)) for line in lines)
    assert (len(lines), read.rstrip()) == (5, code.rstrip())
    assert drawn.count("<span") == drawn.count("</span>")


@pytest.fixture
def static(tmp_path: Path) -> Path:
    made = tmp_path / "_static"
    made.mkdir()
    (made / "one.css").write_text(
        '@import "sub/two.css"; .kept, .gone { color: red } .gone:hover { color: blue }'
        " @media print { .gone { a: b } .kept:not(.gone) { c: d } }"
        " @media screen { .gone { e: f } }"
        " p > a { color: green } /*! licence */ /* mere talk */"
    )
    (made / "sub").mkdir()
    (made / "sub/two.css").write_text(
        "@font-face { src: url(../font.woff) } #gone { a: b } .kept { src: url(../a.png) }"
    )
    return made


def test_a_sheet_keeps_what_can_be_matched(static: Path) -> None:
    css = bundle.sheet(static, "one.css", {"kept"})
    for there in (".kept{color: red}", ".kept:not(.gone){c: d}", "p > a{", 'url("a.png")'):
        assert there in css
    for absent in ("blue", "screen", "#gone", "talk", ".kept,", "font"):
        assert absent not in css
    assert "licence" in css
