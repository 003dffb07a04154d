"""The duel of a sniper as a system."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.sniper.adjudicate import Duel
from rules_lib.paper_tigers.sniper.duel_odds import DuelOdds, duel_odds
from rules_lib.paper_tigers.sniper.odds import UNHURT_TARGETS
from rules_lib.paper_tigers.sniper.play import play
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import MARKERS, Move, Target
from rules_lib.probability import Rng
from rules_lib.system.kinds import InWords, parsed
from rules_lib.system.situation import Situation
from rules_lib.system.system import ALL, System
from rules_lib.type_checks import checked

SHOTS = 12
"""Shots that are told one by one."""


@checked
@dataclass(frozen=True, slots=True)
class Sniper(Situation):
    """A sniper and whom he shoots at.

    Attributes:
        card: his command card.
        targets: what he shoots at, in order; between two shots he may move.
        markers: markers laid out each time.
        rulings: how the open rules are read.
    """

    card: Card
    targets: tuple[Target | Move, ...]
    markers: int = MARKERS

    def odds(self) -> DuelOdds:
        """How long it takes to find him, where all targets are unhurt and of one kind.

        Raises:
            InvalidValue: they are not, or he moves.
        """
        aims = set(self.targets)
        aim = aims.pop() if len(aims) == 1 else None
        if not isinstance(aim, Target) or aim.hits:
            raise InvalidValue("targets", self.targets, "unhurt units of one kind, and no move")
        return duel_odds(self.card, aim.kind, markers=self.markers, rulings=self.house.of(Rulings))

    def play(self, rng: Rng) -> Duel:
        """Roll it until he is found, or has no target left."""
        rulings = self.house.of(Rulings)
        return play(self.card, self.targets, rng, markers=self.markers, rulings=rulings)


def _chances(duel: DuelOdds) -> Mapping[str, Mapping[str, Fraction]]:
    found = {f"found_by_shot_{n}": duel.found_at(n) for n in range(1, SHOTS + 1)}
    return {ALL: {**found, "not_found_yet": duel.not_yet(SHOTS)}}


SYSTEM = System(
    "sniper",
    Sniper,
    (Rulings,),
    'card = "red 7"\ntargets = ["infantry", "infantry", "infantry"]',
    chances=_chances,
    ended=lambda duel: f"{'found' if duel.found else 'not_found'}_by_shot_{len(duel.shots)}",
    notes=lambda *_: (UNHURT_TARGETS,),
    words={
        Target: parsed(Target, "small team, 1 hit"),
        Move: InWords("move", lambda *_: Move(), lambda _: "move"),
    },
)
