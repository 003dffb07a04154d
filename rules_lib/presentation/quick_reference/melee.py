"""Paper Tigers on one page: command test, charge, melee."""

from fractions import Fraction

from rules_lib.paper_tigers import Card, charge, command, melee
from rules_lib.paper_tigers.charge.rules import rolled_card
from rules_lib.paper_tigers.charge.state import REACH
from rules_lib.paper_tigers.melee.rules import deduction, face
from rules_lib.presentation.quick_reference.sheet import Cell, Grid, Sheet, Step, answers, minus
from rules_lib.probability import dice
from rules_lib.rulebook.defaults import defaults
from rules_lib.type_checks import checked

VALUES = range(2, 15)
"""Values of the cards in the table of tests."""
PAIRED = range(5, 11)
"""Values of the cards in the tables of pairings."""

_CARD = Card("red", 7)
KINDS = {
    "infantry": melee.Combatant(_CARD),
    "small team, crew": melee.Combatant(_CARD, small_team=True),
    "officer, charged": melee.Combatant(_CARD, officer=True),
}


@checked
def melee_sheet(
    rulings: melee.Rulings | None = None, charging: charge.Rulings | None = None
) -> Sheet:
    """The sheet of the melee, with our default rulings unless others are given."""
    fights = rulings or defaults(melee.Rulings)
    charges = charging or defaults(charge.Rulings)
    return Sheet(
        system="paper-tigers-melee",
        title="Paper Tigers: charge and melee",
        purpose="From the move to the last blow.",
        steps=(*_approach(charges), *_blows(fights)),
        grids=(
            _deductions(fights),
            _tests(fights, charges),
            _pairings("a red card", "red", fights),
            _pairings("a black card", "black", fights),
            _pairings("a small team with a red card", "red", fights, small_team=True),
            _pairings("a red card in cover", "red", fights, in_cover=True),
        ),
        answers=answers(fights, charges),
    )


def _approach(charges: charge.Rulings) -> tuple[Step, ...]:
    red, black = Card("red", 2), Card("black", 2)
    moves = [rolled_card(each, "movement", charges).movement_dice for each in (red, black)]
    named = " you named" if charges.target_named == "before_test" else ", if one is in reach,"
    stands = "A unit in reach may also stand" if charges.charge_without_move else "No move"
    after = "and charge" if charges.charge_without_move else "no charge"
    always = charges.reaction_shot == "automatic_hit"
    shot = "which always hits" if always else "by the shooting rules"
    return (
        Step(
            f"Move. Roll {moves[0]} dice for a red card, {moves[1]} for a"
            f" black one. Card reached: up to {REACH}″. {stands}, {after}.",
            ("PT-M19", "PT-M1", "R-M12", "R-M14"),
        ),
        Step(
            f"Charge, if you like, a target within {REACH}″. Only infantry with a card; no"
            f" officer, no small team. Roll {red.combat_dice} dice for red, {black.combat_dice} for"
            " black.",
            ("PT-M2", "PT-M3", "PT-M5", "PT-M21"),
        ),
        Step(
            f"Failed: you stand without cover. The target{named} may shoot at you once, {shot}.",
            ("PT-M7", "R-M11", "R-M15"),
        ),
        Step("Passed: base to base. Exchange blows.", ("PT-M6",)),
    )


def _blows(fights: melee.Rulings) -> tuple[Step, ...]:
    often = "exchange" if fights.rerolls == "each_exchange" else "melee"
    sees = "with both rolls" if fights.reroll_decided == "seeing_both" else "with only that roll"
    counts = "" if fights.penalties_count_against_card else ", deductions left aside"
    costs = "takes one more hit" if fights.loser_takes_hit else "takes no further hit"
    hits = {
        "any_hit": "that was hit, or that lost",
        "lost_or_drawn_hit": "that lost, or was hit in a draw",
        "lost_exchange": "that lost",
    }[fights.shaken_by]
    again_on = {
        "any_roll": "",
        "missed_card": " a roll that missed your card",
        "not_won": " a roll that did not win",
    }[fights.rerolled_rolls]
    earlier = (
        " Hits from before count."
        if fights.shaken_by == "any_hit" and fights.earlier_hit_shakes
        else ""
    )
    again, stays = "Both stand: exchange again.", ""
    if fights.melee_ends == "first_decision":
        again = "Nobody has won: exchange again."
        stays = " A loser that stands stays shaken."
    shaken = deduction(KINDS["infantry"], True, fights).points
    return (
        Step(
            f"Both roll these dice at the same time, and subtract. In cover: once"
            f" a{'n' * (often[0] == 'e')}"
            f" {often} you may roll again{again_on}, {sees} in view; the new roll stands.",
            ("PT-M8", "PT-M13", "PT-M14", "PT-M15", "R-M13"),
        ),
        Step(f"Your card reached{counts}: one hit on the enemy.", ("PT-M9", "R-M7")),
        Step(
            f"Reached, and the higher total: you win the exchange. The loser {costs}.",
            ("PT-M10", "PT-M16", "R-M1"),
        ),
        Step(
            f"A unit {hits}, is shaken: {minus(shaken)} from the next exchange on.{earlier}{stays}",
            ("PT-M12", "PT-M18", "R-M2"),
        ),
        Step(f"{_removal(fights)} {again}", ("PT-M17", "PT-M11", "R-M6")),
    )


def _removal(fights: melee.Rulings) -> str:
    limit = fights.hits_to_remove
    if isinstance(limit, melee.HitsToRemove):
        return f"Gone: infantry with {limit.infantry} hits, a small team with {limit.small_team}."
    return f"Gone: a unit with {limit} hits, perhaps both at the same time."


def _deductions(fights: melee.Rulings) -> Grid:
    rows = tuple(
        (kind, *(minus(deduction(unit, shaken, fights).points) for shaken in (False, True)))
        for kind, unit in KINDS.items()
    )
    head = ("in an exchange", "fresh", "shaken")
    return Grid("What do you deduct?", head, rows, ("PT-M12", "PT-M15", "R-M3", "R-M8"))


def _tests(fights: melee.Rulings, charges: charge.Rulings) -> Grid:
    deducted = sorted(
        {
            deduction(unit, shaken, fights).points
            for unit in KINDS.values()
            for shaken in (False, True)
        }
    )
    if not fights.penalties_count_against_card:
        deducted = deducted[:1]

    def chance(card: Card, points: int) -> Fraction:
        distribution = dice.total(card.combat_dice)
        return distribution.probability(lambda roll: face(card, roll, points, fights).reached)

    def row(value: int) -> tuple[Cell, ...]:
        red, black = Card("red", value), Card("black", value)
        moved = command.chance(rolled_card(red, "movement", charges), "movement")
        fought = (chance(card, points) for card in (red, black) for points in deducted)
        return str(value), *fought, moved * command.chance(red, "charge")

    told = charges.movement_dice == "black_three"
    moving = [f", {colour} moves" if told else " and moves" for colour in ("black", "red")]
    names = tuple(minus(points) if points else "plain" for points in deducted)
    red, black = (Card(colour, 2).combat_dice for colour in ("red", "black"))
    return Grid(
        "Do you reach the card?",
        ("card", *names, *names, "charge"),
        tuple(map(row, VALUES)),
        ("PT-M3", "PT-M9", "PT-M19", "R-M14"),
        (
            ("", 1),
            (f"{red} dice: red fights{moving[0]}", len(deducted)),
            (f"{black} dice: black fights{moving[1]}", len(deducted)),
            ("move and", 1),
        ),
        note="Deductions count in exchanges only.",
        highlights=True,
    )


def _pairings(
    name: str,
    colour: command.Colour,
    fights: melee.Rulings,
    small_team: bool = False,
    in_cover: bool = False,
) -> Grid:
    def cell(attack: int, defence: int) -> Cell:
        attacker = melee.Combatant(Card("red", attack))
        defender = melee.Combatant(Card(colour, defence), small_team, in_cover=in_cover)
        odds = melee.odds(attacker, defender, fights)
        return odds.attacker_wins, odds.defender_wins

    rows = tuple(
        (f"red {attack}", *(cell(attack, defence) for defence in PAIRED)) for attack in PAIRED
    )
    head = ("", *(f"{colour} {defence}" for defence in PAIRED))
    habit = " It rolls again whenever it misses its card." if in_cover else ""
    return Grid(
        f"A red card charges {name}: who is left?",
        head,
        rows,
        ("PT-M13", "PT-M17") if in_cover else ("PT-M15", "PT-M17") if small_team else ("PT-M17",),
        note=f"Above: only the attacker. Below: only the defender.{habit}",
        highlights=True,
    )
