"""The explorers of the mass battle, and what they have in common."""

from contextlib import suppress
from fractions import Fraction
from statistics import mean
from typing import Any, Literal

from rules_lib.errors import UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.notebook.explorer import Answer, Control, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer, numbers

Kind = tuple[int, bool]
"""The fanaticism dice of a party, and whether its weapons are superior."""
Parts = tuple[Part, Part, Part]

MOST_SHOWN = 8
NO_ROLLS = "&rolls-a=&rolls-b="
"""A link to the form, whose dice are the reader's to enter."""
POOLED = ("R-I1", "R-I2", "R-I3", "R-I8")
"""The rulings that matter where one party has fanaticism dice."""
YOU_WIN = Headline("you win", "You win {chance}.", never="You never win.", always="You always win.")


def dice_of(label: str, default: int = 4) -> Control:
    """Return the slider for the dice of a party."""
    return numbers(label, range(1, MOST_SHOWN + 1), default)


KINDS: dict[Kind, str] = {
    (fanatics, superior): ", ".join(
        (["superior weapons"] if superior else [])
        + ([f"+{fanatics} fanaticism"] if fanatics else [])
    )
    or "plain"
    for superior in (False, True)
    for fanatics in (0, 1, 2, 4)
}
"""Without three fanaticism dice: with them the page would grow too heavy."""


def kind(side: str, label: str) -> Control:
    """Return the control for what a party is besides its dice: fanatical, or better armed."""
    return choice(
        label,
        {words: each for each, words in KINDS.items()},
        keys=" ".join(f"{'superior' if better else 'plain'}-{n}" for n, better in KINDS),
        dice=[f"{n}&{side}.fanaticism={n}&{side}.superior={better:d}" for n, better in KINDS],
        python=[f"{n}, {better}" for n, better in KINDS],
        style="select",
    )


def tactics(label: str) -> Control:
    """Return the control for the tactic that is written, or any at random."""
    written = {each.value: (each,) for each in Tactic} | {"at random": tuple(Tactic)}
    return choice(
        label,
        written,
        keys=" ".join([*(each.value for each in Tactic), "random"]),
        default="random",
        python=[str([each.value for each in some]).replace("'", '"') for some in written.values()],
        style="select",
    )


def more(**circumstances: Any) -> str:
    """Return how many dice these are worth, beside the base die."""
    return str(Party.from_circumstances(**circumstances).dice - 1)


def ends(odds: battle.Odds, *who: str) -> Parts:
    """Return how a battle ends, as parts of a whole."""
    return parts(odds.a_wins, odds.draw, odds.b_wins, *who)


def parts(
    won: Fraction,
    drawn: Fraction,
    lost: Fraction,
    first: str = "you win",
    second: str = "the enemy wins",
) -> Parts:
    """Return the chances of either party as parts of a whole."""
    return Part(first, won, "first"), Part("a draw", drawn, "neutral"), Part(second, lost, "second")


def loses(who: str, odds: battle.Odds, side: Literal["a", "b"]) -> Number:
    """Return the share of its troops that a party loses, if R-I4 does not leave it open."""
    share = None
    with suppress(UnspecifiedBySource):
        share = odds.mean_loss(side)
    return Number.percent(f"troops that {who} on average", share)


@explorer(
    Headline(
        "the first party wins",
        "The first party wins {chance}.",
        never="The first party never wins.",
        always="The first party always wins.",
    ),
    dice_a=dice_of("Dice of the first party", default=5),
    dice_b=dice_of("Dice of the second party"),
    kind_a=kind("a", "The first party is"),
    kind_b=kind("b", "The second party is"),
    read=[*POOLED, "R-I4", "R-I5"],
    note="Fanaticism dice come on top of the dice chosen.",
    dice="battle?a.dice={dice_a}&a.dice={kind_a}&b.dice={dice_b}&b.dice={kind_b}" + NO_ROLLS,
)
def battle_odds(dice_a: int, dice_b: int, kind_a: Kind, kind_b: Kind, **read: Any) -> Answer:
    """Who wins the battle, and at what price?"""
    fanatics_a, superior_a = kind_a
    fanatics_b, superior_b = kind_b
    odds = battle.odds(
        Party(dice_a + fanatics_a, fanatics_a, superior_a),
        Party(dice_b + fanatics_b, fanatics_b, superior_b),
        rulings=battle.Rulings(**read),
    )
    return Answer(
        ends(odds, "the first party wins", "the second party wins"),
        (
            loses("the first party loses", odds, "a"),
            loses("the second party loses", odds, "b"),
        ),
    )


@explorer(
    YOU_WIN,
    own=dice_of("Your other dice"),
    enemy=dice_of("Dice of the enemy"),
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
    "&b.superior=0" + NO_ROLLS,
)
def fanaticism_odds(own: int, enemy: int, fanaticism: int, counts: Any, **read: Any) -> Answer:
    """How many fanaticism dice should you take?"""
    rulings = battle.Rulings(fanaticism_counts=counts, **read)
    odds = battle.odds(Party(own + fanaticism, fanaticism), Party(enemy), rulings)
    every = battle.best_fanaticism(Party(own), Party(enemy), rulings=rulings)
    return Answer(
        ends(odds),
        (
            loses("you lose", odds, "a"),
            Number.percent("without fanaticism you win", every.choices[0].value),
            Number("fanaticism dice with which you win most often", every.best[0], digits=0),
        ),
    )


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
        dice=[more(terrain=good, certain_death=dead) for good, dead in GROUND.values()],
        style="select",
    ),
    fanaticism=numbers("Fanaticism dice", range(5), default=0),
    outnumbers=choice(
        "You outnumber the enemy",
        {"no": 1} | {f"{n * STEP} to 1": n * STEP for n in (1, 2, 3)},
        keys="no three six nine",
        dice=["0", *(more(outnumbers=n * STEP) for n in (1, 2, 3))],
        style="select",
    ),
    deeds=choice(
        "Tactic and heroic deeds",
        DEEDS,
        keys=" ".join(f"{'superior' if better else 'even'}-{n}" for better, n in DEEDS.values()),
        default="superior-1",
        dice=[more(tactic_superior=better, deeds=n) for better, n in DEEDS.values()],
        style="select",
    ),
    read=POOLED,
    note="The base die is always there; the enemy has four plain dice. Certain death: you can"
    " neither flee nor surrender (IDT-1.2).",
    dice="battle?a.dice=1&a.dice={ground}&a.dice={fanaticism}&a.dice={outnumbers}&a.dice={deeds}"
    "&a.fanaticism={fanaticism}&b.dice=4&b.superior=0" + NO_ROLLS,
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
    return Answer(
        ends(odds),
        (
            Number("dice in your pool", party.dice, digits=0),
            loses("you lose", odds, "a"),
            loses("the enemy loses", odds, "b"),
        ),
    )


@explorer(
    YOU_WIN,
    own=dice_of("Your dice"),
    enemy=dice_of("Dice of the enemy"),
    mine=tactics("You write"),
    theirs=tactics("The enemy writes"),
    read=["R-I1", "R-I2"],
    note="Both parties are plain. Set their dice without the tactic dice.",
    dice=f"battle?a.dice={{own}}&b.dice={{enemy}}&b.superior=0{NO_ROLLS}",
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
        parts(odds, draw, 1 - odds - draw),
        (Number.percent("with the best answer you win", best),),
    )
