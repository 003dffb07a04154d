"""Step 7 for the charge oracle: the modifiers, the die, the table."""

from fractions import Fraction

from tests.oracles.charge_moves import Dice, Move, Names, Questions, Step, Then, some
from tests.oracles.charge_plain import (
    DISORDERED,
    GOOD,
    OFF_MAP,
    OUT_OF_HEX,
    Bout,
    GapError,
    World,
)

RATIOS = ((4, 1, 4), (3, 1, 3), (2, 1, 2), (3, 2, 1), (1, 1, 0), (2, 3, -1), (1, 2, -2), (1, 3, -3))


class Fighting(Questions):
    """One fight."""

    # ------------------------------------------------------------ step 7

    def fight(self, w: World, bout: Bout) -> Move:
        attack, defence = self.attack(w, bout), self.defence(w, bout)
        turned = bout.declared and ("turned", str(bout.attack)) in w.notes
        if turned or not attack or not defence:
            return Then(w)
        drm = self.drm(w, bout)
        for gang in bout.gangs:
            if gang.charges:
                w = self.change(w, self.here(w, gang), tired=True)
        return Dice(tuple(self.outcome(w, bout, face + drm) for face in range(10)))

    def drm(self, w: World, bout: Bout) -> int:
        assault = self.battle.assaults[bout.attack]
        attack, defence = self.attack(w, bout), self.defence(w, bout)
        total = bout.extra + self.charge_drm(w, bout)
        if bout.declared and assault.ratios is not None:
            given = dict(assault.ratios)
            if frozenset(attack) not in given:
                raise GapError("ratio")
            total += given[frozenset(attack)]
        else:
            total += self.ratio(attack, defence)
        if bout.declared and assault.cohesion is not None:
            total += assault.cohesion
        else:
            best = []
            for side in (attack, defence):
                if not self.troops(side):
                    raise GapError("cohesion of artillery alone")
                best.append(max(self.cohesion(w, n) for n in self.troops(side)))
            total += best[0] - best[1]
        return total + self.ground(w, bout) + self.penalty(bout.number)

    def ratio(self, attack: Names, defence: Names) -> int:
        strength = []
        for side in (attack, defence):
            known = [self.men[n].strength for n in side]
            if None in known:
                raise GapError("strength")
            strength.append(sum(each or 0 for each in known))
        share = Fraction(strength[0], strength[1])
        return next((drm for a, d, drm in RATIOS if share >= Fraction(a, d)), -4)

    def charge_drm(self, w: World, bout: Bout) -> int:
        """+3, +1, or -2 at a square (9.83, 9.85); less what a counter-charge takes (9.86)."""
        gangs = [gang for gang in self.arrived(w, bout) if gang.charges]
        if not gangs:
            return 0
        total = 0
        stopped = [note[0] for note in self.countered(w, bout)]
        if any(self.square(w, field) for field in bout.fields):
            total = -2
        elif not (stopped and self.r.countercharge_stops == "whole_charge"):
            going = [
                n
                for gang in gangs
                if gang.men[0] not in stopped
                for n in self.here(w, gang)
                if self.soldier(w, n).order == GOOD or self.r.disordered_charge_bonus
            ]
            heavy = some(self.heavies(going))
            if heavy is None:
                raise GapError("heavy or light")
            total = 3 if heavy else 1 if going else 0
        thrown = [self.thrown_back(w, bout, note) for note in self.countered(w, bout)]
        back = some(thrown)
        if back is None:
            raise GapError("heavy or light")
        return total - back

    def thrown_back(self, w: World, bout: Bout, note: Names) -> bool | None:
        """Light cavalry was counter-charged by heavy."""
        gang = next(g for g in bout.gangs if g.men[0] == note[0])
        left = [n for n in note[1:] if self.soldier(w, n).place not in OUT_OF_HEX]
        if not self.here(w, gang) or not left:
            return False
        heavy, by = some(self.heavies(self.here(w, gang))), some(self.heavies(left))
        if heavy is True or by is False:
            return False
        return None if None in (heavy, by) else True

    def ground(self, w: World, bout: Bout) -> int:
        """Clear terrain and position."""
        defence = self.defence(w, bout)
        square = any(self.square(w, field) for field in bout.fields)
        alert = any(self.soldier(w, n).order == GOOD for n in self.riders(defence))
        front = rear = False
        for gang in self.arrived(w, bout):
            if square or gang.through == "front" or (gang.through == "flank" and alert):
                front = True
            elif not gang.elsewhere:
                rear = True
        clear = all(field.clear for field in bout.fields if self.in_field(w, field))
        on_foot = not self.riders(self.attack(w, bout))
        total = 1 if clear and front and not (on_foot and self.riders(defence)) else 0
        if rear:
            total += 3 if front else 2
        return total

    def penalty(self, number: int) -> int:
        if not number:
            return 0
        return {"cumulative": -number, "first_free": 1 - number, "flat": -1}[self.r.pursuit_penalty]

    def outcome(self, w: World, bout: Bout, result: int) -> Then:
        """One row of the table."""
        attackers = [(self.here(w, gang), gang.room) for gang in bout.gangs]
        defenders = [(self.in_field(w, field), field.room) for field in bout.fields]
        struck = attackers if result < 5 else defenders
        how = "check" if 0 <= result < 10 else "automatic"
        if result < 0:
            how = self.r.retreat_below_zero
        steps: list[Step] = []
        after = w
        for names, room in struck:
            after = self.disorder(after, names)
            left = tuple(n for n in names if self.soldier(after, n).place not in OFF_MAP)
            if how == "automatic":
                after = self.retreat(after, left, room)
            elif how == "check":
                fresh = tuple(n for n in left if self.soldier(w, n).order != DISORDERED)
                steps += [("hold", bout, group, room, fresh) for group in self.groups(left)]
        return Then(after, (*steps, ("follow", bout, result)))

    def hold(self, w: World, bout: Bout, group: Names, room: str, fresh: Names) -> Move:
        top = group[0]
        printed = self.r.retreat_check_cohesion == "printed" and top in fresh
        back = Then(self.retreat(w, group, room))
        return self.check(self.cohesion(w, top, printed=printed), Then(w), back)
