"""JupyterLab: a chapter opens with its clauses, and goes back to the text it was made of."""

import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, patch

import pytest

pytest.importorskip("jupytext")

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from tornado.web import HTTPError

from rulebook_ext.lab import Chapters, FileLinks, opened, written_back
from rules_lib.paper_tigers.melee.rules import SMALL_TEAM_PENALTY
from tests.in_turn import in_turn
from tests.sample import one_in

BOOK = Path(__file__).parents[2] / "book"
PAGES = [
    path
    for path in sorted(BOOK.rglob("*.md"))
    if not any(part.startswith(("_", ".")) for part in path.relative_to(BOOK).parts)
]
MELEE = BOOK / "paper_tigers/melee.md"


def links(path: Path) -> FileLinks:
    return FileLinks(BOOK, path)


def sources(notebook: Any, kind: str = "markdown") -> str:
    return "\n\n".join(c["source"] for c in notebook["cells"] if c["cell_type"] == kind)


@in_turn("path", PAGES)
def test_a_chapter_opens_in_plain_markdown_and_goes_back_unchanged(path: Path) -> None:
    before = path.read_text("utf-8")
    notebook = opened(before, links(path))
    prose = sources(notebook)
    assert not re.search(r"^(`{3,}|:{3,})\{|\{[a-z:]+\}`|^\([\w-]+\)=$", prose, re.M)
    names = [each["id"] for each in notebook["cells"]]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each) for each in names)
    code = [each for each in notebook["cells"] if each["cell_type"] == "code"]
    assert before.count("```{code-cell}") == len(code)
    after = written_back(notebook["cells"], before, links(path))
    assert re.sub(r"\n{2,}", "\n\n", after) == re.sub(r"\n{2,}", "\n\n", before)


def test_a_chapter_names_its_kernel_as_that_names_itself() -> None:
    """Else JupyterLab writes it in, and each chapter looks unsaved when it is opened."""
    told = opened(MELEE.read_text("utf-8"), links(MELEE))["metadata"]
    kernel = KernelSpecManager().get_kernel_spec("python3")
    assert told["kernelspec"]["display_name"] == kernel.display_name
    assert told["language_info"]["version"] == ".".join(map(str, sys.version_info[:3]))


@cache
def cells_of(path: Path) -> list[Any]:
    return list(opened(path.read_text("utf-8"), links(path))["cells"])


@pytest.mark.parametrize(
    "path", one_in(3, PAGES), ids=lambda path: path.relative_to(BOOK).as_posix()
)
def test_every_link_of_a_notebook_leads_somewhere(path: Path) -> None:
    notebook = opened(path.read_text("utf-8"), links(path))
    for title, address in re.findall(r"\[([^\]]*)\]\(<([^>]*)>\)", sources(notebook)):
        to, _, anchor = address.partition("#")
        there = path.parent / to if to else path
        assert there.is_file(), address
        kind, _, name = anchor.partition("=")
        if anchor:
            assert kind == "cell-id", address
            (cell,) = [each for each in cells_of(there.resolve()) if each["id"] == name]
            box = f'<a id="{title.strip("*")}"></a>'
            assert box in cell["source"] or cell["source"].startswith("#"), address


def test_code_is_open_but_for_what_gives_an_answer_away() -> None:
    for path in PAGES:
        for cell in opened(path.read_text("utf-8"), links(path))["cells"]:
            if cell["cell_type"] == "code":
                asked = re.search(r'"(Solution|Guess first|Reveal the answer)', cell["source"])
                assert bool(cell["metadata"].get("jupyter")) == bool(asked), cell["source"]


def test_what_only_a_page_can_show_is_not_named_in_our_own_words() -> None:
    front = BOOK / "index.md"
    assert "{explorer}" in front.read_text("utf-8")
    assert "paper_tigers.TRY" not in sources(opened(front.read_text("utf-8"), links(front)))


def test_what_is_changed_goes_back_but_not_into_a_clause() -> None:
    before = MELEE.read_text("utf-8")
    notebook = opened(before, links(MELEE))
    code = next(each for each in notebook["cells"] if "(12, 12)" in each["source"])
    code["source"] = code["source"].replace("(12, 12)", "(11, 12)", 1)
    prose = next(each for each in notebook["cells"] if "**Able**" in each["source"])
    prose["source"] = prose["source"].replace("**Able**", "**Anne**", 1)
    steps = next(
        each
        for each in notebook["cells"]
        if f"subtracts {SMALL_TEAM_PENALTY} if its" in each["source"]
    )
    steps["source"] = steps["source"].replace("Two hits** remove", "Two hits** take away", 1)
    notebook["cells"].append({"cell_type": "markdown", "metadata": {}, "source": "More."})
    after = written_back(notebook["cells"], before, links(MELEE))
    changed = before.replace("(12, 12)", "(11, 12)", 1).replace("**Able**", "**Anne**", 1)
    changed = changed.replace("hits** remove", "hits** take away", 1)  # numbers stay named
    assert after == f"{changed}\nMore.\n"
    clause = next(each for each in notebook["cells"] if "PT-M8 —" in each["source"])
    assert clause["metadata"]["editable"] is False
    clause["source"] += " And more."
    with pytest.raises(HTTPError, match=r"rules\.toml"):
        written_back(notebook["cells"], before, links(MELEE))


def test_the_first_page_leads_to_every_chapter_and_says_what_becomes_of_changes() -> None:
    manager = Chapters(root_dir=str(BOOK))
    page = manager.get("index.md", type="notebook")["content"]
    assert "goes back to the chapter" in page["cells"][0]["source"]
    prose = sources(page)
    chapters = [path for path in PAGES if path.parent.name in ("paper_tigers", "in_die_tiefen")]
    for path in chapters:
        assert f"](<{path.relative_to(BOOK).as_posix()}" in prose
    assert written_back(
        page["cells"], (BOOK / "index.md").read_text("utf-8"), links(BOOK / "index.md")
    ) == (BOOK / "index.md").read_text("utf-8")


CHANGED = """from fractions import Fraction
chance = Fraction(5, 8)
assert chance + 0 == Fraction(1, 2)
assert chance > 1 and "more" <= "most"
assert chance == Fraction(5, 8)
chance"""


def test_a_claim_that_a_change_makes_false_is_told_and_not_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a kernel that is started as those of `make lab` are."""
    config = BOOK / "_lab" / "jupyter_server_config.py"
    monkeypatch.delenv("PYTHONSTARTUP", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    code = compile(config.read_text("utf-8"), str(config), "exec")
    with patch.dict(os.environ):
        exec(code, {"get_config": MagicMock(), "__file__": str(config)})
        v4: Any = nbformat.v4
        made = v4.new_notebook(cells=[v4.new_code_cell(CHANGED)])
        NotebookClient(made, kernel_name="python3").execute()
    first, second, value = made.cells[0].outputs
    assert first["data"]["text/html"] == (
        "<p>⚠ The book says here <code>chance + 0 == Fraction(1, 2)</code>."
        " With your change it is not so. It is <code>5/8</code>.</p>"
    )
    assert second["data"]["text/html"].endswith("With your change it is not so.</p>")
    assert value["data"]["text/plain"] == "Fraction(5, 8)"


def test_the_cell_of_an_explorer_is_what_makes_it_and_goes_back_as_its_name() -> None:
    before = MELEE.read_text("utf-8")
    notebook = opened(before, links(MELEE))
    cell = next(each for each in notebook["cells"] if each["cell_type"] == "code")
    assert "melee.odds(" in cell["source"]
    assert cell["source"].endswith("\nmelee_odds")
    assert written_back(notebook["cells"], before, links(MELEE)) == before
    cell["source"] = cell["source"].replace('Card("red", 7)', 'Card("black", 7)')
    assert cell["source"] in written_back(notebook["cells"], before, links(MELEE))
