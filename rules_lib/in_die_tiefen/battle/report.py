"""What is told of a battle: its odds, recorded dice, who won at what price, what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from operator import itemgetter
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from rules_lib.errors import IncompleteRecord, InvalidValue
from rules_lib.in_die_tiefen.battle.adjudicate import Fought
from rules_lib.in_die_tiefen.battle.odds import Odds, each_pair
from rules_lib.in_die_tiefen.battle.party import Party
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.system.inputs import option_of, said_of
from rules_lib.system.report import (
    Report,
    Verdict,
    chances,
    distribution,
    foremost,
    number,
    steps,
)
from rules_lib.text.chances import dice_told, percent, whole_percent
from rules_lib.text.files import NOTHING

if TYPE_CHECKING:
    from rules_lib.in_die_tiefen.battle.system import Asked, Battle, Rolled


def ends(odds: Odds, a: str = "a", b: str = "b") -> dict[str, Fraction]:
    """Who wins, by what both are called."""
    return {a: odds.a_wins, "draw": odds.draw, b: odds.b_wins}


def counted(asked: Asked, _: tuple[str, ...]) -> Report:
    """The odds; of more than two parties those of each pair."""
    if asked.also:
        return _pairs(asked)
    odds = asked.odds()
    found = ends(odds)
    rows = _rows(found)
    lost = [odds.losses.map(itemgetter(at)) for at in (0, 1)]
    lines = [*_parties(asked), "", *chances(rows), ""]
    lines += [
        f"{side} loses {percent(Fraction(each.mean()))} of its troops on average,"
        f" everything: {percent(each[Fraction(1)])}"
        for side, each in zip("ab", lost, strict=True)
    ]
    data = {
        **_both(asked),
        "odds": distribution(found, lambda side: {"winner": side}),
        "outcomes": distribution(
            odds.outcomes,
            lambda each: {
                "winner": str(each[0]),
                "a_loses": number(each[1]),
                "b_loses": number(each[2]),
            },
        ),
        "lost": {side: number(each.mean()) for side, each in zip("ab", lost, strict=True)},
    }
    return Report(tuple(lines), data, Verdict(foremost(rows), chances=rows, due=to_roll(asked)))


def recorded(asked: Asked, dice: Rolled, _: tuple[str, ...]) -> Report:
    """What came of the dice of both."""
    told = said_of(type(dice))
    given = {name: each for name in told if (each := getattr(dice, name)) is not None}
    if asked.also:
        allowed = "it with two parties only, without --also"
        raise _beside(told, given, allowed)
    if dice.rolls_a is None:
        raise _beside(told, given, "only together with --rolls-a and --rolls-b")
    if dice.rolls_b is None:
        error = InvalidValue("rolls_b", NOTHING, "the faces of b beside those of a")
        raise IncompleteRecord(str(error), f"the faces of b, {dice_told(asked.b.dice)} [IDT-5.1]")
    fought = asked.adjudicate(dice)
    rulings = asked.house.of(Rulings)
    data = {
        **_both(asked),
        "winner": str(fought.winner),
        "lost": {"a": number(fought.a.share_lost), "b": number(fought.b.share_lost)},
        "steps": steps(fought.steps),
    }
    notes = (*_struck_all_the_same(fought, rulings), *_which_are_fanatics(fought))
    verdict = Verdict(_told(fought), fought, due=next_of(fought, rulings), notes=notes)
    lines = (*_parties(asked), "", str(fought), *notes, *verdict.told_due)
    return Report(lines, data, verdict)


def _beside(told: Mapping[str, Any], given: Mapping[str, Any], allowed: str) -> InvalidValue:
    name, value = next(iter(given.items()))
    faces = value if isinstance(value, int) else ",".join(map(str, value))
    return InvalidValue(option_of(name, told[name]), faces, allowed)


def to_roll(fight: Battle) -> str:
    """What is rolled first."""
    both = f"{dice_told(fight.a.dice)} for a, {dice_told(fight.b.dice)} for b"
    return f"the battle roll, {both} [IDT-5.1]"


def _rows(found: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {"Draw" if end == "draw" else f"{end} wins": p for end, p in found.items()}


def _bill(parties: Iterable[Party]) -> list[str]:
    """Parties, and where their dice come from, if that is known."""
    return [
        line
        for name, party in zip(ascii_lowercase, parties, strict=False)
        for line in (
            f"{name}: {party}",
            *(f"    {item.dice}  {item.what} [{item.clause}]" for item in party.bill),
        )
    ]


def _parties(fight: Battle) -> list[str]:
    return _bill((fight.a, fight.b))


def _named(party: Party) -> dict[str, Any]:
    return {
        "dice": party.dice,
        "fanaticism": party.fanaticism,
        "superior": party.superior,
        "bill": [
            {"clause": item.clause, "what": item.what, "dice": item.dice} for item in party.bill
        ],
    }


def _both(fight: Battle) -> dict[str, Any]:
    return {"a": _named(fight.a), "b": _named(fight.b)}


def _pairs(asked: Asked) -> Report:
    """The odds of each pair of more than two parties."""
    parties = [asked.a, asked.b, *asked.others]
    lines = _bill(parties)
    pairs: list[dict[str, Any]] = []
    for (i, j), odds in each_pair(parties, asked.house.of(Rulings)).items():
        first, second = ascii_lowercase[i], ascii_lowercase[j]
        found = ends(odds, first, second)
        lines += ["", f"{first} against {second}", *chances(_rows(found))]
        named = distribution(found, lambda end: {"winner": end})
        pairs.append({"first": first, "second": second, "odds": named})
    return Report(tuple(lines), {"parties": list(map(_named, parties)), "pairs": pairs})


def _told(fought: Fought) -> str:
    """Who won, and at what price."""
    won = {"a": "A wins", "b": "B wins"}.get(str(fought.winner), "A draw")
    lost = (
        f"{side} loses {whole_percent(each.share_lost)}"
        for side, each in (("A", fought.a), ("B", fought.b))
    )
    return f"{won}; {', '.join(lost)} of its troops."


def _struck_all_the_same(fought: Fought, rulings: Rulings) -> tuple[str, ...]:
    """What is often argued about where dice that destroy have been destroyed."""
    pairs = ((fought.a, fought.b), (fought.b, fought.a))
    if not rulings.destroyed_dice_destroy or not any(
        other.destroyed and any(side.rolls[at] >= side.threshold for at in side.destroyed)
        for side, other in pairs
    ):
        return ()
    told = "Dice that are destroyed strike all the same, as all are rolled at the same time (R-I1)."
    if fought.a.destroyers == fought.b.destroyers:
        told += " If both have the same number, every reading agrees."
    return (told,)


def _which_are_fanatics(fought: Fought) -> tuple[str, ...]:
    """Which dice count as those of fanatics, where R-I8 asks for it."""
    cited = {clause for step in fought.steps for clause in step.clauses}
    sides = (("A", fought.a.party.fanaticism), ("B", fought.b.party.fanaticism))
    return tuple(
        f"The fanaticism dice of {name} are the last {count} that are entered (R-I8)."
        for name, count in sides
        if count and "R-I8" in cited
    )


def next_of(fought: Fought, rulings: Rulings) -> str:
    """What follows from the result, up to the morale tests."""
    from rules_lib.in_die_tiefen import aftermath  # which asks the battle

    parties = {"a": fought.a, "b": fought.b}
    gone = [side for side, party in parties.items() if party.share_lost == 1]
    retreats, tests = aftermath.due(
        fought.winner, wiped_out_a="a" in gone, wiped_out_b="b" in gone, rulings=rulings
    )
    if fought.winner == "draw":
        told = "nobody retreats after a draw [IDT-7.1, R-I10]"
    elif retreats is None:
        told = f"nobody retreats: {'B' if fought.winner == 'a' else 'A'} is gone [R-I15]"
    elif any(item.clause == "IDT-1.2" for item in parties[retreats].party.bill):
        told = (
            f"{retreats.upper()} must retreat but cannot. The source does not say what happens"
            " then [IDT-1.2, IDT-7.1]"
        )
    else:
        told = f"{retreats.upper()} must retreat from the hex"
        dead = f", though nobody of {fought.winner.upper()} is left [IDT-7.7]"
        told += dead if fought.winner in gone else " [IDT-7.1]"
    who = " and ".join(side.upper() for side in tests)
    tested = ("no morale is tested", f"{who} tests its morale", "both parties test morale")
    why = ""
    absent = [side.upper() for side in gone if side not in tests]
    if fought.winner == "draw" and (absent[1:] or (absent and rulings.draw_tests == "both_test")):
        why = f", for {' and '.join(absent)} {'are' if absent[1:] else 'is'} gone"
    cited = ["IDT-7.2"]
    cited += ["R-I10"] if fought.winner == "draw" else []
    cited += ["R-I13"] if fought.winner in gone else []
    cited += ["R-I15"] if set(gone) - {fought.winner} else []
    return f"{told}; then {tested[len(tests)]}{why} [{', '.join(cited)}]"
