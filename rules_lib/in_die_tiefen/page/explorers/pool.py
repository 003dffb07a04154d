"""The explorer of the pool of dice."""

from typing import Any

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.in_die_tiefen.page import parties
from rules_lib.notebook.explorer import Answer, Headline, Number
from rules_lib.notebook.interact import choice, explorer, numbers

GROUND = {
    "nothing special": (False, False),
    "terrain favours you": (True, False),
    "certain death": (False, True),
    "both": (True, True),
}
DEEDS = {
    f"{'superior' if better else 'no superior'} tactic, {n} deed{'s' * (n != 1)}": (better, n)
    for better in (False, True)
    for n in (0, 1, 2)
}


@explorer(
    Headline("you win", "Against four plain dice you win {chance}."),
    ground=choice(
        "Where you fight",
        GROUND,
        keys="plain terrain death both",
        default="terrain",
        dice=[parties.more(terrain=good, certain_death=dead) for good, dead in GROUND.values()],
        style="select",
    ),
    fanaticism=numbers("Fanaticism dice", range(5), default=0),
    outnumbers=choice(
        "You outnumber the enemy",
        {"no": 1} | {f"{n * STEP} to 1": n * STEP for n in (1, 2, 3)},
        keys="no three six nine",
        dice=["0", *(parties.more(outnumbers=n * STEP) for n in (1, 2, 3))],
        style="select",
    ),
    deeds=choice(
        "Tactic and heroic deeds",
        DEEDS,
        keys=" ".join(f"{'superior' if better else 'even'}-{n}" for better, n in DEEDS.values()),
        default="superior-1",
        dice=[parties.more(tactic_superior=better, deeds=n) for better, n in DEEDS.values()],
        style="select",
    ),
    read=parties.POOLED,
    note="The base die is always there; the enemy has four plain dice. Certain death: you can"
    " neither flee nor surrender (IDT-1.2).",
    dice="battle?a.dice=1&a.dice={ground}&a.dice={fanaticism}&a.dice={outnumbers}&a.dice={deeds}"
    "&a.fanaticism={fanaticism}&b.dice=4&b.superior=0" + parties.NO_ROLLS,
)
def pool_odds(
    ground: tuple[bool, bool],
    fanaticism: int,
    outnumbers: int,
    deeds: tuple[bool, int],
    **read: Any,
) -> Answer:
    """How many dice do I have, and are they enough?"""
    terrain, certain_death = ground
    superior, heroic = deeds
    party = Party.from_circumstances(
        terrain=terrain,
        certain_death=certain_death,
        fanaticism=fanaticism,
        outnumbers=outnumbers,
        tactic_superior=superior,
        deeds=heroic,
    )
    odds = battle.odds(party, Party(4), rulings=battle.Rulings(**read))
    loss, enemy_loss = odds.mean_losses
    return Answer(
        parties.ends(odds),
        (
            Number("dice in your pool", party.dice, digits=0),
            parties.loses("you lose", loss),
            parties.loses("the enemy loses", enemy_loss),
        ),
    )
