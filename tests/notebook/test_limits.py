"""Each limit that the page states is where the library draws the line: one more is refused."""

from collections.abc import Callable

import pytest

from rules_lib.errors import RulesError
from rules_lib.in_die_tiefen import Party
from rules_lib.notebook.limits import LIMITS, Limit, limits_table
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.probability import Distribution, ProbabilityError, chain, dice
from rules_lib.rulebook.texts import load
from rules_lib.sweep import sweep
from rules_lib.triumph_and_glory import Board, Hex, Infantry, ResultsTable, Terrain
from rules_lib.triumph_and_glory import charge as cavalry
from rules_lib.values.type_checks import checked
from tests.commands.asking import Asker
from tests.hostile_world.named import TEXTS


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Asker:
    return Asker(capsys)


FOOT = Infantry("Y", 5)


@checked
def takes(text: str = "", items: list[int] | None = None) -> None:
    """What every function does with its arguments."""


def sniper_is_found(shots: int) -> object:
    return sniper.duel_odds(Card("red", 7), "infantry").not_yet(shots)


MORE: dict[str, Callable[[int], object]] = {
    "hits that remove a unit (R-M9)": lambda n: melee.Rulings(hits_to_remove=n),
    "attempts to find the sniper": lambda n: sniper.discovery("infantry", n),
    "shots of the sniper": sniper_is_found,
    "packs in a deck of command cards": lambda n: sniper.CommandDeck(packs=n),
    "jokers in it": lambda n: sniper.CommandDeck(jokers=n),
    "ranks in it": lambda n: sniper.CommandDeck({str(rank): 5 for rank in range(n)}),
    "value of a structure": lambda n: sudden_strike.Structure("wall", n, 1),
    "dice of a structure": lambda n: sudden_strike.Structure("wall", 1, n),
    "activations in a round": lambda n: sudden_strike.strikes(n),
    "dice of a party": lambda n: Party(n),
    "fanaticism dice": lambda n: Party(10, n),
    "heroic deeds": lambda n: Party.from_circumstances(deeds=n),
    "hexes from the middle of a board to its edge": (
        lambda n: Board.filled(Terrain("clear", 1), radius=n)
    ),
    "hexes in a row of a board": (lambda n: Board.filled(Terrain("clear", 1), width=n, height=1)),
    "coordinate of a hex": lambda n: Hex(n, 0),
    "units in a stack, and stacks in an attack": (
        lambda n: cavalry.Stack([FOOT] * n, charges=False)  # type: ignore[arg-type]
    ),
    "strength of a unit": lambda n: Infantry("Y", 5, strength=n),
    "modifier": lambda n: cavalry.Target((FOOT,), defensive_fire_drm=n),
    "letters of a table of your own": (lambda n: ResultsTable.from_toml(_padded(_table(), n))),
    "sides of a die": lambda n: dice.die(n),
    "states of a process": (
        lambda n: chain.explore(0, lambda at: {at + 1: 1}, lambda at: at == n - 1)
    ),
    "outcomes or cards in a list, parts of a mix": lambda n: Distribution.uniform([1] * n),
    "letters of a fraction, and its exponent": lambda n: dice.die().quantile(f"1e-{n}"),
    "points in a line of a file": lambda n: load({"x": f"{TEXTS.read_text('utf-8')}\n#{'.' * n}"}),
    "whole number without a limit of its own": lambda n: Card("red", n),
    "situations": lambda n: sweep(len, {"x": range(n)}) if n > 10**6 else None,
    "items of a list": lambda n: takes(items=[1] * n),
    "letters of a text": lambda n: takes(text="x" * n),
}


ELSEWHERE = {
    "words",
    "letters of a word",
    "cases of a cavalry charge that are compared",
    "rulings that one explanation measures",
    "machine words of mixed or dealt chances",
    "products of words to add two long distributions",
}
"""Tested below, with the commands, and in tests/probability: seconds at most, sums."""


def _table() -> str:
    from tests.hostile_world.test_toml import RESULTS

    return str(RESULTS)


def _padded(text: str, letters: int) -> str:
    return text + "#" * (letters - len(text))


def test_the_page_states_every_limit_once() -> None:
    stated = [each.what for each in LIMITS]
    assert sorted(stated) == sorted(set(stated))
    assert set(stated) - ELSEWHERE == set(MORE)
    shown = str(limits_table())
    assert "dice of a party | 200" in shown
    assert "items of a list | 100 000" in shown
    assert str(limits_table("sweeps")).count("\n") == 2


CHEAP = [limit for limit in LIMITS if limit.what not in ELSEWHERE]


@pytest.mark.slow
@pytest.mark.parametrize("limit", CHEAP, ids=lambda limit: limit.what)
def test_the_line_is_drawn_there(limit: Limit) -> None:
    MORE[limit.what](limit.most)
    with pytest.raises((RulesError, ProbabilityError)):
        MORE[limit.what](limit.most + 1)


def test_long_lines_are_refused(ask: Asker) -> None:
    most = {limit.what: limit.most for limit in LIMITS if limit.where == "command line"}
    words, letters = most["words"], most["letters of a word"]
    assert "words" not in ask.words(*["x"] * words).error
    assert f"at most {words} words" in ask.words(*["x"] * (words + 1)).error
    assert "words of at most" not in ask.words("x" * letters).error
    assert f"words of at most {letters} letters" in ask.words("x" * (letters + 1)).error
