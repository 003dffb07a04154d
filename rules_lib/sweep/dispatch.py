"""Hands situations to an executor, and again if it breaks.

The function's own errors come back inside an answer. So an error *of a future* is always one of
the machinery: a killed worker, a lost connection, something that cannot be pickled.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from heapq import heappop, heappush
from queue import SimpleQueue
from typing import Any

from rules_lib.errors import InvalidValue
from rules_lib.sweep.attempts import Answer, attempt, failed
from rules_lib.sweep.situations import Situation

IN_FLIGHT = 64
"""Situations handed out at a time. All of them may have to be repeated if the executor breaks."""


class Broken(Exception):
    """An executor that cannot be used any more, and cannot be replaced."""


class Dispatch:
    """One sweep over an executor.

    A situation whose worker dies is handed out again. A broken pool of processes takes along
    whatever it was at; so the last attempt of a situation is made alone, and no situation is
    blamed for what another one did.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        situations: Sequence[Situation],
        executor: Executor | Callable[[], Executor],
        attempts: int,
        stop: bool,
        tell: Callable[[], object],
    ) -> None:
        self.function, self.situations, self.attempts = function, situations, attempts
        self.stop, self.tell = stop, tell
        self.answers: dict[int, Answer] = {}
        is_one = hasattr(executor, "submit") and not isinstance(executor, type)
        self._make: Any = None if is_one else executor
        self._executor: Any = executor if is_one else self._made()
        self._waiting = list(range(len(situations)))
        self._alone: list[int] = []
        self._end = len(situations)
        self._tries: Counter[int] = Counter()
        self._flying: dict[int, Future[Answer]] = {}
        self._landed: SimpleQueue[tuple[int, Future[Answer]]] = SimpleQueue()
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
        return [self.answers[index] for index in range(self._end)]

    def _launch(self) -> None:
        while self._broken is None:
            index = self._next()
            if index is None:
                return
            self._tries[index] += 1
            try:
                future = self._executor.submit(attempt, self.function, self.situations[index])
            except BrokenExecutor as error:
                self._fault(index, error)
                return
            self._flying[index] = future
            future.add_done_callback(lambda done, i=index: self._landed.put((i, done)))

    def _next(self) -> int | None:
        """The situation that may be handed out now."""
        if self._alone and (self._alone[0] < self._end):
            return heappop(self._alone) if not self._flying else None
        if any(self._is_last_try(index) for index in self._flying):
            return None
        if not self._waiting or self._waiting[0] >= self._end or len(self._flying) >= IN_FLIGHT:
            return None
        return heappop(self._waiting)

    def _is_last_try(self, index: int) -> bool:
        return 1 < self.attempts == self._tries[index]

    def _land(self) -> None:
        index, future = self._landed.get()
        del self._flying[index]
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            self._settle(index, future.result())
        elif isinstance(error, Exception):
            self._fault(index, error)
        else:
            raise error

    def _fault(self, index: int, error: Exception) -> None:
        """Hand the situation out again, unless this was its last attempt."""
        if isinstance(error, BrokenExecutor):
            self._broken = error
        left = self.attempts - self._tries[index]
        if left == 0:
            self._settle(index, Answer(failure=failed(self.situations[index], error)))
        else:
            heappush(self._alone if left == 1 else self._waiting, index)

    def _settle(self, index: int, answer: Answer) -> None:
        self.answers[index] = answer
        self.tell()
        if self.stop and answer.failure:
            self._end = min(self._end, index + 1)
            for later in [each for each in self._flying if each >= self._end]:
                self._flying[later].cancel()

    def _replace(self) -> None:
        broken, self._broken = self._broken, None
        left = [index for index in (*self._waiting, *self._alone) if index < self._end]
        if not left:
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
