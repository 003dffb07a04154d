"""Whether the tests notice: change the code in one place at a time, and see whether one fails.

It can be stopped and started again: verdicts are kept in `.mutation` while the file, and the test
that noticed, are as they were. Exit code 0 if at least 95 % are killed, else 1.
"""

import argparse
import hashlib
import itertools
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from coverage import CoverageData

from . import changes
from .changes import ENGINE, ROOT, Mutant, package_of

SCORE = ROOT / "mutation" / "score.md"
FLOOR = 95
OF_ENGINE = [*ENGINE, "cases", "oracles", "properties", "golden", "hostile_world", "commands"]
OF_ENGINE += ["situations", "impact", "shown_right/test_panels.py"]
OF_ENGINE += ["shown_right/test_panels_charge.py", "test_public_bounds.py"]
OF_SHOWN = ["shown", "shown_right", "notebook", "book", "commands", "impact", "rulebook"]
OF_SHOWN += ["situations", "sweep"]

FOLDER = ROOT / ".mutation"
IGNORED = (".git", ".venv", "_build", ".mutation", ".hypothesis", ".*_cache", "_screenshots")
PYTEST = ["pytest", "-q", "-x", "-p", "no:nbval", "-p", "no:cacheprovider"]
PYTEST += ["-m", "not site and not deep"]
NEAREST = 40
"""So many tests are asked first, by themselves: to collect all takes longer."""
MEMORY = 4 * 10**9
MOMENTS = itertools.count(10**9)

Reached: TypeAlias = dict[str, Any]
"""Of a file of tests: the seconds of each test, and the tests that run a line of a file.

What runs while it is imported is run by the file as a whole, which is called by its name.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run what is missing, report, judge."""
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("only", nargs="*", help="only files whose path contains this")
    parser.add_argument("--shown", action="store_true", help="what people read, not the engine")
    sample = "only N mutants at random"
    parser.add_argument("--sample", type=_sample, metavar="all=N[:SEED]", help=sample)
    parser.add_argument("--without", action="append", default=[], help="do not ask these tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seconds", type=float, default=60.0, help="of tests for a mutant (60)")
    parser.add_argument("--write", action="store_true", help="keep the score in mutation/score.md")
    options = parser.parse_args(arguments)
    found = []
    for file in changes.files():
        asked = not options.only or any(part in file for part in options.only)
        if asked and (package_of(file) in ENGINE) != options.shown:
            found += changes.mutants((ROOT / file).read_text("utf-8"), file)
    chosen = changes.sampled(found, *options.sample) if options.sample else found
    tests = [x for x in _tests(options.shown) if not any(y in x for y in options.without)]
    by = verdicts(chosen, tests, options.seconds, options.jobs)
    alive = [mutant for mutant in chosen if not by[mutant]]
    lines = []
    for each in alive:
        told = each.told((ROOT / each.file).read_text("utf-8"))
        lines.append(f"- line {each.line}: `{told}`")
    report = table(chosen, alive)
    print(*lines, report, sep="\n")
    if options.write:
        _write("What shows" if options.shown else "The engine", report, lines, len(found))
    return int(100 * len(alive) > (100 - FLOOR) * len(chosen))


def _tests(shown: bool) -> list[str]:
    found: list[Path] = []
    for each in OF_SHOWN if shown else OF_ENGINE:
        path = ROOT / "tests" / each
        found += [path] if path.is_file() else sorted(path.rglob("test_*.py"))
    return [path.relative_to(ROOT).as_posix() for path in found]


def _sample(text: str) -> tuple[int, str]:
    found = re.fullmatch(r"all=(\d+)(?::(.*))?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r}: all=N[:SEED]")
    return int(found[1]), found[2] or ""


def verdicts(
    chosen: Sequence[Mutant], tests: Sequence[str], seconds: float, jobs: int
) -> Mapping[Mutant, str]:
    """By what each is killed, or nothing: those that are kept and still hold, and the others."""
    FOLDER.mkdir(exist_ok=True)
    store = FOLDER / "killed.json"
    kept = json.loads(store.read_text()) if store.exists() else {}

    def stamp(mutant: Mutant, by: str) -> str:
        test = by.partition("::")[0]
        return digest(mutant.file, *([test] if (ROOT / test).is_file() else []))

    found = {}
    for each in chosen:
        by, known = kept.get(each.key, ("", ""))
        if known == stamp(each, by) and (by.partition("::")[0] in tests or "::" not in by):
            found[each] = by
    missing = [each for each in chosen if each not in found]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped; what was tried is kept"))
    for mutant, by in tried(missing, tests, seconds, jobs) if missing else ():
        found[mutant] = by
        if by:
            kept[mutant.key] = by, stamp(mutant, by)
            store.write_text(json.dumps(kept))
        print(f"{len(found)} of {len(chosen)}: {by or 'survived'}", flush=True)
    return found


def digest(*files: str) -> str:
    """A short name for the content of some files."""
    return hashlib.sha256(b"".join((ROOT / x).read_bytes() for x in files)).hexdigest()[:16]


def tried(
    mutants: Sequence[Mutant], tests: Sequence[str], seconds: float, jobs: int
) -> Iterator[tuple[Mutant, str]]:
    """Try each in one of so many copies of the tree, in which tests find all that they need."""
    free: SimpleQueue[Path] = SimpleQueue()
    with TemporaryDirectory(prefix="mutation") as folder, ThreadPoolExecutor(jobs) as pool:
        measures = zip(tests, pool.map(measured, tests), strict=True)
        known = {test: each for test, each in measures if not each["fails"]}
        for number in range(jobs):
            copy = Path(folder) / str(number)
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*IGNORED), symlinks=True)
            free.put(copy)

        def work(mutant: Mutant) -> str:
            root = free.get()
            try:
                return ask(mutant, choose(mutant, known, seconds), root)
            finally:
                free.put(root)

        yield from zip(mutants, pool.map(work, mutants), strict=True)


def measured(test: str) -> Reached:
    """The seconds of a file of tests and the lines it runs; kept until either changes."""
    path = FOLDER / "lines" / f"{test.replace('/', '+')}.json"
    path.parent.mkdir(exist_ok=True)
    known: Reached = json.loads(path.read_text()) if path.exists() else {}
    if known and all((ROOT / x).exists() and digest(x) == d for x, d in known["code"].items()):
        return known
    found = CoverageData(path.with_suffix(".coverage"))
    watch = ["coverage", "run", f"--data-file={found.base_filename()}"]
    watch += ["--include=rules_lib/*,book/*", "-m", *PYTEST, "-p", "mutation.reach"]
    code, failed = _run([*watch, f"--seconds={path}", test], ROOT, 3600)
    if code:
        print(f"fails without any mutant, so it is not asked: {failed or test}")
    found.read()
    lines = {
        os.path.relpath(file, ROOT): {
            str(line): [each or test for each in tests]
            for line, tests in found.contexts_by_lineno(file).items()
        }
        for file in found.measured_files()
    }
    seconds = json.loads(path.read_text())
    seconds[test] = sum(seconds.values())
    known = {"fails": bool(code), "seconds": seconds, "lines": lines}
    known["code"] = {each: digest(each) for each in (test, *lines)}
    path.write_text(json.dumps(known))
    return known


def choose(mutant: Mutant, known: Mapping[str, Reached], seconds: float) -> dict[str, float]:
    """The tests that run it, cases and the nearest files first, as many as there is time for."""
    *_, package, name = mutant.file.removesuffix(".py").split("/")
    order: list[tuple[bool, bool, bool, float, list[tuple[float, str]]]] = []
    for file, each in known.items():
        lines = each["lines"].get(mutant.file, {})
        at = (lines.get(str(line), ()) for line in range(mutant.first, mutant.line + 1))
        reaching = set(itertools.chain(*at))
        if reaching == {file}:  # it runs while the file is imported: any of its tests may notice
            reaching |= each["seconds"].keys()
        tests = sorted((each["seconds"][x], x) for x in reaching - {file})
        far = "/cases/" not in file, name.strip("_") not in file, package not in file
        order.append((*far, sum(cost for cost, _ in tests), tests))
    chosen: dict[str, float] = {}
    for cost, test in itertools.chain(*(tests for *_, tests in sorted(order))):
        if not chosen or sum(chosen.values()) + cost <= seconds:
            chosen[test] = cost
    return chosen


def ask(mutant: Mutant, chosen: Mapping[str, float], root: Path) -> str:
    """Change the file, run the tests, put it back: which test failed, if one did."""
    path = root / mutant.file
    before, stat = path.read_bytes(), path.stat()
    tests = list(chosen)
    try:
        path.write_text(mutant.code(before.decode()), "utf-8")
        moment = next(MOMENTS)  # its own for each, so that no compiled file is taken for it
        os.utime(path, (moment, moment))
        for some in filter(None, (tests[:NEAREST], tests[NEAREST:])):
            code, failed = _run([*PYTEST, *some], root, 3 * sum(chosen.values()) + 30)
            if code:
                return failed or ("timeout" if code == -signal.SIGXCPU else "the import")
        return ""
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def _run(arguments: Sequence[str], root: Path, seconds: float) -> tuple[int, str]:
    """Its exit code, and the first test that failed."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        # Processor time: other programs of the machine wait, too.
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 9))

    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=root,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""},  # what is compiled is kept
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=limited,
    )
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", done.stdout, re.MULTILINE)
    return done.returncode, failed[1] if failed else ""


def table(counted: Sequence[Mutant], alive: Sequence[Mutant]) -> str:
    """Killed of how many, in each package and in all."""
    lines = ["| package | mutants | survived | killed |", "|---|--:|--:|--:|"]
    tried, lived = (Counter(package_of(x.file) for x in some) for some in (counted, alive))
    for name, count in [*tried.items(), ("all", len(counted))]:
        left = len(alive) if name == "all" else lived[name]
        share = 100 * (count - left) / max(count, 1)
        lines.append(f"| {name} | {count} | {left} | {share:.1f} % |")
    return "\n".join(lines)


def _write(title: str, report: str, lines: list[str], everything: int) -> None:
    command = ("git", "log", "-1", "--format=%h of %cs")
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    asked = " ".join(each for each in sys.argv[1:] if each != "--write")
    said = f"`python -m mutation {asked}` at {commit}; there are {everything} mutants in all."
    section = "\n\n".join([f"## {title}", said, report, "\n".join(lines) or "None lives."])
    parts = SCORE.read_text("utf-8").split("\n## ")
    others = [each for each in parts[1:] if not each.startswith(f"{title}\n")]
    SCORE.write_text("\n## ".join([parts[0], *others]).rstrip() + f"\n\n{section}\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
