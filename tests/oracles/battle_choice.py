"""Which dice to destroy, decided by trying every choice; written without the library.

Each party picks the enemy's dice that it destroys, with all dice in sight. Where both strike at
once, neither choice depends on the other; where one strikes first, it foresees the best answer.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

Faces = tuple[int, ...]
Places = tuple[int, ...]


class Fight(NamedTuple):
    """Two throws, steady dice first, and the rules that matter for a choice."""

    faces: tuple[Faces, Faces]
    steady: tuple[int, int]
    thresholds: tuple[int, int] = (6, 6)
    at_once: bool = True


class End(NamedTuple):
    """What is left, the dice lost, and the steady dice among them: of party 0 and of party 1."""

    left: tuple[int, int]
    lost: tuple[int, int]
    steady_lost: tuple[int, int]


Wish = Callable[[End, int], tuple[int, ...]]
"""How much party 0 or 1 likes an end; more is better."""


def winning(end: End, party: int) -> tuple[int, ...]:
    """1 for a victory, 0 for a draw, -1 for a defeat."""
    own, enemy = end.left[party], end.left[1 - party]
    return ((own > enemy) - (own < enemy),)


def lead(end: End, party: int) -> tuple[int, ...]:
    """What is left of the own throw more than of the enemy's."""
    return (end.left[party] - end.left[1 - party],)


def enemy_dice(end: End, party: int) -> tuple[int, ...]:
    """Dice that the enemy loses less the own ones."""
    return (end.lost[1 - party] - end.lost[party],)


def own_dice(end: End, party: int) -> tuple[int, ...]:
    """As few own dice lost as can be."""
    return (-end.lost[party],)


def enemy_troops(end: End, party: int) -> tuple[int, ...]:
    """Steady dice that the enemy loses: its troops, where fanatics are left out of the losses."""
    return (end.steady_lost[1 - party],)


def strikes(fight: Fight, party: int, gone: Places = ()) -> int:
    """Destroying dice of a party that still stand."""
    faces, from_face = fight.faces[party], fight.thresholds[party]
    return sum(face >= from_face for at, face in enumerate(faces) if at not in gone)


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


def turned(fight: Fight) -> Fight:
    """The same with the parties in each other's place."""
    return Fight(fight.faces[::-1], fight.steady[::-1], fight.thresholds[::-1], fight.at_once)


def better_than_highest(fight: Fight, wish: Wish) -> Places | None:
    """Another choice than the highest dice that is better for party 0.

    The enemy answers in the best way for itself where it strikes second, and takes the highest
    dice otherwise.
    """
    own, enemy = strikes(fight, 0), strikes(fight, 1)
    suffered = highest(fight, 0, enemy)
    second = not fight.at_once and own < enemy
    count = strikes(fight, 0, suffered if second else ())

    def value(gone: Places) -> tuple[int, ...]:
        if fight.at_once or own <= enemy:
            return wish(end(fight, (suffered, gone)), 0)
        answers = ways(fight, 0, strikes(fight, 1, gone))
        ends = [end(fight, (answer, gone)) for answer in answers]
        return wish(max(ends, key=lambda each: wish(each, 1)), 0)

    usual = value(highest(fight, 1, count))
    return next((gone for gone in ways(fight, 1, count) if value(gone) > usual), None)
