"""Take the measurements: each in a fresh process, contestants in turn, several rounds.

A first round is not counted: it checks that all results are exactly equal, and leaves compiled
modules on disk for everybody. The results of the counted rounds are checked, too.
"""

import json
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.spec import OURS, Entry, Task

ROOT = Path(__file__).parents[1]
TIMEOUT = 300
"""Seconds after which a single process is given up."""

IMPORT_CODE = """
import sys
from time import process_time
name, *folders = sys.argv[1:]
sys.path += folders
start = process_time()
__import__(name)
seconds = process_time() - start
from benchmarks.memory import peak_kib
print('{"seconds": %r, "peak_kib": %s}' % (seconds, peak_kib() or "null"))
"""
"""Imports nothing else before the clock starts, so that no module is already there.

For the same reason it runs without ``site``, whose hooks for installed packages import a lot.
"""


class Disagreement(Exception):
    """Two contestants, or two runs of one, found different results."""


class Sample(NamedTuple):
    """One process: seconds, its peak memory in KiB, and what it found (exact, as text)."""

    seconds: float
    peak_kib: int | None
    result: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Timing:
    """All counted measurements of one contestant at one task.

    Attributes:
        task: name of the task, or ``"import"``.
        entry: the contestant; of an import, the module's name and no formulation.
        seconds: of each process.
        peak_kib: the largest peak of all of them, if known.
    """

    task: str
    entry: Entry
    seconds: tuple[float, ...]
    peak_kib: int | None

    @property
    def median(self) -> float:
        """Median seconds."""
        return median(self.seconds)


def time_task(task: Task, runs: int, say: Callable[[str], object] = lambda _: None) -> list[Timing]:
    """Measure every contestant of a task ``runs`` times; peers less often if the task says so.

    Raises:
        Disagreement: the results are not exactly equal.
    """
    peer_runs = runs if task.peer_runs is None else min(runs, task.peer_runs)
    fewer = f" ({peer_runs} for each peer)" if peer_runs < runs else ""
    say(f"{task.name}: one process to check, {runs} to measure{fewer}, for each contestant")
    reference = {entry: in_process(task, entry) for entry in task.entries}
    agree(task, {entry: sample.result for entry, sample in reference.items()})
    samples: dict[Entry, list[Sample]] = {entry: [] for entry in task.entries}
    for number in range(runs):
        for entry, taken in samples.items():
            if entry.library != OURS and number >= peer_runs:
                continue
            sample = in_process(task, entry)
            if sample.result != reference[entry].result:
                raise Disagreement(f"{task.name}: {entry.library} found another result on a rerun")
            taken.append(sample)
    return [_timing(task.name, entry, taken) for entry, taken in samples.items()]


def time_imports(
    names: Iterable[str], runs: int, say: Callable[[str], object] = lambda _: None
) -> list[Timing]:
    """Measure the import of each module ``runs`` times."""
    folders = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    samples: dict[str, list[Sample]] = {name: [] for name in names}
    say(f"imports: {runs} processes to measure, for each module")
    for number in range(runs + 1):
        for name, taken in samples.items():
            sample = _sample(["-S", "-c", IMPORT_CODE, name, *folders])
            if number:
                taken.append(sample)
    return [_timing("import", Entry(name, ""), taken) for name, taken in samples.items()]


def agree(task: Task, results: Mapping[Entry, Mapping[str, Any]]) -> None:
    """Check that everybody found exactly what we found.

    Raises:
        Disagreement: naming the contestant and the first number that differs.
    """
    ours = results[task.entries[0]]
    for entry, theirs in results.items():
        who = f"{task.name}: {entry.library}, {entry.formulation}"
        missing = ours.keys() - theirs.keys() - task.optional
        unknown = theirs.keys() - ours.keys()
        if missing or unknown:
            raise Disagreement(f"{who}: missing {sorted(missing)}, unknown {sorted(unknown)}")
        for name, value in theirs.items():
            if value != ours[name]:
                raise Disagreement(f"{who}: {name} is {value}, ours is {ours[name]}")


def in_process(task: Task, entry: Entry) -> Sample:
    """One contestant's work in a fresh process."""
    return _sample(["-m", "benchmarks.worker", task.name, *entry])


def _sample(arguments: list[str]) -> Sample:
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=TIMEOUT, text=True
    )
    found = json.loads(done.stdout)
    return Sample(found["seconds"], found["peak_kib"], found.get("result", {}))


def _timing(task: str, entry: Entry, samples: list[Sample]) -> Timing:
    peaks = [sample.peak_kib for sample in samples if sample.peak_kib is not None]
    return Timing(task, entry, tuple(each.seconds for each in samples), max(peaks, default=None))
