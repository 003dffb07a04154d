"""What pyproject.toml says of the library."""

import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


def version_and_extras() -> tuple[str, dict[str, list[str]]]:
    """Return the version, and what each extra asks for."""
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    return project["version"], project["optional-dependencies"]
