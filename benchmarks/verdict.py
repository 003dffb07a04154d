"""What the measurements say about the stated floors."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from benchmarks.growth import charge_growth, growths
from benchmarks.measure import Timing
from benchmarks.spec import CHARGE_GROWTH, GROWTH, OURS, Floors

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
    """All verdicts: leads, limits of time and memory, imports, and how the work grows.

    Raises:
        ValueError: a floor is stated for something that was not measured.
    """
    found = [
        *_leads(timings, floors),
        *_limits(timings, floors),
        *_memory(timings, floors),
        *_growth(timings),
        *_charges(timings, floors),
    ]
    measured = {timing.task for timing in timings}
    measured |= {timing.entry.library for timing in timings if timing.task == "import"}
    unmeasured = {*floors.seconds, *floors.megabytes, *floors.import_seconds} - measured
    if unmeasured:
        raise ValueError(f"floors without a measurement: {sorted(unmeasured)}")
    return found


def lead(timing: Timing, timings: Iterable[Timing]) -> float | None:
    """How many times as long as we a contestant took at its task; ``None`` for an import.

    Compared round by round, as both took turns: what else the machine had to do then slowed both.
    """
    for ours in timings:
        if ours.task == timing.task != "import" and ours.entry.library == OURS:
            rounds = zip(timing.seconds, ours.seconds, strict=False)  # slow peers have fewer
            return median(theirs / mine for theirs, mine in rounds)
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
        if formulation not in floors.yardsticks:
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


def _memory(timings: Sequence[Timing], floors: Floors) -> Iterator[Verdict]:
    for timing in timings:
        limit = floors.megabytes.get(timing.task)
        if limit is None or timing.entry.library != OURS:
            continue
        stated = f"(floor: under {limit:g} MB)"
        if timing.peak_kib is None:
            yield Verdict(Standing.NOTED, f"{timing.task}: peak memory unknown {stated}")
            continue
        peak = timing.peak_kib * 1024 / 1e6
        standing = Standing.KEPT if peak < limit else Standing.MISSED
        yield Verdict(standing, f"{timing.task}: peak memory {peak:.1f} MB {stated}")


def _growth(timings: Sequence[Timing]) -> Iterator[Verdict]:
    """The times at growing sizes, each with how often it holds the one before, and the fit."""
    names = {size: task for task, size in GROWTH.items()}
    for library, seconds, exponent in growths(timings):
        (first, least), *_ = seconds.items()
        shown = [f"{names[first]} {in_words(least)}"]
        for (_, before), (size, now) in pairwise(seconds.items()):
            shown.append(f"{names[size]} {in_words(now)} (× {now / before:.1f})")
        fit = f"about as size to the power {exponent:.1f}"
        yield Verdict(Standing.NOTED, f"growth of {library}: {', '.join(shown)}; {fit}")


def _charges(timings: Sequence[Timing], floors: Floors) -> Iterator[Verdict]:
    """The growth of the charge, beside what we would like it to be."""
    found = charge_growth(timings)
    if found is None:
        return
    most = max(CHARGE_GROWTH.values())
    times = ", ".join(f"{stacks}: {in_words(each)}" for stacks, each in found.seconds.items())
    reached = found.factor <= floors.charge_factor
    if most in found.seconds:
        reached &= found.seconds[most] < floors.charge_seconds
    yield Verdict(
        Standing.NOTED,
        f"growth of the best decisions of a charge, by stacks: {times}; × {found.factor:.1f} a"
        f" stack (aim: {most} stacks under {in_words(floors.charge_seconds)}, at most"
        f" × {floors.charge_factor:g} a stack; {'reached' if reached else 'not reached'})",
    )


def in_words(seconds: float) -> str:
    """A time with three digits and a fitting unit."""
    scale, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    shown = seconds / scale
    digits = 0 if shown >= 100 else 1 if shown >= 10 else 2
    return f"{shown:.{digits}f} {unit}"
