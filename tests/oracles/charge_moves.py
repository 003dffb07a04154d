"""What the steps of the charge oracle share: how a step answers, and what it asks of the world."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from tests.oracles.charge_plain import (
    DEFAULT,
    DISORDERED,
    ELIMINATED,
    NEXT,
    OFF_MAP,
    OUT_OF_HEX,
    RETREATED,
    SQUARE,
    WITHDRAWN,
    Battle,
    Bout,
    Field,
    Gang,
    GapError,
    Readings,
    Soldier,
    World,
)

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

    def in_field(self, w: World, field: Field) -> Names:
        return tuple(n for n in field.men if self.soldier(w, n).place not in OUT_OF_HEX)

    def defence(self, w: World, bout: Bout) -> Names:
        return tuple(n for field in bout.fields for n in self.in_field(w, field))

    def here(self, w: World, gang: Gang) -> Names:
        return tuple(n for n in gang.men if self.soldier(w, n).place == NEXT)

    def arrived(self, w: World, bout: Bout) -> list[Gang]:
        return [gang for gang in bout.gangs if self.here(w, gang)]

    def attack(self, w: World, bout: Bout) -> Names:
        return tuple(n for gang in bout.gangs for n in self.here(w, gang))

    def square(self, w: World, field: Field) -> bool:
        return any(self.soldier(w, n).order == SQUARE for n in self.in_field(w, field))

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
        met = {"open": RETREATED, "enemy_front": WITHDRAWN, "blocked": ELIMINATED}[room]
        left = [n for n in names if self.soldier(w, n).place not in OFF_MAP]
        return self.change(w, left, place=met)

    def groups(self, names: Names) -> list[Names]:
        """Who rolls: the stack by its top unit, or every unit for itself (R-N19)."""
        if not names:
            return []
        return [names] if self.r.stack_checks == "top" else [(n,) for n in names]

    def check(self, cohesion: int, passed: Then, failed: Then, drm: int = 0) -> Dice:
        return Dice(tuple(passed if face + drm <= cohesion else failed for face in range(10)))

    def ask(self, player: str, kind: str, who: str, bout: Bout, options: list[Any]) -> Choice:
        label = f"{bout.label}: " if bout.label else ""
        return Choice(player, f"{label}{kind} {who}", tuple(options))

    def charging(self, bout: Bout) -> bool:
        return any(gang.charges for gang in bout.gangs)

    def reactions(self, bout: Bout) -> list[Step]:
        if not self.charging(bout):
            return []
        kinds = ("form", "counter")
        return [(kind, bout, field) for field in bout.fields for kind in kinds]

    def enter(self, w: World, names: Iterable[str], field: Field) -> World:
        """Some hexes disorder whoever enters; nobody is disordered twice by that."""
        if not field.entry_disorders:
            return w
        return self.change(w, names, order=DISORDERED)

    def countered(self, w: World, bout: Bout) -> list[tuple[str, ...]]:
        """Counter-charges that succeeded: the top unit they were aimed at, who made them."""
        fields = [field.men[0] for field in bout.fields]
        return [
            note[2:3] + note[4:]
            for note in sorted(w.notes)
            if note[0] == "countered" and note[1] == bout.label and note[3] in fields
        ]
