"""Many small cases in one test, which tells of each that failed."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import pytest

from tests.sample import DEEP, QUICK

Test = Callable[..., None]
ENOUGH = 5
"""Failures that are told; what comes after them is left out."""


def in_turn(
    names: str | Sequence[str], cases: Iterable[Any], *, one_in: int = 1, sampled: int = 1
) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, for cases that are quicker than the making of a test.

    `make check` meets one in so many; of many that are alike `make test` takes a sample, one in so
    many, and `make deep` all.
    """
    named = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    alone = isinstance(names, str) and len(named) == 1
    given = [dict(zip(named, [case] if alone else case, strict=True)) for case in cases]
    few = given[:: max(one_in, sampled) if QUICK else sampled]
    assert few, f"there is no {names}"

    def decorate(test: Test) -> Test:
        @wraps(test)
        def all_in_turn(*args: object, **fixtures: object) -> None:
            failed: list[Exception] = []
            whole = sampled > 1 and fixtures.pop("whole")
            for case in given if whole else few:
                try:
                    test(*args, **fixtures, **case)
                except pytest.skip.Exception as skipped:
                    raise AssertionError("to skip one case would leave out the rest") from skipped
                except Exception as error:  # noqa: BLE001 (all that failed are raised below)
                    error.add_note("; ".join(f"{name} = {case[name]!r}" for name in named))
                    failed.append(error)
                if len(failed) == ENOUGH:
                    break
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise ExceptionGroup(f"{len(failed)} cases, or more", failed)

        signature = inspect.signature(test)
        left = [each for each in signature.parameters.values() if each.name not in named]
        if sampled > 1:
            left.append(inspect.Parameter("whole", inspect.Parameter.KEYWORD_ONLY))
        all_in_turn.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        walks = pytest.mark.parametrize("whole", [False, pytest.param(True, marks=DEEP)])
        return walks(all_in_turn) if sampled > 1 else all_in_turn

    return decorate
