"""Finds the ids that chapters and tests name, by reading them as text.

Nothing is executed: a chapter is scanned line by line, a test file through its syntax tree.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from rules_lib.errors import RulesError
from rules_lib.rulebook.bindings import ID_PATTERN

Column: TypeAlias = Literal["box", "code", "example", "odds", "test"]
"""What proves an entry."""


class EvidenceError(RulesError):
    """A chapter or test names its ids in a way that cannot be read; says where."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an id is named.

    Attributes:
        path: file, relative to the root of the repository, with forward slashes.
        line: counted from 1.
        name: of the test, such as ``"TestExchange.test_draw"``; ``""`` in a chapter.
    """

    path: str
    line: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" + (f" {self.name}" if self.name else "")


class Citation(NamedTuple):
    """An id, what names it, and the place."""

    column: Column
    rule_id: str
    place: Place


def of_chapters(root: Path) -> Iterator[Citation]:
    """All that the chapters of a repository name, without built ones."""
    for path, text in _read(root, "book", "*.md"):
        yield from in_chapter(text, path)


def citations(root: Path) -> Iterator[Citation]:
    """All that its chapters and tests name."""
    yield from of_chapters(root)
    for pattern in ("test_*.py", "cases/*.toml"):
        for path, text in _read(root, "tests", pattern):
            yield from in_tests(text, path)


BOXES = ("clause", "ruling", "erratum")

_FENCE = re.compile(r"^[ >]*(?P<fence>`{3,}|~{3,}|:{3,})\s*(?P<info>.*?)\s*$")
_DIRECTIVE = re.compile(r"\{(?P<name>[\w-]+)\}\s*(?P<argument>.*)")


def in_chapter(text: str, path: str) -> Iterator[Citation]:
    """The ids that a chapter sets in a box, or names in the ``rules`` of a code cell.

    Cells marked ``odds: true`` compute a chance, too.
    """
    for line, name, argument, body in _directives(text):
        place = Place(path, line)
        if name in BOXES:
            yield from (Citation("box", rule_id, place) for rule_id in argument.split())
        elif name == "code-cell":
            header = list(_header(body))
            odds = any(re.fullmatch(r":?odds: *true *", each) for each in header)
            for rule_id in _rules_of_cell("\n".join(header), f"{path}:{line}"):
                yield Citation("example", rule_id, place)
                if odds:
                    yield Citation("odds", rule_id, place)


def in_tests(source: str, path: str) -> Iterator[Citation]:
    """The ids that are bound to the tests of a file, one citation a test.

    By ``pytest.mark.rule``; or, in a file of cases, by its ``rules``.
    """
    if path.endswith(".toml"):
        heads = [at for at, line in enumerate(source.splitlines(), 1) if line == "[[case]]"]
        for line, case in zip(heads, tomllib.loads(source)["case"], strict=True):
            for rule_id in dict.fromkeys(case["rules"]):
                yield Citation("test", rule_id, Place(path, line, case["name"]))
        return
    if "mark.rule" in source:
        yield from _marks_in(ast.parse(source, path), path, prefix="", inherited=())


def _directives(text: str) -> Iterator[tuple[int, str, str, list[str]]]:
    """Line, name, argument and following lines of each directive that is not itself quoted."""
    lines = text.splitlines()
    quoted_by = ""
    for number, line in enumerate(lines, start=1):
        fence = _FENCE.match(line)
        if quoted_by:
            if fence and not fence["info"] and fence["fence"].startswith(quoted_by):
                quoted_by = ""
            continue
        if not fence or not fence["info"]:
            continue
        directive = _DIRECTIVE.match(fence["info"])
        if directive is None or directive["name"] in {"code-cell", "code-block", "code", "raw"}:
            quoted_by = fence["fence"]
        if directive:
            yield number, directive["name"], directive["argument"], lines[number:]


def _rules_of_cell(header: str, where: str) -> list[str]:
    found = re.search(r"^:?rules:(?P<value>.*(?:\n[ \t-].*)*)", header, re.MULTILINE)
    if not found:
        return []
    ids = re.findall(r"[^\s,\[\]\"']+", re.sub(r"^\s*- ", " ", found["value"], flags=re.MULTILINE))
    for rule_id in ids:
        if not ID_PATTERN.fullmatch(rule_id):
            raise EvidenceError(
                f"{where}: rules: {rule_id!r} is not an id; write rules: [PT-M9, PT-M10]"
            )
    return ids


def _header(body: list[str]) -> Iterator[str]:
    """The option lines of a code cell: between two ``---``, or each starting with a colon."""
    if body and body[0].strip() == "---":
        for line in body[1:]:
            if line.strip() == "---":
                return
            yield line
    else:
        for line in body:
            if not line.startswith(":"):
                return
            yield line


def _marks_in(
    node: ast.Module | ast.ClassDef, path: str, prefix: str, inherited: tuple[str, ...]
) -> Iterator[Citation]:
    for statement in node.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if any(isinstance(each, ast.Name) and each.id == "pytestmark" for each in targets):
                inherited += tuple(_ids_marked(statement.value, path))
    for statement in node.body:
        if not isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        own = tuple(each for item in statement.decorator_list for each in _ids_marked(item, path))
        name = prefix + statement.name
        if isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            yield from _marks_in(statement, path, f"{name}.", inherited + own)
        elif not isinstance(statement, ast.ClassDef) and statement.name.startswith("test"):
            for rule_id in dict.fromkeys(inherited + own):
                yield Citation("test", rule_id, Place(path, statement.lineno, name))


def _ids_marked(expression: ast.expr, path: str) -> Iterator[str]:
    """The arguments of each ``pytest.mark.rule(...)`` in an expression, parameter sets included."""
    for call in ast.walk(expression):
        if not (isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule")):
            continue
        for argument in call.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise EvidenceError(
                    f"{path}:{argument.lineno}: mark.rule takes ids written out, "
                    f"such as 'PT-M9'; found {ast.unparse(argument)}"
                )
            yield argument.value


def _read(root: Path, folder: str, pattern: str) -> Iterator[tuple[str, str]]:
    for path in sorted((root / folder).rglob(pattern)):
        relative = path.relative_to(root)
        if not any(part.startswith(("_", ".")) for part in relative.parts[:-1]):
            yield relative.as_posix(), path.read_text("utf-8")
