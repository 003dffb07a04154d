"""The mass battle as a system."""

from bisect import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from string import ascii_lowercase
from typing import Any, Literal

from rules_lib.errors import IncompleteRecord, InvalidValue, UnspecifiedBySource
from rules_lib.in_die_tiefen.battle.adjudicate import Fought, adjudicate, play
from rules_lib.in_die_tiefen.battle.advice import Aim, BestFanaticism, Goal, best_fanaticism
from rules_lib.in_die_tiefen.battle.odds import Odds, each_pair, odds, require_pairs, work
from rules_lib.in_die_tiefen.battle.party import (
    CIRCUMSTANCES,
    COMPARED,
    MOST_DICE,
    MOST_FANATICISM,
    POOL,
    Party,
    in_words,
    must_stay,
)
from rules_lib.in_die_tiefen.battle.rules import Winner, due
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.probability import Rng
from rules_lib.rulebook import HouseRules
from rules_lib.system import report
from rules_lib.system.inputs import option_of, said, said_of
from rules_lib.system.kinds import parsed
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.chances import dice_told, percent, whole_percent
from rules_lib.text.files import NOTHING, Words
from rules_lib.text.parser import numbers
from rules_lib.values.type_checks import checked

SIDES: tuple[Literal["a", "b"], ...] = ("a", "b")

PATIENCE = 150_000
"""What the odds of one answer may take: some seconds."""

PARTY = (
    f"its dice, such as '{POOL}'; or what is true of it, any of '{CIRCUMSTANCES}'"
    " (thwarted and failed: deeds of the enemy), and the dice are counted; instead of outnumbers"
    f" and superior tactic, of both parties: '{COMPARED}'"
)
DESTROYED = "dice of {} that the enemy destroys, where R-I2 does not settle it"


def _faces(text: str) -> Any:
    return said(text, None, metavar="FACES", read=numbers)


def _count(side: str) -> Any:
    text = "how many of these are fanaticism dice, where R-I8 asks for it"
    return said(text, None, option=f"fanatics-{side}", metavar="N")


ALL_FACES = "faces of all dice of {}, such as 6,3,2; fanaticism dice last"


@checked
@dataclass(frozen=True, slots=True)
class Rolled:
    """Recorded dice of a battle."""

    rolls_a: Sequence[int] | None = _faces(ALL_FACES.format("a"))
    rolls_b: Sequence[int] | None = _faces(ALL_FACES.format("b"))
    destroyed_a: Sequence[int] | None = _faces(DESTROYED.format("a"))
    destroyed_fanatics_a: int | None = _count("a")
    destroyed_b: Sequence[int] | None = _faces(DESTROYED.format("b"))
    destroyed_fanatics_b: int | None = _count("b")


NONE = Rolled()


@checked
@dataclass(frozen=True, slots=True)
class Battle(Situation):
    """A mass battle of In die Tiefen."""

    a: Party = said(PARTY, metavar="PARTY")
    b: Party = said(PARTY, metavar="PARTY")

    def odds(self) -> Odds:
        """Its exact odds."""
        return odds(self.a, self.b, self.house.of(Rulings))

    @checked
    def adjudicate(self, dice: Rolled) -> Fought:
        """What came of the dice of both."""
        told = {**asdict(dice), "rolls_a": dice.rolls_a or (), "rolls_b": dice.rolls_b or ()}
        return adjudicate(self.a, self.b, rulings=self.house.of(Rulings), **told)

    def play(self, rng: Rng | int) -> Fought:
        """Roll it; ``rng`` is a seed or a source of chance."""
        return play(self.a, self.b, source_of_chance(rng), self.house.of(Rulings))

    def best(self, goal: Aim | str = Goal.WIN) -> BestFanaticism:
        """How many fanaticism dice a best takes for a goal, and what each number brings.

        Args:
            goal: ``"win"``, ``"not_lose"``, or a stated trade of victory against losses.
        """
        return best_fanaticism(self.a, self.b, goal, self.house.of(Rulings))

    @checked
    def due(self, dice: Rolled = NONE) -> str:
        """What is rolled first; after the dice of both, who retreats and tests morale."""
        if dice.rolls_a is None and dice.rolls_b is None:
            return to_roll(self)
        if side := _lacking(dice):
            return _faces_due(self, side)
        return next_of(self.adjudicate(dice), self.house.of(Rulings))


@checked
@dataclass(frozen=True, slots=True)
class Asked(Battle):
    """What the command asks: of two parties, or of each pair of more."""

    also: tuple[str, ...] = said(
        "a third party, and so on: how they fight is an open question, R-I14", (), metavar="PARTY"
    )

    @property
    def others(self) -> list[Party]:
        """The further parties."""
        rulings = self.house.of(Rulings)
        return [Party.parse(each, rulings, field="--also") for each in self.also]


def both(
    told: Mapping[str, Any], place: Callable[[str], str], house: HouseRules
) -> Mapping[str, Party]:
    """Both parties at once: slips and numbers of men are compared, by the readings of the file."""
    a, b = told.get("a"), told.get("b")
    if not (isinstance(a, str) and isinstance(b, str)):
        return {}
    parties = Party.parse_both(a, b, house.of(Rulings), fields=(place("a"), place("b")))
    return dict(zip("ab", parties, strict=True))


def require_few_dice(rulings: Rulings, **parties: Party) -> None:
    """Refuse at once what one would wait for longer than some seconds."""

    def taken(dice: int) -> int:
        fewer = [replace(each, dice=min(each.dice, dice), bill=()) for each in parties.values()]
        return work(fewer, rulings)

    if taken(MOST_DICE) <= PATIENCE:
        return
    most = bisect(range(MOST_FANATICISM + 1, MOST_DICE), PATIENCE, key=taken) + MOST_FANATICISM
    names = dict.fromkeys(name.rstrip("0123456789") for name in parties)
    given = Words(", ".join(dice_told(each.dice) for each in parties.values()))
    allowed = f"at most {most} dice each; more of them take too long to count"
    raise InvalidValue(", ".join(names), given, allowed)


def _bear(fight: Battle) -> None:
    more = fight.others if isinstance(fight, Asked) else []
    also = {f"also{at}": each for at, each in enumerate(more, start=2)}
    require_few_dice(fight.house.of(Rulings), a=fight.a, b=fight.b, **also)


def ends(odds: Odds, a: str = "a", b: str = "b") -> dict[str, Fraction]:
    """Who wins, by what both are called."""
    return {a: odds.a_wins, "draw": odds.draw, b: odds.b_wins}


def counted(asked: Asked, _: tuple[str, ...]) -> report.Report:
    """The odds; of more than two parties those of each pair."""
    if asked.also:
        return _pairs(asked)
    odds = asked.odds()
    found = ends(odds)
    rows = _rows(found)
    lines = [*_bill((asked.a, asked.b)), "", *report.chances(rows), ""]
    data: dict[str, Any] = {
        **_both(asked),
        "odds": report.distribution(found, lambda side: {"winner": side}),
    }
    data |= _lost(odds, lines)
    return report.Report(
        tuple(lines), data, report.Verdict(report.foremost(rows), chances=rows, due=to_roll(asked))
    )


def _lost(odds: Odds, lines: list[str]) -> dict[str, Any]:
    """What both lose, for programs; for people, in lines.

    By R-I4 the source may not say it of one party, or of both. Who wins does not rest on it.
    """
    lost: dict[str, Any] = {}
    for side in SIDES:
        try:
            found = odds.loss(side)
        except UnspecifiedBySource as silent:
            lost[side] = None
            lines.append(f"What {side} loses: unspecified by the source: {silent.what}")
        else:
            lost[side] = report.number(Fraction(found.mean()))
            lines.append(
                f"{side} loses {percent(Fraction(found.mean()))} of its troops on average,"
                f" everything: {percent(found[Fraction(1)])}"
            )
    if None in lost.values():
        return {"outcomes": None, "lost": lost if any(lost.values()) else None}
    outcomes = report.distribution(
        odds.outcomes,
        lambda each: {
            "winner": str(each[0]),
            "a_loses": report.number(each[1]),
            "b_loses": report.number(each[2]),
        },
    )
    return {"outcomes": outcomes, "lost": lost}


def recorded(asked: Asked, dice: Rolled, _: tuple[str, ...]) -> report.Report:
    """What came of the dice of both."""
    told = said_of(type(dice))
    given = {name: each for name in told if (each := getattr(dice, name)) is not None}
    if asked.also:
        allowed = "only with two parties, without --also"
        raise _beside(told, given, allowed)
    if dice.rolls_a is None and dice.rolls_b is None:
        raise _beside(told, given, "only together with --rolls-a and --rolls-b")
    if side := _lacking(dice):
        other = "a" if side == "b" else "b"
        allowed = f"the faces of {side} beside those of {other}"
        error = InvalidValue(f"rolls_{side}", NOTHING, allowed)
        raise IncompleteRecord(str(error), _faces_due(asked, side))
    fought = asked.adjudicate(dice)
    rulings = asked.house.of(Rulings)
    data = {
        **_both(asked),
        "winner": str(fought.winner),
        "lost": {"a": report.number(fought.a.share_lost), "b": report.number(fought.b.share_lost)},
        "steps": report.steps(fought.steps),
    }
    notes = (*_struck_all_the_same(fought, rulings), *_which_are_fanatics(fought))
    verdict = report.Verdict(_told(fought), fought, due=next_of(fought, rulings), notes=notes)
    lines = (*_bill((asked.a, asked.b)), "", str(fought), *notes, *verdict.told_due)
    return report.Report(lines, data, verdict)


def _beside(told: Mapping[str, Any], given: Mapping[str, Any], allowed: str) -> InvalidValue:
    name, value = next(iter(given.items()))
    faces = value if isinstance(value, int) else ",".join(map(str, value))
    return InvalidValue(option_of(name, told[name]), faces, allowed)


def _lacking(dice: Rolled) -> str:
    """The first party whose dice are not given; ``""`` if both are."""
    rolls = (("a", dice.rolls_a), ("b", dice.rolls_b))
    return next((side for side, faces in rolls if faces is None), "")


def _faces_due(fight: Battle, side: str) -> str:
    """What is still to be rolled where the other party has."""
    return f"the faces of {side}, {dice_told(getattr(fight, side).dice)} [IDT-5.1]"


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


def _both(fight: Battle) -> dict[str, Any]:
    return {"a": asdict(fight.a), "b": asdict(fight.b)}


def _pairs(asked: Asked) -> report.Report:
    """The odds of each pair of more than two parties."""
    rulings = asked.house.of(Rulings)
    also = {f"also[{at}]": each for at, each in enumerate(asked.others)}
    require_pairs({"a": asked.a, "b": asked.b, **also}, rulings)
    parties = [asked.a, asked.b, *also.values()]
    lines = _bill(parties)
    pairs: list[dict[str, Any]] = []
    for (i, j), each in each_pair(parties, rulings).items():
        first, second = ascii_lowercase[i], ascii_lowercase[j]
        found = ends(each, first, second)
        lines += ["", f"{first} against {second}", *report.chances(_rows(found))]
        named = report.distribution(found, lambda end: {"winner": end})
        pairs.append({"first": first, "second": second, "odds": named})
    return report.Report(tuple(lines), {"parties": list(map(asdict, parties)), "pairs": pairs})


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
        told += " Here both have the same number of dice that destroy, so every reading agrees."
    return (told,)


def _which_are_fanatics(fought: Fought) -> tuple[str, ...]:
    """Which dice count as those of fanatics, where R-I8 asks for it."""
    cited = {clause for step in fought.steps for clause in step.clauses}
    sides = (("A", fought.a.party.fanaticism), ("B", fought.b.party.fanaticism))
    return tuple(
        f"The last {'die' if count == 1 else dice_told(count)} entered for {name}"
        f" {'is its fanaticism die' if count == 1 else 'are its fanaticism dice'} (R-I8)."
        for name, count in sides
        if count and "R-I8" in cited
    )


def next_of(fought: Fought, rulings: Rulings) -> str:
    """What follows from the result, up to the morale tests."""
    parties = {"a": fought.a, "b": fought.b}
    gone = [side for side, party in parties.items() if party.share_lost == 1]
    retreats, tests = due(
        fought.winner, wiped_out_a="a" in gone, wiped_out_b="b" in gone, rulings=rulings
    )
    if fought.winner == "draw":
        told = "nobody retreats after a draw [IDT-7.1]"
    elif retreats is None:
        told = f"nobody retreats: {'B' if fought.winner == 'a' else 'A'} is gone [R-I15]"
    else:
        by = "IDT-7.7" if fought.winner in gone else "IDT-7.1"
        by += ", R-I15" if retreats in gone else ""
        if must_stay(parties[retreats].party):
            told = (
                f"{retreats.upper()} must retreat but cannot. The source does not say what happens"
                f" then [IDT-1.2, {by}]"
            )
        else:
            dead = f", though nobody of {fought.winner.upper()} is left"
            told = f"{retreats.upper()} must retreat from the hex"
            told += f"{dead if fought.winner in gone else ''} [{by}]"
    who = " and ".join(side.upper() for side in tests)
    tested = ("no morale is tested", f"{who} tests its morale", "both parties test morale")
    why = ""
    silent = [] if rulings.dead_losers_retreat else gone  # else R-I10 is why the dead do not test
    absent = [side.upper() for side in silent if side not in tests]
    if fought.winner == "draw" and (absent[1:] or (absent and rulings.draw_tests == "both_test")):
        why = f", for {' and '.join(absent)} {'are' if absent[1:] else 'is'} gone"
    cited = ["IDT-7.2"]
    cited += ["R-I10"] if fought.winner == "draw" else []
    cited += ["R-I13"] if fought.winner in gone else []
    cited += ["R-I15"] if set(gone) - {fought.winner} else []
    return f"{told}; then {tested[len(tests)]}{why} [{', '.join(cited)}]"


SYSTEM = System(
    name="battle",
    inputs=Battle,
    rulings=(Rulings,),
    example='a = "5 dice, fanaticism 1"\nb = "4 dice, superior"',
    chances=lambda found: {ALL: ends(found, "a_wins", "b_wins")},
    ended=lambda fought: "draw" if fought.winner == Winner.DRAW else f"{fought.winner}_wins",
    words={Party: replace(parsed(Party, "5 dice, fanaticism 1, superior"), write=in_words)},
    together=both,
    bear=_bear,
    asked=Asked,
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)
