"""Which test runs which line of the engine, and how long each test takes."""

import hashlib
import importlib
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import processes, session
from .packages import ENGINE, ROOT, Suite, files_of_tests, module_name, of_suite
from .planting import Loaded

FOLDER = ROOT / ".mutation"


def digest(*paths: Path) -> str:
    """A short name for the content of some files."""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def paths_of(suite: Suite) -> list[Path]:
    """The folders and files that its tests are asked about."""
    return [ROOT / path for package in of_suite(suite) for path in package.paths]


@dataclass(slots=True)
class Measured:
    """What the tests do.

    Attributes:
        seconds: CPU time of each test.
        lines: for each file of the code and each line, the tests that run it.
        failing: tests that fail without any change; they are not asked.
        at_import: for each file of the code, the lines that run when all of it is imported.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, defaultdict[int, set[str]]] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)
    at_import: dict[str, set[int]] = field(default_factory=dict)

    def add(self, tests: dict[str, Any]) -> None:
        """Take in the measures of a file of tests."""
        for test, found in tests.items():
            if found["fails"]:
                self.failing.append(test)
                continue
            self.seconds[test] = found["seconds"]
            for file, lines in found["lines"].items():
                of_file = self.lines.setdefault(file, defaultdict(set))
                for line in lines:
                    of_file[line].add(test)


def _holds(known: dict[str, Any] | None, name: str) -> bool:
    """Whether neither the tests have changed nor any code that they run."""
    return (
        known is not None
        and known["name"] == name
        and all(
            (ROOT / file).exists() and digest(ROOT / file) == old
            for file, old in known.get("code", {"": ""}).items()
        )
    )


def measured(jobs: int, suite: Suite = ENGINE) -> Measured:
    """Measure all tests; files that were measured before and have not changed are not run."""
    helpers = sorted(p for p in (ROOT / "tests").rglob("*.py") if not p.name.startswith("test_"))

    def name_of(file: str) -> str:
        # Tests of what shows lean on the helpers beside them, and the others on all.
        near = (ROOT / file).parent if suite.shown else ROOT
        return f"{digest(*(p for p in helpers if near in p.parents))}-{digest(ROOT / file)}"

    names = {file: name_of(file) for file in files_of_tests(suite)}
    store = FOLDER / ("measures-of-what-shows" if suite.shown else "measures")
    store.mkdir(parents=True, exist_ok=True)
    paths = {file: store / f"{file.replace('/', '+')}.json" for file in names}
    known = {file: json.loads(path.read_text()) for file, path in paths.items() if path.exists()}
    missing = [file for file in names if not _holds(known.get(file), names[file])]
    if missing:
        print(f"measuring {len(missing)} files of tests", flush=True)

    def measure(file: str) -> dict[str, Any]:
        return measure_file(file, suite, paths_of(suite))

    for file, ended in processes.each(missing, measure, jobs):
        if ended.answer is None:
            raise RuntimeError(f"{file} could not be measured: {ended}")
        run = {each for test in ended.answer.values() for each in test["lines"]}
        code = {each: digest(ROOT / each) for each in sorted(run)}
        known[file] = {"name": names[file], "code": code, "tests": ended.answer}
        paths[file].write_text(json.dumps(known[file]))
    result = Measured(at_import=_at_import(suite) if suite.shown else {})
    for file in names:
        result.add(known[file]["tests"])
    return result


def _at_import(suite: Suite) -> dict[str, set[int]]:
    """The lines that run when the code is imported."""

    def lines(_: None) -> dict[str, list[int]]:
        from coverage import Coverage

        watch = Coverage(data_file=None, include=[str(each) for each in _files(suite)])
        sys.path.append(str(ROOT / "book" / "_ext"))
        watch.start()
        for path in _files(suite):
            if path.name != "__main__.py":
                importlib.import_module(module_name(path.relative_to(ROOT).as_posix()))
        watch.stop()
        data = watch.get_data()
        return {
            Path(path).relative_to(ROOT).as_posix(): sorted(data.lines(path) or ())
            for path in data.measured_files()
        }

    ended = processes.start(lines, None).wait()
    if ended.answer is None:
        raise RuntimeError(f"the code could not be imported: {ended}")
    return {file: set(run) for file, run in ended.answer.items()}


def _files(suite: Suite) -> list[Path]:
    return [path for package in of_suite(suite) for path in package.files()]


def measure_file(
    file: str, suite: Suite, packages: Iterable[Path], root: Path = ROOT
) -> dict[str, Any]:
    """Run each test of a file from cold caches: once watched, and once timed.

    A test of what shows runs once. Watching takes longer, so it is allowed too much time, no less.
    """
    from coverage import Coverage

    found: dict[str, Any] = {}
    code = [f"{each}/*" if each.is_dir() else str(each) for each in packages]
    watch = Coverage(data_file=None, include=code)
    # A test may well run nothing of the engine.
    watch.set_option("run:disable_warnings", ["no-data-collected"])

    def work(tests: session.Session) -> None:
        if tests.broken:
            raise RuntimeError(f"{file} cannot be collected")
        loaded = Loaded(root)
        for test in tests.items:
            loaded.forget()
            watch.erase()
            start = time.process_time()
            watch.start()
            fails = tests.fails(test)
            watch.stop()
            seconds = time.process_time() - start
            data = watch.get_data()
            lines = {
                Path(path).relative_to(root).as_posix(): data.lines(path)
                for path in data.measured_files()
            }
            if not suite.shown:
                loaded.forget()
                start = time.process_time()
                fails = tests.fails(test) or fails
                seconds = time.process_time() - start
            found[test] = {"fails": fails, "seconds": seconds, "lines": lines}

    ended = session.inside(work, suite, [file], root)
    if ended not in (0, 1, 5):  # a test may fail without any mutant
        raise RuntimeError(f"measuring {file} ended with code {ended}")
    return found
