"""One sheet for all pages: what is joined, and what is left out. The scripts: tests/browser."""

from pathlib import Path

import pytest

from rulebook_ext import bundle


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
