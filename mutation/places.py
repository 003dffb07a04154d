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

_BINARY = "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift"
_COMPARED = "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
_KEYWORDS = "TrueWithFalse FalseWithTrue AndWithOr OrWithAnd BreakWithContinue ContinueWithBreak"
OPERATORS: dict[str, tuple[tuple[str, ...], Any]] = {
    name: (types, get_operator(f"core/{name}")())
    for types, names in {
        ("operator",): [f"ReplaceBinaryOperator_{each}" for each in _BINARY.split()],
        ("comparison",): [f"ReplaceComparisonOperator_{each}" for each in _COMPARED.split()],
        ("keyword",): [f"Replace{each}" for each in _KEYWORDS.split()],
        ("factor", "not_test"): [f"ReplaceUnaryOperator_Delete_{each}" for each in ("USub", "Not")],
        ("if_stmt", "while_stmt", "test"): ["AddNot"],
        ("number",): ["NumberReplacer"],
        ("for_stmt",): ["ZeroIterationForLoop"],
    }.items()
    for name in names
} | {name: (each.types, each) for name, each in text_mutations.OPERATORS.items()}
"""Each with the nodes that it looks at: one change of each kind, not every pair of signs."""
OF_ENGINE = OPERATORS.keys() - {"OtherWord", "OtherName"}
OF_SHOWN = OPERATORS.keys() - {"NumberReplacer", *(f"ReplaceBinaryOperator_{each}" for each in
                                                   _BINARY.split())}  # fmt: skip


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
        changed = mutate_code(source, OPERATORS[self.operator][1], self.occurrence)
        assert isinstance(changed, str)
        return changed

    def told(self, source: str) -> str:
        """The line before and after."""
        old, new = source.splitlines(), self.code(source).splitlines()
        at = next(n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1])
        return f"{self.file} {self.function}: {old[at].strip()} → {new[at].strip()}"


def package_of(file: str) -> str | None:
    """The package that holds a file."""
    return next((name for name, folder in PACKAGES.items() if file.startswith(folder)), None)


def files() -> Iterator[Path]:
    """All that is changed."""
    for folder in ("rules_lib", "book/_ext/rulebook_ext"):
        found = sorted((ROOT / folder).rglob("*.py"))
        yield from (each for each in found if each.name not in LEFT_ALONE)


def mutants(source: str, file: str) -> list[Mutant]:
    """All changes of a file."""
    names = OF_ENGINE if package_of(file) in ENGINE else OF_SHOWN
    chosen = [(name, *OPERATORS[name]) for name in sorted(names)]
    occurrences: Counter[str] = Counter()
    within: Counter[tuple[str, str]] = Counter()
    found = []
    for node in ast_nodes(get_ast(source)):
        for name, types, operator in chosen:
            if node.type not in types:
                continue
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
    child, parent = node, node.parent
    if node.type == "operator" and parent.type == "parameters":
        return True
    while parent is not None:
        match parent.type:
            case "decorator" | "import_from" | "import_name" | "assert_stmt" | "raise_stmt":
                return True
            case "annassign" | "tfpdef" if parent.children[1] is child or parent.type == "tfpdef":
                return True
            case "funcdef" if parent.annotation is child:
                return True
        child, parent = parent, parent.parent
    return bool(node.type == "assert_stmt")


def sampled(found: Iterable[Mutant], sizes: dict[str, tuple[int, str]]) -> list[Mutant]:
    """Of a package, or of `all`, so many at random, by a seed; the others whole.

    A smaller sample is the beginning of a greater one, and stays when other mutants come or go.
    """
    pools: dict[str, list[Mutant]] = {}
    for each in found:
        pools.setdefault("all" if "all" in sizes else str(package_of(each.file)), []).append(each)
    chosen = []
    for name, pool in pools.items():
        if name in sizes:
            size, seed = sizes[name]
            order = {x: hashlib.sha256(f"{seed}{x.key}".encode()).digest() for x in pool}
            pool = sorted(pool, key=order.__getitem__)[:size]
        chosen += pool
    return chosen
