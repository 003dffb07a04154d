"""Every change that is tried, as data: where, what stood there, what stands there instead.

Not changed are what only people read, and what no run can show: docstrings, type hints, the
construction of an error (the `raise` as a whole is left out instead), formatted text, words that
are not compared or looked up, `__repr__` and `__str__`, `assert` and `strict=`, decorators,
imports, `__init__.py`; and how much work is begun without asking, which is a choice: `limits.py`,
and the rough estimates that are compared with it (`work = …`, `words = …`, `bits = …`, functions
`_…_work`, and what `check_work` is given). That a limit is looked at is tested: the call as a whole
is left out.

Where people read what comes out (`mutation/packages.py`), texts are changed too
(`mutation/telling.py`); `mutation/look.py` lists what is mere look. Nothing is replaced by `None`
there: that is a crash rather than another word.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from . import look, operators, telling
from .packages import PACKAGES, ROOT, package_of

SHOWN = {"__repr__", "__str__", "_repr_html_"}
FOR_PYTHON = {"__reduce__"}
SKIPPED_FIELDS = {"annotation", "returns", "decorator_list", "bases", "type_params", "type_comment"}
SKIPPED_CALLS = {"TypeVar", "NewType", "ParamSpec", "NamedTuple", "check_work"}
SKIPPED_NAMES = {"__all__", "__slots__", "__match_args__"}
ESTIMATES = {"work", "words", "bits"}


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a tree: a field of a node, with an index if the field is a list."""

    owner: ast.AST
    field: str
    index: int | None

    def get(self) -> ast.AST:
        """Return what stands there."""
        value = getattr(self.owner, self.field)
        found = value if self.index is None else value[self.index]
        assert isinstance(found, ast.AST)
        return found

    def put(self, new: ast.AST) -> None:
        """Replace what stands there."""
        if self.index is None:
            setattr(self.owner, self.field, new)
        else:
            getattr(self.owner, self.field)[self.index] = new


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one place.

    Attributes:
        file: path from the root of the repository.
        function: qualified name of the outermost function, `""` for code that runs at import.
        change: the smallest piece of code that shows it, before and after.
        nth: counts equal changes in one function from 1.
        lines: first and last line of the statement.
        source: digest of the function, or of the statement at import.
        slot, new: where the tree is edited, and what is put there.
    """

    file: str
    function: str
    change: str
    nth: int
    lines: tuple[int, int]
    source: str
    slot: Slot
    new: ast.AST

    @property
    def key(self) -> str:
        """What it is called in stored results."""
        return f"{self.file}::{self.function}::{self.change}::{self.nth}"


@dataclass(frozen=True, slots=True)
class Module:
    """A parsed file and its mutants; `file` is its path from the root, `path` the whole path."""

    file: str
    path: Path
    tree: ast.Module
    mutants: tuple[Mutant, ...]


def module(path: Path, root: Path = ROOT, shown: bool | None = None) -> Module:
    """Parse a file and find its mutants; `shown` if people read what comes out of it."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    file = path.relative_to(root).as_posix()
    package = package_of(file)
    if shown is None:
        shown = package is not None and package.suite.shown
    finder = _Finder(file, text, shown)
    if not (shown and look.is_left_alone(file)):
        finder.body(tree, "", None)
    return Module(finder.file, path, tree, tuple(finder.found))


ALL = "all"
"""A sample of all packages together."""


class Sample(NamedTuple):
    """How many mutants are drawn; another seed draws others."""

    size: int
    seed: str


def sampled(modules: Sequence[Module], sizes: Mapping[str, Sample]) -> list[tuple[Module, Mutant]]:
    """All mutants, in order; of packages with a size that many at random, always the same.

    A smaller sample is the beginning of a greater one. The order is that of digests, so that it
    stays the same for the others when a mutant comes or goes.
    """
    pools = {
        name: [(m, x) for m in modules if package.holds(m.file) for x in m.mutants]
        for name, package in PACKAGES.items()
    }
    if ALL in sizes:
        pools = {ALL: [each for pool in pools.values() for each in pool]}
    chosen = []
    for name, pool in pools.items():
        if name in sizes:
            size, seed = sizes[name]
            order = {m.key: hashlib.sha256(f"{seed}{m.key}".encode()).digest() for _, m in pool}
            pool = sorted(pool, key=lambda pair: order[pair[1].key])[:size]
        chosen += pool
    return chosen


class _Finder:
    """Walks a tree with the names of what is around it."""

    def __init__(self, file: str, text: str, shown: bool) -> None:
        self.file = file
        self.text = text
        self.shown = shown
        self._local: frozenset[str] = frozenset()
        self._draws = False
        self.found: list[Mutant] = []
        self._seen: Counter[tuple[str, str]] = Counter()
        self._function = ""
        self._lines = (0, 0)
        self._source = ""
        self._statement: ast.AST | None = None

    def body(self, owner: ast.AST, name: str, function: str | None) -> None:
        """Find what is in the statements of a module, a class or a function."""
        for index, statement in enumerate(getattr(owner, "body", ())):
            self.statement(Slot(owner, "body", index), statement, name, function)

    def statement(self, slot: Slot, node: ast.stmt, name: str, function: str | None) -> None:
        if _is_skipped(node) or (self.shown and look.is_constant(node)):
            return
        if isinstance(node, ast.ClassDef) and function is None:
            self.body(node, f"{name}{node.name}.", None)
            return
        if isinstance(node, ast.FunctionDef) and function is None:
            unasked = FOR_PYTHON if self.shown else SHOWN | FOR_PYTHON
            shape = self.shown and look.makes_shapes(self.file, f"{name}{node.name}")
            if node.name not in unasked and not _is_estimate(node.name) and not shape:
                self._defaults(node)
                self._source = self._digest(node)
                self._function = f"{name}{node.name}"
                self._look_around(node)
                self.body(node, "", self._function)
            return
        if function is None:
            self._function, self._source = "", self._digest(node)
            self._look_around(None)
        self._inner(slot, node, function is not None)

    def _look_around(self, function: ast.FunctionDef | None) -> None:
        """Note the names of a function, and whether it draws."""
        inside = ast.walk(function) if function else ()
        names = (
            each.id if isinstance(each, ast.Name) else getattr(each, "arg", None) for each in inside
        )
        self._local = frozenset(filter(None, names))
        self._draws = self.shown and look.draws(self.file, self._function)

    def _defaults(self, node: ast.FunctionDef) -> None:
        """Defaults of arguments are made at import."""
        self._function, self._source = "", self._digest(node)
        self._mark(node)
        for field in ("defaults", "kw_defaults"):
            for index, default in enumerate(getattr(node.args, field)):
                if default is not None:
                    self._node(Slot(node.args, field, index), default, False)

    def _inner(self, slot: Slot, node: ast.AST, in_function: bool) -> None:
        """Find what is in a statement, whole and in parts."""
        if isinstance(node, ast.stmt):
            if _is_skipped(node):
                return
            self._mark(node)
            if in_function:
                for other in operators.instead_of_statement(node):
                    self._add(slot, other, node)
            if isinstance(node, ast.Raise):
                return
        self._node(slot, node, in_function)

    def _node(self, slot: Slot, node: ast.AST, in_function: bool) -> None:
        if _is_skipped_call(node) or (isinstance(node, ast.JoinedStr) and not self.shown):
            return
        if self.shown and look.is_role(self.file, node):
            return
        draws = self._draws
        self._draws = draws and not isinstance(node, ast.JoinedStr)
        for other in self._instead(slot, node, in_function):
            self._add(slot, other, node)
        for field, index, other in operators.inside(node, in_function):
            if not (self.shown and (_is_none(other) or (self._draws and _is_sum(node)))):
                self._add(Slot(node, field, index), other, node)
        if in_function:
            for place, word in _words(node):
                if not (self.shown and isinstance(node, ast.Dict) and word in look.KEYS):
                    self._add(place, operators.other_word(word), node)
        statement = self._lines
        for field, value in ast.iter_fields(node):
            if field in SKIPPED_FIELDS or (field == "value" and _is_strict(node)):
                continue
            if isinstance(value, list):
                for index, each in enumerate(value):
                    if isinstance(each, ast.AST) and not _is_first_of_cast(node, field, index):
                        self._part(node, field, index, each, in_function)
            elif isinstance(value, ast.AST):
                self._part(node, field, None, value, in_function)
        self._lines, self._draws = statement, draws

    def _part(
        self, node: ast.AST, field: str, index: int | None, part: ast.AST, in_function: bool
    ) -> None:
        if not (self.shown and look.unread(node, field, index, part)):
            self._inner(Slot(node, field, index), part, in_function)

    def _instead(self, slot: Slot, node: ast.AST, in_function: bool) -> Iterator[ast.AST]:
        """What stands in the place of a node as a whole."""
        if not self.shown:
            yield from operators.instead(node, in_function)
            return
        lengths = self._draws and not isinstance(slot.owner, ast.Compare)
        if not (isinstance(node, ast.Lambda) or (lengths and _is_length(node))):
            for other in operators.instead(node, in_function):
                if not _drops_unread(node, other):
                    yield other
        if not (isinstance(slot.owner, ast.Compare) and isinstance(node, ast.Tuple | ast.List)):
            yield from telling.instead(node, self._local, not lengths)

    def _mark(self, node: ast.stmt) -> None:
        """Remember the lines of a statement, of its head if it has a body."""
        last = node.end_lineno or node.lineno
        inner = getattr(node, "body", None)
        if isinstance(inner, list) and inner:
            last = max(node.lineno, inner[0].lineno - 1)
        self._lines = (node.lineno, last)

    def _add(self, slot: Slot, new: ast.AST, shown: ast.AST) -> None:
        old = slot.get()
        whole = isinstance(slot.owner, ast.stmt | ast.arguments)
        text = self.shown and isinstance(shown, ast.Constant) and isinstance(shown.value, str)
        if isinstance(shown, ast.Constant) and not (whole or text):
            shown = slot.owner
        before = _line(shown)
        slot.put(new)
        after = _line(new if shown is old else shown)
        slot.put(old)
        change = f"{before} → {after}"
        self._seen[self._function, change] += 1
        nth = self._seen[self._function, change]
        self.found.append(
            Mutant(self.file, self._function, change, nth, self._lines, self._source, slot, new)
        )

    def _digest(self, node: ast.AST) -> str:
        code = ast.get_source_segment(self.text, node) or ""
        return hashlib.sha256(code.encode()).hexdigest()[:16]


def _line(node: ast.AST) -> str:
    """Code as one line: of a statement with a body the head only."""
    return ast.unparse(ast.fix_missing_locations(node)).strip().splitlines()[0]


def _is_skipped(node: ast.stmt) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Pass():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id="AssertionError"))):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in SKIPPED_NAMES | ESTIMATES
        case ast.AugAssign(target=ast.Name(id=name)):
            return name in ESTIMATES
    return False


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_sum(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp | ast.AugAssign)


def _is_length(node: ast.AST) -> bool:
    """Numbers, signs, and which one of two numbers."""
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()) | ast.UnaryOp(op=ast.USub()):
            return True
        case ast.Call(func=ast.Name(id="min" | "max" | "ceil" | "floor")):
            return True
    return False


def _drops_unread(node: ast.AST, other: ast.AST) -> bool:
    """Whether an argument that nobody reads is left out of a call."""
    if not (isinstance(node, ast.Call) and isinstance(other, ast.Call)):
        return False
    gone = [each for each in node.keywords if each not in other.keywords]
    return any(look.unread(node, "keywords", None, each) for each in gone)


def _is_estimate(name: str) -> bool:
    """`_sum_work` says how much work there is; `check_work` refuses it."""
    return name.startswith("_") and name.endswith("_work")


def _is_skipped_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in SKIPPED_CALLS
    )


def _is_strict(node: ast.AST) -> bool:
    """`zip(..., strict=True)` is an `assert` about our own work."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _is_first_of_cast(node: ast.AST, field: str, index: int) -> bool:
    is_cast = isinstance(node, ast.Call) and ast.unparse(node.func) == "cast"
    return is_cast and field == "args" and index == 0


def _words(node: ast.AST) -> Iterator[tuple[Slot, str]]:
    """Words that decide something: those compared, looked up, or looked up by."""
    match node:
        case ast.Compare(left=left, comparators=others):
            slots = [Slot(node, "left", None)]
            slots += [Slot(node, "comparators", index) for index in range(len(others))]
            members = [each for each in (left, *others) if isinstance(each, ast.Tuple | ast.Set)]
            slots += [Slot(each, "elts", i) for each in members for i in range(len(each.elts))]
        case ast.Subscript():
            slots = [Slot(node, "slice", None)]
        case ast.Dict(keys=keys):
            slots = [Slot(node, "keys", index) for index, each in enumerate(keys) if each]
        case ast.MatchValue():
            slots = [Slot(node, "value", None)]
        case _:
            slots = []
    for slot in slots:
        value = slot.get()
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield slot, value.value
