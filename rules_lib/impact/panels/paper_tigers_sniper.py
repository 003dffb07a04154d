"""Situations of the sniper's duel."""

from dataclasses import replace
from fractions import Fraction

from rules_lib.errors import UnspecifiedBySource
from rules_lib.impact.model import NoAnswer, Panel, Situation, Value
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.sniper.state import MARKERS, Spotter

NO_ANSWER = NoAnswer("no answer: unspecified by the source")

KINDS: dict[Spotter, str] = {
    "infantry": "infantry",
    "crew": "a gun crew",
    "officer": "a unit with an officer",
    "observer": "a unit with an observer",
    "sniper": "an enemy sniper",
}

DUELS: tuple[tuple[str, Spotter, int], ...] = (
    ("red 9", "infantry", 1),
    ("red 9", "infantry", 4),
    ("red 9", "infantry", 8),
    ("red 9", "crew", 4),
    ("red 9", "officer", 4),
    ("red 9", "sniper", 6),
    ("red 6", "infantry", 6),
    ("red 6", "crew", 6),
    ("red 12", "infantry", 4),
    ("red 12", "officer", 8),
    ("black 7", "infantry", 4),
    ("black 7", "observer", 4),
    ("black 7", "crew", 12),
    ("black 10", "infantry", 6),
    ("black 10", "officer", 2),
    ("black 10", "sniper", 10),
    ("red 4", "crew", 8),
    ("red 4", "officer", 12),
    ("black 12", "officer", 12),
)
"""The sniper's card, the kind of unit he shoots at and that looks for him, shots."""


def _duel(card: str, kind: Spotter, shots: int) -> Situation:
    def found(rulings: sniper.Rulings) -> Fraction:
        duel = sniper.duel_odds(Card.parse(card), kind, rulings=rulings)
        return 1 - duel.not_yet(shots)

    count = f"{shots} shot{'s' * (shots > 1)}"
    return Situation(f"a sniper with {card}, {count} at {KINDS[kind]}", found)


HURT: tuple[tuple[str, Spotter], ...] = (
    ("red 6", "infantry"),
    ("red 9", "infantry"),
    ("red 12", "crew"),
    ("black 5", "officer"),
    ("black 7", "infantry"),
    ("black 10", "crew"),
)


def _second_hit(card: str, kind: Spotter) -> Situation:
    def removes(rulings: sniper.Rulings) -> Fraction:
        hurt = sniper.effect(sniper.Target(kind, hits=1), True, rulings)
        return sniper.hit(Card.parse(card)) * hurt.removed

    return Situation(f"a sniper with {card} shoots at {KINDS[kind]}, hit before", removes)


SHOT_AT: tuple[tuple[str, Spotter], ...] = (
    ("red 6", "crew"),
    ("red 9", "infantry"),
    ("red 9", "crew"),
    ("red 12", "officer"),
    ("black 7", "crew"),
    ("black 7", "observer"),
    ("black 10", "sniper"),
)


def _recovery(card: str, kind: Spotter) -> Situation:
    def must_recover(rulings: sniper.Rulings) -> Value:
        unhurt = sniper.effect(sniper.Target(kind), True, rulings)
        try:
            return sniper.hit(Card.parse(card)) * unhurt.must_recover
        except UnspecifiedBySource:
            return NO_ANSWER

    return Situation(f"a sniper with {card} shoots at {KINDS[kind]}", must_recover)


def _sight(kind: Spotter) -> Situation:
    def needs(rulings: sniper.Rulings) -> str:
        more = sniper.visibility_raise(kind, rulings)
        return f"{more} more than the card" if more else "the card"

    return Situation(f"{KINDS[kind]} looks for a barely visible target", needs)


def _moved(gone: int) -> Situation:
    def found(rulings: sniper.Rulings) -> Fraction:
        worn = sniper.Position(laid=True, reds=MARKERS - 1 - gone)
        then = sniper.after_shot(sniper.after_move(worn, rulings), True, rulings)
        same = replace(rulings, markers_stay="between_shots")
        return sniper.successes_needed(then.reds + 1, same)[1]

    markers = f"{gone} red marker{'s' * (gone != 1)} gone" if gone else "no marker turned"
    return Situation(f"{markers}; he moves and shoots", found)


PANELS = (
    Panel(
        ("R-S1", "R-S2", "R-S3", "R-S4", "R-S5", "R-S6", "R-S8", "R-S9"),
        "the sniper is found by then",
        tuple(_duel(*row) for row in DUELS),
        f"{sniper.UNHURT_TARGETS} He does not move. Pile: {sniper.pile_told()}, unless R-S3 is read"
        " otherwise.",
    ),
    Panel(("R-S7",), "the shot removes the unit", tuple(_second_hit(*row) for row in HURT)),
    Panel(
        ("R-S10",),
        "the unit needs a recovery test",
        tuple(_recovery(*row) for row in SHOT_AT),
    ),
    Panel(("R-S11",), "what two dice must reach", tuple(map(_sight, KINDS))),
    Panel(("R-S12",), "the next success finds him", tuple(map(_moved, range(MARKERS)))),
)
