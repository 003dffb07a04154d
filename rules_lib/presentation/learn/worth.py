"""What a moment of a melee is worth: the exact chances from any state, and of keep or re-roll.

Nothing of the rules is here.  The dice go through the adjudicator itself, and what follows through
the engine's distribution of an exchange.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee.advice import BestPolicy, best_policy
from rules_lib.paper_tigers.melee.exchange_odds import End, Next, exchange_distribution
from rules_lib.paper_tigers.melee.state import Outcome, State
from rules_lib.probability import Distribution, dice
from rules_lib.probability.chain import explore


class Chances(NamedTuple):
    """How a melee ends, in the order it is drawn: attacker left, defender right."""

    attacker_wins: Fraction
    both_removed: Fraction
    never_ends: Fraction
    defender_wins: Fraction


@dataclass(frozen=True)
class Worth:
    """The chances of a melee from any moment on, if the defender re-rolls as well as can be.

    Attributes:
        pairing: the two units and the rulings.
        goal: what the defender re-rolls for.
    """

    pairing: melee.Pairing
    goal: melee.Goal
    _policy: BestPolicy = field(init=False)
    _known: dict[Next, Chances] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_policy", best_policy(self.pairing, self.goal))

    @property
    def states(self) -> frozenset[State]:
        """All states in which the defender can come to decide on a re-roll."""
        return frozenset(look.state for look in self._policy.decisions)

    def at(self, moment: Next) -> Chances:
        """The chances from a state before an exchange, or of an end."""
        if moment not in self._known:
            self._known[moment] = self._from(Distribution.from_weights({moment: 1}))
        return self._known[moment]

    def if_kept(self, state: State, enemy: int, own: int) -> Chances:
        """The chances if the roll on the table stands."""
        return self.mixed({self._next(state, enemy, own): 1})

    def if_rolled_again(self, state: State, enemy: int, own: int) -> Chances:
        """The chances if the defender rolls again, before it does."""
        seconds = _throws(self.pairing.defender_card)
        weights: defaultdict[Next, int] = defaultdict(int)
        for second, weight in seconds.items():
            weights[self._next(state, enemy, own, second)] += weight
        return self.mixed(weights)

    def unseen(self, state: State, own: int, *, again: bool) -> Chances:
        """The same where the enemy's roll is not known yet (R-M5)."""
        total = Chances(Fraction(0), Fraction(0), Fraction(0), Fraction(0))
        throws = _throws(self.pairing.attacker_card)
        for enemy, weight in throws.items():
            choose = self.if_rolled_again if again else self.if_kept
            share = Fraction(weight, sum(throws.values()))
            chances = choose(state, enemy, own)
            total = Chances(*(x + share * y for x, y in zip(total, chances, strict=True)))
        return total

    def mixed(self, weights: Mapping[Next, int]) -> Chances:
        """The chances if each of these moments follows with this weight."""
        whole = sum(weights.values())
        columns = zip(*(self.at(moment) for moment in weights), strict=True)
        return Chances(
            *(
                sum((w * x for w, x in zip(weights.values(), column, strict=True)), Fraction(0))
                / whole
                for column in columns
            )
        )

    def worth(self, chances: Chances) -> Fraction:
        """What the defender gets out of them for its goal."""
        if self.goal == melee.Goal.WIN:
            return chances.defender_wins
        if self.goal == melee.Goal.NOT_LOSE:
            return 1 - chances.attacker_wins
        return chances.defender_wins + chances.never_ends

    def _next(self, state: State, *rolls: int) -> Next:
        exchange = melee.resolve_exchange(self.pairing, state, rolls)
        if exchange.outcome == Outcome.GOES_ON:
            return exchange.after
        return End(exchange.outcome, exchange.after.attacker_hits, exchange.after.defender_hits)

    def _from(self, distribution: Distribution[Next]) -> Chances:
        chain = explore(distribution, self._follow, lambda moment: isinstance(moment, End))
        ends: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
        for end, chance in chain.absorbed.items():
            assert isinstance(end, End)
            ends[end.outcome] += chance
        return Chances(
            ends[Outcome.ATTACKER_WINS],
            ends[Outcome.BOTH_REMOVED],
            chain.never,
            ends[Outcome.DEFENDER_WINS],
        )

    def _follow(self, moment: Next) -> Distribution[Next]:
        assert isinstance(moment, State)
        return exchange_distribution(self.pairing, moment, self._policy)


def _throws(card: Card) -> Mapping[int, int]:
    """How many throws of a card's combat dice show each total."""
    return dice.total(card.combat_dice).weights
