"""The explorer of the slips with tactics."""

from statistics import mean
from typing import Any

from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.page import parties
from rules_lib.notebook.explorer import Answer, Headline, Number
from rules_lib.notebook.interact import explorer


@explorer(
    Headline("you win", "You win {chance}."),
    own=parties.dice("Your dice"),
    enemy=parties.dice("Dice of the enemy"),
    mine=parties.tactics("You write"),
    theirs=parties.tactics("The enemy writes"),
    read=["R-I1", "R-I2"],
    note="Both parties are plain. Set their dice without the tactic dice.",
    dice=f"battle?a.dice={{own}}&b.dice={{enemy}}&b.superior=0{parties.NO_ROLLS}",
)
def tactics_odds(
    own: int, enemy: int, mine: tuple[Tactic, ...], theirs: tuple[Tactic, ...], **read: Any
) -> Answer:
    """Which tactic should you write?"""
    game = battle.tactics_game(Party(own), Party(enemy), rulings=battle.Rulings(**read)).odds
    fights = [game[each, other] for each in mine for other in theirs]
    odds = mean(each.a_wins for each in fights)
    draw = mean(each.draw for each in fights)
    best = max(mean(game[each, other].a_wins for other in theirs) for each in Tactic)
    return Answer(
        parties.parts(odds, draw, 1 - odds - draw),
        (Number.percent("with the best answer you win", best),),
    )
