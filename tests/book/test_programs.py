"""The programs of the book that no page runs: with pandas, and on Dask, as a reader would."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "book/reference/programs.md"


def programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.slow
def test_the_data_frame_says_what_stands_below_it() -> None:
    (said,) = re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    here = {**os.environ, "PYTHONPATH": str(PAGE.parents[2])}
    command = [sys.executable, "-c", programs()[0]]
    ran = subprocess.run(command, env=here, capture_output=True, text=True, check=True)
    assert ran.stdout == said


@pytest.mark.slow
def test_the_program_on_dask_runs(tmp_path: Path) -> None:
    *_, code = programs()
    few = re.sub(r"range\(4, 13\)", "range(6, 8)", code)
    here = few.replace(
        "Client()", "Client(n_workers=2, threads_per_worker=1, dashboard_address=None)"
    )
    assert here.count("range(6, 8)") == 2
    assert here.count("dashboard_address") == 1
    (tmp_path / "wins.py").write_text(here, "utf-8")
    patient = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "180s"}
    env = {**os.environ, "PYTHONPATH": str(PAGE.parents[2]), **patient}
    command = [sys.executable, "wins.py"]
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert ran.stdout == "Of 8, best: red 6 against black 7\n"
    assert len((tmp_path / "wins.csv").read_text("utf-8").splitlines()) == 1 + 8
