"""What the measurements say about the stated floors."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from benchmarks.measure import Timing
from benchmarks.spec import OURS, Floors

UNITS = (1.0, "s"), (1e-3, "ms"), (1e-6, "µs")


class Standing(StrEnum):
    """Whether a floor is kept; ``NOTED``: no floor is stated."""

    KEPT = "kept"
    MISSED = "MISSED"
    NOTED = "noted"


class Verdict(NamedTuple):
    """One sentence about one number."""

    standing: Standing
    text: str


def verdicts(timings: Sequence[Timing], floors: Floors) -> list[Verdict]:
    """All verdicts: leads, tasks with a time limit, imports.

    Raises:
        ValueError: a floor is stated for something that was not measured.
    """
    found = [*_leads(timings, floors), *_limits(timings, floors)]
    measured = {timing.task for timing in timings}
    measured |= {timing.entry.library for timing in timings if timing.task == "import"}
    unmeasured = {*floors.seconds, *floors.import_seconds} - measured
    if unmeasured:
        raise ValueError(f"floors without a measurement: {sorted(unmeasured)}")
    return found


def lead(timing: Timing, timings: Iterable[Timing]) -> float | None:
    """How many times as long as we a contestant took at its task; ``None`` for an import."""
    for other in timings:
        if other.task == timing.task != "import" and other.entry.library == OURS:
            return timing.median / other.median
    return None


def _leads(timings: Sequence[Timing], floors: Floors) -> Iterator[Verdict]:
    """For each task with peers and each formulation: the lead over the faster of them."""
    groups: dict[tuple[str, str], list[Timing]] = {}
    for timing in timings:
        if timing.task != "import" and timing.entry.library != OURS:
            groups.setdefault((timing.task, timing.entry.formulation), []).append(timing)
    for (task, formulation), peers in groups.items():
        fastest = min(peers, key=lambda timing: timing.median)
        times = lead(fastest, timings)
        if times is None:
            raise ValueError(f"{task}: {OURS} was not measured")
        text = f"{task}: {times:.1f} times as fast as {fastest.entry.library}, {formulation}"
        if formulation != floors.yardstick:
            yield Verdict(Standing.NOTED, f"{text} (no floor stated)")
            continue
        aim = "reached" if times >= floors.aim else "not reached"
        text += f" (floor {floors.lead}; aim {floors.aim} {aim})"
        yield Verdict(Standing.KEPT if times >= floors.lead else Standing.MISSED, text)


def _limits(timings: Sequence[Timing], floors: Floors) -> Iterator[Verdict]:
    for timing in timings:
        if timing.task == "import":
            what, limit = timing.entry.library, floors.import_seconds.get(timing.entry.library)
            what = f"import {what}"
        else:
            what, limit = timing.task, floors.seconds.get(timing.task)
        if limit is not None and (timing.task == "import" or timing.entry.library == OURS):
            kept = timing.median < limit
            text = f"{what}: {in_words(timing.median)} (floor: under {in_words(limit)})"
            yield Verdict(Standing.KEPT if kept else Standing.MISSED, text)


def in_words(seconds: float) -> str:
    """A time with three digits and a fitting unit."""
    scale, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    shown = seconds / scale
    digits = 0 if shown >= 100 else 1 if shown >= 10 else 2
    return f"{shown:.{digits}f} {unit}"
