"""Steps 2 to 6 for the charge oracle: everything before the fight."""

from tests.oracles.charge_moves import Dice, Move, Names, Questions, Step, Steps, Then, some
from tests.oracles.charge_plain import (
    ADVANCED,
    BACK,
    DISORDERED,
    GOOD,
    HALTED,
    LEFT_EARLY,
    NEXT,
    OFF_MAP,
    RECALLED,
    SQUARE,
    STARTS,
    UNCOMMITTED,
    Bout,
    Field,
    Gang,
    GapError,
    World,
)


class Approach(Questions):
    """Leaving, answering infantry, commitment, square, counter-charge, recall, fire."""

    # ------------------------------------------------------------ step 2, and 9.86e

    def leave(self, w: World, bout: Bout, field: Field) -> Move:
        """Light cavalry and horse artillery leave heavy cavalry, and it only (9.81, step 2)."""
        if field.room != "open" or not all(gang.charges for gang in bout.gangs):
            return Then(w)
        chargers = self.heavies(n for gang in bout.gangs for n in gang.men)
        here = self.in_field(w, field)
        able = [n for n in here if self.men[n].heavy is False or self.men[n].horse]
        doubtful = None in self.heavies(here)
        if False in chargers or not (able or doubtful):
            return Then(w)
        if None in chargers or doubtful:
            raise GapError("heavy or light")
        yes = self.leaving(w, bout, field, tuple(able))
        options = [("yes", yes), ("no", Then(w))]
        return self.ask("defender", "retreat before shock", field.men[0], bout, options)

    def leaving(self, w: World, bout: Bout, field: Field, names: Names) -> Then:
        left = self.change(w, names, place=LEFT_EARLY)
        steps: list[Step] = [("left", bout, group) for group in self.groups(names)]
        if not self.defence(left, bout):
            steps.append(("occupy", bout, field))
        return Then(left, tuple(steps))

    def left(self, w: World, bout: Bout, group: Names) -> Move:
        worse = self.disorder(w, group) if self.r.failed_check_before_shock == "disordered" else w
        return self.check(self.cohesion(w, group[0]), Then(w), Then(worse))

    def occupy(self, w: World, bout: Bout, field: Field) -> Move:
        """The attackers may, and need not, enter (9.72)."""
        options = []
        for gang in bout.gangs:
            entered = self.enter(self.change(w, gang.men, place=ADVANCED), gang.men, field)
            options.append((gang.men[0], Then(entered)))
        options.append(("no", Then(w)))
        return self.ask("attacker", "occupy", field.men[0], bout, options)

    def answer(self, w: World, bout: Bout, field: Field) -> Move:
        """Cavalry shocked by infantry only, through its front, answers as it likes (9.86)."""
        here = self.in_field(w, field)
        riders = self.riders(here)
        steady = riders and all(self.soldier(w, n).order == GOOD for n in riders)
        front = all(gang.through == "front" for gang in bout.gangs)
        if not steady or not front or self.riders(n for gang in bout.gangs for n in gang.men):
            return Then(w)
        options: list[tuple[str, Then]] = [("stand", Then(w))]
        if field.room == "open":
            gone = tuple(n for n in here if n in riders or self.men[n].horse)
            options.append(("retreat", self.leaving(w, bout, field, gone)))
        gang = Gang(riders, room=field.room, at=field)
        foes = tuple(Field(g.men, clear=g.clear, room=g.room) for g in bout.gangs)
        turned = Bout(
            bout.attack,
            (gang,),
            foes,
            label="counter-charge",
            goes_on=self.r.countercharger_pursues,
            extra=field.strike_drm,
            declared=False,
        )
        ready = self.note(self.change(w, riders, place=NEXT), "turned", str(bout.attack))
        steps: Steps = (("fight", turned), ("finish", turned))
        if len(bout.fields) > 1:
            steps = (("unsaid", bout),)
        options.append(("counter-charge", Then(ready, steps)))
        return self.ask("defender", "answer", field.men[0], bout, options)

    def unsaid(self, w: World, bout: Bout) -> Move:
        """What becomes of the shock at the other hexes, no clause says."""
        raise GapError("several hexes")

    # ------------------------------------------------------------ step 3

    def commit(self, w: World, bout: Bout, gang: Gang) -> Move:
        waits = all(self.soldier(w, n).place == STARTS for n in gang.men)
        turned = ("turned", str(bout.attack)) in w.notes
        if turned or not waits or not self.defence(w, bout):
            return Then(w)
        drm = gang.commitment
        if not gang.charges:
            fire = [field.defensive_fire for field in bout.fields if field.defensive_fire]
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

    def form(self, w: World, bout: Bout, field: Field) -> Move:
        """The square (9.85)."""
        here = self.in_field(w, field)
        foot = [n for n in here if self.kind(n) == "infantry"]
        charged = any(gang.charges for gang in self.arrived(w, bout))
        due = charged or (bout.declared and self.r.square_without_charge)
        forbidden = field.zoc or (charged and self.r.chargers_zoc_forbids_square)
        steady = foot and all(self.soldier(w, n).order == GOOD for n in foot)
        if not due or forbidden or not steady:
            return Then(w)
        still = [n for n in here if self.soldier(w, n).order != DISORDERED]
        formed = Then(self.change(w, still, order=SQUARE))
        failed = Then(self.change(w, still, order=DISORDERED))
        cohesion = self.cohesion(w, foot[0])
        tries = Then(w, (("roll", bout, cohesion, formed, failed, 0),))
        options = [("yes", tries), ("no", Then(w))]
        return self.ask("defender", "square", field.men[0], bout, options)

    def roll(
        self, w: World, bout: Bout, cohesion: int, passed: Then, failed: Then, drm: int
    ) -> Move:
        return self.check(cohesion, passed, failed, drm)

    def counter(self, w: World, bout: Bout, field: Field) -> Move:
        """The counter-charge (9.86)."""
        riders = self.riders(self.in_field(w, field))
        steady = tuple(n for n in riders if self.soldier(w, n).order == GOOD)
        gangs = [g for g in self.arrived(w, bout) if g.charges and g.through == "front"]
        if not steady or not gangs or field.front:
            return Then(w)
        options = [(g.men[0], Then(w, (("counters", bout, field, g, steady),))) for g in gangs]
        options.append(("no", Then(w)))
        return self.ask("defender", "counter-charge", field.men[0], bout, options)

    def counters(self, w: World, bout: Bout, field: Field, gang: Gang, steady: Names) -> Move:
        light = self.men[steady[0]].heavy
        heavy = some(self.heavies(self.here(w, gang)))
        if light is not True and heavy is not False and None in (light, heavy):
            raise GapError("heavy or light")
        drm = 2 if light is False and heavy else 0
        done = self.change(w, steady, tired=True)
        done = self.note(done, "countered", bout.label, gang.men[0], field.men[0], *steady)
        return self.check(self.cohesion(w, steady[0]), Then(done), Then(w), drm)

    # ------------------------------------------------------------ steps 5 and 6

    def recall(self, w: World, bout: Bout, gang: Gang, cause: str, names: Names) -> Move:
        """Recall after a square, or of cavalry that fire has just disordered (9.82)."""
        if cause == "square" and not any(self.square(w, field) for field in bout.fields):
            return Then(w)
        if not gang.charges or not bout.declared:
            return Then(w)
        causes = ("square", "fire") if self.r.recall_rolls == "once" else (cause,)
        free = tuple(
            n
            for n in names
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
        return self.ask("attacker", f"recall after {cause}", gang.men[0], bout, options)

    def recalls(self, w: World, bout: Bout, group: Names) -> Move:
        place = RECALLED if self.r.recalled_stays == "hex_reached" else BACK
        return self.check(
            self.cohesion(w, group[0]), Then(self.change(w, group, place=place)), Then(w)
        )

    def guns(self, w: World, bout: Bout) -> Move:
        steps: list[Step] = []
        for field in bout.fields:
            own = [n for n in self.in_field(w, field) if self.kind(n) == "artillery"]
            steps += [("gun", bout, field, n) for n in (*own, *field.guns)]
        steps += [("recall", bout, gang, "fire", gang.men) for gang in bout.gangs]
        return Then(w, tuple(steps))

    def gun(self, w: World, bout: Bout, field: Field, gun: str) -> Move:
        """One gun may fire at attackers in its front; a square has its front all around."""
        if self.soldier(w, gun).order == DISORDERED or self.soldier(w, gun).place in OFF_MAP:
            return Then(w)
        anywhere = gun in field.guns or self.square(w, field)
        aims = [g for g in self.arrived(w, bout) if anywhere or g.through == "front"]
        if bout.declared:
            aims = [g for g in aims if gun not in g.safe_from]
        if not aims:
            return Then(w)
        options = [(g.men[0], Then(w, (("fires", bout, g, gun),))) for g in aims]
        options.append(("no", Then(w)))
        return self.ask("defender", "fire", gun, bout, options)

    def fires(self, w: World, bout: Bout, gang: Gang, gun: str) -> Move:
        strength = self.men[gun].fire
        if strength is None:
            raise GapError("fire strength")
        here = self.here(w, gang)
        fresh = tuple(n for n in here if self.soldier(w, n).order != DISORDERED)
        after: Step = ("after_fire", bout, gang, fresh)
        faces = []
        for face in range(10):
            result = face + strength + 1 + max(0, len(self.troops(here)) - 1)
            if result < 9:
                faces.append(Then(w))
            elif result < 13:
                checks = tuple(("under_fire", bout, group) for group in self.groups(here))
                faces.append(Then(w, (*checks, after)))
            else:
                hit = self.disorder(w, here)
                hit = self.retreat(hit, here, gang.room) if result > 14 else hit
                faces.append(Then(hit, (after,)))
        return Dice(tuple(faces))

    def under_fire(self, w: World, bout: Bout, group: Names) -> Move:
        hit = Then(self.disorder(w, group))
        return self.check(self.cohesion(w, group[0]), Then(w), hit)

    def after_fire(self, w: World, bout: Bout, gang: Gang, fresh: Names) -> Move:
        """Who merely shocks and is disordered by it is halted."""
        soldiers = {n: self.soldier(w, n) for n in fresh}
        hit = tuple(n for n, s in soldiers.items() if s.order == DISORDERED and s.place == NEXT)
        if not gang.charges:
            return Then(self.change(w, hit, place=HALTED))
        return Then(w)
