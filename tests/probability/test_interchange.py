"""Distributions travel to icepool and dyce and back without loss, or do not travel at all."""

import pickle
import sys
from collections.abc import Hashable
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(SORTED_DISTRIBUTIONS, distributions(UNSORTABLE))
def test_others_get_the_distribution_exactly_and_give_it_back(
    sortable: Distribution[Any], unsortable: Distribution[Any]
) -> None:
    die = sortable.to_icepool()
    assert isinstance(die, icepool.Die)
    assert types(die.keys()) == types(sortable)
    assert Distribution.from_weights(dict(die.items())) == sortable
    assert Distribution.from_icepool(die) == sortable
    for distribution in (sortable, unsortable):
        histogram = distribution.to_dyce()
        assert isinstance(histogram, dyce.H)
        assert types(histogram) == types(distribution)
        assert Distribution.from_weights(dict(histogram.items())) == distribution
        assert Distribution.from_dyce(histogram) == distribution


def test_the_dice_of_all_three_are_the_same_and_one_can_go_on_there() -> None:
    ours, two = dice.total(3), dice.total(2)
    from_icepool, from_dyce = Distribution.from_icepool, Distribution.from_dyce
    assert ours == from_icepool(3 @ icepool.d6) == from_dyce((3 @ dyce.P(6)).h())
    assert ours == from_icepool(two.to_icepool() + icepool.d6)
    assert ours == from_dyce(two.to_dyce() + dyce.H(6))
    assert from_icepool(icepool.d6 > 4) == Distribution({False: "2/3", True: "1/3"})
    # Weights are relative, and zeros are dropped; vectors become tuples.
    half = Distribution({1: "1/2", 2: "1/2"})
    assert (
        half == from_icepool(icepool.Die({1: 10, 2: 10})) == from_dyce(dyce.H({1: 9, 2: 9, 3: 0}))
    )
    vectors = icepool.vectorize(icepool.d(2), icepool.d(3))
    assert from_icepool(vectors) == Distribution.uniform((a, b) for a in (1, 2) for b in (1, 2, 3))


@in_turn(
    "outcomes",
    [(1, "a"), (None, 1), (frozenset({1}), frozenset({2})), (1j, 2j), (icepool.d6, 7),
     (icepool.d6,), ((icepool.d6, 1),), (None,)],
)  # fmt: skip
def test_icepool_is_not_given_what_has_no_order_or_means_something_else_there(
    outcomes: tuple[Hashable, ...],
) -> None:
    with pytest.raises(OutcomeTypeError, match=r"^to_icepool: (the|icepool (cannot take|takes))"):
        Distribution.uniform(outcomes).to_icepool()


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
