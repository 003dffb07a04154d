"""Distributions travel to icepool and dyce and back without loss, or do not travel at all."""

import pickle
import sys
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.paper_tigers import Card, melee
from rules_lib.probability import (
    Distribution,
    MissingPackage,
    OutcomeTypeError,
    ProbabilityError,
    dice,
)
from tests.in_turn import in_turn

WEIGHTS = st.integers(1, 10**30)
SORTABLE: list[st.SearchStrategy[Hashable]] = [
    st.integers(),
    st.fractions(),
    st.text(max_size=4),
    st.booleans(),
    st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
    st.tuples(st.text(max_size=2), st.fractions()),
]
UNSORTABLE: st.SearchStrategy[Hashable] = st.one_of(
    st.integers(), st.text(max_size=3), st.none(), st.frozensets(st.integers(0, 3), max_size=2)
)


def distributions(outcomes: st.SearchStrategy[Any]) -> st.SearchStrategy[Distribution[Any]]:
    some = st.dictionaries(outcomes, WEIGHTS, min_size=1, max_size=6)
    return some.map(Distribution.from_weights)


SORTED_DISTRIBUTIONS = st.one_of(*map(distributions, SORTABLE))


def types(weights: Any) -> set[tuple[type, Any]]:
    return {(type(outcome), outcome) for outcome in weights}


@given(SORTED_DISTRIBUTIONS)
def test_icepool_gets_the_distribution_exactly_and_gives_it_back(
    distribution: Distribution[Any],
) -> None:
    die = distribution.to_icepool()
    assert isinstance(die, icepool.Die)
    assert {x: Fraction(n, die.denominator()) for x, n in die.items()} == dict(distribution.items())
    assert types(die.keys()) == types(distribution)
    assert Distribution.from_icepool(die) == distribution


@given(st.one_of(SORTED_DISTRIBUTIONS, distributions(UNSORTABLE)))
def test_dyce_gets_the_distribution_exactly_and_gives_it_back(
    distribution: Distribution[Any],
) -> None:
    histogram = distribution.to_dyce()
    assert isinstance(histogram, dyce.H)
    assert {x: Fraction(n, histogram.total) for x, n in histogram.items()} == dict(
        distribution.items()
    )
    assert types(histogram) == types(distribution)
    assert Distribution.from_dyce(histogram) == distribution


def test_the_dice_of_all_three_are_the_same() -> None:
    ours = dice.total(3)
    assert Distribution.from_icepool(3 @ icepool.d6) == ours
    assert Distribution.from_dyce((3 @ dyce.P(6)).h()) == ours
    five_or_six = Distribution({False: "2/3", True: "1/3"})
    assert Distribution.from_icepool(icepool.d6 > 4) == five_or_six


def test_one_can_go_on_there() -> None:
    distribution = dice.total(2)
    assert Distribution.from_icepool(distribution.to_icepool() + icepool.d6) == dice.total(3)
    assert Distribution.from_dyce(distribution.to_dyce() + dyce.H(6)) == dice.total(3)


def test_weights_are_relative_and_zeros_are_dropped() -> None:
    half = Distribution({1: "1/2", 2: "1/2"})
    assert Distribution.from_icepool(icepool.Die({1: 10, 2: 10})) == half
    assert Distribution.from_dyce(dyce.H({1: 10, 2: 10, 3: 0})) == half


def test_the_distribution_of_a_melee_travels() -> None:
    squad, crew = melee.Combatant(Card("red", 7)), melee.Combatant(Card("red", 5), small_team=True)
    distribution = melee.odds(squad, crew).final_hits
    assert Distribution.from_icepool(distribution.to_icepool()) == distribution
    assert Distribution.from_dyce(distribution.to_dyce()) == distribution


def test_vectors_of_icepool_become_tuples() -> None:
    vectors = icepool.vectorize(icepool.d(2), icepool.d(3))
    pairs = Distribution.uniform((a, b) for a in (1, 2) for b in (1, 2, 3))
    assert Distribution.from_icepool(vectors) == pairs


@in_turn(
    "outcomes",
    [(1, "a"), (None, 1), (frozenset({1}), frozenset({2})), (1j, 2j), (icepool.d6, 7)],
)
def test_icepool_is_not_given_what_has_no_order(outcomes: tuple[Hashable, ...]) -> None:
    with pytest.raises(OutcomeTypeError, match=r"^to_icepool"):
        Distribution.uniform(outcomes).to_icepool()


@pytest.mark.parametrize("outcome", [icepool.d6, (icepool.d6, 1), None], ids=repr)
def test_icepool_is_not_given_what_means_something_else_there(outcome: Hashable) -> None:
    with pytest.raises(OutcomeTypeError, match=r"^to_icepool: icepool (cannot take|takes some)"):
        Distribution.certain(outcome).to_icepool()


BOTH: list[tuple[str, Callable[[Any], Distribution[Any]]]] = [
    ("icepool", Distribution.from_icepool),
    ("dyce", Distribution.from_dyce),
]


@pytest.mark.parametrize(("package", "take"), BOTH)
def test_only_a_distribution_of_theirs_is_taken(
    package: str, take: Callable[[Any], Distribution[Any]]
) -> None:
    own = {"icepool": dyce.H(6), "dyce": icepool.d6}
    values = (None, 6, True, 1.5, "d6", {1: 1}, [1, 2], Distribution.certain(1), own[package])
    more = {"icepool": icepool.Deck(range(5)), "dyce": dyce.P(6, 6)}
    for value in (*values, more[package]):
        with pytest.raises(ProbabilityError, match=rf"^from_{package} needs"):
            take(value)


@pytest.mark.parametrize(
    ("take", "empty"),
    [(Distribution.from_icepool, icepool.Die([])), (Distribution.from_dyce, dyce.H({}))],
)
def test_no_outcome_is_no_distribution(take: Callable[[Any], object], empty: Any) -> None:
    with pytest.raises(ProbabilityError, match="at least one outcome"):
        take(empty)


@pytest.mark.parametrize("package", ["icepool", "dyce"])
def test_without_the_package_the_error_says_what_to_install(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    distribution = dice.total(2)
    for call in (
        getattr(distribution, f"to_{package}"),
        lambda: getattr(distribution, f"from_{package}")(distribution),
    ):
        with pytest.raises(MissingPackage, match=f"pip install {package}") as error:
            call()
        assert isinstance(error.value, ImportError)
        assert isinstance(error.value, ProbabilityError)
        again = pickle.loads(pickle.dumps(error.value))
        assert str(again) == str(error.value)


def test_what_the_other_package_says_against_it_is_told_in_a_line() -> None:
    with pytest.raises(Exception, match=r".") as theirs:
        icepool.Die({None: 1})
    reason, *_ = str(theirs.value).splitlines()
    with pytest.raises(OutcomeTypeError) as ours:
        Distribution.certain(None).to_icepool()
    assert str(ours.value) == f"to_icepool: icepool cannot take these outcomes: {reason}"


def test_only_the_first_line_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise TypeError("not these\nbut many others")

    monkeypatch.setattr(dyce, "H", refuse)
    with pytest.raises(OutcomeTypeError, match=r"cannot take these outcomes: not these$"):
        Distribution.certain(1).to_dyce()
