"""The duel of a sniper as a system."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

from rules_lib.errors import InvalidValue, RulesError, require_iterable
from rules_lib.paper_tigers.charge.command_system import CARD
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.deck import CommandDeck, ranks
from rules_lib.paper_tigers.sniper.adjudicate import Duel, play
from rules_lib.paper_tigers.sniper.duel_odds import SHOTS, DuelOdds, duel_odds
from rules_lib.paper_tigers.sniper.odds import UNHURT_TARGETS
from rules_lib.paper_tigers.sniper.report import (
    WITHIN,
    as_far_as,
    counted,
    next_of,
    recorded,
)
from rules_lib.paper_tigers.sniper.rules import full_pile
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import MARKERS, SHOT, Event, Move, Spotter, Target
from rules_lib.probability import Rng
from rules_lib.system.inputs import said
from rules_lib.system.kinds import InWords, parsed
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.parser import blame
from rules_lib.values.type_checks import checked


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

    def adjudicate(self, dice: Iterable[Event] = ()) -> Duel:
        """What came of his shots and moves, as far as their dice go."""
        return self._as_far_as(dice)[0]

    def play(self, rng: Rng | int) -> Duel:
        """Roll it until he is found, or has no target left; ``rng``: a seed or source of chance."""
        rulings, source = self.house.of(Rulings), source_of_chance(rng)
        return play(self.card, self.targets, source, markers=self.markers, rulings=rulings)

    def due(self, dice: Iterable[Event] = ()) -> str:
        """What is to be rolled, drawn or turned after these; ``""`` if he is found."""
        duel, stops = self._as_far_as(dice)
        return stops or next_of(duel, self.card, self.house.of(Rulings))

    def _as_far_as(self, dice: Iterable[Event]) -> tuple[Duel, str]:
        events = require_iterable("dice", dice, "a list of Shots and Moves")
        rulings = self.house.of(Rulings)
        return as_far_as(tuple(events), full_pile(None, rulings), self.markers, rulings)


@dataclass(frozen=True, slots=True)
class Asked(Situation):
    """What the command asks: of one kind of target, and of the search for him alone, too."""

    target: str | None = said(
        f"whom he shoots at, and who looks for him: {', '.join(get_args(Spotter))}",
        None,
        metavar="KIND",
        alone="nothing beside --shot",
    )
    card: Card | None = said("his command card, such as 'red 7'", None)
    within: int = said(
        f"attempts to look at; {WITHIN} if left out",
        WITHIN,
        metavar="N",
        alone="nothing beside --shot",
    )
    markers: int = said(f"markers laid out, one of them green; {MARKERS}", MARKERS, metavar="N")
    jokers: int | None = said(
        "jokers in the draw pile, as where sudden strike is in play; R-S3 says what one means",
        None,
        metavar="N",
    )

    @property
    def pile(self) -> CommandDeck:
        """The cards that are drawn from."""
        rulings, deck = self.house.of(Rulings), None
        try:
            if self.jokers is not None:
                deck = CommandDeck(ranks(rulings.court_values), self.jokers)
            return full_pile(deck, rulings)
        except RulesError as error:
            raise blame("--jokers", error) from None


@dataclass(frozen=True, slots=True)
class Rolled:
    """A recorded duel."""

    shot: tuple[str, ...] = said(
        f"'move', or a shot such as '{SHOT}': total of his dice, target (', 1 hit' if it is hurt),"
        " then, if it looks for him, the card drawn (a value or joker), the total of its two dice,"
        " the marker turned (red, green); repeat it for each event",
        (),
        metavar="EVENT",
    )


def _chances(duel: DuelOdds) -> Mapping[str, Mapping[str, Fraction]]:
    found = duel.outcomes
    told = {f"found_by_shot_{n}": found[n] for n in range(1, SHOTS + 1)}
    return {ALL: {**told, "not_found_yet": found[None]}}


SYSTEM = System(
    name="sniper",
    inputs=Sniper,
    rulings=(Rulings,),
    example='card = "red 7"\ntargets = ["infantry", "infantry", "infantry"]',
    chances=_chances,
    ended=lambda duel: f"{'found' if duel.found else 'not_found'}_by_shot_{len(duel.shots)}",
    notes=lambda *_: (UNHURT_TARGETS,),
    words={
        Card: CARD,
        Target: parsed(Target, "small team, 1 hit"),
        Move: InWords("move", lambda *_: Move(), lambda _: "move"),
    },
    asked=Asked,
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)
