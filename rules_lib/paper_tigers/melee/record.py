"""What is written down of an exchange: the dice that were rolled, and what they did."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules_lib.checked import checked
from rules_lib.paper_tigers.melee.exchange import Outcome, SideName, State
from rules_lib.paper_tigers.melee.units import Deduction


class Rolls(NamedTuple):
    """Raw totals of one exchange, before any deduction.

    Attributes:
        attacker, defender: what the dice of each side show.
        reroll: the defender's second roll for cover, which stands; ``None`` if it was not used.
    """

    attacker: int
    defender: int
    reroll: int | None = None


RollsLike: TypeAlias = Rolls | Sequence[int]


@checked
@dataclass(frozen=True, slots=True)
class Exchange:
    """One adjudicated exchange.

    Attributes:
        number: 1 for the first.
        rolls: the raw totals.
        attacker_deduction, defender_deduction: what each side deducts, and by which clauses.
        attacker_total, defender_total: the totals that count.
        attacker_hit, defender_hit: the side reaches its card and so *scores* a hit.
        winner: ``"attacker"``, ``"defender"`` or ``None`` for a drawn exchange.
        attacker_takes, defender_takes: hits that land on the side in this exchange.
        after: the state the exchange leaves.
        outcome: whether the melee is over.
        both_stand: neither unit is removed.
    """

    number: int
    rolls: Rolls
    attacker_deduction: Deduction
    defender_deduction: Deduction
    attacker_total: int
    defender_total: int
    attacker_hit: bool
    defender_hit: bool
    winner: SideName | None
    attacker_takes: int
    defender_takes: int
    after: State
    outcome: Outcome
    both_stand: bool
