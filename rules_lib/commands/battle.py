"""``battle``: odds or transcript of the mass battle of In die Tiefen."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from fractions import Fraction
from operator import itemgetter
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from rules_lib.commands.command import Answer, Command, Verdict
from rules_lib.commands.door import missing
from rules_lib.commands.output import chances, distribution, foremost, number, steps
from rules_lib.commands.parsing import numbers
from rules_lib.commands.readings import Chosen, read_by
from rules_lib.errors import IncompleteRecord, InvalidValue
from rules_lib.wording import dice_told, percent, whole_percent

if TYPE_CHECKING:
    from rules_lib.in_die_tiefen import Party, battle

RECORDED = ("rolls_b", "destroyed_a", "destroyed_b", "fanatics_a", "fanatics_b")
"""Options that belong to recorded dice, besides --rolls-a."""


def arguments(parser: ArgumentParser) -> None:
    """Two parties, and recorded dice if there are some."""
    from rules_lib.commands.parties import PARTY_HELP

    parser.add_argument("--a", required=True, metavar="PARTY", help=PARTY_HELP)
    parser.add_argument("--b", required=True, metavar="PARTY", help=PARTY_HELP)
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="PARTY",
        help="a third party, and so on: how they fight is an open question, R-I14",
    )
    record = parser.add_argument_group("recorded dice, instead of odds")
    for side in "ab":
        record.add_argument(
            f"--rolls-{side}",
            metavar="FACES",
            help=f"faces of all dice of {side}, such as 6,3,2; fanaticism dice last",
        )
    for side in "ab":
        record.add_argument(
            f"--destroyed-{side}",
            metavar="FACES",
            help=f"dice of {side} that the enemy destroys, where R-I2 does not settle it",
        )
        record.add_argument(
            f"--fanatics-{side}",
            type=int,
            metavar="N",
            help="how many of these are fanaticism dice, where R-I8 asks for it",
        )


def run(options: Namespace) -> Answer:
    """The odds, or the transcript where there are rolls."""
    from rules_lib.commands.parties import bill
    from rules_lib.in_die_tiefen import Party, battle
    from rules_lib.in_die_tiefen.battle.system import require_few_dice

    chosen = read_by(options, battle.Rulings)
    rulings = chosen.of(battle.Rulings)
    a, b = Party.parse_both(options.a, options.b, rulings, fields=("--a", "--b"))
    if options.also:
        more = [Party.parse(each, rulings, field="--also") for each in options.also]
        return _pairs(options, [a, b, *more], chosen)
    lines = [f"a: {a}", *bill(a), f"b: {b}", *bill(b), ""]
    data: dict[str, Any] = {"a": _named(a), "b": _named(b)}
    if options.rolls_a is not None:
        fought = _recorded(options, a, b, rulings)
        data["winner"] = str(fought.winner)
        data["lost"] = {"a": number(fought.a.share_lost), "b": number(fought.b.share_lost)}
        data["steps"] = steps(fought.steps)
        due = _next(fought, rulings)
        notes = (*_struck_all_the_same(fought, rulings), *_which_are_fanatics(fought))
        verdict = Verdict(_told(fought), fought, due=due, notes=notes)
        return Answer((*lines, str(fought), *notes, *verdict.told_due), data, chosen, verdict)
    _refuse(RECORDED, options, "only together with --rolls-a and --rolls-b")
    require_few_dice(rulings, a=a, b=b)
    odds = battle.odds(a, b, rulings)
    rows = {"a wins": odds.a_wins, "Draw": odds.draw, "b wins": odds.b_wins}
    lost = [odds.losses.map(itemgetter(at)) for at in (0, 1)]
    lines += [*chances(rows), ""]
    lines += [
        f"{side} loses {percent(Fraction(each.mean()))} of its troops on average,"
        f" everything: {percent(each[Fraction(1)])}"
        for side, each in zip("ab", lost, strict=True)
    ]
    data["odds"] = distribution(
        {"a": odds.a_wins, "draw": odds.draw, "b": odds.b_wins}, lambda side: {"winner": side}
    )
    data["outcomes"] = distribution(
        odds.outcomes,
        lambda each: {
            "winner": str(each[0]),
            "a_loses": number(each[1]),
            "b_loses": number(each[2]),
        },
    )
    data["lost"] = {side: number(each.mean()) for side, each in zip("ab", lost, strict=True)}
    due = f"the battle roll, {dice_told(a.dice)} for a, {dice_told(b.dice)} for b [IDT-5.1]"
    verdict = Verdict(foremost(rows), chances=rows, due=due)
    return Answer(tuple(lines), data, chosen, verdict)


def _told(fought: "battle.Battle") -> str:
    """Who won, and at what price."""
    won = {"a": "A wins", "b": "B wins"}.get(str(fought.winner), "A draw")
    lost = (
        f"{side} loses {whole_percent(each.share_lost)}"
        for side, each in (("A", fought.a), ("B", fought.b))
    )
    return f"{won}; {', '.join(lost)} of its troops."


def _struck_all_the_same(fought: "battle.Battle", rulings: "battle.Rulings") -> tuple[str, ...]:
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


def _which_are_fanatics(fought: "battle.Battle") -> tuple[str, ...]:
    """Which dice count as those of fanatics, where R-I8 asks for it."""
    cited = {clause for step in fought.steps for clause in step.clauses}
    sides = (("A", fought.a.party.fanaticism), ("B", fought.b.party.fanaticism))
    return tuple(
        f"The fanaticism dice of {name} are the last {count} that are entered (R-I8)."
        for name, count in sides
        if count and "R-I8" in cited
    )


def _next(fought: "battle.Battle", rulings: "battle.Rulings") -> str:
    """What follows from the result, up to the morale tests."""
    from rules_lib.in_die_tiefen import aftermath

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


def _pairs(options: Namespace, parties: "list[Party]", chosen: Chosen) -> Answer:
    """The odds of each pair of more than two parties."""
    from rules_lib.commands.parties import bill
    from rules_lib.in_die_tiefen import battle
    from rules_lib.in_die_tiefen.battle.system import require_few_dice

    _refuse(("rolls_a", *RECORDED), options, "it with two parties only, without --also")
    places = ("a", "b", *(f"also{at}" for at in range(2, len(parties))))
    by_option = dict(zip(places, parties, strict=True))
    require_few_dice(chosen.of(battle.Rulings), **by_option)
    lines = [
        each
        for name, party in zip(ascii_lowercase, parties, strict=False)
        for each in (f"{name}: {party}", *bill(party))
    ]
    data: list[dict[str, Any]] = []
    for (i, j), odds in battle.each_pair(parties, chosen.of(battle.Rulings)).items():
        first, second = ascii_lowercase[i], ascii_lowercase[j]
        ends = {first: odds.a_wins, "draw": odds.draw, second: odds.b_wins}
        rows = {"Draw" if end == "draw" else f"{end} wins": p for end, p in ends.items()}
        lines += ["", f"{first} against {second}", *chances(rows)]
        named = distribution(ends, lambda end: {"winner": end})
        data.append({"first": first, "second": second, "odds": named})
    return Answer(tuple(lines), {"parties": list(map(_named, parties)), "pairs": data}, chosen)


def _refuse(names: Iterable[str], options: Namespace, allowed: str) -> None:
    for name in names:
        if getattr(options, name) is not None:
            raise InvalidValue(_option(name), getattr(options, name), allowed)


def _recorded(
    options: Namespace, a: "Party", b: "Party", rulings: "battle.Rulings"
) -> "battle.Battle":
    from rules_lib.in_die_tiefen import battle

    if options.rolls_b is None:
        error = missing("--rolls-b", "the faces of b beside those of a")
        raise IncompleteRecord(str(error), f"the faces of b, {dice_told(b.dice)} [IDT-5.1]")

    def faces(name: str) -> list[int] | None:
        text = getattr(options, name)
        return None if text is None else numbers(_option(name), text)

    return battle.adjudicate(
        a,
        b,
        faces("rolls_a") or (),
        faces("rolls_b") or (),
        rulings,
        destroyed_a=faces("destroyed_a"),
        destroyed_b=faces("destroyed_b"),
        destroyed_fanatics_a=options.fanatics_a,
        destroyed_fanatics_b=options.fanatics_b,
    )


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _named(party: "Party") -> dict[str, Any]:
    return {
        "dice": party.dice,
        "fanaticism": party.fanaticism,
        "superior": party.superior,
        "bill": [
            {"clause": item.clause, "what": item.what, "dice": item.dice} for item in party.bill
        ],
    }


COMMAND = Command(
    name="battle",
    answers="Who wins a mass battle of In die Tiefen, how often, and at what price? Or, with the"
    " dice that were rolled: who won, and what did both lose?",
    examples={
        'battle --a "5 dice, fanaticism 1, superior" --b "4 dice"': "two pools of dice",
        'battle --a "terrain, outnumbers 3, 2 deeds" --b "certain death, fanaticism 2"': (
            "the dice counted from the circumstances, with the bill"
        ),
        'battle --a "tactic speed, 700 men" --b "terrain, tactic steadiness, 200 men"': (
            "the slips of both, and their numbers"
        ),
        'battle --a "3 dice" --b "2 dice, superior" --rolls-a 6,3,2 --rolls-b 5,4': (
            "your dice, refereed"
        ),
        'battle --a "3 dice" --b "3 dice" --also "4 dice" --ruling R-I14=each_pair': (
            "three parties, each pair by itself"
        ),
    },
    keys={
        "a, b": "the parties: dice, fanaticism, superior, and the bill of the dice",
        "odds": "distribution of the winner: a, draw, b",
        "outcomes": "distribution of the winner with the shares of troops that a and b lose",
        "lost": "share of its troops that each party loses, on average or with these dice",
        "winner": "with dice: who won",
        "steps": "with dice: the transcript, each step with its clauses",
        "parties, pairs": "with --also: all parties, and the chances of each pair to win",
    },
    arguments=arguments,
    run=run,
    fields={
        "parties": "also",
        "destroyed_fanatics_a": "fanatics_a",
        "destroyed_fanatics_b": "fanatics_b",
    },
)
