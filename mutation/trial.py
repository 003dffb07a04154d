"""Ask the tests about mutants: those whose coverage reaches them, in a copy of the tree."""

import hashlib
import itertools
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from .places import ROOT, Mutant

FOLDER = ROOT / ".mutation"
IGNORED = (".git", ".venv", "_build", ".mutation", ".hypothesis", ".*_cache", "_screenshots")
PYTEST = ("pytest", "-q", "-x", "-p", "no:nbval", "-p", "no:cacheprovider", "-m")
MARKS = "not site and not deep"
LAUNCH = """
import atexit, runpy, sys, time
del sys.argv[0]
atexit.register(lambda: print("CPU", time.process_time()))
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""Runs a module, and says at last how much processor time that took: other programs wait, too."""
NEAREST = 3
"""So many files of tests are asked first, by themselves: to collect all takes longer."""
MEMORY = 4 * 10**9
MOMENTS = itertools.count(10**9)


class Verdict(NamedTuple):
    """What became of a mutant: killed, survived or untested; and by which test."""

    fate: str
    by: str = ""


def digest(*paths: Path) -> str:
    """A short name for the content of some files."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def measured(tests: Sequence[str], jobs: int) -> dict[str, Any]:
    """For each file of tests its seconds and the lines it runs; kept until either changes."""
    store = FOLDER / "lines"
    store.mkdir(parents=True, exist_ok=True)

    def holds(known: dict[str, Any]) -> bool:
        return all((ROOT / x).exists() and digest(ROOT / x) == d for x, d in known["code"].items())

    def measure(test: str) -> dict[str, Any]:
        path = store / f"{test.replace('/', '+')}.json"
        if path.exists() and holds(known := json.loads(path.read_text())):
            return dict(known)
        with TemporaryDirectory() as folder:
            data = str(Path(folder) / "data")
            watch = ["coverage", "run", f"--data-file={data}", "--include=rules_lib/*,book/*"]
            code, failed, seconds = _run([*watch, "-m", *PYTEST, MARKS, test], ROOT, 3600)
            from coverage import CoverageData

            found = CoverageData(basename=data)
            found.read()
            lines = {
                Path(file).relative_to(ROOT).as_posix(): found.lines(file)
                for file in found.measured_files()
            }
        if code:
            print(f"fails without any mutant, so it is not asked: {failed or test}")
        code_of = {each: digest(ROOT / each) for each in (test, *lines)}
        known = {"fails": bool(code), "seconds": seconds, "lines": lines, "code": code_of}
        path.write_text(json.dumps(known))
        return known

    with ThreadPoolExecutor(jobs) as pool:
        found = dict(zip(tests, pool.map(measure, tests), strict=True))
    return {test: each for test, each in found.items() if not each["fails"]}


def choose(mutant: Mutant, known: dict[str, Any], seconds: float) -> list[str]:
    """The files of tests that run it, the nearest first, as many as there is time for."""
    *_, package, name = mutant.file.removesuffix(".py").split("/")

    def order(test: str) -> tuple[bool, bool, float]:
        return name.strip("_") not in test, package not in test, float(known[test]["seconds"])

    reaching = [t for t, each in known.items() if mutant.line in each["lines"].get(mutant.file, ())]
    chosen: list[str] = []
    spent = 0.0
    for test in sorted(reaching, key=order):
        spent += known[test]["seconds"]
        if not chosen or spent <= seconds:
            chosen.append(test)
    return chosen


def tried(
    mutants: Sequence[Mutant], known: dict[str, Any], seconds: float, jobs: int
) -> Iterator[tuple[Mutant, Verdict]]:
    """Try each in one of so many copies of the tree."""
    with copies(jobs) as free:

        def work(mutant: Mutant) -> Verdict:
            chosen = choose(mutant, known, seconds)
            root = free.get()
            try:
                return ask(mutant, chosen, root, sum(known[test]["seconds"] for test in chosen))
            finally:
                free.put(root)

        with ThreadPoolExecutor(jobs) as pool:
            yield from zip(mutants, pool.map(work, mutants), strict=True)


def ask(mutant: Mutant, chosen: list[str], root: Path, seconds: float) -> Verdict:
    """Change the file, run the tests, put it back."""
    path = root / mutant.file
    before, stat = path.read_bytes(), path.stat()
    try:
        path.write_text(mutant.code(before.decode()), "utf-8")
        moment = next(MOMENTS)  # its own for each, so that no compiled file is taken for it
        os.utime(path, (moment, moment))
        for some in filter(None, (chosen[:NEAREST], chosen[NEAREST:])):
            code, failed, _ = _run([*PYTEST, MARKS, *some], root, 3 * seconds + 30)
            if code:
                why = "timeout" if code == -signal.SIGXCPU else "the import"
                return Verdict("killed", failed or why)
        return Verdict("survived" if chosen else "untested")
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def _run(arguments: Sequence[str], root: Path, seconds: float) -> tuple[int, str, float]:
    """Its exit code, the first test that failed, and its processor time, of which it has enough."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 9))

    done = subprocess.run(
        [sys.executable, "-c", LAUNCH, *arguments],
        cwd=root,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""},  # what is compiled is kept
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=limited,
    )
    lines = done.stdout.splitlines()
    failed = [x.partition(" ")[2] for x in lines if x.startswith(("FAILED ", "ERROR "))]
    took = [float(x.split()[1]) for x in lines if x.startswith("CPU ")]
    first = failed[0].partition(" - ")[0] if failed else ""
    return done.returncode, first, took[-1] if took else seconds


@contextmanager
def copies(count: int) -> Iterator["SimpleQueue[Path]"]:
    """Copies of the tree, for which tests find all that they need."""
    free: SimpleQueue[Path] = SimpleQueue()
    with TemporaryDirectory(prefix="mutation") as folder:
        for number in range(count):
            copy = Path(folder) / str(number)
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*IGNORED), symlinks=True)
            free.put(copy)
        yield free
