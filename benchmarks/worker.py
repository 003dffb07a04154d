"""One measurement in a process of its own, told its task, library and formulation.

Prints it as JSON. Everything is imported before the clock starts, and the work is the first
call in the process, so nothing is cached. The clock is that of the processor: nobody here waits or
uses a second core, and other programs on the machine hardly count.
"""

import gc
import json
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from time import process_time

from benchmarks.spec import SOLVER_MODULES, TASKS, Entry, Result, Task


def solve(task: Task, entry: Entry) -> tuple[Result, float, int | None]:
    """The result in the common form, the seconds of the call, and the peak memory after it."""
    call, result = import_module(SOLVER_MODULES[entry.library]).SOLVERS[task.kind, entry[1]]
    # What the imports have left behind is not the solver's to clear away.
    gc.collect()
    gc.freeze()
    start = process_time()
    answer = call(task.problem)
    seconds = process_time() - start
    peak = peak_kib()
    return {name: Fraction(x) for name, x in result(answer).items()}, seconds, peak


def peak_kib() -> int | None:
    """Peak resident memory of this process in KiB, with interpreter and imports, if known."""
    # On Linux getrusage also counts what the parent held when it started this process.
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


if __name__ == "__main__":
    name, *entry = sys.argv[1:]
    found, seconds, peak = solve(TASKS[name], Entry(*entry))
    print(json.dumps([seconds, peak, {name: str(x) for name, x in found.items()}]))
