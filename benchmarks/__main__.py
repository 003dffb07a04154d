"""``python -m benchmarks [--runs N] [--store]``: measure, report, judge.

Each measurement is the first call in a fresh process, and contestants take turns. A first round is
not counted: it checks that all results are exactly equal. Exit code 0 if every stated floor is
kept, 1 if one is missed, 2 if the results disagree.
"""

import argparse
import csv
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby, pairwise
from math import exp, log
from pathlib import Path
from statistics import linear_regression, median
from typing import Any, NamedTuple

from benchmarks.tasks import (
    CHARGE_GROWTH,
    DIRECT,
    DYCE,
    GROWTH,
    ICEPOOL,
    OPTIONAL,
    OURS,
    SMARTEST,
    TASKS,
    Entry,
    Task,
)

# The floors, with room for a machine that has other things to do.
LEAD = 10
"""How many times faster than the faster peer, cold; measured: from 20 up, 15 on a busy machine."""
AIM = 50
"""The lead we would like; missing it is reported, not punished."""
SECONDS = {"all pairings": 5.0, f"import {OURS}": 0.050}
MEGABYTES = {"battle 40 v 40": 60}

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks" / "latest"
PEERS = (ICEPOOL, DYCE)
NONE = "–"
RUN = "import sys; from benchmarks.tasks import run; run(*sys.argv[1:])"
# Nothing else is imported before the clock starts, so that no module is already there; hence
# without `site`, whose hooks for installed packages import a lot.
IMPORT = """
import sys
from time import process_time
name, *folders = sys.argv[1:]
sys.path += folders
start = process_time()
__import__(name)
seconds = process_time() - start
from benchmarks.tasks import peak_kib
print('[%r, %s, {}]' % (seconds, peak_kib() or "null"))
"""
NOTES = """The median of fresh processes, each the first call in it; slow peers run less often.
Processor time on one core; imports are not counted, but listed. Memory: of the whole process.
Lead: over the faster peer, round by round. Within each task all results are exactly equal."""


class Disagreement(Exception):
    """Two contestants, or two runs of one, found different results."""


class Timing(NamedTuple):
    """All counted measurements of one contestant at one task, or of one import."""

    task: str
    entry: Entry
    seconds: tuple[float, ...]
    peak_kib: int | None

    @property
    def median(self) -> float:
        """Median seconds."""
        return median(self.seconds)

    def lead(self, ours: "Timing") -> float:
        """How many times as long as we it took.

        Round by round, as both took turns: what else the machine had to do then slowed both.
        """
        return median(a / b for a, b in zip(self.seconds, ours.seconds, strict=False))


def main(arguments: list[str] | None = None) -> int:
    """Run everything and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=main.__doc__)
    parser.add_argument("--runs", type=int, default=7, help="processes each (7)")
    parser.add_argument(
        "--store", action="store_true", help="also write benchmarks/latest, which the book shows"
    )
    options = parser.parse_args(arguments)
    try:
        timings = measure(options.runs)
    except Disagreement as problem:
        print(f"The results are not equal. {problem}", file=sys.stderr)
        return 2
    found = as_json(timings, machine())
    for rows in tables(timings, found["about"]).values():
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        print(*("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows), "", sep="\n")
    print(NOTES, *(f"{standing:<6}  {text}" for standing, text in verdicts(timings)), sep="\n")
    if options.store:
        store(timings, found)
    return int(any(standing == "MISSED" for standing, _ in verdicts(timings)))


def measure(runs: int) -> list[Timing]:
    """Measure every task and every import."""
    timings = [timing for task in TASKS.values() for timing in time_task(task, runs)]
    folders = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    for name in (OURS, f"{OURS}.paper_tigers", *PEERS):
        _, *taken = [_sample("-S", "-c", IMPORT, name, *folders) for _ in range(runs + 1)]
        timings.append(_timing("import", Entry(name, ""), taken))
    return timings


def time_task(task: Task, runs: int) -> list[Timing]:
    """Measure every contestant of a task; peers less often if the task says so."""
    print(f"{task.name}: one process to check, {runs} to measure, for each", file=sys.stderr)
    first = {entry: in_process(task, entry) for entry in task.entries}
    agree(task, {entry: result for entry, (_, _, result) in first.items()})
    samples: dict[Entry, list[Any]] = {entry: [] for entry in task.entries}
    for number in range(runs):
        for entry, taken in samples.items():
            if entry.library == OURS or number < (task.peer_runs or runs):
                taken.append(in_process(task, entry))
                if taken[-1][2] != first[entry][2]:
                    raise Disagreement(f"{task.name}: {entry.library}: another result on a rerun")
    return [_timing(task.name, entry, taken) for entry, taken in samples.items()]


def agree(task: Task, results: Mapping[Entry, Mapping[str, Any]]) -> None:
    """Check that everybody found exactly what we found, or name what differs."""
    ours = results[task.entries[0]]
    for entry, theirs in results.items():
        for name in ours.keys() | theirs.keys() - OPTIONAL:
            one, other = (found.get(name, "missing") for found in (theirs, ours))
            if one != other and not (one == "missing" and name in OPTIONAL):
                who = f"{task.name}: {entry.library}, {entry.formulation}"
                raise Disagreement(f"{who}: {name} is {one}, ours is {other}")


def in_process(task: Task, entry: Entry) -> Any:
    """Seconds, peak memory and exact result of one contestant's work in a fresh process."""
    return _sample("-c", RUN, task.name, *entry)


def _sample(*arguments: str) -> Any:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=300)
    return json.loads(done.stdout)


def _timing(task: str, entry: Entry, taken: list[Any]) -> Timing:
    peaks = [peak for _, peak, _ in taken if peak is not None]
    return Timing(task, entry, tuple(each[0] for each in taken), max(peaks, default=None))


def verdicts(timings: Sequence[Timing]) -> Iterator[tuple[str, str]]:
    """What the measurements say of the floors: kept, MISSED or noted, and a sentence."""
    for _, ours, peers in grouped(timings):
        if not peers:
            continue
        fastest = min(peers.values(), key=lambda timing: timing.median)
        times, how = fastest.lead(ours), fastest.entry.formulation
        text = f"{ours.task}: {times:.1f} times as fast as {fastest.entry.library}, {how}"
        if how in (DIRECT, SMARTEST):
            reached = "reached" if times >= AIM else "not reached"
            text += f" (floor {LEAD}; aim {AIM} {reached})"
            yield "kept" if times >= LEAD else "MISSED", text
        else:
            yield "noted", f"{text} (no floor stated)"
    own = {each.task: each for each in timings if each.entry.library == OURS}
    own[f"import {OURS}"] = own.pop("import")
    for task, limit in SECONDS.items():
        seconds = own[task].median
        text = f"{task}: {in_words(seconds)} (floor: under {in_words(limit)})"
        yield "kept" if seconds < limit else "MISSED", text
    for task, most in MEGABYTES.items():
        peak = own[task].peak_kib
        if peak is not None:
            megabytes = peak * 1024 / 1e6
            text = f"{task}: peak memory {megabytes:.1f} MB (floor: under {most:g} MB)"
            yield "kept" if megabytes < most else "MISSED", text


def grouped(timings: Sequence[Timing]) -> Iterator[tuple[str, Timing, dict[str, Timing]]]:
    """Each task and formulation of the peers: its name, our timing, and those of the peers."""
    tasks = groupby((each for each in timings if each.task != "import"), lambda each: each.task)
    for task, (ours, *others) in tasks:
        hows = list(dict.fromkeys(each.entry.formulation for each in others)) or [""]
        for how in hows:
            peers = {each.entry.library: each for each in others if each.entry.formulation == how}
            yield f"{task}, {how}" if len(hows) > 1 else task, ours, peers


def growth(timings: Sequence[Timing], sizes: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Times by size, how often each holds the one before, and the fit by least squares."""
    heads = [each.removeprefix("battle ") for each in sizes]
    of_charges = sizes is CHARGE_GROWTH
    table = [("Library", *heads, "Grows by" if of_charges else "Grows as")]
    for library in (OURS, *PEERS):
        own = [each for each in timings if each.entry.library == library and each.task in sizes]
        if len(own) < 2:
            continue
        seconds = [each.median for each in own]
        ratios = ["", *(f" (× {now / before:.1f})" for before, now in pairwise(seconds))]
        cells = [in_words(time) + ratio for time, ratio in zip(seconds, ratios, strict=True)]
        cells += [NONE] * (len(sizes) - len(own))
        measured = [sizes[each.task] for each in own]
        if of_charges:
            fit = f"× {exp(linear_regression(measured, [*map(log, seconds)]).slope):.1f} a stack"
        else:
            power = linear_regression([*map(log, measured)], [*map(log, seconds)]).slope
            fit = f"size to the power {power:.1f}"
        table.append((library, *cells, fit))
    return table


def tables(timings: Sequence[Timing], about: Mapping[str, str]) -> dict[str, list[tuple[str, ...]]]:
    """What is printed, and what the page of the book shows."""
    times: list[tuple[str, ...]] = [("Work", "Lead", OURS, *PEERS)]
    memory: list[tuple[str, ...]] = [("Work", OURS, *PEERS)]
    for work, ours, peers in grouped(timings):
        lead = min((each.lead(ours) for each in peers.values()), default=None)
        shown = [in_words(peers[name].median) if name in peers else NONE for name in PEERS]
        times.append((work, f"{lead:.0f} ×" if lead else NONE, in_words(ours.median), *shown))
        peaks = (each and each.peak_kib for each in (ours, *map(peers.get, PEERS)))
        memory.append((work, *(f"{peak / 1024:.0f} MiB" if peak else NONE for peak in peaks)))
    return {
        "times": times,
        "growth": growth(timings, GROWTH),
        "charges": growth(timings, CHARGE_GROWTH),
        "memory": memory,
        "machine": [("What", "With"), *about.items()],
    }


def as_json(timings: Sequence[Timing], about: Mapping[str, str]) -> dict[str, Any]:
    """Every number, for programs; times in seconds, memory in KiB."""
    own = {each.task: each for each in timings if each.entry.library == OURS}
    return {
        "about": dict(about),
        "timings": [
            {
                "task": each.task,
                "library": each.entry.library,
                "formulation": each.entry.formulation,
                "median": each.median,
                "seconds": list(each.seconds),
                "peak_kib": each.peak_kib,
                "times_ours": None if each.task == "import" else each.lead(own[each.task]),
            }
            for each in timings
        ],
        "verdicts": [{"standing": one, "text": text} for one, text in verdicts(timings)],
    }


def store(timings: Sequence[Timing], found: Mapping[str, Any], folder: Path = FOLDER) -> None:
    """Write the numbers, and the tables of the page in the book."""
    text = json.dumps(found, indent=1)
    # Lists of plain numbers on one line.
    text = re.sub(r"\[[^\[\]{}]*\]", lambda each: " ".join(each[0].split()), text)
    (folder / "latest.json").write_text(text + "\n", "utf-8")
    for name, rows in tables(timings, found["about"]).items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


def machine() -> dict[str, str]:
    """The kind of machine, never its name, and the versions."""
    info = Path("/proc/cpuinfo")
    told = info.read_text("utf-8", "replace") if info.exists() else ""
    model = re.search(r"^model name\s*: (.*)", told, re.MULTILINE)
    return {
        "processor": model[1] if model else platform.processor() or "unknown",
        "cores": str(os.cpu_count() or "unknown"),
        "system": platform.system() or "unknown",
        "Python": platform.python_version(),
        **{name: version(name) for name in PEERS},
    }


def in_words(seconds: float) -> str:
    """A time with three digits and a fitting unit."""
    scale, unit = next((s, u) for s, u in ((1, "s"), (1e-3, "ms"), (0, "µs")) if seconds >= s)
    shown = seconds / (scale or 1e-6)
    return f"{shown:.{0 if shown >= 100 else 1 if shown >= 10 else 2}f} {unit}"


if __name__ == "__main__":
    sys.exit(main())
