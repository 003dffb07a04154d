"""The sniper's shot and the attempt to spot him: one test each, exact."""

from fractions import Fraction
from itertools import product
from typing import get_args

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.deck import CommandDeck, ranks
from rules_lib.paper_tigers.sniper import Rulings, Spotter
from tests.in_turn import in_turn
from tests.oracles.sniper_brute import Hunt, Readings, reaching, sight

KINDS: tuple[Spotter, ...] = get_args(Spotter)
CREWS: tuple[Spotter, ...] = ("crew", "small_team")
SPECIALISTS: tuple[Spotter, ...] = ("officer", "observer", "sniper")


def share(deck: CommandDeck, kind: str, **readings: object) -> Fraction:
    """The first attempt, card by card, throw by throw."""
    pile = tuple(card for card, n in deck.cards.cards.items() for _ in range(n))
    hunt = Hunt(pile, 4, Readings(**readings))  # type: ignore[arg-type]
    return sum((p * hunt.success(card, kind) for p, card, _ in hunt.draws(pile)), Fraction(0))


@pytest.mark.rule("PT-S8", "PT-S9", "PT-S10")
@in_turn("value", range(2, 20))
def test_the_chance_to_hit_is_the_command_test_and_nothing_else(value: int) -> None:
    assert sniper.hit(Card("red", value)) == reaching(value, 3)
    assert sniper.hit(Card("black", value)) == reaching(value, 2)


@pytest.mark.rule("PT-S8")
def test_the_worked_chances_to_hit() -> None:
    assert sniper.hit(Card("red", 8)) == Fraction(181, 216)
    assert sniper.hit(Card("black", 8)) == Fraction(15, 36)


@pytest.mark.rule("PT-S7")
def test_only_a_sniper_spots_the_barely_visible_without_the_usual_raise() -> None:
    assert {kind: sniper.visibility_raise(kind) for kind in KINDS} == {
        **dict.fromkeys(KINDS, 2),
        "sniper": 0,
    }


@pytest.mark.rule("PT-S7", "R-S11")
def test_officers_and_observers_may_have_the_sniper_s_eye() -> None:
    """Those whom PT-S12 spares, and nobody else; the search for him is not touched."""
    sharp = Rulings(sharp_eyes="specialists")
    assert {kind: sniper.visibility_raise(kind, sharp) for kind in KINDS} == {
        **dict.fromkeys(("infantry", *CREWS), 2),
        **dict.fromkeys(SPECIALISTS, 0),
    }
    for kind in KINDS:
        assert sniper.visibility_raise(kind, sharp) == sight(
            kind, Readings(sharp_eyes="specialists")
        )
        assert sniper.spotting_raise(kind, sharp) == sniper.spotting_raise(kind)


@pytest.mark.rule("PT-S12", "R-S6")
def test_who_has_the_card_raised_when_looking_for_him() -> None:
    assert {kind: sniper.spotting_raise(kind) for kind in KINDS} == {
        **dict.fromkeys(("infantry", *CREWS), 2),
        **dict.fromkeys(SPECIALISTS, 0),
    }
    lenient = Rulings(crews_raised=False)
    assert {kind: sniper.spotting_raise(kind, lenient) for kind in KINDS} == {
        **dict.fromkeys((*CREWS, *SPECIALISTS), 0),
        "infantry": 2,
    }


@pytest.mark.rule("PT-S11", "PT-S12", "R-S3")
@in_turn(
    ("drawn", "roll", "kind", "seen"),
    [
        (7, 9, "infantry", True),
        (7, 8, "infantry", False),
        (7, 7, "officer", True),
        (7, 6, "officer", False),
        (10, 12, "crew", True),
        (11, 12, "crew", False),
        (12, 12, "sniper", True),
        (13, 12, "sniper", False),
        ("joker", 12, "observer", False),
    ],
)
def test_one_attempt(drawn: int, roll: int, kind: Spotter, seen: bool) -> None:
    assert sniper.spots(drawn, roll, kind) is seen


@pytest.mark.rule("PT-S11", "PT-S12")
@in_turn("kind", KINDS)
def test_spotting_with_the_plain_deck(kind: Spotter) -> None:
    raised = 0 if kind in SPECIALISTS else 2
    throws = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    seen = sum(throw >= value + raised for throw in throws for value in range(2, 15))
    assert sniper.spotting(kind) == Fraction(seen, 36 * 13)
    assert sniper.spotting(kind) == share(CommandDeck(), kind)


@pytest.mark.rule("PT-S11", "PT-S12")
def test_the_worked_chances_to_spot() -> None:
    # 4 to 12 are reached in 33 + 30 + 26 + 21 + 15 + 10 + 6 + 3 + 1 of 36 throws; 2 and 3 in 71.
    assert sniper.spotting("infantry") == Fraction(145, 36 * 13)
    assert sniper.spotting("officer") == Fraction(145 + 71, 36 * 13)


DECKS = [
    CommandDeck(),
    CommandDeck(packs=3),
    CommandDeck({"low": 2, "middle": 7, "high": 12}),
    CommandDeck({"seven": 7, "lucky": 7, "ten": 10}, packs=2),
    CommandDeck({"never": 40}),
    CommandDeck({"always": 1}),
]


@pytest.mark.rule("PT-S11", "R-S2", "R-S6")
@in_turn("deck", DECKS)
@in_turn("kind", KINDS)
@in_turn("crews_raised", [True, False])
def test_spotting_with_any_deck(deck: CommandDeck, kind: Spotter, crews_raised: bool) -> None:
    rulings = Rulings(crews_raised=crews_raised)
    expected = share(deck, kind, crews_raised=crews_raised)
    assert sniper.spotting(kind, deck, rulings) == expected
    # More packs of the same cards change nothing on the first draw.
    thicker = CommandDeck(deck.values, packs=2 * deck.packs)
    assert sniper.spotting(kind, thicker, rulings) == expected


@pytest.mark.rule("R-S2")
def test_cheaper_court_cards_are_easier_to_reach() -> None:
    cheap = Rulings(court_values=(10, 10, 10, 11))
    deck = CommandDeck(ranks((10, 10, 10, 11)))
    assert sniper.spotting("infantry", rulings=cheap) == share(deck, "infantry")
    assert sniper.spotting("infantry", deck) == share(deck, "infantry")
    assert sniper.spotting("infantry", rulings=cheap) > sniper.spotting("infantry")
    free = Rulings(court_values=(1, 1, 1, 1))
    # The court cards always, 2 to 10 as before: without the 3 + 1 throws for jack and queen.
    assert sniper.spotting("officer", rulings=free) == Fraction(4 * 36 + 216 - 4, 36 * 13)
    with pytest.raises(InvalidValue, match=r"deck: .* the court values that R-S2 is read with"):
        sniper.spotting("infantry", CommandDeck(), cheap)


@pytest.mark.rule("R-S3")
@in_turn("jokers", [1, 2, 6])
@in_turn("kind", ["infantry", "officer"])
def test_jokers_in_the_pile(jokers: int, kind: Spotter) -> None:
    deck = CommandDeck(jokers=jokers)
    fail, redraw = Rulings(jokers="fail"), Rulings(jokers="redraw")
    plain = sniper.spotting(kind)
    assert sniper.spotting(kind, deck, fail) == plain * Fraction(52, 52 + jokers)
    assert sniper.spotting(kind, deck, fail) == share(deck, kind, jokers="fail")
    assert sniper.spotting(kind, deck, redraw) == plain
    if jokers < 4:  # every order of more jokers takes long
        assert share(deck, kind, jokers="redraw") == plain
    with pytest.raises(InvalidValue, match=r"deck\.jokers: .* 0 while R-S3 is read as 'none'"):
        sniper.spotting(kind, deck)


@pytest.mark.rule("R-S3")
def test_the_pile_that_the_rulings_describe_has_two_jokers() -> None:
    for reading in ("fail", "redraw"):
        rulings = Rulings(jokers=reading)
        expected = share(CommandDeck(jokers=2), "officer", jokers=reading)
        assert sniper.spotting("officer", rulings=rulings) == expected


@pytest.mark.rule("R-S3")
def test_only_jokers_cannot_be_drawn_anew_for_ever() -> None:
    assert sniper.spotting("officer", CommandDeck({}, 3), Rulings(jokers="fail")) == 0
    with pytest.raises(InvalidValue, match=r"deck: .* at least one card"):
        sniper.spotting("officer", CommandDeck({}, 3), Rulings(jokers="redraw"))
