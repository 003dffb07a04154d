"""One sheet and two scripts for all pages: what is joined, what is left out, and what is not."""

from pathlib import Path

import pytest

from rulebook_ext import bundle

PAGE = """<html><head>
<script>document.documentElement.dataset.mode = 1</script>
<link rel="stylesheet" href="../_static/one.css?v=1">
<link rel="stylesheet" href="../_static/quick.css">
<script src="../_static/first.js"></script>
<script src="../_static/scripts/fontawesome.js"></script><script>let known = 1;</script>
<script defer="defer" src="../_static/live/live.js"></script></head>
<body><p class="kept"></p><script type="application/json">{"a": 1}</script></body></html>"""


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


def test_a_page_asks_for_one_sheet_and_scripts_that_wait() -> None:
    shown = bundle._joined(PAGE, "book.1.css", ["book.1.js"])
    assert '<link rel="stylesheet" href="../_static/book.1.css">' in shown
    assert '<script defer src="../_static/book.1.js">' in shown
    for gone in ("one.css", "first.js", "let known"):
        assert gone not in shown
    assert "documentElement.dataset.mode = 1" not in shown
    for kept in ("page.theme = ", "quick.css", "live/live.js", '{"a": 1}'):
        assert kept in shown
    assert bundle._parts(PAGE) == ["first.js", "scripts/fontawesome.js", "let known = 1;"]
