"""Runs the agenda: step by step for adjudication, as a game of chance and choice for odds."""

from dataclasses import replace
from typing import TypeAlias

from rules_lib.errors import UnspecifiedBySource
from rules_lib.probability.game_tree import Chance, Choice, End
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.pieces import Setting, State
from rules_lib.triumph_and_glory.charge.procedure import first_state
from rules_lib.triumph_and_glory.charge.questions import Decision, Event, Move, Next, Roll

DECIDED = "decided: "
"""Stands before the key of a decision, whose roll may have the same one."""

Node: TypeAlias = Chance[State, Event] | Choice[State, Event] | End


class Engine:
    """The procedure for one setting."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def start(self) -> tuple[State, tuple[Step, ...]]:
        """The state before the first die or decision, and what is told up to there."""
        return self.settle(first_state(self.setting))

    def settle(self, state: State) -> tuple[State, tuple[Step, ...]]:
        """Go on until a die or a decision is due, or nothing is left to do."""
        told: list[Step] = []
        while state.agenda:
            try:
                move = self.due(state)
            except UnspecifiedBySource as gap:
                attack = state.agenda[0].fight.attack
                state = self.setting.broken_off(state, attack, gap.what)
                continue
            if not isinstance(move, Next):
                return state, tuple(told)
            told += move.steps
            state = move.state
        return replace(state, facts=frozenset()), tuple(told)

    def due(self, state: State) -> Move:
        """The move of the first task on the agenda."""
        task, rest = state.agenda[0], state.agenda[1:]
        return task.move(self.setting, replace(state, agenda=rest))

    def expand(self, state: State) -> Node:
        """The node of a settled state, for :mod:`rules_lib.probability.game_tree`."""
        if not state.agenda:
            return End()
        move = self.due(state)
        assert isinstance(move, Roll | Decision), move
        key = str(move.question)
        if isinstance(move, Roll):
            return Chance(
                tuple(
                    (len(cell.faces), self.settle(cell.state)[0], ((key, cell.outcome),))
                    for cell in move.cells
                )
            )
        return Choice(
            move.player,
            move.question,
            tuple(
                (option.word, self.settle(option.state)[0], ((f"{DECIDED}{key}", option.word),))
                for option in move.options
            ),
        )
