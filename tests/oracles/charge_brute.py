"""The whole cavalry charge stated a second time, from its clauses, without the library.

Every face of every die is looked at, by plain recursion over the steps; every chance is a fraction.
A step is a method: it gets the world and says who goes on how (``Then``), which faces lead where
(``Dice``), or who chooses between what (``Choice``).
"""

from collections.abc import Callable
from fractions import Fraction

from tests.oracles.charge_after import Aftermath
from tests.oracles.charge_approach import Approach
from tests.oracles.charge_fight import Fighting
from tests.oracles.charge_moves import Choice, Chooser, Dice, Fates, Move, Step, Steps, Then
from tests.oracles.charge_plain import (
    ADVANCED,
    NEXT,
    OPEN_QUESTION,
    RETREATED,
    STARTS,
    Assault,
    Bout,
    GapError,
    Soldier,
    World,
)


class Charge(Approach, Fighting, Aftermath):
    """The steps, for one battle and one set of readings."""

    # ------------------------------------------------------------ the declaration (step 1)

    def start(self) -> Then:
        world = World(tuple(Soldier(man.order) for man in self.battle.men))
        bouts = [self.declared(n, each) for n, each in enumerate(self.battle.assaults)]
        steps: list[Step] = []
        for bout in bouts:
            for field in bout.fields:
                steps.append(("leave", bout, field))
                if not self.charging(bout):
                    steps.append(("answer", bout, field))
        steps += [("commit", bout, gang) for bout in bouts for gang in bout.gangs]
        steps += [step for bout in bouts for step in self.reactions(bout)]
        steps += [("recall", b, gang, "square", gang.men) for b in bouts for gang in b.gangs]
        steps += [("guns", bout) for bout in bouts]
        for bout in bouts:
            steps += [("fight", bout), ("finish", bout)]
        return Then(world, tuple(steps))

    def declared(self, number: int, assault: Assault) -> Bout:
        others = assault.others if self.r.enemies_in_front == "all_unattacked" else ()
        fields = (*assault.fields, *others)
        return Bout(number, assault.gangs, fields, extra=assault.other)

    # ------------------------------------------------------------ running it

    def next(self, w: World, step: Step) -> Move:
        """What a step does; nothing, in an attack of which nobody can say how it goes on."""
        name, bout, *rest = step
        if bout.attack in w.open_attacks:
            return Then(w)
        try:
            move: Move = getattr(self, name)(w, bout, *rest)
        except GapError:
            return Then(w._replace(open_attacks=w.open_attacks | {bout.attack}))
        return move

    def fates(self, w: World) -> Fates:
        unsaid = {n for a in w.open_attacks for n in involved(self.battle.assaults[a])}
        found = []
        for man, soldier in zip(self.battle.men, w.soldiers, strict=True):
            place, order = soldier.place, soldier.order
            if place in (STARTS, NEXT) and (soldier.back or soldier.ahead):
                place = RETREATED if soldier.back else ADVANCED
            if man.name in unsaid:
                place, order = OPEN_QUESTION, man.order
            found.append((man.name, place, order))
        return tuple(found)


def involved(assault: Assault) -> list[str]:
    """All units of an attack, guns that only support included."""
    names = [n for gang in assault.gangs for n in gang.men]
    waiting = [*assault.fields, *assault.others]
    while waiting:
        field = waiting.pop()
        names += [*field.men, *field.guns]
        waiting += field.beyond
    return names


def law(charge: Charge, choose: Chooser) -> dict[Fates, Fraction]:
    """The chance of every end, all decisions taken by ``choose``."""
    known: dict[tuple[World, Steps], dict[Fates, Fraction]] = {}

    def run(w: World, steps: Steps) -> dict[Fates, Fraction]:
        if not steps:
            return {charge.fates(w): Fraction(1)}
        if (w, steps) not in known:
            known[w, steps] = branch(charge.next(w, steps[0]), steps[1:])
        return known[w, steps]

    def branch(move: Move, rest: Steps) -> dict[Fates, Fraction]:
        if isinstance(move, Then):
            return run(move.world, (*move.steps, *rest))
        if isinstance(move, Choice):
            word = choose(move.question, tuple(name for name, _ in move.options))
            return branch(dict(move.options)[word or ""], rest)
        found: dict[Fates, Fraction] = {}
        for face in set(move.faces):
            weight = Fraction(move.faces.count(face), 10)
            for fates, chance in branch(face, rest).items():
                found[fates] = found.get(fates, Fraction(0)) + weight * chance
        return found

    return branch(charge.start(), ())


def best(
    charge: Charge, worth: Callable[[Fates], Fraction | int], choose: Chooser
) -> tuple[Fraction, dict[str, set[str]]]:
    """What the best play of both is worth, and the best answers to each question, over all ways.

    The attacker wants it great, the defender small; what ``choose`` answers is not free.
    """
    known: dict[tuple[World, Steps], Fraction] = {}
    answers: dict[str, set[str]] = {}

    def run(w: World, steps: Steps) -> Fraction:
        if not steps:
            return Fraction(worth(charge.fates(w)))
        if (w, steps) not in known:
            known[w, steps] = branch(charge.next(w, steps[0]), steps[1:])
        return known[w, steps]

    def branch(move: Move, rest: Steps) -> Fraction:
        if isinstance(move, Then):
            return run(move.world, (*move.steps, *rest))
        if isinstance(move, Dice):
            return sum((branch(face, rest) for face in move.faces), Fraction(0)) / 10
        fixed = choose(move.question, tuple(name for name, _ in move.options))
        if fixed is not None:
            return branch(dict(move.options)[fixed], rest)
        values = {name: branch(then, rest) for name, then in move.options}
        top = max(values.values()) if move.player == "attacker" else min(values.values())
        answers.setdefault(move.question, set()).add(
            next(name for name, value in values.items() if value == top)
        )
        return top

    return branch(charge.start(), ()), answers
