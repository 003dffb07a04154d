"""The odds of a whole duel: how many shots before the sniper is found, and what they cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

from rules_lib.errors import InvalidValue, require_int
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.deck import DeckLike
from rules_lib.paper_tigers.sniper.odds import Search, first_half, hit, search
from rules_lib.paper_tigers.sniper.rules import betrays, may_spot
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import MARKERS, Spotter
from rules_lib.probability import Distribution
from rules_lib.rulebook import uses
from rules_lib.values.summary import Summary, SummaryRows, number

MOST_SHOTS = 500

SHOTS = 12
"""Shots that are told one by one."""


@dataclass(frozen=True, slots=True, repr=False)
class DuelOdds(Summary):
    """A sniper who shoots at units of one kind until he is found. Made by :func:`duel_odds`.

    Every figure assumes that each shot is at a target that was unhurt before it: by our default of
    R-S7 a second hit removes a unit, and then nobody looks. The sniper does not move.

    Attributes:
        hits: chance that one shot hits.
        search: the search for him, attempt after attempt.
        rulings: how the open rules are read.
    """

    hits: Fraction
    search: Search
    rulings: Rulings

    @property
    def attempts_per_shot(self) -> Fraction:
        """Chance that a shot, once the markers are out, is followed by an attempt to spot."""
        return Fraction(1) if may_spot(True, self.rulings) else 1 - self.hits

    @property
    def never(self) -> Fraction:
        """Chance that he is never found, however often he shoots: 0 or 1."""
        no_attempt = self.attempts_per_shot == 0
        no_markers = self.hits == 0 and not betrays(False, self.rulings)
        return Fraction(1) if no_attempt or no_markers else self.search.never

    @property
    def outcomes(self) -> Distribution[int | None]:
        """The shot that betrays him, of the first dozen; ``None``: a later one, or none at all."""
        found: dict[int | None, Fraction] = {n: self.found_at(n) for n in range(1, SHOTS + 1)}
        return Distribution({**found, None: self.not_yet(SHOTS)})

    def not_yet(self, shots: int) -> Fraction:
        """Chance that he is not found after this many shots."""
        shots = require_int("shots", shots, 0, MOST_SHOTS)
        not_yet = self.search.not_yet_within(shots)
        return sum(map(mul, self._attempts_after(shots), not_yet), Fraction(0))

    def found_at(self, shot: int) -> Fraction:
        """Chance that exactly this shot betrays him; the first is shot 1."""
        shot = require_int("shot", shot, 1, MOST_SHOTS)
        return self.not_yet(shot - 1) - self.not_yet(shot)

    def mean_shots(self) -> Fraction:
        """Expected number of shots, the one that betrays him included.

        Raises:
            InvalidValue: he is never found.
        """
        if self.never:
            raise InvalidValue("duel", "the sniper is never found", "a search that can end")
        shots = self.search.mean() / self.attempts_per_shot
        if betrays(False, self.rulings):
            return shots
        before_first_hit = 1 / self.hits
        # The hit that lays the markers is itself followed by an attempt, if a hit unit may spot.
        return shots + before_first_hit - int(may_spot(True, self.rulings))

    def median_shots(self) -> int | None:
        """The first shot by which he is found at least half the time; ``None`` if never."""
        if self.never:
            return None
        return first_half(self.not_yet, MOST_SHOTS, "shots")

    @property
    def mean_hits(self) -> Fraction:
        """Expected number of hits before he is found, the betraying shot included.

        Each costs its target all activations that it still had in the round (PT-S2). That a shot
        hits does not depend on the earlier ones, so the expected hits are chance times shots.
        """
        return self.hits * self.mean_shots() if self.hits else Fraction(0)

    def _attempts_after(self, shots: int) -> Sequence[Fraction]:
        """The distribution of the number of attempts that these shots have brought."""
        always = betrays(False, self.rulings)
        hit, miss = self.hits.numerator, self.hits.denominator - self.hits.numerator
        spots_hit = may_spot(True, self.rulings)
        tries, skips = (hit + miss, 0) if spots_hit else (miss, hit)
        hidden, distribution = int(not always), [int(always)]
        for _ in range(shots):
            distribution = [
                skips * none + tries * one
                for none, one in zip([*distribution, 0], [0, *distribution], strict=True)
            ]
            distribution[int(spots_hit)] += hidden * hit
            hidden *= miss
        distribution[0] += hidden
        return [Fraction(weight, (hit + miss) ** shots) for weight in distribution]

    def _summary_rows(self) -> SummaryRows:
        shots = "never" if self.never else number(self.mean_shots())
        return [("a shot hits", self.hits), ("shots until he is found, on average", shots)]


@uses("PT-S2", "PT-S8", "PT-S11", "PT-S14", "R-S1", "R-S5")
def duel_odds(
    card: Card,
    spotter: Spotter,
    deck: DeckLike | None = None,
    *,
    markers: int = MARKERS,
    rulings: Rulings = Rulings(),
) -> DuelOdds:
    """The odds of a sniper who shoots with the same card each time, until he is found.

    They assume that each shot is at a target that was unhurt before it: by our default of R-S7 a
    second hit removes a unit, and then nobody looks.

    Args:
        card: the sniper's command card.
        spotter: the kind of unit he shoots at, which then looks for him.
        deck, markers, rulings: as for :func:`~rules_lib.paper_tigers.sniper.odds.search`.
    """
    return DuelOdds(hit(card), search(spotter, deck, markers=markers, rulings=rulings), rulings)
