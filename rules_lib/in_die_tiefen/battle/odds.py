"""The exact odds of a battle roll, by its structure.

Given how many dice of a party fall into each range of faces, the destroyed dice are known, and
what is left is a sum of lowest dice. The two parties are then independent, so only pairs of counts
are gone through, never single throws.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from itertools import combinations, product
from math import comb, lcm, prod
from operator import itemgetter
from typing import Literal

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.in_die_tiefen.battle import rules
from rules_lib.in_die_tiefen.battle.party import Party, require_no_claims, require_opponents
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.probability import Distribution
from rules_lib.probability.contests import Placed, compared
from rules_lib.probability.dice_pool import Pool
from rules_lib.probability.errors import check_work
from rules_lib.rulebook import implements, uses
from rules_lib.text.summary import Summary, SummaryRows
from rules_lib.values.frozen import FrozenMap, Lazy
from rules_lib.values.type_checks import checked

Counts = tuple[int, ...]

Removal = tuple[int, rules.Destroyers, Placed]
"""A weight, how many destroyers are left, and the distribution of the total that is left."""

Joint = defaultdict[tuple[rules.Winner, int, int], int]
"""The weights of who wins, and of the dice lost by a and by b."""

WINNERS = (rules.Winner.A, rules.Winner.DRAW, rules.Winner.B)

MOST_WORK = 500_000
"""Pairs of counts, with the dice that have to be tabled for them, that an answer may take."""

MOST_PARTIES = 10

FEW_DICE = 16
"""Pools of so many dice serve the next battle, too; larger ones would take much memory."""


@dataclass(frozen=True, repr=False)
class Odds(Summary, Lazy):
    """Everything that can become of a battle roll, exactly. Made by :func:`odds`.

    Attributes:
        a, b: the parties.
        rulings: how the open rules are read.
        joint: distribution of ``(winner, dice lost by a, dice lost by b)``.
    """

    a: Party
    b: Party
    rulings: Rulings
    joint: Distribution[tuple[rules.Winner, int, int]]

    @cached_property
    def _winners(self) -> Distribution[rules.Winner]:
        return self.joint.map(lambda outcome: outcome[0])

    @property
    def a_wins(self) -> Fraction:
        """Chance that a wins."""
        return self._winners[rules.Winner.A]

    @property
    def draw(self) -> Fraction:
        """Chance of a draw."""
        return self._winners[rules.Winner.DRAW]

    @property
    def b_wins(self) -> Fraction:
        """Chance that b wins."""
        return self._winners[rules.Winner.B]

    @cached_property
    def outcomes(self) -> Distribution[tuple[rules.Winner, Fraction, Fraction]]:
        """Distribution of the winner and the shares of troops lost by a and by b.

        Raises:
            UnspecifiedBySource: losses above the whole are possible, and R-I4 is read as an error.
        """
        weights: defaultdict[tuple[rules.Winner, Fraction, Fraction], Fraction] = defaultdict(
            Fraction
        )
        for (who, lost_a, lost_b), chance in self.joint.items():
            shares = product(
                _shares(self.a, lost_a, self.rulings), _shares(self.b, lost_b, self.rulings)
            )
            for (share_a, part_a), (share_b, part_b) in shares:
                weights[who, share_a, share_b] += chance * part_a * part_b
        return Distribution(weights)

    @cached_property
    def losses(self) -> Distribution[tuple[Fraction, Fraction]]:
        """Distribution of the shares of troops lost by a and by b."""
        return self.outcomes.map(lambda outcome: outcome[1:])

    @cached_property
    def mean_losses(self) -> tuple[Fraction, Fraction]:
        """Shares of troops that a and b lose on average; much quicker than :attr:`losses`.

        Raises:
            UnspecifiedBySource: losses above the whole are possible, and R-I4 is read as an error.
        """
        return self.mean_loss("a"), self.mean_loss("b")

    @checked
    def loss(self, side: Literal["a", "b"]) -> Distribution[Fraction]:
        """Distribution of the share of its troops that one party loses; errors as for both.

        It says nothing of the other party, nor rests on what the other loses.
        """
        weights: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for share, chance in self._lost(side):
            weights[share] += chance
        return Distribution(weights)

    @checked
    def mean_loss(self, side: Literal["a", "b"]) -> Fraction:
        """The share of its troops that one party loses on average; errors as for both."""
        return sum((share * chance for share, chance in self._lost(side)), Fraction(0))

    def _lost(self, side: Literal["a", "b"]) -> Iterator[tuple[Fraction, Fraction]]:
        """Each share of its troops that one party may lose, with its chance."""
        party, place = (self.a, 1) if side == "a" else (self.b, 2)
        for dice, chance in self.joint.map(itemgetter(place)).items():
            for share, part in _shares(party, dice, self.rulings):
                yield share, chance * part

    def _summary_rows(self) -> SummaryRows:
        return [("a wins", self.a_wins), ("draw", self.draw), ("b wins", self.b_wins)]


@uses("IDT-5.1", "IDT-5.2", "IDT-5.3", "IDT-5.4", "IDT-6.3", "R-I1", "R-I2", "R-I3")
def odds(a: Party, b: Party, rulings: Rulings = Rulings()) -> Odds:
    """The exact odds of a battle roll.

    Args:
        a, b: the two parties.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: a wrong type.
        IllegalAction: by their bills both outnumber the other, or both have the superior tactic.
        WorkLimitExceeded: pools so large that the answer would take very long: more than about 140
            dice a side, or 50 where R-I2 is read as "random", or 30 with fanaticism where R-I3 is
            read as "losses_only".
    """
    require_opponents(a, b)
    sides = _sides(a, b, rulings)
    check_work("battle.odds", _work(*sides), None, MOST_WORK, "steps would be taken")
    return Odds(a, b, rulings, Distribution.from_weights(_joint(*sides)))


@implements("R-I14")
@checked
def each_pair(
    parties: Sequence[Party], rulings: Rulings = Rulings()
) -> Mapping[tuple[int, int], Odds]:
    """The odds of each pair of parties by itself, as R-I14 may read a battle of more than two.

    What a party loses in one of its battles changes none of the others: how they would add up, no
    reading says. Dice for outnumbering or for the superior tactic (IDT-1.4, IDT-2.4) count against
    one enemy: more than two parties whose bills have some are to be asked of pair by pair.

    Args:
        parties: two to ten parties.
        rulings: how the open rules are read.

    Returns:
        The odds of each pair, by the places of both in ``parties``, from 0.

    Raises:
        InvalidValue: too few or too many; or more than two, with dice that count against one enemy.
        UnspecifiedBySource: more than two parties, and R-I14 is read as "unspecified".
    """
    require_pairs({f"parties[{at}]": each for at, each in enumerate(parties)}, rulings)
    pairs = combinations(range(len(parties)), 2)
    return FrozenMap({(i, j): odds(parties[i], parties[j], rulings) for i, j in pairs})


@uses("R-I14")
def require_pairs(parties: Mapping[str, Party], rulings: Rulings) -> None:
    """Refuse parties, by what an error calls each, that cannot be asked of pair by pair."""
    if not 2 <= len(parties) <= MOST_PARTIES:
        raise InvalidValue("parties", len(parties), f"2 to {MOST_PARTIES} parties")
    if len(parties) > 2 and rulings.more_than_two == "unspecified":
        raise UnspecifiedBySource(f"parties: how {len(parties)} of them fight one battle (R-I14)")
    if len(parties) > 2:
        require_no_claims(parties)


def _sides(a: Party, b: Party, rulings: Rulings) -> "tuple[_Side, _Side]":
    """One side twice where nothing tells the two parties apart in a battle roll."""
    faces_a, faces_b = rules.thresholds(a, b, rulings), rules.thresholds(b, a, rulings)
    first = _side(a, faces_a, rulings)
    alike = (a.dice, faces_a) == (b.dice, faces_b)
    return first, first if alike else _side(b, faces_b, rulings)


def _side(own: Party, faces_that_destroy: rules.Thresholds, rulings: Rulings) -> "_Side":
    few = own.dice <= FEW_DICE
    return (_kept_side if few else _Side)(own, faces_that_destroy, rulings)


def _joint(a: "_Side", b: "_Side") -> Joint:
    """The weights of the three winners, with each pair of losses.

    Of parties that are alike, one half of the throws mirrors the other and is not gone through.
    """
    alike = a is b
    found: Joint = defaultdict(int)
    for at, one in enumerate(a.throws):
        for other in b.throws[at:] if alike else b.throws:
            for (weight, lost_a, lost_b), *left in rules.strikes(one, other, a.rulings):
                ways = weight * one.ways * other.ways
                for who, mirrored, times in zip(
                    WINNERS, WINNERS[::-1], compared(*left), strict=True
                ):
                    found[who, lost_a, lost_b] += ways * times
                    if alike and other is not one:
                        found[mirrored, lost_b, lost_a] += ways * times
    return found


class _Side:
    """One party with the distributions of its pool."""

    def __init__(self, own: Party, faces_that_destroy: rules.Thresholds, rulings: Rulings) -> None:
        self.party, self.thresholds, self.rulings = own, faces_that_destroy, rulings
        self.takes_highest = rules.takes_highest(rulings)
        self.at_random = self.takes_highest is None
        self.cuts = tuple(sorted(set(self.thresholds)))
        self.pool = Pool(own.dice, self.cuts)
        faces = [each.faces for each in self.pool.ranges]
        self.throws = [
            self._thrown(counts)
            for counts in _sharings(own.dice, len(faces))
            if all(face or not count for face, count in zip(faces, counts, strict=True))
        ]
        self.scale = (
            lcm(*(comb(own.dice, lost) for lost in range(own.dice))) if self.at_random else 1
        )

    def _thrown(self, counts: Counts) -> "_Thrown":
        standing = _destroyers(counts)
        take = cache(self._at_random) if self.at_random else self._in_order
        without = partial(take, counts, standing)
        return _Thrown(self.party, standing, self.pool.throws(counts), without)

    @uses("R-I2")
    def _in_order(self, counts: Counts, standing: rules.Destroyers, lost: int) -> tuple[Removal]:
        """The highest, or lowest, dice are destroyed."""
        if not self.rulings.destroyed_dice_destroy:  # else all strike at once
            standing = rules.still_standing(standing, lost, self.party, self.rulings)
        take = self.pool.without_highest if self.takes_highest else self.pool.without_lowest
        return ((1, standing, take(counts, lost)),)

    @uses("R-I2")
    def _at_random(self, counts: Counts, _: rules.Destroyers, lost: int) -> list[Removal]:
        """The ways in which ``lost`` dice can be destroyed, with their weights out of ``scale``."""
        unit, found = self.scale // comb(self.party.dice, lost), []
        for taken in product(*(range(min(count, lost) + 1) for count in counts)):
            if sum(taken) == lost:
                ways = unit * prod(map(comb, counts, taken))
                left = tuple(count - gone for count, gone in zip(counts, taken, strict=True))
                found.append((ways, _destroyers(left), self.pool.without(counts, taken)))
        return found


_kept_side = lru_cache(maxsize=1024)(_Side)


@dataclass(frozen=True, slots=True)
class _Thrown:
    """So many dice of a party in each range of faces, and the ways to throw that."""

    party: Party
    destroyers: rules.Destroyers
    ways: int
    without: Callable[[int], Iterable[Removal]]


def _destroyers(counts: Counts) -> rules.Destroyers:
    """Dice in the highest range destroy; for the losses, all do but those in the lowest."""
    return rules.Destroyers(counts[0], sum(counts[:-1]))


def _sharings(count: int, ranges: int) -> Iterator[Counts]:
    """All ways to share out ``count`` dice over this many ranges."""
    if ranges == 1:
        yield (count,)
        return
    for first in range(count + 1):
        for rest in _sharings(count - first, ranges - 1):
            yield (first, *rest)


def _shares(party: Party, lost: int, rulings: Rulings) -> Iterator[tuple[Fraction, Fraction]]:
    """The shares of its troops that ``lost`` dice can cost, with their chances."""
    if not rulings.destroyed_fanatics_left_out or not party.fanaticism:
        yield rules.share_lost(party, lost, 0, rulings), Fraction(1)
        return
    # Which of the dice are fanaticism dice is independent of what they show.
    for fanatics in range(min(lost, party.fanaticism) + 1):
        ways = comb(party.fanaticism, fanatics) * comb(party.steady_dice, lost - fanatics)
        if ways:
            yield (
                rules.share_lost(party, lost, fanatics, rulings),
                Fraction(ways, comb(party.dice, lost)),
            )


@checked
def work(parties: Sequence[Party], rulings: Rulings = Rulings()) -> int:
    """How much the odds of each pair of these parties take: a million is a minute, or less."""
    return sum(_work(*_sides(*pair, rulings)) for pair in combinations(parties, 2))


def _work(a: _Side, b: _Side) -> int:
    """Estimate the pairs of counts, with the dice that have to be tabled for them."""
    pairs = len(a.throws) * len(b.throws)
    ways = 1
    for side in (a, b):
        if side.at_random:
            # Cheap ones: few dice are taken in most pairs of counts.
            ways *= 1 + side.party.dice // 6
    tables = sum(side.party.dice**3 // 12 for side in (a, b))
    return pairs * ways + tables
