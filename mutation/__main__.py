"""``python -m mutation``: try every mutant that has no verdict yet, and print the score.

It can be stopped and started again: verdicts are kept in `.mutation` while the file, and the test
that noticed, are as they were. Exit code 0 if at least 95 % are killed, else 1.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence

from . import places, trial
from .places import ENGINE, PACKAGES, ROOT, Mutant
from .trial import Verdict, digest

SCORE = ROOT / "mutation" / "score.md"
FLOOR = 95
OF_ENGINE = [*ENGINE, "cases", "oracles", "properties", "golden", "hostile_world", "commands"]
OF_ENGINE += ["situations", "impact", "shown_right/test_panels.py"]
OF_ENGINE += ["shown_right/test_panels_charge.py", "test_public_bounds.py", "test_best_choices.py"]
OF_SHOWN = ["shown", "shown_right", "notebook", "book", "commands", "impact", "rulebook"]
OF_SHOWN += ["situations", "sweep"]


def main(arguments: list[str] | None = None) -> int:
    """Run what is missing, report, judge."""
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("only", nargs="*", help="only files whose path contains this")
    parser.add_argument("--shown", action="store_true", help="what people read, not the engine")
    parser.add_argument(
        "--sample",
        action="append",
        type=_sample,
        default=[],
        metavar="PACKAGE=N[:SEED]",
        help="of this package, or of all, only N mutants at random; may be repeated",
    )
    parser.add_argument("--tests", action="append", metavar="PATH", help="ask only these tests")
    parser.add_argument("--without", action="append", default=[], help="do not ask these tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seconds", type=float, default=60.0, help="of tests for a mutant (60)")
    parser.add_argument("--write", action="store_true", help="keep the score in mutation/score.md")
    options = parser.parse_args(arguments)
    found = []
    for file in places.files():
        asked = not options.only or any(part in file for part in options.only)
        if asked and (places.package_of(file) in ENGINE) != options.shown:
            found += places.mutants((ROOT / file).read_text("utf-8"), file)
    chosen = places.sampled(found, dict(options.sample))
    wanted = options.tests or [f"tests/{x}" for x in (OF_SHOWN if options.shown else OF_ENGINE)]
    tests = [test for test in _tests(wanted) if not any(part in test for part in options.without)]
    verdicts = _verdicts(chosen, tests, options.seconds, options.jobs)
    alive = [mutant for mutant, verdict in verdicts.items() if verdict.fate != "killed"]
    lines = []
    for each in alive:
        told = each.told((ROOT / each.file).read_text("utf-8"))
        lines.append(f"- {verdicts[each].fate}, line {each.line}: `{told}`")
    report = table(chosen, alive)
    print(*lines, report, sep="\n")
    if options.write:
        _write("What shows" if options.shown else "The engine", report, lines, len(found))
    return int(100 * len(alive) > (100 - FLOOR) * len(verdicts))


def _sample(text: str) -> tuple[str, tuple[int, str]]:
    name, _, size = text.partition("=")
    number, _, seed = size.partition(":")
    if name not in (*PACKAGES, "all") or not number.isdecimal():
        allowed = ", ".join([*PACKAGES, "all"])
        raise argparse.ArgumentTypeError(f"{text!r}: PACKAGE=N[:SEED], PACKAGE one of {allowed}")
    return name, (int(number), seed)


def _tests(wanted: Sequence[str]) -> list[str]:
    found = []
    for each in wanted:
        path = ROOT / each
        if not path.exists():
            sys.exit(f"--tests: {each!r} was given; allowed: a file or folder of tests")
        found += [path] if path.is_file() else sorted(path.rglob("test_*.py"))
    return [path.relative_to(ROOT).as_posix() for path in found]


def _verdicts(
    chosen: Sequence[Mutant], tests: Sequence[str], seconds: float, jobs: int
) -> dict[Mutant, Verdict]:
    """Those that are kept and still hold, and those that are missing."""
    trial.FOLDER.mkdir(exist_ok=True)
    store = trial.FOLDER / "killed.json"
    kept = json.loads(store.read_text()) if store.exists() else {}

    def stamp(mutant: Mutant, by: str) -> str:
        test = by.partition("::")[0]
        return digest(mutant.file, *([test] if (ROOT / test).is_file() else []))

    found: dict[Mutant, Verdict] = {}
    for each in chosen:
        by, known = kept.get(each.key, ("", ""))
        if known == stamp(each, by) and (by.partition("::")[0] in tests or "::" not in by):
            found[each] = Verdict("killed", by)
    missing = [each for each in chosen if each not in found]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped; what was tried is kept"))
    if missing:
        lines = trial.measured(tests, jobs)
        for mutant, verdict in trial.tried(missing, lines, seconds, jobs):
            found[mutant] = verdict
            if verdict.fate == "killed":
                kept[mutant.key] = verdict.by, stamp(mutant, verdict.by)
                store.write_text(json.dumps(kept))
            print(f"{len(found)} of {len(chosen)}: {verdict.fate} {verdict.by}", flush=True)
    return {each: found[each] for each in chosen}


def table(counted: Sequence[Mutant], alive: Sequence[Mutant]) -> str:
    """Killed of how many, in each package and in all."""
    lines = ["| package | mutants | survived | killed |", "|---|--:|--:|--:|"]
    tried, lived = (Counter(places.package_of(x.file) for x in some) for some in (counted, alive))
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
