"""The nine steps in their order, how they are run, and what of a state can still matter."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step

from ...units import Order
from ..attack import Stack
from ..game import Game, Moment
from ..moves import Branch, Decision, Move, Roll, listed, told_of
from ..state import GONE, OUT, Kind, Names, Piece, Place, State, Task
from .advance import is_choice, what_follows
from .aftermath import ask_breakthrough, ask_countershock, go_on
from .approach import answer_infantry, commit, declare, retreat_before_shock
from .combat import apply_rows, fight, groups_of, guns_follow, retreat_check, roll, without_the_late
from .fire import ask_fire, fire, reaction_fire
from .reactions import ask_countercharge, ask_recall, ask_square
from .stacks import combat_now, forbidden_charge

Tasks: TypeAlias = list[Task]


def _leave(now: Moment) -> Tasks:
    found: Tasks = []
    for post in now.combat.posts:
        near = now.before(post)
        found += [near.later(retreat_before_shock, post), near.later(answer_infantry, post)]
    return found


@implements("R-N23")
def _react(now: Moment) -> Tasks:
    """Square and counter-charge; where no charge was declared at a hex, only if R-N23 says so."""
    found: Tasks = []
    for post in now.combat.posts:
        declared = post.name in now.game.charged or not now.combat.declared
        if declared or now.rulings.added_enemies_react:
            near = now.before(post)
            found += [near.later(ask_square, post), near.later(ask_countercharge, post)]
    return found


SIDE_BY_SIDE: Mapping[str, Callable[[Moment], Tasks]] = {
    "the declaration": lambda now: [now.later(declare)],
    "retreat before shock": _leave,
    "commitment": lambda now: [now.later(commit, band) for band in now.combat.bands],
    "square or counter-charge": _react,
    "recall": lambda now: [now.later(ask_recall, band, "square") for band in now.combat.bands],
    "reaction fire": lambda now: [now.later(reaction_fire)],
}
"""Steps 1 to 6 (TG-9.81-1 to -6), which all declared attacks take side by side. Steps 7 to 9
follow, attack by attack: see :func:`_fight_out`."""


@implements("TG-9.81-7")
def _fight_out(now: Moment) -> Tasks:
    """Steps 7, 8 and 9 of one attack; step 8, the pursuit, follows from the result of step 7."""
    posts = [post for post in now.combat.posts if now.in_hex(post)] or now.combat.posts
    if not posts:  # others have taken over what it was to attack
        return [now.later(end_of_charge)]
    title = f"Step 7: the fight over {listed(map(now.spoken_of, posts))}"
    return [
        now.later(heading, title, ("TG-9.81-7",)),
        *(now.about(group).later(fight) for group in groups_of(now)),
        now.later(heading, "Step 9: disorder", ("TG-9.81-9",)),
        now.later(end_of_charge),
    ]


OPENED: Mapping[Kind, tuple[str, tuple[str, ...]]] = {
    Kind.BREAKTHROUGH: ("", ()),
    Kind.PURSUIT: ("Step 8: pursuit, charge number {1}", ("TG-9.81-8", "TG-9.87e")),
    Kind.COUNTER_SHOCK: ("Counter-shock of {0}", ("TG-9.73d",)),
    Kind.COUNTER_CHARGE: ("Counter-charge of {0}", ("TG-9.86e",)),
}
"""The heading of a combat that follows from another, by what it is; ``""``: none."""


@implements("R-N14")
def begin_combat(now: Moment) -> Move:
    """The steps of a combat that follows from another: no commitment, no recall.

    Against a charge in pursuit the target reacts as R-N14 says. Nobody reacts to a shock of
    disordered units, which take no part in it, nor to cavalry that counter-charges infantry.
    """
    combat = now.combat
    title, clauses = OPENED[combat.kind]
    if combat.kind == Kind.PURSUIT and not combat.charges:
        title, clauses = "Step 8: pursuit, a shock", ("TG-9.81-8", "TG-9.87c")
    who = listed(combat.bands[0].units)
    told = (Step(title.format(who, combat.number), clauses, heading=True),) if title else ()
    if combat.kind == Kind.COUNTER_CHARGE:
        tasks = (now.later(reaction_fire), now.later(fight), now.later(end_of_charge))
        return Branch("", now.do_first(*tasks), told)
    if not combat.charges and not without_the_late(now).ready(combat.bands):
        no = Step(f"{who}: disordered, no shock (secondary source 9.61).", ("TG-9.87c",))
        return Branch("", now.do_first(now.later(fight)), (*told, no))
    as_usual = not combat.charges or now.rulings.pursuit_reactions == "as_usual"
    found = _leave(now) if as_usual else []
    if combat.charges:
        found += [each for each in _react(now) if as_usual or each.rule == ask_square]
    if as_usual:
        found.append(now.later(reaction_fire))
    return Branch("", now.do_first(*found, now.later(fight)), told)


@implements("TG-9.81-9", "TG-9.84", "TG-9.87d")
def end_of_charge(now: Moment) -> Move:
    """Disorder those who charged, if they are on the map and not disordered already."""
    own = now.combat.units
    if now.combat.declared:
        left = (task.combat.units for task in now.state.agenda if isinstance(task, Task))
        own = set(now.game.names).difference(*left)
    tired = [
        name
        for name, piece in zip(now.game.names, now.state.pieces, strict=True)
        if name in own and piece.charged and piece.place not in GONE
    ]
    fresh = [name for name in tired if now.piece(name).order == Order.GOOD]
    told = []
    for name in fresh:
        charge = "charge" if name in now.game.chargers else "counter-charge"
        told.append(Step(f"{name} is disordered by its {charge}.", ("TG-9.81-9", "TG-9.84")))
    for name in tired:
        if name not in fresh:
            told.append(Step(f"{name} is already disordered; nothing changes.", ("TG-9.84",)))
    # It is told once of each: a unit that counter-charged has come to its end before step 9.
    after = now.having(tired, charged=False).having(fresh, order=Order.DISORDERED)
    return Branch("", after, tuple(told))


def heading(now: Moment, text: str, clauses: tuple[str, ...]) -> Move:
    """Open a new part of the transcript."""
    return Branch("", now, (Step(text, clauses, heading=True),))


# ------------------------------------------------------------ running them


Alike: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Groups of stacks that are alike; a stack is the places of its units in a state."""


class Pause:
    """A state in which a die or a decision is due, or nothing is left; equal states are equal."""

    __slots__ = ("_hash", "move", "state", "steps")

    def __init__(self, state: State, move: Roll | Decision | None, steps: tuple[Step, ...]) -> None:
        self.state, self.move, self.steps = state, move, steps
        self._hash = hash(state)  # which takes long, and is asked for often

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pause) and self.state == other.state


@dataclass(frozen=True, slots=True)
class Merge:
    """States that come to the same as one, for those who count and are told nothing.

    Attributes:
        about: the units that are asked about; ``None``: all, and no two states come to the same.
        alike: stacks that may stand in for one another; between two steps of the charge, when
            nothing left to do names a stack, they are put in order.
        known: where states lead; each goes on but once.
    """

    about: tuple[str, ...] | None = None
    alike: Alike = ()
    known: dict[Pause, Pause] = field(default_factory=dict)

    def reduced(self, now: Moment) -> State:
        """The state with all that cannot matter any more to those asked about left out.

        States that differ in nothing else are worth the same, and so are states that become equal
        if stacks that are alike change their names.
        """
        game, (pieces, agenda, facts, unspecified) = now.game, now.state
        if self.about is None:
            return now.state
        if agenda and not isinstance(agenda[-1], int):
            agenda = _agenda(now, self.about)
        if out := _out_of_it(now, agenda).difference(self.about):
            named = zip(game.names, pieces, strict=True)
            pieces = tuple([OUT if name in out else piece for name, piece in named])
            facts = frozenset(
                fact
                for fact in facts
                if fact.what != "recall tried" or not out.issuperset(game.bands[fact.who].units)
            )
        if self.alike and agenda and isinstance(agenda[0], int):
            pieces = _in_order(pieces, self.alike)
        return State(pieces, agenda, facts, unspecified)


def start(game: Game, merge: Merge | None = None) -> Pause:
    """Everything as declared, up to the first die or decision."""
    steps = tuple(range(len(SIDE_BY_SIDE) + 1))
    return settle(Moment(game, game.start._replace(agenda=steps)), merge)


def settle(now: Moment, merge: Merge | None = None) -> Pause:
    """Go on until a die or a decision is due, or nothing is left to do.

    Args:
        now: where to go on.
        merge: which states come to the same; ``None``: all is told, and none does.
    """
    task = now.state.agenda[0] if now.state.agenda else None
    if merge is None or (isinstance(task, Task) and task.rule == apply_rows):
        return _settle(now.game, Pause(now.state, None, ()), merge)  # no two results are the same
    first = Pause(merge.reduced(now), None, ())
    found = merge.known.get(first)
    if found is None:
        found = merge.known[first] = _settle(now.game, first, merge)
    return found


def _settle(game: Game, first: Pause, merge: Merge | None) -> Pause:
    told: list[Step] = []
    state = first.state
    while state.agenda:
        task = state.agenda[0]
        if isinstance(task, int) and merge is not None and state is not first.state:
            return settle(Moment(game, state), merge)
        left = State(state.pieces, state.agenda[1:], state.facts, state.unspecified)
        if isinstance(task, int):
            state, steps = _begin(Moment(game, left), task)
            told += steps
            continue
        rest = Moment(game, left, task.combat)
        try:
            move = (task.rule or begin_combat)(rest, *task.about)
        except UnspecifiedBySource as gap:
            attack = task.combat.attack
            waiting = (each for each in rest.state.agenda if not isinstance(each, int))
            under_way = [each.combat for each in waiting if each.combat.attack == attack]
            state = rest.broken_off(gap.what, *under_way)
            continue
        if isinstance(move, Roll | Decision):
            if merge is None:
                return Pause(state, move, tuple(told))
            if state is not first.state:
                return Pause(merge.reduced(Moment(game, state)), move, ())
            first.move = move
            return first
        on = move if isinstance(move, Branch) else Branch("", move)
        state = on.then.state
        if merge is None:
            told += [*on.steps, *told_of(rest, on, changed=True)]
        elif task.rule in (fight, apply_rows):
            return settle(on.then, merge)
    left = state if merge is None else merge.reduced(Moment(game, state))
    return Pause(left._replace(facts=frozenset()), None, tuple(told))


def _begin(now: Moment, number: int) -> tuple[State, tuple[Step, ...]]:
    """Begin a step: what each attack has to do in it, with the enemies that it fights by now."""
    found: Tasks = []
    title, tasks = [*SIDE_BY_SIDE.items(), ("", _fight_out)][number]
    for attack in range(len(now.game.situation.attacks)):
        if any(each.attack == attack for each in now.state.unspecified):
            continue
        now = now.about(combat_now(now, attack))
        if gap := forbidden_charge(now):
            now = now.then(now.broken_off(gap))
            continue
        found += tasks(now)
    state = now.do_first(*found).state
    if title:
        clause = f"TG-9.81-{number + 1}"
        return state, (Step(f"Step {number + 1}: {title}", (clause,), heading=True),)
    return state._replace(facts=frozenset(each for each in now.facts if each.combat)), ()


# ------------------------------------------------------------ what can still matter


OUT_OF_IT = GONE | {Place.UNCOMMITTED, Place.BACK_AT_START}
"""Where attackers take no further part."""

OUT_OF_REACH = OUT_OF_IT | {Place.RECALLED, Place.HALTED, Place.RETREATED, Place.ADVANCED}
"""The same if nobody can shock them back any more."""


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
    for target in game.situation.targets():
        spoken.update(target.in_zone_of, target.in_front_of)
    for attack in game.situation.attacks:
        found: dict[Stack, list[tuple[int, ...]]] = {}
        if attack.ratio_drm is not None or any(stack.beside for stack in attack.stacks):
            continue
        for stack in attack.stacks:
            names = [unit.name for unit in stack.units]
            if not spoken & set(names) and not any(n in text for n in names for text in named):
                units = tuple(replace(unit, name=str(at)) for at, unit in enumerate(stack.units))
                nameless = replace(stack, units=units)
                found.setdefault(nameless, []).append(tuple(map(game.names.index, names)))
        groups += (tuple(stacks) for stacks in found.values() if len(stacks) > 1)
    return tuple(groups)


def _out_of_it(now: Moment, agenda: tuple[Task | int, ...]) -> set[str]:
    """Units that can do and suffer nothing any more; if only checks are left, all others."""
    game, at, pieces = now.game, now.game.at, now.state.pieces
    tasks = [task for task in agenda if isinstance(task, Task)]
    steps_left = len(tasks) < len(agenda)
    owed = [task for task in tasks if task.rule not in (heading, end_of_charge)]
    if not steps_left and CHECKS.issuperset([task.rule for task in owed]):
        return set(game.names).difference(*map(_who_checks, owed))
    # Most tasks share their combat.
    fights = {id(task.combat): task.combat for task in owed}.values()
    strikers = [pieces[at[name]] for name in game.strikers]
    struck = steps_left or game.ways_given or any(_lets_strike(now, task) for task in owed)
    struck &= any(each.may_shock and each.place not in GONE for each in strikers)
    among = game.chargers if struck or steps_left else game.of_stacks
    places = OUT_OF_IT if struck else OUT_OF_REACH
    out = {name for name in among if pieces[at[name]].place in places}
    # Whoever fights on can be struck there.
    followed = (combat.units for combat in fights if not combat.declared)
    out -= {name for names in followed for name in names if pieces[at[name]].place not in GONE}
    if game.crowded and _fire_may_come(agenda):  # the recalled still make a massed target
        out -= {name for name in game.crowded if pieces[at[name]].place == Place.RECALLED}
    # Nobody joins a fight any more; but a counter-shock off the map may find whoever stands there.
    if not steps_left and not (struck and game.ways_given):
        out |= game.of_stacks.difference(*(combat.units for combat in fights))
    if steps_left or any(combat.charges for combat in fights):  # a pursuit meets whom they watch
        out -= {name for name in game.watchers if _stands_there(now, name)}
    for task in tasks:
        if task.rule in (go_on, ask_breakthrough):
            out.difference_update(task.about[0])
    return out


def _lets_strike(now: Moment, task: Task) -> bool:
    """Whether those who were attacked as declared may strike back, be it who stands aside by now.

    Once the modifiers of a die are known, so are its rows, and only these let them. After another
    combat they strike only who fights in it, if no map tells.
    """
    rows = task.about[0] if task.rule == what_follows else ()
    if task.rule == roll:
        rows = [row for drm in task.about[0] for row in now.game.rows(drm) if row]
    strikes = task.rule in (fight, ask_countershock) or any(row.counter_shock for row in rows)
    return task.combat.declared and strikes


def _stands_there(now: Moment, name: str) -> bool:
    """Whether an attacker is, or can come to be, where the situation says whom it watches."""
    place = now.piece(name).place
    moved = OUT_OF_IT if name in now.game.chargers else GONE
    return place not in moved | {Place.RETREATED, Place.ADVANCED}


def _fire_may_come(agenda: tuple[Task | int, ...]) -> bool:
    """Whether reaction fire at a hex of the declared attackers is still to come."""
    return any(
        each < len(SIDE_BY_SIDE)
        if isinstance(each, int)
        else each.rule in (reaction_fire, ask_fire, fire)
        for each in agenda
    )


CHECKS = {retreat_check, guns_follow}
"""Rules that may drive units back, which are named first, and then what their retreat meets."""

LAST = CHECKS | {what_follows, heading, end_of_charge}
"""Rules that lead to no fight, unless a result does."""


def _agenda(now: Moment, about: Collection[str]) -> tuple[Task | int, ...]:
    """What is left to do, without what nobody who is asked about has a part in.

    That is the last checks of others, their disorder of step 9, and what follows from a result if
    nothing does but a plain advance. A check that might show that the source leaves something open
    stays.
    """
    agenda = now.state.agenda
    tasks = [task for task in agenda if isinstance(task, Task)]
    if not LAST.issuperset([task.rule for task in tasks]):
        return agenda
    checks = [task for task in tasks if task.rule in CHECKS]
    checked = {name for task in checks for name in _who_checks(task)}
    unsure = now.rulings.disordered_cohesion == "must_be_given"
    if unsure or any(task.about[1] == "unspecified" for task in checks):
        return agenda
    waiting = checked.union(about)
    if any(_leads_on(now, task, waiting) for task in tasks if task.rule == what_follows):
        return agenda
    left = [] if checked.isdisjoint(about) else checks
    owing = any(now.piece(name).charged for name in about)
    return (*left, *(task for task in tasks if task.rule == end_of_charge and owing))


def _who_checks(task: Task) -> Names:
    """Whose retreat a check is about, and by whom guns go."""
    names, _, others, *_ = task.about
    return (*names, *others) if task.rule == guns_follow else tuple(names)


def _leads_on(now: Moment, task: Task, waiting: Collection[str]) -> bool:
    """Whether a result leads to more than a plain advance.

    It is plain if one hex may be empty, and those who may take it leave their player no choice and
    are not among the waiting: asked about, or still to check. Then it changes nothing but the place
    and the order of those who move in, of whom nobody asks.
    """
    rows, emptied = task.about
    posts, theirs = (*task.combat.posts, *emptied), [row.defenders for row in rows]
    if any(row.counter_shock or row.pursuit for row in rows):
        return True
    if all(map(now.in_hex, posts)) and not any(e.disordered or e.retreat != "none" for e in theirs):
        return False
    moving = (name for band in (*task.combat.bands, *task.combat.rivals) for name in band.units)
    if len(posts) > 1 or not set(waiting).isdisjoint(moving):
        return True
    return is_choice(now.about(task.combat), *posts)
