"""What is asked of the battles in ``panels.toml``, over which readings are compared."""

from fractions import Fraction
from typing import Any

from rules_lib.errors import UnspecifiedBySource
from rules_lib.in_die_tiefen import aftermath
from rules_lib.in_die_tiefen.battle.odds import each_pair, odds
from rules_lib.in_die_tiefen.battle.party import Party
from rules_lib.in_die_tiefen.battle.rules import Winner
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.text.chances import dice_told

NO_ANSWER = "no answer: the rules say nothing"

NERVES: dict[Any, Fraction] = {
    ("sensational", 4): Fraction(1, 10),
    ("fumble", 0): Fraction(1, 10),
    2: Fraction(8, 10),
}
"""A distribution of morale tests, for comparing: how they are rolled is not in the source."""


def told(value: object) -> str:
    """A party as one tells of it: ``"5 dice (1 of them fanaticism, superior)"``."""
    if not isinstance(value, Party):
        return str(value)
    _, _, more = str(value).partition(", ")
    return f"{dice_told(value.dice)}{more and f' ({more})'}"


def a_wins(a: Party, b: Party, rulings: Rulings) -> Fraction:
    """The first party wins."""
    return odds(a, b, rulings).a_wins


def share_lost(a: Party, b: Party, rulings: Rulings) -> Fraction | str:
    """The share of its troops that the first party loses on average."""
    try:
        return odds(a, b, rulings).mean_loss("a")
    except UnspecifiedBySource:
        return NO_ANSWER


def with_deeds(own: int, enemy: int, failed: int, rulings: Rulings) -> Fraction:
    """A wins; more deeds of B just fail."""
    a = Party.from_circumstances(deeds=own, failed_enemy_deeds=failed, rulings=rulings)
    return odds(a, Party.from_circumstances(deeds=enemy, rulings=rulings), rulings).a_wins


def outnumbering(ratio: int, rulings: Rulings) -> Fraction:
    """A wins, who outnumbers B."""
    a = Party.from_circumstances(outnumbers=ratio, rulings=rulings)
    return odds(a, Party(1), rulings).a_wins


def open_hexes(won: Any, lost: Any, dead: str, rulings: Rulings) -> str:
    """The hexes open to the loser; of both results only those count whose tests are made."""
    wiped_out = {f"wiped_out_{side}": side in dead for side in "ab"}
    retreats, tests = aftermath.due(Winner.A, **wiped_out, rulings=rulings)
    if retreats is None:
        return "nobody retreats"
    made = (
        _morale(won) if Winner.A in tests else None,
        _morale(lost) if Winner.B in tests else None,
    )
    after = aftermath.resolve(Winner.A, *made, **wiped_out, rulings=rulings)
    count = f"{after.hexes} hex{'es' * (after.hexes != 1)}"
    return f"{count} and {after.farther} farther" if after.farther else count


def _morale(given: Any) -> Any:
    """A class, a failure, or a special result with its class."""
    return tuple(given) if isinstance(given, list) else given


def acts_or_misses(a: Party, b: Party, rulings: Rulings) -> Fraction:
    """A party acts one extra time, or misses a turn."""
    after = aftermath.odds(odds(a, b, rulings), NERVES, NERVES)
    return after.probability(lambda each: each.extra_action or each.sits_out)


def first_beats_second(a: Party, b: Party, c: Party, rulings: Rulings) -> Fraction:
    """The first of three parties beats the second."""
    return each_pair((a, b, c), rulings)[0, 1].a_wins
