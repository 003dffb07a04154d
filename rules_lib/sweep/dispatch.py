"""Hands situations to an executor in chunks, and again if it breaks.

The function's own errors come back inside an answer. So an error *of a future* is always one of
the machinery: a killed worker, a lost connection, something that cannot be pickled.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from math import isqrt
from queue import SimpleQueue
from typing import Any, NamedTuple

from rules_lib.errors import InvalidValue
from rules_lib.sweep.attempts import Answer, Chunk, Went, failed
from rules_lib.sweep.situations import Situation
from rules_lib.sweep.sizes import Sizes, workers_of


class Broken(Exception):
    """An executor that cannot be used any more, and cannot be replaced."""


class Handed(NamedTuple):
    """Situations that are handed out together, by their places, for the so-many-th time."""

    places: Sequence[int]
    tries: int


class Dispatch:
    """One sweep over an executor.

    A chunk whose worker dies is handed out again in smaller ones. A broken pool of processes takes
    along whatever it was at; so the last attempt of a situation is made alone, and no situation is
    blamed for what another one did.

    Args:
        known: answers from before, by the places of their situations.
        keep: is told each chunk of answers, with the place of the first.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        situations: Sequence[Situation],
        executor: Executor | Callable[[], Executor],
        attempts: int,
        stop: bool,
        keep: Callable[[int, Answer], object],
        known: Mapping[int, Answer],
    ) -> None:
        self.function, self.situations, self.attempts = function, situations, attempts
        self.stop, self.keep, self.answers = stop, keep, dict(known)
        is_one = hasattr(executor, "submit") and not isinstance(executor, type)
        self._make: Any = None if is_one else executor
        self._executor: Any = executor if is_one else self._made()
        self._sizes = Sizes(workers_of(self._executor))
        self._fresh = deque(each for each in range(len(situations)) if each not in known)
        self._again: deque[Handed] = deque()
        self._alone: deque[Handed] = deque()
        self._end = len(situations)
        self._flying: dict[Handed, Future[Went]] = {}
        self._landed: SimpleQueue[tuple[Handed, Future[Any]]] = SimpleQueue()
        self._broken: BaseException | None = None

    def run(self) -> list[Answer]:
        """All answers in order; up to the first failure if that stops the sweep.

        Raises:
            Broken: the executor that was given is broken for good.
        """
        try:
            while True:
                self._launch()
                if not self._flying:
                    if self._broken is None:
                        break
                    self._replace()
                    continue
                self._land()
        finally:
            for future in self._flying.values():
                future.cancel()
            self._close()
        return [self.answers[place] for place in range(self._end)]

    def _launch(self) -> None:
        while self._broken is None:
            handed = self._next()
            if handed is None:
                return
            chunk = Chunk(self.function, [self.situations[at] for at in handed.places], self.stop)
            try:
                future = self._executor.submit(chunk)
            except BrokenExecutor as error:
                self._fault(handed, error)
                return
            self._flying[handed] = future
            future.add_done_callback(lambda done, it=handed: self._landed.put((it, done)))

    def _next(self) -> Handed | None:
        """What may be handed out now."""
        if any(1 < self.attempts == handed.tries for handed in self._flying):
            return None
        for queue in (self._alone, self._again):
            while queue and queue[0].places[0] >= self._end:
                queue.popleft()
        if self._alone:
            return None if self._flying else self._alone.popleft()
        if len(self._flying) >= self._sizes.in_flight:
            return None
        if self._again:
            return self._again.popleft()
        if not self._fresh or self._fresh[0] >= self._end:
            return None
        # Of situations that are tried but once, none may suffer from another in its chunk.
        size = 1 if self.attempts == 1 else self._sizes.next(len(self._fresh))
        return Handed(tuple(self._fresh.popleft() for _ in range(size)), 1)

    def _land(self) -> None:
        handed, future = self._landed.get()
        del self._flying[handed]
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            values, failures, seconds = future.result()
            self._sizes.learn(len(values), seconds)
            for at, (place, value) in enumerate(zip(handed.places, values, strict=False)):
                self._settle(place, Answer(value, failures.get(at)))
        elif isinstance(error, Exception):
            self._fault(handed, error)
        else:
            raise error

    def _fault(self, handed: Handed, error: Exception) -> None:
        """Hand the situations out again, unless this was their last attempt."""
        if isinstance(error, BrokenExecutor):
            self._broken = error
        places, tries = handed
        left = self.attempts - tries
        if left == 0:
            for place in places:
                self._settle(place, Answer(failure=failed(self.situations[place], error)))
            return
        size = 1 if left == 1 else isqrt(len(places))
        pieces = [places[at : at + size] for at in range(0, len(places), size)]
        (self._alone if left == 1 else self._again).extend(Handed(p, tries + 1) for p in pieces)

    def _settle(self, place: int, answer: Answer) -> None:
        self.answers[place] = answer
        self.keep(place, answer)
        if self.stop and answer.failure:
            self._end = min(self._end, place + 1)
            for later in [each for each in self._flying if each.places[0] >= self._end]:
                self._flying[later].cancel()

    def _replace(self) -> None:
        broken, self._broken = self._broken, None
        left = [places[0] for places, _ in (*self._again, *self._alone)]
        if not any(place < self._end for place in (*left, *self._fresh)):
            return
        if self._make is None:
            raise Broken(str(broken)) from broken
        self._close()
        self._executor = self._made()

    def _made(self) -> Any:
        executor = self._make()
        if not hasattr(executor, "submit"):
            raise InvalidValue("executor", executor, "a function that makes an executor")
        return executor

    def _close(self) -> None:
        """Shut down what was made here; an executor that was given stays the giver's."""
        if self._make is not None:
            self._executor.shutdown(wait=True)
