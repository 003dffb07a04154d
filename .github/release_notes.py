"""Prints what the changelog says of a version; refuses one that is not in pyproject.toml."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def notes(version: str, changelog: str, ours: str) -> str:
    """Return the section of a version; exit with a sentence if it cannot be released."""
    if version != ours:
        sys.exit(f"The tag says {version}, pyproject.toml {ours}.")
    section = rf"^## {re.escape(version)}(?= |$)([^\n]*)\n(.*?)(?=^## |\Z)"
    found = re.search(section, changelog, re.M | re.S)
    if found is None:
        sys.exit(f"CHANGELOG.md has no section “## {version}”.")
    if "unreleased" in found[1]:
        sys.exit(f"CHANGELOG.md still calls {version} unreleased: put its date there.")
    return found[2].strip()


if __name__ == "__main__":
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    print(notes(sys.argv[1], changelog, pyproject["project"]["version"]))
