"""The explorer of fanaticism."""

from typing import Any

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.page import parties
from rules_lib.notebook.explorer import Answer, Headline, Number
from rules_lib.notebook.interact import choice, explorer, numbers


@explorer(
    Headline("you win", "You win {chance}."),
    own=parties.dice("Your other dice"),
    enemy=parties.dice("Dice of the enemy"),
    fanaticism=numbers("Fanaticism dice", range(5), default=2),
    counts=choice(
        "The lower threshold counts (R-I3)",
        {"always": "result_and_losses", "for losses": "losses_only"},
        keys="result losses",
        ruling="R-I3",
        style="select",
    ),
    read=["R-I1", "R-I2", "R-I4", "R-I8"],
    note="Both parties are plain otherwise. Fanaticism dice come on top of your other dice.",
    dice="battle?a.dice={own}&a.dice={fanaticism}&a.fanaticism={fanaticism}&b.dice={enemy}"
    "&b.superior=0" + parties.NO_ROLLS,
)
def fanaticism_odds(own: int, enemy: int, fanaticism: int, counts: Any, **read: Any) -> Answer:
    """How many fanaticism dice should you take?"""
    rulings = battle.Rulings(fanaticism_counts=counts, **read)
    odds = battle.odds(Party(own + fanaticism, fanaticism), Party(enemy), rulings)
    every = battle.best_fanaticism(Party(own), Party(enemy), rulings=rulings)
    return Answer(
        parties.ends(odds),
        (
            parties.loses("you lose", odds.mean_losses[0]),
            Number.percent("without fanaticism you win", every.choices[0].value),
            Number("fanaticism dice with which you win most often", every.best[0], digits=0),
        ),
    )
