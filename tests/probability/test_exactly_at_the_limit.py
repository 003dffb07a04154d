"""The last thing that is allowed, and the first that is refused."""

from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from itertools import repeat
from typing import Any

import pytest

from rules_lib.probability import (
    Distribution,
    ProbabilityError,
    WorkLimitExceeded,
    chain,
    dice,
    sums,
)
from rules_lib.probability.decision import DecisionProblem
from rules_lib.probability.deck import Deck
from rules_lib.probability.dice import MAX_FACES, MAX_SIDES
from rules_lib.probability.errors import (
    LONGEST_FRACTION,
    check_fraction,
    check_hashable,
    counted,
    in_short,
    shown,
)
from rules_lib.probability.kept import FaceRange
from tests.in_turn import in_turn

coin: Distribution[int] = Distribution.uniform([0, 1])


def ends_at_once(limit: Any) -> Any:
    return chain.explore(0, lambda _: Distribution.certain(0), lambda _: True, limit=limit)


def decides(limit: Any) -> Any:
    return DecisionProblem(
        0,
        lambda _: [],
        lambda *_: Distribution.certain(0),
        lambda _: True,
        lambda _: 1,
        limit=limit,
    )


@pytest.mark.parametrize("make", [ends_at_once, decides])
def test_a_limit_of_states_is_one_at_least(make: Callable[[Any], Any]) -> None:
    assert make(1) is not None
    for wrong in (0, -1, True, "1"):
        with pytest.raises(ProbabilityError, match=r"^limit must be"):
            make(wrong)


def test_one_state_too_many_is_refused() -> None:
    def walk(limit: int) -> Any:
        return chain.explore(
            0, lambda x: Distribution.certain(x + 1), lambda x: x == 4, limit=limit
        )

    assert walk(5).states == (0, 1, 2, 3, 4)
    with pytest.raises(WorkLimitExceeded, match="explore"):
        walk(4)


@in_turn(
    ("least", "one_less"),
    [
        (lambda n: coin.then(lambda _: coin, limit=n), 4),
        (lambda n: coin.combine(coin, max, limit=n), 4),
        (lambda n: sums.joint(coin, coin, coin, limit=n), 8),
        (lambda n: sums.combine(max, coin, coin, coin, limit=n), 8),
        # Two of three kinds, two copies each: aa, bb, cc, ab, ac, bc.
        (lambda n: Deck({"a": 2, "b": 2, "c": 2}).hands(2, limit=n), 6),
        # Twice one of six kinds, or one of each of two.
        (lambda n: Deck(dict.fromkeys("abcdef", 3)).hands(2, limit=n), 6 + 15),
        # Nothing but one hand, though no card has to be named in it.
        (lambda n: Deck({"a": 4}).hands(4, limit=n), 4),
    ],
)
def test_work_up_to_the_limit_is_done_and_no_more(
    least: Callable[[int], Distribution[Any]], one_less: int
) -> None:
    assert sum(least(one_less).weights.values()) == least(one_less).denominator
    with pytest.raises(WorkLimitExceeded):
        least(one_less - 1)


def test_a_limit_is_handed_on() -> None:
    with pytest.raises(WorkLimitExceeded, match="repeat"):
        dice.d6.repeat(10, limit=5)
    assert dice.d6.repeat(10) == dice.total(10)


def test_dice_have_one_side_at_least() -> None:
    assert dice.die(1) == Distribution.certain(1)
    assert dice.any_shows(2, 1, sides=1) == 1
    assert dice.count_showing(3, 1, sides=1) == Distribution.certain(3)
    for ask in (dice.die, lambda n: dice.total(1, n), lambda n: dice.any_shows(1, [], n)):
        for sides in (0, -6, MAX_SIDES + 1):
            with pytest.raises(ProbabilityError, match=r"^sides must be"):
                ask(sides)
    with pytest.raises(ProbabilityError, match=r"^sides must be"):
        dice.keep_highest(2, 1, MAX_SIDES + 1)


def test_faces_are_counted_up_to_a_number() -> None:
    assert dice.any_shows(1, range(1, MAX_FACES + 1), sides=2 * MAX_FACES) == Fraction(1, 2)
    for faces in (range(1, MAX_FACES + 2), repeat(1)):
        with pytest.raises(WorkLimitExceeded, match="faces, or more, were given") as caught:
            dice.any_shows(1, faces, sides=2 * MAX_FACES)
        # It does not look further than one beyond the limit.
        assert caught.value.size == MAX_FACES + 1


def test_dice_without_end_are_refused_before_they_are_counted() -> None:
    with pytest.raises(WorkLimitExceeded, match=r"^count_showing"):
        dice.count_showing(100_000, 6)
    with pytest.raises(WorkLimitExceeded, match=r"^dice: .* bits"):
        dice.any_shows(200_000, 6, sides=1000)


def test_a_range_of_faces_begins_at_nothing() -> None:
    assert FaceRange(0, 0, 0, 8).lowest(0, 0) == 1
    for wrong in ((-1, 6, 2, 8), (1, -1, 2, 8), (1, 6, -1, 8), (1, 6, 2, 0)):
        with pytest.raises(ProbabilityError, match="must be"):
            FaceRange(*wrong)


def test_a_fraction_is_read_up_to_a_length() -> None:
    one = "1".rjust(LONGEST_FRACTION, "0")
    assert check_fraction("share", one) == 1
    with pytest.raises(ProbabilityError, match=f"^share has {LONGEST_FRACTION + 1} letters"):
        check_fraction("share", "0" + one)


def test_items_are_counted_up_to_a_number() -> None:
    assert counted("Deck.of", "aab", 3, "cards") == {"a": 2, "b": 1}
    for items in ("aabb", repeat("a")):
        with pytest.raises(WorkLimitExceeded) as caught:
            counted("Deck.of", items, 3, "cards")
        # It does not look further than one beyond the limit.
        assert (caught.value.size, caught.value.limit) == (4, 3)
        assert "4 cards, or more, were given" in str(caught.value)


def test_what_has_no_hash_is_named() -> None:
    check_hashable("card", ("ace", 1))
    with pytest.raises(ProbabilityError, match=r"^card must be hashable, not \['ace'\] \(list\)"):
        check_hashable("card", ["ace"])
    with pytest.raises(ProbabilityError, match=r"^without: card must be hashable"):
        Deck({"ace": 1}).without([])  # type: ignore[arg-type]
    with pytest.raises(ProbabilityError, match=r"^get: outcome must be hashable"):
        coin.get([])


def test_long_values_are_shown_in_part() -> None:
    name = "x" * 58  # 60 letters with its quotation marks
    assert in_short(name) == repr(name)
    assert in_short(name + "y") == "'" + "x" * 56 + "..."
    assert shown(name) == f"{name!r} (str)"
    assert shown([1] * 20) == f"{[1] * 20} (list)"  # 60 letters
    assert shown([1] * 19 + [10]) == f"{str([1] * 20)[:57]}... (list)"
    # Of a text no more is looked at than can be shown.
    assert shown(Chatty("x" * 100)) == "60 letters (Chatty)"


class Chatty(str):
    """A text that tells how much of it is looked at."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> "Chatty":
        return Chatty(str(self)[key])

    def __repr__(self) -> str:
        return f"{len(self)} letters"


def test_huge_numbers_are_shown_as_powers() -> None:
    assert shown(10**30 - 1) == "9" * 30
    assert shown(1 - 10**30) == "-" + "9" * 30
    assert shown(10**30) == "about 2^99"
    assert shown(-(10**30)) == "about -2^99"


class Suit(IntEnum):
    """Numbers of a type of their own."""

    CLUBS = 3
    SPADES = 6


def test_weights_may_be_any_whole_numbers() -> None:
    distribution = Distribution.from_weights({"clubs": Suit.CLUBS, "spades": Suit.SPADES})
    assert distribution == Distribution({"clubs": Fraction(1, 3), "spades": Fraction(2, 3)})
    assert {type(weight) for weight in distribution.weights.values()} == {int}
