"""Tests mutants, one process each."""

import itertools
import re
import resource
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from . import processes, session
from .measuring import Measured
from .packages import ENGINE, ROOT, Suite, package_of
from .places import Module, Mutant
from .planting import CannotPlant, Importer, Loaded

MEMORY = 3 << 30
"""Bytes that a mutant may use."""
OVERHEAD = 0.003
"""Seconds that a test takes beside its own."""
MOST_FILES = 30
"""Files of tests that are read for a mutant of code that runs at import."""
NEAREST = 6
"""Tests that are asked before the nets, and nets that are asked before the other tests."""
NET = 1.0
"""Seconds that a test of a net is thought to take."""
NEAREST_FILES = 2
"""Files of them that are read before the others."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant.

    Attributes:
        fate: "killed", "timeout" (which is a kill), "survived", "untested", or "error".
        by: the test that killed it, or what the error was.
    """

    fate: str
    by: str = ""

    @property
    def killed(self) -> bool:
        """Whether the tests noticed."""
        return self.fate in ("killed", "timeout")


@dataclass(frozen=True, slots=True)
class Bench:
    """What is needed to try mutants.

    Attributes:
        measured: what the tests do.
        seconds: CPU time that the tests of one mutant may take, all told.
        jobs: processes at a time.
        suite: the tests.
        root: of the repository.
        patience: CPU time that any test may take, beside three times what it takes without mutants.
    """

    measured: Measured
    seconds: float
    jobs: int
    suite: Suite = ENGINE
    root: Path = ROOT
    patience: float = 3.0

    def choose(self, file: str, tests: Iterable[str], first: Iterable[str] = ()) -> list[str]:
        """Order tests: those that killed its neighbours, the nearest, the quick, while time lasts.

        Near are the tests that bear the name of the module, then those of the package.
        """
        *_, package, name = file.removesuffix(".py").split("/")
        wanted = set(tests)
        known = [test for test in dict.fromkeys(first) if test in wanted]

        def order(test: str) -> tuple[bool, bool, float, str]:
            home = _file(test)
            seconds = self.measured.seconds[test]
            return name.strip("_") not in home, package not in home, seconds, test

        rest = sorted(wanted.difference(known), key=order)
        spent = itertools.accumulate(self.measured.seconds[test] + OVERHEAD for test in rest)
        return known + [t for t, total in zip(rest, spent, strict=True) if total <= self.seconds]

    def watching(self, mutant: Mutant) -> set[str]:
        """The tests that run a mutant."""
        if mutant.file not in self.measured.lines:
            return set()
        lines = self.measured.lines[mutant.file]
        first, last = mutant.lines
        return {test for line in range(first, last + 1) for test in lines.get(line, ())}

    def runs_at_import(self, mutant: Mutant) -> bool:
        """Whether a function is called while its module, or another one, is imported."""
        first, last = mutant.lines
        run = self.measured.at_import.get(mutant.file, set())
        return not run.isdisjoint(range(first, last + 1))

    def around(self, mutant: Mutant) -> set[str]:
        """Tests for code that runs at import: those of its module, or else of its package."""
        found = set().union(*self.measured.lines.get(mutant.file, {}).values())
        if not found:
            package = package_of(mutant.file)
            home = f"tests/{package.name}/" if package else "tests/"
            found = {t for t in self.measured.seconds if t.startswith(home)}
        *_, folder, name = mutant.file.removesuffix(".py").split("/")
        found = found | {t for t in self.measured.seconds if name.strip("_") in _file(t)}
        by_file: defaultdict[str, int] = defaultdict(int)
        for test in found:
            by_file[_file(test)] += 1

        def order(file: str) -> tuple[bool, bool, int, str]:
            return name.strip("_") not in file, folder not in file, -by_file[file], file

        top = sorted(by_file, key=order)[:MOST_FILES]
        return {test for test in found if _file(test) in top}

    def caught(self, mutant: Mutant, tests: Iterable[str]) -> list[str]:
        """The tests of the nets that are asked about a mutant, the nearest first."""
        words = _words(mutant.file.partition("/")[2].removesuffix(".py"))
        name = Path(mutant.file).stem.strip("_")
        words |= {other for word, other in self.suite.also if word in words}
        ranked = []
        for at, test in enumerate(
            each for each in tests if each.startswith(self.suite.nets or "?")
        ):
            named = _words(test.partition("/")[2])
            near = len(words & named) + 3 * (name in _file(test))
            common = bool(named.intersection(self.suite.common))
            if near or common:
                ranked.append((-near, not common, at, test))
        return [test for *_, test in sorted(ranked)[: round(self.seconds / NET)]]

    def with_nets(self, chosen: list[str], mutant: Mutant, tests: Iterable[str]) -> list[str]:
        """The nearest tests, the nearest nets, then the others of both."""
        nets = self.caught(mutant, tests)
        return [*chosen[:NEAREST], *nets[:NEAREST], *chosen[NEAREST:], *nets[NEAREST:]]

    def run(
        self,
        module: Module,
        mutant: Mutant,
        plant: Callable[[Module, Mutant], None] | None,
        chosen: list[str],
        tests: session.Session,
    ) -> str:
        """Run tests on a mutant in this process; return the one that fails, or ""."""
        if plant:
            plant(module, mutant)
        here = [test for test in chosen if test in tests.items]
        for test, following in itertools.zip_longest(here, here[1:]):
            _allow(3 * self.measured.seconds.get(test, 20 * NET) + self.patience)
            if tests.fails(test, following):
                return test
        return ""

    def functions(
        self, tests: session.Session, todo: list[tuple[Module, Mutant]]
    ) -> Iterator[tuple[Mutant, Verdict]]:
        """Try mutants of functions, where the engine is loaded and all tests are collected."""
        loaded = Loaded(self.root)
        loaded.prepare({module.file: module for module, _ in todo}.values())
        killers: defaultdict[tuple[str, str], list[str]] = defaultdict(list)

        def work(task: tuple[Module, Mutant]) -> str:
            module, mutant = task
            _limit_memory()
            chosen = self.choose(
                mutant.file, self.watching(mutant), killers[mutant.file, mutant.function][-4:]
            )
            chosen = self.with_nets(chosen, mutant, tests.items)
            if not chosen:
                return "?"
            try:
                return self.run(module, mutant, loaded.plant, chosen, tests)
            except CannotPlant:
                return "!"

        for (_, mutant), ended in processes.each(todo, work, self.jobs):
            verdict = _judge(ended)
            if verdict.fate == "killed":
                known = killers[mutant.file, mutant.function]
                if verdict.by in known:
                    known.remove(verdict.by)
                known.append(verdict.by)
            yield mutant, verdict

    def imports(self, todo: list[tuple[Module, Mutant]]) -> Iterator[tuple[Mutant, Verdict]]:
        """Try mutants of code that runs at import, from a process without the engine."""

        def work(task: tuple[Module, Mutant]) -> str:
            module, mutant = task
            _limit_memory()
            watching = self.watching(mutant) if mutant.function else set()
            watching = watching or self.around(mutant)
            chosen = self.choose(mutant.file, watching)
            if not chosen and not self.suite.nets:
                return "?"
            Importer(module, mutant).install()
            found = ""

            def inside(tests: session.Session) -> None:
                nonlocal found
                found = "the import"
                if not tests.broken:
                    here = self.with_nets(chosen, mutant, tests.items)
                    found = self.run(module, mutant, None, here, tests)

            files = list(dict.fromkeys(map(_file, chosen)))
            # Collecting takes longer than running, so the nearest tests go first.
            for some in (files[:NEAREST_FILES], files[NEAREST_FILES:], list(self.suite.nets)):
                if some and not found:
                    _allow(60)
                    session.inside(inside, self.suite, sorted(some), self.root)
            return found

        for (_, mutant), ended in processes.each(todo, work, self.jobs):
            yield mutant, _judge(ended)


def _judge(ended: processes.Ended) -> Verdict:
    if ended.signal == signal.SIGXCPU:
        return Verdict("timeout")
    if ended.signal:
        return Verdict("error", f"signal {ended.signal}")
    if "MemoryError" in ended.error:  # it no longer ends, and grows
        return Verdict("timeout")
    if ended.error:
        return Verdict("error", ended.error)
    fates = {"": "survived", "?": "untested", "!": "cannot plant"}
    return Verdict(fates.get(ended.answer, "killed"), ended.answer)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text)) - {"the", "tests", "test_"}


def _allow(seconds: float) -> None:
    """Let this process use some CPU time more; then it is stopped."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
