"""Who leads to whom: components, what can be reached, where play can be kept going for ever."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence


def components(successors: Mapping[int, Collection[int]]) -> list[list[int]]:
    """Return the strongly connected components, each after those it leads to (Tarjan).

    Each begins with the node that is met first. Only the keys are nodes; successors that are no
    keys are ignored.
    """
    found: list[list[int]] = []
    order: dict[int, int] = {}  # when each was met; when its component is found: after all others
    lowest: dict[int, int] = {}
    path: list[int] = []
    work: list[tuple[int, int, Iterator[int]]] = []

    def enter(node: int) -> None:
        order[node] = lowest[node] = len(order)
        work.append((node, len(path), iter(successors[node])))
        path.append(node)

    for root in successors:
        if root not in order:
            enter(root)
        while work:
            node, start, ahead = work[-1]
            for child in ahead:
                if child in order:
                    lowest[node] = min(lowest[node], order[child])
                elif child in successors:
                    enter(child)
                    break
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == order[node]:
                    found.append(path[start:])
                    order.update(dict.fromkeys(found[-1], len(successors)))
                    del path[start:]
    return found


def leading_to(
    targets: Iterable[int], rows: Iterable[tuple[int, Collection[int] | None]]
) -> set[int]:
    """Return the nodes from which some target can be reached, targets included."""
    sources: dict[int, list[int]] = {}
    for i, row in rows:
        for j in row or ():
            sources.setdefault(j, []).append(i)
    found = set(targets)
    waiting = list(found)
    while waiting:
        for i in sources.get(waiting.pop(), ()):
            if i not in found:
                found.add(i)
                waiting.append(i)
    return found


def end_components(options: Sequence[Sequence[Collection[int]] | None]) -> list[list[int]]:
    """Return the maximal sets of states in which some choice of options stays for ever.

    `options[i]` holds, for each option of state i, the states it may lead to; None for an end.
    Within a set every state can be reached from every other by options that stay inside.
    """
    inside = {i: set(range(len(rows))) for i, rows in enumerate(options) if rows is not None}
    leading: list[list[tuple[int, int]]] = [[] for _ in options]
    for i, rows in enumerate(options):
        for option, row in enumerate(rows or ()):
            for j in row:
                leading[j].append((i, option))

    def drop(waiting: list[tuple[int, int]]) -> None:
        """Drop options; a state without one is left, and with it go those that lead there."""
        while waiting:
            i, option = waiting.pop()
            kept = inside.get(i, set())
            kept.discard(option)
            if not kept and inside.pop(i, None) is not None:
                waiting += leading[i]

    drop([each for i, rows in enumerate(options) if rows is None for each in leading[i]])
    while True:
        staying = {i: [(options[i] or ())[a] for a in kept] for i, kept in inside.items()}
        found = components({i: {j for row in rows for j in row} for i, rows in staying.items()})
        home = {i: at for at, component in enumerate(found) for i in component}
        leaving = [
            (i, option)
            for i, kept in inside.items()
            for option, row in zip(kept, staying[i], strict=True)
            if any(home[j] != home[i] for j in row)
        ]
        if not leaving:
            return [sorted(component) for component in found]
        drop(leaving)
