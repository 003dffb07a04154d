"""`make lab`: a chapter opens as a notebook, runs to its end; its controls and pictures work.

`make test` asks the server alone, `make deep` looks at what it shows in a browser.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.browser.tab import shoot

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CHAPTER = "paper_tigers/command_test.md"
PATIENCE = 240_000
"""Milliseconds: a guard against a server or a kernel that hangs."""
OPTIONS = ["--no-sandbox", "--disable-gpu"]
RUN_ALL = """async () => {
    await jupyterapp.restored;
    const panel = jupyterapp.shell.currentWidget;
    await panel.context.ready;
    await panel.sessionContext.ready;
    await jupyterapp.commands.execute("notebook:run-all-cells");
    return panel.content.widgets
        .filter((each) => each.model.type === "code")
        .map((each) => ({
            source: each.model.sharedModel.getSource(),
            count: each.model.executionCount,
            outputs: each.model.outputs.toJSON(),
        }));
}"""
SHOW = """async (text) => {
    const notebook = jupyterapp.shell.currentWidget.content;
    const has = (each) => each.model.sharedModel.getSource().includes(text);
    const at = notebook.widgets.findIndex(has);
    await notebook.scrollToItem(at, "center");
    notebook.widgets[at].node.id = "the-cell";
}"""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """Address of a JupyterLab as `make lab` starts it, with nothing of the user in it."""
    started = 'JUPYTER_CONFIG_PATH="$(CURDIR)/book/_lab" jupyter lab book $(ARGS)'
    assert started in (ROOT / "Makefile").read_text("utf-8")
    book = tmp_path / "book"
    shutil.copytree(ROOT / "book" / "paper_tigers", book / "paper_tigers")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    environment = os.environ | {
        "JUPYTER_CONFIG_PATH": str(ROOT / "book" / "_lab"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "PYTHONPATH": str(ROOT),
        "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces"),
        "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings"),
        **{f"JUPYTER_{name}": str(tmp_path / name) for name in own},
    }
    environment.pop("RULEBOOK_STATIC", None)  # left by tests that build a book in this process
    command = [sys.executable, "-m", "jupyter", "lab", str(book), "--no-browser", "--allow-root"]
    command += [f"--port={port}", "--ip=127.0.0.1", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    with subprocess.Popen(
        command, env=environment, cwd=tmp_path, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as server:  # fmt: skip
        assert server.stderr is not None
        try:
            said = []
            for line in server.stderr:
                said.append(line)
                if f"127.0.0.1:{port}/lab" in line:
                    break
            else:
                pytest.fail("".join(said))
            # Nobody reads on, so the server must not wait for a reader.
            drain(server)
            wait_for(server, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(600)


def wait_for(server: "subprocess.Popen[str]", port: int) -> None:
    """It names its address before it listens."""
    while server.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)


def drain(server: "subprocess.Popen[str]") -> None:
    threading.Thread(target=lambda: [None for _ in server.stderr or ()], daemon=True).start()


@pytest.fixture
def notebook(lab: str, chromium: str) -> Iterator[Page]:
    """The chapter, as it opens."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.goto(f"{lab}/lab/tree/{CHAPTER}")
        page.wait_for_selector(".jp-NotebookPanel")
        yield page
        browser.close()


def shown(page: Page, text: str) -> Locator:
    """The cell that has this in its code, scrolled into view."""
    page.evaluate(SHOW, text)
    return page.locator("#the-cell")


def asked(address: str) -> Any:
    with urlopen(address, timeout=PATIENCE / 1000) as answer:
        return json.load(answer)


def test_jupyterlab_opens_a_chapter_as_a_notebook(lab: str) -> None:
    settings = asked(f"{lab}/lab/api/settings/@jupyterlab/docmanager-extension:plugin")
    viewers = settings["schema"]["properties"]["defaultViewers"]["default"]
    assert viewers["markdown"] == viewers["myst"] == "Jupytext Notebook"
    chapter = asked(f"{lab}/api/contents/{CHAPTER}?type=notebook")
    assert chapter["type"] == "notebook"
    cells = [each for each in chapter["content"]["cells"] if each["cell_type"] == "code"]
    assert len(cells) > 10
    assert chapter["content"]["metadata"]["kernelspec"]["name"] == "python3"
    prose = [each["source"] for each in chapter["content"]["cells"]]
    assert any("**PT-M3 — " in each for each in prose)


@pytest.mark.browser
@pytest.mark.deep
def test_a_chapter_runs_in_jupyterlab(notebook: Page) -> None:
    cells: list[dict[str, Any]] = notebook.evaluate(RUN_ALL)
    assert len(cells) > 10
    assert all(each["count"] for each in cells)
    assert [o for each in cells for o in each["outputs"] if o["output_type"] == "error"] == []

    # A slider changes the answer, which Python computes.
    explorer = shown(notebook, "command_test_odds")
    answer = explorer.locator(".widget-html-content").last
    expect(answer).to_contain_text("%", timeout=PATIENCE)
    before = answer.inner_text()
    explorer.get_by_role("slider").first.press("ArrowLeft")
    expect(answer).not_to_have_text(before, use_inner_text=True, timeout=PATIENCE)

    # plotly draws the picture.
    picture = shown(notebook, "show.third_die()")
    expect(picture.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=PATIENCE)
    expect(picture.locator(".js-plotly-plot .point").first).to_be_attached(timeout=PATIENCE)
    shoot(notebook, "jupyterlab")
