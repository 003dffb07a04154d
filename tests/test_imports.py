"""No module of the library needs another one that needs it, however late the import stands.

What only a type checker reads is not needed by anybody who runs the library.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from rules_lib.probability.graph import components

ROOT = Path(__file__).parents[1]
FILES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for file in (ROOT / "rules_lib").rglob("*.py")
}


def imported(module: str) -> Iterator[str]:
    """The modules of the library that a module imports: anywhere in it, but for types alone."""
    file = FILES[module]
    package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    for node in _run(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in FILES)
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            home = ".".join([*above, *([node.module] if node.module else [])])
            for each in node.names:
                whole = f"{home}.{each.name}"
                yield from (name for name in [whole if whole in FILES else home] if name in FILES)


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """A part of a program, and what is in it."""
    if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        yield node
        for each in ast.iter_child_nodes(node):
            yield from _run(each)


def test_no_import_goes_in_a_circle() -> None:
    names = list(FILES)
    number = {name: at for at, name in enumerate(names)}
    rows = {number[name]: [number[each] for each in imported(name)] for name in names}
    circles = [sorted(names[at] for at in part) for part in components(rows) if len(part) > 1]
    assert not circles


def test_late_imports_are_seen() -> None:
    assert "rules_lib.sweep" in set(imported("rules_lib.impact.measuring"))
    assert "rules_lib.probability.errors" in set(imported("rules_lib.probability.distribution"))
    assert "rules_lib.probability.chain" not in set(imported("rules_lib.probability")), "a type"
