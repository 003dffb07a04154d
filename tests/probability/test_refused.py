"""Whatever is refused is named, with what was given; so is what would be too much work."""

from collections.abc import Callable
from fractions import Fraction
from itertools import repeat
from typing import Any

import pytest

from rules_lib.probability import (
    Distribution,
    OutcomeTypeError,
    ProbabilityError,
    WorkLimitExceeded,
    chain,
    combine,
    convolve,
    dice,
    joint,
    limits,
    mix,
    trials,
    zero_sum,
)
from rules_lib.probability.chain import DecisionProblem
from rules_lib.probability.deck import Deck
from rules_lib.probability.dice import MAX_FACES, MAX_SIDES
from rules_lib.probability.dice_pool import Pool
from rules_lib.probability.errors import LONGEST_FRACTION, check_fraction, counted
from rules_lib.system.process import Go, Process
from tests.in_turn import in_turn

Ask = Callable[[], object]

wrong: Any = 3
coin: Any = Distribution.uniform([0, 1])
words: Any = Distribution.uniform(["a", "b"])
halves: Any = Distribution.uniform([0.5])
sets: Any = Distribution.uniform([frozenset({1}), frozenset({2})])
bools: Any = Distribution.uniform([True, False])
steps: Any = chain.explore(0, lambda x: {x: 1, 1: 1}, lambda x: x == 1).steps
anything: dict[str, Any] = {"Distribution": Distribution, "Deck": Deck, "Pool": Pool}
dist, hands, pool = anything.values()  # to be asked what a type checker would not let through
die: Any = dice
explore: Any = chain.explore
sure = {"a": Fraction(1), "b": Fraction(0)}


def draws(chances: Any, order: Any, cap: Any) -> object:
    return trials.tested_draws({"a": 1, "b": 2}, chances, order, cap)


def decide(**changes: Any) -> Any:
    good: dict[str, Any] = {
        "start": 0,
        "actions": lambda i: [0, 1],
        "step": lambda i, a: {1: 1},
        "is_end": bool,
        "payoff": lambda end: 1,
    }
    return DecisionProblem(**{**good, **changes}).solve()


REFUSED: list[tuple[str, Ask]] = [
    # weights and probabilities
    ("at least one outcome", lambda: dist.from_weights({})),
    ("'a': 0", lambda: dist.from_weights({"a": 0})),
    ("weight of 'b' is negative: -2", lambda: dist.from_weights({"a": 1, "b": -2})),
    ("for probabilities use Distribution", lambda: dist.from_weights({"a": Fraction(1, 2)})),
    ("weight of 'a'", lambda: dist.from_weights({"a": 1.0})),
    ("at least one outcome", lambda: dist({})),
    ("sum to exactly 1, not 5/6", lambda: dist({"a": "1/2", "b": "1/3"})),
    ("probability of 'b' is negative: -1", lambda: dist({"a": 2, "b": -1})),
    ("of 'a' is the float 0.5, which is not exact", lambda: dist({"a": 0.5, "b": 0.5})),
    ("probability of 'a' is 'one'", lambda: dist({"a": "one"})),
    ("probability of 'a' is '1/0'", lambda: dist({"a": "1/0"})),
    ("mapping from outcome to probability", lambda: dist([("a", 1)])),
    # questions
    ("given: the condition is impossible", lambda: coin.given(lambda x: x > 2)),
    (r"then: f\(0\) must return a Distribution, not 0", lambda: coin.then(lambda x: x)),
    ("q must lie between 0 and 1, not 3/2", lambda: coin.quantile("3/2")),
    # several together
    *(
        (r"needs Distributions, not \{1: 1\}", lambda ask=ask: ask(coin, {1: 1}))
        for ask in (joint, convolve, lambda *xs: combine(max, *xs), lambda x, y: convolve(y, x))
    ),
    ("repeat: count must be at least 0, not -1", lambda: coin.repeat(-1)),
    ("mix needs at least one part", lambda: mix([(coin, 0)])),
    (r"mix: the weight of .* is negative: -1", lambda: mix([(coin, -1)])),
    (r"mix: a weight is the float 0\.5", lambda: mix([(coin, wrong / 6)])),
    *(
        (f"^mix: {named}", lambda wrong=wrong: mix(wrong))
        for wrong, named in [
            (3, "parts must be Distributions with weights, not 3"),
            ([coin], "parts must be pairs of distribution and weight"),
            ([[coin, 1]], "parts must be pairs of distribution and weight"),
            ([(coin, 1, 1)], "parts must be pairs of distribution and weight"),
            ([(3, 1)], "each part must be a Distribution, not 3"),
        ]
    ),
    # dice
    ("count must be at least 0, not -1", lambda: die.total(-1)),
    *(
        ("^sides must be at (least 1|most 1000000), not", lambda ask=ask, n=n: ask(n))
        for n in (0, -6, MAX_SIDES + 1)
        for ask in (
            die.die,
            lambda n: die.total(1, n),
            lambda n: die.count_showing(1, [], n),
        )
    ),
    ("face must be at most 6, not 7", lambda: die.count_showing(3, [7])),
    ("face must be at least 1, not 0", lambda: die.count_showing(3, [1, 0])),
    ("count must be at least 0", lambda: die.count_showing(-3, [1])),
    ("size must be at least 0, not -1", lambda: pool(-1, ())),
    # decks
    ("count of 'a' must be at least 0, not -1", lambda: hands({"a": -1})),
    ("draw: the deck is empty", lambda: hands.of("").draw()),
    ("without: 'c' is not in the deck", lambda: hands.of("ab").without("c")),
    ("3 cards cannot be drawn from a deck of 2", lambda: hands.of("ab").successes(3, bool)),
    ("n must be at least 0, not -1", lambda: hands.of("ab").successes(-1, bool)),
    ("order must be at most 0, not 1", lambda: draws([sure], [1], 1)),
    ("order must be at least 0, not -1", lambda: draws([sure], [-1], 1)),
    ("order: 4 draws, but the deck holds 3 cards", lambda: draws([sure], [0] * 4, 1)),
    ("cap must be at least 1, not 0", lambda: draws([sure], [0], 0)),
    *(
        (f"'b' must lie between 0 and 1, not {p}", lambda p=p: draws([{**sure, "b": p}], [0], 1))
        for p in (Fraction(3, 2), Fraction(-1, 9))
    ),
    # processes
    (r"step\(0\) must return a Distribution .* not 3", lambda: explore(0, lambda x: 3, bool)),
    (r"step\(0\) .* at least one outcome", lambda: explore(0, lambda x: {}, bool)),
    (r"step\(0\) .*: the weight of 1 is negative", lambda: explore(0, lambda x: {1: -1}, bool)),
    (r"step\(0\) .* must be a whole", lambda: explore(0, lambda x: {1: 0.5}, bool)),
    *(
        (named, lambda told=told: decide(**told))
        for named, told in [
            (r"start must be hashable, not \[\]", {"start": []}),
            (r"actions\(0\) must return a sequence", {"actions": lambda i: 3}),
            (r"actions\(0\) names an action twice: \(1, 1\)", {"actions": lambda i: [1, 1]}),
            (r"step\(0, 0\) must return a Distribution", {"step": lambda i, a: 3}),
            (r"step\(0, 0\) .*: a distribution needs", {"step": lambda i, a: {}}),
            (r"payoff\(1\) is the float 0\.5", {"payoff": lambda end: 0.5}),
        ]
    ),
    (
        "goes round in circles",
        lambda: Process(0, lambda now: Go(1 - now), lambda now: False).round(0),
    ),
    # steps
    ("head: n must be at least 0, not -1", lambda: steps.head(-1)),
    ("q must lie between 0 and 1, not -1", lambda: steps.quantile(-1)),
    # however much was given
    ("negative", lambda: dist.from_weights({10**5000: -(10**5000)})),
    ("sum to exactly 1", lambda: dist({10**5000: Fraction(1, 10**5000)})),
    ("negative", lambda: dist({10**5000: -1, 1: 2})),
    ("must return a Distribution", lambda: coin.then(lambda _: 10**5000)),
]  # fmt: skip

MISFITS: list[tuple[str, Ask]] = [
    (r"cdf: 'x' cannot be compared", lambda: coin.cdf("x")),
    (r"tail: 'x' cannot be compared", lambda: coin.tail("x")),
    ("cdf", lambda: sets.cdf(frozenset({1}))),
    ("mean: outcomes must be whole numbers or Fractions, not 'a'", lambda: words.mean()),
    (r"0\.5", lambda: halves.mean()),
    ("variance: .*True|variance: .*False", lambda: bools.variance()),
    ("repeat: .* 'a'", lambda: words.repeat(2)),
    ("convolve: .*'a'", lambda: convolve(coin, words)),
    ("convolve: .*'a'", lambda: convolve(words, coin)),
    (r"the outcomes \(1, 'a', 2, …\)", lambda: dist.uniform([1, "a", 2, "b"]).min()),
    ("no common order", lambda: dist.uniform([10**5000, "a"]).max()),
]


@in_turn(("named", "ask"), [*REFUSED, *MISFITS])
def test_what_is_refused_is_named_in_a_line(named: str, ask: Ask) -> None:
    with pytest.raises(ProbabilityError, match=named) as caught:
        ask()
    assert isinstance(caught.value, OutcomeTypeError) == ((named, ask) in MISFITS)
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


def test_what_cannot_be_printed_is_told_by_its_code() -> None:
    class Loud:
        def __repr__(self) -> str:
            return "ring\a,\n twice"

    with pytest.raises(ProbabilityError) as caught:
        dist({0: Loud()})
    assert r"not 'ring\x07,\n twice'" in str(caught.value)


# ---------------------------------------------------------------- too much work

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


@pytest.mark.slow
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
