"""The nine steps in their order: the agenda of a situation, and of a fight that follows."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.approach import (
    AnswerInfantry,
    Commit,
    Heading,
    RetreatBeforeShock,
    with_extra_targets,
)
from rules_lib.triumph_and_glory.charge.combat import Combat
from rules_lib.triumph_and_glory.charge.gunfire import ReactionFire
from rules_lib.triumph_and_glory.charge.pieces import (
    GONE,
    Band,
    Fight,
    Place,
    Setting,
    State,
    band_of,
    disordered,
)
from rules_lib.triumph_and_glory.charge.questions import Move, Next, Task
from rules_lib.triumph_and_glory.charge.reactions import AskCountercharge, AskSquare
from rules_lib.triumph_and_glory.charge.recall import AskRecall
from rules_lib.triumph_and_glory.charge.words import does, listed
from rules_lib.triumph_and_glory.units import Cavalry, Order


@implements("TG-9.81-1")
def first_state(setting: Setting) -> State:
    """Everything declared, and the steps of all attacks on the agenda, side by side."""
    fights = [
        with_extra_targets(
            setting,
            Fight(
                tuple(map(band_of, attack.stacks)),
                tuple(target.name for target in attack.targets),
                number,
            ),
        )
        for number, attack in enumerate(setting.situation.attacks)
    ]
    steps: list[tuple[str, str, list[Task]]] = [
        ("Step 1: the declaration", "TG-9.81-1", [Declared(fight) for fight in fights]),
        ("Step 2: retreat before shock", "TG-9.81-2", _each(fights, _leave_or_answer)),
        ("Step 3: commitment", "TG-9.81-3", _each(fights, _commit)),
        ("Step 4: square or counter-charge", "TG-9.81-4", _each(fights, _react)),
        ("Step 5: recall", "TG-9.81-5", _each(fights, _recall)),
        ("Step 6: reaction fire", "TG-9.81-6", [ReactionFire(fight) for fight in fights]),
    ]
    tasks: list[Task] = []
    for title, clause, own in steps:
        tasks += [Heading(fights[0], title, (clause,)), *own]
    for fight in fights:
        title = f"Step 7: the fight over {listed(fight.targets)}"
        tasks += [Heading(fight, title, ("TG-9.81-7",)), FightOut(fight)]
        tasks += [Heading(fight, "Step 9: disorder", ("TG-9.81-9",)), EndOfCharge(fight)]
    return setting.start(*tasks)


def _each(fights: list[Fight], tasks: Callable[[Fight], Iterable[Task]]) -> list[Task]:
    return [task for fight in fights for task in tasks(fight)]


def _commit(fight: Fight) -> Iterator[Task]:
    return (Commit(fight, at) for at in range(len(fight.bands)))


def _recall(fight: Fight) -> Iterator[Task]:
    return (AskRecall(fight, band, "square") for band in fight.bands)


def _leave_or_answer(fight: Fight) -> Iterator[Task]:
    for target in fight.targets:
        yield RetreatBeforeShock(fight, target)
        yield AnswerInfantry(fight, target)
        yield CounterchargeInfantry(fight, target)


def _react(fight: Fight) -> Iterator[Task]:
    for target in fight.targets:
        yield AskSquare(fight, target)
        yield AskCountercharge(fight, target)


@dataclass(frozen=True, slots=True)
class Declared:
    """Step 1, for the transcript: who attacks whom."""

    fight: Fight

    def move(self, setting: Setting, state: State) -> Move:
        """Say it."""
        told = []
        for band in self.fight.bands:
            verb = "charge" if band.charges else "shock"
            against = listed(self.fight.targets)
            clause = "TG-9.81-1" if band.charges else "TG-9.81-7"
            told.append(Step(f"{does(band.units, verb)} {against}.", (clause,)))
        return Next(state, tuple(told))


@dataclass(frozen=True, slots=True)
class FightOut:
    """Step 7 for one fight."""

    fight: Fight

    def move(self, setting: Setting, state: State) -> Move:
        """Resolve it, unless a counter-charge at infantry took its place."""
        if any(
            fact[0] == "counter-charges infantry" and fact[1] in self.fight.targets
            for fact in state.facts
        ):
            return Next(state)
        return Next(state.do_first(Combat(self.fight)))


@implements("TG-9.86e", "R-N15")
@dataclass(frozen=True, slots=True)
class CounterchargeInfantry:
    """Cavalry that answers infantry with a counter-charge attacks it, with its charge bonus.

    Where the infantry shocks other hexes as well, the source does not say what becomes of that.
    """

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Turn the attack around, if the cavalry chose to."""
        if ("counter-charges infantry", self.target) not in state.facts:
            return Next(state)
        if len(self.fight.targets) > 1:
            raise UnspecifiedBySource(
                f"a shock at several hexes when {self.target} counter-charges"
            )
        hexed = setting.target(self.target)
        there = setting.in_hex(state, self.target)
        names = tuple(piece.name for piece in there if isinstance(piece.unit, Cavalry))
        riders = Fight(
            (Band(names, charges=True, retreat=hexed.retreat),),
            tuple(band.name for band in self.fight.bands),
            self.fight.attack,
            label="counter-charge",
            may_go_on=setting.rulings.countercharger_pursues,
            extra_drm=hexed.counter_shock_drm,
        )
        ready = setting.placed(state, names, Place.NEXT_TO_TARGET)
        title = f"Counter-charge of {listed(names)}"
        heading = Heading(riders, title, ("TG-9.86e",))
        return Next(ready.do_first(heading, Combat(riders), EndOfCharge(riders)))


@implements("TG-9.81-9", "TG-9.84", "TG-9.87d")
@dataclass(frozen=True, slots=True)
class EndOfCharge:
    """Step 9: who charged or counter-charged is disordered, when all pursuit is over."""

    fight: Fight

    def move(self, setting: Setting, state: State) -> Move:
        """Disorder those who charged, if they are on the map and not disordered already."""
        own = {name for band in self.fight.bands for name in band.units}
        for name in self.fight.targets:
            met = setting.target(name).met_in_all()
            own |= {unit.name for target in met for unit in target.units}
        tired = [
            piece
            for piece in state.pieces
            if piece.charged and piece.name in own and piece.place not in GONE
        ]
        fresh = [piece for piece in tired if piece.order == Order.GOOD]
        after = setting.changed(
            state, {p.name: replace(disordered(p), charged=False) for p in fresh}
        )
        told = [
            Step(f"{piece.name} is disordered by its charge.", ("TG-9.81-9", "TG-9.84"))
            for piece in fresh
        ]
        told += [
            Step(f"{piece.name} is disordered already, and not once more.", ("TG-9.84",))
            for piece in tired
            if piece.order != Order.GOOD
        ]
        return Next(after, tuple(told))
