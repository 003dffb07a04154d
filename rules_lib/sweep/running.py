"""`sweep`: a function over many situations, one after the other or on an executor."""

import pickle
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from functools import partial
from importlib import import_module
from itertools import islice, product
from math import ceil, prod
from typing import Any, Literal, TypeAlias

from rules_lib.errors import InvalidValue, RulesError, require_bool, require_word
from rules_lib.probability import WorkLimitExceeded
from rules_lib.sweep.table import MOST_SITUATIONS, Failure, Table
from rules_lib.values.frozen import FrozenMap

TASKS = 256
"""An executor gets the situations in at most so many chunks: handing them out costs little beside
them, and at the end no worker waits long for another."""

Situation: TypeAlias = dict[str, Any]
Grid: TypeAlias = Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]]
Answer: TypeAlias = tuple[Any, Failure | None]
"""A result, and why there is none."""


class FailedSituation(RulesError):
    """The function failed in one situation.

    Attributes:
        failure: the situation and what went wrong; the error itself is the ``__cause__``.
    """

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(str(failure))


class BrokenSweep(RulesError):
    """The executor itself failed: a worker was killed, or something cannot be sent to one.

    Attributes:
        done: the situations before that, with their results.
    """

    def __init__(self, reason: str, done: Table) -> None:
        self.done = done
        super().__init__(
            f"executor: {reason}; {len(done)} situations were finished, see .done; allowed: an"
            " executor that keeps its workers, and what can be sent to them and back"
        )


def sweep(
    function: Callable[..., Any],
    situations: Grid,
    *,
    executor: Executor | Callable[[], Executor] | None = None,
    errors: Literal["raise", "collect"] = "raise",
    progress: bool = False,
) -> Table:
    """Evaluate a function in every situation and return one row for each, in order.

    Args:
        function: takes the parameters by name. What it returns stands in the column ``result``;
            a plain dict with texts as keys fills a column for each key.
        situations: a mapping from parameter to values, for all combinations (the last parameter
            changes fastest), or a list of mappings from parameter to value.
        executor: None for one core; an executor; or a function that makes one, which is shut down
            at the end. With processes the function must be importable by name. Situations are
            handed out in chunks.
        errors: ``"raise"`` raises the first failure in the order of the situations;
            ``"collect"`` gives a failed situation a row without result, with the failure in the
            column ``error``, and lists it in the table's ``failures``.
        progress: show a bar, if tqdm is installed.

    Raises:
        InvalidValue: an argument is not as described.
        WorkLimitExceeded: more than ``MOST_SITUATIONS`` situations.
        FailedSituation: a situation failed; its parameters are named.
        BrokenSweep: the executor failed; it carries what was finished.
    """
    if not callable(function):
        raise InvalidValue("function", function, "a function")
    stop = require_word("errors", errors, ("raise", "collect")) == "raise"
    require_bool("progress", progress)
    rows = listed(situations)
    size = 1 if executor is None else ceil(len(rows) / TASKS)
    chunks = [rows[at : at + size] for at in range(0, len(rows), size)]
    answers: list[Answer] = []
    made, to_close = _made(executor)
    ask = partial(_attempts, function, stop)
    with _bar(progress, len(rows)) as bar, to_close:
        try:
            found = (ask(each) for each in chunks) if made is None else made.map(ask, chunks)
            with closing(found):
                for each in found:
                    answers += each
                    if bar is not None:
                        bar.update(len(each))
                    if stop and each[-1][1]:
                        break
        except Exception as error:
            # The function's own errors come back as answers: this one is of the machinery.
            done = _table(rows[: len(answers)], answers, not stop)
            raise BrokenSweep(f"{type(error).__name__}: {error}", done) from error
    if stop and answers[-1][1]:
        raise FailedSituation(answers[-1][1]) from answers[-1][1].error
    return _table(rows, answers, not stop)


def _made(executor: Any) -> tuple[Any, AbstractContextManager[Any]]:
    """The executor, and what is shut down at the end: itself if it is made here, else nothing."""
    if executor is None or (hasattr(executor, "submit") and not isinstance(executor, type)):
        return executor, nullcontext()
    if not callable(executor):
        raise InvalidValue("executor", executor, "None, an executor, or a function that makes one")
    made = executor()
    if not hasattr(made, "submit"):
        raise InvalidValue("executor", made, "a function that makes an executor")
    return made, made


def _attempts(function: Callable[..., Any], stop: bool, rows: Sequence[Situation]) -> list[Answer]:
    """The answers to a chunk, where the worker is; a failure that stops the sweep is the last."""
    answers: list[Answer] = []
    for row in rows:
        try:
            answers.append((function(**row), None))
        except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to this situation
            said = type(error).__name__, str(error), traceback.format_exc()
            answers.append((None, Failure(row, *said, _portable(error))))
            if stop:
                break
    return answers


def _portable(error: Exception) -> Exception | None:
    """The error, if it survives pickling: one that does not would break a pool of processes."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - other people's errors fail to be pickled in any way
        return None
    return error


def _bar(wanted: bool, total: int) -> Any:
    """A bar as a context, where it is wanted and there is tqdm; else a context of nothing."""
    with suppress(ImportError):
        if wanted:
            return import_module("tqdm").tqdm(total=total, unit="situation")
    return nullcontext()


def listed(situations: Grid) -> tuple[Situation, ...]:
    """All situations in order: those of a grid, the last name changing fastest, or as listed.

    Raises:
        InvalidValue: no situation, no text as a name, or situations with different names.
        WorkLimitExceeded: more than ``MOST_SITUATIONS``.
    """
    allowed = "a mapping from names to values, or a list of mappings from names to a value"
    is_grid = isinstance(situations, Mapping)
    rows = (situations,) if is_grid else _few("situations", situations, allowed)
    for row in rows:
        if not isinstance(row, Mapping) or not row:
            raise InvalidValue("situations", row, f"{allowed}; at least one name")
        for name in row:
            if not isinstance(name, str) or not name:
                raise InvalidValue("situations", name, "names that are texts")
        if set(row) != set(rows[0]):
            raise InvalidValue("situations", dict(row), f"the names {', '.join(rows[0])} in each")
    if not is_grid:
        return tuple({name: _plain(row[name]) for name in rows[0]} for row in rows)
    axes = [
        _few(f"situations[{name!r}]", values, "at least one value, in a list")
        for name, values in rows[0].items()
    ]
    _check_count(prod(map(len, axes)))
    return tuple(dict(zip(rows[0], each, strict=True)) for each in product(*axes))


def _few(field: str, values: Iterable[Any], allowed: str) -> tuple[Any, ...]:
    """The values as a tuple; if there is no end to them, they are refused as too many."""
    try:
        each = iter(() if isinstance(values, str | bytes) else values)
    except Exception as error:
        raise InvalidValue(field, values, allowed) from error
    found = tuple(map(_plain, islice(each, MOST_SITUATIONS + 1)))
    if not found:
        raise InvalidValue(field, values, allowed)
    _check_count(len(found))
    return found


def _plain(value: Any) -> Any:
    """A single number of numpy as the number of Python that it is; anything else as it is."""
    return value.item() if type(value).__module__ == "numpy" and value.ndim == 0 else value


def _check_count(count: int) -> None:
    if count > MOST_SITUATIONS:
        raise WorkLimitExceeded("sweep", count, MOST_SITUATIONS, "situations")


def _table(rows: Sequence[Situation], answers: Sequence[Answer], with_errors: bool) -> Table:
    spread = [None if failure else _spread(value) for value, failure in answers]
    results = tuple(next((each for each in spread if each is not None), ("result",)))
    columns = (*(rows[0] if rows else ()), *results, *(("error",) if with_errors else ()))
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        raise InvalidValue("column", twice, "a name for each column; rename a parameter or result")
    lines = []
    for row, (_, failure), found in zip(rows, answers, spread, strict=True):
        if found is not None and found.keys() != set(results):
            allowed = f"the same keys in every situation: {', '.join(results)}"
            raise InvalidValue("result", sorted(found), allowed)
        line = {**row, **(found or dict.fromkeys(results))}
        if with_errors:
            line["error"] = f"{failure.kind}: {failure.message}" if failure else None
        lines.append(FrozenMap(line))
    return Table(columns, tuple(lines), tuple(failure for _, failure in answers if failure))


def _spread(value: Any) -> Mapping[str, Any]:
    """A result as columns. A `Distribution` is a mapping, too, and yet one value."""
    if isinstance(value, dict) and value and all(isinstance(key, str) for key in value):
        return value
    return {"result": value}
