"""The one draw pile of the table, card by card: what lies in it, and what can be drawn next."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, get_args

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper import Rulings, Shot, Spotter, Target
from tests.in_turn import in_turn
from tests.oracles.sniper_brute import Readings, reaching

OTHER_COURT = (10, 10, 10, 11)


class Given(NamedTuple):
    """A deck as a caller gives it: nothing, the values alone, or a deck with jokers and packs."""

    values: Mapping[str, int] | None
    jokers: int | None = None
    packs: int = 1

    @property
    def deck(self) -> Any:
        if self.jokers is None:
            return self.values
        return CommandDeck(self.values or {}, self.jokers, self.packs)


GIVEN = [
    Given(None),
    Given({"a": 5}),
    Given({"a": 5, "b": 6}),
    Given({"a": 5, "b": 5, "c": 40}),
    *(Given({"a": 5, "b": 6}, jokers, packs) for jokers, packs in product((0, 1, 2, 3), (1, 2))),
    Given({}, 1),
]


def lying(given: Given, jokers: str, court: tuple[int, ...]) -> list[int | str] | None:
    """Every card that an attempt can be made with, one by one; ``None``: there is no such pile."""
    plain = [*range(2, 11), *court] if given.values is None else list(given.values.values())
    cards: list[int | str] = [value for value in plain for _ in range(4 * given.packs)]
    # The values alone get the two jokers of sudden strike where any are in play.
    count = given.jokers if given.jokers is not None else 2 * (jokers != "none")
    if (count and jokers == "none") or (jokers == "redraw" and not cards):
        return None
    return cards + ["joker"] * (count if jokers == "fail" else 0)


READINGS: list[tuple[Any, bool]] = list(product(("none", "fail", "redraw"), (True, False)))


@pytest.mark.slow
@pytest.mark.rule("PT-S11", "PT-S12", "R-S2", "R-S3", "R-S6")
@in_turn("kind", get_args(Spotter), one_in=3)
def test_the_first_attempt_by_anyone_from_any_pile(kind: Spotter) -> None:
    """The chance to spot, through every door that has it, is that of all cards one by one."""
    for given, (jokers, crews) in product(GIVEN, READINGS):
        for court in ((11, 12, 13, 14), OTHER_COURT) if given.values is None else (None,):
            r = Readings(jokers=jokers, crews_raised=crews)
            read: dict[str, Any] = {"court_values": court} if court else {}
            rulings = Rulings(jokers=jokers, crews_raised=crews, **read)
            cards = lying(given, jokers, court or ())
            if cards is None:
                with pytest.raises(InvalidValue, match="deck"):
                    sniper.spotting(kind, given.deck, rulings)
                continue
            seen = sum((spotted(card, kind, r) for card in cards), Fraction(0)) / len(cards)
            assert sniper.spotting(kind, given.deck, rulings) == seen, (given, rulings)
            anew: dict[str, Any] = {"markers": 1, "rulings": rulings}
            if len(cards) < 30:  # the whole search takes long
                assert sniper.search(kind, given.deck, **anew).found_at(1) == seen
            assert sniper.discovery(kind, 1, given.deck, **anew)[1] == seen


def spotted(card: int | str, kind: str, r: Readings) -> Fraction:
    if card == "joker":
        return Fraction(0)
    raised = kind == "infantry" or (kind in ("crew", "small_team") and r.crews_raised)
    return reaching(int(card) + 2 * raised, 2)


def drawn(*cards: Any) -> list[Shot]:
    """Shots that miss, each followed by an attempt that fails with this card."""
    return [
        Shot(Card("red", 18), 3, Target("infantry"), card, None if card == "joker" else 2)
        for card in cards
    ]


def courses(cards: list[int | str]) -> Iterator[list[int | str]]:
    """Orders of a whole pile and two cards more: by kind, and shuffled."""
    yield sorted(cards, key=str) + cards[:2]
    yield random.Random(len(cards)).sample(cards, len(cards)) + cards[-2:]


@pytest.mark.slow
@pytest.mark.rule("PT-S11", "R-S3", "R-S4")
@pytest.mark.parametrize("drawing", ["without_replacement", "returned"])
@in_turn("jokers", ["none", "fail", "redraw"], one_in=2)
def test_what_can_be_drawn_next(drawing: Any, jokers: Any) -> None:
    """After any number of cards, to the end of a pile and beyond: what is left in it, no other."""
    rulings = Rulings(drawing=drawing, jokers=jokers)
    for given in GIVEN[1:]:
        cards = lying(given, jokers, ())
        if cards is None or len(cards) > 9:
            continue
        for course in courses(cards):
            left: Counter[int | str] = Counter(cards)
            for at, card in enumerate(course):
                left = Counter(cards) if drawing == "returned" or not left.total() else left
                for each in {*cards, "joker", 2}:
                    taken = drawn(*course[:at], each)
                    if left[each]:
                        duel = sniper.adjudicate(taken, given.deck, rulings=rulings)
                        assert len(duel.shots) == at + 1
                        continue
                    with pytest.raises(InvalidValue, match=rf"^events\[{at}\]\.drawn: "):
                        sniper.adjudicate(taken, given.deck, rulings=rulings)
                left -= Counter([card])
