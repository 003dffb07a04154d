"""What pyproject.toml says of the library."""

import tomllib
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


def project() -> dict[str, Any]:
    """Return its table of the project: version, extras, licence."""
    table: dict[str, Any] = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    return table


def wheel_name() -> str:
    """Return the name of the file that the library is offered as."""
    return f"rules_lib-{project()['version']}-py3-none-any.whl"
