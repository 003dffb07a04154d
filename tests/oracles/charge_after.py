"""What follows a fight, for the charge oracle: advance, breakthrough, counter-shock, pursuit."""

from collections.abc import Iterator
from itertools import combinations

from tests.oracles.charge_moves import Move, Names, Questions, Step, Then, other_side
from tests.oracles.charge_plain import (
    ADVANCED,
    DISORDERED,
    GOOD,
    HALTED,
    NEXT,
    OFF_MAP,
    RECALLED,
    RETREATED,
    STARTS,
    UNCOMMITTED,
    Bout,
    Field,
    Gang,
    GapError,
    Way,
    World,
)

Results = tuple[tuple[Field, int], ...]


class Aftermath(Questions):
    """Advance, breakthrough, counter-shock, pursuit, and the disorder at the end."""

    # ------------------------------------------------------------ what follows

    def follow(self, w: World, bout: Bout, results: Results) -> Move:
        """Below 0 the defenders may strike back; a hex that was emptied is entered.

        Those of artillery alone come last.
        """
        rows = dict(results)
        strikes = [("strike_back", bout, field) for field, row in results if row < 0]
        alone = [field for field in bout.fields if field not in rows]
        empty = tuple(field for field in (*rows, *alone) if not self.in_field(w, field))
        high = tuple(field for field in empty if rows.get(field, 0) >= 10)
        return Then(w, (*strikes, ("fill", bout, empty, high)))

    def fill(self, w: World, bout: Bout, empty: tuple[Field, ...], high: tuple[Field, ...]) -> Move:
        """The attackers enter the hexes that the die has emptied."""
        gangs = self.still_there(w, bout)
        if not empty or not gangs:
            return Then(w)
        onward = high if bout.goes_on else ()
        if onward and any(gang.charges for gang in gangs):
            return self.pursue(w, bout, empty, onward)
        return Then(w, tuple(("advance", bout, field, field in onward) for field in empty))

    def still_there(self, w: World, bout: Bout) -> list[Gang]:
        """Stacks that have not gone on since the die."""
        found = []
        for gang in bout.gangs:
            here = self.troops(self.here(w, gang))
            if here and all(self.soldier(w, n).ahead == gang.moves for n in here):
                found.append(gang)
        return found

    def advance(self, w: World, bout: Bout, field: Field, on: bool) -> Move:
        """The stack of the best unit advances, charging cavalry before infantry (TG-9.71a)."""
        gangs = self.still_there(w, bout)
        if any(gang.charges for gang in gangs):
            gangs = [gang for gang in gangs if self.riders(self.here(w, gang))]
        hexes: dict[str, list[Gang]] = {}
        for gang in gangs:
            hexes.setdefault(gang.beside or self.head(gang), []).append(gang)
        piles = [self.pile(w, found) for found in hexes.values()]
        best = {pile: self.best(w, pile.men) for pile in piles}
        first = [pile for pile in piles if best[pile] == max(best.values())]
        done = [(self.head(pile), self.advanced(w, bout, field, pile, on)) for pile in first]
        if len(done) < 2:
            return done[0][1] if done else Then(w)
        return self.ask(True, "advance", field.name, bout, done)

    def pile(self, w: World, gangs: list[Gang]) -> Gang:
        """Stacks in one hex, as one."""
        names = tuple(n for gang in gangs for n in self.here(w, gang))
        return gangs[0]._replace(men=names, called=self.head(gangs[0]))

    def best(self, w: World, names: Names) -> int:
        return max((self.cohesion(w, n) for n in self.troops(names)), default=-1)

    def go(self, w: World, names: Names, field: Field) -> World:
        return self.enter(self.move_on(self.change(w, names, place=ADVANCED), names), names, field)

    def advanced(self, w: World, bout: Bout, field: Field, gang: Gang, on: bool) -> Then:
        step: Step = ("break_through", bout, field, gang._replace(called=""))
        return Then(self.go(w, gang.men, field), (step,) if on else ())

    def met(self, w: World, field: Field) -> tuple[Field, ...]:
        """Whom a unit finds in its front after it has advanced."""
        fled = any(self.soldier(w, n).place == RETREATED for n in field.men)
        others = tuple(each for each in field.beyond if self.in_field(w, each))
        back = field.back + 1 if field.back >= 0 else field.back
        clear = field.clear if field.clear_next is None else field.clear_next
        return (field._replace(back=back, clear=clear), *others) if fled else others

    def sides(self, side: str, field: Field, met: tuple[Field, ...]) -> tuple[tuple[str, str], ...]:
        """Through which side of each hex it comes."""
        return tuple((f.name, side if f.name == field.name else f.met_through or side) for f in met)

    def break_through(self, w: World, bout: Bout, field: Field, gang: Gang) -> Move:
        foot = [n for n in gang.men if self.kind(n) in ("infantry", "jaegers")]
        soldiers = [self.soldier(w, n) for n in foot]
        met = self.met(w, field)
        fled = [each for each in met if each.name == field.name]
        met = tuple(each for each in met if each not in fled or field.ahead_next is not False)
        if not foot or not met or any(s.again or s.order != GOOD for s in soldiers):
            return Then(w)
        again = self.change(w, gang.men, place=NEXT, again=True)
        again = self.met_at(again, [n for each in met for n in each.men])
        through = self.sides(self.side(gang, field), field, met)
        on = Bout(
            bout.attack,
            (Gang(gang.men, False, through, room=field.pursuer_room, clear=field.clear),),
            met,
            label="breakthrough",
            goes_on=False,
            declared=False,
            by=bout.by,
        )
        steps = self.before(on)
        if fled and field.ahead_next is None:
            steps = [("unsaid", on)]
        yes = Then(again, (*steps, ("guns", on), ("fight", on)))
        options = [("yes", yes), ("no", Then(w))]
        return self.ask(True, "breakthrough", gang.men[0], bout, options)

    # ------------------------------------------------------------ counter-shock

    def strike_back(self, w: World, bout: Bout, field: Field) -> Move:
        """The counter-shock (TG-9.73d)."""
        able = tuple(
            n
            for n in self.troops(self.in_field(w, field))
            if self.soldier(w, n).order == GOOD and not self.soldier(w, n).again
        )
        if not able:
            return Then(w)
        ways = [self.way_of(w, bout, field)] if field.ways is None else field.ways
        options = []
        for way in ways:
            if any("staying" in self.where(w, bout, name).values() for name in way.vacated_by):
                continue
            struck = [*self.struck(w, bout, way), *(f for f in way.others if self.in_field(w, f))]
            if struck:
                options.append((way.name, self.striking(w, bout, field, able, way, struck)))
        if not options:
            return Then(w)
        return self.ask(False, "counter-shock", field.name, bout, [*options, ("no", Then(w))])

    def stands(self, w: World, bout: Bout, gang: Gang, name: str) -> str:
        """Where an attacker stands whom a counter-shock may find: he stays, or has retreated."""
        soldier = self.soldier(w, name)
        inside = any(name in each.men for each in bout.gangs)
        if soldier.place == RETREATED or (soldier.place == STARTS and soldier.back):
            return "retreated"
        if soldier.place == NEXT and (inside or not soldier.ahead):
            return "staying"
        near = (RECALLED,) if gang.charges else (STARTS, UNCOMMITTED, HALTED)
        return "staying" if soldier.place in near else "gone"

    def way_of(self, w: World, bout: Bout, field: Field) -> Way:
        """They stay, or follow who retreats, and find those who came through their front."""
        gangs = [gang for gang in bout.stacks if self.side(gang, field) == "front"]
        names = tuple(self.head(gang) for gang in gangs)
        whole = [self.whole(bout, name) for name in names]
        stays = any(self.stands(w, bout, g, n) == "staying" for g in whole for n in g.men)
        stays |= any(g.at and self.in_field(w, g.at) for g in whole)
        return Way(names, names, moves=not stays)

    def whole(self, bout: Bout, name: str) -> Gang:
        """A stack with all its units, also those who do not take part in the fight."""
        inside = {self.head(gang): gang for gang in bout.gangs}
        declared = {gang.men[0]: gang for each in self.battle.assaults for gang in each.gangs}
        if name in inside and not bout.declared:
            return inside[name]
        return declared.get(name) or Gang(())

    def where(self, w: World, bout: Bout, name: str) -> dict[str, str]:
        gang = self.whole(bout, name)
        return {n: self.stands(w, bout, gang, n) for n in gang.men}

    def struck(self, w: World, bout: Bout, way: Way) -> Iterator[Field]:
        """The hexes of the attackers that a counter-shock strikes."""
        for name in dict.fromkeys((*way.staying, *way.retreated)):
            gang, parts = self.whole(bout, name), self.where(w, bout, name)
            wanted = [where for where in ("staying", "retreated") if name in getattr(way, where)]
            men = tuple(n for n, where in parts.items() if where in wanted)
            left = self.in_field(w, gang.at) if gang.at else ()
            if gang.at and left:  # all who stand in it, also those who attacked nobody
                yield gang.at._replace(men=left, called=gang.at.name, back=-1)
            elif men:
                yield self.hex_of_stack(gang, men)

    def hex_of_stack(self, gang: Gang, men: Names) -> Field:
        """The hex of attackers; where some of a stack have retreated, it still counts as one."""
        way_out = gang.room == "open"
        return Field(men, clear=gang.clear, room=gang.room, way_out=way_out, back=-1)

    def striking(
        self, w: World, bout: Bout, field: Field, able: Names, way: Way, struck: list[Field]
    ) -> Then:
        w = self.change(w, able, place=NEXT, again=True)
        w = self.move_on(w, able) if way.moves else w
        w = self.met_at(w, [n for each in struck for n in each.men])
        w = w._replace(notes=w.notes | {("struck", str(bout.attack), f.name) for f in struck})
        known = {f.name: f.met_through or "front" for f in way.others}
        through = tuple((f.name, known.get(f.name, "front")) for f in struck)
        at = None if way.moves else field
        clear = field.clear and not way.moves
        gang = Gang(able, False, through, room=field.room, clear=clear, at=at)
        back = Bout(
            bout.attack,
            (gang,),
            tuple(struck),
            label=f"counter-shock {field.name}",
            goes_on=False,
            extra=field.strike_drm,
            declared=False,
            by=other_side(bout),
        )
        steps = self.before(back)
        return Then(w, (*steps, ("guns", back), ("fight", back)))

    # ------------------------------------------------------------ step 8

    def pursue(
        self, w: World, bout: Bout, empty: tuple[Field, ...], high: tuple[Field, ...]
    ) -> Move:
        """Charging cavalry follows who retreated (TG-9.87a); else somebody advances and stops."""
        fled = [f for f in high if any(self.soldier(w, n).place == RETREATED for n in f.men)]
        chosen = fled or list(high[:1])
        if not fled and self.r.advance_after_withdrawal == "one_stack":
            return Then(w, tuple(("advance", bout, field, False) for field in empty))
        options = []
        for field in chosen:
            rest = tuple(("advance", bout, each, False) for each in empty if each != field)
            options.append((field.name, Then(w, (("chase", bout, field), *rest))))
        if len(options) == 1:
            return options[0][1]
        return self.ask(True, "pursue", self.head(bout.gangs[0]), bout, options)

    def chase(self, w: World, bout: Bout, field: Field) -> Move:
        gangs = [gang for gang in self.still_there(w, bout) if gang.charges]
        riders = tuple(n for g in gangs for n in self.here(w, g))
        options = []
        for names in self.pursuers(w, riders):
            moved = self.go(w, names, field)
            fled = any(self.soldier(w, n).place == RETREATED for n in field.men)
            steps = (("charge_on", bout, field, names),) if fled else ()
            options.append((" and ".join(names), Then(moved, steps)))
        if len(options) == 1:
            return options[0][1]
        return self.ask(True, "pursuers", field.name, bout, options)

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
        grounds = [f.chargeable_next if f.name == field.name else f.chargeable for f in met]
        able = all(grounds) or not binds
        charge, shock = (self.onward(w, bout, field, names, met, how) for how in (True, False))
        if len(met) == 1:
            return charge if able else Then(w)
        options = [*([("charge", charge)] if able else []), ("shock", shock), ("stop", Then(w))]
        label = f"pursuit {bout.number + 1}"
        return self.ask(True, "go on", names[0], bout._replace(label=label), options)

    def onward(
        self,
        w: World,
        bout: Bout,
        field: Field,
        names: Names,
        met: tuple[Field, ...],
        charges: bool,
    ) -> Then:
        first = next(gang for gang in bout.gangs if set(gang.men) & set(names))
        through = self.sides(self.side(first, field), field, met)
        number = bout.number + 1
        on = Bout(
            bout.attack,
            (Gang(names, charges, through, room=field.pursuer_room, clear=field.clear),),
            met,
            label=f"pursuit {number}",
            number=number if charges else 0,
            goes_on=charges,
            declared=False,
            by=bout.by,
        )
        w = self.met_at(self.change(w, names, place=NEXT), [n for each in met for n in each.men])
        if not self.able(w, on.gangs[0]):
            return Then(w)
        as_usual = not charges or self.r.pursuit_reactions == "as_usual"
        steps: list[Step] = []
        if as_usual:
            steps += self.before(on)
        for each in met if charges else ():
            steps.append(("form", on, each))
            if as_usual:
                steps.append(("counter", on, each))
        if as_usual:
            steps.append(("guns", on))
        return Then(w, (*steps, ("fight", on)))

    # ------------------------------------------------------------ step 9

    def finish(self, w: World, bout: Bout) -> Move:
        """Who charged is disordered, once."""
        tired = [
            man.name
            for man, soldier in zip(self.battle.men, w.soldiers, strict=True)
            if soldier.tired == bout.attack and soldier.place not in OFF_MAP
        ]
        return Then(self.change(w, tired, order=DISORDERED))
