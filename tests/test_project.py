"""What holds for the project as a whole: its pins, its layers, its size, its front page."""

import ast
import importlib.metadata
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from rules_lib.system.registry import GAMES
from tests.in_turn import in_turn
from tests.shown.__main__ import EXAMPLE, README

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "rules_lib"
MODULES = sorted(LIBRARY.rglob("*.py"))
OUTER = (
    "rules_lib.notebook",
    "rules_lib.front_page",
    *(f"rules_lib.{each}.page" for each in GAMES),
)
"""What only shows: no rule may need it."""
CHECKS = (
    "rules_lib.errors",
    "rules_lib.values.type_checks",
    "rules_lib.values.frozen",
    "rules_lib.text.files",
)
MEASURED = "rules_lib.impact"
"""What rulings change: only what shows or asks may need it."""
SHELL = ("rules_lib.__main__", "rules_lib.commands")
"""The command line: it may use the wording of what shows, and nothing else uses it."""


def test_requirements_are_installed_as_pinned() -> None:
    """By the lock, of which pip takes nothing without its hash."""
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            needed = Requirement(line.split("  #")[0])
            if needed.marker is None or needed.marker.evaluate():
                installed = importlib.metadata.version(needed.name)
                assert needed.specifier.contains(installed), f"{needed}: {installed} is installed"


@cache
def imports(path: Path, *, types: bool = True) -> tuple[str, ...]:
    """Full names of what a module imports, at its top or inside its functions, or for types."""
    package = list(path.relative_to(ROOT).with_suffix("").parts)
    found: list[str] = []
    waiting: list[ast.AST] = [ast.parse(path.read_bytes())]
    for node in waiting:
        if types or not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: -node.level] if node.level else []
            base += node.module.split(".") if node.module else []
            found += [".".join([*base, each.name]) for each in node.names]
    return tuple(found)


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def is_inside(name: str, *packages: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in packages)


ENGINE = [path for path in MODULES if not is_inside(dotted(path), *OUTER)]


@pytest.mark.slow
@in_turn("path", ENGINE)
def test_the_engine_imports_the_standard_library_only(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"rules_lib"}
    foreign = [name for name in imports(path) if name.partition(".")[0] not in allowed]
    assert not foreign


@in_turn("path", ENGINE)
def test_dependencies_point_one_way(path: Path) -> None:
    own = [name for name in imports(path) if is_inside(name, "rules_lib")]
    here = dotted(path)
    if is_inside(here, "rules_lib.probability"):
        allowed = ["rules_lib.probability", *CHECKS]
        wrong = [name for name in own if not is_inside(name, *allowed)]
    elif is_inside(here, "rules_lib.rulebook"):
        allowed = ["rules_lib.rulebook", *CHECKS]
        wrong = [name for name in own if name != "rules_lib" and not is_inside(name, *allowed)]
    else:
        shell = is_inside(here, *SHELL)
        closed = OUTER if shell else (*OUTER, *SHELL)
        if not is_inside(here, MEASURED, *SHELL):
            closed = (*closed, MEASURED)
        wrong = [name for name in own if is_inside(name, *closed)]
        if shell:
            wording = "rules_lib.text.chances"
            wrong = [name for name in wrong if not is_inside(name, wording)]
    assert not wrong


@pytest.mark.slow
def test_the_door_opens_when_something_is_shown() -> None:
    """Who only computes loads nothing that shows; and it shows without any installed package."""
    code = "import sys; sys.path.insert(0, sys.argv[1])\n"
    code += "from rules_lib.paper_tigers import Card, melee\n"
    code += "unit = melee.Combatant(Card('red', 7)); odds = melee.odds(unit, unit)\n"
    code += "assert not [each for each in sys.modules if 'notebook' in each or 'page' in each]\n"
    code += "assert '<table>' in odds._repr_html_()"
    subprocess.run([sys.executable, "-I", "-S", "-c", code, str(ROOT)], check=True, timeout=600)


@pytest.mark.slow
def test_no_import_goes_in_a_circle() -> None:
    """However late it stands; what only a type checker reads is not needed by who runs it."""
    files = {dotted(path).removesuffix(".__init__"): path for path in MODULES}

    def needed(name: str) -> set[str]:
        named = imports(files[name], types=False)
        return {each if each in files else each.rpartition(".")[0] for each in named} & {*files}

    assert "rules_lib.sweep" in needed("rules_lib.impact.measuring"), "late"
    assert "rules_lib.probability.chain" not in needed("rules_lib.probability"), "a type"
    TopologicalSorter({name: needed(name) - {name} for name in files}).prepare()


@in_turn("path", MODULES)
def test_no_module_is_too_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 480


IGNORED = {".git", ".venv", ".cache", "_build", "_screenshots", "build", "dist", ".mutation"}
IGNORED |= {".pytest_cache", ".mypy_cache", ".ruff_cache", ".ipynb_checkpoints"}
IGNORED |= {"__pycache__", ".hypothesis"}
# Put together here, so that this file does not contain what it looks for.
MACHINE = [f"/{each}/" for each in ("work", "root", "home", "opt")]
MACHINE += [f"..{'/'}shared", f"pypi.{'org'}", f"pythonhosted.{'org'}", f"--{'index-url'}"]


def own_files(folder: Path = ROOT) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in IGNORED or path.name.endswith(".egg-info"):
            continue
        if path.is_dir():
            yield from own_files(path)
        else:
            yield path


def test_no_file_mentions_the_machine_it_was_written_on() -> None:
    mentions = []
    for path in own_files():
        text = path.read_bytes().decode("utf-8", errors="replace")
        mentions += [f"{path.relative_to(ROOT)}: {each}" for each in MACHINE if each in text]
    assert not mentions


def test_the_readme_example_prints_what_the_readme_says() -> None:
    found = EXAMPLE.search(README.read_text("utf-8"))
    assert found
    code, printed = found.groups()
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == printed.strip()


LAYOUT = {
    *(".ci", ".github", "benchmarks", "book", "mutation", "rules_lib", "tests"),
    *("_config.yml", "_toc.yml", "pyproject.toml", "requirements.txt", "Makefile", ".gitignore"),
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "CITATION.cff"),
    *("requirements.lock", "setup.py", "MANIFEST.in", ".binder", ".pre-commit-config.yaml"),
}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a clone")
def test_nothing_lies_about_in_the_top_folder() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    assert {name.partition("/")[0].strip('"') for name in listed.stdout.splitlines()} == LAYOUT
