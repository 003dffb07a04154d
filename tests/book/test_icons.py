"""Only the icons that the pages show are shipped, and none of them is missing."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rulebook_ext import icons

NO_APP: Any = None

THEME = (
    'var p={sun:[512,512,[],"f1","Moutline"]};'
    'var q={"sun":[512,500,[8,"day"],"f1","Msolid"],x:[1,2,[],"f2","M0"]}'
)


def test_the_icons_of_pages_are_found() -> None:
    pages = [
        '<i class="fa-solid fa-sun fa-lg theme"></i><span class="fa-solid fa-angle-left"></span>',
        '<p class="fat"><i data-mode="dark" class="fa-solid fa-moon"></i>',
    ]
    assert icons.used(pages) == {"sun", "angle-left", "moon"}


def test_icons_of_another_style_are_refused() -> None:
    with pytest.raises(LookupError, match="only solid ones"):
        icons.used(['<i class="fa-brands fa-github"></i>'])


def test_the_solid_form_of_an_icon_is_taken() -> None:
    assert icons.chosen(THEME, {"sun"}) == {"sun": (512, 500, "Msolid")}
    with pytest.raises(LookupError, match="no icon 'moon'"):
        icons.chosen(THEME, {"moon"})


def test_the_theme_has_the_icons_that_this_book_needs() -> None:
    script = (
        files("pydata_sphinx_theme") / "theme/pydata_sphinx_theme/static/scripts/fontawesome.js"
    )
    found = icons.chosen(script.read_text("utf-8"), {"bars", "magnifying-glass"})
    assert all(width and height and path[0] == "M" for width, height, path in found.values())


def site(folder: Path, page: str) -> None:
    script = folder / icons.SCRIPT
    script.parent.mkdir(parents=True)
    script.write_text(THEME)
    script.with_suffix(".js.map").write_text("a map")
    loads = '<script defer src="_static/scripts/fontawesome.js?digest=1"></script>'
    (folder / "page.html").write_text(f"{page}\n{loads}\n<p>")


def test_icons_are_drawn_and_the_script_of_the_theme_goes(tmp_path: Path) -> None:
    site(tmp_path, '<i class="fa-solid fa-sun fa-lg"></i>')
    for _ in range(2):
        icons._draw(NO_APP, tmp_path)
        assert (tmp_path / "page.html").read_text() == (
            '<svg class="fa-sun fa-lg svg-inline--fa" aria-hidden="true" viewBox="0 0 512 500">'
            '<path fill="currentColor" d="Msolid"/></svg>\n<p>'
        )
    assert not list(tmp_path.rglob("fontawesome*"))


def test_an_unknown_icon_is_a_warning_and_leaves_the_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(icons.logger, "warning", lambda text, *_: said.append(text))
    site(tmp_path, '<i class="fa-solid fa-nowhere"></i>')
    icons._draw(NO_APP, tmp_path)
    assert said == ["pages get all icons of the theme: %s"]
    assert "Msolid" in (tmp_path / icons.SCRIPT).read_text("utf-8")
