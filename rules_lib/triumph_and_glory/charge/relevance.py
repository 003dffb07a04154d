"""What of a state can still matter to a goal that looks at some units only.

States that differ in nothing else are worth the same, and so are states that become equal if stacks
that are alike change their names. They count as one when the best decisions are looked for.
"""

from collections.abc import Collection, Hashable
from dataclasses import replace
from typing import TypeAlias

from rules_lib.triumph_and_glory.charge.attack import Stack
from rules_lib.triumph_and_glory.charge.game import Game, Moment
from rules_lib.triumph_and_glory.charge.rules.advance import what_follows
from rules_lib.triumph_and_glory.charge.rules.aftermath import (
    ask_breakthrough,
    go_on,
)
from rules_lib.triumph_and_glory.charge.rules.combat import guns_follow, retreat_check
from rules_lib.triumph_and_glory.charge.rules.steps import end_of_charge, heading
from rules_lib.triumph_and_glory.charge.state import (
    GONE,
    Fate,
    Piece,
    Place,
    State,
    Task,
)
from rules_lib.triumph_and_glory.tables.secondary import Row
from rules_lib.triumph_and_glory.units import Order

OUT = Piece(Order.GOOD, Place.WITHDRAWN)
"""A unit that can do and suffer nothing any more."""


Alike: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Groups of stacks that are alike; a stack is the places of its units in a state."""


OUT_OF_IT = GONE | {Place.UNCOMMITTED, Place.BACK_AT_START}
"""Where attackers take no further part."""

OUT_OF_REACH = OUT_OF_IT | {Place.RECALLED, Place.HALTED, Place.RETREATED, Place.ADVANCED}
"""The same if nobody can shock them back any more."""


def without_the_rest(game: Game, state: State, about: Collection[str], alike: Alike = ()) -> State:
    """The state with all that cannot matter any more to the units named left out.

    Args:
        game: what does not change.
        state: a state.
        about: the units that the goal looks at.
        alike: stacks that may stand in for one another; between two steps of the charge, when
            nothing left to do names a stack, they are put in order.
    """
    agenda, now = state.agenda, Moment(game, state)
    if agenda and not isinstance(agenda[-1], int):
        agenda = _agenda(now, about)
    out = _out_of_it(now, agenda).difference(about)
    pieces = tuple(
        OUT if name in out else piece for name, piece in zip(game.names, state.pieces, strict=True)
    )
    if alike and agenda and isinstance(agenda[0], int):
        pieces = _in_order(pieces, alike)
    facts = frozenset(
        fact
        for fact in state.facts
        if fact.what != "recall tried" or not out.issuperset(game.bands[fact.who].units)
    )
    return State(pieces, agenda, facts, state.unspecified)


def _in_order(pieces: tuple[Piece, ...], alike: Alike) -> tuple[Piece, ...]:
    ordered = list(pieces)
    for stacks in alike:
        found = sorted(tuple(pieces[at] for at in stack) for stack in stacks)
        for stack, moved in zip(stacks, found, strict=True):
            for at, piece in zip(stack, moved, strict=True):
                ordered[at] = piece
    return tuple(ordered)


def stacks_alike(game: Game, about: Collection[str], named: Collection[str]) -> Alike:
    """Stacks of one attack that differ in their names only, and that nobody speaks of by name."""
    groups: list[tuple[tuple[int, ...], ...]] = []
    ways = [way for target in game.situation.targets() for way in target.counter_shocks or ()]
    spoken = {*about, *(name for way in ways for name in (*way.staying, *way.retreated))}
    for attack in game.situation.attacks:
        found: dict[Hashable, list[tuple[int, ...]]] = {}
        if attack.ratio_drm is not None or any(stack.beside for stack in attack.stacks):
            continue
        for stack in attack.stacks:
            names = [unit.name for unit in stack.units]
            if not spoken & set(names) and not any(n in text for n in names for text in named):
                nameless = _nameless(stack)
                found.setdefault(nameless, []).append(tuple(map(game.names.index, names)))
        groups += [tuple(stacks) for stacks in found.values() if len(stacks) > 1]
    return tuple(groups)


def _nameless(stack: Stack) -> tuple[Stack, tuple[tuple[str, str], ...]]:
    """The stack with other names, and the sides through which it comes."""
    sides = () if isinstance(stack.through, str) else tuple(stack.through.items())
    units = tuple(replace(unit, name=str(at)) for at, unit in enumerate(stack.units))
    plain = stack.through if isinstance(stack.through, str) else "front"
    return replace(stack, units=units, through=plain), sides


def in_play(game: Game, state: State) -> dict[str, Fate]:
    """What has become so far of those who are not out of it."""
    pairs = zip(game.names, state.pieces, strict=True)
    return {name: game.fate(name, piece) for name, piece in pairs if piece is not OUT}


def _out_of_it(now: Moment, agenda: tuple[Task | int, ...]) -> set[str]:
    """Units that can do and suffer nothing any more; at the end of all nobody can."""
    if not agenda:
        return set(now.game.names)
    tasks = [task for task in agenda if not isinstance(task, int)]
    fights = [task.combat for task in tasks if task.rule not in (heading, end_of_charge)]
    steps_left = isinstance(agenda[-1], int)
    struck = any(_strikes(now.piece(name)) for name in now.game.strikers)
    struck |= any(combat.turned for combat in fights)  # by somebody who has just begun to
    among = now.game.chargers if struck or steps_left else now.game.of_stacks
    places = OUT_OF_IT if struck else OUT_OF_REACH
    out = {name for name in among if now.piece(name).place in places}
    # Nobody joins a fight any more; but a counter-shock off the map may find whoever stands there.
    if not steps_left and not (struck and now.game.ways_given):
        out |= now.game.of_stacks.difference(*(combat.units for combat in fights))
    going_on = (task.about[0] for task in tasks if task.rule in (go_on, ask_breakthrough))
    return out.difference(*going_on)


def _strikes(piece: Piece) -> bool:
    """Whether one of the defenders can still shock back."""
    return piece.order == Order.GOOD and not piece.shocked_again and piece.place not in GONE


def _agenda(now: Moment, about: Collection[str]) -> tuple[Task | int, ...]:
    """What is left to do, without the last checks of units that nobody asks about.

    Their outcome matters only if a combat or an advance can follow. A check that might show that
    the source leaves something open stays.
    """
    tasks = [task for task in now.state.agenda if not isinstance(task, int)]
    if not all(_is_last(now, task) for task in tasks):
        return now.state.agenda
    if now.rulings.disordered_cohesion == "must_be_given":
        return now.state.agenda
    for task in tasks:
        if task.rule in CHECKS:
            names, room, *_ = task.about
            if room == "unspecified" or not set(about).isdisjoint(names):
                return now.state.agenda
    owing = any(now.piece(name).charged for name in about)
    return tuple(task for task in tasks if task.rule == end_of_charge and owing)


CHECKS = (retreat_check, guns_follow)
"""Rules that may drive units back, which are named first, and then what their retreat meets."""


def _is_last(now: Moment, task: Task) -> bool:
    """Whether a task leads to nothing but checks and the disorder of step 9."""
    if task.rule == what_follows:
        rows, emptied = task.about
        held = all(now.in_hex(post) for post in task.combat.posts)
        return held and not emptied and not any(map(_leads_on, rows))
    return task.rule in (*CHECKS, heading, end_of_charge)


def _leads_on(row: Row) -> bool:
    """Whether a result lets a side fight on, or can empty a hex of the defenders."""
    theirs = row.defenders
    return row.counter_shock or row.pursuit or theirs.disordered or theirs.retreat != "none"
