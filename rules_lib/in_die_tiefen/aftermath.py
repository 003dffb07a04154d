"""After the battle: morale, retreat, an extra action, a lost turn."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from rules_lib.errors import (
    InvalidValue,
    UnspecifiedBySource,
    require_bool,
    require_instance,
    whole_number,
)
from rules_lib.in_die_tiefen.battle.odds import Odds
from rules_lib.in_die_tiefen.battle.rules import Winner
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.probability import Distribution, ProbabilityError
from rules_lib.rulebook import implements, uses
from rules_lib.shown import Shown
from rules_lib.type_checks import checked

SENSATIONAL: Literal["sensational"] = "sensational"
FUMBLE: Literal["fumble"] = "fumble"
Special: TypeAlias = Literal["sensational", "fumble"]
Morale: TypeAlias = int | Special | tuple[Special, int]
"""The result of a morale test: a quality class; or a special result, alone or with its class."""

MOST_GAP = 4
"""The largest gap of quality classes (IDT-7.5)."""
CLASSES = range(MOST_GAP + 1)
"""Quality classes of normal results: the largest gap is 4, so there are five."""

NEIGHBOURS = 6
"""Hexes around the field of the battle (R-I7, R-I12)."""

MoraleDistribution: TypeAlias = Distribution[Morale]


@checked
@dataclass(frozen=True, slots=True)
class Aftermath(Shown):
    """What follows from a battle.

    Attributes:
        loser: who must leave the field; ``None`` after a draw.
        hexes: hexes open to the loser when the winner closes all he may, 1 to six or as many as
            R-I7 has; ``None`` after a draw.
        farther: hexes beyond them that the loser may reach; which ones the source does not say.
        extra_action: parties that act once more, out of turn. A winner without troops can be one
            of them (IDT-7.3): who acts for it, the source does not say.
        sits_out: parties that miss a turn.
        winner_wiped_out: the winner has no troops left; the loser must retreat first all the same.
    """

    loser: Winner | None
    hexes: int | None
    farther: int
    extra_action: tuple[Winner, ...]
    sits_out: tuple[Winner, ...]
    winner_wiped_out: bool


@implements("IDT-7.1", "IDT-7.2", "IDT-7.3", "IDT-7.4", "IDT-7.5", "IDT-7.6", "IDT-7.7")
@implements("R-I7", "R-I10", "R-I11", "R-I12", "R-I13")
def resolve(
    winner: Winner,
    morale_a: Morale | None,
    morale_b: Morale | None,
    *,
    winner_wiped_out: bool = False,
    rulings: Rulings = Rulings(),
) -> Aftermath:
    """What follows from a battle and two morale tests.

    Args:
        winner: who won.
        morale_a, morale_b: results of the morale tests: a class from 0 to 4, ``"sensational"`` or
            ``"fumble"``, or one of these with its class, ``("fumble", 0)``, which R-I11 may need;
            ``None`` where no test is made (R-I10 after a draw).
        winner_wiped_out: the winner has lost all its troops.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: a value outside its range.
        UnspecifiedBySource: a quality class that is needed and not given; or no hex is left open to
            the loser, who must retreat, which R-I7 can bring about.
    """
    if not isinstance(winner, Winner):
        raise InvalidValue("winner", winner, "Winner.A, Winner.B or Winner.DRAW")
    require_instance("rulings", rulings, Rulings)
    if require_bool("winner_wiped_out", winner_wiped_out) and winner == Winner.DRAW:
        raise InvalidValue("winner_wiped_out", True, "False after a draw, which nobody wins")
    tested = winner != Winner.DRAW or rulings.draw_tests == "both_test"
    results = {
        Winner.A: _require_morale("morale_a", morale_a, tested),
        Winner.B: _require_morale("morale_b", morale_b, tested),
    }
    special = {side: _special(result) for side, result in results.items()}
    extra = tuple(side for side, result in special.items() if result == SENSATIONAL)
    out = tuple(side for side, result in special.items() if result == FUMBLE)
    if winner == Winner.DRAW:
        return Aftermath(None, None, 0, extra, out, winner_wiped_out=False)
    loser = Winner.B if winner == Winner.A else Winner.A
    closes = not winner_wiped_out or rulings.dead_winners_close_hexes
    hexes, farther = _open_hexes(results[winner], results[loser], closes, rulings)
    return Aftermath(loser, hexes, farther, extra, out, winner_wiped_out)


def _open_hexes(
    won: Morale | None, lost: Morale | None, closes: bool, rulings: Rulings
) -> tuple[int, int]:
    """Hexes open to the loser, near and farther ones; ``closes``: the winner can close some."""
    special = _special(won) is not None or _special(lost) is not None
    if special and not rulings.gap_counts_after_special:
        gap = 0
    else:
        gap = _class_of(lost) - _class_of(won)
    if not closes:
        gap = max(gap, 0)
    hexes = rulings.retreat_hexes + gap
    if hexes < 1:
        raise UnspecifiedBySource(
            f"retreat_hexes (R-I7): where the loser goes, who must retreat, if {-gap} hexes are"
            f" closed and {rulings.retreat_hexes} were open"
        )
    beyond = max(0, hexes - max(NEIGHBOURS, rulings.retreat_hexes))
    farther = beyond if rulings.farther_hexes == "reported" else 0
    return hexes - beyond, farther


def _special(result: Morale | None) -> Special | None:
    if result is None or isinstance(result, int):
        return None
    return result[0] if isinstance(result, tuple) else result


def _class_of(result: Morale | None) -> int:
    if isinstance(result, tuple):
        return result[1]
    if not isinstance(result, int):
        raise UnspecifiedBySource(f"morale: the quality class of {result!r}, given without one")
    return result


def _require_morale(name: str, result: Any, tested: bool) -> Morale | None:
    allowed = f"a class from 0 to {MOST_GAP}, 'sensational' or 'fumble'"
    if not tested:
        if result is not None:
            raise InvalidValue(name, result, "None: by R-I10 nobody tests after a draw")
        return None
    special: Special | None = None
    if isinstance(result, tuple) and len(result) == 2 and result[0] in (SENSATIONAL, FUMBLE):
        special, result = result
    elif isinstance(result, str) and result in (SENSATIONAL, FUMBLE):
        return SENSATIONAL if result == SENSATIONAL else FUMBLE
    number = whole_number(result)
    if number is None or number not in CLASSES:
        raise InvalidValue(name, result, allowed)
    return number if special is None else (special, number)


@uses("IDT-7.2", "IDT-7.7")
def odds(
    fought: Odds,
    morale_a: Mapping[Any, Fraction],
    morale_b: Mapping[Any, Fraction],
) -> Distribution[Aftermath]:
    """The exact distribution of the aftermath.

    How quality classes are rolled belongs to the role-playing game and is not in the source, so
    the distribution of each side's morale test is yours to give.

    Args:
        fought: the odds of the battle, with its rulings.
        morale_a, morale_b: distribution of each party's morale test, by :data:`Morale`.
    """
    require_instance("fought", fought, Odds)
    distributions = [
        _require_distribution(*each) for each in (("morale_a", morale_a), ("morale_b", morale_b))
    ]
    rulings = fought.rulings
    weights: defaultdict[Aftermath, Fraction] = defaultdict(Fraction)
    for (won, wiped_out), chance in fought.outcomes.map(_summary).items():
        if won == Winner.DRAW and rulings.draw_tests == "no_test":
            weights[resolve(won, None, None, rulings=rulings)] = chance
            continue
        for result_a, p in distributions[0].items():
            for result_b, q in distributions[1].items():
                after = resolve(
                    won, result_a, result_b, winner_wiped_out=wiped_out, rulings=rulings
                )
                weights[after] += chance * p * q
    return Distribution(weights)


def _summary(outcome: tuple[Winner, Fraction, Fraction]) -> tuple[Winner, bool]:
    won, share_a, share_b = outcome
    own = {Winner.A: share_a, Winner.B: share_b, Winner.DRAW: Fraction(0)}[won]
    return won, own == 1


def _require_distribution(name: str, distribution: Mapping[Any, Fraction]) -> MoraleDistribution:
    try:
        return (
            distribution if isinstance(distribution, Distribution) else Distribution(distribution)
        )
    except ProbabilityError as error:
        raise ProbabilityError(f"{name}: {error}") from None
