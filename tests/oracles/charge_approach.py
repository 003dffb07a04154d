"""Steps 2 to 6 for the charge oracle: everything before the fight."""

from tests.oracles.charge_moves import *


class Approach(Questions):
    """Leaving, answering infantry, commitment, square, counter-charge, recall, fire."""

    # ------------------------------------------------------------ step 2, and TG-9.86e

    def coming(self, w: World, bout: Bout) -> list[Gang]:
        """The stacks that are about to attack: in the declared fights they have not moved yet."""
        place = STARTS if bout.declared else NEXT
        waiting = [g for g in bout.gangs if all(self.soldier(w, n).place == place for n in g.men)]
        return [g for g in waiting if not self.turned(w, bout, g)]

    def leave(self, w: World, bout: Bout, field: Field) -> Move:
        """Whoever may retreats before the shock (TG-9.81-2; secondary source 9.31, 9.32)."""
        here, gangs = self.in_field(w, field), self.coming(w, self.against(bout, field))
        if not here or not gangs:
            return Then(w)
        riders = self.riders(here)
        attackers = self.riders(n for gang in gangs for n in gang.men)
        front = [g for g in gangs if self.side(g, field) == "front"]
        enough = front if self.r.countercharge_of_infantry == "one_in_front" else gangs
        steady = tuple(n for names in self.steady(w, field) for n in names)
        if not attackers and steady and front and front == enough:
            return self.answer(w, bout, field, front, steady)
        if not field.way_out:
            return Then(w)
        horse = [n for n in here if self.men[n].horse]
        if not attackers:
            light = [n for n in here if self.kind(n) == "jaegers"]
            light = [n for n in light if self.soldier(w, n).order != DISORDERED]
            able = [n for n in here if n in (*riders, *horse, *light)]
        else:
            heavy = self.heavies(attackers)
            able = [n for n in here if self.men[n].heavy is False or n in horse]
            doubtful = None in self.heavies(here)
            if False in heavy or not (able or doubtful):
                return Then(w)
            if None in heavy or doubtful:
                raise GapError("heavy or light")
        if not able:
            return Then(w)
        if field.way_out == "unspecified":
            raise GapError("whether there is a way out of the hex they retreated to")
        checks = bool(attackers) and any(gang.charges for gang in gangs)
        options = [("yes", self.leaving(w, bout, field, tuple(able), checks)), ("no", Then(w))]
        return self.ask(False, "retreat before shock", field.name, bout, options)

    def leaving(self, w: World, bout: Bout, field: Field, names: Names, checks: bool) -> Then:
        """They leave; a check follows only if heavy cavalry charges."""
        alone = [n for n in names if self.soldier(w, n).order == SQUARE]  # TG-9.85d
        w = self.change(self.change(w, alone, order=GOOD), names, place=LEFT_EARLY)
        left = self.note(w, "left", field.name, str(field.back))
        steps: list[Step] = []
        if checks:
            steps += [("left", bout, group) for group in self.groups(names)]
        return Then(left, tuple(steps))

    def left(self, w: World, bout: Bout, group: Names) -> Move:
        worse = self.disorder(w, group) if self.r.failed_check_before_shock == "disordered" else w
        return self.check(self.cohesion(w, group[0]), Then(w), Then(worse))

    def occupy(self, w: World, bout: Bout, field: Field) -> Move:
        """The attackers may, and need not, enter (TG-9.72a)."""
        gangs = self.coming(w, self.against(bout, field))
        if self.in_field(w, field) or not self.emptied(w, field) or not gangs:
            return Then(w)
        inside = [g for g in bout.gangs if any(self.soldier(w, n).place == ADVANCED for n in g.men)]
        if inside and self.r.hexes_emptied_together == "one":
            return Then(w)
        options = []
        for gang in gangs:
            moved = self.move_on(self.change(w, gang.men, place=ADVANCED), gang.men)
            try:
                inside_now = self.enter(moved, gang.men, field)
            except GapError:  # of those only who do enter
                options.append((self.head(gang), Then(w, (("unsaid", bout),))))
                continue
            if gang.charges and self.r.occupying_chargers == "disordered":
                inside_now = self.change(inside_now, gang.men, tired=bout.attack)
            steps: Steps = ()
            if gang.charges and self.r.occupying_chargers == "roll_first":
                steps = (("dare", bout, gang, field, inside_now),)
            options.append((self.head(gang), Then(w if steps else inside_now, steps)))
        options.append(("no", Then(w)))
        return self.ask(True, "occupy", field.name, bout, options)

    def dare(self, w: World, bout: Bout, gang: Gang, field: Field, inside: World) -> Move:
        """The commitment roll of those who want to enter; if it fails another stack may."""
        stays = self.change(w, gang.men, place=UNCOMMITTED)
        cohesion = self.cohesion(w, self.troops(gang.men)[0])
        again: Step = ("occupy", bout, field)
        return self.check(cohesion, Then(inside), Then(stays, (again,)), gang.commitment)

    def emptied(self, w: World, field: Field) -> bool:
        """It was left before the shock; the check may then have driven somebody off the map."""
        return ("left", field.name, str(field.back)) in w.notes

    def steady(self, w: World, field: Field) -> list[Names]:
        """Cavalry of a hex that may counter-charge: those who roll together (R-N28)."""
        riders = self.riders(self.in_field(w, field))
        good = [self.soldier(w, n).order == GOOD for n in riders]
        if self.r.countercharge_judged_by == "each_unit":
            return [(n,) for n, fit in zip(riders, good, strict=True) if fit]
        top_only = self.r.countercharge_judged_by == "top_unit"
        return [riders] if riders and all(good[:1] if top_only else good) else []

    def answer(self, w: World, bout: Bout, field: Field, gangs: list[Gang], steady: Names) -> Move:
        """Cavalry shocked by infantry only, through its front, answers as it likes (TG-9.86e)."""
        here = self.in_field(w, field)
        riders = self.riders(here)
        options: list[tuple[str, Then]] = [("stand", Then(w))]
        if field.way_out:
            gone = tuple(n for n in here if n in riders or self.men[n].horse)
            options.append(("retreat", self.leaving(w, bout, field, gone, checks=False)))
        step: Step = ("ride_at", bout, field, tuple(gangs), steady)
        options.append(("counter-charge", Then(w, (step,))))
        return self.ask(False, "answer", field.name, bout, options)

    def ride_at(
        self, w: World, bout: Bout, field: Field, gangs: tuple[Gang, ...], steady: Names
    ) -> Move:
        """They strike the infantry of one hex, or all of it (R-N29)."""
        hexes: dict[str, list[Gang]] = {}
        for gang in gangs:
            hexes.setdefault(gang.beside or self.head(gang), []).append(gang)
        if self.r.countercharge_of_infantry == "all_hexes":
            hexes = {"all": list(gangs)}
        options = []
        for name, struck in hexes.items():
            foes = tuple(
                g.at or Field(g.men, clear=g.clear, room=g.room, entry_disorders=g.disorders)
                for g in struck
            )
            turned = Bout(
                bout.attack,
                (
                    Gang(
                        steady,
                        room=field.room,
                        clear=field.clear,
                        at=field,
                        clear_next=field.clear_next,
                    ),
                ),
                tuple(each._replace(back=-1) for each in foes),
                label="counter-charge",
                goes_on=self.r.countercharger_pursues,
                extra=field.strike_drm,
                declared=False,
                by=other_side(bout),
            )
            ready = self.change(w, steady, place=NEXT)
            for gang in struck:
                ready = self.note(ready, "turned", str(bout.attack), bout.label, self.head(gang))
            steps: Steps = (("guns", turned), ("fight", turned), ("finish", turned))
            if len(self.struck_by(w, bout, *struck)) > 1:
                steps = (("unsaid", bout),)
            options.append((name, Then(ready, steps)))
        if len(options) == 1:
            return options[0][1]
        return self.ask(False, "counter-charge at", field.name, bout, options)

    def unsaid(self, w: World, bout: Bout) -> Move:
        """No clause says what becomes of the shock at other hexes, or whether this gun fires."""
        raise GapError("several hexes, a gun")

    # ------------------------------------------------------------ step 3

    def commit(self, w: World, bout: Bout, gang: Gang) -> Move:
        bout = self.declared(w, bout.attack)
        waits, foes = gang in self.coming(w, bout), self.struck_by(w, bout, gang)
        if not waits or not foes:
            return Then(w)
        drm = gang.commitment
        if not gang.charges:
            fire = [f.defensive_fire for f in foes if f.defensive_fire]
            if len(fire) > 1:
                raise GapError("defensive fire of several hexes")
            drm += sum(fire)
        return self.check(
            self.cohesion(w, self.troops(gang.men)[0]),
            Then(self.change(w, gang.men, place=NEXT)),
            Then(self.change(w, gang.men, place=UNCOMMITTED)),
            drm,
        )

    # ------------------------------------------------------------ step 4

    def owner(self, field: Field) -> int | None:
        """Which attack declared a hex."""
        for number, assault in enumerate(self.battle.assaults):
            if field.name in [each.name for each in assault.fields]:
                return number
        return None

    def reacts(self, bout: Bout, field: Field) -> bool:
        """Whether a hex counts as the declared target of a charge (R-N23)."""
        return not bout.declared or self.named(field) or self.r.added_enemies_react

    def named(self, field: Field) -> bool:
        """A charge was declared at it, by whichever attack."""
        owner = self.owner(field)
        return owner is not None and any(g.charges for g in self.battle.assaults[owner].gangs)

    def before_it(self, bout: Bout, field: Field, more: Names) -> list[Gang]:
        """The stacks that attack a hex, or have it in their front, as it was declared; and more."""
        if field.back:
            return []
        found = []
        for number, assault in enumerate(self.battle.assaults):
            fights = number == self.owner(field)
            known = [each.name for each in assault.others]
            for gang in assault.gangs:
                seen = field.name in (known if gang.in_front is None else gang.in_front)
                if fights or seen or self.head(gang) in more:
                    found.append(gang)
        return found

    def watched(self, w: World, bout: Bout, field: Field) -> bool:
        """Others than who charges it now have it in their front: in a pursuit, who stand there."""
        gangs = self.before_it(bout, field, field.front_of)
        if bout.declared:
            return not all(gang.charges for gang in gangs)
        own = {n for gang in bout.gangs for n in gang.men}
        return any(
            self.stands(w, bout, gang, n) == "staying"
            for gang in gangs
            for n in gang.men
            if n not in own
        )

    def beside(self, w: World, bout: Bout, field: Field) -> bool:
        """Who merely shocks has a zone of control while he stands there; chargers by R-N3."""
        own = [(n, gang) for gang in bout.gangs for n in self.troops(gang.men)]
        inside = {n for n, _ in own}
        for gang in self.before_it(bout, field, field.zone_of):
            own += [(n, gang) for n in self.troops(gang.men) if n not in inside]
        return any(
            self.soldier(w, n).order == GOOD and self.stands(w, bout, gang, n) == "staying"
            for n, gang in own
            if field.name not in gang.no_zone
            and (self.r.chargers_zoc_forbids_square or not gang.charges)
        )

    def charged(self, w: World, bout: Bout, field: Field) -> list[Gang]:
        """The stacks that charge a hex, which counts as declared, and have arrived."""
        gangs = [gang for gang in self.arrived(w, bout) if gang.charges]
        return gangs if self.reacts(bout, field) else []

    def form(self, w: World, bout: Bout, field: Field) -> Move:
        """The square (TG-9.85a to TG-9.85e)."""
        here = self.in_field(w, field)
        foot = [n for n in here if self.kind(n) == "infantry"]
        charged = self.charged(w, bout, field)
        due = bool(charged) or self.rolls_anyway(bout, field)
        forbidden = field.zoc or self.beside(w, bout, field) or field.back > 0
        steady = foot and all(self.soldier(w, n).order == GOOD for n in foot)
        if not due or forbidden or not steady:
            return Then(w)
        still = [n for n in here if self.soldier(w, n).order != DISORDERED]
        formed = Then(self.change(w, still, order=SQUARE))
        failed = Then(self.change(w, still, order=DISORDERED))
        cohesion = self.cohesion(w, foot[0])
        tries = Then(w, (("roll", bout, cohesion, formed, failed),))
        options = [("yes", tries), ("no", Then(w))]
        return self.ask(False, "square", field.name, bout, options)

    def rolls_anyway(self, bout: Bout, field: Field) -> bool:
        """A charge was declared at it, though nobody may have come (R-N16)."""
        if not (bout.declared and self.r.square_without_charge):
            return False
        return self.named(field) or (self.reacts(bout, field) and self.charging(bout))

    def roll(self, w: World, bout: Bout, cohesion: int, passed: Then, failed: Then) -> Move:
        return self.check(cohesion, passed, failed)

    def counter(self, w: World, bout: Bout, field: Field) -> Move:
        """The counter-charge (TG-9.86a, TG-9.86b, TG-9.86d)."""
        steady = self.steady(w, field)
        sides = ("front", "flank") if self.r.countercharge_through_flank else ("front",)
        gangs = [g for g in self.charged(w, bout, field) if self.side(g, field) in sides]
        if not steady or not gangs or field.front or self.watched(w, bout, field):
            return Then(w)
        options: list[tuple[str, Then]] = []
        seen: list[Gang] = []
        for gang in gangs:
            if gang in seen:
                continue
            hex_ = [g for g in self.hex_of(w, bout, gang) if g.charges]
            seen += hex_
            steps: Steps = tuple(("counters", bout, field, tuple(hex_), some) for some in steady)
            options.append((self.head(gang), Then(w, steps)))
        options.append(("no", Then(w)))
        return self.ask(False, "counter-charge", field.name, bout, options)

    def counters(
        self, w: World, bout: Bout, field: Field, gangs: tuple[Gang, ...], steady: Names
    ) -> Move:
        lighter = self.lighter(steady, [n for gang in gangs for n in self.here(w, gang)])
        if lighter is None:
            raise GapError("heavy or light")
        drm = 2 if lighter else 0
        heads = "|".join(self.head(gang) for gang in gangs)
        about = (str(bout.attack), bout.label, field.name, heads, "|".join(steady))
        done = self.note(self.change(w, steady, tired=bout.attack), "countered", *about)
        return self.check(self.cohesion(w, steady[0]), Then(done), Then(w), drm)

    # ------------------------------------------------------------ steps 5 and 6

    def recall(self, w: World, bout: Bout, gang: Gang, cause: str) -> Move:
        """Recall after a square, or of cavalry that fire has just disordered (TG-9.82)."""
        if cause == "square" and not any(
            self.square(w, field) for field in self.struck_by(w, bout, gang)
        ):
            return Then(w)
        if not gang.charges or not bout.declared:
            return Then(w)
        causes = ("square", "fire") if self.r.recall_rolls == "once" else (cause,)
        free = tuple(
            n
            for n in gang.men
            if self.soldier(w, n).place == NEXT
            and (cause == "square" or self.soldier(w, n).order == DISORDERED)
            and not any(("recall", each, n) in w.notes for each in causes)
        )
        if not free:
            return Then(w)
        noted = w
        for name in free:
            noted = self.note(noted, "recall", cause, name)
        tries = tuple(("recalls", bout, group) for group in self.groups(free))
        options = [("yes", Then(noted, tries)), ("no", Then(w))]
        return self.ask(True, f"recall after {cause}", self.head(gang), bout, options)

    def recalls(self, w: World, bout: Bout, group: Names) -> Move:
        place = RECALLED if self.r.recalled_stays == "hex_reached" else BACK
        cohesion = self.cohesion(w, group[0], printed=self.r.recall_cohesion == "printed")
        return self.check(cohesion, Then(self.change(w, group, place=place)), Then(w))

    def guns(self, w: World, bout: Bout) -> Move:
        steps: list[Step] = []
        for field in bout.fields:
            own = [n for n in self.in_field(w, field) if self.kind(n) == "artillery"]
            away = field.guns if self.r.reaction_fire_by == "any_gun" else ()
            steps += [("gun", self.against(bout, field), field, n) for n in (*own, *away)]
        asked = [step[-1] for step in steps]
        seen = [n for gang in bout.gangs for n in gang.seen_by or () if n not in asked]
        if bout.fields and self.r.reaction_fire_by == "any_gun":
            steps += [("gun", bout, bout.fields[0], n) for n in dict.fromkeys(seen)]
        steps += [("recall", bout, gang, "fire") for gang in bout.gangs]
        return Then(w, tuple(steps))

    def gun(self, w: World, bout: Bout, field: Field, gun: str) -> Move:
        """One gun may fire once at attackers in its front; a square's front is all around."""
        soldier = self.soldier(w, gun)
        out = soldier.order == DISORDERED or soldier.place in OUT_OF_HEX
        if out or ("fired", gun) in w.notes:
            return Then(w)
        # A gun whose infantry has lost its attack does not attack alone.
        attacking = [g for g in self.arrived(w, bout) if self.troops(self.here(w, g))]
        aims = [g for g in attacking if self.aimed(w, field, gun, g)]
        options: list[tuple[str, Then]] = []
        seen: list[Gang] = []
        for gang in aims:
            if gang in seen:
                continue
            hex_ = self.hex_of(w, bout, gang)
            seen += hex_
            fired = self.note(w, "fired", gun)
            shot: Step = ("fires", bout, tuple(hex_), gun)
            if self.nobody_says(bout, field, gun, gang):
                shot = ("unsaid", bout)
            options.append((self.head(gang), Then(fired, (shot,))))
        if not options:
            return Then(w)
        options.append(("no", Then(w)))
        return self.ask(False, "fire", gun, bout, options)

    def nobody_says(self, bout: Bout, field: Field, gun: str, gang: Gang) -> bool:
        """At a counter-charge, and from elsewhere at who has moved on from where it saw him."""
        attacked = field.back or field.name in [each.name for _, each in self.hexes()]
        moved = not bout.declared and attacked and gang.seen_by is None
        return bout.label == "counter-charge" or (gun not in field.men and bool(moved))

    def aimed(self, w: World, field: Field, gun: str, gang: Gang) -> bool:
        """Whether a gun has a stack in its front."""
        if gun not in field.men:
            seen = gang.seen_by is None or gun in gang.seen_by
            return gang.charges and seen and gun not in gang.safe_from
        if self.square(w, field) or gun in gang.in_fire:
            return True
        return self.side(gang, field) == "front" and gun not in gang.safe_from

    def fires(self, w: World, bout: Bout, gangs: tuple[Gang, ...], gun: str) -> Move:
        strength = self.men[gun].fire
        if strength is None:
            raise GapError("fire strength")
        here = tuple(n for gang in gangs for n in self.here(w, gang))
        rooms = {n: gang.room for gang in gangs for n in gang.men}
        on_foot = [
            n
            for gang in gangs
            if not gang.charges
            for n in self.here(w, gang)
            if self.kind(n) in ("infantry", "jaegers")
        ]
        victims = here[:1] if on_foot else here
        crowd = self.standing(w, bout, gangs[0].beside or self.head(gangs[0]))
        fresh = tuple(n for n in victims if self.soldier(w, n).order != DISORDERED)
        shocking = {n for gang in gangs if not gang.charges for n in gang.men}
        after: Step = ("after_fire", bout, tuple(n for n in fresh if n in shocking))
        faces = []
        for face in range(10):
            result = face + strength + 1 + max(0, len(self.troops(crowd)) - 1)
            if result < 9:
                faces.append(Then(w))
            elif result < 13:
                checks = tuple(("under_fire", bout, name) for name in victims)
                faces.append(Then(w, (*checks, after)))
            elif result < 15:
                faces.append(Then(self.disorder(w, victims), (after,)))
            else:
                hit: Steps = tuple(("driven", bout, n, rooms[n]) for n in victims)
                faces.append(Then(self.disorder(w, victims), (*hit, after)))
        return Dice(tuple(faces))

    def standing(self, w: World, bout: Bout, place: str) -> Names:
        """Everybody in a hex of attackers, who attacks no more included."""
        found: list[str] = []
        for gang in bout.gangs:
            if (gang.beside or self.head(gang)) == place:
                own = self.in_field(w, gang.at) if gang.at else ()
                found += own or [n for n in gang.men if self.stands(w, bout, gang, n) == "staying"]
        return tuple(dict.fromkeys(found))

    def under_fire(self, w: World, bout: Bout, name: str) -> Move:
        return self.check(self.cohesion(w, name), Then(w), Then(self.disorder(w, [name])))

    def driven(self, w: World, bout: Bout, name: str, room: str) -> Move:
        return Then(self.retreat(w, [name], room))

    def after_fire(self, w: World, bout: Bout, fresh: Names) -> Move:
        """Who merely shocks and is disordered by it is halted."""
        soldiers = {n: self.soldier(w, n) for n in fresh}
        hit = tuple(n for n, s in soldiers.items() if s.order == DISORDERED and s.place == NEXT)
        return Then(self.change(w, hit, place=HALTED))
