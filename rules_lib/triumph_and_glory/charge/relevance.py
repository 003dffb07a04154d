"""What of a state can still matter to a goal that looks at some units only.

States that differ in nothing else are worth the same, and count as one when the best decisions are
looked for.
"""

from collections.abc import Collection

from rules_lib.triumph_and_glory.charge.state import GONE, Game, Piece, Place, State, Task
from rules_lib.triumph_and_glory.charge.tasks import (
    EndOfCharge,
    GunsFollow,
    Heading,
    RetreatCheck,
    WhatFollows,
)
from rules_lib.triumph_and_glory.results_table import Row
from rules_lib.triumph_and_glory.units import Order

OUT = Piece(Order.GOOD, Place.WITHDRAWN)
"""A unit that can do and suffer nothing any more."""


def without_the_rest(game: Game, state: State, about: Collection[str]) -> State:
    """The state with all that cannot matter any more to the units named left out."""
    agenda = _agenda(game, state, about)
    pieces = tuple(
        OUT if name not in about and _is_out(game, name, piece, not agenda) else piece
        for name, piece in zip(game.names, state.pieces, strict=True)
    )
    return state._replace(pieces=pieces, agenda=agenda)


def _is_out(game: Game, name: str, piece: Piece, over: bool) -> bool:
    """Whether an attacker takes no further part; at the end of all nobody does."""
    if over:
        return True
    if name not in game.chargers:
        return False
    return piece.place in GONE or piece.place in (Place.UNCOMMITTED, Place.BACK_AT_START)


def _agenda(game: Game, state: State, about: Collection[str]) -> tuple[Task | int, ...]:
    """What is left to do, without the last checks of units that nobody asks about.

    Their outcome matters only if a combat or an advance can follow. A check that might show that
    the source leaves something open stays.
    """
    agenda = state.agenda
    if not all(_is_last(game, state, task) for task in agenda):
        return agenda
    if game.rulings.disordered_cohesion == "must_be_given":
        return agenda
    checked = [task for task in agenda if isinstance(task, RetreatCheck | GunsFollow)]
    if any(_names(task) & set(about) or task.room == "unspecified" for task in checked):
        return agenda
    owing = any(game.piece(state, name).charged for name in about)
    return tuple(task for task in agenda if isinstance(task, EndOfCharge) and owing)


def _names(task: RetreatCheck | GunsFollow) -> set[str]:
    return set(task.names if isinstance(task, RetreatCheck) else task.guns)


def _is_last(game: Game, state: State, task: Task | int) -> bool:
    """Whether a task leads to nothing but checks and the disorder of step 9."""
    if isinstance(task, WhatFollows):
        held = all(game.in_hex(state, post) for post in task.combat.posts)
        return held and not task.emptied and not any(map(_leads_on, task.rows))
    return isinstance(task, RetreatCheck | GunsFollow | Heading | EndOfCharge)


def _leads_on(row: Row) -> bool:
    """Whether a result lets a side fight on, or can empty a hex of the defenders."""
    theirs = row.defenders
    return row.counter_shock or row.pursuit or theirs.disordered or theirs.retreat != "none"
