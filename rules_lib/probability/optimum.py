"""The best play found exactly: back from the ends, and by improving policies in what goes round."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from .linear import Pair, Row, eliminate, moved, reduced, values, weighted
from .reach import Options


def successors(options: Options) -> dict[int, Collection[int]]:
    """Return for each state where it may lead, in the order of its options; ends lead nowhere."""
    return {
        i: rows[0]
        if rows and len(rows) == 1
        else dict.fromkeys(j for row in rows or () for j in row)
        for i, rows in enumerate(options)
    }


def best_values(
    parts: list[list[int]],
    options: Options,
    worth: Mapping[int, Pair],
    *,
    never: Pair = (0, 1),
    traps: Sequence[Sequence[int]] = (),
    signs: Mapping[int, int] | None = None,
) -> list[Pair]:
    """Return what every state is worth under best play, as reduced pairs.

    Args:
        parts: the components of `successors(options)`, each after those it leads to.
        options: the rows of each state.
        worth: what each end is worth.
        never: what going on for ever is worth.
        traps: the end components.
        signs: -1 for the states whose decider wants little; in them nothing goes round.
    """
    found = dict(worth)
    home = {i: at for at, trap in enumerate(traps) for i in trap}
    for part in parts:
        i = part[0]
        rows = options[i]
        if rows is None:
            continue
        if len(part) == 1 and all(i not in row for row in rows):
            found[i] = _greatest(rows, found, 1 if signs is None else signs.get(i, 1))
        else:
            found.update(_best_of_a_round(part, options, found, never, home))
    return [found[i] for i in range(len(options))]


def _best_of_a_round(
    part: list[int],
    options: Options,
    known: Mapping[int, Pair],
    never: Pair,
    home: Mapping[int, int],
) -> dict[int, Pair]:
    """Return the best values of states that lead to one another, by exact policy iteration.

    Improving a policy step by step finds the best one only if every policy ends for certain.
    So each end component (a set of states in which play can be kept going for ever) becomes one
    state first. It offers every option that leaves the set, and one more: to stay for ever.
    """
    numbers: dict[int, int] = {}
    place = {i: numbers.setdefault(home.get(i, -1 - i), len(numbers)) for i in part}
    size = len(numbers)
    stay = size + len(options)
    ends = {stay: never}
    merged: list[list[Row]] = [[] for _ in numbers]
    for i in part:
        for row in options[i] or ():
            outside = [j for j in row if j not in place]
            ends.update((size + j, known[j]) for j in outside)
            row = moved(row, place | {j: size + j for j in outside})
            if row.keys() != {place[i]}:
                merged[place[i]].append(row)
    for at in {place[i] for i in part if i in home}:
        merged[at].append({stay: 1})
    found = _improved(merged, ends)
    return {i: found[at] for i, at in place.items()}


def _improved(options: list[list[Row]], ends: Mapping[int, Pair]) -> dict[int, Pair]:
    """Improve a policy until no single change helps: then it is the best of all."""
    chosen = [0] * len(options)
    while True:
        pivots = eliminate([dict(rows[a]) for rows, a in zip(options, chosen, strict=True)])
        found = {**ends, **values(pivots, ends)}
        better = False
        for i, rows in enumerate(options):
            best = found[i]
            for a, row in enumerate(rows):
                if a != chosen[i]:
                    value = mean(row, found)
                    if _exceeds(value, best):
                        best, chosen[i], better = value, a, True
        if not better:
            return found


def _greatest(rows: list[Row], of: Mapping[int, Pair], sign: int) -> Pair:
    """Return the greatest mean of the rows (sign -1: the smallest)."""
    best = mean(rows[0], of)
    for row in rows[1:]:
        value = mean(row, of)
        if _exceeds(value, best) if sign > 0 else _exceeds(best, value):
            best = value
    return best


def mean(row: Row, of: Mapping[int, Pair] | Sequence[Pair]) -> Pair:
    """Return the mean of values over a row, reduced."""
    top, bottom = weighted(row, of)
    return reduced(top, bottom * sum(row.values()))


def _exceeds(one: Pair, other: Pair) -> bool:
    return one[0] * other[1] > other[0] * one[1]
