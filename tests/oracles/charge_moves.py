"""What the steps of the charge oracle share: how a step answers, and what it asks of the world."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from tests.oracles.charge_plain import *

Step: TypeAlias = tuple[Any, ...]
"""Name of a method, the fight, what else it needs."""
Steps: TypeAlias = tuple[Step, ...]
Names: TypeAlias = tuple[str, ...]
Fates: TypeAlias = tuple[tuple[str, str, str], ...]
"""Name, place and order of every unit."""


class Then(NamedTuple):
    """It goes on with these steps."""

    world: World
    steps: Steps = ()


class Dice(NamedTuple):
    """What each of the ten faces leads to."""

    faces: tuple[Then, ...]


class Choice(NamedTuple):
    """A player chooses."""

    player: str
    question: str
    options: tuple[tuple[str, Then], ...]


Move: TypeAlias = Then | Dice | Choice
Chooser: TypeAlias = Callable[[str, tuple[str, ...]], str | None]
"""From a question and its options to an option; ``None`` leaves it open."""


def answers(plan: Mapping[str, str | bool]) -> Chooser:
    """A plan, by whole questions, by names or by kinds; what it leaves out is open.

    What is no option, such as "first", is the first of them.
    """

    def choose(question: str, options: tuple[str, ...]) -> str | None:
        asked = question.rpartition(": ")[2]
        keys = [key for key in plan if key in (question, asked) or asked.startswith(f"{key} ")]
        if not keys:
            return None
        answer = plan[max(keys, key=len)]
        word = ("no", "yes")[answer] if isinstance(answer, bool) else answer
        return word if word in options else options[0]

    return choose


def some(known: Iterable[bool | None]) -> bool | None:
    """Whether one of them is true; ``None`` if nobody can say."""
    seen = list(known)
    return True if True in seen else None if None in seen else False


class Questions:
    """What is so in the world, and what can be done to it."""

    def __init__(self, battle: Battle, readings: Readings = DEFAULT) -> None:
        self.battle, self.r = battle, readings
        self.men = {man.name: man for man in battle.men}
        self.at = {man.name: at for at, man in enumerate(battle.men)}

    # ------------------------------------------------------------ asking and changing the world

    def hexes(self) -> list[tuple[int, Field]]:
        """All hexes that can be attacked at first, and whose attack names them."""
        each = enumerate(self.battle.assaults)
        return [(n, field) for n, a in each for field in (*a.fields, *a.others)]

    def declared(self, w: World, number: int) -> Bout:
        """A declared attack, and the hexes it now fights."""
        assault = self.battle.assaults[number]
        by_name = {field.name: field for _, field in self.hexes()}
        fields = tuple(by_name[name] for name in w.posts[number])
        return Bout(number, assault.gangs, fields, extra=assault.other)

    def soldier(self, w: World, name: str) -> Soldier:
        return w.soldiers[self.at[name]]

    def change(self, w: World, names: Iterable[str], **fields: Any) -> World:
        soldiers = list(w.soldiers)
        for name in names:
            soldiers[self.at[name]] = soldiers[self.at[name]]._replace(**fields)
        return w._replace(soldiers=tuple(soldiers))

    def note(self, w: World, *note: str) -> World:
        return w._replace(notes=w.notes | {note})

    def cohesion(self, w: World, name: str, *, printed: bool = False) -> int:
        man = self.men[name]
        if printed or self.soldier(w, name).order != DISORDERED:
            return man.cohesion
        if man.low is not None:
            return man.low
        if self.r.disordered_cohesion == "must_be_given":
            raise GapError(f"disordered cohesion of {name}")
        return max(man.cohesion - 1, 0)

    def kind(self, name: str) -> str:
        return self.men[name].kind

    def riders(self, names: Iterable[str]) -> Names:
        return tuple(n for n in names if self.kind(n) == "cavalry")

    def troops(self, names: Iterable[str]) -> Names:
        return tuple(n for n in names if self.kind(n) != "artillery")

    def heavies(self, names: Iterable[str]) -> list[bool | None]:
        return [self.men[n].heavy for n in self.riders(names)]

    def lighter(self, own: Iterable[str], foe: Iterable[str]) -> bool | None:
        """Cavalry of one hex is light and that of another heavy, as R-N28 weighs a stack."""
        sides = []
        for names in (own, foe):
            heavy = self.heavies(names)
            if self.r.countercharge_judged_by == "top_unit":
                heavy = heavy[:1]
            elif self.r.countercharge_judged_by == "whole_stack":
                heavy = [some(heavy)]
            sides.append(heavy)
        lights, heavies = sides
        pairs = [(a, b) for a in lights for b in heavies]
        found = [False if a or b is False else None if None in (a, b) else True for a, b in pairs]
        return some(found)

    # ------------------------------------------------------------ who is where

    def in_field(self, w: World, field: Field) -> Names:
        """Who stands in a hex; who retreated out of it, and was met again, does not."""
        found = ((n, self.soldier(w, n)) for n in field.men)
        return tuple(
            n for n, s in found if s.place not in OUT_OF_HEX and field.back in (-1, s.back)
        )

    def defended(self, w: World, bout: Bout) -> list[Field]:
        return [field for field in bout.fields if self.in_field(w, field)]

    def defence(self, w: World, bout: Bout) -> Names:
        return tuple(n for field in bout.fields for n in self.in_field(w, field))

    def here(self, w: World, gang: Gang) -> Names:
        return tuple(n for n in gang.men if self.soldier(w, n).place == NEXT)

    def arrived(self, w: World, bout: Bout) -> list[Gang]:
        return [g for g in bout.gangs if self.here(w, g) and not self.turned(w, bout, g)]

    def able(self, w: World, gang: Gang) -> Names:
        """Who fights: of those who merely shock, whoever is still in good order."""
        here = self.here(w, gang)
        if not gang.charges:
            lost = [n for n in self.troops(here) if self.soldier(w, n).order != GOOD]
            here = tuple(n for n in here if n not in lost)
        return here if self.troops(here) else ()

    def attack(self, w: World, bout: Bout) -> Names:
        return tuple(n for gang in bout.gangs for n in self.here(w, gang))

    def square(self, w: World, field: Field) -> bool:
        return any(self.soldier(w, n).order == SQUARE for n in self.in_field(w, field))

    def head(self, gang: Gang) -> str:
        """The name by which a stack goes."""
        return gang.called or gang.men[0]

    def strikes(self, bout: Bout, gang: Gang, field: Field) -> bool:
        """A stack attacks what its attack has declared, and all else that it sees before it."""
        assault = self.battle.assaults[bout.attack]
        seen = [f.name for f in assault.others] if gang.in_front is None else gang.in_front
        return not bout.declared or field.name in (*(f.name for f in assault.fields), *seen)

    def against(self, bout: Bout, field: Field) -> Bout:
        """As if only those were there who attack a hex."""
        return bout._replace(gangs=tuple(g for g in bout.gangs if self.strikes(bout, g, field)))

    def struck_by(self, w: World, bout: Bout, *gangs: Gang) -> list[Field]:
        """Where somebody is left whom one of these attacks."""
        fields = self.defended(w, bout)
        return [f for f in fields if any(self.strikes(bout, gang, f) for gang in gangs)]

    def side(self, gang: Gang, field: Field) -> str:
        """Through which side of a hex a stack comes."""
        return gang.through if isinstance(gang.through, str) else dict(gang.through)[field.name]

    def hex_of(self, w: World, bout: Bout, gang: Gang) -> list[Gang]:
        """The stacks that have arrived in one hex with this one."""
        place = gang.beside or self.head(gang)
        return [g for g in self.arrived(w, bout) if (g.beside or self.head(g)) == place]

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

    # ------------------------------------------------------------ what is done to units

    def disorder(self, w: World, names: Iterable[str]) -> World:
        """Disorder; the second makes a unit withdraw, artillery is eliminated."""
        for name in names:
            if self.soldier(w, name).order != DISORDERED:
                w = self.change(w, [name], order=DISORDERED)
            else:
                gone = ELIMINATED if self.kind(name) == "artillery" else WITHDRAWN
                w = self.change(w, [name], place=gone)
        return w

    def retreat(self, w: World, names: Iterable[str], room: str) -> World:
        """One hex away, or worse if there is no room."""
        left = [n for n in names if self.soldier(w, n).place not in OFF_MAP]
        if left and room == "unspecified":
            raise GapError("where to retreat")
        met = {"open": RETREATED, "enemy_front": WITHDRAWN, "blocked": ELIMINATED}
        return self.change(w, left, place=met[room]) if left else w

    def move_on(self, w: World, names: Iterable[str]) -> World:
        for name in names:
            w = self.change(w, [name], ahead=self.soldier(w, name).ahead + 1)
        return w

    def met_at(self, w: World, names: Iterable[str]) -> World:
        """Who has retreated is attacked where it now stands."""
        for name in names:
            soldier = self.soldier(w, name)
            if soldier.place == RETREATED:
                w = self.change(w, [name], place=STARTS, back=soldier.back + 1)
        return w

    def enter(self, w: World, names: Iterable[str], field: Field) -> World:
        """Some hexes disorder whoever enters; nobody is disordered twice by that."""
        fresh = [n for n in names if self.soldier(w, n).order != DISORDERED]
        if not field.entry_disorders or not fresh:
            return w
        if field.entry_disorders == "unspecified":
            raise GapError("whether the ground disorders")
        return self.change(w, names, order=DISORDERED)

    # ------------------------------------------------------------ dice, questions, notes

    def groups(self, names: Names) -> list[Names]:
        """Who rolls: the stack by its top unit, artillery only alone; or each (R-N19)."""
        if self.r.stack_checks == "each":
            return [(n,) for n in names]
        first = (self.troops(names) or names)[:1]
        return [(*first, *(n for n in names if n not in first))] if names else []

    def check(self, cohesion: int, passed: Then, failed: Then, drm: int = 0) -> Dice:
        return Dice(tuple(passed if face + drm <= cohesion else failed for face in range(10)))

    def ask(self, by: bool, kind: str, who: str, bout: Bout, options: list[Any]) -> Choice:
        """``by``: whoever attacks in this fight is asked; otherwise the other side."""
        label = f"{bout.label}: " if bout.label else ""
        player = bout.by if by else other_side(bout)
        return Choice(player, f"{label}{kind} {who}", tuple(options))

    def before(self, bout: Bout) -> list[Step]:
        """Step 2: who leaves, hex by hex; then who enters the hexes that are empty."""
        kinds = ("leave", "occupy")
        return [(kind, bout, field) for kind in kinds for field in bout.fields]

    def charging(self, bout: Bout) -> bool:
        return any(gang.charges for gang in bout.gangs)

    def turned(self, w: World, bout: Bout, gang: Gang) -> bool:
        """Cavalry has counter-charged this infantry, which was to shock it."""
        return ("turned", str(bout.attack), bout.label, self.head(gang)) in w.notes

    def countered(self, w: World, bout: Bout) -> list[tuple[Names, Names]]:
        """Counter-charges that succeeded: the stacks they were aimed at, who made them."""
        known = ("countered", str(bout.attack), bout.label)
        fields = [field.name for field in bout.fields]
        notes = [note for note in sorted(w.notes) if note[:3] == known and note[3] in fields]
        return [(tuple(note[4].split("|")), tuple(note[5].split("|"))) for note in notes]


def other_side(bout: Bout) -> str:
    """Who is attacked in a fight."""
    return "defender" if bout.by == "attacker" else "attacker"
