"""Duels adjudicated from given dice and cards, and their transcripts."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, get_args

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper import (
    Duel,
    Move,
    Position,
    Rulings,
    Shot,
    Spotter,
    Target,
)
from rules_lib.paper_tigers.sniper.state import MARKERS, RED_MARKERS
from tests.in_turn import in_turn
from tests.oracles.sniper_brute import Hunt, Readings, reaching

RED, BLACK = Card("red", 8), Card("black", 7)
INFANTRY, OFFICER = Target("infantry"), Target("officer")
SEEN_RED: dict[str, Any] = {"drawn": 5, "spot_roll": 9, "marker": "red"}
SEEN_GREEN: dict[str, Any] = {**SEEN_RED, "marker": "green"}


def shot(roll: int, target: Target = INFANTRY, card: Card = RED, **rest: Any) -> Shot:
    return Shot(card, roll, target, **rest)


def duel(*events: Shot | Move, deck: CommandDeck | None = None, **readings: Any) -> Duel:
    return sniper.adjudicate(events, deck, rulings=Rulings(**readings))


def cited(told: Duel, words: str) -> set[str]:
    """The ids behind the one step that holds these words."""
    (step,) = [step for step in told.steps if words in step.text]
    return set(step.clauses)


LAYOUTS: list[dict[str, Any]] = [
    {},
    {"hit_target_spots": False},
    {"markers_laid": "after_a_hit"},
    {"hit_target_spots": False, "markers_laid": "after_a_hit", "found_by": "elimination"},
    {"markers_stay": "new_each_shot"},
    {"drawing": "returned", "jokers": "fail"},
]
TOTALS = {total: reaching(total, 2) - reaching(total + 1, 2) for total in range(2, 13)}


@pytest.mark.slow
@pytest.mark.rule("PT-S8", "PT-S11", "PT-S13", "R-S1", "R-S4", "R-S5", "R-S8", "R-S9")
@in_turn("chosen", LAYOUTS, one_in=3)
def test_all_dice_cards_and_markers_together_are_the_odds(chosen: dict[str, Any]) -> None:
    """Every duel of two shots, adjudicated and weighed: as the odds have it, and the oracle."""
    deck = CommandDeck({"five": 5}, jokers=int(chosen.get("jokers") == "fail"))
    rulings, markers = Rulings(**chosen), 3
    pile = tuple(card for card, copies in deck.cards.cards.items() for _ in range(copies))
    hidden: dict[int, Fraction] = defaultdict(Fraction)

    def judged(events: list[Shot]) -> Duel:
        return sniper.adjudicate(events, deck, markers=markers, rulings=rulings)

    def shots(events: list[Shot], left: tuple[Any, ...]) -> Iterator[tuple[Fraction, Shot]]:
        """Each way the next shot can go, with its chance."""
        for roll, chance in TOTALS.items():
            plain = judged([*events, shot(roll, card=BLACK)])
            may = plain.position.laid and (rulings.hit_target_spots or not plain.shots[-1].hit)
            if not may:
                yield chance, shot(roll, card=BLACK)
                continue
            for card in sorted(set(left), key=str):
                drawn = chance * Fraction(left.count(card), len(left))
                if card == "joker":
                    yield drawn, shot(roll, card=BLACK, drawn=card)
                    continue
                for spot, odds in TOTALS.items():
                    after: dict[str, Any] = {"drawn": card, "spot_roll": spot}
                    if not sniper.spots(card, spot, "infantry", rulings):
                        yield drawn * odds, shot(roll, card=BLACK, **after)
                        continue
                    reds = plain.position.reds
                    for marker, n in (("red", reds), ("green", 1)):
                        if n:
                            share = drawn * odds * Fraction(n, reds + 1)
                            yield share, shot(roll, card=BLACK, **after, marker=marker)

    def play(events: list[Shot], left: tuple[Any, ...], weight: Fraction) -> None:
        if events and judged(events).found:
            return
        hidden[len(events)] += weight
        if len(events) == 2:
            return
        classes: dict[tuple[Any, ...], tuple[Fraction, Shot]] = {}
        for chance, event in shots(events, left or pile):
            # Throws that come to the same are followed up once, with their chances added.
            (*_, done) = judged([*events, event]).shots
            key = done, event.drawn
            classes[key] = (classes.get(key, (Fraction(0), event))[0] + chance, event)
        assert sum(chance for chance, _ in classes.values()) == 1
        for chance, event in classes.values():
            rest = list(left or pile)
            if event.drawn is not None and rulings.drawing != "returned":
                rest.remove(event.drawn)
            play([*events, event], tuple(rest), weight * chance)

    play([], pile, Fraction(1))
    odds = sniper.duel_odds(BLACK, "infantry", deck, markers=markers, rulings=rulings)
    assert [hidden[n] for n in range(3)] == [odds.not_yet(n) for n in range(3)]
    walk, _ = Hunt(pile, markers, Readings(**chosen), 2, 7).duel("infantry", 2)
    assert [hidden[n] for n in range(3)] == walk


@pytest.mark.rule("PT-S11", "R-S3")
def test_nothing_is_rolled_for_a_joker() -> None:
    jokers = CommandDeck({"five": 5}, jokers=2)
    for given, why in (
        ({"spot_roll": 7}, r"events\[0\]\.spot_roll: 7 .* no roll, because a joker was drawn"),
        ({"marker": "red"}, r"events\[0\]\.marker: 'red' .* no marker, because a joker was drawn"),
    ):
        with pytest.raises(InvalidValue, match=why):
            duel(shot(8, drawn="joker", **given), deck=jokers, jokers="fail")
    (only,) = duel(shot(8, drawn="joker"), deck=jokers, jokers="fail").shots
    assert (only.attempted, only.spotted) == (True, False)


@pytest.mark.rule("PT-S11", "PT-S13")
@pytest.mark.parametrize("roll", [7, 8])
def test_who_does_not_look_does_not_spot(roll: int) -> None:
    (only,) = duel(shot(roll)).shots
    assert (only.attempted, only.spotted) == (False, False)
    assert only.position == Position(laid=True, reds=RED_MARKERS)


@pytest.mark.rule("PT-S5", "R-S8", "PT-S8")
def test_the_headings_are_the_shots_and_the_moves() -> None:
    again = f"The sniper moves. {MARKERS} new markers are laid out: the search begins again."
    told = duel(shot(7), Move(), shot(8, OFFICER, **SEEN_RED), Move())
    assert [(step.text, step.clauses) for step in told.steps if step.heading] == [
        ("Shot 1, at infantry", ("PT-S8",)),
        (again, ("PT-S5", "R-S12")),
        ("Shot 2, at a unit with an officer", ("PT-S8",)),
        (again, ("PT-S5", "R-S12")),
    ]


@pytest.mark.rule("PT-S7", "PT-S16", "R-S11")
def test_who_sees_the_found_sniper() -> None:
    """Found, he is barely visible: 2 more, but for whom PT-S12 spares it in the search (R-S14).

    If that is another raise, it is 2 more for all but snipers, and whom R-S11 adds.
    """
    same, another = {"PT-S12", "R-S14"}, {"R-S14"}
    for kind, reading, raised, open_to in (
        ("infantry", {}, True, same),
        ("officer", {}, False, same),
        ("officer", {"sharp_eyes": "specialists"}, False, same),
        ("crew", {"crews_raised": False}, False, same | {"R-S6"}),
        ("small_team", {}, True, same | {"R-S6"}),
        ("sniper", {}, False, same),
        ("infantry", {"raise_for_him": "another"}, True, another),
        ("officer", {"raise_for_him": "another"}, True, another | {"R-S11"}),
        (
            "observer",
            {"raise_for_him": "another", "sharp_eyes": "specialists"},
            False,
            another | {"R-S11"},
        ),
        ("crew", {"raise_for_him": "another", "crews_raised": False}, True, another),
        ("sniper", {"raise_for_him": "another"}, False, another),
    ):
        seen = {**SEEN_GREEN, "spot_roll": 12}
        told = duel(shot(8, Target(kind), **seen), **reading)  # type: ignore[arg-type]
        words = "that raises its card by 2" if raised else "that does not raise its card"
        assert cited(told, f"For this unit {words}.") == {"PT-S7", "PT-S16"} | open_to


@pytest.mark.rule("R-S10")
def test_a_played_duel_is_read_as_its_dice_were_rolled() -> None:
    """A red 3 always hits, so that the officer is hit with any dice."""
    read = Rulings(recovery="all_targets")
    played = sniper.play(Card("red", 3), ["officer"], Random(7), rulings=read)
    assert [each.effect.recovery for each in played.shots] == [True]


@pytest.mark.rule("PT-S2", "PT-S11", "PT-S12", "R-S13")
def test_specialists_that_must_reach_the_card_that_lies_at_them() -> None:
    """After a miss their own card lies there; after a hit none does. Others draw as ever."""
    own: dict[str, Any] = {"specialists_card": "own"}
    sees: dict[str, Any] = {"drawn": 9, "spot_roll": 9, "marker": "red"}
    told = duel(*(shot(4, OFFICER, **sees) for _ in range(3)), **own)
    assert "The unit’s own 9 must be reached; it rolls 9: enough." in str(told)
    assert "R-S13" in cited(duel(shot(4, OFFICER, **sees), **own), "own 9 must be reached")
    # It is not drawn: five such attempts ask for one card five times.
    nines = [shot(4, OFFICER, drawn=9, spot_roll=8) for _ in range(5)]
    assert len(duel(*nines, **own).shots) == 5
    with pytest.raises(InvalidValue, match="still in the pile"):
        duel(*nines)
    with pytest.raises(UnspecifiedBySource, match="none lies after a hit"):
        duel(shot(9, OFFICER, **sees), **own)
    with pytest.raises(InvalidValue, match="that lies at the unit"):
        duel(shot(4, OFFICER, drawn="joker"), **own, jokers="fail")
    with pytest.raises(InvalidValue, match="still in the pile"):
        duel(*(shot(4, drawn=9, spot_roll=8) for _ in range(5)), **own)
    for kind in get_args(Spotter):
        if kind not in ("officer", "observer", "sniper"):
            assert sniper.spotting(kind, rulings=Rulings(**own)) == sniper.spotting(kind)
            continue
        for ask in (sniper.spotting, sniper.search):
            with pytest.raises(UnspecifiedBySource, match="R-S13"):
                ask(kind, rulings=Rulings(**own))


@pytest.mark.rule("PT-S12", "PT-S16", "R-S14")
def test_the_two_raises_are_one_or_two() -> None:
    """Infantry needs 2 or 4 more than the card; an officer, spared by PT-S12, nothing or 2."""
    two = Rulings(raise_for_him="another")
    wanted = {"infantry": (2, 4), "crew": (2, 4), "officer": (0, 2), "sniper": (0, 0)}
    for kind, (one, both) in wanted.items():
        assert sniper.spotting_raise(kind) == sniper.found_raise(kind) == one  # type: ignore[arg-type]
        assert sniper.spotting_raise(kind, two) == both  # type: ignore[arg-type]
        assert sniper.found_raise(kind, two) == sniper.visibility_raise(kind)  # type: ignore[arg-type]
    seen = shot(4, drawn=6, spot_roll=9)
    assert not duel(seen, raise_for_him="another").shots[0].spotted
    assert "R-S14" in cited(duel(seen, raise_for_him="another"), "raised by 4, and rolls 9")


@pytest.mark.rule("R-S4", "R-S3")
def test_small_piles_are_drawn_to_their_end_and_shuffled_again() -> None:
    miss, two = shot(7, drawn=9, spot_roll=2), shot(7, drawn=2, spot_roll=3)
    assert len(duel(*[miss] * 9, deck=CommandDeck({"nine": 9})).shots) == 9
    mixed = CommandDeck({"nine": 9, "two": 2})
    with pytest.raises(InvalidValue, match=r"events\[4\]\.drawn: 9 .* still in the pile: 2"):
        duel(*[miss] * 5, deck=mixed)
    # Eight cards, then all of them again.
    assert len(duel(*[miss, two] * 4, *[miss] * 4, deck=mixed).shots) == 12
    assert duel().position.secret
    assert duel(Move()).position == Position(laid=True, reds=RED_MARKERS)
