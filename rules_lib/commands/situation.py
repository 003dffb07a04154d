"""``situation``: what a file tells of, of any game: its odds, or one game that is played."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from rules_lib.commands.command import Answer, Command, whole
from rules_lib.commands.output import chances, distribution, steps, write_new
from rules_lib.commands.readings import Chosen, house_rules
from rules_lib.data_files import Words
from rules_lib.errors import InvalidValue, require_word
from rules_lib.rulebook import HouseRules

if TYPE_CHECKING:
    from rules_lib import situations

FILE = "duel.toml"

EXAMPLES = {
    "test": 'card = "red 7"\npurpose = "charge"',
    "melee": 'attacker = "red 7"\ndefender = "black 6, in cover"\nreroll = "win"',
    "charge": 'attacker = "red 7"\ndefender = "red 5, small team"\nshot_hits = "1/2"',
    "sniper": 'card = "red 7"\ntargets = ["infantry", "infantry", "infantry"]',
    "strike": 'unit = "tank"\nstructure = "bunker"\nstrikes = 3',
    "battle": 'a = "5 dice, fanaticism 1"\nb = "4 dice, superior"',
    "cavalry": """\
[decisions]
square = "yes"
recall = "no"

[[attacks]]

[[attacks.stacks]]
units = [
{ arm = "cavalry", name = "A", heavy = true, cohesion = 5, cohesion_disordered = 4, strength = 6 },
]

[[attacks.targets]]
units = [{ arm = "infantry", name = "X", cohesion = 5, cohesion_disordered = 4, strength = 5 }]""",
}
"""A situation of each game, to begin with."""

SHOTS = 12
"""Shots of a sniper that are told one by one."""


def arguments(parser: ArgumentParser) -> None:
    """A file, or an example; dice, if one game is wanted."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help=f"a situation, such as {FILE}: JSON if its name ends so, else TOML",
    )
    parser.add_argument(
        "--example", metavar="GAME", help=f"a situation to begin with, of {', '.join(EXAMPLES)}"
    )
    parser.add_argument(
        "--play",
        type=whole,
        metavar="SEED",
        help="one game instead of the odds: the same number brings the same dice again",
    )
    parser.add_argument(
        "--write", metavar="NEW", help=f"write it to a file that is not there yet, such as {FILE}"
    )


def run(options: Namespace) -> Answer:
    """Its odds, or the transcript of one game."""
    from rules_lib import situations

    setup = _asked(options)
    chosen = _read(options, setup)
    setup = replace(setup, house=HouseRules.from_dict({"rulings": chosen.departures}))
    text = situations.to_toml(setup)
    found, lines = _odds(setup) if options.play is None else _game(setup, options.play)
    if options.write is not None:
        write_new("--write", options.write, text)
        lines = [*lines, "", f"Written: {options.write}."]
    return Answer((text, *lines), {"situation": situations.to_dict(setup), **found}, chosen)


def _asked(options: Namespace) -> "situations.Setup":
    from rules_lib import situations

    if (options.file is None) == (options.example is None):
        given = "nothing" if options.file is None else options.file
        raise InvalidValue("FILE", Words(given), "a file, or --example and a game")
    if options.example is not None:
        game = require_word("--example", options.example, EXAMPLES)
        return situations.from_toml(f'game = "{game}"\n{EXAMPLES[game]}')
    try:
        return situations.load(options.file)
    except InvalidValue as error:
        if error.field != "path":
            raise
        raise InvalidValue("FILE", error.given, error.allowed) from None


def _read(options: Namespace, setup: "situations.Setup") -> Chosen:
    """The readings of ``--rules``, above them those of the file, above them ``--ruling``."""
    from rules_lib.situations.kinds import RULINGS

    table = house_rules(options) or HouseRules()
    house = HouseRules({**table.chosen, **setup.house.chosen})
    return Chosen(options.ruling, *RULINGS[type(setup)], house=house)


def _odds(setup: "situations.Setup") -> tuple[dict[str, Any], list[str]]:
    """The exact odds, for programs and for people."""
    from rules_lib import situations
    from rules_lib.paper_tigers.sniper import UNHURT_TARGETS

    if isinstance(setup, situations.Cavalry):
        odds = setup.odds()
        fates = {name: odds.fate(name) for name, _ in next(iter(odds.outcomes)).fates}
        data = {
            name: distribution(found, lambda fate: {"outcome": str(fate)})
            for name, found in fates.items()
        }
        rows = {f"{name} {fate}": p for name, found in fates.items() for fate, p in found.items()}
        return {"odds": data}, chances(rows)
    ends = _rows(setup)
    lines = chances({_told(name): p for name, p in ends.items() if p})
    lines += ["", UNHURT_TARGETS] if isinstance(setup, situations.Sniper) else []
    return {"odds": distribution(ends, lambda name: {"outcome": name})}, lines


def _rows(setup: "situations.Setup") -> Mapping[str, Fraction]:
    """How it can end, each with its chance."""
    from rules_lib import situations

    match setup:
        case situations.Test():
            passes = setup.odds()
            return {"passed": passes, "failed": 1 - passes}
        case situations.Melee():
            return setup.odds().outcomes
        case situations.Charge():
            return {str(ending): p for ending, p in setup.odds().items()}
        case situations.Strike():
            return {str(fate): p for fate, p in setup.odds().map(lambda each: each.fate).items()}
        case situations.Battle():
            fought = setup.odds()
            return {"a_wins": fought.a_wins, "draw": fought.draw, "b_wins": fought.b_wins}
        case situations.Sniper():
            duel = setup.odds()
            found = {f"found_by_shot_{n}": duel.found_at(n) for n in range(1, SHOTS + 1)}
            return {**found, "not_found_yet": duel.not_yet(SHOTS)}
    raise AssertionError(setup)


def _told(name: str) -> str:
    words = name.replace("_", " ")
    return words[0].upper() + words[1:]


def _game(setup: "situations.Setup", seed: int) -> tuple[dict[str, Any], list[str]]:
    """One game, for programs and for people."""
    played = setup.play(Random(seed))
    outcome = _outcome(played)
    told = steps(getattr(played, "steps", ()))  # a command test has none
    return {"outcome": outcome, "steps": told}, [str(played), "", f"{_told(outcome)}."]


def _outcome(played: Any) -> str:
    """How it ended, in the words of the odds where they have some for it."""
    from rules_lib.in_die_tiefen import battle
    from rules_lib.paper_tigers import charge, command, melee, sniper, sudden_strike

    match played:
        case command.CommandTest():
            return "passed" if played.passed else "failed"
        case melee.Fight():
            return str(played.outcome)
        case charge.Action():
            return str(played.ending)
        case sniper.Duel():
            last = len(played.shots)
            return f"found_by_shot_{last}" if played.found else f"not_found_by_shot_{last}"
        case sudden_strike.Record():
            return str(played.results[-1].fate)
        case battle.Battle():
            return "draw" if played.winner == battle.Winner.DRAW else f"{played.winner}_wins"
    return "; ".join(f"{name} {fate}" for name, fate in played.fates.items())


COMMAND = Command(
    name="situation",
    answers="What does a file tell of? Any situation of any game, in TOML or JSON: its exact odds,"
    " or one game with its transcript. The book tells of the format on its page “Dice, campaigns,"
    " files and house rules”.",
    notes="What the file says under [rulings] wins over --rules, and --ruling wins over both."
    f"\nWith a file: situation {FILE}, or situation {FILE} --play 7"
    f"\nTo begin one: situation --example melee --write {FILE}",
    examples={
        **{
            f"situation --example {game}": f"a situation of the game {game}, and its odds"
            for game in ("melee", "cavalry")
        },
        "situation --example charge --play 7": "one game, rolled by the library",
    },
    keys={
        "situation": "what the file says, as JSON has it",
        "odds": "distribution of how it ends; of cavalry one for each unit",
        "outcome": "with --play: how it ended",
        "steps": "with --play: the transcript, each step with its clauses",
    },
    arguments=arguments,
    run=run,
)
