"""Strongly connected components, without recursion."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping


def components(successors: Mapping[int, Collection[int]]) -> list[list[int]]:
    """Return the strongly connected components, each after those it leads to (Tarjan).

    Only the keys are nodes; successors that are no keys are ignored.
    """
    found: list[list[int]] = []
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    for root in successors:
        if root in order:
            continue
        work: list[tuple[int, Iterator[int]]] = [(root, iter(successors[root]))]
        order[root] = lowest[root] = len(order)
        path.append(root)
        on_path.add(root)
        while work:
            node, ahead = work[-1]
            for child in ahead:
                if child not in successors:
                    continue
                if child not in order:
                    order[child] = lowest[child] = len(order)
                    path.append(child)
                    on_path.add(child)
                    work.append((child, iter(successors[child])))
                    break
                if child in on_path:
                    lowest[node] = min(lowest[node], order[child])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == order[node]:
                    found.append(_cut(path, on_path, node))
    return found


def _cut(path: list[int], on_path: set[int], root: int) -> list[int]:
    start = len(path) - 1
    while path[start] != root:
        start -= 1
    component = path[start:]
    del path[start:]
    on_path.difference_update(component)
    return component


def closed_components(successors: Mapping[int, Collection[int]]) -> list[list[int]]:
    """Return the components that nothing leaves; here every successor counts."""
    closed = []
    for component in components(successors):
        members = set(component)
        if all(child in members for node in component for child in successors[node]):
            closed.append(component)
    return closed
