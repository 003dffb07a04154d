"""Cells of the sheet of the snipers: the shot, and the search for him."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, get_args

from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.deck import JOKER, DeckCard
from rules_lib.paper_tigers.sniper.odds import chance_by_card
from rules_lib.paper_tigers.sniper.rules import draw_pile, reaches_own_card
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.presentation.quick_reference.sheet import Cell
from rules_lib.text.chances import decimal

KINDS: tuple[sniper.Spotter, ...] = get_args(sniper.Spotter)

JOKERS = "; with sudden strike in play it also has jokers (R-S3)"
"""Of a pile without them."""


@dataclass(frozen=True, slots=True)
class Snipers:
    """What the sheet tells of snipers, as they are read."""

    reads: sniper.Rulings

    def facts(self) -> dict[str, Any]:
        """The pile, and what a card is raised by once he is found."""
        raises = {sniper.found_raise(kind, self.reads) for kind in KINDS}
        return {
            "pile": sniper.pile_told(None, self.reads),
            "jokers": JOKERS if self.reads.jokers == "none" else "",
            "unhurt": sniper.UNHURT_TARGETS,
            "found_raises": " or ".join(f"+{e}" if e else "no raise" for e in sorted(raises)),
        }

    def raises(self) -> dict[str, str]:
        """A kind of unit for each raise of the drawn card, and the raise."""
        drawing = (kind for kind in KINDS if not reaches_own_card(kind, self.reads))
        kinds = {sniper.spotting_raise(kind, self.reads): kind for kind in drawing}
        return {kinds[e]: f"+{e}" if e else "card only" for e in sorted(kinds, reverse=True)}

    def effect(self, target: str, column: str) -> str:
        """What a hit does to a target."""
        after = sniper.effect(sniper.Target.parse(target), True, self.reads)
        if column == "it is":
            return "removed" if after.removed else "damaged"
        if after.removed:
            return "–"
        if column == "it loses":
            return "rest of the round"
        return "yes" if after.must_recover else "no"

    def hit(self, value: str, colour: str) -> Fraction:
        """The shot hits."""
        return sniper.hit(Card.parse(f"{colour} {value}"))

    def successes(self) -> list[str]:
        """How many successes it can take."""
        if self.reads.markers_stay == "new_each_shot":
            return ["any success"]
        return [f"success {n}" for n in sorted(sniper.successes_needed(MARKERS, self.reads))]

    def found(self, success: str, _: str) -> Fraction:
        """This success finds him."""
        needed = sniper.successes_needed(MARKERS, replace(self.reads, markers_stay="between_shots"))
        number = 1 if success == "any success" else int(success.split()[1])
        return needed[number] / (1 - sum(needed[each] for each in range(1, number)))

    def cards(self) -> dict[str, str]:
        """The cards of the pile."""
        pile = draw_pile(None, self.reads)
        named = {
            str(rank): f"{rank} = {value}" if rank != str(value) else str(rank)
            for rank, value in pile.values.items()
        }
        return {**named, **({"joker": "joker"} if pile.jokers else {})}

    def spotted_on(self, card: str, kind: sniper.Spotter) -> Fraction:
        """He is spotted with this card."""
        pile = draw_pile(None, self.reads)
        by_rank = {str(rank): value for rank, value in pile.values.items()}
        drawn: DeckCard = by_rank.get(card, JOKER)
        return chance_by_card(kind, pile, self.reads)[drawn]

    def spotted(self, kind: sniper.Spotter, column: str) -> Cell:
        """What this kind of unit needs, and how often it spots him."""
        if column == "first attempt":
            return sniper.spotting(kind, rulings=self.reads)
        more = sniper.spotting_raise(kind, self.reads)
        own = "own " * reaches_own_card(kind, self.reads)
        return f"{own}card +{more}" if more else f"{own}card"

    def found_within(self, attempts: str, kind: sniper.Spotter) -> Cell:
        """He is found within so many attempts."""
        search = sniper.search(kind, rulings=self.reads)
        if attempts == "half found by":
            return str(search.median())
        if attempts == "on average":
            return decimal(search.mean(), 1)
        return 1 - search.not_yet(int(attempts))
