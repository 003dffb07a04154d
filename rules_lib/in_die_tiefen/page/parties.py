"""What the explorers of the mass battle have in common: parties, and how they end."""

from fractions import Fraction
from typing import Any

from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.notebook.explorer import Control, Number, Part
from rules_lib.notebook.interact import choice, numbers

Kind = tuple[int, bool]
"""The fanaticism dice of a party, and whether its weapons are superior."""
Parts = tuple[Part, Part, Part]

MOST_SHOWN = 8
NO_ROLLS = "&rolls-a=&rolls-b="
"""A link to the form, whose dice are the reader's to enter."""
POOLED = ("R-I1", "R-I2", "R-I3", "R-I8")
"""The rulings that matter where one party has fanaticism dice."""


def dice(label: str, default: int = 4) -> Control:
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


def ends(odds: battle.Odds, first: str = "you win", second: str = "the enemy wins") -> Parts:
    """Return how a battle ends, as parts of a whole."""
    return parts(odds.a_wins, odds.draw, odds.b_wins, first, second)


def parts(
    won: Fraction,
    drawn: Fraction,
    lost: Fraction,
    first: str = "you win",
    second: str = "the enemy wins",
) -> Parts:
    """Return the chances of either party as parts of a whole."""
    return Part(first, won, "first"), Part("a draw", drawn, "neutral"), Part(second, lost, "second")


def loses(who: str, share: Fraction) -> Number:
    """Return the share of its troops that a party loses."""
    return Number.percent(f"troops that {who} on average", share)
