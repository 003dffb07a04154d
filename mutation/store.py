"""What earlier runs found, and which mutants are equivalent."""

import ast
import hashlib
import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .measuring import FOLDER, digest
from .packages import ENGINE, ROOT, Suite, files_of_tests
from .places import Mutant
from .trial import Verdict

EQUIVALENT = ROOT / "mutation" / "equivalent.toml"
RESULTS = FOLDER / "results.json"


class Results:
    """Verdicts of earlier runs that still hold.

    A kill holds while the function is as it was, and the test that killed, with what its file holds
    beside tests. That a mutant lives holds while the function and all tests are as they were.
    """

    def __init__(self, suite: Suite = ENGINE, path: Path = RESULTS) -> None:
        self._path = path
        self._kept: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        self._files = {*files_of_tests(suite), *suite.nets}
        self._all = digest(*(ROOT / file for file in sorted(self._files)))

    def get(self, mutant: Mutant, trusting: bool = False) -> Verdict | None:
        """Return the verdict on a mutant, if there is one that holds.

        Args:
            mutant: the mutant.
            trusting: also believe in survivors that more tests might kill by now.
        """
        kept = self._kept.get(mutant.key)
        if kept is None or kept["source"] != mutant.source or kept["fate"] == "error":
            return None
        verdict = Verdict(kept["fate"], kept["by"])
        holds = kept["tests"] == self._tests(verdict) or (trusting and not verdict.killed)
        return verdict if holds else None

    def put(self, mutant: Mutant, verdict: Verdict) -> None:
        """Keep a verdict."""
        self._kept[mutant.key] = {
            "fate": verdict.fate,
            "by": verdict.by,
            "source": mutant.source,
            "tests": self._tests(verdict),
        }

    def save(self) -> None:
        """Write all verdicts, whole or not at all."""
        self._path.parent.mkdir(exist_ok=True)
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps(self._kept, indent=0, ensure_ascii=False, sort_keys=True))
        new.replace(self._path)

    def _tests(self, verdict: Verdict) -> str:
        if verdict.fate == "timeout":
            return ""
        file, _, test = verdict.by.partition("::")
        if file not in self._files:
            return self._all
        return digest_of_test(ROOT / file, test.partition("::")[0].partition("[")[0])


@cache
def digest_of_test(path: Path, name: str) -> str:
    """A short name for a test, or a class of tests, and all in its file that is no test."""
    found = hashlib.sha256()
    for node in ast.parse(path.read_text("utf-8")).body:
        if not _is_other_test(node, name):
            found.update(ast.dump(node).encode())
    return found.hexdigest()[:16]


def _is_other_test(node: ast.stmt, name: str) -> bool:
    match node:
        case ast.FunctionDef(name=other) | ast.ClassDef(name=other):
            return other != name and other.lower().startswith("test")
    return False


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A mutant that no test can kill, with the reason."""

    key: str
    reason: str


def equivalents(path: Path = EQUIVALENT) -> dict[str, Equivalent]:
    """Read the list of mutants that are equivalent."""
    found = {}
    for each in tomllib.loads(path.read_text("utf-8")).get("equivalent", []):
        if not each["reason"].strip():
            raise ValueError(f"{path.name}: no reason for {each}")
        for change in each["changes"]:
            change, _, nth = change.partition(" #")
            key = f"{each['file']}::{each['function']}::{change}::{nth or 1}"
            if key in found:
                raise ValueError(f"{path.name}: listed twice: {key}")
            found[key] = Equivalent(key, each["reason"])
    return found


def unknown(listed: Iterable[str], mutants: Iterable[Mutant]) -> list[str]:
    """Entries of the list that are no mutants (any more)."""
    known = {mutant.key for mutant in mutants}
    return [key for key in listed if key not in known]
