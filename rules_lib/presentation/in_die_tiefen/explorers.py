"""The explorers of the mass battle: the pool, the battle, fanaticism, and tactics."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP
from rules_lib.in_die_tiefen.battle.rulings import FanaticismCounts
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


NO_ROLLS = "&rolls-a=&rolls-b="
"""A link to the form, whose dice are the reader's to enter."""

_POOLED = ("R-I1", "R-I2", "R-I3", "R-I8")
_HANDED_OVER = "rulings=battle.Rulings({})"

Ends = tuple[Fraction, Fraction, Fraction, Fraction, Fraction]
"""Chances that a wins, that nobody does, that b wins; mean losses of a and of b."""


@cache
def _ends(a: Party, b: Party, rulings: battle.Rulings) -> Ends:
    """Each pair is fought once: the other way round, the sides change places."""
    if (b.dice, b.fanaticism, b.superior) < (a.dice, a.fanaticism, a.superior):
        b_wins, draw, a_wins, loss_b, loss_a = _ends(b, a, rulings)
        return a_wins, draw, b_wins, loss_a, loss_b
    fought = battle.odds(a, b, rulings)
    return fought.a_wins, fought.draw, fought.b_wins, *fought.mean_losses


def _lost(who: str, share: Fraction) -> Number:
    return Number.percent(f"troops that {who} loses on average", share)


def pooled(
    ground: tuple[bool, bool], fanaticism: int, outnumbers: int, deeds: tuple[bool, int]
) -> Party:
    """The party that the controls of the pool mean."""
    return Party.from_circumstances(
        terrain=ground[0],
        certain_death=ground[1],
        fanaticism=fanaticism,
        outnumbers=outnumbers,
        tactic_superior=deeds[0],
        deeds=deeds[1],
    )


def _pool_answer(
    ground: tuple[bool, bool],
    fanaticism: int,
    outnumbers: int,
    deeds: tuple[bool, int],
    **read: Any,
) -> Answer:
    party = pooled(ground, fanaticism, outnumbers, deeds)
    won, drawn, lost, loss, enemy_loss = _ends(party, YARDSTICK, battle.Rulings(**read))
    return Answer(
        _you(won, drawn, lost),
        (
            Number("dice in your pool", party.dice, digits=0),
            Number.percent("troops that you lose on average", loss),
            _lost("the enemy", enemy_loss),
        ),
    )


def _you(won: Fraction, drawn: Fraction, lost: Fraction) -> tuple[Part, ...]:
    return (
        Part("you win", won, "first"),
        Part("a draw", drawn, "neutral"),
        Part("the enemy wins", lost, "second"),
    )


def _more(**circumstances: Any) -> str:
    """How many dice these are worth, beside the base die."""
    return str(Party.from_circumstances(**circumstances).dice - 1)


POOL = Explorer(
    id="pool-odds",
    question="How many dice do I have, and are they enough?",
    controls=(
        Control(
            "ground",
            "Where you fight",
            (
                *(
                    Choice(key, label, (terrain, death), f"{terrain}, {death}", dice=more)
                    for key, label, terrain, death in (
                        ("plain", "nothing special", False, False),
                        ("terrain", "terrain favours you", True, False),
                        ("death", "certain death", False, True),
                        ("both", "both", True, True),
                    )
                    for more in [_more(terrain=terrain, certain_death=death)]
                ),
            ),
            "terrain",
        ),
        Control.numbers("fanaticism", "Fanaticism dice", range(5), 0),
        Control(
            "outnumbers",
            "You outnumber the enemy",
            (
                Choice("no", "no", 1, dice="0"),
                *(
                    Choice(key, f"{times} to 1", times, dice=_more(outnumbers=times))
                    for key, dice in (("three", 1), ("six", 2), ("nine", 3))
                    for times in [dice * OUTNUMBERING_STEP]
                ),
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
                    dice=_more(tactic_superior=superior, deeds=count),
                )
                for superior in (False, True)
                for count in (0, 1, 2)
            ),
            "superior-1",
        ),
    ),
    answer=_pool_answer,
    headline=Headline("you win", "Against four plain dice you win {chance}."),
    python=(
        "terrain, certain_death = {ground}\n"
        "tactic_superior, deeds = {deeds}\n"
        "battle.odds(Party.from_circumstances(terrain=terrain, certain_death=certain_death,"
        " fanaticism={fanaticism}, outnumbers={outnumbers},"
        " tactic_superior=tactic_superior, deeds=deeds), Party(4){read})"
    ),
    note=(
        "The base die is always there; the enemy has four plain dice. Certain death: you can"
        " neither flee nor surrender (IDT-1.2)."
    ),
    reads=(reads(_HANDED_OVER, *_POOLED),),
    dice=(
        "battle?a.dice=1+{ground}+{fanaticism}+{outnumbers}+{deeds}&a.fanaticism={fanaticism}"
        "&b.dice=4&b.superior=0" + NO_ROLLS
    ),
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


def _dice_control(name: str, label: str, default: int = 4) -> Control:
    return Control.numbers(name, label, range(1, MOST_SHOWN + 1), default)


def _of(side: str, kind: Kind) -> str:
    return (
        f"{kind.fanaticism}&{side}.fanaticism={kind.fanaticism}&{side}.superior={kind.superior:d}"
    )


def _kind_control(name: str, label: str) -> Control:
    choices = tuple(
        Choice(
            key,
            text,
            kind,
            python=f"{kind.fanaticism}, {kind.superior}",
            dice=_of(name[-1], kind),
        )
        for key, (text, kind) in KINDS.items()
    )
    return Control(name, label, choices, "plain-0")


def _battle_answer(dice_a: int, kind_a: Kind, dice_b: int, kind_b: Kind, **read: Any) -> Answer:
    a, b = kind_a.party(dice_a), kind_b.party(dice_b)
    a_wins, draw, b_wins, loss_a, loss_b = _ends(a, b, battle.Rulings(**read))
    return Answer(
        (
            Part("the first party wins", a_wins, "first"),
            Part("a draw", draw, "neutral"),
            Part("the second party wins", b_wins, "second"),
        ),
        (_lost("the first party", loss_a), _lost("the second party", loss_b)),
    )


BATTLE = Explorer(
    id="battle-odds",
    question="Who wins the battle, and at what price?",
    controls=(
        _dice_control("dice_a", "Dice of the first party", 5),
        _dice_control("dice_b", "Dice of the second party"),
        _kind_control("kind_a", "The first party is"),
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
    note="Fanaticism dice come on top of the dice chosen.",
    reads=(reads(_HANDED_OVER, *_POOLED, "R-I4", "R-I5"),),
    dice=f"battle?a.dice={{dice_a}}+{{kind_a}}&b.dice={{dice_b}}+{{kind_b}}{NO_ROLLS}",
)


@cache
def _fanatics(own: int, enemy: int, rulings: battle.Rulings) -> battle.BestFanaticism:
    return battle.best_fanaticism(Party(own), Party(enemy), rulings=rulings)


def _fanaticism_answer(
    own: int, enemy: int, fanaticism: int, counts: FanaticismCounts, **read: Any
) -> Answer:
    every = _fanatics(own, enemy, battle.Rulings(fanaticism_counts=counts, **read))
    taken = every.choices[fanaticism]
    return Answer(
        _you(taken.odds.a_wins, taken.odds.draw, taken.odds.b_wins),
        (
            Number.percent("troops that you lose on average", taken.loss),
            Number.percent("without fanaticism you win", every.choices[0].value),
            Number("fanaticism dice with which you win most often", every.best[0], digits=0),
        ),
    )


FANATICISM = Explorer(
    id="fanaticism-odds",
    question="How many fanaticism dice should you take?",
    controls=(
        _dice_control("own", "Your other dice"),
        _dice_control("enemy", "Dice of the enemy"),
        Control.numbers("fanaticism", "Fanaticism dice", range(5), 2),
        Control(
            "counts",
            "The lower threshold counts (R-I3)",
            (
                Choice("result", "always", "result_and_losses"),
                Choice("losses", "for losses", "losses_only"),
            ),
            "result",
            ruling="R-I3",
        ),
    ),
    answer=_fanaticism_answer,
    headline=Headline("you win", "You win {chance}."),
    python=(
        'rulings = battle.Rulings(fanaticism_counts="{counts}"{read})\n'
        "battle.odds(Party({own} + {fanaticism}, {fanaticism}), Party({enemy}), rulings)"
    ),
    note="Both parties are plain otherwise. Fanaticism dice come on top of your other dice.",
    reads=(reads("{}", "R-I1", "R-I2", "R-I4", "R-I8"),),
    dice=(
        "battle?a.dice={own}+{fanaticism}&a.fanaticism={fanaticism}&b.dice={enemy}&b.superior=0"
        + NO_ROLLS
    ),
)

ALL_TACTICS = tuple(tactic.value for tactic in Tactic)


@cache
def _game(own: int, enemy: int, rulings: battle.Rulings) -> battle.TacticsGame:
    return battle.tactics_game(Party(own), Party(enemy), rulings)


def _tactics_answer(
    own: int, enemy: int, mine: tuple[Tactic, ...], theirs: tuple[Tactic, ...], **read: Any
) -> Answer:
    odds = _game(own, enemy, battle.Rulings(**read)).odds

    def over(tactics: tuple[Tactic, ...]) -> list[Fraction]:
        """Chances to win, to draw and to lose, if each of these tactics is as likely."""
        fights = [odds[pair] for pair in product(tactics, theirs)]
        ends = zip(*((each.a_wins, each.draw, each.b_wins) for each in fights), strict=True)
        return [sum(each, Fraction(0)) / len(fights) for each in ends]

    return Answer(
        _you(*over(mine)),
        (Number.percent("with the best answer you win", max(over((each,))[0] for each in Tactic)),),
    )


def _tactic_control(name: str, label: str) -> Control:
    single = (Choice(each.value, each.value, (each,), f'["{each.value}"]') for each in Tactic)
    mixed = Choice("random", "at random", tuple(Tactic), str(list(ALL_TACTICS)).replace("'", '"'))
    return Control(name, label, (*single, mixed), "random")


TACTICS = Explorer(
    id="tactics-odds",
    question="Which tactic should you write?",
    controls=(
        _dice_control("own", "Your dice"),
        _dice_control("enemy", "Dice of the enemy"),
        _tactic_control("mine", "You write"),
        _tactic_control("theirs", "The enemy writes"),
    ),
    answer=_tactics_answer,
    headline=Headline("you win", "You win {chance}."),
    python=(
        "mine, theirs = {mine}, {theirs}\n"
        "fights = battle.tactics_game(Party({own}), Party({enemy}){read}).odds\n"
        "sum(fights[m, t].a_wins for m in mine for t in theirs) / (len(mine) * len(theirs))"
    ),
    note="Both parties are plain. Set their dice without the tactic dice.",
    reads=(reads(_HANDED_OVER, "R-I1", "R-I2"),),
    dice=f"battle?a.dice={{own}}&b.dice={{enemy}}&b.superior=0{NO_ROLLS}",
)
