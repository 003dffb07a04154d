"""``aftermath``: what follows from a mass battle of In die Tiefen."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.door import missing
from rules_lib.commands.readings import Chosen, read_by
from rules_lib.errors import InvalidValue
from rules_lib.system.report import Verdict, chances, distribution

if TYPE_CHECKING:
    from rules_lib.in_die_tiefen import battle
    from rules_lib.in_die_tiefen.aftermath import Aftermath

WINNER = "winner"
"""Without a word, the winner has no troops left."""


def arguments(parser: ArgumentParser) -> None:
    """A winner and two morale tests; or two parties and the distribution of their tests."""
    from rules_lib.commands.parties import MORALE
    from rules_lib.in_die_tiefen.battle.system import PARTY

    parser.add_argument(
        "--winner", metavar="WHO", choices=("a", "b", "draw"), help="who won: a, b or draw"
    )
    parser.add_argument(
        "--wiped-out",
        metavar="WHO",
        nargs="?",
        const=WINNER,
        choices=("a", "b", "both"),
        help="who has no troops left: a, b or both (IDT-7.7, R-I15); alone: the winner",
    )
    for side in "ab":
        parser.add_argument(
            f"--morale-{side}", metavar="RESULT", help=f"{MORALE}; or a distribution, below"
        )
    odds = parser.add_argument_group("odds, instead of a winner")
    odds.add_argument("--a", metavar="PARTY", help=PARTY)
    odds.add_argument("--b", metavar="PARTY", help=PARTY)


def run(options: Namespace) -> Answer:
    """What follows; or the odds of it, over battle and morale."""
    from rules_lib.in_die_tiefen import battle

    chosen = read_by(options, battle.Rulings)
    if options.a is None and options.b is None:
        return _resolved(options, chosen)
    return _odds(options, chosen)


def _resolved(options: Namespace, chosen: Chosen) -> Answer:
    from rules_lib.commands.parties import morale
    from rules_lib.in_die_tiefen import aftermath, battle

    if options.winner is None:
        raise missing("--winner", "a, b or draw; or two parties --a and --b")
    results: list[Any] = [
        None if text is None else morale(f"--morale-{side}", text)
        for side, text in (("a", options.morale_a), ("b", options.morale_b))
    ]
    rulings = chosen.of(battle.Rulings)
    gone = options.winner if options.wiped_out == WINNER else options.wiped_out
    if gone == "draw":
        raise InvalidValue("--wiped-out", "", "a, b or both: a draw has no winner")
    found = aftermath.resolve(
        battle.Winner(options.winner),
        *results,
        wiped_out_a=gone in ("a", "both"),
        wiped_out_b=gone in ("b", "both"),
        rulings=rulings,
    )
    told = _told(found, rulings, failed=aftermath.FAILURE in results)
    told = [(f"{text[0].upper()}{text[1:]}.", cited) for text, cited in told]
    lines = tuple(f"{text} [{cited}]" for text, cited in told)
    verdict = Verdict(" ".join(text for text, _ in told), found)
    return Answer(lines, {"aftermath": _named(found)}, chosen, verdict)


def _odds(options: Namespace, chosen: Chosen) -> Answer:
    from rules_lib.commands.parties import morale_distribution
    from rules_lib.in_die_tiefen import Party, aftermath, battle
    from rules_lib.in_die_tiefen.battle.system import require_few_dice

    if options.winner is not None:
        raise InvalidValue("--winner", options.winner, "nothing beside --a and --b")
    if options.wiped_out is not None:
        raise InvalidValue("--wiped-out", options.wiped_out, "nothing beside --a and --b")
    for name in ("a", "b", "morale_a", "morale_b"):
        if getattr(options, name) is None:
            option = f"--{name.replace('_', '-')}"
            raise missing(option, "two parties, and the morale of both")
    rulings = chosen.of(battle.Rulings)
    parties = Party.parse_both(options.a, options.b, rulings, fields=("--a", "--b"))
    require_few_dice(rulings, a=parties[0], b=parties[1])
    fought = battle.odds(*parties, rulings)
    distributions = [
        morale_distribution(f"--morale-{side}", vars(options)[f"morale_{side}"]) for side in "ab"
    ]
    found = aftermath.odds(fought, *distributions)
    ranked = sorted(found.items(), key=lambda each: -each[1])
    rows = {"; ".join(text for text, _ in _told(each, rulings)): p for each, p in ranked}
    lines = (f"a: {fought.a}", f"b: {fought.b}", "", *chances(rows))
    return Answer(
        lines, {"odds": distribution(ranked, lambda each: {"aftermath": _named(each)})}, chosen
    )


def _told(
    found: "Aftermath", rulings: "battle.Rulings", *, failed: bool = False
) -> list[tuple[str, str]]:
    """What follows, each thing with the clauses it rests on; ``failed``: a morale test did."""
    if len(found.wiped_out) == 2 and not rulings.dead_losers_retreat:
        return [("nobody is left on either side, so nothing follows", "R-I15")]
    lines = [("a draw, nobody retreats", "IDT-7.1")] if found.loser is None else []
    if found.hexes is not None:
        lines.append((f"{found.loser} retreats", "IDT-7.1"))
        more = f" and {found.farther} farther" if found.farther else ""
        cited = _cited(found, rulings, failed)
        lines.append((f"{found.hexes} hexes are open to it{more}", ", ".join(cited)))
    for side in found.wiped_out:
        if found.loser not in (None, side):
            lines.append(("the winner has no troops left, and the loser still goes", "IDT-7.7"))
        elif not rulings.dead_losers_retreat:
            lines.append((f"{side} has no troops left, so it is gone", "R-I15"))
    lines += [(f"{side} immediately acts one extra time", "IDT-7.3") for side in found.extra_action]
    if set(found.wiped_out) & set(found.extra_action):
        lines.append(("who acts for a party without troops, the source does not say", "IDT-7.3"))
    return lines + [(f"{side} sits out one turn", "IDT-7.4") for side in found.sits_out]


def _cited(found: "Aftermath", rulings: "battle.Rulings", failed: bool) -> list[str]:
    """What settles the number of open hexes."""
    dead_winner = set(found.wiped_out) - {found.loser}
    if dead_winner and not rulings.dead_winners_test:
        return ["R-I7", "R-I13"]
    gap = (found.hexes or 0) + found.farther - rulings.retreat_hexes
    special = bool(found.extra_action or found.sits_out)
    compared = rulings.gap_counts_after_special or not special
    cited = ["IDT-7.5"] if gap <= 0 else []
    cited += ["IDT-7.6"] if gap >= 0 else []
    cited += ["R-I7"]
    cited += ["R-I11"] if special else []
    cited += ["R-I12"] if found.farther else []
    cited += ["R-I13"] if dead_winner else []
    return cited + (["R-I16"] if failed and compared else [])


def _named(found: "Aftermath") -> dict[str, Any]:
    return {
        "loser": found.loser and str(found.loser),
        "hexes": found.hexes,
        "farther": found.farther,
        "extra_action": list(map(str, found.extra_action)),
        "sits_out": list(map(str, found.sits_out)),
        "wiped_out": list(map(str, found.wiped_out)),
    }


COMMAND = Command(
    name="aftermath",
    answers="What follows from a mass battle of In die Tiefen: who retreats, how many hexes are"
    " open to him, who acts one extra time, who sits out?",
    notes="How morale is rolled is not in the source, so for odds you give its distribution:"
    " --morale-a '0=1/4, 1=1/2, fumble=1/4', or one result that is certain.",
    examples={
        "aftermath --winner a --morale-a 3 --morale-b 1": "a wins with morale two classes better",
        "aftermath --winner b --morale-a failure --morale-b sensational": (
            "a failed test, and a special result"
        ),
        "aftermath --winner b --morale-a 2 --wiped-out b": "a winner without troops",
        'aftermath --a "5 dice, fanaticism 2" --b "4 dice" --morale-a 2'
        ' --morale-b "0=1/4, 1=1/2, fumble=1/4"': "odds over battle and morale",
    },
    keys={
        "aftermath": "loser, hexes open to it, farther ones, extra_action, sits_out, wiped_out",
        "odds": "with --a and --b: distribution of the aftermath",
    },
    arguments=arguments,
    run=run,
    fields={"wiped_out_a": "wiped_out", "wiped_out_b": "wiped_out"},
)
