"""A progress bar, where tqdm is installed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


@contextmanager
def progress_bar(shown: bool, total: int) -> Iterator[Callable[[int], object]]:
    """Give what to call with each number of situations that are done; without tqdm it is silent."""
    bar = _tqdm() if shown else None
    if bar is None:
        yield lambda _: None
        return
    with bar(total=total, unit="situation") as running:
        yield running.update


def _tqdm() -> Any:
    try:
        return import_module("tqdm").tqdm
    except ImportError:
        return None
