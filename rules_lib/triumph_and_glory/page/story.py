"""Two charges at one regiment: the reader leads it, and forms square or stands in line."""

from dataclasses import replace
from functools import cache

from rules_lib.notebook.learn.casting import Group
from rules_lib.notebook.learn.story import Line
from rules_lib.notebook.learn.walk import Moment, Process, Roll, State, Way, sure
from rules_lib.notebook.markup import Html
from rules_lib.notebook.palette import Role
from rules_lib.transcript import Step

from .. import charge
from ..charge.attack import Stack, Target
from ..charge.from_map.fronts import retreats
from ..charge.rules.modifiers import charge_drm
from ..charge.state import Place
from .charges import PATHS, stage

Decided = tuple[bool, int] | None
"""Square or not, and how many dice lay on the table then."""


class _Walk(Process):
    """Each die and each decision as the engine asks for it."""

    file = "triumph_and_glory", "charge/story.toml"

    def begin(self) -> State:
        self.run = cache(self._run)
        self._values["end",] = sure(0)  # what is told there asks what the way there is worth
        return ("charge", 0, (), None)

    def at_charge(self, number: int, dice: tuple[int, ...], decided: Decided) -> Moment:
        rider, now = self.names["chargers"][number], self.run(number, dice, decided)
        kind = "heavy" if rider.heavy else "light"
        names = {"rider": rider, "kind": kind, "bonus": charge_drm([rider]), "fates": now.fates}
        heading, steps = self._told(number, dice, decided, now)
        lines = tuple(map(Line, steps))
        names |= {"heading": heading}
        at = self._map(rider.name, now)
        if now.missing is None:
            if now.fates[self.names["orlov"].name].place != Place.STARTS:
                return Moment("gone", (), names, lines, sure(1), map=at)
            last = number + 1 == len(self.names["chargers"])
            to = ("end",) if last else ("charge", number + 1, (), None)
            return Moment("stood", (Way(to),), names, lines, map=at)
        if now.missing.what != "die":
            ways = (Way(("charge", number, dice, (form, len(dice)))) for form in (True, False))
            return Moment("decide", tuple(ways), names, lines, map=at)
        names |= {"asked": now.missing.text.removesuffix(".")}
        way = Way(roll=self._roll(number, dice, decided, now))
        if not dice:
            scene_id = f"charge-{number}"
            return Moment(("first", "second")[number], (way,), names, id=scene_id, map=at)
        return Moment("roll", (way,), names, lines, map=at)

    def at_end(self) -> Moment:
        """What to take home, where the engine bears it out."""
        square = []
        for number in range(len(self.names["chargers"])):
            ways = self.at(("charge", number, (0,), None)).ways
            worths = [self.worth(way)[self.headline] for way in ways]
            square.append(len(worths) > 1 and worths[0] > worths[1])
        learned = square == [False, True]
        lesson = self.names.fill(self.data["lesson"]["learned" if learned else "open"])
        names = {"lesson": lesson, "learned": learned}
        return Moment("end", (), names, chances=sure(0), id="stands")

    def _map(self, rider: str, now: charge.Charge) -> Html:
        """Where the rider and the regiment stand; of the other riders this story tells nothing."""
        *_, beside, target = PATHS[rider]
        field = self.names["field"]
        riding, stands = (field.find(each) for each in (rider, self.names["orlov"].name))
        field = replace(field, units=[replace(riding, hex=beside), stands])
        later = {}
        for each, here, enemy in ((riding, beside, target), (stands, target, beside)):
            place = now.fates[each.name].place
            if place == Place.RETREATED:
                later[each.name] = next(iter(retreats(field, here, [enemy])))
            elif place == Place.ADVANCED:
                later[each.name] = enemy
        field = replace(field, units=[riding, stands])
        return stage(
            field, {rider: PATHS[rider]}, now.fates, later, f"{rider} and {stands.name}:"
        ).svg

    def _run(self, number: int, dice: tuple[int, ...], decided: Decided) -> charge.Charge:
        target = Target((self.names["orlov"],), counter_shocks=())
        situation = charge.Situation.of([Stack((self.names["chargers"][number],))], [target])
        plan = {"square": decided[0]} if decided else {}
        return charge.adjudicate(
            situation, dice, {**self.names["plan"], **plan}, self.names["rulings"]
        )

    def _told(
        self, number: int, dice: tuple[int, ...], decided: Decided, now: charge.Charge
    ) -> tuple[str, tuple[Step, ...]]:
        """The heading of a scene, and what has happened since the one before."""
        if decided and decided[1] == len(dice):
            before = self.run(number, dice, None)
            words = self.data["scene"]["decide"]["choices"]
            return words[0 if decided[0] else 1], now.steps[len(before.steps) :]
        if not dice:
            return "", ()
        before = self.run(number, dice[:-1], decided)
        assert before.missing is not None
        steps = _but_the_die(now, before, dice[-1])
        if steps and steps[0].heading:
            return steps[0].text, steps[1:]
        return before.missing.text.removesuffix("."), steps

    def _roll(
        self, number: int, dice: tuple[int, ...], decided: Decided, now: charge.Charge
    ) -> Roll:
        """A die of ten sides; faces that do the same lead to the same state."""
        assert now.missing is not None
        own = now.missing.who == self.names["orlov"].name
        role: Role = "second" if own else "first"
        label = "Your die" if own else f"{self.names['chargers'][number].name}’s die"
        group = Group(label, role, 1, "ten", 0, 9)
        say: dict[int, Step] = {}
        same: dict[int, int] = {}
        first: dict[object, int] = {}
        for face in group.totals:
            after = self.run(number, (*dice, face), decided)
            (step,) = [each for each in after.steps[len(now.steps) :] if each.faces == (face,)]
            say[face] = replace(step, throw="", faces=())
            does = _but_the_die(after, now, face), after.missing, tuple(after.fates.items())
            same[face] = first.setdefault(does, face)
        return Roll(
            (group,),
            lambda totals: ("charge", number, (*dice, same[totals[0]]), decided),
            (say.__getitem__,),
            laid=((self.names["laid"][number].get(now.missing.kind, self.names["other"]),),),
        )


def _but_the_die(now: charge.Charge, before: charge.Charge, face: int) -> tuple[Step, ...]:
    """What has happened since, but for the die that fell."""
    steps = now.steps[len(before.steps) :]
    return tuple(step for step in steps if step.faces != (face,))


STORY = _Walk
