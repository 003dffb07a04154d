"""The exact odds of a melee, from the first exchange to its end, or to no end at all."""

from dataclasses import dataclass
from fractions import Fraction

from rules_lib.paper_tigers.melee.advice import BestPolicy, Goal, Reroll, best_policy, played
from rules_lib.paper_tigers.melee.course import End, Node
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import Combatant, Outcome, Pairing, State
from rules_lib.probability import Distribution
from rules_lib.probability.chain import StepDistribution, Stuck
from rules_lib.rulebook import uses
from rules_lib.values.summary import Summary, SummaryRows

ENDS = tuple(each for each in Outcome if each != Outcome.GOES_ON)
"""How the odds can end."""


@dataclass(frozen=True, slots=True, repr=False)
class Odds(Summary):
    """Everything that can become of a melee, as exact fractions. Made by :func:`odds`.

    Attributes:
        outcomes: the distribution of how it ends.
        exchanges: the distribution of the number of exchanges, never cut off.
        final_hits: distribution of ``(attacker hits, defender hits)`` in the end, each at most the
            number that removes the unit; of a melee that never ends, the hits at which it is stuck.
        policy: the best use of the re-roll, where the odds were asked for a goal.
    """

    outcomes: Distribution[Outcome]
    exchanges: StepDistribution
    final_hits: Distribution[tuple[int, int]]
    policy: BestPolicy | None = None

    @property
    def attacker_wins(self) -> Fraction:
        """The attacker is the only unit left (under ``melee_ends="first_decision"`` also: it wins
        the deciding exchange and both stand).
        """
        return self.outcomes[Outcome.ATTACKER_WINS]

    @property
    def defender_wins(self) -> Fraction:
        """The same of the defender."""
        return self.outcomes[Outcome.DEFENDER_WINS]

    @property
    def both_removed(self) -> Fraction:
        """One exchange removes both units."""
        return self.outcomes[Outcome.BOTH_REMOVED]

    @property
    def undecided(self) -> Fraction:
        """The melee can never end. The four chances sum to 1."""
        return self.outcomes[Outcome.UNDECIDED]

    def _summary_rows(self) -> SummaryRows:
        return [(name.replace("_", " "), self.outcomes[name]) for name in ENDS]


@uses("PT-M11", "PT-M13", "PT-M14")
def odds(
    attacker: Combatant,
    defender: Combatant,
    rulings: Rulings = Rulings(),
    reroll: Reroll = "if_missed",
) -> Odds:
    """The exact odds of a melee.

    Args:
        attacker, defender: the units as they enter it.
        rulings: how the open rules are read.
        reroll: what a defender in cover does with its re-roll: ``"never"``, ``"if_missed"`` (after
            each roll that misses the own card), or the best for a :class:`Goal`. Without cover
            there is nothing to decide. Of several equally good policies the one that keeps the
            roll is taken where it can be.

    Raises:
        IllegalAction: the attacker may not attack (PT-M3, PT-M5).
        InvalidValue: a value outside its range.
        UnspecifiedBySource: the defender has no card.
    """
    pairing = Pairing(attacker, defender, rulings)
    course, policy = played(pairing, reroll)
    chain = course.process.chain(policy)
    sought = pairing.defender.in_cover and reroll in tuple(Goal)
    return Odds(
        outcomes=chain.ends.map(_outcome),
        exchanges=chain.steps,
        final_hits=chain.ends.map(_hits),
        policy=best_policy(pairing, Goal(reroll)) if sought else None,
    )


def _outcome(end: Node | Stuck[Node]) -> Outcome:
    return end.outcome if isinstance(end, End) else Outcome.UNDECIDED


def _hits(end: Node | Stuck[Node]) -> tuple[int, int]:
    if isinstance(end, Stuck):
        (end,) = end.states
    assert isinstance(end, State | End)
    return end.attacker_hits, end.defender_hits
