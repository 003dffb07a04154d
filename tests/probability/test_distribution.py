"""A distribution by itself: building, asking, showing."""

import copy
import doctest
import importlib
import pickle
from collections.abc import Mapping
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, OutcomeTypeError, ProbabilityError
from rules_lib.probability._format import percent
from tests.in_turn import in_turn

THIRD = Fraction(1, 3)

distributions = st.dictionaries(
    st.integers(-20, 20), st.integers(0, 50), min_size=1, max_size=8
).filter(lambda weights: any(weights.values()))


def test_every_way_of_building_the_same_distribution_gives_equal_distributions() -> None:
    built = [
        Distribution({"a": THIRD, "b": Fraction(2, 3)}),
        Distribution({"b": "2/3", "a": "1/3"}),
        Distribution({"a": THIRD, "b": Fraction(2, 3), "never": 0}),
        Distribution.from_weights({"a": 10, "b": 20, "never": 0}),
        Distribution.uniform(["b", "a", "b"]),
    ]
    assert len(set(built)) == 1
    assert all(distribution == built[0] for distribution in built)
    assert list(built[0].weights.items()) == [("a", 1), ("b", 2)]
    assert built[0].denominator == 3


def test_unequal_distributions_differ_even_by_a_hair() -> None:
    weights = {0: 10**30, 1: 10**30}
    assert Distribution.from_weights(weights) != Distribution.from_weights(
        {**weights, 1: 10**30 + 1}
    )
    assert Distribution.certain(1) != Distribution.certain(2)


def test_it_is_a_mapping_over_what_can_happen() -> None:
    distribution = Distribution.from_weights({3: 1, 1: 2, 2: 0})
    assert isinstance(distribution, Mapping)
    assert list(distribution) == [1, 3]
    assert list(distribution.items()) == [(1, Fraction(2, 3)), (3, THIRD)]
    assert len(distribution) == 2
    assert 2 not in distribution
    assert distribution[2] == 0
    assert distribution["nonsense"] == 0
    assert distribution.get(2) is None
    assert distribution.get(2, 7) == 7
    assert distribution.get(3) == THIRD
    assert distribution[1].__class__ is Fraction


def test_comparing_with_a_dict_compares_the_items() -> None:
    distribution = Distribution.from_weights({1: 2, 3: 1})
    assert distribution == {1: Fraction(2, 3), 3: THIRD}
    assert distribution != {1: Fraction(2, 3)}
    assert distribution != {1: 2, 3: 1}
    assert distribution != 1


def test_outcomes_without_an_order_keep_that_of_insertion() -> None:
    assert list(Distribution.uniform(["b", 2, None])) == ["b", 2, None]
    sets = [frozenset({1}), frozenset({2}), frozenset()]
    assert list(Distribution.uniform(sets)) == sets
    with pytest.raises(OutcomeTypeError, match="cdf"):
        Distribution.uniform(sets).cdf(frozenset({1}))


def test_it_cannot_be_changed() -> None:
    distribution = Distribution.certain(1)
    with pytest.raises(TypeError):
        distribution.weights[1] = 2  # type: ignore[index]
    with pytest.raises(AttributeError):
        distribution.denominator = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        distribution.anything = 2  # type: ignore[attr-defined]


def test_given_weights_are_copied() -> None:
    weights = {1: 1, 2: 2}
    distribution = Distribution.from_weights(weights)
    weights[1] = 100
    assert distribution[1] == THIRD


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies_are_equal(twin: object) -> None:
    distribution = Distribution({("a", 1): "1/4", ("b", 2): "3/4"})
    hash(distribution)
    made = twin(distribution)  # type: ignore[operator]
    assert made == distribution
    assert hash(made) == hash(distribution)


def test_map_merges_and_given_conditions() -> None:
    die = Distribution.uniform(range(1, 7))
    assert die.map(lambda x: x % 3) == Distribution.uniform([0, 1, 2])
    assert die.given(lambda x: x > 4) == Distribution.uniform([5, 6])
    assert die.given(lambda x: x > 4).denominator == 2


def test_then_makes_the_second_stage_depend_on_the_first() -> None:
    die = Distribution.uniform(range(1, 7))
    # Roll a die, then draw a number from 1 to what it shows.
    distribution = die.then(lambda n: Distribution.uniform(range(1, n + 1)))
    for k in range(1, 7):
        assert distribution[k] == sum((Fraction(1, 6 * n) for n in range(k, 7)), Fraction(0))


def test_questions_about_a_known_distribution() -> None:
    distribution = Distribution.from_weights({1: 1, 2: 2, 4: 2, 8: 1})
    assert distribution.mean() == Fraction(1 + 4 + 8 + 8, 6)
    assert distribution.variance() == Fraction(1 + 8 + 32 + 64, 6) - distribution.mean() ** 2
    assert [distribution.cdf(x) for x in (0, 1, 3, 8)] == [0, Fraction(1, 6), Fraction(1, 2), 1]
    assert [distribution.tail(x) for x in (0, 1, 3, 9)] == [1, 1, Fraction(1, 2), 0]
    assert distribution.median() == 2
    assert [distribution.quantile(q) for q in (0, "1/6", "1/5", "5/6", "6/7", 1)] == [
        1,
        1,
        2,
        4,
        8,
        8,
    ]
    assert distribution.mode() == (2, 4)
    assert (distribution.min(), distribution.max()) == (1, 8)
    assert distribution.probability(lambda x: x in (1, 8)) == THIRD
    assert distribution.to_floats() == {1: 1 / 6, 2: 1 / 3, 4: 1 / 3, 8: 1 / 6}


def test_ordered_questions_work_for_words_too() -> None:
    distribution = Distribution.from_weights({"pass": 3, "fail": 1})
    assert distribution.median() == "pass"
    assert distribution.cdf("fail") == Fraction(1, 4)
    with pytest.raises(OutcomeTypeError, match="mean: outcomes must be whole numbers or Fractions"):
        distribution.mean()


def test_fractions_are_numbers() -> None:
    distribution = Distribution.uniform([Fraction(1, 2), Fraction(1)])
    assert distribution.mean() == Fraction(3, 4)
    assert distribution.variance() == Fraction(1, 16)


@given(distributions)
def test_probabilities_sum_to_one_and_agree_with_the_plain_definitions(
    weights: dict[int, int],
) -> None:
    distribution = Distribution.from_weights(weights)
    total = sum(weights.values())
    chances = {x: Fraction(w, total) for x, w in weights.items()}
    assert sum(distribution.values()) == 1
    assert all(distribution[x] == p for x, p in chances.items())
    mean = sum((x * p for x, p in chances.items()), Fraction(0))
    assert distribution.mean() == mean
    assert distribution.variance() == sum(
        ((x - mean) ** 2 * p for x, p in chances.items()), Fraction(0)
    )
    for x in range(-21, 22):
        assert distribution.cdf(x) + distribution.tail(x + 1) == 1
        assert distribution.cdf(x) == sum((p for y, p in chances.items() if y <= x), Fraction(0))
    for q in (Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(1)):
        x = distribution.quantile(q)
        assert distribution.cdf(x) >= q
        assert all(distribution.cdf(y) < q for y in distribution if y < x)


@given(distributions)
def test_repr_rebuilds_short_distributions(weights: dict[int, int]) -> None:
    distribution = Distribution.from_weights(weights)
    assert eval(repr(distribution)) == distribution
    assert Distribution(dict(distribution.items())) == distribution


def test_a_long_repr_says_that_it_is_cut() -> None:
    text = repr(Distribution.uniform(range(100)))
    assert text == "<Distribution of 100 outcomes: 0: 1/100, 1: 1/100, 2: 1/100, … 97 more>"


def test_text_shows_outcome_percentage_and_fraction() -> None:
    distribution = Distribution.from_weights({"hit": 5, "miss": 3})
    assert str(distribution) == "hit     62.5 %  5/8\nmiss    37.5 %  3/8"


def test_a_long_table_counts_what_it_leaves_out() -> None:
    last = str(Distribution.uniform(range(200))).splitlines()[-1]
    assert last.split() == ["…", "141", "more", "70.5", "%", "141/200"]


@in_turn(
    ("weight", "shown"),
    [
        (0, "0.0 %"),
        (1, "< 0.1 %"),
        (4_999, "< 0.1 %"),
        (5_000, "0.1 %"),
        (14_999, "0.1 %"),
        (15_000, "0.2 %"),
        (9_994_999, "99.9 %"),
        (9_995_000, "> 99.9 %"),
        (9_999_999, "> 99.9 %"),
        (10_000_000, "100.0 %"),
    ],
)
def test_only_what_is_certain_is_shown_as_0_or_100_percent(weight: int, shown: str) -> None:
    distribution = Distribution.from_weights({"x": weight, "y": 10_000_000 - weight})
    assert percent(distribution["x"]) == shown


class _Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.open: list[str] = []
        self.classes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.classes += [value or "" for name, value in attrs if name == "class"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_html_is_well_formed_and_escaped() -> None:
    cells = _Cells()
    cells.feed(Distribution.uniform(["<b>", "a & b"])._repr_html_())
    assert cells.open == []
    assert cells.classes[0] == "distribution"
    assert {"<b>", "a & b", "50.0 %", "1/2"} <= set(cells.text)


@in_turn("name", ["chain", "deck", "decision", "dice", "distribution"])
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"rules_lib.probability.{name}"))
    assert result.attempted
    assert not result.failed


@in_turn(
    ("weights", "named"),
    [
        ({}, "at least one outcome"),
        ({"a": 0}, "'a': 0"),
        ({"a": 1, "b": -2}, "weight of 'b' is negative: -2"),
        ({"a": True}, "weight of 'a' must be a whole number, not True"),
        ({"a": Fraction(1, 2)}, "for probabilities use Distribution"),
        ({"a": 1.0}, "weight of 'a'"),
        ([1, 2], r"weights must be a mapping .* not \[1, 2\]"),
    ],
)
def test_bad_weights_are_named(weights: dict[str, int], named: str) -> None:
    with pytest.raises(ProbabilityError, match=named):
        Distribution.from_weights(weights)


@in_turn(
    ("probabilities", "named"),
    [
        ({}, "at least one outcome"),
        ({"a": "1/2", "b": "1/3"}, "sum to exactly 1, not 5/6"),
        ({"a": 2, "b": -1}, "probability of 'b' is negative: -1"),
        ({"a": 0.5, "b": 0.5}, "probability of 'a' is the float 0.5, which is not exact"),
        ({"a": True}, "probability of 'a' must be a Fraction"),
        ({"a": "one"}, "probability of 'a' is 'one'"),
        ({"a": "1/0"}, "probability of 'a' is '1/0'"),
        ({"a": None}, "probability of 'a' .* not None"),
        ([("a", 1)], "mapping from outcome to probability"),
    ],
)
def test_bad_probabilities_are_named(probabilities: dict[str, str], named: str) -> None:
    with pytest.raises(ProbabilityError, match=named):
        Distribution(probabilities)


def test_other_bad_values_are_named() -> None:
    distribution = Distribution.uniform([1, 2])
    with pytest.raises(ProbabilityError, match="given: the condition is impossible"):
        distribution.given(lambda x: x > 2)
    with pytest.raises(ProbabilityError, match="unhashable"):
        Distribution.uniform([[1]])  # type: ignore[type-var]
    with pytest.raises(ProbabilityError, match="uniform"):
        Distribution.uniform(3)  # type: ignore[arg-type]
    with pytest.raises(ProbabilityError, match=r"then: f\(1\) must return a Distribution, not 1"):
        distribution.then(lambda x: x)  # type: ignore[arg-type, return-value]
    with pytest.raises(ProbabilityError, match="map: f must be a function, not 3"):
        distribution.map(3)  # type: ignore[arg-type]
    with pytest.raises(ProbabilityError, match="q must lie between 0 and 1, not 3/2"):
        distribution.quantile("3/2")
    with pytest.raises(ProbabilityError, match=r"q is the float 0\.5"):
        distribution.quantile(0.5)  # type: ignore[arg-type]
    with pytest.raises(OutcomeTypeError, match=r"tail: 'x' .* cannot be compared"):
        distribution.tail("x")  # type: ignore[arg-type]
    with pytest.raises(OutcomeTypeError, match=r"0\.5 \(float\)"):
        Distribution.uniform([0.5]).mean()
    with pytest.raises(OutcomeTypeError, match="True"):
        Distribution.uniform([True, False]).variance()


def test_rows_of_an_array_are_plain_tuples() -> None:
    np = pytest.importorskip("numpy")
    rows = np.array([[1, 2], [1, 3]])
    found = Distribution.from_weights({(*row, "hit"): 1 for row in rows})
    assert {tuple(map(type, each)) for each in found} == {(int, int, str)}
    assert found[1, 2, "hit"] == Fraction(1, 2)
