"""The rules of one battle roll: thresholds, destroyed dice, winner, losses.

Adjudication and odds both go through these functions.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeVar

from rules_lib.errors import UnspecifiedBySource
from rules_lib.in_die_tiefen.battle.party import Party
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.rulebook import implements, uses
from rules_lib.values.enums import WordEnum
from rules_lib.values.type_checks import checked

HIGHEST_FACE = 6
"""What destroys a die (IDT-5.2)."""

SUPERIOR_FACE = HIGHEST_FACE - 1
"""From which a superior party destroys (IDT-5.3)."""

Left = TypeVar("Left", covariant=True)


class Winner(WordEnum):
    """Who wins a battle."""

    A = "a"
    B = "b"
    DRAW = "draw"


@checked
class Thresholds(NamedTuple):
    """The lowest face with which a party destroys enemy dice, 1 to 6.

    Attributes:
        result: as it counts for the totals.
        losses: as it counts for the losses; never higher.
    """

    result: int
    losses: int


@implements("IDT-5.3", "IDT-6.3", "R-I3", "R-I5")
@uses("IDT-5.2")
@checked
def thresholds(own: Party, enemy: Party, rulings: Rulings) -> Thresholds:
    """The faces from which ``own`` destroys dice of ``enemy``."""
    plain = SUPERIOR_FACE if own.superior else HIGHEST_FACE
    lowered = plain - enemy.fanaticism
    floor = rulings.threshold_floor or 1
    losses = max(floor, lowered)
    if rulings.fanaticism_counts == "losses_only":
        return Thresholds(max(floor, plain), losses)
    return Thresholds(losses, losses)


class Destroyers(NamedTuple):
    """How many dice of a party reach its thresholds.

    Attributes:
        result: as it counts for the totals.
        losses: as it counts for the losses; never fewer.
    """

    result: int
    losses: int


@implements("IDT-5.1", "R-I1")
def strike_order(destroyers_a: int, destroyers_b: int, rulings: Rulings) -> int:
    """0 if both destroy at once; 1 if a is first, −1 if b is: who has more destroying dice."""
    more = (destroyers_a > destroyers_b) - (destroyers_a < destroyers_b)
    return 0 if rulings.destroyed_dice_destroy else more


@implements("R-I2")
def takes_highest(rulings: Rulings) -> bool | None:
    """Whether the highest dice are destroyed, or the lowest; None: any, at random."""
    return {"highest": True, "lowest": False, "random": None}[rulings.destroys]


@uses("R-I2")
def still_standing(
    destroyers: Destroyers, destroyed: int, party: Party, rulings: Rulings
) -> Destroyers:
    """Destroyers of a party that are left when its highest, or lowest, dice are destroyed."""
    result, losses = destroyers
    if takes_highest(rulings):
        return Destroyers(max(0, result - destroyed), max(0, losses - destroyed))
    left = party.dice - destroyed
    return Destroyers(min(result, left), min(losses, left))


def dice_lost(enemy_destroyers: int, party: Party) -> int:
    """Dice that a party loses to this many destroyers; it cannot lose more than it has."""
    return min(enemy_destroyers, party.dice)


class Dice(Protocol[Left]):
    """The dice of a party before they are struck."""

    @property
    def party(self) -> Party:
        """Whose they are."""

    @property
    def destroyers(self) -> Destroyers:
        """How many of them destroy."""

    def without(self, lost: int) -> Iterable[tuple[int, Destroyers, Left]]:
        """Each way to destroy some: its weight, how many destroyers are left, and what is."""


class Struck(NamedTuple):
    """One way in which dice are destroyed, with its weight; dice lost as they count for losses."""

    weight: int
    lost_a: int
    lost_b: int


@implements("IDT-5.2")
@uses("IDT-6.1", "IDT-6.3", "R-I1", "R-I3")
def strikes(a: Dice[Left], b: Dice[Left], rulings: Rulings) -> Iterator[tuple[Struck, Left, Left]]:
    """Let both parties destroy dice; each way with what it leaves of a and of b.

    At once all destroyers strike; one after the other, those of the second that are left. The same
    dice strike for the losses, where R-I3 gives these a threshold of their own: so a party never
    loses fewer dice than were destroyed (IDT-6.1).
    """
    order = strike_order(a.destroyers.result, b.destroyers.result, rulings)
    first, second = (b, a) if order < 0 else (a, b)
    hit = dice_lost(first.destroyers.result, second.party)
    lost_second = dice_lost(first.destroyers.losses, second.party)
    answers: dict[int, list[tuple[int, Destroyers, Left]]] = {}
    for weight, standing, left_second in second.without(hit):
        striking = standing if order else second.destroyers
        back = dice_lost(striking.result, first.party)
        lost_first = dice_lost(striking.losses, first.party)
        if back not in answers:
            answers[back] = list(first.without(back))
        for times, _, left_first in answers[back]:
            if first is a:
                yield Struck(weight * times, lost_first, lost_second), left_first, left_second
            else:
                yield Struck(weight * times, lost_second, lost_first), left_second, left_first


@implements("IDT-5.4")
def winner(total_a: int, total_b: int) -> Winner:
    """The higher total wins; equal totals are a draw."""
    if total_a == total_b:
        return Winner.DRAW
    return Winner.A if total_a > total_b else Winner.B


@implements("IDT-6.4")
def measured_by(party: Party) -> int:
    """The dice that losses are measured by: those of fanaticism do not count."""
    return party.steady_dice


@implements("IDT-6.1", "IDT-6.2", "R-I4", "R-I8")
@uses("IDT-6.4")
def share_lost(party: Party, lost: int, fanatics_lost: int, rulings: Rulings) -> Fraction:
    """The share of its troops that a party loses, whoever won.

    Args:
        party: the party.
        lost: its destroyed dice.
        fanatics_lost: how many of them were fanaticism dice; it matters only by R-I8.
        rulings: how the open rules are read.

    Raises:
        UnspecifiedBySource: a share above 1, if R-I4 is read as an error.
    """
    counted = lost - fanatics_lost if rulings.destroyed_fanatics_left_out else lost
    share = Fraction(counted, measured_by(party))
    if share > 1 and rulings.overkill == "error":
        cost = f"what {counted} destroyed dice cost where {measured_by(party)} would be everything"
        raise UnspecifiedBySource(f"{party}: {cost} (R-I4)")
    return min(share, Fraction(1))


@checked
class Due(NamedTuple):
    """What is due after a battle.

    Attributes:
        retreats: who must leave the field; ``None`` if nobody must.
        tests: the parties whose morale is tested.
    """

    retreats: Winner | None
    tests: tuple[Winner, ...]


@implements("IDT-7.1", "IDT-7.2", "IDT-7.7", "R-I10", "R-I13", "R-I15")
@checked
def due(
    winner: Winner,
    *,
    wiped_out_a: bool = False,
    wiped_out_b: bool = False,
    rulings: Rulings = Rulings(),
) -> Due:
    """Who must retreat after a battle, and whose morale is tested.

    Args:
        winner: who won.
        wiped_out_a, wiped_out_b: the party has lost all its troops.
        rulings: how the open rules are read.
    """
    both = {Winner.A, Winner.B}
    dead = set(wiped_out(wiped_out_a, wiped_out_b))
    there = both - dead
    if rulings.dead_losers_retreat:
        there |= dead - {winner}
    if rulings.dead_winners_test and there:
        there |= dead & {winner}
    beaten = both - {winner} if winner != Winner.DRAW else set()
    if winner == Winner.DRAW and rulings.draw_tests == "no_test":
        there = set()
    return Due(next(iter(beaten & there), None), tuple(side for side in Winner if side in there))


def wiped_out(a: bool, b: bool) -> tuple[Winner, ...]:
    """The parties that have lost all their troops."""
    return tuple(side for side, dead in ((Winner.A, a), (Winner.B, b)) if dead)
