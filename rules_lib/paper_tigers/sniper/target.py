"""What a sniper's hit does to the unit it meets."""

from dataclasses import dataclass

from rules_lib.checked import checked
from rules_lib.errors import UnspecifiedBySource, require_bool, require_instance, require_int
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.spotting import Spotter, require_spotter
from rules_lib.rulebook import implements

PERHAPS_INFANTRY: frozenset[Spotter] = frozenset({"officer", "observer"})
"""Units of which the source does not say whether they count as infantry."""


@dataclass(frozen=True, slots=True)
class Target:
    """A unit in the sniper's sights.

    Attributes:
        kind: what it is; it spots as the same kind. That units with officers, artillery observers
            and enemy snipers can be targets is inferred from PT-S12, which has them look for him.
        hits: hits it carries already, 0 or 1.

    Raises:
        UnspecifiedBySource: a vehicle.
    """

    kind: Spotter
    hits: int = 0

    def __post_init__(self) -> None:
        require_spotter(self.kind)
        require_int("hits", self.hits, 0, 1)


@checked
@dataclass(frozen=True, slots=True)
class Effect:
    """What a shot leaves of its target.

    Attributes:
        damaged: it is marked as damaged.
        removed: the damage marker is its second hit.
        loses_activations: its activation cards go to the discard pile; no more this round.
        recovery: whether it needs a recovery test at the end of the round, how that test is made is
            not in the source; ``None``: nor is whether it needs one.
    """

    damaged: bool
    removed: bool
    loses_activations: bool
    recovery: bool | None

    @property
    def must_recover(self) -> bool:
        """It needs a recovery test.

        Raises:
            UnspecifiedBySource: it has an officer or an observer, and only infantry needs one.
        """
        if self.recovery is None:
            raise UnspecifiedBySource(
                "target: whether a unit with an officer or an observer recovers"
            )
        return self.recovery


@implements("PT-S1", "PT-S2", "PT-S3", "PT-S9", "PT-S10", "R-S7", "R-S10")
def effect(target: Target, hit: bool, rulings: Rulings = Rulings()) -> Effect:
    """What a shot does: nothing if it misses; no save of any kind if it hits.

    An unhurt unit is never removed by one shot.
    """
    require_instance("target", target, Target)
    require_bool("hit", hit)
    require_instance("rulings", rulings, Rulings)
    removed = hit and target.hits == 1 and rulings.second_hit_removes
    recovery: bool | None = False
    if hit and not removed:
        recovery = rulings.recovery == "all_targets" or target.kind == "infantry"
        if not recovery and target.kind in PERHAPS_INFANTRY:
            recovery = None
    return Effect(hit, removed, hit, recovery)
