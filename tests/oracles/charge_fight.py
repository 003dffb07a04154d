"""Step 7 for the charge oracle: the modifiers, the die, the table."""

from fractions import Fraction

from tests.oracles.charge_moves import *

RATIOS = ((4, 1, 4), (3, 1, 3), (2, 1, 2), (3, 2, 1), (1, 1, 0), (2, 3, -1), (1, 2, -2), (1, 3, -3))


class Fighting(Questions):
    """One fight."""

    # ------------------------------------------------------------ step 7

    def fight(self, w: World, bout: Bout) -> Move:
        """Artillery alone is eliminated; the die decides about the other hexes."""
        lame = (n for g in bout.gangs if not g.charges for n in self.troops(self.here(w, g)))
        for name in [n for n in lame if self.soldier(w, n).order != GOOD]:
            w = self.note(w, "late", name)
        bout = self.mustered(w, bout)
        if not bout.gangs or not bout.fields:
            return Then(w)
        at_first = [n for f in bout.fields if f.back == 0 for n in self.in_field(w, f)]
        if any(self.soldier(w, n).ahead for n in at_first):
            raise GapError("defenders who left their hex for a counter-shock")
        for gang in bout.gangs:
            if gang.charges:
                w = self.change(w, self.here(w, gang), tired=bout.attack)
        alone = [f for f in bout.fields if not self.troops(self.in_field(w, f))]
        w = self.change(w, [n for f in alone for n in self.in_field(w, f)], place=ELIMINATED)
        rest = tuple(field for field in bout.fields if field not in alone)
        if not rest:
            return Then(w, (("follow", bout, ()),))
        if not all(self.strikes(bout, gang, field) for gang in bout.gangs for field in rest):
            raise GapError("one die of stacks that do not all attack the same")
        fought = bout._replace(fields=rest)
        whole = self.drm(w, fought)
        drms = [whole + self.ground(w, fought, field) for field in rest]
        faces = []
        for face in range(10):
            results = tuple((f, face + drm) for f, drm in zip(rest, drms, strict=True))
            faces.append(self.outcome(w, bout, results))
        return Dice(tuple(faces))

    def mustered(self, w: World, bout: Bout) -> Bout:
        """Who really fights, and where somebody is left to be fought."""
        gangs = []
        for gang in bout.gangs:
            able = () if self.turned(w, bout, gang) else self.able(w, gang)
            moves = max((self.soldier(w, n).ahead for n in able), default=0)
            if able:
                gangs.append(gang._replace(men=able, called=self.head(gang), moves=moves))
        fields = tuple(self.struck_by(w, bout, *gangs))
        return bout._replace(gangs=tuple(gangs), fields=fields, stacks=bout.gangs)

    def drm(self, w: World, bout: Bout) -> int:
        """What goes for all hexes of the fight."""
        assault = self.battle.assaults[bout.attack]
        attack, defence = self.attack(w, bout), self.defence(w, bout)
        total = bout.extra + self.charge_drm(w, bout) + self.penalty(bout.number)
        if bout.label.startswith(("pursuit", "breakthrough")):
            total += sum(field.pursuit for field in bout.fields)
        if bout.declared and assault.ratios is not None:
            given = dict(assault.ratios)
            known = [
                each for each in map(frozenset, (self.troops(attack), attack)) if each in given
            ]
            if not known:
                raise GapError("ratio")
            total += given[known[0]]
        else:
            total += self.ratio(attack, defence)
        return total

    def ratio(self, attack: Names, defence: Names) -> int:
        """Artillery has no strength here."""
        strength = []
        for side in (attack, defence):
            known = [self.men[n].strength for n in self.troops(side)]
            if None in known:
                raise GapError("strength")
            strength.append(sum(each or 0 for each in known))
        share = Fraction(strength[0], strength[1])
        return next((drm for a, d, drm in RATIOS if share >= Fraction(a, d)), -4)

    def charge_drm(self, w: World, bout: Bout) -> int:
        """+3, +1, or -2 at a square (TG-9.83, TG-9.85f); less for a counter-charge (TG-9.86c)."""
        gangs = [gang for gang in bout.gangs if gang.charges]
        if not gangs:
            return 0
        total = 0
        countered = self.countered(w, bout)
        stopped = [head for heads, _ in countered for head in heads]
        if any(self.square(w, field) for field in bout.fields):
            total = -2
        elif not (stopped and self.r.countercharge_stops == "whole_charge"):
            going = [
                n
                for gang in gangs
                if self.head(gang) not in stopped
                for n in self.here(w, gang)
                if self.soldier(w, n).order == GOOD
                or self.r.charging_on_disordered in ("in_full", "no_pursuit")
            ]
            heavy = some(self.heavies(going))
            if heavy is None:
                raise GapError("heavy or light")
            total = 3 if heavy else 1 if going else 0
        back = some([self.thrown_back(w, gangs, *each) for each in countered])
        if back is None:
            raise GapError("heavy or light")
        return total - back

    def thrown_back(self, w: World, gangs: list[Gang], heads: Names, by: Names) -> bool | None:
        """Light cavalry was counter-charged by heavy."""
        aimed = [n for g in gangs if self.head(g) in heads for n in self.here(w, g)]
        left = [n for n in by if self.soldier(w, n).place not in OUT_OF_HEX]
        return self.lighter(aimed, left) if aimed and left else False

    def ground(self, w: World, bout: Bout, field: Field) -> int:
        """Clear terrain, position, cohesion: of one hex, or of all as one (R-N24)."""
        fields = (field,) if self.r.several_hexes == "each_its_own" else bout.fields
        cohesion = self.battle.assaults[bout.attack].cohesion if bout.declared else None
        if cohesion is None:
            theirs = [n for each in fields for n in self.in_field(w, each)]
            sides_met = self.attack(w, bout), tuple(theirs)
            best = [max(self.cohesion(w, n) for n in self.troops(side)) for side in sides_met]
            cohesion = best[0] - best[1]
        sides = [self.position(w, bout, g, f) for f in fields for g in bout.gangs]
        front, rear = "front" in sides, "rear" in sides
        grounds = [each.clear for each in fields]
        clear = all(grounds)
        on_foot = not self.riders(self.attack(w, bout))
        riders = self.riders(n for each in fields for n in self.in_field(w, each))
        total = 1 if clear and front and not (on_foot and riders) else 0
        if total and "unspecified" in grounds:
            raise GapError("whether a flank is open")
        if rear:
            total += 3 if front else 2
        return total + cohesion

    def position(self, w: World, bout: Bout, gang: Gang, field: Field) -> str:
        """Front, rear; or neither: in the rear, but in the front of another enemy."""
        side = self.side(gang, field)
        fields = (field,) if self.r.several_hexes == "each_its_own" else bout.fields
        square = any(self.square(w, each) for each in fields)
        riders = self.riders(n for each in fields for n in self.in_field(w, each))
        alert = any(self.soldier(w, n).order == GOOD for n in riders)
        if square or side == "front" or (side == "flank" and alert):
            return "front"
        met = [each.name for each in bout.fields]
        known = [] if isinstance(gang.through, str) else [name for name, _ in gang.through]
        others = [each for each in bout.fields if each != field]
        named = [each for _, f in self.hexes() for each in met_in_all(f)]
        others += [f for f in named if f.name in known and f.name not in met]
        seen = gang.elsewhere or any(self.watches(w, each, gang) for each in others)
        return "neither" if seen else "rear"

    def watches(self, w: World, field: Field, gang: Gang) -> bool:
        """Those of a hex are still in it, and have a stack in their front; a square all around."""
        there = [n for n in self.in_field(w, field) if not self.soldier(w, n).ahead]
        return bool(there) and (self.side(gang, field) == "front" or self.square(w, field))

    def penalty(self, number: int) -> int:
        """For each further charge in pursuit (TG-9.87e)."""
        if not number:
            return 0
        return {"cumulative": -number, "first_free": 1 - number, "flat": -1}[self.r.pursuit_penalty]

    # ------------------------------------------------------------ the table

    def outcome(self, w: World, bout: Bout, results: tuple[tuple[Field, int], ...]) -> Then:
        """The rows of the hexes: the attackers suffer each effect once."""
        rows = [result for _, result in results]
        struck: list[tuple[Names, str, str]] = []
        if min(rows) < 5:
            hows = ["check" if row >= 0 else self.r.retreat_below_zero for row in rows if row < 5]
            how = next((each for each in ("automatic", "check") if each in hows), "none")
            struck += [(gang.men, gang.room, how) for gang in bout.gangs]
        for field, row in results:
            if row >= 5:
                how = "automatic" if row >= 10 else "check"
                struck.append((self.in_field(w, field), field.room, how))
        after = w
        for names, _, _ in struck:
            after = self.disorder(after, names)
        first: list[Step] = []
        then: list[Step] = []
        for names, room, how in struck:
            left = tuple(n for n in names if self.soldier(after, n).place not in OFF_MAP)
            fresh = tuple(n for n in left if self.soldier(w, n).order != DISORDERED)
            if how == "automatic":
                first += [("driven", bout, n, room) for n in left]
            elif how == "check":
                then += self.holding(bout, left, room, fresh)
        return Then(after, (*first, *then, ("follow", bout, results)))

    def holding(self, bout: Bout, left: Names, room: str, fresh: Names) -> Steps:
        """Who checks against a retreat: artillery never rolls, and goes with the last (R-N19)."""
        troops = self.troops(left)
        guns = tuple(n for n in left if n not in troops)
        with_them: Step = ("go_with", bout, troops, guns, room)
        if self.r.stack_checks == "top" and troops:
            return (("hold", bout, troops[0], left, room, fresh),)
        return (*(("hold", bout, n, (n,), room, fresh) for n in troops), with_them)

    def hold(self, w: World, bout: Bout, top: str, names: Names, room: str, fresh: Names) -> Move:
        printed = self.r.retreat_check_cohesion == "printed" and top in fresh
        back = Then(w, tuple(("driven", bout, n, room) for n in names))
        return self.check(self.cohesion(w, top, printed=printed), Then(w), back)

    def go_with(self, w: World, bout: Bout, troops: Names, guns: Names, room: str) -> Move:
        if any(self.soldier(w, n).place not in OUT_OF_HEX for n in troops):
            return Then(w)
        return Then(w, tuple(("driven", bout, n, room) for n in guns))
