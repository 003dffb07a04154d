"""How a melee goes on: what is due in each of its states, exchange by exchange.

Recorded dice, rolled dice, the odds and the best re-rolls all read :meth:`Course.move`. The rules
that it asks are in ``rules``. A state leads to the attacker's roll, to the defender's, perhaps to a
re-roll, and to the next state or the end. :meth:`Course._ahead` and what it calls
(:func:`verdicts`) only make the odds fast: they count all dice of an exchange at once, where the
moves alone would let every roll of one side meet every roll of the other. The odds stay the same.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee import rules
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import Deduction, Exchange, Outcome, Pairing, Rolls, State
from rules_lib.probability import dice
from rules_lib.probability.contests import Marked, by_mark, contests
from rules_lib.rulebook import implements, uses
from rules_lib.system.process import Choice, Move, Process, Roll, Round, total_of
from rules_lib.system.process import End as Over
from rules_lib.values.frozen import FrozenMap

Habit: TypeAlias = Literal["never", "if_missed"]
"""What a defender in cover does without thinking: keep each roll, or repeat each miss."""

ATTACKER, DEFENDER = "attacker", "defender"
COVER, KEEP, AGAIN = "cover", "keep", "re-roll"
"""The decision of a defender in cover, and its two answers; the second roll goes by the last."""


Throws: TypeAlias = tuple[tuple[Card, Card], tuple[int, int], Rulings]
"""All that two rolls depend on: cards and deductions of both sides, and how the rules are read."""


@lru_cache(maxsize=256)
def shown(card: Card, points: int, rulings: Rulings, lies: int | None = None) -> Marked:
    """The totals of a card after a deduction: of all its rolls, or of the one that lies there."""
    rolls = dice.total(card.combat_dice).weights if lies is None else {lies: 1}
    faces = [(*rules.face(card, roll, points, rulings), weight) for roll, weight in rolls.items()]
    return FrozenMap(by_mark(faces))


@lru_cache(maxsize=256)
def verdicts(throws: Throws, attack: int | None, own: int | None) -> Mapping[rules.Verdict, int]:
    """How often each verdict comes.

    Args:
        attack, own: the roll of a side that lies on the table already, and stands.
    """
    cards, points, rulings = throws
    sides = map(shown, cards, points, (rulings, rulings), (attack, own))
    found: dict[rules.Verdict, int] = {}
    for shows, n in contests(*sides).items():
        verdict = rules.judge(*shows, rulings)
        found[verdict] = found.get(verdict, 0) + n
    return FrozenMap(found)


class End(NamedTuple):
    """A melee that is over. Made by `odds`.

    Attributes:
        outcome: how it ended.
        attacker_hits, defender_hits: hits carried, at most those that remove the unit.
    """

    outcome: Outcome
    attacker_hits: int
    defender_hits: int


class Thrown(NamedTuple):
    """An exchange under way: the rolls that stand, ``None`` where dice are still due."""

    before: State
    attack: int | None = None
    own: int | None = None
    rerolled: bool = False


class Deciding(NamedTuple):
    """A defender in cover looks at the dice, and may roll again (PT-M13).

    Attributes:
        before: the melee before the exchange.
        attack: the attacker's roll; ``None`` if it is not known yet (R-M5).
        stands: what the exchange comes to if his roll stands; the roll itself while the attacker's
            is not known.
    """

    before: State
    attack: int | None
    stands: rules.Verdict | int


Next: TypeAlias = State | End
Node: TypeAlias = Next | Thrown | Deciding
BETWEEN = State, End
"""Where a melee is between two exchanges; in the other two an exchange is under way."""


@dataclass(frozen=True)
class Course:
    """A melee under its rulings.

    An exchange is :meth:`move`, which says whose dice are due; ``_on``, what they lead to; and
    ``_then``, which judges it, counts the hits and tells whether the melee is over.

    Attributes:
        habit: what a defender in cover does; ``None``: he is asked each time.
    """

    pairing: Pairing
    habit: Habit | None = None

    def process(self, start: Node | None = None) -> Process[Node]:
        """From the first exchange, or from where it stands, to the end; a round is an exchange."""
        return Process(
            rules.opening(self.pairing) if start is None else start,
            self.move,
            between=lambda now: type(now) in BETWEEN,
            ahead=self._ahead,
        )

    @implements("PT-M8", "PT-M13")
    @uses("R-M4", "R-M5", "R-M13")
    def move(self, now: Node) -> Move[Node]:
        """What is due: the attacker's dice, the defender's, his decision, his second roll."""
        if isinstance(now, End):
            return Over(now)
        if isinstance(now, Deciding):
            return Choice(COVER, self.options(now), ("PT-M13", "R-M5"))
        thrown = now if isinstance(now, Thrown) else Thrown(now)
        if thrown.rerolled and thrown.own is None:
            return self._roll(AGAIN, 1, lambda roll: self._on(thrown._replace(own=roll)))
        own_first = self.blind and self.is_open(thrown) and thrown.own is None
        if thrown.attack is None and not own_first:
            return self._roll(ATTACKER, 0, lambda roll: self._on(thrown._replace(attack=roll)))
        return self._roll(DEFENDER, 1, lambda roll: self._on(thrown._replace(own=roll)))

    @property
    def blind(self) -> bool:
        """He decides before he sees the attacker's roll (R-M5)."""
        return self.pairing.rulings.reroll_decided == "seeing_own"

    def is_open(self, now: Thrown) -> bool:
        """Whether the re-roll of this exchange may still be used (PT-M13, R-M4)."""
        return now.before.reroll_left and not now.rerolled

    def options(self, now: Deciding) -> Mapping[str, Node]:
        """Where it leads to keep the roll, and to roll again."""
        again = Thrown(now.before, now.attack, rerolled=True)
        if isinstance(now.stands, int):
            return {KEEP: Thrown(now.before, own=now.stands), AGAIN: again}
        return {KEEP: self._then(now.before, now.stands, False), AGAIN: again}

    def thrown(self, before: State, attack: int | None, own: int) -> Node:
        """Where the rolls of an exchange lead; ``None``: he decides before he sees that one."""
        return self._on(Thrown(before, attack, own))

    def _met(
        self, before: State, attack: int, own: int
    ) -> tuple[rules.Face, rules.Face, rules.Verdict]:
        """What two rolls show that both stand, and what they do."""
        less = rules.deductions(self.pairing, before)
        first, second = self._face(0, attack, less), self._face(1, own, less)
        order = rules.compare(first.total, second.total)
        judged = rules.judge(first.reached, second.reached, order, self.pairing.rulings)
        return first, second, judged

    def _comes_to(
        self, before: State, verdict: rules.Verdict, rerolled: bool
    ) -> tuple[State, Outcome]:
        """What an exchange comes to by its verdict, and whether he rolled again."""
        left = rules.after(before, verdict, rerolled, self.pairing)
        return left, rules.outcome(left, verdict, self.pairing)

    def _then(self, before: State, verdict: rules.Verdict, rerolled: bool) -> Next:
        """The next state, or the end."""
        left, over = self._comes_to(before, verdict, rerolled)
        goes_on = over == Outcome.GOES_ON
        return left if goes_on else End(over, left.attacker_hits, left.defender_hits)

    def exchange(self, number: int, done: Round[Node]) -> Exchange:
        """A round with all that there is to tell of it."""
        before, answers, _ = done
        assert isinstance(before, State)
        rolls = Rolls(answers[ATTACKER], answers[DEFENDER], answers.get(AGAIN))
        stands = rolls.defender if rolls.reroll is None else rolls.reroll
        attack, own, verdict = self._met(before, rolls.attacker, stands)
        left, over = self._comes_to(before, verdict, rolls.reroll is not None)
        return Exchange(
            number,
            rolls,
            *rules.deductions(self.pairing, before),
            attack.total,
            own.total,
            attack.reached,
            own.reached,
            verdict.winner,
            verdict.attacker_takes,
            verdict.defender_takes,
            left,
            over,
            both_stand=not any(rules.removed(left, self.pairing)),
        )

    def _roll(self, name: str, side: int, leads: Callable[[int], Node]) -> Roll[Node]:
        return total_of(self.pairing.cards[side].combat_dice, name, leads, "PT-M8")

    def _on(self, now: Thrown) -> Node:
        """What the dice on the table lead to: other dice, a decision, the next exchange."""
        before, attack, own, rerolled = now
        if own is None:
            return now
        if attack is None:
            reached = self._face(1, own, rules.deductions(self.pairing, before)).reached
            return self._seen(before, None, reached, own) if self.is_open(now) else now
        _, mine, verdict = self._met(before, attack, own)
        if self.is_open(now) and not self.blind:
            return self._seen(before, attack, mine.reached, verdict)
        return self._then(before, verdict, rerolled)

    def _seen(
        self, before: State, attack: int | None, reached: bool, stands: rules.Verdict | int
    ) -> Node:
        """What comes of a roll of his that may be repeated: he is asked, or acts by habit.

        While the attacker's is not known, nor is whether it wins. So rulings that let him repeat
        only a roll that does not win (R-M13) are refused where he decides before (R-M5).
        """
        now = Deciding(before, attack, stands)
        won = not isinstance(stands, int) and stands.winner == DEFENDER
        may = rules.may_roll_again(reached, won, self.pairing.rulings)
        if may and self.habit is None:
            return now
        again = may and self.habit == "if_missed" and not reached
        return self.options(now)[AGAIN if again else KEEP]

    def _face(self, side: int, roll: int, less: tuple[Deduction, Deduction]) -> rules.Face:
        return rules.face(self.pairing.cards[side], roll, less[side].points, self.pairing.rulings)

    def _ahead(self, now: Node) -> Mapping[Node, int] | None:
        """Where the dice that are due lead: to a decision, or to the end of the exchange."""
        if not isinstance(now, State | Thrown):
            return None
        thrown = now if isinstance(now, Thrown) else Thrown(now)
        before, attack, own, rerolled = thrown
        first, second = (each.points for each in rules.deductions(self.pairing, before))
        throws = self.pairing.cards, (first, second), self.pairing.rulings
        is_open = own is None and self.is_open(thrown)
        if is_open and self.habit is None:
            return None if self.blind or attack is not None else self._looks(before, throws)
        cases, missed = 1, 0
        if is_open and self.habit == "if_missed":
            # A first roll that reaches the card is kept whatever a second would show, so it counts
            # once for each of those; a second roll counts once for each first that missed.
            rolls = shown(self.pairing.cards[1], second, self.pairing.rulings)
            kept, missed = (rolls[hit][1].below[-1] if hit in rolls else 0 for hit in (True, False))
            cases = kept + missed
        found: dict[Node, int] = {}
        for verdict, n in verdicts(throws, attack, own).items():
            once = cases if verdict.attacker_takes or not missed else 0
            for again, often in ((False, once), (True, missed)):
                if often:
                    then = self._then(before, verdict, rerolled or again)
                    found[then] = found.get(then, 0) + n * often
        return found

    def _looks(self, before: State, throws: Throws) -> Mapping[Node, int]:
        """All that he may see who sees both rolls; where he may not, what the exchange comes to."""
        found: dict[Node, int] = {}
        for roll, often in dice.total(self.pairing.cards[0].combat_dice).weights.items():
            for verdict, n in verdicts(throws, roll, None).items():
                then = self._seen(before, roll, verdict.attacker_takes > 0, verdict)
                found[then] = found.get(then, 0) + often * n
        return found
