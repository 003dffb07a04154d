"""`Distribution`: what can happen, and exactly how likely each outcome is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, lcm
from operator import ge, le
from typing import Any, TypeVar, cast, final

from rules_lib.errors import shown
from rules_lib.values.frozen import FrozenMap

from . import _format, _weights, interchange, limits
from .drawing import Rng, drawn
from .errors import (
    OutcomeTypeError,
    ProbabilityError,
    check_callable,
    check_hashable,
    check_int,
    check_share,
    check_word,
    check_work,
    counted,
)

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@final
class Distribution(Mapping[T, Fraction]):
    """An immutable, exact distribution: a mapping from each possible outcome to its probability.

    >>> coin = Distribution({"heads": "1/2", "tails": "1/2"})
    >>> coin["heads"], coin["edge"]
    (Fraction(1, 2), Fraction(0, 1))

    Inside it keeps whole-number weights without a common factor, so equal distributions are equal
    objects however they were made, and no rounding ever happens. Iteration runs over the
    outcomes that can happen: sorted where they can be sorted, else in order of insertion.
    `d[x]` is 0 for anything else, while `d.get(x)` and `x in d` tell it apart. Comparing
    with a plain dict compares the items.
    """

    __slots__ = ("_denominator", "_order", "_weights")

    _weights: dict[T, int]
    _denominator: int
    _order: bool | None  # None: not sorted yet; True: sorted; False: cannot be sorted

    def __init__(self, probabilities: Mapping[T, Fraction | int | str]) -> None:
        """Take probabilities that sum to exactly 1; floats are refused."""
        self._fill(_weights.from_probabilities(probabilities))

    @classmethod
    def from_weights(cls, weights: Mapping[T, int]) -> Distribution[T]:
        """Build a distribution from relative whole-number weights, such as counts of cases."""
        return cls._trusted(_weights.from_integers(weights))

    @classmethod
    def certain(cls, outcome: T) -> Distribution[T]:
        """Return the distribution in which only `outcome` can happen."""
        check_hashable("certain: outcome", outcome)
        return cls._trusted({outcome: 1})

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Return the distribution that picks each given item equally often; duplicates add up."""
        return cls.from_weights(counted("uniform", outcomes, limits.ITEMS, "outcomes"))

    @classmethod
    def _trusted(cls, weights: dict[T, int]) -> Distribution[T]:
        """Wrap weights that are known to be positive and reduced."""
        made = cls.__new__(cls)
        made._fill(weights)
        return made

    @classmethod
    def _counted(cls, weights: dict[T, int]) -> Distribution[T]:
        """Wrap weights that are known to be positive, reducing them."""
        return cls._trusted(_weights.reduced(weights))

    def _fill(self, weights: dict[T, int]) -> None:
        self._weights = _weights.plain(weights)
        self._denominator = sum(weights.values())
        self._order = None

    # -- as a mapping ---------------------------------------------------------------------

    def __getitem__(self, outcome: object) -> Fraction:
        """Return the probability of `outcome`, 0 if it cannot happen.

        Words of one enumeration are closed: another word is refused, for it is a slip of the pen.
        """
        weight = self._weights.get(cast("T", outcome), 0)
        if not weight:
            check_word(outcome, self._weights)
        return Fraction(weight, self._denominator)

    @property
    def outcomes(self) -> Distribution[T]:
        """This distribution itself: where odds are nothing else, these are their outcomes."""
        return self

    def __contains__(self, outcome: object) -> bool:
        """Tell whether `outcome` can happen."""
        return outcome in self._weights

    def get(self, outcome: object, default: Any = None, /) -> Any:
        """Return the probability of `outcome`, or `default` if it cannot happen."""
        check_hashable("get: outcome", outcome)
        return self[outcome] if outcome in self._weights else default

    def __iter__(self) -> Iterator[T]:
        """Iterate over what can happen."""
        return iter(self._sorted())

    def __len__(self) -> int:
        """Count the outcomes that can happen."""
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        """Compare exactly; with another mapping, compare the items."""
        if isinstance(other, Distribution):
            return self._weights == other._weights
        if isinstance(other, Mapping):
            return dict(self.items()) == dict(other.items())
        return NotImplemented

    def __hash__(self) -> int:
        """Hash by value, independent of order."""
        return hash(frozenset(self._weights.items()))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[dict[T, int]]]:
        """Copy and pickle by value."""
        return Distribution.from_weights, (dict(self._weights),)

    @property
    def weights(self) -> Mapping[T, int]:
        """The weights behind the probabilities, without a common factor (read-only)."""
        return self._sorted()

    @property
    def denominator(self) -> int:
        """The sum of all weights: the smallest common denominator of the probabilities."""
        return self._denominator

    def _sorted(self) -> dict[T, int]:
        if self._order is None:
            weights, order = _weights.in_order(self._weights)
            # The weights first: another thread goes by the order.
            self._weights = FrozenMap(weights)
            self._order = order
        return self._weights

    # -- new distributions from this one -----------------------------------------------------------

    def map(self, f: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of `f(outcome)`."""
        check_callable("map: f", f)
        weights: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            image = f(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Distribution._counted(weights)

    def then(
        self, f: Callable[[T], Distribution[U]], *, limit: int | None = None
    ) -> Distribution[U]:
        """Return the outcomes of a second stage, `f(outcome)`, that depends on the first."""
        check_callable("then: f", f)
        stages: list[tuple[int, Distribution[U]]] = []
        size = 0
        for outcome, weight in self._weights.items():
            stage = f(outcome)
            if not isinstance(stage, Distribution):
                raise ProbabilityError(
                    f"then: f({shown(outcome)}) must return a Distribution, not {shown(stage)}"
                )
            size += len(stage)
            check_work("then", size, limit, limits.PAIRS, "pairs of outcomes would be formed")
            stages.append((weight, stage))
        return mixture(stages)

    def given(self, predicate: Callable[[T], object]) -> Distribution[T]:
        """Return the distribution once it is known that `predicate` holds."""
        check_callable("given: predicate", predicate)
        kept = {x: weight for x, weight in self._weights.items() if predicate(x)}
        if not kept:
            raise ProbabilityError(
                f"given: the condition is impossible, none of the {len(self)} outcomes meets it"
            )
        return Distribution._counted(kept)

    def repeat(self, count: int, *, limit: int | None = None) -> Distribution[T]:
        """Return the sum of `count` independent copies; outcomes are numbers."""
        count, numbers = check_int("repeat: count", count, least=0), self._numbers("repeat")
        return Distribution._counted(_weights.repeated(numbers, count, limit))

    # -- questions ------------------------------------------------------------------------

    def probability(self, predicate: Callable[[T], object]) -> Fraction:
        """Return the probability that `predicate` holds."""
        check_callable("probability: predicate", predicate)
        favourable = sum(weight for x, weight in self._weights.items() if predicate(x))
        return Fraction(favourable, self._denominator)

    def mean(self) -> Fraction:
        """Return the expected value."""
        numbers = self._numbers("mean")
        return Fraction(sum(x * weight for x, weight in numbers), self._denominator)

    def variance(self) -> Fraction:
        """Return the expected squared distance from the mean."""
        numbers = self._numbers("variance")
        squares = Fraction(sum(x * x * weight for x, weight in numbers), self._denominator)
        return squares - self.mean() ** 2

    def cdf(self, x: T) -> Fraction:
        """Return P(outcome <= x)."""
        return self._beside("cdf", x, le)

    def tail(self, x: T) -> Fraction:
        """Return P(outcome >= x)."""
        return self._beside("tail", x, ge)

    def _beside(self, what: str, x: T, holds: Callable[[Any, Any], Any]) -> Fraction:
        ordered = self._ordered(what)
        try:
            weight = sum(weight for y, weight in ordered if holds(y, x))
        except Exception:  # noqa: BLE001 - whatever it does instead of comparing
            raise OutcomeTypeError(f"{what}: {shown(x)} cannot be compared with outcomes") from None
        return Fraction(weight, self._denominator)

    def quantile(self, q: Fraction | int | str) -> T:
        """Return the smallest outcome x with P(outcome <= x) >= q."""
        needed = ceil(check_share("quantile: q", q) * self._denominator)
        return cast("T", _at(needed, self._ordered("quantile")))

    def median(self) -> T:
        """Return the lower median: the smallest x with P(outcome <= x) >= 1/2."""
        return self.quantile(Fraction(1, 2))

    def mode(self) -> tuple[T, ...]:
        """Return the likeliest outcomes: several if they tie."""
        top = max(self._weights.values())
        return tuple(x for x, weight in self._sorted().items() if weight == top)

    def min(self) -> T:
        """Return the smallest possible outcome."""
        return cast("T", self._ordered("min")[0][0])

    def max(self) -> T:
        """Return the greatest possible outcome."""
        return cast("T", self._ordered("max")[-1][0])

    def to_floats(self) -> dict[T, float]:
        """Return rounded probabilities, for plotting."""
        return {x: weight / self._denominator for x, weight in self._sorted().items()}

    # -- chance -----------------------------------------------------------------------------------

    def sample(self, rng: Rng) -> T:
        """Return one outcome, drawn exactly: a whole number below `denominator` decides.

        >>> import random
        >>> [Distribution.uniform("abc").sample(random.Random(seed)) for seed in range(5)]
        ['b', 'a', 'a', 'a', 'a']
        """
        (at,) = drawn(rng, self._denominator)
        return _at(at + 1, self._sorted().items())

    # -- to and from other packages -------------------------------------------------------

    def to_icepool(self) -> Any:
        """Return the same distribution as an `icepool.Die`; outcomes need a common order.

        Raises `MissingPackage` without icepool, `OutcomeTypeError` for what it cannot carry.
        """
        # icepool sorts, and sets would pass for sortable.
        ordered = dict(self._ordered("to_icepool"))
        return interchange.carried("to_icepool", "icepool", "Die", ordered)

    def to_dyce(self) -> Any:
        """Return the same distribution as a `dyce.H`.

        Raises `MissingPackage` without dyce, `OutcomeTypeError` for what it cannot carry.
        """
        return interchange.carried("to_dyce", "dyce", "H", dict(self.weights))

    @classmethod
    def from_icepool(cls, die: Any) -> Distribution[Any]:
        """Return the distribution of an `icepool.Die`; icepool's vectors become tuples."""
        weights = interchange.weights_of("from_icepool", "icepool", "Die", die)
        return cls.from_weights(weights)

    @classmethod
    def from_dyce(cls, histogram: Any) -> Distribution[Any]:
        """Return the distribution of a `dyce.H`: of its counts relative to their sum.

        A pool `P` has its histogram as `.h()`.
        """
        return cls.from_weights(interchange.weights_of("from_dyce", "dyce", "H", histogram))

    def _numbers(self, what: str) -> list[tuple[Any, int]]:
        for x in self._weights:
            if isinstance(x, bool) or not isinstance(x, (int, Fraction)):
                raise OutcomeTypeError(
                    f"{what}: outcomes must be whole numbers or Fractions, not {shown(x)}"
                )
        return list(self._weights.items())

    def _ordered(self, what: str) -> list[tuple[Any, int]]:
        ordered = self._sorted()
        if not self._order:
            few = ", ".join(shown(x) for x in list(ordered)[:3])
            raise OutcomeTypeError(f"{what}: the outcomes ({few}, …) have no common order")
        return list(ordered.items())

    # -- how it looks ---------------------------------------------------------------------

    def __repr__(self) -> str:
        """Return Python that rebuilds the distribution, or a summary that says it is one."""
        return _format.as_python(cast("Mapping[object, int]", self._sorted()), self._denominator)

    def __str__(self) -> str:
        """Return a small table: outcome, percentage, exact fraction."""
        return _format.text_table((_format.label(x), p) for x, p in self.items())

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        return _format.html_table((_format.label(x), p) for x, p in self.items())


def _at(weight: int, weights: Iterable[tuple[T, int]]) -> T:
    """Return the first outcome with which so much weight is reached."""
    for outcome, more in weights:
        weight -= more
        if weight <= 0:
            return outcome
    raise AssertionError("the weights of a distribution sum to its denominator")


def mixture(stages: list[tuple[int, Distribution[T]]]) -> Distribution[T]:
    """Return what first picks a stage by its positive weight, then an outcome of it."""
    common, size = 1, sum(len(stage._weights) for _, stage in stages)
    for _, stage in stages:
        common = lcm(common, stage._denominator)
        words = size * (common.bit_length() // 64)
        check_work("mixture", words, None, limits.MIXED_WORDS, "machine words would be written")
    weights: dict[T, int] = {}
    for weight, stage in stages:
        factor = weight * (common // stage._denominator)
        for outcome, share in stage._weights.items():
            weights[outcome] = weights.get(outcome, 0) + factor * share
    return Distribution._counted(weights)
