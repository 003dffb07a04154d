"""The two explorers of the mass battle: the pool, and the battle."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.presentation.explorer import (
    Answer,
    Choice,
    Control,
    Explorer,
    Headline,
    Number,
    Part,
)
from rules_lib.presentation.readings import reads

YARDSTICK = Party(4)
MOST_SHOWN = 8


def _percent(label: str, share: Fraction) -> Number:
    return Number(label, 100 * share, "%")


_POOLED = ("R-I1", "R-I2", "R-I3", "R-I8")
_HANDED_OVER = "rulings=battle.Rulings({})"


def _answer(a: Party, b: Party, *numbers: Number, **read: Any) -> Answer:
    fought = battle.odds(a, b, battle.Rulings(**read))
    loss_a = fought.losses.map(lambda shares: shares[0]).mean()
    loss_b = fought.losses.map(lambda shares: shares[1]).mean()
    return Answer(
        (
            Part("the first party wins", fought.a_wins, "first"),
            Part("a draw", fought.draw, "neutral"),
            Part("the second party wins", fought.b_wins, "second"),
        ),
        (
            *numbers,
            _percent("first party loses on average", loss_a),
            _percent("second party loses on average", loss_b),
        ),
    )


def _pool_answer(
    ground: tuple[bool, bool],
    fanaticism: int,
    outnumbers: int,
    deeds: tuple[bool, int],
    **read: Any,
) -> Answer:
    party = Party.from_circumstances(
        terrain=ground[0],
        certain_death=ground[1],
        fanaticism=fanaticism,
        outnumbers=outnumbers,
        tactic_superior=deeds[0],
        deeds=deeds[1],
    )
    return _answer(party, YARDSTICK, Number("dice in the pool", party.dice, digits=0), **read)


POOL = Explorer(
    id="pool-odds",
    question="How many dice do I have, and are they enough?",
    controls=(
        Control(
            "ground",
            "Where you fight",
            (
                Choice("plain", "nothing special", (False, False), python="False, False"),
                Choice("terrain", "terrain favours you", (True, False), python="True, False"),
                Choice("death", "certain death", (False, True), python="False, True"),
                Choice("both", "both", (True, True), python="True, True"),
            ),
            "plain",
        ),
        Control(
            "fanaticism",
            "Fanaticism dice",
            tuple(Choice(str(n), str(n), n) for n in range(5)),
            "0",
            "chips",
        ),
        Control(
            "outnumbers",
            "You outnumber the enemy",
            (
                Choice("no", "no", 1),
                Choice("three", "three to one", 3),
                Choice("six", "six to one", 6),
                Choice("nine", "nine to one", 9),
            ),
            "no",
        ),
        Control(
            "deeds",
            "Tactic and heroic deeds",
            tuple(
                Choice(
                    f"{'superior' if superior else 'even'}-{count}",
                    f"{'superior tactic' if superior else 'no superior tactic'},"
                    f" {count} deed{'s' * (count != 1)}",
                    (superior, count),
                    python=f"{superior}, {count}",
                )
                for superior in (False, True)
                for count in (0, 1, 2)
            ),
            "even-0",
        ),
    ),
    answer=_pool_answer,
    headline=Headline("the first party wins", "Against four plain dice you win {chance}."),
    python=(
        "terrain, certain_death = {ground}\n"
        "tactic_superior, deeds = {deeds}\n"
        "battle.odds(Party.from_circumstances(terrain=terrain, certain_death=certain_death,"
        " fanaticism={fanaticism}, outnumbers={outnumbers},"
        " tactic_superior=tactic_superior, deeds=deeds), Party(4){read})"
    ),
    note="The base die is always there. You are the first party; the enemy has four plain dice.",
    reads=(reads(_HANDED_OVER, *_POOLED),),
)


@dataclass(frozen=True, slots=True)
class Kind:
    """How a party of so many dice differs from a plain one."""

    fanaticism: int = 0
    superior: bool = False

    def party(self, dice: int) -> Party:
        """The party: its fanaticism dice come on top."""
        return Party(dice + self.fanaticism, self.fanaticism, self.superior)


KINDS = {
    f"{'superior' if superior else 'plain'}-{fanatics}": (
        ", ".join(
            (["superior weapons"] if superior else [])
            + ([f"+{fanatics} fanaticism"] if fanatics else [])
        )
        or "plain",
        Kind(fanatics, superior),
    )
    for superior in (False, True)
    for fanatics in (0, 1, 2, 4)
}
"""Without three fanaticism dice: with them the page would grow too heavy."""


def _dice_control(name: str, label: str) -> Control:
    choices = tuple(Choice(str(n), str(n), n) for n in range(1, MOST_SHOWN + 1))
    return Control(name, label, choices, "4")


def _kind_control(name: str, label: str) -> Control:
    choices = tuple(
        Choice(
            key,
            text,
            kind,
            python=f"{kind.fanaticism}, {kind.superior}",
        )
        for key, (text, kind) in KINDS.items()
    )
    return Control(name, label, choices, "plain-0")


def _battle_answer(dice_a: int, kind_a: Kind, dice_b: int, kind_b: Kind, **read: Any) -> Answer:
    return _answer(kind_a.party(dice_a), kind_b.party(dice_b), **read)


BATTLE = Explorer(
    id="battle-odds",
    question="Who wins the battle, and at what price?",
    controls=(
        _dice_control("dice_a", "Dice of the first party"),
        _kind_control("kind_a", "The first party is"),
        _dice_control("dice_b", "Dice of the second party"),
        _kind_control("kind_b", "The second party is"),
    ),
    answer=_battle_answer,
    headline=Headline("the first party wins", "The first party wins {chance}."),
    python=(
        "fanaticism_a, superior_a = {kind_a}\n"
        "fanaticism_b, superior_b = {kind_b}\n"
        "battle.odds(Party({dice_a} + fanaticism_a, fanaticism_a, superior_a),"
        " Party({dice_b} + fanaticism_b, fanaticism_b, superior_b){read})"
    ),
    note="Default rulings. Fanaticism dice come on top of the dice chosen.",
    reads=(reads(_HANDED_OVER, *_POOLED, "R-I4", "R-I5"),),
)
