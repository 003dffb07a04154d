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


def first_to_strike(fight: Fight) -> int | None:
    """Who strikes first; ``None``: both at once."""
    by = strikes(fight, 0), strikes(fight, 1)
    return None if fight.at_once or by[0] == by[1] else int(by[1] > by[0])


def worst_regret(fight: Fight, wish: Wish) -> tuple[int, Places] | None:
    """A party to whom another choice than the highest dice is better, and that choice.

    The enemy answers in the best way for itself where it strikes second, and takes the highest
    dice where both strike at once.
    """
    first = first_to_strike(fight)
    for party in (0, 1):
        enemy = 1 - party
        usual = _value(fight, wish, party, None, first)
        mine = highest(fight, party, strikes(fight, enemy))
        count = strikes(fight, party, mine if first == enemy else ())
        for choice in ways(fight, enemy, count):
            if _value(fight, wish, party, choice, first) > usual:
                return party, choice
    return None


def _value(
    fight: Fight, wish: Wish, party: int, choice: Places | None, first: int | None
) -> tuple[int, ...]:
    enemy = 1 - party
    suffered = highest(fight, party, strikes(fight, enemy))
    by_own = strikes(fight, party, suffered if first == enemy else ())
    gone = highest(fight, enemy, by_own) if choice is None else choice
    if first != party:
        return wish(end(fight, _ordered(party, suffered, gone)), party)
    answers = ways(fight, party, strikes(fight, enemy, gone))
    ends = [end(fight, _ordered(party, answer, gone)) for answer in answers]
    return wish(max(ends, key=lambda each: wish(each, enemy)), party)


def _ordered(party: int, own: Places, enemy: Places) -> tuple[Places, Places]:
    return (own, enemy) if party == 0 else (enemy, own)
