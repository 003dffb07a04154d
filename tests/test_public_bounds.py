"""The largest values that callers may give: the last one that is taken, the first that is not.

The numbers are typed once more in ``public_bounds.txt``. A walk finds the names, so that none is
left out.
"""

import re
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from random import Random

import pytest

import rules_lib
from rules_lib import errors
from rules_lib.errors import InvalidValue, RulesError
from rules_lib.in_die_tiefen import aftermath, battle
from rules_lib.in_die_tiefen.battle import party
from rules_lib.notebook.limits import LIMITS, limits_table
from rules_lib.paper_tigers import Card, charge, command, deck, melee, sniper, sudden_strike
from rules_lib.paper_tigers.sniper import state
from rules_lib.probability import WorkLimitExceeded, chain, dice, distribution, zero_sum
from rules_lib.probability import errors as of_chances
from rules_lib.rulebook import texts
from rules_lib.sweep import running
from rules_lib.text.files import read_text, shipped
from rules_lib.triumph_and_glory import charge as cavalry
from rules_lib.triumph_and_glory.charge import attack
from rules_lib.triumph_and_glory.map import board, hexes
from rules_lib.triumph_and_glory.tables import results_table, secondary
from rules_lib.values.type_checks import checked
from tests.commands.asking import Asker
from tests.hostile_world.named import TOML
from tests.in_turn import in_turn
from tests.triumph_and_glory import charging

PACKAGES = (
    "probability",
    "paper_tigers",
    "in_die_tiefen",
    "triumph_and_glory",
    "sweep",
    "errors",
    "text.files",
)
BOUND = re.compile(r"(MAX|MOST|LARGEST|LONGEST|FARTHEST|LIMIT)(_[A-Z]+)?$")
NO_BOUNDS = {
    "triumph_and_glory.charge.from_map.legality.FARTHEST",  # a rule: two or three hexes
    "triumph_and_glory.charge.from_map.legality.LONGEST_PATH",  # a rule
    "triumph_and_glory.map.board.MOST_BATTERIES",  # a rule
    "in_die_tiefen.aftermath.MOST_GAP",  # a rule
    "in_die_tiefen.battle.party.MOST_FANATICISM",  # a rule
    "in_die_tiefen.battle.advice.MOST_EXTRA",  # how far it looks by itself
    "paper_tigers.melee.odds.MOST_LOOKS",  # how many moments of decision it looks at by itself
    "paper_tigers.sniper.system.MOST_TOLD",  # how much it tells
    "triumph_and_glory.charge.from_map.legal.FARTHEST",  # what its command reads
    "triumph_and_glory.charge.system.MOST_ADVICE",  # how much it tells
    "triumph_and_glory.charge.system.MOST_STATES",  # how long its command looks by itself
}

HOME = Path(rules_lib.__file__).parent


@checked
def takes(text: str = "", items: list[int] | None = None) -> None:
    """What every function does with its arguments."""


MODULES = (
    *(errors, of_chances, texts, running, distribution, chain, dice, zero_sum),
    *(deck, command, melee, sniper, state, sudden_strike, party, battle, aftermath),
    *(board, hexes, results_table, secondary, charging, attack, cavalry, charge),
)
CARD = Card("red", 7)
NAMES = {name: thing for module in MODULES for name, thing in vars(module).items()}
NAMES |= {module.__name__.rpartition(".")[2]: module for module in MODULES}
NAMES |= {each.__name__: each for each in (takes, replace, repeat, Random, read_text)}
NAMES |= {
    "CARD": CARD,
    "UNIT": melee.Combatant(CARD),
    "SEARCH": sniper.search("crew", {"a": 5}),
    "DUEL": sniper.duel_odds(Card("red", 8), "crew", {"a": 5}),
    "FOUGHT": battle.adjudicate(party.Party(2), party.Party(3), [6, 1], [2, 5, 3]),
    "PAIRS": battle.Rulings(more_than_two="each_pair"),
    "TOML": TOML,
    "LETTERS": (HOME / "in_die_tiefen/battle/rules.toml").read_text("utf-8"),
}
"""What the calls name."""


def rows() -> list[list[str]]:
    lines = Path(__file__).with_name("public_bounds.txt").read_text("utf-8").splitlines()
    return [[*line.split(" | "), ""][:5] for line in lines if not line.startswith("#")]


HELD: dict[str, int] = {bound: eval(most, NAMES) for _, _, most, _, bound in rows() if bound}
"""The bounds and their numbers."""
TOLD = {
    what: name
    for some in shipped("rules_lib.notebook", "limits.toml").values()
    for what, name in some.items()
}
"""The constants of the bounds that a page states."""
ELSEWHERE = {
    "words",
    "letters of a word",
    "cases of a cavalry charge that are compared",
    "rulings that one explanation measures",
    "machine words of mixed or dealt chances",
    "products of words to add two long distributions",
}
"""Tested below, with the commands, and in tests/probability: seconds at most, sums."""


def test_the_walk_finds_every_bound() -> None:
    found = set()
    for file in HOME.rglob("*.py"):
        name = ".".join(file.relative_to(HOME).with_suffix("").parts)
        if name.startswith(PACKAGES) and ".page." not in name:
            text = file.read_text("utf-8")
            for line in re.findall(r"^([A-Z_, ]+)(?:: [\w\[\], ]+)? = ", text, re.MULTILINE):
                found |= {f"{name}.{one}" for one in line.split(", ") if BOUND.match(one)}
    held = {TOLD.get(each, each) for each in HELD}
    here = {each for each in held if each.startswith(PACKAGES)}
    assert found == {each for each in here if BOUND.match(each.rpartition(".")[2])} | NO_BOUNDS


def test_the_page_states_each_limit_once_and_as_it_is() -> None:
    most = {each.what: each.most for each in LIMITS}
    assert len(most) == len(LIMITS)
    stated = {what: most for what, most in HELD.items() if what in TOLD}
    assert {what: each for what, each in most.items() if what not in ELSEWHERE} == stated
    shown = str(limits_table())
    assert "dice of a party | 200" in shown
    assert "items of a list | 100 000" in shown
    assert str(limits_table("sweeps")).count("\n") == 2


def test_long_lines_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    ask = Asker(capsys)
    most = {limit.what: limit.most for limit in LIMITS if limit.where == "command line"}
    words, letters = most["words"], most["letters of a word"]
    assert "words" not in ask.words(*["x"] * words).error
    assert f"at most {words} words" in ask.words(*["x"] * (words + 1)).error
    assert "words of at most" not in ask.words("x" * letters).error
    assert f"words of at most {letters} letters" in ask.words("x" * (letters + 1)).error


@in_turn("field, least, most, call, bound", rows(), one_in=4)
def test_the_least_and_the_most_are_taken_and_nothing_beyond(
    field: str, least: str, most: str, call: str, bound: str, tmp_path: Path
) -> None:
    def called(n: int) -> None:
        eval(call, NAMES | {"n": n, "FILE": tmp_path / "some.txt"})

    limits = [(eval(each, NAMES), step) for each, step in ((least, -1), (most, 1)) if each != "-"]
    if field == "work":
        with pytest.raises(WorkLimitExceeded) as caught:
            called(0)
        assert caught.value.limit == HELD[bound]
        return
    for limit, step in limits:
        called(limit)
        with pytest.raises(RulesError if field == "-" else InvalidValue) as error:
            called(limit + step)
        assert field == "-" or re.match(rf"{re.escape(field)}: .*allowed: ", str(error.value))
