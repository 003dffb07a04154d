"""Which version it is: from the module and from the script."""

import tomllib
from pathlib import Path

import pytest

from rules_lib import __version__
from rules_lib.__main__ import main

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rules-lib {__version__}\n"
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    assert project["version"] == __version__
    assert project["scripts"]["rules-lib"] == "rules_lib.__main__:main"
