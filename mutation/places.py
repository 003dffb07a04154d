"""Every change that is tried, as data.

Not changed is what only people read or no run can show: docstrings, type hints, decorators,
imports, `assert`, what a refusal says (the `raise` as a whole is left out instead), limits of work.
Where people read what comes out, words are changed and numbers are not: most are lengths.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from . import text_mutations

ROOT = Path(__file__).parents[1]
ENGINE = ("probability", "in_die_tiefen", "paper_tigers", "triumph_and_glory")
PACKAGES = {
    **{name: f"rules_lib/{name}/" for name in ENGINE},
    "book": "book/_ext/rulebook_ext/",
    "shown": "rules_lib/",
}
"""What is changed, by the names of samples; a file is in the first that holds it."""
LEFT_ALONE = {"__init__.py", "limits.py", "palette.py", "svg.py", "drawing.py"}

_COMPARED = "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
_COUNTED = "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift"
_KEYWORDS = "TrueWithFalse FalseWithTrue AndWithOr OrWithAnd BreakWithContinue ContinueWithBreak"
ANYWHERE = [
    "AddNot",
    "WithoutStatement",
    "ZeroIterationForLoop",
    *(f"Replace{each}" for each in _KEYWORDS.split()),
    *(f"ReplaceComparisonOperator_{each}" for each in _COMPARED.split()),
    *(f"ReplaceUnaryOperator_Delete_{each}" for each in ("Not", "USub")),
]
"""One change of each kind, not every pair of signs."""
OF_ENGINE = [*(f"ReplaceBinaryOperator_{each}" for each in _COUNTED.split()), "NumberReplacer"]
OF_SHOWN = ["OtherName", "OtherWord"]


class Mutant(NamedTuple):
    """A change: the nth of an operator in a file, and in a function, and the line it begins in."""

    file: str
    function: str
    operator: str
    nth: int
    occurrence: int
    line: int

    @property
    def key(self) -> str:
        """What it is called in stored results."""
        return f"{self.file}::{self.function}::{self.operator}::{self.nth}"

    def code(self, source: str) -> str:
        """The whole file after it."""
        return str(mutate_code(source, _operator(self.operator), self.occurrence))

    def told(self, source: str) -> str:
        """The line before and after."""
        pairs = zip(source.splitlines(), self.code(source).splitlines(), strict=False)
        old, new = next((old.strip(), new.strip()) for old, new in pairs if old != new)
        return f"{self.file} {self.function}: {old} → {new}"


def _operator(name: str) -> Any:
    return text_mutations.OPERATORS.get(name) or get_operator(f"core/{name}")()


def package_of(file: str) -> str:
    """The package that holds a file; the pages of a game are no part of the engine."""
    found = next(name for name, folder in PACKAGES.items() if file.startswith(folder))
    return "shown" if "/page/" in file else found


def files() -> Iterator[str]:
    """All that is changed."""
    for folder in ("rules_lib", "book/_ext/rulebook_ext"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name not in LEFT_ALONE:
                yield path.relative_to(ROOT).as_posix()


def mutants(source: str, file: str) -> list[Mutant]:
    """All changes of a file."""
    names = sorted(ANYWHERE + (OF_ENGINE if package_of(file) in ENGINE else OF_SHOWN))
    operators = [(name, _operator(name)) for name in names]
    occurrences: Counter[str] = Counter()
    within: Counter[tuple[str, str]] = Counter()
    found = []
    for node in ast_nodes(get_ast(source)):
        for name, operator in operators:
            for start, _ in operator.mutation_positions(node):
                occurrences[name] += 1
                if not _is_skipped(node):
                    function = _function(node)
                    within[function, name] += 1
                    at = within[function, name], occurrences[name] - 1
                    found.append(Mutant(file, function, name, *at, start[0]))
    return found


def _function(node: Any) -> str:
    names: list[str] = []
    while node := node.search_ancestor("funcdef", "classdef"):
        names.insert(0, node.name.value)
    return ".".join(names)


def _is_skipped(node: Any) -> bool:
    """Whether it stands in what no run can show."""
    if node.type == "assert_stmt" or (node.type == "operator" and node.parent.type == "parameters"):
        return True
    while (parent := node.parent) is not None:
        match parent.type:
            case "decorator" | "import_from" | "import_name" | "assert_stmt" | "raise_stmt":
                return True
            case "tfpdef":
                return True
            case "annassign" if parent.children[1] is node:
                return True
            case "funcdef" if parent.annotation is node:
                return True
        node = parent
    return False


def sampled(found: Iterable[Mutant], sizes: dict[str, tuple[int, str]]) -> list[Mutant]:
    """Of a package, or of `all`, so many at random, by a seed; the others whole.

    A smaller sample is the beginning of a greater one, and stays when other mutants come or go.
    """
    pools: dict[str, list[Mutant]] = {}
    for each in found:
        pools.setdefault("all" if "all" in sizes else package_of(each.file), []).append(each)
    chosen = []
    for name, pool in pools.items():
        if name in sizes:
            size, seed = sizes[name]
            pool.sort(key=lambda x: hashlib.sha256(f"{seed}{x.key}".encode()).digest())
            del pool[size:]
        chosen += pool
    return chosen
