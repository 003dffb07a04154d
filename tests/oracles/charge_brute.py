"""The whole cavalry charge stated a second time, from its clauses, without the library.

Every face of every die is looked at, by plain recursion over the steps; every chance is a fraction.
A step is a method: it gets the world and says who goes on how (``Then``), which faces lead where
(``Dice``), or who chooses between what (``Choice``).
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from tests.oracles.charge_after import Aftermath
from tests.oracles.charge_approach import Approach
from tests.oracles.charge_fight import Fighting
from tests.oracles.charge_moves import *

T = TypeVar("T")


class Charge(Approach, Fighting, Aftermath):
    """The steps, for one battle and one set of readings."""

    # ------------------------------------------------------------ the declaration (step 1)

    def start(self) -> Then:
        assaults = self.battle.assaults
        soldiers = tuple(Soldier(man.order) for man in self.battle.men)
        world = self.assign(World(soldiers, tuple(() for _ in assaults)), STARTS)
        bouts = [self.declared(world, number) for number in range(len(assaults))]
        steps: list[Step] = [step for bout in bouts for step in self.before(bout)]
        steps.append(("take_over", None, STARTS))
        steps += [("commit", bout, gang) for bout in bouts for gang in bout.gangs]
        steps.append(("take_over", None, NEXT))
        parts = ("react", "fall_back", "shoot")
        steps += [(part, bout) for part in parts for bout in bouts]
        steps.append(("take_over", None, NEXT))
        steps += [(part, bout) for bout in bouts for part in ("clash", "finish")]
        return Then(world, tuple(steps))

    def react(self, w: World, bout: Bout) -> Move:
        """Step 4."""
        bout = self.declared(w, bout.attack)
        steps: list[Step] = []
        for field in bout.fields:
            there = self.against(bout, field)
            if self.charging(there) or self.rolls_anyway(there, field):
                steps.append(("form", there, field))
            if self.charging(there):
                steps.append(("counter", there, field))
        return Then(w, tuple(steps))

    def fall_back(self, w: World, bout: Bout) -> Move:
        """Step 5."""
        bout = self.declared(w, bout.attack)
        return Then(w, tuple(("recall", bout, gang, "square") for gang in bout.gangs))

    def shoot(self, w: World, bout: Bout) -> Move:
        """Step 6."""
        return Then(w, (("guns", self.declared(w, bout.attack)),))

    def clash(self, w: World, bout: Bout) -> Move:
        """Step 7: who charges, then cavalry, then infantry that shocks; or all at once (R-N21)."""
        bout = self.declared(w, bout.attack)
        parts: dict[int, list[Gang]] = {}
        for gang in bout.gangs:
            kind = 0 if gang.charges else 1 if self.riders(gang.men) else 2
            parts.setdefault(0 if self.r.mixed_attack == "together" else kind, []).append(gang)
        fights = [
            bout._replace(
                gangs=tuple(parts[kind]),
                group=kind,
                rest=tuple(
                    (other, gang)
                    for other in sorted(parts)
                    for gang in parts[other]
                    if other != kind and self.r.mixed_attack == "in_turn"
                ),
            )
            for kind in sorted(parts)
        ]
        return Then(w, tuple(("fight", each) for each in fights))

    # ------------------------------------------------------------ who fights what (R-N13)

    def take_over(self, w: World, _: None, place: str) -> Move:
        return Then(self.assign(w, place))

    def assign(self, w: World, place: str) -> World:
        """Each hex goes to the attack that declared it, or to the first with it in its front."""
        posts: list[list[str]] = [[] for _ in self.battle.assaults]
        late: list[list[str]] = [[] for _ in self.battle.assaults]
        for named_by, field in self.hexes():
            owner = self.owner(field)
            kept = [n for n in w.open_attacks if field.name in w.posts[n]]
            if kept:
                late[kept[0]].append(field.name)
                continue
            takers = [n for n in range(len(posts)) if self.takes(w, n, named_by, field, place)]
            takers = [n for n in takers if n != owner]
            if owner is not None and (self.holds(w, owner, place) or not takers):
                posts[owner].append(field.name)
            elif takers:
                late[takers[0]].append(field.name)
        found = tuple((*own, *more) for own, more in zip(posts, late, strict=True))
        w = w._replace(posts=found)
        for number, names in enumerate(late):
            if any(
                not f.chargeable
                and self.in_field(w, f)
                and any(g.charges and self.here(w, g) for g in self.facing(number, named_by, f))
                for named_by, f in self.hexes()
                if f.name in names
            ):
                w = w._replace(open_attacks=w.open_attacks | {number})
        return w

    def facing(self, number: int, named_by: int, field: Field) -> list[Gang]:
        """The stacks of an assault that have a hex in front which they did not declare."""
        own = number == named_by and self.owner(field) is None
        gangs = self.battle.assaults[number].gangs
        return [g for g in gangs if (own if g.in_front is None else field.name in g.in_front)]

    def fit(self, w: World, gang: Gang, place: str) -> bool:
        """It waits for its commitment; later: it stands next to its target and can fight."""
        if place == STARTS:
            turned = any(note[0] == "turned" and note[-1] == self.head(gang) for note in w.notes)
            return not turned and all(self.soldier(w, n).place == STARTS for n in gang.men)
        return bool(self.able(w, gang))

    def called_back(self, w: World, gang: Gang) -> bool:
        """Somebody of it was recalled because of a square."""
        return any(
            self.soldier(w, n).place in (RECALLED, BACK)
            and ("recall", "square", n) in w.notes
            and ("recall", "fire", n) not in w.notes
            for n in gang.men
        )

    def holds(self, w: World, number: int, place: str) -> bool:
        """One of its stacks still attacks, or was recalled because of a square."""
        gangs = self.battle.assaults[number].gangs
        fit = any(self.fit(w, gang, place) or self.called_back(w, gang) for gang in gangs)
        return fit or number in w.open_attacks

    def takes(self, w: World, number: int, named_by: int, field: Field, place: str) -> bool:
        """One of its stacks has a hex in front, and can fight there, or was recalled from it."""
        if self.r.enemies_in_front == "declared_only" or number in w.open_attacks:
            return False
        seen = self.facing(number, named_by, field)
        fought = field.name in w.posts[number]
        return any(self.fit(w, g, place) or (fought and self.called_back(w, g)) for g in seen)

    # ------------------------------------------------------------ running it

    def next(self, w: World, step: Step) -> Move:
        """What a step does; nothing, in an attack of which nobody can say how it goes on."""
        name, bout, *rest = step
        if bout is not None and bout.attack in w.open_attacks:
            return Then(w)
        try:
            move: Move = getattr(self, name)(w, bout, *rest)
        except GapError:
            return Then(w._replace(open_attacks=w.open_attacks | {bout.attack}))
        return move

    def fates(self, w: World) -> Fates:
        unsaid = {n for a in w.open_attacks for n in self.involved(w, a)}
        found = []
        attackers = {n for each in self.battle.assaults for gang in each.gangs for n in gang.men}
        for man, soldier in zip(self.battle.men, w.soldiers, strict=True):
            place, order = soldier.place, soldier.order
            if place in (STARTS, NEXT) and (soldier.back or soldier.ahead):
                place = RETREATED if soldier.back else ADVANCED
            if place == NEXT and man.name not in attackers:
                place = STARTS
            if man.name in unsaid:
                place, order = OPEN_QUESTION, man.order
            found.append((man.name, place, order))
        return tuple(found)

    def involved(self, w: World, number: int) -> list[str]:
        """All units of an attack, guns that only support included, and whom it took over."""
        names = [n for gang in self.battle.assaults[number].gangs for n in gang.men]
        for named_by, field in self.hexes():
            elsewhere = any(field.name in each for n, each in enumerate(w.posts) if n != number)
            if field.name in w.posts[number] or (named_by == number and not elsewhere):
                names += everybody(field)
                for other in bystanders(field):
                    if ("struck", str(number), other.name) in w.notes:
                        names += other.men
        return names


def walked(
    charge: Charge,
    ended: Callable[[Fates], T],
    rolled: Callable[[list[tuple[int, T]]], T],
    decided: Callable[[Choice, Callable[[str], T]], T],
) -> T:
    """What comes of a charge: of an end, of ten faces with how many lead there, of a choice."""
    known: dict[tuple[World, Steps], T] = {}

    def run(w: World, steps: Steps) -> T:
        if not steps:
            return ended(charge.fates(w))
        if (w, steps) not in known:
            known[w, steps] = branch(charge.next(w, steps[0]), steps[1:])
        return known[w, steps]

    def branch(move: Move, rest: Steps) -> T:
        if isinstance(move, Then):
            return run(move.world, (*move.steps, *rest))
        if isinstance(move, Dice):
            return rolled([(n, branch(face, rest)) for face, n in Counter(move.faces).items()])
        return decided(move, lambda word: branch(dict(move.options)[word], rest))

    return branch(charge.start(), ())


def words(choice: Choice) -> tuple[str, ...]:
    """The options of a choice."""
    return tuple(name for name, _ in choice.options)


def distribution(charge: Charge, choose: Chooser) -> dict[Fates, Fraction]:
    """The chance of every end, all decisions taken by ``choose``."""

    def mixed(faces: list[tuple[int, dict[Fates, Fraction]]]) -> dict[Fates, Fraction]:
        found: dict[Fates, Fraction] = {}
        for count, ends in faces:
            for fates, chance in ends.items():
                found[fates] = found.get(fates, Fraction(0)) + Fraction(count, 10) * chance
        return found

    return walked(
        charge,
        lambda fates: {fates: Fraction(1)},
        mixed,
        lambda choice, then: then(choose(choice.question, words(choice)) or ""),
    )


def best(
    charge: Charge,
    worth: Callable[[Fates], Fraction | int],
    choose: Chooser,
    gains: dict[str, Fraction] | None = None,
) -> tuple[Fraction, dict[str, set[str]]]:
    """What the best play of both is worth, and the best answers to each question, over all ways.

    The attacker wants it great, the defender small; what ``choose`` answers is not free. ``gains``
    takes how much a question can matter at most, from its worst answer to its best.
    """
    answers: dict[str, set[str]] = {}

    def decided(choice: Choice, then: Callable[[str], Fraction]) -> Fraction:
        fixed = choose(choice.question, words(choice))
        if fixed is not None:
            return then(fixed)
        values = {name: then(name) for name in words(choice)}
        low, high = min(values.values()), max(values.values())
        top = high if choice.player == "attacker" else low
        if gains is not None:
            gains[choice.question] = max(gains.get(choice.question, Fraction(0)), high - low)
        answers.setdefault(choice.question, set()).add(
            next(name for name, value in values.items() if value == top)
        )
        return top

    value = walked(
        charge,
        lambda fates: Fraction(worth(fates)),
        lambda faces: sum((count * each for count, each in faces), Fraction(0)) / 10,
        decided,
    )
    return value, answers
