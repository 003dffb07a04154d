"""``python -m benchmarks [--runs N] [--json FILE] [--store]``: measure, report, judge.

Exit code 0 if every stated floor is kept, 1 if one is missed, 2 if the results disagree.
"""

import argparse
import json
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks import report
from benchmarks.machine import machine
from benchmarks.measure import Disagreement, Timing, time_imports, time_task
from benchmarks.spec import FLOORS, IMPORTS, TASKS
from benchmarks.store import store
from benchmarks.verdict import Standing, verdicts


def main(arguments: list[str] | None = None) -> int:
    """Run everything and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=main.__doc__)
    parser.add_argument("--runs", type=_at_least_one, default=7, help="processes each (7)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers here")
    parser.add_argument(
        "--store", action="store_true", help="also write benchmarks/latest, which the book shows"
    )
    options = parser.parse_args(arguments)
    try:
        timings = _measure(options.runs)
    except Disagreement as problem:
        print(f"The results are not equal. {problem}", file=sys.stderr)
        return 2
    judged = verdicts(timings, FLOORS)
    about = machine() | {name: version(name) for name in ("icepool", "dyce")}
    print(report.text(timings, judged, about))
    found = report.as_json(timings, judged, about)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    if options.store:
        store(timings, found, about)
    return int(any(each.standing == Standing.MISSED for each in judged))


def _measure(runs: int) -> list[Timing]:
    def say(text: str) -> None:
        print(text, file=sys.stderr)

    timings = [timing for task in TASKS.values() for timing in time_task(task, runs, say)]
    return timings + time_imports(IMPORTS, runs, say)


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} was given; allowed: a whole number from 1 up")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
