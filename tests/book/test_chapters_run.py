"""Chapters run side by side; what they gave is kept while code and library are the same."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

from rulebook_ext import chapters, processes
from tests.book import small_book

GUARD = 600
Run = Callable[..., tuple[list[Any], str]]

PAGE = f"{small_book.KERNEL}# A page\n\n```{{code-cell}} ipython3\n%s\n```\n"


def pretended(asked: list[str]) -> Run:
    """Say each source twice, in no other process; fail where it is bad."""

    def run_cells(sources: list[str], _folder: str) -> tuple[list[Any], str]:
        asked.extend(sources)
        if "bad" in sources:
            return [], "a traceback"
        return [[{"output_type": "stream", "name": "stdout", "text": each * 2}]
                for each in sources], ""  # fmt: skip

    return run_cells


class Done:
    """A task that is done."""

    def __init__(self, task: Run, *given: Any) -> None:
        self.made = task(*given)

    def get(self, _seconds: int) -> Any:
        """What it gave."""
        return self.made


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(chapters, "RUNS", tmp_path / "runs")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sources that have run, each of which says itself twice."""
    sources: list[str] = []
    monkeypatch.setattr(processes, "begin", Done)
    monkeypatch.setattr(processes, "run_cells", pretended(sources))
    return sources


def build(folder: Path, **codes: str) -> dict[str, str]:
    """The HTML of pages with these codes."""
    pages = {name: PAGE % code for name, code in codes.items()}
    settings = {"nb_execution_mode": "cache", "nb_execution_raise_on_error": True}
    return small_book.build(folder, pages, **settings)[0]


def test_a_chapter_runs_anew_if_it_or_the_library_has_changed(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has been checked need not run at all."""
    page = tmp_path / "page.md"
    page.write_text(PAGE % "a", "utf-8")
    checked = chapters.read(page)
    new: Any = nbformat.v4
    checked.cells[1].outputs = [new.new_output("stream", name="stdout", text="checked")]
    chapters.keep("one", checked)
    html = build(tmp_path, known="a", one="left", two="right")
    assert (sorted(asked), "checked" in html["known"]) == (["left", "right"], True)
    html = build(tmp_path, one="left", two="other")
    assert (asked[2:], "leftleft" in html["one"]) == (["other"], True)
    assert "otherother" in html["two"]
    monkeypatch.setattr(chapters, "library", lambda: "another")
    build(tmp_path, one="left", two="other")
    assert sorted(asked[3:]) == ["a", "left", "other"]
    assert len(list(chapters.RUNS.iterdir())) == 1, "what is of another library goes"


def test_a_page_that_fails_ends_the_build_and_is_not_kept(
    tmp_path: Path, asked: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        with pytest.raises(Exception, match=r"bad\.md") as failed:
            build(tmp_path, good="left", bad="bad")
        assert type(failed.value).__name__ in {"ExecutionError", "ExtensionError"}
        assert "book/bad: failed" in capfd.readouterr().out
    assert sorted(asked) == ["bad", "bad", "left"]


def ran(folder: Path, *sources: str) -> tuple[list[Any], str]:
    """What cells give in a process of their own."""
    found: tuple[list[Any], str] = processes.begin(processes.run_cells, sources, str(folder)).get(
        GUARD
    )
    return found


@pytest.fixture
def _no_process_stays() -> Iterator[None]:
    yield
    processes._end()


@pytest.mark.usefixtures("_no_process_stays")
def test_cells_give_what_they_give_in_a_notebook(tmp_path: Path) -> None:
    """What is printed in two goes is one text, unless something is shown in between."""
    apart = 'print("a", end="")\nprint("b")\ndisplay(1)\nprint("c")'
    (printed, one, none), failed = ran(tmp_path, apart, "[1, 2]", "3;")
    assert [each.get("text") or each["data"]["text/plain"] for each in printed] == [
        "ab\n", "1", "c\n",
    ]  # fmt: skip
    assert [each["output_type"] for each in printed] == ["stream", "display_data", "stream"]
    data = {"text/plain": "[1, 2]"}
    result = {"output_type": "execute_result", "execution_count": 2, "data": data, "metadata": {}}
    assert (one, none, failed) == ([result], [], "")
    assert ran(tmp_path, "1", "x = 2\nunknown", "3")[1].endswith(
        "NameError: name 'unknown' is not defined\n"
    )


@pytest.mark.usefixtures("_no_process_stays")
def test_a_chapter_has_a_process_with_all_imported_and_a_place_of_its_own(tmp_path: Path) -> None:
    asks = (
        "import os, sys\nprint('scipy.signal' in sys.modules, os.getcwd())",
        "print(__name__, 'set_before' in globals())\nset_before = 1",
    )
    for _ in range(2):
        (here, names), _failed = ran(tmp_path, *asks)
        assert here[0]["text"] == f"True {tmp_path}\n"
        assert names[0]["text"] == "__main__ False\n"
