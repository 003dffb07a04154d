"""Every change that is tried: those of cosmic-ray, and ours of what a text says.

Not changed is what only people read or no run can show: docstrings, type hints, decorators,
imports, `assert`, `strict=` of a `zip`, what a refusal says (the `raise` as a whole is left out
instead), limits and estimates of work.
Where people read what comes out, words are changed and numbers are not: most are lengths. A word
becomes its opposite, a number in a text another one, the attacker's chance the defender's.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from parso.python.tree import Keyword

ROOT = Path(__file__).parents[1]
ENGINE = ("probability", "in_die_tiefen", "paper_tigers", "triumph_and_glory")
LEFT_ALONE = {"__init__.py", "limits.py", "palette.py", "svg.py", "drawing.py"}
SKIPPED = {"decorator", "import_from", "import_name", "assert_stmt", "raise_stmt", "tfpdef"}
Node: TypeAlias = Any
"""A node of parso's."""

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

PAIRS = """
    above below; all none; always never; ascending descending; attacker defender; attackers
    defenders; before after; best worst; better worse; black red; both neither; can cannot; charger
    target; default other; earlier later; enemy own; even odd; every no; failed passed; fails
    passes; fewer more; first second; fought moved; fresh shaken; front flank; higher lower; highest
    lowest; hit miss; hits misses; kept lost; large small; larger smaller; left right; less least;
    loser winner; loses wins; maximum minimum; mine theirs; once twice; or and; over under; same
    different; superior inferior; up down; with without; yes no; you they; your their; a b;
    numerator denominator; zero one; two three; four five; six seven; eight nine; half quarter
"""
OTHER = {
    case(word): case(other)
    for one, two in map(str.split, PAIRS.split(";"))
    for word, other in ((one, two), (two, one))
    for case in (str.upper, str.capitalize, str.lower)
}
_TOKEN = re.compile(r"[A-Z]+-[A-Z]*\d+(?:\.\d+)*|(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)|[A-Za-z]{2,}")


def other_words(node: Node) -> Iterator[str]:
    """A text with one word or number after the other changed, and each "not" left out.

    Not of a text that stands alone: it only explains.
    """
    text = node.value
    for found in _TOKEN.finditer(text) if node.parent.type != "simple_stmt" else ():
        token = found.group()
        new = "" if token == "not" else OTHER.get(token)
        if token[-1].isdigit():
            new = re.sub(r"\d+$", lambda digits: str(int(digits[0]) + 1), token)
        if new is not None:
            yield text[: found.start()] + new + text[found.end() :]


def other_names(node: Node) -> Iterator[str]:
    """An attribute with one of its words changed, where the file asks for such a one, too."""
    if node.parent.type == "trailer" and node.get_previous_leaf() == ".":
        parts = node.value.split("_")
        for at, part in enumerate(parts):
            name = "_".join([*parts[:at], OTHER.get(part, ""), *parts[at + 1 :]])
            if part in OTHER and re.search(rf"\.{name}\b", node.get_root_node().get_code()):
                yield name


def left_out(node: Node) -> Iterator[str]:
    """A call for its effect, or a refusal: nothing instead."""
    if node.parent.type == "simple_stmt":
        yield "pass"


class Change(NamedTuple):
    """An operator of cosmic-ray's kind: each place with each text that may stand there."""

    types: tuple[str, ...]
    others: Callable[[Node], Iterator[str]]

    def mutation_positions(self, node: Node) -> Iterator[tuple[Any, Any]]:
        """The place, once for each text."""
        for _ in self.others(node) if node.type in self.types else ():
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Put the text there."""
        other = list(self.others(node))[index]
        if not hasattr(node, "value"):
            leaf = node.get_first_leaf()
            return Keyword(other, leaf.start_pos, leaf.prefix)
        node.value = other
        return node


OURS = {
    "OtherName": Change(("name",), other_names),
    "OtherWord": Change(("string", "fstring_string"), other_words),
    "WithoutStatement": Change(("atom_expr", "raise_stmt"), left_out),
}


def _operator(name: str) -> Any:
    return OURS.get(name) or get_operator(f"core/{name}")()


class Mutant(NamedTuple):
    """A change: the nth of an operator in a file, and in a function.

    Attributes:
        first, line: where the statement begins that it is in, and the change itself.
    """

    file: str
    function: str
    operator: str
    nth: int
    occurrence: int
    first: int
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


def package_of(file: str) -> str:
    """The package that holds a file; the pages of a game are no part of the engine."""
    top, package, *_ = file.split("/")
    if package in ENGINE and "/page/" not in file:
        return package
    return "shown" if top == "rules_lib" else top


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
                    at = within[function, name], occurrences[name] - 1, _first(node), start[0]
                    found.append(Mutant(file, function, name, *at))
    return found


def _first(node: Node) -> int:
    """The line in which its statement begins: of a long one, not each line is seen to run."""
    while not node.type.endswith(("stmt", "def", "file_input")):
        node = node.parent
    return int(node.start_pos[0])


def _function(node: Node) -> str:
    names: list[str] = []
    while node := node.search_ancestor("funcdef", "classdef"):
        names.insert(0, node.name.value)
    return ".".join(names)


def _is_skipped(node: Node) -> bool:
    """Whether it stands in what no run can show."""
    if node.type == "assert_stmt" or (node.type == "operator" and node.parent.type == "parameters"):
        return True
    while (parent := node.parent) is not None:
        hint = parent.type == "annassign" and parent.children[1] is node
        result = parent.type == "funcdef" and parent.annotation is node
        strict = parent.type == "argument" and parent.get_first_leaf().value == "strict"
        work = parent.type == "funcdef" and parent.name.value.endswith("work")
        work |= parent.type == "expr_stmt" and parent.get_first_leaf().value in ("work", "words")
        if hint or result or strict or work or parent.type in SKIPPED:
            return True
        node = parent
    return False


def sampled(found: Sequence[Mutant], size: int, seed: str) -> list[Mutant]:
    """So many at random, by a seed.

    A smaller sample is the beginning of a greater one, and stays when other mutants come or go.
    """
    return sorted(found, key=lambda x: hashlib.sha256(f"{seed}{x.key}".encode()).digest())[:size]
