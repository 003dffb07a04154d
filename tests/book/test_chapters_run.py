"""Chapters run side by side; what they gave is kept while code and library are the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_cache.executors.utils import ExecutionResult
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from nbclient.exceptions import CellExecutionError, CellTimeoutError

from rulebook_ext import chapters, kernels
from tests.book import small_book

GUARD = 600
Run = Callable[..., ExecutionResult]

PAGE = f"{small_book.KERNEL}# A page\n\n```{{code-cell}} ipython3\n%s\n```\n"


def notebook(*sources: str) -> Any:
    new: Any = nbformat.v4
    return new.new_notebook(cells=[new.new_code_cell(source) for source in sources])


def pretended(run: Callable[[str], str], asked: list[str]) -> Run:
    """A kernel that is none: the output of a cell is what `run` makes of its source."""

    def execute(nb: Any, cwd: str, **_: Any) -> ExecutionResult:
        error: CellExecutionError | None = None
        for cell in (each for each in nb.cells if each.cell_type == "code"):
            asked.append(cell.source)
            if cell.source == "bad":
                error = CellExecutionError("a traceback", "NameError", "bad")
                break
            text = run(cell.source)
            new: Any = nbformat.v4
            cell.outputs = [new.new_output("stream", name="stdout", text=text)]
        return ExecutionResult(nb, cwd, 1.0, error, "a traceback" if error else None)

    return execute


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(chapters, "RUNS", tmp_path / "runs")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sources that have run, with a kernel that says each of them twice."""
    sources: list[str] = []
    monkeypatch.setattr(chapters, "run_one", pretended(lambda source: source * 2, sources))
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


def ran(folder: Path, *sources: str) -> list[list[Any]]:
    """The texts that cells give in a real kernel."""
    done = chapters.run_one(notebook(*sources), cwd=str(folder), timeout=GUARD, allow_errors=False)
    cells = chapters._joined(done.nb).cells
    return [[each.get("text") for each in cell.outputs] for cell in cells]


def test_what_a_busy_kernel_prints_in_two_goes_is_one_text(tmp_path: Path) -> None:
    """What is shown in between keeps texts apart."""
    in_two_goes = 'import time\nprint("square Z", end="", flush=True)\ntime.sleep(0.5)\nprint(" 2")'
    one, apart = ran(tmp_path, in_two_goes, 'print("a")\ndisplay(1)\nprint("b")')
    assert one == ["square Z 2\n"]
    assert apart == ["a\n", None, "b\n"]


def test_a_kernel_is_a_fork_with_all_imported_and_a_place_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = (
        "import os, sys\nprint('scipy.signal' in sys.modules, os.getcwd(), os.environ['SAID'])",
        "print(__name__, 'set_before' in globals())\nset_before = 1",
    )
    factory: Any = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", factory.default_provisioner_name)
    monkeypatch.setattr(factory, "provisioners", dict(factory.provisioners))
    kernels.offer()
    for said in ("one", "two"):
        monkeypatch.setenv("SAID", said)
        assert ran(tmp_path, *asks) == [[f"True {tmp_path} {said}\n"], ["__main__ False\n"]]


@pytest.mark.parametrize(("deaths", "starts"), [(0, 1), (2, 3), (3, 3)])
def test_a_kernel_that_dies_at_its_start_is_started_again(
    deaths: int, starts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    run = pretended(str.upper, started)

    def start(nb: Any, **options: Any) -> ExecutionResult:
        if len(started) < deaths:
            started.append("dead")
            raise RuntimeError(chapters.BORN_DEAD)
        return run(nb, **options)

    monkeypatch.setattr(chapters, "execute", start)
    if deaths < chapters.MOST_STARTS:
        done = chapters.run_one(notebook("yes"), cwd=".")
        assert done.nb.cells[0].outputs[0].text == "YES"
    else:
        with pytest.raises(RuntimeError, match="Kernel died"):
            chapters.run_one(notebook("yes"), cwd=".")
    assert len(started) == starts


@pytest.mark.parametrize(("deaf", "limits"), [(1, [60, 60]), (2, [60, 60, 600])])
def test_a_kernel_that_never_hears_of_a_cell_gives_way_to_another(
    deaf: int, limits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    run = pretended(str.upper, [])

    def hear(nb: Any, *, timeout: int, **options: Any) -> ExecutionResult:
        asked.append(timeout)
        if len(asked) <= deaf:
            return ExecutionResult(nb, "", 0, CellTimeoutError("no reply"), "")
        return run(nb, **options)

    monkeypatch.setattr(chapters, "execute", hear)
    done = chapters.run_one(notebook("yes"), cwd=".", timeout=600)
    assert done.nb.cells[0].outputs[0].text == "YES"
    assert asked == limits
