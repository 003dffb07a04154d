"""The work by the public calls of ``rules_lib``, as any user would write it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from benchmarks.tasks import HORIZON, OUT, PUBLIC, Battle, Melee, Result, Side, Solver, melee_result
from rules_lib.in_die_tiefen import Party
from rules_lib.in_die_tiefen.battle import Rulings, Winner, odds
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee.rules import SMALL_TEAM_PENALTY
from rules_lib.probability import Distribution
from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, charge

COLOURS = {3: "red", 2: "black"}
RULINGS = melee.Rulings(penalties_add_up=True)
BATTLE_RULINGS = Rulings(destroyed_dice_destroy=True)
"""As the peers read the rules: see `exchange` and `Battle`."""
TARGETS = Infantry("X", 6, 6, 5), Artillery("G", 5, cohesion_disordered=4, fire=5)


def combatant(side: Side) -> melee.Combatant:
    """The unit that fights with these numbers."""
    assert side.malus in (0, SMALL_TEAM_PENALTY)
    card = Card.parse(f"{COLOURS[side.dice]} {side.target}")
    return melee.Combatant(card, small_team=side.malus > 0)


def solve_melee(problem: Melee) -> tuple[melee.Odds, list[Fraction], Fraction]:
    """The odds, the lengths and the mean length."""
    found = melee.odds(combatant(problem.attacker), combatant(problem.defender), RULINGS)
    return found, found.exchanges.head(HORIZON), found.exchanges.mean()


def read_melee(answer: tuple[melee.Odds, list[Fraction], Fraction]) -> Result:
    """The answer in the common form."""
    found, lengths, mean = answer
    ends = {(0, OUT): found.attacker_wins, (OUT, 0): found.defender_wins}
    return {**melee_result({**ends, (OUT, OUT): found.both_removed}, lengths), "mean": mean}


def solve_pairings(values: Sequence[int]) -> list[melee.Odds]:
    """The odds of every card against every card, with and without small team and cover."""
    cards = [Card.parse(f"{colour} {x}") for colour in COLOURS.values() for x in values]
    defenders = [
        melee.Combatant(card, small_team=small_team, in_cover=in_cover)
        for card in cards
        for small_team in (False, True)
        for in_cover in (False, True)
    ]
    return [melee.odds(melee.Combatant(card), each) for card in cards for each in defenders]


def read_pairings(answer: list[melee.Odds]) -> dict[str, Any]:
    """How many melees there were, and what the chances of all of them sum to."""
    names = ("attacker_wins", "defender_wins", "both_removed", "undecided")
    sums = {name: sum(getattr(each, name) for each in answer) for name in names}
    return {"melees": len(answer), **sums}


def parties(problem: Battle) -> tuple[Party, Party]:
    """The parties that destroy from these faces up.

    A party's own superiority lowers its threshold by one, each fanaticism die of its enemy, too.
    """
    low_a, low_b = 6 - problem.threshold_a, 6 - problem.threshold_b
    return (
        Party(problem.dice_a, fanaticism=low_b - low_b % 2, superior=low_a % 2 == 1),
        Party(problem.dice_b, fanaticism=low_a - low_a % 2, superior=low_b % 2 == 1),
    )


def solve_battle(problem: Battle) -> Distribution[tuple[Winner, int, int]]:
    """The joint distribution of the winner and the dice lost."""
    return odds(*parties(problem), BATTLE_RULINGS).joint


def read_battle(answer: Distribution[tuple[Winner, int, int]]) -> dict[Any, Fraction]:
    """The answer in the common form."""
    sign = {Winner.A: 1, Winner.DRAW: 0, Winner.B: -1}
    return {(sign[who], *lost): chance for (who, *lost), chance in answer.items()}


def stacks(count: int) -> list[charge.Stack]:
    """The cavalry: heavy and light in turn, with cohesion 4, 5, 6 and ever more strength."""
    return [
        charge.Stack((Cavalry(f"A{n}", 4 + n % 3, 5 + n, 3 + n % 3, heavy=n % 2 == 0),))
        for n in range(count)
    ]


def solve_charge(count: int) -> charge.Best:
    """The best decisions of both sides, and the odds under them."""
    target = charge.Target(TARGETS, clear_terrain=True)
    situation = charge.Situation.of(stacks(count), [target])
    return charge.decide(situation, charge.drive_out(*(unit.name for unit in TARGETS)))


def read_charge(best: charge.Best) -> dict[str, Any]:
    """What the best decisions are worth, and what the source leaves open."""
    return {"driven out": best.value, "unspecified": sum(best.odds.unspecified.values())}


SOLVERS: dict[tuple[str, str], Solver] = {
    ("battle", PUBLIC): (solve_battle, read_battle),
    ("charge", PUBLIC): (solve_charge, read_charge),
    ("melee", PUBLIC): (solve_melee, read_melee),
    ("pairings", PUBLIC): (solve_pairings, read_pairings),
}
