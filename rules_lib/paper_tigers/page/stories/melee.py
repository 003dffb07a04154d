"""A melee played blow by blow: the reader is the crew in cover, and decides on every re-roll."""

from functools import cache
from itertools import product
from typing import Any

from rules_lib.errors import InvalidValue
from rules_lib.notebook.learn.casting import Group, Throw
from rules_lib.notebook.learn.story import Line
from rules_lib.notebook.learn.walk import Chances, Moment, Process, Roll, Way
from rules_lib.notebook.reveal import Sentence, say
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee.adjudicate import tell
from rules_lib.paper_tigers.melee.course import Course, Deciding, End, Node, Thrown
from rules_lib.paper_tigers.melee.odds import best_policy, outcome_of, played
from rules_lib.paper_tigers.melee.rules import deductions, opening
from rules_lib.paper_tigers.melee.state import Outcome, State
from rules_lib.probability import dice
from rules_lib.transcript import Step

PARTS = (Outcome.ATTACKER_WINS, Outcome.BOTH_REMOVED, Outcome.UNDECIDED, Outcome.DEFENDER_WINS)
"""How a melee ends, in the order it is drawn: attacker left, defender right; or never."""
READ = {"reroll_decided": "seeing_both", "rerolls": "each_exchange"}
"""The readings under which the reader decides each time, with both rolls on the table."""


def lesson() -> Sentence:
    """What to take home from the melee: said only where the engine bears it out."""
    process = _Walk()
    learned = process.worth_of.never_worse_than_a_lost_exchange()
    return say(process.data["lesson"]["learned" if learned else "open"])


class Worth:
    """The chances of a melee from any moment on, if the defender re-rolls to be the only one left.

    Nothing of the rules is here: what dice lead to, and how often, is asked of the engine.
    """

    def __init__(self, pairing: melee.Pairing) -> None:
        self.pairing = pairing
        self._course, self._policy = played(pairing, melee.Goal.WIN)
        self._known: dict[Node, Chances] = {}

    def at(self, moment: Node) -> Chances:
        """The chances from a state before or within an exchange, or of an end."""
        if moment not in self._known:
            chain = self._course.process(moment).chain(self._policy)
            ends = chain.ends.map(outcome_of)
            self._known[moment] = tuple(ends[each] for each in PARTS)
        return self._known[moment]

    def if_kept(self, state: State, enemy: int, own: int) -> Chances:
        """The chances if these rolls stand."""
        return self.at(Course(self.pairing, "never").thrown(state, enemy, own))

    def if_rolled_again(self, state: State, enemy: int) -> Chances:
        """The chances if the defender rolls again, before it does."""
        return self.at(Thrown(state, enemy, rerolled=True))

    def never_worse_than_a_lost_exchange(self) -> bool:
        """Whether rolling again is at least as good as any roll that loses the exchange."""
        decisions = best_policy(self.pairing, melee.Goal.WIN).decisions
        attacks, owns = (dice.total(card.combat_dice) for card in self.pairing.cards)
        return all(
            self.if_rolled_again(state, enemy)[3] >= self.if_kept(state, enemy, own)[3]
            for state, enemy, own in product({look.state for look in decisions}, attacks, owns)
            if melee.resolve_exchange(self.pairing, state, (enemy, own)).winner == "attacker"
        )


class _Walk(Process):
    """Every decision with the dice that are laid out, and every throw of real ones."""

    file = "paper_tigers", "melee/story.toml"

    def __init__(self) -> None:
        super().__init__()
        names = self.names
        self.rulings: melee.Rulings = names["rulings"]
        self.pairing = melee.Pairing(names["able"], names["crew"], self.rulings)
        self.course, self.worth_of = Course(self.pairing), Worth(self.pairing)
        for field, value in READ.items():
            if getattr(self.rulings, field) != value:
                raise InvalidValue(field, getattr(self.rulings, field), f"{value!r} in this story")
        self.enemy = Group("Able’s dice", "first", self.pairing.cards[0].combat_dice)
        self.own = Group("Your dice", "second", self.pairing.cards[1].combat_dice)
        self.again = Group("Your second roll", "second", self.own.count)
        self.does: dict[Any, Any] = {}
        self.comes_to = cache(self._does)
        self.seconds: dict[Any, Roll] = {}
        self.throws: dict[State, Roll] = {}

    def begin(self) -> tuple[str]:
        return ("start",)

    def at_start(self) -> Moment:
        state = opening(self.pairing)
        way = Way(("look", 1, state), self._throw(state))
        return Moment("start", (way,), self._facts(state), (), self.worth_of.at(state), "start")

    # With the dice that are laid out: each state before an exchange is told once.

    def at_look(self, number: int, state: State) -> Moment:
        """The dice lie on the table: keep, or roll again?"""
        thrown = self._laid(number)
        enemy, own, _ = map(sum, thrown)
        _, steps = self._exchange(state, enemy, own)
        lines = [
            Line(steps[1], Throw(self.enemy.label, "first", thrown[0])),
            Line(steps[2], Throw(self.own.label, "second", thrown[1])),
        ]
        ways = [
            Way(("result", number, state, False), chances=self.worth_of.if_kept(state, enemy, own))
        ]
        if self._may_roll_again(state, enemy, own):
            again = self.worth_of.if_rolled_again(state, enemy)
            ways.append(Way(("result", number, state, True), chances=again))
        names = {"number": number, **self._facts(state), **self._kept(state, own)}
        scene_id = f"look-{number}-{_key(state)}"
        return Moment("look" if ways[1:] else "see", tuple(ways), names, tuple(lines), id=scene_id)

    def at_result(self, number: int, state: State, again: bool) -> Moment:
        """What the exchange does, and whether the melee goes on."""
        thrown = self._laid(number)
        rolls = tuple(map(sum, thrown))[: 3 if again else 2]
        done, steps = self._exchange(state, *rolls)
        lines = list(map(Line, steps[2 if again else 3 :]))
        if again:
            lines[1] = Line(lines[1].step, Throw(self.again.label, "second", thrown[2]))
        ways: tuple[Way, ...] = ()
        if done.outcome == Outcome.GOES_ON and number < self.names["most_exchanges"]:
            ways = Way(("look", number + 1, done.after)), Way(("leave", number, done.after))
        scene_id = f"{'again' if again else 'keep'}-{number}-{_key(state)}"
        ways = ways[: 2 if number == 1 else 1]  # who has learned that no way out leads on
        return self._came("after", done, tuple(lines), ways, scene_id, number)

    def at_leave(self, number: int, state: State) -> Moment:
        way, scene_id = Way(("look", number + 1, state)), f"leave-{number}-{_key(state)}"
        chances = self.worth_of.at(state)
        return Moment("leave", (way,), self._facts(state), (), chances, scene_id)

    # With real dice: a scene follows from the state, and from what the rolls do.

    def at_lies(self, state: State, kept: Any, again: Roll) -> Moment:
        names = {**self._facts(state), **self._kept(state, None)}
        return Moment("lies", (Way(kept), Way(roll=again)), names)

    def at_then(self, state: State, enemy: int, own: int) -> Moment:
        done, steps = self._exchange(state, enemy, own)
        goes_on = done.outcome == Outcome.GOES_ON
        ways = (Way(roll=self._throw(done.after)),) if goes_on else ()
        return self._came("then", done, tuple(map(Line, steps[3:])), ways)

    def _throw(self, state: State) -> Roll:
        """Both roll."""
        if state not in self.throws:
            low, high = self.enemy.totals[0], self.own.totals[-1]
            self.throws[state] = Roll(
                (self.enemy, self.own),
                lambda rolls: self._lying(state, *rolls),
                (
                    lambda total: self._exchange(state, total, high)[1][1],
                    lambda total: self._exchange(state, low, total)[1][2],
                ),
            )
        return self.throws[state]

    def _lying(self, state: State, enemy: int, own: int) -> Any:
        kept = self.comes_to(state, enemy, own)
        if not self._may_roll_again(state, enemy, own):
            return kept
        leads = {second: self.comes_to(state, enemy, second) for second in self.own.totals}
        low = self.enemy.totals[0], self.own.totals[0]
        again = self.seconds.setdefault(
            (state, *leads.values()),
            Roll(
                (self.again,),
                lambda totals: leads[totals[0]],
                (lambda total: self._exchange(state, *low, total)[1][3],),
            ),
        )
        return "lies", state, kept, again

    def _does(self, state: State, *rolls: int) -> Any:
        """What an exchange comes to; the same for many rolls, of which the first ones are told."""
        done = melee.resolve_exchange(self.pairing, state, rolls)
        same = done.attacker_total == done.defender_total
        what = state, done.attacker_hit, done.defender_hit, done.winner, same, done.after
        return self.does.setdefault(what, ("then", state, *rolls[:2]))

    def _came(
        self,
        kind: str,
        done: melee.Exchange,
        lines: tuple[Line, ...],
        ways: tuple[Way, ...],
        scene_id: str = "",
        number: int = 0,
    ) -> Moment:
        state, goes_on = done.after, done.outcome == Outcome.GOES_ON
        end = End(done.outcome, state.attacker_hits, state.defender_hits)
        chances = self.worth_of.at(state if goes_on else end)
        names = {"number": number, **self._facts(state)}
        return Moment(kind if goes_on else "over", ways, names, lines, chances, scene_id)

    def _may_roll_again(self, state: State, enemy: int, own: int) -> bool:
        return isinstance(self.course.thrown(state, enemy, own), Deciding)

    def _laid(self, number: int) -> tuple[tuple[int, ...], ...]:
        rows: tuple[tuple[tuple[int, ...], ...], ...] = self.names["laid"]
        return rows[(number - 1) % len(rows)]

    def _exchange(self, state: State, *rolls: int) -> tuple[melee.Exchange, tuple[Step, ...]]:
        """An exchange and its steps: its heading, the rolls, what they do, how it stands."""
        done = melee.resolve_exchange(self.pairing, state, rolls)
        return done, tell(self.pairing, self.names["names"], [done], state)

    def _kept(self, state: State, own: int | None) -> dict[str, str]:
        """What a roll counts; without one there is room for what lies on the table."""
        less = deductions(self.pairing, state)[1].points
        left = f"{{second-{less}}}" if own is None else str(own - less)
        counts = f" (minus {less} is {left})" if less else ""
        return {"own": "{second}" if own is None else str(own), "counts": counts}

    def _facts(self, state: State) -> dict[str, str]:
        able, crew = self.pairing.limits
        return {
            "able_is": hurt(state.attacker_hits, able, shaken=state.attacker_shaken),
            "crew_is": hurt(state.defender_hits, crew, shaken=state.defender_shaken),
        }


def _key(state: State) -> str:
    """A state as a part of an id."""
    return "".join(str(int(each)) for each in state)


def hurt(hits: int, limit: int, *, shaken: bool = False) -> str:
    """How a unit stands, in words."""
    if hits >= limit:
        return "removed"
    carried = f"{hits} hit{'s' * (hits > 1)}" if hits else "unhurt"
    return f"{carried}, shaken" if shaken else carried


STORY = _Walk
