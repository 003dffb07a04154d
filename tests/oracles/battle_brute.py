"""The mass battle stated a second time, straight from its clauses, without the library.

Every throw of the dice is counted, and every way to choose the destroyed dice.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Faces = tuple[int, ...]


class Side(NamedTuple):
    """A party: all its dice, how many of them are fanaticism, and technical superiority."""

    dice: int
    fanaticism: int = 0
    superior: bool = False

    @property
    def steady(self) -> int:
        """Dice that are not fanaticism; they stand first in a throw."""
        return self.dice - self.fanaticism


class Readings(NamedTuple):
    """The rulings that bear on a battle roll; the fields are named as in the library."""

    destroyed_dice_destroy: bool = True
    destroys: str = "highest"
    fanaticism_counts: str = "result_and_losses"
    threshold_floor: int | None = None
    destroyed_fanatics_left_out: bool = False


class Loss(NamedTuple):
    """What one side loses in a battle roll.

    Attributes:
        gone: dice that are taken out of its total (IDT-5.2).
        lost: dice that cost troops (IDT-6.1): these, and those that only the lower threshold
            against fanatics makes count for the losses (IDT-6.3, R-I3).
        left: what is left of its total.
        fanatics: fanaticism dice among those that cost troops.
    """

    gone: int
    lost: int
    left: int
    fanatics: int


class Struck(NamedTuple):
    """What one battle roll comes to, with the chance of this choice of destroyed dice."""

    chance: Fraction | int
    a: Loss
    b: Loss


class After(NamedTuple):
    """One side once dice are gone from it; of those left, how many destroy, and cost troops."""

    chance: Fraction | int
    total: int
    destroyers: int
    costly: int
    fanatics_lost: int


DEFAULT = Readings()


def destroys_from(own: Side, enemy: Side, r: Readings) -> tuple[int, int]:
    """IDT-5.3, IDT-6.3, R-I3, R-I5: the lowest face that destroys, for result and losses."""
    plain = 5 if own.superior else 6
    lower = plain - enemy.fanaticism
    floor = r.threshold_floor or 1
    plain, lower = max(plain, floor), max(lower, floor)
    return (plain if r.fanaticism_counts == "losses_only" else lower), lower


@cache
def throws(steady: int, fanatics: int) -> dict[Faces, int]:
    """All throws, those counted together that differ only in the order of like dice."""
    return Counter(
        (*sorted(faces[:steady]), *sorted(faces[steady:]))
        for faces in product(range(1, 7), repeat=steady + fanatics)
    )


@cache
def ways(faces: Faces, count: int, how: str) -> list[Faces]:
    """Places of the dice that may be destroyed; each way is as likely as the others."""
    every = list(combinations(range(len(faces)), count))
    sums = [sum(faces[at] for at in places) for places in every]
    if how == "random":
        return every
    wanted = max(sums) if how == "highest" else min(sums)
    return [places for places, total in zip(every, sums, strict=True) if total == wanted]


@cache
def after(
    faces: Faces, steady: int, count: int, how: str, thresholds: tuple[int, int]
) -> list[After]:
    """The side once ``count`` of its dice are destroyed, with the chances of the ways."""
    found = ways(faces, count, how)
    seen: Counter[tuple[int, int, int, int]] = Counter()
    for gone in found:
        left = [face for at, face in enumerate(faces) if at not in gone]
        fanatics = sum(at >= steady for at in gone)
        by_result, by_losses = (sum(face >= low for face in left) for low in thresholds)
        seen[sum(left), by_result, by_losses, fanatics] += 1
    if len(seen) == 1:
        return [After(1, *next(iter(seen)))]
    return [After(Fraction(n, len(found)), *each) for each, n in seen.items()]


class Strike(NamedTuple):
    """How the dice strike: at once or in turn, and which dice.

    Attributes:
        a, b: the lowest faces with which each destroys, for the result and for the losses.
    """

    a: tuple[int, int]
    b: tuple[int, int]
    at_once: bool
    how: str


def strike(faces_a: Faces, faces_b: Faces, steady: tuple[int, int], s: Strike) -> Iterator[Struck]:
    """All that can become of two throws.

    Who strikes first, and which dice still strike, the battle roll decides (R-I1). The dice that
    strike are those that cost troops, by the threshold for the losses: what they have destroyed is
    lost in any case (IDT-6.1).
    """
    n, m = len(faces_a), len(faces_b)
    by_a, cost_a = (sum(face >= low for face in faces_a) for low in s.a)
    by_b, cost_b = (sum(face >= low for face in faces_b) for low in s.b)
    if not s.at_once and by_b > by_a:
        turned = Strike(s.b, s.a, s.at_once, s.how)
        for chance, of_b, of_a in strike(faces_b, faces_a, steady[::-1], turned):
            yield Struck(chance, of_a, of_b)
        return
    gone_b, lost_b = min(by_a, m), min(cost_a, m)
    for b in after(faces_b, steady[1], gone_b, s.how, s.b):
        all_strike = s.at_once or by_a == by_b
        gone_a = min(by_b if all_strike else b.destroyers, n)
        lost_a = min(cost_b if all_strike else b.costly, n)
        for a in after(faces_a, steady[0], gone_a, s.how, s.a):
            for p, fanatics_a in fanatics_lost(faces_a, steady[0], lost_a, s.how, a, gone_a):
                for q, fanatics_b in fanatics_lost(faces_b, steady[1], lost_b, s.how, b, gone_b):
                    yield Struck(
                        a.chance * b.chance * p * q,
                        Loss(gone_a, lost_a, a.total, fanatics_a),
                        Loss(gone_b, lost_b, b.total, fanatics_b),
                    )


def fanatics_lost(
    faces: Faces, steady: int, lost: int, how: str, taken: After, gone: int
) -> list[tuple[Fraction | int, int]]:
    """How many fanaticism dice are among those that cost troops, with the chances.

    Dice that cost troops and are not destroyed are chosen as R-I2 chooses. Which dice those of the
    fanatics are is independent of what they show, so all throws together may be counted as here.
    """
    if lost == gone:
        return [(1, taken.fanatics_lost)]
    return [(each.chance, each.fanatics_lost) for each in after(faces, steady, lost, how, (7, 7))]


Key = tuple[str, int, int, int, int]
"""Winner, dice lost by a and b, fanaticism dice among them of a and of b."""


@cache
def _battle(shape_a: tuple[int, int], shape_b: tuple[int, int], how: Strike) -> dict[Key, Fraction]:
    steady = (shape_a[0], shape_b[0])
    weights: defaultdict[Key, Fraction | int] = defaultdict(int)
    for faces_a, ways_a in throws(*shape_a).items():
        for faces_b, ways_b in throws(*shape_b).items():
            for chance, a, b in strike(faces_a, faces_b, steady, how):
                winner = "draw" if a.left == b.left else "a" if a.left > b.left else "b"
                key = (winner, a.lost, b.lost, a.fanatics, b.fanatics)
                weights[key] += ways_a * ways_b * chance
    total = 6 ** (sum(shape_a) + sum(shape_b))
    return {key: Fraction(weight) / total for key, weight in weights.items()}


def _weights(a: Side, b: Side, r: Readings, *, label_fanatics: bool) -> dict[Key, Fraction]:
    fan_a, fan_b = (a.fanaticism, b.fanaticism) if label_fanatics else (0, 0)
    return _battle(
        (a.dice - fan_a, fan_a),
        (b.dice - fan_b, fan_b),
        Strike(
            destroys_from(a, b, r),
            destroys_from(b, a, r),
            r.destroyed_dice_destroy,
            r.destroys,
        ),
    )


def battle(a: Side, b: Side, r: Readings = DEFAULT) -> dict[tuple[str, int, int], Fraction]:
    """Chances of (winner, dice lost by a, dice lost by b)."""
    distribution: defaultdict[tuple[str, int, int], Fraction] = defaultdict(Fraction)
    for key, chance in _weights(a, b, r, label_fanatics=False).items():
        distribution[key[:3]] += chance
    return dict(distribution)


def shares(
    a: Side, b: Side, r: Readings = DEFAULT
) -> dict[tuple[str, Fraction, Fraction], Fraction]:
    """Chances of (winner, share of its troops lost by a, by b); nobody loses more than all.

    Dice of fanaticism do not count in what is lost of (IDT-6.4).
    """
    distribution: defaultdict[tuple[str, Fraction, Fraction], Fraction] = defaultdict(Fraction)
    left_out = r.destroyed_fanatics_left_out
    weights = _weights(a, b, r, label_fanatics=left_out)
    for (won, lost_a, lost_b, fanatics_a, fanatics_b), chance in weights.items():
        share_a = Fraction(lost_a - fanatics_a if left_out else lost_a, a.steady)
        share_b = Fraction(lost_b - fanatics_b if left_out else lost_b, b.steady)
        distribution[won, min(share_a, Fraction(1)), min(share_b, Fraction(1))] += chance
    return dict(distribution)
