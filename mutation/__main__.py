"""``python -m mutation``: try every mutant that has no verdict yet, and print the score.

It can be stopped and started again. Exit code 0 if at least 95 % are killed and the list of
equivalent mutants is right, else 1.
"""

import argparse
import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

from . import measuring, places, processes, report, session, store
from .packages import ENGINE, PACKAGES, ROOT, SHOWN, Suite, of_suite
from .places import Module, Mutant
from .trial import Bench, Verdict

SCORE = ROOT / "mutation" / "score.md"
UNTRIED = "not tried"
SURVIVORS = ROOT / "mutation" / "survivors.txt"


def main(arguments: list[str] | None = None) -> int:
    """Run what is missing, report, judge."""
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("only", nargs="*", help="only files whose path contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seconds", type=float, default=20.0, help="of tests for a mutant (20)")
    parser.add_argument("--trusting", action="store_true", help="do not try survivors again")
    parser.add_argument(
        "--sample",
        action="append",
        type=_sample,
        default=[],
        metavar="PACKAGE=N[:SEED]",
        help="of this package, or of all, only N mutants at random, always the same;"
        " may be repeated",
    )
    parser.add_argument("--shown", action="store_true", help="what shows instead of the engine")
    parser.add_argument("--show", action="store_true", help="list the survivors of the last run")
    parser.add_argument("--write", action="store_true", help="keep the table in mutation/score.md")
    options = parser.parse_args(arguments)
    suite = SHOWN if options.shown else ENGINE
    modules = [places.module(file) for each in of_suite(suite) for file in each.files()]
    everything = [mutant for each in modules for mutant in each.mutants]
    files = {module.file for module in modules}
    listed = {k: each for k, each in store.equivalents().items() if k.split("::")[0] in files}
    wrong = store.unknown(listed, everything)
    for key in wrong:
        print(f"mutation/equivalent.toml: there is no such mutant (any more): {key}")
    sizes = dict(options.sample)
    chosen = [
        (module, mutant)
        for module, mutant in places.sampled(modules, sizes)
        if _is_asked_for(module.file, options.only)
    ]
    results = store.Results(suite)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped; what was tried is kept"))
    if not options.show:
        todo = [
            (module, mutant)
            for module, mutant in chosen
            if results.get(mutant, options.trusting or mutant.key in listed) is None
        ]
        _try(todo, results, options.seconds, options.jobs, suite)
    mutants = [mutant for _, mutant in chosen]
    verdicts = {m.key: results.get(m, True) or Verdict("error", UNTRIED) for m in mutants}
    survivors = report.survivors(mutants, verdicts, listed)
    print("\n".join(survivors))
    parts = report.lines(mutants, verdicts, listed)
    print(report.table(suite, parts))
    _show_surprises(verdicts, listed)
    if options.write and not options.only:
        untried = sum(each.by == UNTRIED for each in verdicts.values())
        text = _section(suite, parts, everything, untried)
        SCORE.write_text(report.with_section(SCORE.read_text("utf-8"), suite.title, text), "utf-8")
        told = SURVIVORS.read_text("utf-8").splitlines()
        others = [each for each in told if not any(f" {file}:" in each for file in files)]
        SURVIVORS.write_text("".join(f"{each}\n" for each in [*others, *survivors]), "utf-8")
    return int(bool(wrong) or report.total("all", parts).score < report.FLOOR)


def _sample(text: str) -> tuple[str, places.Sample]:
    name, _, size = text.partition("=")
    number, _, seed = size.partition(":")
    if name not in (*PACKAGES, places.ALL) or not number.isdecimal():
        allowed = ", ".join([*PACKAGES, places.ALL])
        raise argparse.ArgumentTypeError(f"{text!r}: PACKAGE=N[:SEED], PACKAGE one of {allowed}")
    return name, places.Sample(int(number), seed)


def _is_asked_for(file: str, only: list[str]) -> bool:
    return not only or any(part in file for part in only)


def _try(
    todo: list[tuple[Module, Mutant]],
    results: store.Results,
    seconds: float,
    jobs: int,
    suite: Suite,
) -> None:
    """Try mutants: those of functions from a process of their own, the others from this one."""
    if not todo:
        return
    for tool in suite.tools:
        with contextlib.suppress(ImportError):
            importlib.import_module(tool)
    bench = Bench(measuring.measured(jobs, suite), seconds, jobs, suite)
    for test in bench.measured.failing:
        print(f"fails without any mutant, so it is not asked: {test}")
    functions = [each for each in todo if each[1].function]
    imports = [each for each in todo if not each[1].function]
    count = 0

    def keep(mutant: Mutant, verdict: Verdict) -> None:
        nonlocal count
        count += 1
        # What shows is often made at import, by functions that are done when one is exchanged.
        late = verdict.fate in ("survived", "untested") and bench.runs_at_import(mutant)
        if not importing and (late or verdict.fate == "cannot plant"):
            imports.append(by_key[mutant.key])
            return
        results.put(mutant, verdict)
        if count % 25 == 0:
            results.save()
            print(f"{count} of {len(todo)} tried, last {mutant.file}", flush=True)

    by_key = {each[1].key: each for each in todo}
    importing = False
    try:
        for mutant, verdict in _from_loaded(bench, functions):
            keep(mutant, verdict)
        importing = True
        for mutant, verdict in bench.imports(imports):
            keep(mutant, verdict)
    finally:
        results.save()


def _from_loaded(
    bench: Bench, functions: list[tuple[Module, Mutant]]
) -> Iterator[tuple[Mutant, Verdict]]:
    """Load the engine and collect the tests in another process, which sends the verdicts here."""
    if not functions:
        return
    by_key = {mutant.key: mutant for _, mutant in functions}
    inward, outward = os.pipe()

    def work(_: None) -> int:
        os.close(inward)
        with os.fdopen(outward, "w", encoding="utf-8") as out:

            def inside(tests: session.Session) -> None:
                for mutant, verdict in bench.functions(tests, functions):
                    print(json.dumps([mutant.key, verdict.fate, verdict.by]), file=out, flush=True)

            return session.inside(inside, bench.suite)

    child = processes.start(work, None)
    os.close(outward)
    with os.fdopen(inward, encoding="utf-8") as sent:
        for line in sent:
            key, fate, by = json.loads(line)
            yield by_key[key], Verdict(fate, by)
    ended = child.wait()
    if ended.error:
        raise RuntimeError(ended.error)


def _show_surprises(verdicts: dict[str, Verdict], listed: dict[str, store.Equivalent]) -> None:
    for key in listed:
        if key in verdicts and verdicts[key].killed:
            print(f"mutation/equivalent.toml: killed, so not equivalent: {key}")


def _asked() -> list[str]:
    """The options that decide what is tried; not those that only tell it again."""
    return [each for each in sys.argv[1:] if each not in ("--show", "--write", "--trusting")]


def _section(suite: Suite, parts: list[report.Line], everything: list[Mutant], untried: int) -> str:
    def git(*words: str) -> str:
        told = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
        return told.stdout.strip() or "unknown"

    whole = report.total("all", parts)
    return f"""**{whole.score:.1f} %** of {whole.mutants} mutants are killed ({whole.equivalent} are
equivalent and do not count; {whole.timeouts} kills are tests that no longer end). {untried} were
not tried before the run was stopped; they count as alive.

{report.standing(whole)}

{report.extent(suite, parts, everything)}

Commit {git("rev-parse", "--short=12", "HEAD")} of {git("log", "-1", "--format=%cs")}. Command:
`python -m mutation {" ".join(_asked())}`. Verdicts of earlier runs count as long as the function,
and the test that killed, are as they were. Survivors: `mutation/survivors.txt`.

{report.table(suite, parts)}
"""


if __name__ == "__main__":
    sys.exit(main())
