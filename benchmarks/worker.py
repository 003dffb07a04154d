"""One measurement in a process of its own.

``python -m benchmarks.worker TASK LIBRARY FORMULATION``

Prints one JSON object. Everything is imported before the clock starts, and the work is the first
call in the process, so nothing is cached. The clock is that of the processor: nobody here waits or
uses a second core, and other programs on the machine hardly count.
"""

import gc
import json
import sys
from fractions import Fraction
from importlib import import_module
from time import process_time
from typing import cast

from benchmarks.memory import peak_kib
from benchmarks.spec import SOLVER_MODULES, TASKS, Entry, Result, Solver, Task


def solver(task: Task, entry: Entry) -> Solver:
    """How a contestant does a task; imports its library."""
    module = import_module(SOLVER_MODULES[entry.library])
    return cast("Solver", module.SOLVERS[task.kind, entry.formulation])


def solve(task: Task, entry: Entry) -> Result:
    """The result of a contestant in the common form."""
    chosen = solver(task, entry)
    return chosen.result(chosen.solve(task.problem))


def measure(task: Task, entry: Entry) -> dict[str, object]:
    """Time one call: processor seconds, peak memory of the process, and the result."""
    chosen = solver(task, entry)
    # What the imports have left behind is not the solver's to clear away.
    gc.collect()
    gc.freeze()
    start = process_time()
    answer = chosen.solve(task.problem)
    seconds = process_time() - start
    peak = peak_kib()
    result = {name: str(Fraction(x)) for name, x in chosen.result(answer).items()}
    return {"seconds": seconds, "peak_kib": peak, "result": result}


if __name__ == "__main__":
    name, library, formulation = sys.argv[1:]
    print(json.dumps(measure(TASKS[name], Entry(library, formulation))))
