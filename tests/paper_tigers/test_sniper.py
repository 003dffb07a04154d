"""Snipers beside the oracle, by all readings mixed; the draw pile, the markers, and who is found.

One shot is told in `tests/cases/sniper.toml`, and its chances stand in the golden tables.
"""

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import get_args

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper import Position, Rulings, Spotter
from rules_lib.paper_tigers.sniper.odds import first_half
from rules_lib.paper_tigers.sniper.state import RED_MARKERS
from tests.in_turn import in_turn
from tests.oracles import sniper_brute, translate
from tests.oracles.chances import reaching
from tests.oracles.sniper_brute import Hunt, Readings

KINDS: tuple[Spotter, ...] = get_args(Spotter)
BLACK = Card("black", 8)
EASY = CommandDeck({"four": 4, "nine": 9})
TINY = CommandDeck({"six": 6})
JOKERS = CommandDeck({"five": 5}, jokers=2)
KING = CommandDeck({"king": 13})
SECRET, OUT = Position(), Position(laid=True, reds=RED_MARKERS)

# ---------------------------------------------------------------- the pile


def pile(deck: CommandDeck) -> tuple[sniper_brute.Card, ...]:
    return tuple(card for card, copies in deck.cards.cards.items() for _ in range(copies))


@pytest.mark.rule("R-S2")
def test_a_pack_with_other_court_values_than_the_ruling_is_refused() -> None:
    with pytest.raises(InvalidValue, match=r"deck: .* the court values that R-S2 is read with"):
        sniper.spotting("infantry", CommandDeck(), Rulings(court_values=(10, 10, 10, 11)))


@pytest.mark.rule("PT-S11", "PT-S13")
def test_what_is_due_ends_with_the_last_target() -> None:
    """He is due to shoot while there is a target, and to move where he moves next."""
    shot = sniper.Shot(BLACK, 8, sniper.Target("infantry"))
    looks, his = "a card, if the unit looks for him [PT-S11]", "his shot, 2 dice on black 8 [PT-S8]"
    for targets, dice, due in (
        ((), (), ""),
        ((shot.target,), (), his),
        ((shot.target,), (shot,), looks),
        ((shot.target, shot.target), (shot,), f"{looks}; otherwise {his}"),
        ((shot.target, sniper.Move()), (shot,), f"{looks}; otherwise his move [PT-S5]"),
        ((sniper.Move(),), (), "his move [PT-S5]"),
        ((sniper.Move(),), (sniper.Move(),), ""),
    ):
        assert sniper.Sniper(BLACK, targets).due(dice) == due
    for aim, word in ((sniper.Target("crew"), "crew"), (sniper.Move(), "move")):
        with pytest.raises(InvalidValue, match=rf"^dice.0.: 'infantry' .* {word}, as in targets"):
            sniper.Sniper(BLACK, (aim,)).adjudicate([shot])


# ---------------------------------------------------------------- searches and duels


def mixed(chance: Random) -> Rulings:
    """Every ruling that bears on the odds, read at random."""
    usual = Rulings().court_values
    return translate.at_random(chance, Rulings, court_values=usual, specialists_card="drawn")


def appearing(hidden: list[Fraction]) -> list[Fraction]:
    """From the chances to be hidden after 0, 1, … to those to be found at 1, 2, …"""
    return [before - after for before, after in pairwise(hidden)]


@pytest.mark.slow
@pytest.mark.rule("PT-S11", "PT-S12", "PT-S14", "R-S3", "R-S4", "R-S6", "R-S8", "R-S9", "R-S14")
@in_turn("seed", range(40), one_in=4, sampled=2)
def test_a_search_by_readings_at_random(seed: int) -> None:
    """Attempt by attempt, by one unit and by several, and the mean: as the oracle walks it."""
    chance = Random(seed)
    rulings, markers = mixed(chance), chance.choice([1, 2, 3, 4])
    deck = chance.choice([EASY, TINY] if rulings.jokers == "none" else [JOKERS])
    hunt = Hunt(pile(deck), markers, translate.as_read(Readings, rulings))
    first: Spotter = chance.choice(["crew", "infantry", "officer"])
    same: list[Spotter] = [first] * 10
    units: list[Spotter] = [chance.choice(KINDS) for _ in range(8)]
    for kinds in (same, units):
        hidden = hunt.search(kinds)
        expected = {at: p for at, p in enumerate(appearing(hidden), start=1) if p}
        expected |= {None: hidden[-1]} if hidden[-1] else {}  # type: ignore[dict-item]
        found = sniper.discovery(kinds, len(kinds), deck, markers=markers, rulings=rulings)
        assert dict(found) == expected
    search = sniper.search(first, deck, markers=markers, rulings=rulings)
    hidden = hunt.search([first] * 14)
    assert [search.not_yet(n) for n in range(15)] == hidden
    assert [search.found_at(n) for n in range(1, 15)] == appearing(hidden)
    if len(pile(deck)) < 8 or markers < 3:  # the equations of more are many
        assert search.mean() == hunt.mean_attempts(first)


@pytest.mark.slow
@pytest.mark.rule("PT-S2", "PT-S8", "PT-S11", "R-S1", "R-S3", "R-S4", "R-S5", "R-S8", "R-S9")
@in_turn("seed", range(40), one_in=4, sampled=2)
def test_a_duel_by_readings_at_random(seed: int) -> None:
    chance = Random(seed)
    rulings, markers = mixed(chance), chance.choice([2, 3, 4])
    deck = TINY if rulings.jokers == "none" else CommandDeck({"five": 5}, jokers=1)
    card = chance.choice([Card("red", 10), BLACK])
    kind: Spotter = chance.choice(["infantry", "crew", "officer"])
    readings = translate.as_read(Readings, rulings)
    hunt = Hunt(pile(deck), markers, readings, card.combat_dice, card.value)
    odds = sniper.duel_odds(card, kind, deck, markers=markers, rulings=rulings)
    hidden = hunt.duel(kind, 8)
    assert [odds.not_yet(n) for n in range(9)] == hidden
    assert [odds.found_at(n) for n in range(1, 9)] == appearing(hidden)
    assert odds.hits == sniper.hit(card) == reaching(card.value, card.combat_dice)
    assert odds.mean_shots() == hunt.mean_shots(kind)
    # A shot is fired while he is hidden, and hits with the same chance each time.
    assert odds.mean_hits == odds.hits * odds.mean_shots()
    assert odds.never == 0


@pytest.mark.slow
@pytest.mark.rule("PT-S14", "R-S1", "R-S5")
def test_the_median_is_the_first_to_reach_one_half() -> None:
    late = Rulings(markers_laid="after_a_hit")
    far = sniper.duel_odds(Card("red", 18), "infantry", TINY, rulings=late)
    for odds in (sniper.search("infantry"), sniper.search("officer", TINY, markers=1)):
        assert odds.median() == next(n for n in range(99) if odds.not_yet(n) <= Fraction(1, 2))
    for shots in (sniper.duel_odds(BLACK, "officer"), far):
        median = shots.median_shots()
        assert median is not None
        assert shots.not_yet(median) <= Fraction(1, 2) < shots.not_yet(median - 1)


@in_turn("half", [0, 1, 6, 7])
def test_a_median_may_be_the_last_number_that_is_followed(half: int) -> None:
    def not_yet(n: int) -> Fraction:
        assert n <= most, "it looks no further"
        return Fraction(1, 2) if n >= half else Fraction(2, 3)

    most = 7
    assert first_half(not_yet, most, "attempts") == half
    if half:
        most = half - 1
        with pytest.raises(InvalidValue, match=f"median: .*more than {most}.* attempts"):
            first_half(not_yet, most, "attempts")


@pytest.mark.rule("PT-S10", "PT-S11", "R-S1", "R-S5")
def test_who_is_never_found() -> None:
    """No card is reached; he never misses; he never hits."""
    hopeless = sniper.search("infantry", KING)
    assert hopeless.never == hopeless.not_yet(2000) == 1
    assert hopeless.median() is None
    with pytest.raises(InvalidValue, match="spotter: 'no attempt can succeed'"):
        hopeless.mean()
    assert dict(sniper.discovery("infantry", 9, KING)) == {None: 1}
    # An attempt that can succeed is enough, however late it comes in a pile of one's own.
    sure, half = (Fraction(1),), (Fraction(1, 2),)
    assert sniper.Search({1: Fraction(1)}, (sure, sure, half)).never == 0
    for card, deck, rulings in (
        (Card("red", 8), KING, Rulings()),
        (Card("red", 3), TINY, Rulings(hit_target_spots=False)),
        (Card("red", 19), TINY, Rulings(markers_laid="after_a_hit")),
    ):
        odds = sniper.duel_odds(card, "infantry", deck, rulings=rulings)
        assert odds.never == odds.not_yet(60) == 1
        assert odds.median_shots() is None
        with pytest.raises(InvalidValue, match="duel: 'the sniper is never found'"):
            odds.mean_shots()


def test_a_shot_has_a_card_and_a_target() -> None:
    with pytest.raises(InvalidValue, match="card: 'red 7' was given"):
        sniper.Shot("red 7", 9, sniper.Target("infantry"))  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="target: 'infantry' was given"):
        sniper.Shot(Card("red", 7), 9, "infantry")  # type: ignore[arg-type]


def test_who_is_found_has_no_markers_out() -> None:
    with pytest.raises(InvalidValue, match=r"found: True .* False while markers are out"):
        Position(laid=True, reds=1, found=True)


@pytest.mark.rule("PT-S11", "R-S4")
def test_a_pile_that_is_used_up_is_whole_again() -> None:
    """Of four fives each is drawn once, then the first again; beside sixes there is no fifth."""
    miss = sniper.Shot(Card("red", 18), 3, sniper.Target("infantry"), 5, 2)
    assert len(sniper.adjudicate([miss] * 9, {"five": 5}).shots) == 9
    with pytest.raises(InvalidValue, match=r"^events\[4\]\.drawn: "):
        sniper.adjudicate([miss] * 5, {"five": 5, "six": 6})
