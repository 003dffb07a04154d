"""Where play can be kept going for ever: the maximal end components of a decision process."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .graph import components


def end_components(options: Sequence[Sequence[Collection[int]] | None]) -> list[list[int]]:
    """Return the maximal sets of states in which some choice of options stays for ever.

    `options[i]` holds, for each option of state i, the states it may lead to; None for an end.
    Within a set every state can be reached from every other by options that stay inside.
    """
    keeping = _Keeping(options)
    for i, choices in enumerate(options):
        if choices is None:
            keeping.drop_state(i)
    while True:
        found = components({i: keeping.successors(i) for i in keeping.active})
        home = {i: at for at, component in enumerate(found) for i in component}
        leaving = [
            (i, option)
            for i, kept in keeping.active.items()
            for option in kept
            if any(home[j] != home[i] for j in keeping.options(i)[option])
        ]
        if not leaving:
            return [sorted(component) for component in found]
        for i, option in leaving:
            keeping.drop_option(i, option)


class _Keeping:
    """The options that may still keep play inside; dropping one drops what relied on it."""

    def __init__(self, options: Sequence[Sequence[Collection[int]] | None]) -> None:
        self._options = options
        self.active = {i: set(range(len(c))) for i, c in enumerate(options) if c is not None}
        self._leading: list[list[tuple[int, int]]] = [[] for _ in options]
        for i, choices in enumerate(options):
            for option, targets in enumerate(choices or ()):
                for j in targets:
                    self._leading[j].append((i, option))

    def options(self, i: int) -> Sequence[Collection[int]]:
        return self._options[i] or ()

    def successors(self, i: int) -> set[int]:
        return {j for option in self.active[i] for j in self.options(i)[option]}

    def drop_option(self, i: int, option: int) -> None:
        kept = self.active.get(i)
        if kept is not None:
            kept.discard(option)
            if not kept:
                self.drop_state(i)

    def drop_state(self, state: int) -> None:
        waiting = [state]
        while waiting:
            dropped = waiting.pop()
            self.active.pop(dropped, None)
            for i, option in self._leading[dropped]:
                kept = self.active.get(i)
                if kept is not None:
                    kept.discard(option)
                    if not kept:
                        del self.active[i]
                        waiting.append(i)
