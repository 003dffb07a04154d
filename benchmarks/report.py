"""The measurements as a plain table, and as JSON."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from benchmarks.measure import Timing
from benchmarks.verdict import Verdict, in_words, lead

HEADINGS = (
    "library",
    "formulation",
    "runs",
    "median",
    "fastest",
    "slowest",
    "peak memory",
    "times ours",
)
LEFT_ALIGNED = 2
NOTES = (
    "Runs: fresh processes, of which the median is taken; slow peers are run less often.",
    "Each measurement is the first call in a fresh process; imports are not counted, but listed.",
    "Times are processor time on one core, so that other programs hardly count.",
    "Direct: the solver sees both rolls. Tabled: it is given the distribution of each exchange.",
    "Smartest: the fastest way found to put the work to the library.",
    "Peak memory is of the whole process, with interpreter and imports.",
    "Within each task all results are exactly equal, as fractions.",
)


def table(timings: Sequence[Timing]) -> str:
    """One block of rows for each task."""
    rows = [_row(timing, timings) for timing in timings]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
    blocks = []
    for task, block in groupby(zip(timings, rows, strict=True), key=lambda pair: pair[0].task):
        lines = [_line(row, widths) for _, row in block]
        blocks.append("\n".join([task, *lines]))
    return "\n\n".join([_line(HEADINGS, widths), *blocks])


def text(timings: Sequence[Timing], verdicts: Sequence[Verdict], about: Mapping[str, str]) -> str:
    """The whole report: machine and versions, table, notes, verdicts."""
    heading = ", ".join(f"{name} {version}" for name, version in about.items())
    judged = [f"{each.standing:<6}  {each.text}" for each in verdicts]
    return "\n\n".join([heading, table(timings), "\n".join(NOTES), "\n".join(judged)])


def as_json(
    timings: Sequence[Timing], verdicts: Sequence[Verdict], about: Mapping[str, str]
) -> dict[str, object]:
    """The same, for programs; times in seconds, memory in KiB."""
    return {
        "about": dict(about),
        "timings": [
            {
                "task": timing.task,
                "library": timing.entry.library,
                "formulation": timing.entry.formulation,
                "median": timing.median,
                "seconds": list(timing.seconds),
                "peak_kib": timing.peak_kib,
                "times_ours": lead(timing, timings),
            }
            for timing in timings
        ],
        "verdicts": [{"standing": str(each.standing), "text": each.text} for each in verdicts],
    }


def _row(timing: Timing, timings: Sequence[Timing]) -> tuple[str, ...]:
    times = lead(timing, timings)
    return (
        timing.entry.library,
        timing.entry.formulation,
        str(len(timing.seconds)),
        in_words(timing.median),
        in_words(min(timing.seconds)),
        in_words(max(timing.seconds)),
        "unknown" if timing.peak_kib is None else f"{timing.peak_kib / 1024:.1f} MiB",
        "" if times is None else f"{times:.1f}",
    )


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell.ljust(width) if at < LEFT_ALIGNED else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return ("  " + "  ".join(padded)).rstrip()
