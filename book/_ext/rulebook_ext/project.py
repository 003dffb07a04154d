"""What pyproject.toml says of the library."""

import hashlib
import os
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"
LOCK = PYPROJECT.with_name("requirements.lock")
CACHE = PYPROJECT.with_name(".cache")
"""What is kept from one build to the next, as long as what made it is the same."""
UNKNOWN = "https://github.com/OWNER/REPOSITORY"
"""What stands for the address of the repository until it has one."""


def project() -> dict[str, Any]:
    """Return its table of the project: version, extras, licence."""
    table: dict[str, Any] = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    return table


def wheel_name() -> str:
    """Return the name of the file that the library is offered as."""
    return f"rules_lib-{project()['version']}-py3-none-any.whl"


def repository() -> str:
    """Return the address of the repository: of RULEBOOK_REPOSITORY, or of pyproject.toml; or ""."""
    address: str = os.environ.get("RULEBOOK_REPOSITORY") or project()["urls"]["Repository"]
    return "" if address == UNKNOWN else address.rstrip("/")


@cache
def library() -> str:
    """Return what changes with any file of the library, and with Python and its packages."""
    made = hashlib.sha256(f"{sys.version}\n".encode() + LOCK.read_bytes())
    for path in sorted((PYPROJECT.parent / "rules_lib").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            made.update(path.name.encode() + path.read_bytes())
    return made.hexdigest()


@cache
def when() -> datetime:
    """Return the date that all files bear: of SOURCE_DATE_EPOCH, of the commit, or of no time."""
    command = ["git", "-C", str(PYPROJECT.parent), "log", "-1", "--format=%ct"]
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not seconds:
        try:
            seconds = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
        except (OSError, subprocess.SubprocessError):
            seconds = ""
    return datetime.fromtimestamp(int(seconds), UTC) if seconds.strip() else datetime(1980, 1, 1)
