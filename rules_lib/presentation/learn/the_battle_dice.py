"""The battle with real dice: what the engine tells of a throw, with room for other faces."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.presentation.learn.casting import Clash, Group
from rules_lib.transcript import Step


def clash(
    north: Party,
    south: Party,
    winners: tuple[str, str, str],
    rulings: battle.Rulings,
    names: tuple[str, str],
) -> Clash:
    """Every throw of two parties, where the highest dice fall and still destroy.

    What is told is taken from throws that the engine adjudicates.
    """
    counts = north.dice, south.dice
    lowest = (
        battle.thresholds(north, south, rulings).result,
        battle.thresholds(south, north, rulings).result,
    )

    def fought(a: Sequence[int], b: Sequence[int]) -> battle.Fought:
        return battle.adjudicate(north, south, a, b, rulings, names=names)

    def sixes(a: int, b: int) -> tuple[Step, ...]:
        """What is told if the parties throw so many sixes, and else ones, which destroy nothing."""
        return fought(*(_faces(6, n, of) for n, of in zip((a, b), counts, strict=True))).steps

    none, one_a, one_b = sixes(0, 0), sixes(1, 0), sixes(0, 1)
    rolls = [
        _with_room(step, {", ".join("1" * of): "{faces}", f": {of} in": ": {total} in"})
        for step, of in zip(none[1:3], counts, strict=True)
    ]
    fallen = sixes(1, 2)[3], sixes(2, 1)[4]
    left = {
        f"{name} {of}": f"{name} {{{key}}}"
        for name, of, key in zip(names, counts, "ab", strict=True)
    }
    most = min(counts) + 1
    return Clash(
        (
            Group(f"{names[0]}’s dice", "first", north.dice),
            Group(f"{names[1]}’s dice", "second", south.dice),
        ),
        lowest,
        winners,
        (one_a[6], _drawn(fought, counts), one_b[6]),
        (rolls[0], rolls[1]),
        (
            (_taking(one_a[3]), none[3], _taking(fallen[0])),
            (_taking(one_b[4]), none[4], _taking(fallen[1])),
        ),
        _with_room(none[5], left),
        (
            tuple(sixes(0, lost)[7] for lost in range(most)),
            tuple(sixes(lost, 0)[8] for lost in range(most)),
        ),
    )


def _drawn(fought: Callable[..., battle.Fought], counts: tuple[int, int]) -> Step:
    """What is told of a draw: the first that is found."""
    for twos, six in product(*(range(of + 1) for of in counts)):
        done = fought(_faces(2, twos, counts[0]), _faces(6, six, counts[1]))
        if done.winner == battle.Winner.DRAW:
            return done.steps[6]
    raise InvalidValue("counts", counts, "parties that can draw")


def _faces(high: int, count: int, of: int) -> list[int]:
    return [high] * count + [1] * (of - count)


def _taking(step: Step) -> Step:
    """A step that strikes out one die, with room for others."""
    (face,) = re.findall(r" takes (\d) ", step.text)
    return _with_room(step, {f" takes {face} ": " takes {gone} "})


def _with_room(step: Step, rooms: dict[str, str]) -> Step:
    """A step with room for other values than those that it tells."""
    text = step.text
    for told, room in rooms.items():
        if text.count(told) != 1:
            raise InvalidValue("step", text, f"a text with {told!r} once")
        text = text.replace(told, room)
    return replace(step, text=text)
