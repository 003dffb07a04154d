"""The nine steps in their order, and how they are run."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements, uses
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import Decision, Move, Next, Roll, later
from rules_lib.triumph_and_glory.charge.rules.approach import (
    answer_infantry,
    commit,
    declare,
    retreat_before_shock,
)
from rules_lib.triumph_and_glory.charge.rules.combat import (
    comes_to_nothing,
    fight,
    groups_of,
)
from rules_lib.triumph_and_glory.charge.rules.fire import reaction_fire
from rules_lib.triumph_and_glory.charge.rules.reactions import (
    ask_countercharge,
    ask_recall,
    ask_square,
)
from rules_lib.triumph_and_glory.charge.rules.results import apply_rows
from rules_lib.triumph_and_glory.charge.rules.stacks import combat_now, forbidden_charge
from rules_lib.triumph_and_glory.charge.state import (
    GONE,
    AnsweredInfantry,
    Combat,
    CounterCharged,
    Kind,
    State,
    Task,
)
from rules_lib.triumph_and_glory.charge.transcript import listed, told_of_changed
from rules_lib.triumph_and_glory.units import Order

Tasks: TypeAlias = list[Task]


class ChargeStep(NamedTuple):
    """One of the steps that all declared attacks take side by side."""

    title: str
    clause: str
    tasks: Callable[[Game, Combat], Tasks]


def _declare(game: Game, now: Combat) -> Tasks:
    return [later(declare, now)]


def _leave(game: Game, now: Combat) -> Tasks:
    found: Tasks = []
    for post in now.posts:
        found += [later(retreat_before_shock, now, post), later(answer_infantry, now, post)]
    return found


def _commit(game: Game, now: Combat) -> Tasks:
    return [later(commit, now, band) for band in now.bands]


@implements("R-N23")
@uses("R-N16")
def _react(game: Game, now: Combat) -> Tasks:
    """Square and counter-charge; of enemies that were not declared only if R-N23 says so.

    A charge that was declared at them and did not come may be enough for a square (R-N16).
    """
    attacks = game.situation.attacks
    declared = {target.name for target in attacks[now.attack].targets}
    stayed_away = {
        target.name
        for attack in attacks
        if game.rulings.square_without_charge and any(stack.charges for stack in attack.stacks)
        for target in attack.targets
    }
    all_react = game.rulings.added_enemies_react or not now.declared
    found: Tasks = []
    for post in now.posts:
        if all_react or post.name in declared | stayed_away:
            found.append(later(ask_square, now, post))
        if all_react or post.name in declared:
            found.append(later(ask_countercharge, now, post))
    return found


def _recall(game: Game, now: Combat) -> Tasks:
    return [later(ask_recall, now, band, "square") for band in now.bands]


def _fire(game: Game, now: Combat) -> Tasks:
    return [later(reaction_fire, now)]


SIDE_BY_SIDE = (
    ChargeStep("Step 1: the declaration", "TG-9.81-1", _declare),
    ChargeStep("Step 2: retreat before shock", "TG-9.81-2", _leave),
    ChargeStep("Step 3: commitment", "TG-9.81-3", _commit),
    ChargeStep("Step 4: square or counter-charge", "TG-9.81-4", _react),
    ChargeStep("Step 5: recall", "TG-9.81-5", _recall),
    ChargeStep("Step 6: reaction fire", "TG-9.81-6", _fire),
)
"""Steps 1 to 6. Steps 7 to 9 follow, attack by attack: see :func:`_fight_out`."""


@implements("TG-9.81-7")
def _fight_out(game: Game, now: Combat) -> Tasks:
    """Steps 7, 8 and 9 of one attack; step 8, the pursuit, follows from the result of step 7."""
    if not now.posts:  # others have taken over what it was to attack
        return [later(end_of_charge, now)]
    title = f"Step 7: the fight over {listed(post.name for post in now.posts)}"
    return [
        later(heading, now, title, ("TG-9.81-7",)),
        *(later(fight, group) for group in groups_of(game, now)),
        later(heading, now, "Step 9: disorder", ("TG-9.81-9",)),
        later(end_of_charge, now),
    ]


OPENED: Mapping[Kind, tuple[str, tuple[str, ...]]] = {
    Kind.BREAKTHROUGH: ("", ()),
    Kind.PURSUIT: ("Step 8: pursuit, charge number {1}", ("TG-9.81-8", "TG-9.87e")),
    Kind.COUNTER_SHOCK: ("Counter-shock of {0}", ("TG-9.73d",)),
    Kind.COUNTER_CHARGE: ("Counter-charge of {0}", ("TG-9.86e",)),
}
"""The heading of a combat that follows from another, by what it is; ``""``: none."""


@implements("R-N14")
def begin_combat(game: Game, state: State, now: Combat) -> Move:
    """The steps of a combat that follows from another: no commitment, no recall.

    Against a charge in pursuit the target reacts as R-N14 says. Nobody reacts to a shock of
    disordered units, which take no part in it, nor to cavalry that counter-charges infantry.
    """
    title, clauses = OPENED[now.kind]
    who = listed(now.bands[0].units)
    told = (Step(title.format(who, now.number), clauses, heading=True),) if title else ()
    if now.kind == Kind.COUNTER_CHARGE:
        return Next(state.do_first(later(fight, now), later(end_of_charge, now)), told)
    if comes_to_nothing(game, state, now):
        return Next(state.do_first(later(fight, now)), told)
    as_usual = game.rulings.pursuit_reactions == "as_usual" or not now.charges
    found = _leave(game, now) if as_usual else []
    if now.charges:
        found += [each for each in _react(game, now) if as_usual or each.rule == ask_square]
    if as_usual:
        found += _fire(game, now)
    return Next(state.do_first(*found, later(fight, now)), told)


@implements("TG-9.81-9", "TG-9.84", "TG-9.87d")
def end_of_charge(game: Game, state: State, combat: Combat) -> Move:
    """Disorder those who charged, if they are on the map and not disordered already."""
    own = combat.units
    if combat.declared:
        own |= game.in_attack(combat.attack)
    tired = [
        name
        for name, piece in zip(game.names, state.pieces, strict=True)
        if name in own and piece.charged and piece.place not in GONE
    ]
    fresh = [name for name in tired if game.piece(state, name).order == Order.GOOD]
    after = game.changed(
        state,
        {
            name: game.piece(state, name)._replace(order=Order.DISORDERED, charged=False)
            for name in fresh
        },
    )
    told = [
        Step(
            f"{name} is disordered by its {'' if name in game.chargers else 'counter-'}charge.",
            ("TG-9.81-9", "TG-9.84"),
        )
        for name in fresh
    ]
    told += [
        Step(f"{name} is already disordered; nothing changes.", ("TG-9.84",))
        for name in tired
        if name not in fresh
    ]
    return Next(after, tuple(told))


def heading(
    _game: Game, state: State, _combat: Combat, text: str, clauses: tuple[str, ...]
) -> Move:
    """Open a new part of the transcript."""
    return Next(state, (Step(text, clauses, heading=True),))


# ------------------------------------------------------------ running them


class Pause:
    """A state in which a die or a decision is due, or nothing is left; equal states are equal."""

    __slots__ = ("_hash", "move", "state", "steps")

    def __init__(self, state: State, move: Roll | Decision | None, steps: tuple[Step, ...]) -> None:
        self.state, self.move, self.steps = state, move, steps
        self._hash = hash(state)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pause) and self.state == other.state


class Merge:
    """States that come to the same as one, for those who count and are told nothing.

    Attributes:
        reduce: leaves out of a state what does not matter to whoever asks.
        known: where states lead; each goes on but once.
    """

    __slots__ = ("known", "reduce")

    def __init__(self, reduce: Callable[[State], State]) -> None:
        self.reduce = reduce
        self.known: dict[State, Pause] = {}


def apart(state: State) -> State:
    """For a :class:`Merge` that leaves nothing out."""
    return state


def start(game: Game, merge: Merge | None = None) -> Pause:
    """Everything as declared, up to the first die or decision."""
    steps = tuple(range(len(SIDE_BY_SIDE) + 1))
    return settle(game, game.start._replace(agenda=steps), merge)


def settle(game: Game, state: State, merge: Merge | None = None) -> Pause:
    """Go on until a die or a decision is due, or nothing is left to do.

    Args:
        game: what does not change.
        state: where to go on.
        merge: which states come to the same; ``None``: all is told, and none does.
    """
    if merge is None:
        return _settle(game, state, None)
    state = merge.reduce(state)
    found = merge.known.get(state)
    if found is None:
        found = merge.known[state] = _settle(game, state, merge)
    return found


def _settle(game: Game, state: State, merge: Merge | None) -> Pause:
    told: list[Step] = []
    first = state
    while state.agenda:
        task, *later = state.agenda
        if isinstance(task, int) and merge is not None and state is not first:
            return settle(game, state, merge)
        rest = State(state.pieces, tuple(later), state.facts, state.unspecified)
        if isinstance(task, int):
            state, steps = _begin(game, rest, task)
            told += steps
            continue
        try:
            move = (task.rule or begin_combat)(game, rest, task.combat, *task.about)
        except UnspecifiedBySource as gap:
            attack = task.combat.attack
            waiting = (each for each in rest.agenda if not isinstance(each, int))
            under_way = [each.combat for each in waiting if each.combat.attack == attack]
            state = game.broken_off(rest, attack, gap.what, task.combat, *under_way)
            continue
        if not isinstance(move, Next):
            return Pause(state if merge is None else merge.reduce(state), move, tuple(told))
        state = move.state
        if merge is None:
            told += move.steps
            told += told_of_changed(game, rest, state, move.about, move.clauses)
        elif task.rule == apply_rows:
            return settle(game, state, merge)
    if merge is not None and state is not first:
        return settle(game, state, merge)
    return Pause(state._replace(facts=frozenset()), None, tuple(told))


def _begin(game: Game, state: State, number: int) -> tuple[State, tuple[Step, ...]]:
    """Begin a step: what each attack has to do in it, with the enemies that it fights by now."""
    found: Tasks = []
    last = number == len(SIDE_BY_SIDE)
    for attack in range(len(game.situation.attacks)):
        if any(each.attack == attack for each in state.unspecified):
            continue
        now = combat_now(game, state, attack)
        gap = forbidden_charge(game, state, now)
        if gap:
            state = game.broken_off(state, attack, gap, now)
            continue
        found += _fight_out(game, now) if last else SIDE_BY_SIDE[number].tasks(game, now)
    if last:
        kept = frozenset(
            each for each in state.facts if isinstance(each, CounterCharged | AnsweredInfantry)
        )
        return state._replace(facts=kept).do_first(*found), ()
    step = SIDE_BY_SIDE[number]
    told = (Step(step.title, (step.clause,), heading=True),)
    return state.do_first(*found), told
