"""The pictures of the mass battle, each a question with its answer."""

from fractions import Fraction
from functools import cache

from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.presentation import charts
from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.comparisons import points
from rules_lib.presentation.palette import Role
from rules_lib.presentation.picture import Picture, Table
from rules_lib.presentation.wording import percent
from rules_lib.type_checks import checked

POOLS = range(2, 13)
SHOWN: dict[int, Role] = {0: "neutral", 2: "both", 4: "first"}
"""Numbers of fanaticism dice that the pictures draw, with their colours."""


@cache
def choice(dice: int) -> battle.BestFanaticism:
    """What fanaticism brings against an equal party of this many dice."""
    return battle.best_fanaticism(Party(dice), Party(dice))


def fanaticism_pays() -> Picture:
    """Chance to win an equal battle with 0, 2 and 4 fanaticism dice, over the size of the pools."""
    pays = [dice for dice in POOLS if 4 in choice(dice).best]
    hurts = [dice for dice in POOLS if 0 in choice(dice).best]
    return charts.lines(
        "Should you go fanatic?",
        f"Against an equal enemy, all four dice win most often with up to {max(pays)} other dice."
        f" From {min(hurts)} on, each of them only hurts. At 5, one or two of them hurt a little.",
        x="dice of each party, without fanaticism",
        y="the fanatics win",
        labels=[str(dice) for dice in POOLS],
        series={
            f"{count} fanaticism dice": (
                role,
                [choice(dice).choices[count].odds.a_wins for dice in POOLS],
            )
            for count, role in SHOWN.items()
        },
    )


@checked
def die_worth(*pools: int) -> CaptionedTable:
    """What one more steady die adds to the chance to win, against as many dice as one has."""
    rows = []
    for dice in pools:
        even, more = (battle.odds(Party(own), Party(dice)).a_wins for own in (dice, dice + 1))
        name = f"{dice} against {dice}"
        rows.append((name, percent(even), percent(more), points(more - even)))
    head = ("dice", "you win", "with one more", "change")
    return CaptionedTable("What is one more die worth?", Table(head, tuple(rows)))


def fanatic_losses() -> CaptionedTable:
    """What each fanaticism die does to the chance to win and to the losses, four against four."""
    rows = tuple(
        (str(each.dice), percent(each.value), percent(each.loss)) for each in choice(4).choices
    )
    caption = "What does fanaticism cost, with four other dice against four?"
    head = ("fanaticism dice", "you win", "your troops lost, on average")
    return CaptionedTable(caption, Table(head, rows))


def losses_alike() -> bool:
    """Whether the losses are the same between equal parties of any size that is shown."""
    return all(
        choice(dice).choices[count].loss == choice(4).choices[count].loss
        for dice in POOLS
        for count in range(5)
    )


def tactics_map(a: Party, b: Party) -> Picture:
    """The tactics game as a map of win chances."""
    game = battle.tactics_game(a, b)
    names = [tactic.value for tactic in Tactic]
    rows = [[game.odds[mine, theirs].a_wins for theirs in Tactic] for mine in Tactic]
    return charts.heat_map(
        "What does the choice of tactics decide?",
        f"The first party, {a.dice} dice against {b.dice}, wins {percent(max(rows[0]))} of the time"
        f" with the superior tactic and {percent(min(rows[0]))} with the inferior one.",
        x="the second party’s tactic",
        y="the first party’s tactic",
        columns=names,
        rows=names,
        chances=rows,
        scale=("first party never wins", "half the time", "first party always wins"),
        height=300,
    )


def superiority_worth() -> Picture:
    """Chance to win an equal battle plain, superior, and with one or two more dice instead."""
    pools = range(2, 11)
    worths = {dice: battle.superiority_in_dice(Party(dice), Party(dice)) for dice in pools}

    def with_more(extra: int) -> list[Fraction]:
        return [battle.odds(Party(dice + extra), Party(dice)).a_wins for dice in pools]

    less = [dice for dice, worth in worths.items() if worth.dice < 1]
    more = [dice for dice, worth in worths.items() if worth.dice >= 1]
    answer = (
        f"The bigger the battle, the more: less than one extra die up to {max(less)} dice a side,"
        f" more than one from {min(more)} on."
    )
    return charts.lines(
        "How many dice is technical superiority worth?",
        answer,
        x="dice of each party",
        y="the first party wins",
        labels=[str(dice) for dice in pools],
        series={
            "one more die": ("neutral", with_more(1)),
            "superiority": ("first", [worth.with_it for worth in worths.values()]),
            "two more dice": ("second", with_more(2)),
        },
    )
