"""`make lab`: JupyterLab opens a chapter as a notebook, with its clauses in it.

That its cells run, and what they show there, hold `pytest --nbval` and tests/notebook.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CHAPTER = "paper_tigers/command_test.md"
PATIENCE = 240
"""Seconds: a guard against a server that hangs."""


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
    command += ["--IdentityProvider.token="]
    with (
        (tmp_path / "log").open("w+", encoding="utf-8") as log,
        subprocess.Popen(command, env=environment, cwd=tmp_path, stderr=log) as server,
    ):
        try:
            address = f"http://127.0.0.1:{port}"
            while not answers(address):
                log.seek(0)
                assert server.poll() is None, log.read()
                time.sleep(0.1)
            yield address
        finally:
            server.terminate()
            server.wait(600)


def answers(address: str) -> bool:
    with suppress(OSError):
        return bool(asked(f"{address}/api"))
    return False


def asked(address: str) -> Any:
    with urlopen(address, timeout=PATIENCE) as answer:
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
