"""Which test runs which line of the engine, and how long each test takes."""

import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import processes, session
from .places import PACKAGES, ROOT
from .planting import Loaded

FOLDER = ROOT / ".mutation"


def digest(*paths: Path) -> str:
    """A short name for the content of some files."""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def engine_digest() -> str:
    """A short name for the engine as a whole."""
    return digest(*(p for each in PACKAGES.values() for p in sorted((ROOT / each).rglob("*.py"))))


def test_files() -> list[str]:
    """The files of the tests that are asked."""
    places = [ROOT / each for each in session.TESTS]
    files = [f for p in places for f in ([p] if p.is_file() else sorted(p.rglob("test_*.py")))]
    return [path.relative_to(ROOT).as_posix() for path in files]


@dataclass(slots=True)
class Measured:
    """What the tests do.

    Attributes:
        seconds: CPU time of each test.
        lines: for each file of the engine and each line, the tests that run it.
        failing: tests that fail without any change; they are not asked.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, defaultdict[int, set[str]]] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)

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


def measured(jobs: int) -> Measured:
    """Measure all tests; files that were measured before and have not changed are not run."""
    helpers = sorted(p for p in (ROOT / "tests").rglob("*.py") if not p.name.startswith("test_"))
    shared = engine_digest() + digest(*helpers)
    names = {file: f"{shared}-{digest(ROOT / file)}" for file in test_files()}
    store = FOLDER / "measures"
    store.mkdir(parents=True, exist_ok=True)
    paths = {file: store / f"{file.replace('/', '+')}.json" for file in names}
    known = {file: json.loads(path.read_text()) for file, path in paths.items() if path.exists()}
    missing = [file for file in names if known.get(file, {}).get("name") != names[file]]
    if missing:
        print(f"measuring {len(missing)} files of tests", flush=True)
    for file, ended in processes.each(missing, measure_file, jobs):
        if ended.answer is None:
            raise RuntimeError(f"{file} could not be measured: {ended}")
        known[file] = {"name": names[file], "tests": ended.answer}
        paths[file].write_text(json.dumps(known[file]))
    result = Measured()
    for file in names:
        result.add(known[file]["tests"])
    return result


def measure_file(
    file: str, root: Path = ROOT, packages: Iterable[str] = tuple(PACKAGES.values())
) -> dict[str, Any]:
    """Run each test of a file twice, from cold caches: once watched, once timed."""
    from coverage import Coverage

    found: dict[str, Any] = {}
    watch = Coverage(data_file=None, source=[str(root / each) for each in packages])
    # A test may well run nothing of the engine.
    watch.set_option("run:disable_warnings", ["no-data-collected"])

    def work(tests: session.Session) -> None:
        if tests.broken:
            raise RuntimeError(f"{file} cannot be collected")
        loaded = Loaded(root)
        for test in tests.items:
            loaded.forget()
            watch.erase()
            watch.start()
            fails = tests.fails(test)
            watch.stop()
            data = watch.get_data()
            lines = {
                Path(path).relative_to(root).as_posix(): data.lines(path)
                for path in data.measured_files()
            }
            loaded.forget()
            start = time.process_time()
            fails = tests.fails(test) or fails
            seconds = time.process_time() - start
            found[test] = {"fails": fails, "seconds": seconds, "lines": lines}

    code = session.inside(work, [file], root)
    if code not in (0, 5):
        raise RuntimeError(f"measuring {file} ended with code {code}")
    return found
