"""The latest measurements as files of the repository, which the book shows.

``latest.json`` has every number; the ``.csv`` files are the tables of the page in the book.
"""

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benchmarks.growth import charge_growth, growths
from benchmarks.measure import Timing
from benchmarks.spec import CHARGE_GROWTH, GROWTH, OURS
from benchmarks.verdict import in_words, lead

FOLDER = Path(__file__).parent / "latest"
PEERS = ("icepool", "dyce")
NONE = "–"
"""What stands in a table where nothing was measured."""

Table = list[tuple[str, ...]]
_NUMBERS = re.compile(r"\[[^\[\]{}]*\]")


def store(
    timings: Sequence[Timing],
    found: Mapping[str, object],
    about: Mapping[str, str],
    folder: Path = FOLDER,
) -> None:
    """Write all files.

    Args:
        timings: what was measured.
        found: the same as :func:`benchmarks.report.as_json` has it.
        about: the kind of machine and the versions, by name.
        folder: where to.
    """
    folder.mkdir(exist_ok=True)
    # Lists of plain numbers on one line.
    text = _NUMBERS.sub(lambda each: " ".join(each[0].split()), json.dumps(found, indent=1))
    (folder / "latest.json").write_text(text + "\n", "utf-8")
    tables: dict[str, Table] = {
        "times": times(timings),
        "memory": memory(timings),
        "growth": growth(timings),
        "charges": charges(timings),
        "machine": [("What", "With"), *about.items()],
    }
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


def times(timings: Sequence[Timing]) -> Table:
    """For each task and formulation the medians, and our lead over the faster peer."""
    table: Table = [("Work", "Lead", OURS, *PEERS)]
    for work, ours, peers in _grouped(timings):
        leads = [times for each in peers.values() if (times := lead(each, timings)) is not None]
        shown = [in_words(peers[name].median) if name in peers else NONE for name in PEERS]
        table.append(
            (work, f"{min(leads):.0f} ×" if leads else NONE, in_words(ours.median), *shown)
        )
    return table


def memory(timings: Sequence[Timing]) -> Table:
    """For each task the peak memory of the whole process."""
    table: Table = [("Work", OURS, *PEERS)]
    for work, ours, peers in _grouped(timings):
        table.append((work, _mib(ours), *(_mib(peers.get(name)) for name in PEERS)))
    return table


def growth(timings: Iterable[Timing]) -> Table:
    """Times by the size of a battle, how often each holds the one before, and the fitted power."""
    table: Table = [("Library", *(f"{size} v {size}" for size in GROWTH.values()), "Grows as")]
    for each in growths(timings):
        cells = _cells(each.seconds, GROWTH.values())
        table.append((each.library, *cells, f"size to the power {each.exponent:.1f}"))
    return table


def charges(timings: Iterable[Timing]) -> Table:
    """Times by the stacks of a charge, how often each holds the one before, and the factor."""
    table: Table = [("Library", *CHARGE_GROWTH, "Grows by")]
    found = charge_growth(timings)
    if found is not None:
        cells = _cells(found.seconds, CHARGE_GROWTH.values())
        table.append((OURS, *cells, f"× {found.factor:.1f} a stack"))
    return table


def _cells(seconds: Mapping[int, float], sizes: Iterable[int]) -> list[str]:
    """The times by size, each with how often it holds the one before."""
    cells, before = [], 0.0
    for size in sizes:
        now = seconds.get(size)
        ratio = f" (× {now / before:.1f})" if now and before else ""
        cells.append(f"{in_words(now)}{ratio}" if now else NONE)
        before = now or 0.0
    return cells


def _grouped(timings: Sequence[Timing]) -> Iterable[tuple[str, Timing, dict[str, Timing]]]:
    """Each task and formulation of the peers: its name, our timing, and those of the peers."""
    ours = {each.task: each for each in timings if each.entry.library == OURS}
    groups: dict[tuple[str, str], dict[str, Timing]] = {}
    for timing in timings:
        if timing.task in ours and timing.task != "import" and timing.entry.library != OURS:
            group = groups.setdefault((timing.task, timing.entry.formulation), {})
            group[timing.entry.library] = timing
    for task, own in ours.items():
        if task == "import":
            continue
        described = {name: peers for (each, name), peers in groups.items() if each == task}
        for formulation, peers in described.items():
            work = f"{task}, {formulation}" if len(described) > 1 else task
            yield work, own, peers
        if not described:
            yield task, own, {}


def _mib(timing: Timing | None) -> str:
    if timing is None or timing.peak_kib is None:
        return NONE
    return f"{timing.peak_kib / 1024:.0f} MiB"
