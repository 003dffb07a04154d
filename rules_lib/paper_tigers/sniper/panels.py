"""What is asked of the shots in ``panels.toml``, over which readings are compared."""

from dataclasses import replace
from fractions import Fraction

from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.sniper import rules
from rules_lib.paper_tigers.sniper.odds import UNHURT_TARGETS, duel_odds, hit, successes_needed
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import IN_WORDS, MARKERS, Position, Target

ASSUMED = UNHURT_TARGETS
PILE = rules.pile_told()


def told(value: object) -> str:
    """A target as one tells of it: ``"a crew, hit before"``."""
    if not isinstance(value, Target):
        return str(value)
    return IN_WORDS[value.kind] + ", hit before" * value.hits


def found(card: Card, shots: str, target: Target, rulings: Rulings) -> Fraction:
    """He is found by then; the kind of unit that he shoots at looks for him."""
    return 1 - duel_odds(card, target.kind, rulings=rulings).not_yet(int(shots.split()[0]))


def removes(card: Card, target: Target, rulings: Rulings) -> Fraction:
    """The shot removes the unit."""
    return hit(card) * rules.effect(target, True, rulings).removed


def must_recover(card: Card, target: Target, rulings: Rulings) -> Fraction:
    """The unit needs a recovery test."""
    return hit(card) * rules.effect(target, True, rulings).must_recover


def needs(target: Target, rulings: Rulings) -> str:
    """What two dice must reach."""
    more = rules.visibility_raise(target.kind, rulings)
    return f"{more} more than the card" if more else "the card"


def found_after_move(gone: int, rulings: Rulings) -> Fraction:
    """The next success finds him, who moves with so many red markers gone, and shoots."""
    worn = Position(laid=True, reds=MARKERS - 1 - gone)
    then = rules.after_shot(rules.after_move(worn, rulings), True, rulings)
    same = replace(rulings, markers_stay="between_shots")
    return successes_needed(then.reds + 1, same)[1]
