"""What follows a fight, for the charge oracle: advance, breakthrough, counter-shock, pursuit."""

from collections.abc import Iterator, Set
from itertools import combinations, permutations, product

from tests.oracles.charge_moves import *

Results = tuple[tuple[Field, int], ...]
Taken = tuple[Names, ...]
"""Who enters each of some hexes."""


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
        """The attackers enter the hexes that the die has emptied, those of 10 or more first."""
        fled = [f for f in high if any(self.soldier(w, n).place == RETREATED for n in f.men)]
        high = (*fled, *(field for field in high if field not in fled))
        onward = high if bout.goes_on else ()
        asked_first = () if bout.label == "counter-charge" and not bout.goes_on else high
        hexes = (*asked_first, *(field for field in empty if field not in asked_first))
        return Then(w, (("take", bout, hexes, onward, ()),) if hexes else ())

    def take(
        self, w: World, bout: Bout, hexes: tuple[Field, ...], high: tuple[Field, ...], taken: Taken
    ) -> Move:
        """Hex by hex, who enters it; where only one way is left, it is taken."""
        rush = Rush(self, w, bout, hexes, high)
        ways = [way for way in rush.ways() if way[: len(taken)] == taken]
        while ways and len(taken) < len(hexes):
            field, options = hexes[len(taken)], {way[len(taken)] for way in ways}
            if len(options) > 1:
                crowd = field in rush.crowded
                known = [man.name for man in self.battle.men]
                words = sorted(
                    options,
                    key=lambda names: (
                        not names,
                        -len(names) if crowd else 0,
                        [known.index(n) for n in names],
                    ),
                )
                asked = [
                    (
                        "no" if not names else " and ".join(names) if crowd else names[0],
                        Then(w, (("take", bout, hexes, high, (*taken, names)),)),
                    )
                    for names in words
                ]
                kind = "pursuers" if crowd else "advance"
                return self.ask(True, kind, field.name, bout, asked)
            taken = (*taken, options.pop())
        steps: list[Step] = []
        for field, names in zip(hexes, taken, strict=False):
            if not names:
                continue
            w = self.go(w, names, field)
            own = [gang for gang in bout.gangs if names[0] in gang.men]
            if field in rush.crowded and names[0] in rush.riders:
                if rush.fled(field):
                    steps.append(("charge_on", bout, field, names))
            elif field in high and own and not self.riders(names):
                gang = own[0]._replace(men=names, called="")
                steps.append(("break_through", bout, field, gang))
        return Then(w, tuple(steps))

    def still_there(self, w: World, bout: Bout) -> list[Gang]:
        """Stacks that have not gone on since the die; of those still to fight whoever can."""
        found = []
        waiting = [gang for group, gang in bout.rest if group > bout.group]
        for gang in (*bout.gangs, *(gang for _, gang in bout.rest)):
            here = self.able(w, gang) if gang in waiting else self.here(w, gang)
            here = tuple(n for n in here if ("late", n) not in w.notes)
            if self.troops(here) and all(self.soldier(w, n).ahead == gang.moves for n in here):
                found.append(gang._replace(men=here, called=self.head(gang)))
        return found

    def best(self, w: World, names: Names) -> int:
        return max((self.cohesion(w, n) for n in self.troops(names)), default=-1)

    def go(self, w: World, names: Names, field: Field) -> World:
        return self.enter(self.move_on(self.change(w, names, place=ADVANCED), names), names, field)

    def met(self, w: World, field: Field) -> tuple[Field, ...]:
        """Whom a unit finds in its front after it has advanced."""
        fled = any(self.soldier(w, n).place == RETREATED for n in field.men)
        attacked = [f for _, f in self.hexes() if f.name in dict(field.attacked_ahead)]
        attacked.sort(key=lambda f: [name for name, _ in field.attacked_ahead].index(f.name))
        rooms, outs = dict(field.ahead_room), dict(field.ahead_out)
        attacked = [
            f._replace(room=rooms.get(f.name, f.room), way_out=outs.get(f.name, f.way_out))
            for f in attacked
        ]
        others = tuple(f for f in (*field.beyond, *attacked) if self.held(w, f))
        back = field.back + 1 if field.back >= 0 else field.back
        clear = field.clear if field.clear_next is None else field.clear_next
        out = field.way_out if field.out_next is None else field.out_next
        now = field._replace(
            back=back, clear=clear, entry_disorders=field.disorders_next, way_out=out
        )
        return (now, *others) if fled else others

    def held(self, w: World, field: Field) -> bool:
        """Somebody still stands in a hex, and has not left it to strike back."""
        return any(not self.soldier(w, n).ahead for n in self.in_field(w, field))

    def left_to_others(self, w: World, bout: Bout, field: Field) -> bool:
        """A declared fight over a hex is still to come."""
        for number in range(bout.attack, len(self.battle.assaults)):
            gangs = self.battle.assaults[number].gangs
            if number == bout.attack:
                apart = self.r.mixed_attack != "together"
                gangs = tuple(g for g in gangs if not g.charges and apart)
            declared = Bout(number, gangs, ())
            able = [g for g in gangs if self.able(w, g) and not self.turned(w, declared, g)]
            able = [g for g in able if self.strikes(declared, g, field)]
            if field.back == 0 and field.name in w.posts[number] and able:
                return True
        return False

    def sides(self, side: str, field: Field, met: tuple[Field, ...]) -> tuple[tuple[str, str], ...]:
        """Through which side of each hex it comes, or stands beside it."""
        found = {f.name: side if f.name == field.name else f.met_through or side for f in met}
        beside, ahead = dict(field.pursuer_through), dict(field.attacked_ahead)
        return tuple({**beside, **found, **ahead}.items())

    def inside(
        self, field: Field, names: Names, charges: bool, through: tuple[tuple[str, str], ...]
    ) -> Gang:
        """Who fights on out of a hex that was entered."""
        bad, room = field.entry_disorders, field.pursuer_room
        seen, clear = field.pursuer_elsewhere, field.clear
        return Gang(
            names, charges, through, seen, room=room, clear=clear, disorders=bad,
            no_zone=field.pursuer_no_zone, seen_by=field.pursuer_fire,
            out=field.pursuer_out,
        )  # fmt: skip

    def break_through(self, w: World, bout: Bout, field: Field, gang: Gang) -> Move:
        foot = [n for n in gang.men if self.kind(n) in ("infantry", "jaegers")]
        soldiers = [self.soldier(w, n) for n in foot]
        met = self.met(w, field)
        fled = [each for each in met if each.name == field.name]
        met = tuple(each for each in met if each not in fled or field.ahead_next is not False)
        all_of_it = Bout(bout.attack, self.battle.assaults[bout.attack].gangs, ())
        beside = self.charging(self.against(all_of_it, field))
        unknown = field.ahead_next is None and (beside or bool(fled))  # it is told of chargers
        if not foot or not (met or unknown) or any(s.again or s.order != GOOD for s in soldiers):
            return Then(w)
        again = self.change(w, gang.men, place=NEXT, again=True)
        again = self.met_at(again, [n for each in met for n in each.men])
        through = self.sides(self.side(gang, field), field, met)
        on = Bout(
            bout.attack,
            (self.inside(field, gang.men, False, through),),
            met,
            label="breakthrough",
            goes_on=False,
            declared=False,
            by=bout.by,
        )
        steps = self.before(on)
        if unknown:
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
        ways = self.ways_of(w, bout, field) if field.ways is None else list(field.ways)
        if field.ways is not None and self.r.countershock_moves != "may":
            ways = [way for way in ways if way.moves]
            if self.r.countershock_moves == "must_into_left":
                ways = [way for way in ways if way.vacated_by]
        options = []
        onward = bout.label.startswith(("pursuit", "breakthrough"))
        gone = {n for gang in bout.gangs for n in gang.men} if onward else set()
        for way in ways:
            left = (self.where(w, bout, name, gone).items() for name in way.vacated_by)
            if any(x == "staying" and n not in gone for pairs in left for n, x in pairs):
                continue
            if gone and field.ways is not None and way.moves:  # a map says it of where they were
                options.append((way.name, Then(w, (("unsaid", bout),))))
                continue
            others = [f for f in way.others if self.in_field(w, f)]
            struck = [*self.struck(w, bout, field, way, gone), *others]
            for count in range(len(struck), 0, -1):
                for some in map(list, combinations(struck, count)):
                    whole = count == len(struck)
                    if whole or self.r.countershock_strikes == "chosen":
                        only = " and ".join(each.name for each in some)
                        word = way.name if whole else f"{way.name}, only {only}"
                        options.append((word, self.striking(w, bout, field, able, way, some)))
        if not options:
            return Then(w)
        return self.ask(False, "counter-shock", field.name, bout, [*options, ("no", Then(w))])

    def ways_of(self, w: World, bout: Bout, field: Field) -> list[Way]:
        """They stay, or follow who retreats, and find those who came through their front."""
        stacks = self.battle.assaults[bout.attack].gangs if bout.declared else bout.stacks
        near = [gang for gang in stacks if self.strikes(bout, gang, field)]
        gangs = [gang for gang in near if self.side(gang, field) == "front"]
        whole = {self.head(gang): self.whole(bout, self.head(gang)) for gang in gangs}
        stays = {
            name
            for name, g in whole.items()
            if any(self.stands(w, bout, g, n) == "staying" for n in g.men)
            or (g.at and self.in_field(w, g.at))
        }
        names = tuple(whole)
        gone = tuple(name for name in names if name not in stays)
        bad = bool(gone) and all(whole[name].disorders for name in gone)
        if self.r.countershock_moves != "may":
            return [Way((), gone, moves=True, disorders=bad)]
        return [Way(names, names, moves=not stays, disorders=bad)]

    def whole(self, bout: Bout, name: str, gone: Set[str] = frozenset()) -> Gang:
        """A stack with all its units, also those who do not take part in the fight."""
        inside = {self.head(gang): gang for gang in bout.gangs}
        declared = {gang.men[0]: gang for each in self.battle.assaults for gang in each.gangs}
        if name in inside and not bout.declared and not gone:
            return inside[name]
        return declared.get(name) or Gang(())

    def where(
        self, w: World, bout: Bout, name: str, gone: Set[str] = frozenset()
    ) -> dict[str, str]:
        gang = self.whole(bout, name, gone)
        return {n: self.stands(w, bout, gang, n) for n in gang.men}

    def struck(
        self, w: World, bout: Bout, field: Field, way: Way, gone: set[str]
    ) -> Iterator[Field]:
        """The hexes of the attackers that a counter-shock strikes.

        Of who has moved on the side through which he comes tells; the rest of his stack stays.
        """
        at, gone = field, gone if field.ways is not None else set()
        for name in dict.fromkeys((*way.staying, *way.retreated)):
            gang, parts = self.whole(bout, name, gone), self.where(w, bout, name, gone)
            wanted = [where for where in ("staying", "retreated") if name in getattr(way, where)]
            men = tuple(n for n, where in parts.items() if where in wanted and n not in gone)
            left = self.in_field(w, gang.at) if gang.at else ()
            if gang.at and left:  # all who stand in it, also those who attacked nobody
                yield gang.at._replace(men=left, called=gang.at.name, back=-1)
            elif men:
                field = self.hex_of_stack(gang._replace(out=dict(way.out).get(name, gang.out)), men)
                if "staying" not in [parts[n] for n in men]:
                    clear = gang.clear if gang.clear_next is None else gang.clear_next
                    field = field._replace(entry_disorders=gang.disorders_next, clear=clear)
                yield field
        for gang in bout.gangs if gone else ():
            men = tuple(n for n in gang.men if self.stands(w, bout, gang, n) == "staying")
            if men and self.side(gang, at) == "front":
                yield self.hex_of_stack(gang, men)

    def hex_of_stack(self, gang: Gang, men: Names) -> Field:
        """The hex of attackers; where some of a stack have retreated, it still counts as one."""
        known: dict[str, bool | str] = {"open": True, "closed": False, "unspecified": "unspecified"}
        way_out = known[gang.out] if gang.out else gang.room == "open"
        bad = gang.disorders
        return Field(
            men, clear=gang.clear, room=gang.room, way_out=way_out, entry_disorders=bad, back=-1
        )

    def striking(
        self, w: World, bout: Bout, field: Field, able: Names, way: Way, struck: list[Field]
    ) -> Then:
        if way.moves and way.disorders:  # no shock in disorder
            there = self.change(w, able, place=ADVANCED, order=DISORDERED)
            return Then(self.move_on(there, able))
        w = self.change(w, able, place=NEXT, again=True)
        w = self.move_on(w, able) if way.moves else w
        w = self.met_at(w, [n for each in struck for n in each.men])
        w = w._replace(notes=w.notes | {("struck", str(bout.attack), f.name) for f in struck})
        known = {f.name: f.met_through or "front" for f in way.others}
        through = tuple((f.name, known.get(f.name, "front")) for f in struck)
        at = None if way.moves else field
        clear = way.clear if way.moves else field.clear
        then = None if way.moves else field.clear_next
        gang = Gang(able, False, through, room=field.room, clear=clear, at=at, clear_next=then)
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

    def fits(self, riders: Names) -> bool:
        brigades = {self.men[n].brigade for n in riders}
        return len(riders) <= (3 if len(brigades) == 1 and "" not in brigades else 2)

    def charge_on(self, w: World, bout: Bout, field: Field, names: Names) -> Move:
        tired = self.r.charging_on_disordered in ("no_pursuit", "neither")
        if tired and any(self.soldier(w, n).order != GOOD for n in names):  # by the ground
            return Then(w)
        seen = self.met(w, field)
        met = tuple(f for f in seen if not self.left_to_others(w, bout, f))
        binds = self.r.pursuit_terrain == "binds"
        grounds = [f.chargeable_next if f.name == field.name else f.chargeable for f in met]
        able = all(grounds) or not binds
        charge, shock = (self.onward(w, bout, field, names, met, how) for how in (True, False))
        if len(seen) == 1:
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
            (self.inside(field, names, charges, through),),
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


class Rush:
    """Who may enter the hexes that a die has emptied: every way is tried, and judged.

    ``piles``: the attackers by their hexes, each as the names in it; ``riders``: the chargers that
    must pursue; ``crowded``: the hexes into which all of them go who fit.
    """

    def __init__(
        self,
        rules: Aftermath,
        w: World,
        bout: Bout,
        hexes: tuple[Field, ...],
        high: tuple[Field, ...],
    ) -> None:
        self.rules, self.w, self.hexes, self.high = rules, w, hexes, high
        there = rules.still_there(w, bout)
        self.piles: dict[str, Names] = {}
        for gang in there:
            at = gang.beside or rules.head(gang)
            self.piles[at] = (*self.piles.get(at, ()), *gang.men)
        charged = {n for gang in there if gang.charges for n in gang.men}
        self.struck = {
            (at, field)
            for gang in there
            for at in self.piles
            if at == (gang.beside or rules.head(gang))
            for field in hexes
            if rules.strikes(bout, gang, field)
        }
        self.chargers = [at for at, names in self.piles.items() if charged & set(names)]
        own = {n for gang in bout.gangs for n in gang.men} & charged
        tired = rules.r.charging_on_disordered in ("no_pursuit", "neither")
        fresh = {n for n in own if not tired or rules.soldier(w, n).order == GOOD}
        self.riders = [n for names in self.piles.values() for n in names if n in fresh and high]
        crowd = rules.r.advance_after_withdrawal == "as_stacking_allows"
        self.crowded = [f for f in high if self.riders and (crowd or self.fled(f))]

    def fled(self, field: Field) -> bool:
        return any(self.rules.soldier(self.w, n).place == RETREATED for n in field.men)

    def ways(self) -> list[Taken]:
        """All that is allowed: by R-N31 which hexes, then as many pursuers as may be, in rank."""
        allowed: list[Taken] = []
        for chosen in product(*map(self.choices, self.piles)):
            placed: dict[int, list[Names]] = {at: [] for at in range(len(self.hexes))}
            for at, names in chosen:
                if names:
                    placed[at].append(names)
            held = all(self.may_hold(self.hexes[at], some) for at, some in placed.items())
            if held and self.in_order(placed):
                allowed.append(tuple(tuple(n for s in placed[at] for n in s) for at in placed))
        taken = {way: tuple(map(bool, way)) for way in allowed}
        most = max(map(sum, taken.values()), default=0)
        reading = self.rules.r.hexes_emptied_together
        found = []
        for way in allowed:
            count = sum(taken[way])
            fits = {"each": count == most, "one": count == 1, "best_must": count > 0}[reading]
            peers = [other for other in allowed if taken[other] == taken[way]]
            if fits and count and way not in found and self.fullest(way, peers):
                found.append(way)
        return found

    def choices(self, at: str) -> list[tuple[int, Names]]:
        """Where the units of one hex may go: none, all into one hex, or some of its pursuers."""
        names = self.piles[at]
        riders = [n for n in names if n in self.riders]
        found: list[tuple[int, Names]] = [(-1, ())]
        for number, field in enumerate(self.hexes):
            if (at, field) not in self.struck:
                continue
            if field in self.crowded and at in self.chargers:
                sizes = range(1, min(3, len(riders)) + 1)
                found += [(number, some) for k in sizes for some in combinations(riders, k)]
            else:
                found.append((number, names))
        return found

    def may_hold(self, field: Field, some: list[Names]) -> bool:
        """One stack enters a hex, or as many pursuers as stack."""
        names = tuple(n for each in some for n in each)
        if field in self.crowded and set(names) <= set(self.riders):
            return self.rules.fits(names)
        return len(some) < 2

    def in_order(self, placed: dict[int, list[Names]]) -> bool:
        """Single stacks were taken one after the other, each time the first (TG-9.71a, R-N25)."""
        single = {
            at: some[0]
            for at, some in placed.items()
            if some and not (self.hexes[at] in self.crowded and set(some[0]) <= set(self.riders))
        }
        gone = {n for at, some in placed.items() if at not in single for each in some for n in each}
        return any(self.picked(single, gone, order) for order in permutations(single))

    def picked(self, single: dict[int, Names], gone: set[str], order: tuple[int, ...]) -> bool:
        used = set(gone)
        for at in order:
            field = self.hexes[at]
            able = (pile for pile in self.piles if (pile, field) in self.struck)
            free = [pile for pile in able if not used & set(self.piles[pile])]
            charging = [pile for pile in free if pile in self.chargers]
            if field in self.high and self.riders and charging:
                free = [] if field in self.crowded else charging
            if single[at] not in [self.piles[pile] for pile in self.first(free)]:
                return False
            used |= set(single[at])
        return True

    def first(self, free: list[str]) -> list[str]:
        """Whoever goes before all others."""
        worth = {pile: self.rules.best(self.w, self.piles[pile]) for pile in free}
        foot = [pile for pile in free if not self.rules.riders(self.piles[pile])]
        charging = [pile for pile in free if pile in self.chargers]
        shocking = [pile for pile in free if pile not in (*foot, *charging)]
        tops = [
            [pile for pile in some if worth[pile] == max(worth[each] for each in some)]
            for some in (charging, shocking, foot)
        ]
        if all(tops):
            charge, ride, walk = (worth[some[0]] for some in tops)
            if charge < ride < walk and self.rules.r.advance_circle != "infantry_steps_back":
                chosen = self.rules.r.advance_circle == "attacker_chooses"
                return [pile for some in tops for pile in some] if chosen else tops[0]
        able = [pile for pile in free if not charging or pile not in foot]
        return [pile for pile in able if worth[pile] == max(worth[each] for each in able)]

    def fullest(self, way: Taken, peers: list[Taken]) -> bool:
        """No way that takes the same hexes has more chargers, all in rank (TG-9.87b)."""
        if not self.crowded:
            return True
        if max(map(self.count, peers)) == len(self.riders):  # all fit: their rank does not matter
            return self.count(way) == len(self.riders)
        counts = [self.count(each) for each in peers if self.ranked(each)]
        return not counts or (self.ranked(way) and self.count(way) == max(counts))

    def count(self, way: Taken) -> int:
        return sum(n in self.riders for names in way for n in names)

    def ranked(self, way: Taken) -> bool:
        """Nobody who is left behind goes before a pursuer: heavy first, then by cohesion."""
        left = [n for n in self.riders if not any(n in names for names in way)]
        if not left:
            return True
        follow = [
            n for f, names in zip(self.hexes, way, strict=True) for n in names if f in self.crowded
        ]
        if None in self.rules.heavies(self.riders):
            raise GapError("heavy or light")
        rank = {n: (self.rules.men[n].heavy, self.rules.cohesion(self.w, n)) for n in self.riders}
        return all(rank[n] >= rank[m] for n in follow if n in rank for m in left)
