"""Parts of the Sphinx extension that need no book to be built."""

import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pygments import highlight
from pygments.lexers import PythonLexer
from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import GoogleDocstring

from rulebook_ext import hooks, reference
from rulebook_ext.domain import Example, RulebookDomain
from rulebook_ext.fill import best_places
from rulebook_ext.reference import _words_of
from rulebook_ext.rendering import Lines
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.melee import Outcome


def domain_with(**known: Any) -> RulebookDomain:
    """The domain of a build that has kept this of earlier ones."""
    data = RulebookDomain.initial_data | known | {"version": RulebookDomain.data_version}
    environment: Any = SimpleNamespace(domaindata={RulebookDomain.name: data})
    return RulebookDomain(environment)


def test_a_page_that_is_read_again_forgets_its_own_examples_only() -> None:
    here, there = Example("here", "example-1", 1, True), Example("there", "example-2", 2, False)
    domain = domain_with(
        boxes={"PT-M9": "here", "PT-M10": "there"},
        examples={"PT-M9": [here, there], "PT-M10": [here]},
        terms={"here": [], "there": []},
        proofs={"one": "here", "other": "there"},
    )
    domain.clear_doc("here")
    assert (
        domain.data
        == domain_with(
            boxes={"PT-M10": "there"},
            examples={"PT-M9": [there], "PT-M10": []},
            terms={"there": []},
            proofs={"other": "there"},
        ).data
    )


def test_other_books_can_link_to_every_box() -> None:
    domain = domain_with(boxes={"PT-M9": "melee", "R-M3": "open"})
    assert list(domain.get_objects()) == [
        ("PT-M9", "PT-M9", "clause", "melee", "PT-M9", 1),
        ("R-M3", "R-M3", "ruling", "open", "R-M3", 1),
    ]


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


def test_nothing_is_done_at_the_end_of_a_failed_build_or_of_another_format() -> None:
    heard: list[Any] = []
    acted: list[Path] = []
    app: Any = SimpleNamespace(outdir="site", builder=SimpleNamespace(format="html"))
    app.connect = lambda _event, act, priority: heard.append(act)
    hooks.at_end(app, lambda _, site: acted.append(site))
    (end,) = heard
    end(app, ValueError())
    app.builder.format = "latex"
    end(app, None)
    assert acted == []
    app.builder.format = "html"
    end(app, None)
    assert acted == [Path("site")]


def test_each_line_of_code_is_a_block_of_its_own_and_nothing_is_lost() -> None:
    code = 'def f(x):\n    """a\n    b"""\n\n    return "<" + x\n'
    drawn = highlight(code, PythonLexer(), Lines())
    lines = drawn.partition("<pre>")[2].split('<span class="rb-line">')[1:]
    read = "".join(unescape(re.sub("<[^>]*>", "", line)) for line in lines)
    assert (len(lines), read.rstrip()) == (5, code.rstrip())
    assert drawn.count("<span") == drawn.count("</span>")
