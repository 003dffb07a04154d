"""Finds all explorers of the library, and which of them stand on which page of the site."""

import importlib
import os
import pkgutil
import re
from functools import cache
from pathlib import Path

from rules_lib import presentation
from rules_lib.presentation.explorer import Explorer

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
CHOOSE = """(root, setting) => {
    for (const input of root.querySelectorAll("[data-control]")) {
        const key = setting[input.dataset.control];
        if (input.type === "radio" && input.value !== key) continue;
        if (input.type === "radio") input.checked = true;
        else input.value = key;
        input.dispatchEvent(new Event("change", {bubbles: true}));
    }
}"""
"""Sets the controls of an explorer in a page."""
ON_PAGE = re.compile(r'<section\b[^>]*class="rb-explorer"[^>]*id="([^"]+)"')


@cache
def declared() -> dict[str, Explorer]:
    """Every explorer that a module of the presentation names, by its id."""
    found: dict[str, Explorer] = {}
    prefix = f"{presentation.__name__}."
    for module in pkgutil.walk_packages(presentation.__path__, prefix):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Explorer):
                assert found.setdefault(value.id, value) is value, f"two are called {value.id}"
    return found


@cache
def placed() -> list[tuple[str, str]]:
    """Page and id of every explorer on the site, in order."""
    return [
        (path.relative_to(SITE).as_posix(), name)
        for path in sorted((SITE / "book").rglob("*.html"))
        for name in ON_PAGE.findall(path.read_text("utf-8"))
    ]


def some_settings(explorer: Explorer) -> list[dict[str, str]]:
    """Three settings that differ in every control with a choice: first, last, and one between."""
    return [
        {each.name: each.choices[place(len(each.choices))].key for each in explorer.controls}
        for place in (lambda n: 0, lambda n: n - 1, lambda n: n // 2)
    ]
