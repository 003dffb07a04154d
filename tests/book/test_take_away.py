"""What the built book offers to take away: notebooks that run, and the whole site as one zip."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from rulebook_ext.licences import SHORT
from rules_lib.notebook.picture import PLOTLY_MIME
from tests.browser.pages import ROOT, SITE
from tests.shown_right.chapters import chapters

pytestmark = [pytest.mark.site, pytest.mark.usefixtures("site")]

DOWNLOADS = SITE / "_downloads"
WITH_CODE = [path.relative_to(ROOT).with_suffix("").as_posix() for path in chapters()]
OURS = re.compile(r"^(`{3,}|:{3,})\{|\{[a-z:]+\}`|^\([\w-]+\)=$|\]\([^)]*\.md", re.M)
RUN = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, kernel_name="python3", timeout=600).execute()
outputs = [each for cell in notebook.cells for each in cell.get("outputs", ())]
bundles = [each["data"] for each in outputs if "data" in each]
drawn = [each for each in bundles if "application/vnd.plotly.v1+json" in each]
assert drawn and all("text/html" in each for each in drawn), "an export needs each figure drawn"
widget = "application/vnd.jupyter.widget-view+json"
shown = [at for at, each in enumerate(bundles) if widget in each]
before = [bundles[at - 1]["text/html"] for at in shown[:-1]]  # the last is the reader's own
assert before and all("rb-until" in each for each in before), "an export needs each answer"
"""


def notebook(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DOWNLOADS / f"notebooks/{name}.ipynb").read_text("utf-8"))
    return loaded


@pytest.mark.parametrize("name", WITH_CODE)
def test_a_chapter_links_to_its_executed_notebook(name: str) -> None:
    assert f"_downloads/notebooks/{name}.ipynb" in (SITE / f"{name}.html").read_text("utf-8")
    cells = notebook(name)["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert all(cell["execution_count"] for cell in code[1:])
    outputs = [output for cell in code for output in cell["outputs"]]
    shown = json.dumps(outputs)
    assert "<svg" not in shown
    assert not re.search("rule:[A-Z]", shown)
    assert outputs
    assert "error" not in {output["output_type"] for output in outputs}
    shown_before_it_runs = [set(each["data"]) for each in outputs if "data" in each]
    assert all("text/html" in kinds for kinds in shown_before_it_runs if PLOTLY_MIME in kinds)
    drawn = [
        "".join(each["data"]["text/html"])
        for each in outputs
        if PLOTLY_MIME in each.get("data", {})
    ]
    assert all("<img" in html and "rb-plot" not in html for html in drawn)
    text = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    assert not OURS.search(text), OURS.search(text)
    assert '"pip", "install"' in code[0]["source"]
    assert SHORT in text


def test_a_notebook_runs_elsewhere_with_the_wheel_alone(tmp_path: Path) -> None:
    """In an empty folder, with what the wheel holds in place of this repository."""
    (wheel,) = DOWNLOADS.glob("rules_lib-*-py3-none-any.whl")
    target = tmp_path / "installed"
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    command = [sys.executable, *install, "--target", str(target), str(wheel)]
    subprocess.run(command, check=True, timeout=600, capture_output=True)
    assert (target / "rules_lib/paper_tigers/melee/rules.toml").is_file()
    taken = tmp_path / "taken.ipynb"
    chapter = notebook("book/paper_tigers/command_test")
    proof = f"import rules_lib; assert rules_lib.__file__.startswith({str(target)!r})"
    chapter["cells"] = [cell for cell in chapter["cells"] if cell["cell_type"] == "code"]
    chapter["cells"][0]["source"] = f"{proof}\n{''.join(chapter['cells'][0]['source'])}"
    taken.write_text(json.dumps(chapter), "utf-8")
    environment = os.environ | {"PYTHONPATH": str(target), "JUPYTER_PREFER_ENV_PATH": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(taken)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_without_the_wheel_a_notebook_says_what_to_do(tmp_path: Path) -> None:
    """In a Python that has nothing, not even pip."""
    (wheel,) = DOWNLOADS.glob("rules_lib-*-py3-none-any.whl")
    first = "".join(notebook("book/paper_tigers/command_test")["cells"][0]["source"])
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", first],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("pip, whose words stand above, could not install")
    assert wheel.name in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_zip_is_the_whole_site() -> None:
    front = (SITE / "book/index.html").read_text("utf-8")
    assert "_downloads/executable-rulebook.zip" in front
    zipped = DOWNLOADS / "executable-rulebook.zip"
    with zipfile.ZipFile(zipped) as packed:
        assert packed.testzip() is None
        inside = {each.filename: each.file_size for each in packed.infolist()}
    folder = zipped.stem
    outside = {
        f"{folder}/{path.relative_to(SITE).as_posix()}": path.stat().st_size
        for path in SITE.rglob("*")
        if path.is_file() and path != zipped and not path.name.startswith(".")
    }
    front_page = f"{folder}/index.html"
    assert inside.pop(front_page) > 0
    outside.pop(front_page)
    assert inside == outside
