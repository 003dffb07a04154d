"""Cells of the sheet of Paper Tigers: command test, charge, melee."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_lib.paper_tigers import Card, charge, command, melee
from rules_lib.paper_tigers.charge.rules import rolled_card
from rules_lib.paper_tigers.melee.rules import deduction, face
from rules_lib.presentation.quick_reference.sheet import Cell, minus
from rules_lib.probability import dice

_CARD = Card("red", 7)
KINDS = {
    "infantry": melee.Combatant(_CARD),
    "small_team": melee.Combatant(_CARD, small_team=True),
    "officer": melee.Combatant(_CARD, officer=True),
}


@dataclass(frozen=True, slots=True)
class Melees:
    """What the sheet tells of melees and charges, as they are read."""

    fights: melee.Rulings
    charges: charge.Rulings

    def facts(self) -> dict[str, Any]:
        """Nothing that its texts do not find among the numbers of the rules."""
        return {}

    def deducted(self, kind: str, state: str) -> str:
        """What a kind of unit deducts."""
        return minus(deduction(KINDS[kind], state == "shaken", self.fights).points)

    def tests(self) -> dict[str, tuple[str, str]]:
        """Columns of tests: dice and deduction, with the names of group and column."""
        shaken = (False, True)
        points = {deduction(u, s, self.fights).points for u in KINDS.values() for s in shaken}
        if not self.fights.penalties_count_against_card:
            points = {0}
        cards = {colour: Card.parse(f"{colour} 2") for colour in ("red", "black")}
        rolled = {c: rolled_card(card, "movement", self.charges) for c, card in cards.items()}
        moves = {card.movement_dice: colour for colour, card in rolled.items()}
        columns = {
            f"{colour} {each}": (
                f"{card.combat_dice} dice: {colour} fights, {moves[card.combat_dice]} moves",
                minus(each) if each else "plain",
            )
            for colour, card in cards.items()
            for each in sorted(points)
        }
        return {**columns, "charge": ("move and", "charge")}

    def reached(self, value: str, column: str) -> Fraction:
        """A card of this value is reached, or a red one in the move and in the charge."""
        if column == "charge":
            card = Card("red", int(value))
            moved = command.chance(rolled_card(card, "movement", self.charges), "movement")
            return moved * command.chance(card, "charge")
        colour, points = column.split()
        card = Card.parse(f"{colour} {value}")
        return dice.total(card.combat_dice).probability(
            lambda roll: face(card, roll, int(points), self.fights).reached
        )

    def left(self, attacker: str, defender: str, traits: str = "") -> Cell:
        """Who is the only one left."""
        units = melee.Combatant.parse(attacker), melee.Combatant.parse(defender + traits)
        odds = melee.odds(*units, self.fights)
        return odds.attacker_wins, odds.defender_wins
