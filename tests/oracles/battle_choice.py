"""What every choice of dice to destroy comes to; written without the library."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

Faces = tuple[int, ...]
Places = tuple[int, ...]


class Fight(NamedTuple):
    """Two throws, steady dice first, and the rules that matter for a choice."""

    faces: tuple[Faces, Faces]
    steady: tuple[int, int]
    thresholds: tuple[int, int] = (6, 6)


class End(NamedTuple):
    """What is left, the dice lost, and the steady dice among them: of party 0 and of party 1."""

    left: tuple[int, int]
    lost: tuple[int, int]
    steady_lost: tuple[int, int]


def winning(end: End) -> int:
    """1 for a victory of party 0, 0 for a draw, -1 for a defeat."""
    own, enemy = end.left
    return (own > enemy) - (own < enemy)


def strikes(fight: Fight, party: int) -> int:
    """Destroying dice of a party."""
    return sum(face >= fight.thresholds[party] for face in fight.faces[party])


def ways(fight: Fight, party: int, count: int) -> Iterator[Places]:
    """Every way to destroy dice of a party."""
    faces = fight.faces[party]
    return combinations(range(len(faces)), min(count, len(faces)))


def highest(fight: Fight, party: int, count: int) -> Places:
    """The highest dice, of like ones the first."""
    faces = fight.faces[party]
    ordered = sorted(range(len(faces)), key=lambda at: -faces[at])
    return tuple(sorted(ordered[:count]))


def end(fight: Fight, gone: tuple[Places, Places]) -> End:
    """How it ends when these dice are gone."""
    left = [sum(f) - sum(f[at] for at in g) for f, g in zip(fight.faces, gone, strict=True)]
    steady = [sum(at < n for at in g) for n, g in zip(fight.steady, gone, strict=True)]
    return End((left[0], left[1]), (len(gone[0]), len(gone[1])), (steady[0], steady[1]))
