"""Every page names the licence, and whoever takes something away gets the texts for all of it."""

import io
import re
import tomllib
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulebook_ext import archive, licences
from rulebook_ext.live_parts import tarballs
from rulebook_ext.project import project
from rules_lib.rulebook import catalog
from tests.book.packed import unpacked
from tests.browser.pages import ROOT

OUR_FILES = {"book/_static": "_static/", "book/_live": "_static/live/", "book/_root": ""}
"""What the build copies, and where it puts it."""
WRITTEN = re.compile(
    r"book/[\w/]+\.html|_downloads/.+|(genindex|index|search)\.html"
    r"|_static/(wordings|readings|search_index|tables/[\w-]+)\.js|_static/live/(rules|tries)\.js|LICENSES\.txt"
)
"""What the build writes by itself."""
TELLING = {
    "MIT": "Permission is hereby granted, free of charge",
    "ISC": "Permission to use, copy, modify, and/or distribute this software",
    "BSD": "Redistributions of source code must retain",
    "BSD-2-Clause": "Redistributions of source code must retain",
    "BSD-3-Clause": "Redistributions of source code must retain",
    "MPL-2.0": "Mozilla Public License Version 2.0",
    "PSF-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
    "OFL-1.1": "SIL OPEN FONT LICENSE Version 1.1",
    "CC-BY-4.0": "",  # ours, too: it stands above all others
}
"""Words that stand in the text of each licence, and in no mere mention of it."""


def test_every_part_brings_the_text_of_every_licence_that_it_names() -> None:
    for part in licences.parts():
        text = "\n".join(part.words())
        named = [name for name in TELLING if re.search(rf"\b{name}(?![\w-])", part.licence)]
        assert named, part.name
        for name in named:
            assert TELLING[name] in text, (part.name, name)


def test_the_parts_are_those_that_are_pinned() -> None:
    """Another version may hold something else: the text has to be looked at again."""
    names = "\n".join(part.name for part in licences.parts())
    for each in tarballs(ROOT / "book/_live/npm.json"):
        package, _, number = each.spec.rpartition("@")
        assert f"{package} {number}".lower() in names.lower(), each.spec


def test_the_licence_names_every_source_and_what_is_under_what() -> None:
    text = " ".join((ROOT / "LICENSE").read_text("utf-8").split())
    for system in catalog().systems.values():
        assert system.source_title in text, system.id
        assert system.source_author in text, system.id
    assert re.search(r"Code \(everywhere, in book/ too[^)]*\): MIT License", text)
    assert re.search(r"Text and pictures \([^)]*book/[^)]*\): Creative Commons Attribution", text)


def test_the_wheel_brings_its_licences(tmp_path: Path) -> None:
    wheel = archive.write_wheel(tmp_path)
    info = f"rules_lib-{project()['version']}.dist-info"
    with zipfile.ZipFile(wheel) as packed:
        head = packed.read(f"{info}/METADATA").decode().splitlines()
        assert f"License-Expression: {project()['license']}" in head
        listed = [line.partition(": ")[2] for line in head if line.startswith("License-File: ")]
        assert listed == project()["license-files"]
        for name in listed:
            assert packed.read(f"{info}/licenses/{name}") == (ROOT / name).read_bytes()


def test_a_package_without_a_licence_ends_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "distribution", lambda _: SimpleNamespace(files=[Path("a.py")]))
    with pytest.raises(LookupError, match="toy brings no licence"):
        licences.texts_of("toy")


@pytest.mark.site
def test_every_page_names_the_licence(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        text = page.read_text("utf-8")
        assert licences.SHORT.strip() in " ".join(text.split()), page
        (address,) = re.findall(r'<a href="([^"]+)" rel="license"', text)
        assert (page.parent / address).resolve() == (site / licences.NAME).resolve(), page


@pytest.mark.site
def test_every_file_of_the_site_is_ours_or_has_its_licence_told(site: Path) -> None:
    told = licences.parts()
    ours = {
        f"{place}{path.relative_to(ROOT / folder).as_posix()}"
        for folder, place in OUR_FILES.items()
        for path in (ROOT / folder).rglob("*")
    }
    files = {
        path.relative_to(site).as_posix()
        for path in site.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }
    owners = {
        file: [each.name for each in told if each.holds(file)]
        for file in files - ours
        if not WRITTEN.fullmatch(file)
    }
    assert {file: names for file, names in owners.items() if not names} == {}
    text = (site / licences.NAME).read_text("utf-8")
    assert text == licences.whole(files)
    live = (site / "_static/live").exists()
    for part in told:
        used = any(map(part.holds, files))
        assert used or (not live and all("/live/" in each for each in part.files)), part.name
        assert (part.name in text) == used


@pytest.mark.site
def test_no_script_refers_to_a_licence_that_is_not_there(site: Path) -> None:
    for script in site.rglob("*.js"):
        for name in re.findall(r"please see (\S+LICENSE\S*)", script.read_text("latin-1")):
            assert (script.parent / name).is_file(), (script.name, name)


@pytest.mark.site
def test_what_travels_alone_brings_its_licences(site: Path) -> None:
    """The zip of the site, the wheel, and the archives of the live page."""
    with zipfile.ZipFile(site / "_downloads/executable-rulebook.zip") as packed:
        text = packed.read(f"executable-rulebook/{licences.NAME}")
        assert text == (site / licences.NAME).read_bytes()
    if not (site / "_static/live").exists():
        pytest.skip("the book was built without its live pages")
    parts = unpacked((site / "_static/live/packed.js").read_bytes())
    with zipfile.ZipFile(io.BytesIO(parts["python.zip"])) as packed:
        names = packed.namelist()
        packages = {name.partition("/")[0] for name in names if name.endswith((".py", ".pyc"))}
        assert packages == {"rules_lib", "rulebook_live"}
        assert set(licences.for_our_code()) <= set(names)
    with zipfile.ZipFile(io.BytesIO(parts["pyodide/python_stdlib.zip"])) as packed:
        assert TELLING["PSF-2.0"] in packed.read("LICENSE.txt").decode()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert settings["license-files"] == list(licences.for_our_code())
