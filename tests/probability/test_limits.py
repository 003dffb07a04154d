"""The last thing that is allowed is done, and the first beyond is refused before it is begun."""

from collections.abc import Callable
from fractions import Fraction
from itertools import repeat
from typing import Any

import pytest

from rules_lib.probability import (
    Distribution,
    ProbabilityError,
    WorkLimitExceeded,
    combine,
    convolve,
    dice,
    joint,
    limits,
    mix,
    zero_sum,
)
from rules_lib.probability.dice import MAX_FACES
from rules_lib.probability.errors import LONGEST_FRACTION, check_fraction, counted
from tests.in_turn import in_turn
from tests.probability.test_refused import coin, decide, explore

Ask = Callable[[], object]
SEVEN = range(7)


def up_to(n: int) -> Any:
    """A chain of five states."""
    return explore(0, lambda x: {x + 1: 1}, lambda x: x == 4, limit=n).absorbed


@in_turn(
    ("ask", "size", "named"),
    [
        (lambda n: coin.then(lambda _: coin, limit=n), 4, "then: 4 pairs of outcomes"),
        (lambda n: combine(max, coin, coin, limit=n), 4, "combine: 4 combinations"),
        (lambda n: combine(max, coin, coin, coin, limit=n), 8, "combine: 8 combinations"),
        (lambda n: joint(coin, coin, coin, limit=n), 8, "joint: 8 combinations"),
        (lambda n: convolve(coin, coin, limit=n), 4, "convolve: 4 combinations"),
        (lambda n: dice.die().repeat(3, limit=n), 75, "repeat: 75 machine words"),
        (up_to, 5, "explore: 5 states were reached"),
        (lambda n: decide(limit=n).policy, 2, "solve: 2 states were reached"),
    ],
)  # fmt: skip
def test_work_up_to_the_limit_is_done_and_no_more(
    ask: Callable[[Any], Any], size: int, named: str
) -> None:
    assert ask(size)
    with pytest.raises(WorkLimitExceeded, match=f"^{named}.*; the limit is {size - 1}$") as caught:
        ask(size - 1)
    assert (caught.value.size, caught.value.limit) == (size, size - 1)
    for wrong in (0, -1, True, "1"):
        with pytest.raises(ProbabilityError, match=r"^limit must be"):
            ask(wrong)


@in_turn(
    "ask",
    [
        lambda many: combine(lambda x, y: 0, many, many),
        lambda many: combine(lambda x, y, z: 0, many, many, many),
        lambda many: joint(many, many),
        lambda many: many.then(lambda x: many),
        lambda many: Distribution.uniform([0, 1, 10**9]).repeat(2),
        lambda many: convolve(*[Distribution.uniform(range(200_000))] * 2),
        lambda many: mix([(many, 1)] * 5000),
        lambda many: mix(repeat((many, 1))),
        lambda many: dice.count_showing(1, range(1, MAX_FACES + 2), sides=2 * MAX_FACES),
        lambda many: dice.count_showing(1, repeat(1), sides=2 * MAX_FACES),
        lambda many: counted("Deck.of", repeat("a"), 3, "cards"),
        lambda _: zero_sum.solve([[Fraction(f"{i}e{300 * j}") for j in SEVEN] for i in SEVEN]),
    ],
)  # fmt: skip
def test_too_much_work_is_refused_before_it_is_begun(ask: Callable[[Any], object]) -> None:
    with pytest.raises(WorkLimitExceeded) as caught:
        ask(Distribution.uniform(range(3000)))
    assert caught.value.size > caught.value.limit
    assert f"{caught.value.size} {caught.value.unit}; the limit is {caught.value.limit}" in str(
        caught.value
    )
    if "or more, were given" in str(caught.value):
        assert caught.value.size == caught.value.limit + 1, "it looks no further than one beyond"


def test_a_fraction_is_read_up_to_a_length() -> None:
    one = "1".rjust(LONGEST_FRACTION, "0")
    assert check_fraction("share", one) == 1
    with pytest.raises(ProbabilityError, match=f"^share has {LONGEST_FRACTION + 1} letters"):
        check_fraction("share", "0" + one)
    assert Distribution({1: "25e-2", 2: "7.5E-1"})[1] == Fraction(1, 4)
    assert check_fraction("x", f"1e{LONGEST_FRACTION}") == 10**LONGEST_FRACTION
    for text in ("1e", "e5", "1e5e5", "1e5.0", "one", "1ex"):
        with pytest.raises(ProbabilityError, match="not a fraction"):
            check_fraction("x", text)


def test_denominators_with_nothing_in_common_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    primes = (2**521 - 1, 2**607 - 1, 2**1279 - 1)
    distributions = [Distribution({1: Fraction(1, p), 2: 1 - Fraction(1, p)}) for p in primes]
    weighted = [(dice.die(), Fraction(1, p)) for p in primes]
    asks: list[tuple[str, Ask]] = [
        ("PAIRS", lambda: mix(weighted)),
        ("PAIRS", lambda: Distribution({p: Fraction(1, p) for p in primes})),
        ("MIXED_WORDS", lambda: dice.die(3).then(lambda face: distributions[face - 1])),
    ]
    for limit, ask in asks:
        with monkeypatch.context() as tight:
            tight.setattr(limits, limit, 20)
            with pytest.raises(WorkLimitExceeded, match="machine words would be written"):
                ask()
    assert mix(weighted) == dice.die()
    expected = sum(Fraction(1, 3 * p) for p in primes)
    assert dice.die(3).then(lambda face: distributions[face - 1])[1] == expected
