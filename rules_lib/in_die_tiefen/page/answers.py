"""How answers about the mass battle look alone in a cell."""

from collections.abc import Sequence
from typing import Literal

from rules_lib.errors import UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle.advice import (
    BestFanaticism,
    FanaticismChoice,
    TacticsGame,
    Worth,
)
from rules_lib.in_die_tiefen.page.scenes import bill_table, tell_battle
from rules_lib.notebook.answers import Face, Several, chances, numbers
from rules_lib.notebook.display import Display
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.text.chances import decimal, percent


def _odds(odds: battle.Odds) -> Display:
    ends = chances(
        "How does the battle end?",
        [("a wins", odds.a_wins), ("a draw", odds.draw), ("b wins", odds.b_wins)],
    )
    rows = [("a loses", _lost(odds, "a")), ("b loses", _lost(odds, "b"))]
    return Several(ends, numbers("What share of its troops, on average?", rows))


def _party(party: Party) -> CaptionedTable:
    if party.bill:
        return bill_table(("dice", party))
    rows = [("dice in all", str(party.dice)), ("of them fanaticism", str(party.fanaticism))]
    return numbers("The party", [*rows, ("superior", "yes" if party.superior else "no")])


def _choices(choices: Sequence[FanaticismChoice], best: Sequence[int] = ()) -> CaptionedTable:
    rows = tuple(
        (
            f"{each.dice}{' (best)' if each.dice in best else ''}",
            percent(each.odds.a_wins),
            percent(each.odds.draw),
            _lost(each.odds, "a"),
            decimal(each.value),
        )
        for each in choices
    )
    head = ("dice", "wins", "draw", "loses", "worth")
    caption = "How many fanaticism dice? (It loses that share of its troops, on average.)"
    return CaptionedTable(caption, Table(head, rows), narrow=True)


def _lost(odds: battle.Odds, side: Literal["a", "b"]) -> str:
    try:
        return percent(odds.mean_loss(side))
    except UnspecifiedBySource:  # R-I4 read as an error
        return "unspecified"


def _tactics(game: TacticsGame) -> Display:
    rows = tuple(
        (str(mine), *(percent(game.payoff[mine, theirs]) for theirs in Tactic)) for mine in Tactic
    )
    head = ("a ↓ b →", *map(str, Tactic))
    worth = CaptionedTable("What is each pair worth to a?", Table(head, rows), narrow=True)
    mixed = tuple(
        (str(each), percent(game.equilibrium.rows[at]), percent(game.equilibrium.columns[at]))
        for at, each in enumerate(Tactic)
    )
    best = CaptionedTable(
        "How often should each choose it?", Table(("", "a", "b"), mixed), narrow=True
    )
    gains = [("the game, to a", game.equilibrium.value), ("a right guess, more", game.guessing)]
    shown = [(words, percent(each)) for words, each in gains]
    return Several(worth, best, numbers("What is it worth?", shown))


def _worth(worth: Worth) -> CaptionedTable:
    more = [
        (f"with {extra} dice more instead", chance) for extra, chance in enumerate(worth.by_dice)
    ]
    caption = f"Superiority is worth {worth.dice} dice: how often does a win?"
    return chances(caption, [("with superiority", worth.with_it), *more])


FACES: dict[type, Face] = {
    battle.Odds: _odds,
    battle.Fought: lambda fought: tell_battle(fought, " against ".join(fought.names)),
    Party: _party,
    FanaticismChoice: lambda choice: _choices([choice]),
    BestFanaticism: lambda found: _choices(found.choices, found.best),
    TacticsGame: _tactics,
    Worth: _worth,
}
