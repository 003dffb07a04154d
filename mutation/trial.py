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
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from coverage import CoverageData

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


def digest(*files: str) -> str:
    """A short name for the content of some files."""
    return hashlib.sha256(b"".join((ROOT / x).read_bytes() for x in files)).hexdigest()[:16]


def measured(tests: Sequence[str], jobs: int) -> dict[str, Any]:
    """For each file of tests its seconds and the lines it runs; kept until either changes."""
    store = FOLDER / "lines"
    store.mkdir(parents=True, exist_ok=True)

    def measure(test: str) -> dict[str, Any]:
        path = store / f"{test.replace('/', '+')}.json"
        known: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        if known and all((ROOT / x).exists() and digest(x) == d for x, d in known["code"].items()):
            return known
        found = CoverageData(path.with_suffix(".coverage"))
        watch = ["coverage", "run", f"--data-file={found.base_filename()}"]
        watch += ["--include=rules_lib/*,book/*", "-m"]
        code, failed, seconds = _run([*watch, *PYTEST, MARKS, test], ROOT, 3600)
        if code:
            print(f"fails without any mutant, so it is not asked: {failed or test}")
        found.read()
        lines = {os.path.relpath(x, ROOT): found.lines(x) for x in found.measured_files()}
        known = {"fails": bool(code), "seconds": seconds, "lines": lines}
        known["code"] = {each: digest(each) for each in (test, *lines)}
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
    """Try each in one of so many copies of the tree, in which tests find all that they need."""
    free: SimpleQueue[Path] = SimpleQueue()

    def work(mutant: Mutant) -> Verdict:
        chosen = choose(mutant, known, seconds)
        root = free.get()
        try:
            return ask(mutant, chosen, root, sum(known[test]["seconds"] for test in chosen))
        finally:
            free.put(root)

    with TemporaryDirectory(prefix="mutation") as folder, ThreadPoolExecutor(jobs) as pool:
        for number in range(jobs):
            copy = Path(folder) / str(number)
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*IGNORED), symlinks=True)
            free.put(copy)
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
    said: dict[str, str] = {}
    for line in done.stdout.splitlines():
        what, _, rest = line.partition(" ")
        said.setdefault("failed" if what in ("FAILED", "ERROR") else what, rest)
    failed = said.get("failed", "").partition(" - ")[0]
    return done.returncode, failed, float(said.get("CPU", seconds))
