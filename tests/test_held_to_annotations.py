"""What an annotation lets in, what it refuses, and in which words; and how our errors speak."""

import types
from collections import abc
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

import pytest

from rules_lib import errors
from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.examples.audit import Basis, Finding, findings
from rules_lib.paper_tigers import Card, melee
from rules_lib.values.enums import WordEnum
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked, hold_of, said
from tests.in_turn import in_turn

Few = TypeVar("Few", bound=int)
Anyone = TypeVar("Anyone")


class Flag(Enum):
    UP = 1
    DOWN = 2


class Colour(WordEnum):
    RED = "red"
    BLACK = "black"


class Fits(Protocol):
    def fit(self) -> int: ...


class _NoHash:
    __hash__ = None  # type: ignore[assignment]


class _Silent(Sequence[int]):
    def __len__(self) -> int:
        return 1

    def __getitem__(self, at: Any) -> Any:
        raise RuntimeError("no")


class _Rude:
    def __repr__(self) -> str:
        raise RuntimeError("no")


class Chatty(str):
    """A text that tells how much of it is looked at."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> "Chatty":
        return Chatty(str(self)[key])

    def __repr__(self) -> str:
        return f"{len(self)} letters"


ROWS = Path(__file__).with_name("annotations.txt").read_text("utf-8").splitlines()[1:]


@in_turn("row", ROWS)
def test_what_fits_is_let_in_as_it_is_and_what_does_not_is_refused_in_words(row: str) -> None:
    """Lists, sets and mappings are let in as copies that nobody can change."""
    *given, message = row.split(" · ")
    hint, value = (eval(each, vars(abc) | globals()) for each in given)
    hold = hold_of(hint)
    if message == "-":
        held = value if hold is None else hold("x", value)
        copied = isinstance(held, tuple | frozenset | FrozenMap) and type(value)(held) == value
        assert held is value or copied
        return
    assert hold
    with pytest.raises(InvalidValue) as error:
        hold("x", value)
    assert str(error.value) == message


def test_what_cannot_be_held_is_not() -> None:
    assert [hold_of(each) for each in (Any, object, Anyone, Fits, int | Any)] == [None] * 5


def test_lists_are_read_once_and_to_their_end() -> None:
    hold = hold_of(Iterable[int])
    assert hold
    assert hold("x", iter([1, 2])) == (1, 2)
    assert hold("x", (n for n in (1, 2))) == (1, 2)
    for plain in ([1], {1}, range(2), types.MappingProxyType({1: 2})):
        assert list(hold("x", plain)) == list(plain)
    with pytest.raises(InvalidValue, match="allowed: a list that gives its items"):
        hold("x", _Silent())
    most = errors.MOST_ITEMS
    assert len(hold("x", iter([1] * most))) == most == 100_000
    with pytest.raises(InvalidValue, match="allowed: at most 100000 items"):
        hold("x", iter([1] * (most + 1)))


@in_turn(
    ("hint", "words"),
    [
        (Any, "anything"),
        (Literal["a", 1] | None, "'a', 1 or None"),
        (int | int | str, "a whole number or a text"),
        (Colour, "Colour.RED, Colour.BLACK"),
        ("a" * 80, "a" * 60),
    ],
)
def test_annotations_in_words(hint: Any, words: str) -> None:
    assert said(hint) == words


def test_words_for_a_thing_are_met_with_how_to_read_them() -> None:
    squad: Any = "red 7"
    with pytest.raises(InvalidValue, match=r"a melee\.Combatant, as melee\.Combatant\.parse makes"):
        melee.odds(squad, squad)


def test_every_way_to_give_an_argument_is_held() -> None:
    @checked
    def told(one: int, /, two: str = "", *more: int, last: bool = False, **others: str) -> Any:
        return one, two, more, last, others

    assert told(1) == (1, "", (), False, {})
    assert told(1, "b", 3, 4, last=True, x="y") == (1, "b", (3, 4), True, {"x": "y"})
    wrong: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
        (("a",), {}, "one: 'a'"),
        ((1, 2), {}, "two: 2"),
        ((1,), {"two": 2}, "two: 2"),
        ((1, "b", 3, "c"), {}, "more: 'c'"),
        ((1,), {"last": 1}, "last: 1"),
        ((1,), {"x": 1}, "x: 1"),
    ]
    for given, named, field in wrong:
        with pytest.raises(InvalidValue, match=f"^{field} was given"):
            told(*given, **named)


def test_classes_are_held_where_they_are_made() -> None:
    @checked
    class Pair(NamedTuple):
        one: int
        two: str

    assert Pair(1, "a") == (1, "a")
    wrong: Any = 2
    with pytest.raises(InvalidValue, match="two: 2"):
        Pair(1, wrong)
    with pytest.raises(TypeError, match="Flag is an enumeration, which checks its values itself"):
        checked(Flag)


def _refusal(call: Callable[[], Any]) -> str:
    with pytest.raises(InvalidValue) as error:
        call()
    assert error.value.field == "x"
    return error.value.allowed


def test_what_is_required() -> None:
    assert errors.require_int("x", 1, 1) == 1
    assert errors.require_int("x", 3, 1, 3) == 3
    for wrong in (0, True, "1"):
        assert _refusal(lambda w=wrong: errors.require_int("x", w, 1)) == "a whole number from 1 up"  # type: ignore[misc]
    assert _refusal(lambda: errors.require_int("x", 4, 1, 3)) == "a whole number from 1 to 3"
    assert _refusal(lambda: errors.require_bool("x", 1)) == "True or False"
    assert errors.require_word("x", "red", Colour) is Colour.RED
    assert _refusal(lambda: errors.require_word("x", "blue", Colour)) == "red, black"
    assert _refusal(lambda: errors.require_word("x", 1, [True, 2])) == "True, 2"
    assert errors.require_bool("x", False) is False
    assert errors.require_instance("x", Card("red", 7), Card) == Card("red", 7)
    assert _refusal(lambda: errors.require_instance("x", 1, Card)) == "a Card"
    assert errors.require_iterable("x", iter("ab"), "words") == ("a", "b")
    for none in ("ab", b"ab", 3):
        assert _refusal(lambda n=none: errors.require_iterable("x", n, "words")) == "words"  # type: ignore[misc]
    assert errors.require_iterable("x", [1, 2], "words", most=2) == (1, 2)
    assert (
        _refusal(lambda: errors.require_iterable("x", [1, 2, 3], "words", 2)) == "at most 2 items"
    )
    assert errors.require_names(("a", "b")) == ("a", "b")
    for names in (["a", "b"], ("a",), ("a", " "), ("a", 1), ("a", "b", "c")):
        with pytest.raises(InvalidValue, match="allowed: a tuple of two names"):
            errors.require_names(names)


def test_our_own_refusals_inside_a_list_are_kept() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise IllegalAction("no", ["PT-M5"])

    with pytest.raises(IllegalAction):
        errors.items_of("x", items(), "words")


@in_turn(
    ("value", "text"),
    [
        (
            2**256 - 1,
            "1157920892373161954235709850086879078532699846656405640394575840079131296399",
        ),
        (2**256, "a number of 257 bits"),
        ("x" * 78, "'" + "x" * 78 + "'"),
        ("x" * 79, "'" + "x" * 78 + "…"),
        (b"x" * 200, "b'" + "x" * 77 + "…"),
        ("a\nb", "'a\\nb'"),
        ("\u202e", "'\\u202e'"),
        ([1] * 41, "[" + "1, " * 26 + "…"),
        (Chatty("x" * 100), "80 letters"),  # no more is looked at than can be shown
        (Fraction(2, 4), "1/2"),
        (1 - 2**256, str(1 - 2**256)),
        (-(2**256), "a number of 257 bits"),
        (_Rude(), "a _Rude"),
        ([10**5000], "a list"),
        (Card("red", 7), "Card(colour='red', value=7)"),
    ],
)
def test_values_in_a_message_are_short_and_printable(value: object, text: str) -> None:
    found = errors.shown(value)
    assert found.startswith(text)
    assert len(found) <= 80


def test_errors_say_what_they_know() -> None:
    wrong = InvalidValue("x", 3, "less")
    assert str(wrong) == "x: 3 was given; allowed: less"
    forbidden = IllegalAction("You may not", ["PT-M5", "PT-M6"])
    assert str(forbidden) == "You may not (forbidden by PT-M5, PT-M6)"
    silent = UnspecifiedBySource("Who moves")
    assert str(silent) == "Who moves: unspecified by the source"


def _claim(where: str, erratum: str = "", basis: Basis = Basis.PRINTED) -> Finding:
    effect = f"e{where}" if erratum or basis == Basis.CONTRADICTED else ""
    return Finding(erratum, where, f"p{where}", f"c{where}", (f"PT-M{where}",), effect, basis)


def test_findings_come_by_number_then_what_is_right() -> None:
    claims = [
        _claim("1", "E-N10"),
        _claim("2"),
        _claim("3", "E-N9"),
        _claim("4", "E-N10"),
        _claim("5", basis=Basis.INFERRED),
    ]
    found = findings(claims)
    assert [each.id for each in found] == ["E-N9", "E-N10", "", ""]
    told = Finding("E-N10", "1 and 4", "p1; p4", "c1; c4", ("PT-M1", "PT-M4"), "e1")
    assert found[1] == told
    assert str(told) == (
        "E-N10 · 1 and 4 [PT-M1, PT-M4]\n  printed:  p1; p4\n  computed: c1; c4\n  effect:   e1"
    )
    assert told.clause == "PT-M1"
    assert [str(each) for each in found[2:]] == ["confirmed · 2: p2", "inferred · 5: p5"]
    assert [each.confirmed for each in found] == [False, False, True, False]
    (news,) = findings([_claim("1", basis=Basis.CONTRADICTED)])
    assert (news.id, news.wrong, news.confirmed) == ("", True, False)
    assert str(news) == ("contradicted · 1 [PT-M1]\n  printed:  p1\n  computed: c1\n  effect:   e1")
