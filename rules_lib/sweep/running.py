"""`sweep`: a function over many situations, in order, whatever becomes of the workers."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Literal

from rules_lib.errors import (
    InvalidValue,
    RulesError,
    require_bool,
    require_int,
    require_word,
)
from rules_lib.sweep.attempts import Answer, Failure, attempt
from rules_lib.sweep.dispatch import Broken, Dispatch
from rules_lib.sweep.journal import journal_of
from rules_lib.sweep.progress import progress_bar
from rules_lib.sweep.situations import Grid, Situation, listed
from rules_lib.sweep.table import Table

RESULT, ERROR = "result", "error"


class FailedSituation(RulesError):
    """The function failed in one situation.

    Attributes:
        failure: the situation and what went wrong; the error itself is the ``__cause__``.
    """

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(str(failure))


class BrokenSweep(RulesError):
    """The executor broke, and there was no way to make another one.

    Attributes:
        done: the situations that were finished, with their results.
    """

    def __init__(self, reason: str, done: Table) -> None:
        self.done = done
        super().__init__(
            f"executor: {reason}; {len(done)} situations were finished, see .done; allowed: a"
            " function that makes an executor, so that a broken one can be replaced, such as"
            " executor=lambda: ProcessPoolExecutor()"
        )


def sweep(
    function: Callable[..., Any],
    situations: Grid,
    *,
    executor: Executor | Callable[[], Executor] | None = None,
    errors: Literal["raise", "collect"] = "raise",
    attempts: int = 3,
    progress: bool = False,
    journal: str | Path | None = None,
) -> Table:
    """Evaluate a function in every situation and return one row for each, in order.

    Args:
        function: takes the parameters by name. What it returns stands in the column ``result``;
            a plain dict with texts as keys fills a column for each key.
        situations: a mapping from parameter to values, for all combinations (the last parameter
            changes fastest), or a list of mappings from parameter to value.
        executor: None for one core; an executor; or a function that makes one, so that a broken
            one can be replaced. With processes the function must be importable by name. Situations
            are handed out in chunks, sized by what the first of them take.
        errors: ``"raise"`` raises the first failure in the order of the situations;
            ``"collect"`` gives a failed situation a row without result, with the failure in the
            column ``error``, and lists it in the table's ``failures``.
        attempts: how often a situation is handed out, 1 to 100, before it counts as failed,
            if its worker dies; the last time alone, so that it suffers from no other. With 1
            there are no chunks. Errors of the function are not retried: they would come again.
        progress: show a bar, if tqdm is installed.
        journal: a file in which results are kept as they come. If the whole program is killed,
            the same sweep with the same file goes on from there. It is read with ``pickle``, so
            take no such file from strangers.

    Raises:
        InvalidValue: an argument is not as described, or the journal is that of another sweep.
        WorkLimitExceeded: more than ``MOST_SITUATIONS`` situations.
        FailedSituation: a situation failed; its parameters are named.
        BrokenSweep: the executor that was given broke; it carries what was finished.
    """
    if not callable(function):
        raise InvalidValue("function", function, "a function")
    if executor is not None and not callable(executor) and not hasattr(executor, "submit"):
        raise InvalidValue("executor", executor, "None, an executor, or a function that makes one")
    stop = require_word("errors", errors, ("raise", "collect")) == "raise"
    attempts = require_int("attempts", attempts, 1, 100)
    require_bool("progress", progress)
    rows = listed(situations)
    with (
        progress_bar(progress, len(rows)) as tell,
        journal_of(journal, function, rows) as (known, note),
    ):

        def keep(place: int, answer: Answer) -> None:
            note(place, answer)
            tell(1)

        if known:
            tell(len(known))
        if executor is None:
            answers = _one_by_one(function, rows, stop, keep, known)
        else:
            dispatch = Dispatch(function, rows, executor, attempts, stop, keep, known)
            try:
                answers = dispatch.run()
            except Broken as broken:
                raise BrokenSweep(str(broken), _done(rows, dispatch)) from broken.__cause__
    if stop:
        for answer in answers:
            if answer.failure:
                raise FailedSituation(answer.failure) from answer.failure.error
    return _table(rows, answers, not stop)


def _one_by_one(
    function: Callable[..., Any],
    situations: Sequence[Situation],
    stop: bool,
    keep: Callable[[int, Answer], object],
    known: Mapping[int, Answer],
) -> list[Answer]:
    answers = []
    for place, situation in enumerate(situations):
        if place in known:
            answers.append(known[place])
            continue
        answers.append(attempt(function, situation))
        keep(place, answers[-1])
        if stop and answers[-1].failure:
            break
    return answers


def _done(rows: Sequence[Situation], dispatch: Dispatch) -> Table:
    finished = {i: each for i, each in sorted(dispatch.answers.items()) if not each.failure}
    return _table([rows[index] for index in finished], list(finished.values()), False)


def _table(rows: Sequence[Situation], answers: Sequence[Answer], with_errors: bool) -> Table:
    spread = [None if answer.failure else _spread(answer.value) for answer in answers]
    results = tuple(next((each for each in spread if each is not None), (RESULT,)))
    names = set(results)
    columns = (*(rows[0] if rows else ()), *results, *((ERROR,) if with_errors else ()))
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        raise InvalidValue("column", twice, "a name for each column; rename a parameter or result")
    lines = []
    for row, answer, found in zip(rows, answers, spread, strict=True):
        if found is None:
            found = dict.fromkeys(results)
        elif found.keys() != names:
            allowed = f"the same keys in every situation: {', '.join(results)}"
            raise InvalidValue("result", sorted(found), allowed)
        line = {**row, **found}
        if with_errors:
            failure = answer.failure
            line[ERROR] = f"{failure.kind}: {failure.message}" if failure else None
        lines.append(line)
    failures = tuple(each.failure for each in answers if each.failure)
    return Table(columns, tuple(lines), failures)


def _spread(value: Any) -> Mapping[str, Any]:
    """A result as columns. A `Distribution` is a mapping, too, and yet one value."""
    if isinstance(value, dict) and value and all(isinstance(key, str) for key in value):
        return value
    return {RESULT: value}
