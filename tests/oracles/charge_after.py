"""What follows a fight, for the charge oracle: advance, breakthrough, counter-shock, pursuit."""

from collections.abc import Iterable
from itertools import combinations

from tests.oracles.charge_moves import Move, Names, Questions, Step, Then
from tests.oracles.charge_plain import (
    ADVANCED,
    BACK,
    DISORDERED,
    GOOD,
    NEXT,
    OFF_MAP,
    RETREATED,
    STARTS,
    Bout,
    Field,
    Gang,
    GapError,
    World,
    everybody,
)


class Aftermath(Questions):
    """Advance, breakthrough, counter-shock, pursuit, and the disorder at the end."""

    # ------------------------------------------------------------ what follows

    def follow(self, w: World, bout: Bout, result: int) -> Move:
        if result < 0 and not bout.label.startswith("counter-shock"):
            return Then(w, tuple(("strike_back", bout, field) for field in bout.fields))
        empty = tuple(field for field in bout.fields if not self.in_field(w, field))
        arrived = self.arrived(w, bout)
        if not empty or not arrived:
            return Then(w)
        on = result >= 10 and bout.goes_on
        if on and any(gang.charges for gang in arrived):
            return self.pursue(w, bout, empty)
        return Then(w, tuple(("advance", bout, field, on) for field in empty))

    def strike_back(self, w: World, bout: Bout, field: Field) -> Move:
        """The counter-shock (9.73)."""
        able = tuple(
            n
            for n in self.troops(self.in_field(w, field))
            if self.soldier(w, n).order == GOOD and not self.soldier(w, n).again
        )
        foes = []
        for gang in bout.gangs:
            fought = [n for n in gang.men if self.soldier(w, n).place in (NEXT, RETREATED, STARTS)]
            there = [n for n in gang.men if self.soldier(w, n).place != BACK]
            if fought:
                foes.append(gang.at or Field(tuple(there), clear=gang.clear, room=gang.room))
        if not able or not foes or not field.strikes_back:
            return Then(w)
        struck = self.change(w, able, place=NEXT, ahead=True, again=True)
        struck = self.turn_to(struck, foes)
        back = Bout(
            bout.attack,
            (Gang(able, False, room=field.room),),
            tuple(foes),
            label=f"counter-shock {field.men[0]}",
            goes_on=False,
            extra=field.strike_drm,
            declared=False,
        )
        yes = Then(struck, (("guns", back), ("fight", back)))
        options = [("yes", yes), ("no", Then(w))]
        return self.ask("defender", "counter-shock", field.men[0], bout, options)

    def turn_to(self, w: World, fields: Iterable[Field]) -> World:
        """Who has retreated is attacked where it now stands."""
        for field in fields:
            fled = [n for n in field.men if self.soldier(w, n).place == RETREATED]
            w = self.change(w, fled, place=STARTS, back=True)
        return w

    def advance(self, w: World, bout: Bout, field: Field, on: bool) -> Move:
        """The stack of the best unit advances; charging cavalry goes before infantry (9.71)."""
        gangs = self.arrived(w, bout)
        if bout.declared:  # who has fought on since is no longer there
            gangs = [g for g in gangs if not any(self.soldier(w, n).ahead for n in self.here(w, g))]
        if any(gang.charges for gang in gangs):
            gangs = [gang for gang in gangs if self.riders(self.here(w, gang))]
        best = {g: self.best(w, self.here(w, g)) for g in gangs}
        first = [g for g in gangs if best[g] == max(best.values())]
        done = [(g.men[0], self.advanced(w, bout, field, g, on)) for g in first]
        if len(done) < 2:
            return done[0][1] if done else Then(w)
        return self.ask("attacker", "advance", field.men[0], bout, done)

    def best(self, w: World, names: Names) -> int:
        return max((self.cohesion(w, n) for n in self.troops(names)), default=-1)

    def advanced(self, w: World, bout: Bout, field: Field, gang: Gang, on: bool) -> Then:
        names = self.here(w, gang)
        w = self.enter(self.change(w, names, place=ADVANCED, ahead=True), names, field)
        step: Step = ("break_through", bout, field, gang._replace(men=names))
        return Then(w, (step,) if on else ())

    def met(self, w: World, field: Field) -> tuple[Field, ...]:
        """Whom a unit finds in its front after it has advanced."""
        fled = any(self.soldier(w, n).place == RETREATED for n in field.men)
        others = tuple(each for each in field.beyond if self.in_field(w, each))
        return (field, *others) if fled else others

    def break_through(self, w: World, bout: Bout, field: Field, gang: Gang) -> Move:
        foot = [n for n in gang.men if self.kind(n) in ("infantry", "jaegers")]
        soldiers = [self.soldier(w, n) for n in foot]
        met = self.met(w, field)
        if not foot or not met or any(s.again or s.order != GOOD for s in soldiers):
            return Then(w)
        again = self.turn_to(self.change(w, gang.men, place=NEXT, again=True), met)
        on = Bout(
            bout.attack,
            (Gang(gang.men, False, gang.through, room=field.pursuer_room),),
            met,
            label="breakthrough",
            goes_on=False,
            extra=sum(each.pursuit for each in met),
            declared=False,
        )
        yes = Then(again, (("guns", on), ("fight", on)))
        options = [("yes", yes), ("no", Then(w))]
        return self.ask("attacker", "breakthrough", gang.men[0], bout, options)

    # ------------------------------------------------------------ step 8

    def pursue(self, w: World, bout: Bout, empty: tuple[Field, ...]) -> Move:
        """Charging cavalry follows who retreated (9.87); else somebody advances and stops."""
        fled = [f for f in empty if any(self.soldier(w, n).place == RETREATED for n in f.men)]
        chosen = fled or list(empty[:1])
        if not fled and self.r.advance_after_withdrawal == "one_stack":
            return Then(w, tuple(("advance", bout, field, False) for field in empty))
        options = []
        for field in chosen:
            rest = tuple(("advance", bout, each, False) for each in empty if each != field)
            options.append((field.men[0], Then(w, (("chase", bout, field), *rest))))
        if len(options) == 1:
            return options[0][1]
        return self.ask("attacker", "pursue", bout.gangs[0].men[0], bout, options)

    def chase(self, w: World, bout: Bout, field: Field) -> Move:
        riders = tuple(n for g in bout.gangs if g.charges for n in self.here(w, g))
        options = []
        for names in self.pursuers(w, riders):
            moved = self.change(w, names, place=ADVANCED, ahead=True)
            moved = self.enter(moved, names, field)
            fled = any(self.soldier(w, n).place == RETREATED for n in field.men)
            steps = (("charge_on", bout, field, names),) if fled else ()
            options.append((" and ".join(names), Then(moved, steps)))
        if len(options) == 1:
            return options[0][1]
        return self.ask("attacker", "pursuers", field.men[0], bout, options)

    def pursuers(self, w: World, riders: Names) -> list[Names]:
        """As many as one hex holds: heavy first, then by cohesion."""
        if self.fits(riders):
            return [riders]
        if None in self.heavies(riders):
            raise GapError("heavy or light")
        rank = {n: (self.men[n].heavy, self.cohesion(w, n)) for n in riders}
        for count in range(len(riders) - 1, 0, -1):
            found = [
                names
                for names in combinations(riders, count)
                if self.fits(names)
                and all(rank[a] >= rank[b] for a in names for b in set(riders) - set(names))
            ]
            if found:
                return found
        return []

    def fits(self, riders: Names) -> bool:
        brigades = {self.men[n].brigade for n in riders}
        return len(riders) <= (3 if len(brigades) == 1 and "" not in brigades else 2)

    def charge_on(self, w: World, bout: Bout, field: Field, names: Names) -> Move:
        met = self.met(w, field)
        binds = self.r.pursuit_terrain == "binds"
        grounds = [each.chargeable_next if each == field else each.chargeable for each in met]
        able = all(grounds) or not binds
        charge, shock = (self.onward(w, bout, field, names, met, how) for how in (True, False))
        if len(met) == 1:
            return charge if able else Then(w)
        options = [*([("charge", charge)] if able else []), ("shock", shock), ("stop", Then(w))]
        label = f"pursuit {bout.number + 1}"
        return self.ask("attacker", "go on", names[0], bout._replace(label=label), options)

    def onward(
        self,
        w: World,
        bout: Bout,
        field: Field,
        names: Names,
        met: tuple[Field, ...],
        charges: bool,
    ) -> Then:
        ways = [g.through for g in bout.gangs if set(g.men) & set(names)]
        ways = [each.met_through for each in met if each != field and each.met_through] or ways
        number = bout.number + 1
        on = Bout(
            bout.attack,
            (Gang(names, charges, ways[0], room=field.pursuer_room),),
            met,
            label=f"pursuit {number}",
            number=number if charges else 0,
            goes_on=charges,
            extra=sum(each.pursuit for each in met),
            declared=False,
        )
        w = self.turn_to(self.change(w, names, place=NEXT), met)
        steps: list[Step] = []
        if charges and self.r.pursuit_reactions == "as_usual":
            steps += [("leave", on, each) for each in met]
            steps += self.reactions(on)
        elif charges:
            steps += [("form", on, each) for each in met]
        if not charges or self.r.pursuit_reactions == "as_usual":
            steps.append(("guns", on))
        return Then(w, (*steps, ("fight", on)))

    # ------------------------------------------------------------ step 9

    def finish(self, w: World, bout: Bout) -> Move:
        """Who charged is disordered, once."""
        involved = {n for gang in bout.gangs for n in gang.men}
        for field in bout.fields:
            involved |= set(everybody(field))
        tired = [
            n
            for n in involved
            if self.soldier(w, n).tired and self.soldier(w, n).place not in OFF_MAP
        ]
        return Then(self.change(w, tired, order=DISORDERED))
