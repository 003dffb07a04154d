"""The explorer of the mass battle."""

from typing import Any

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.page import parties
from rules_lib.notebook.explorer import Answer, Headline
from rules_lib.notebook.interact import explorer


@explorer(
    Headline("the first party wins", "The first party wins {chance}."),
    dice_a=parties.dice("Dice of the first party", default=5),
    dice_b=parties.dice("Dice of the second party"),
    kind_a=parties.kind("a", "The first party is"),
    kind_b=parties.kind("b", "The second party is"),
    read=[*parties.POOLED, "R-I4", "R-I5"],
    note="Fanaticism dice come on top of the dice chosen.",
    dice="battle?a.dice={dice_a}&a.dice={kind_a}&b.dice={dice_b}&b.dice={kind_b}"
    + parties.NO_ROLLS,
)
def battle_odds(
    dice_a: int, dice_b: int, kind_a: parties.Kind, kind_b: parties.Kind, **read: Any
) -> Answer:
    """Who wins the battle, and at what price?"""
    fanatics_a, superior_a = kind_a
    fanatics_b, superior_b = kind_b
    odds = battle.odds(
        Party(dice_a + fanatics_a, fanatics_a, superior_a),
        Party(dice_b + fanatics_b, fanatics_b, superior_b),
        rulings=battle.Rulings(**read),
    )
    loss_a, loss_b = odds.mean_losses
    return Answer(
        parties.ends(odds, "the first party wins", "the second party wins"),
        (
            parties.loses("the first party loses", loss_a),
            parties.loses("the second party loses", loss_b),
        ),
    )
