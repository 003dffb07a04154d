"""Situations of the mass battle and of what follows from it."""

from fractions import Fraction
from typing import Any

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.impact.model import NoAnswer, Panel, Situation, Value
from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.in_die_tiefen.aftermath import Morale
from rules_lib.in_die_tiefen.battle import Winner
from rules_lib.wording import dice_told

NO_ANSWER = NoAnswer("no answer: the rules say nothing")
UNSPECIFIED = NoAnswer("no answer: unspecified by the source")

BATTLES = (
    (Party(1), Party(1)),
    (Party(3), Party(3)),
    (Party(5), Party(5)),
    (Party(4), Party(3)),
    (Party(6), Party(4)),
    (Party(3), Party(5)),
    (Party(3, superior=True), Party(3)),
    (Party(4, superior=True), Party(5)),
    (Party(3), Party(4, superior=True)),
    (Party(5, superior=True), Party(5, superior=True)),
    (Party(3, fanaticism=1), Party(3)),
    (Party(5, fanaticism=2), Party(4)),
    (Party(5, fanaticism=4), Party(3)),
    (Party(4), Party(4, fanaticism=2)),
    (Party(4, fanaticism=1), Party(4, superior=True)),
    (Party(5, fanaticism=4), Party(4, superior=True)),
    (Party(6, superior=True), Party(6, fanaticism=4)),
    (Party(6, fanaticism=4), Party(3, superior=True)),
    (Party(3, superior=True), Party(6, fanaticism=4, superior=True)),
    (Party(6, fanaticism=4, superior=True), Party(5, superior=True)),
    (Party(6, fanaticism=4), Party(6, fanaticism=4, superior=True)),
)


def _told(party: Party) -> str:
    traits = [f"{party.fanaticism} of them fanaticism"] if party.fanaticism else []
    traits += ["superior"] if party.superior else []
    more = f" ({', '.join(traits)})" if traits else ""
    return f"{dice_told(party.dice)}{more}"


def _battle(a: Party, b: Party) -> Situation:
    def a_wins(rulings: battle.Rulings) -> Value:
        try:
            return battle.odds(a, b, rulings).a_wins
        except InvalidValue:
            return NO_ANSWER

    return Situation(f"{_told(a)} against {_told(b)}", a_wins)


def _losses(a: Party, b: Party, prefix: str = "") -> Situation:
    def share_lost(rulings: battle.Rulings) -> Value:
        try:
            return battle.odds(a, b, rulings).mean_losses[0]
        except (InvalidValue, UnspecifiedBySource):
            return NO_ANSWER

    return Situation(f"{prefix}{_told(a)} against {_told(b)}", share_lost)


PRICES = (
    (Party(6, fanaticism=4, superior=True), Party(5, fanaticism=4, superior=True)),
    (Party(5, fanaticism=4), Party(1, superior=True)),
    (Party(5, fanaticism=4), Party(4, superior=True)),
    (Party(4, fanaticism=2), Party(4)),
    (Party(5), Party(4)),
)


DEEDS = ((1, 0, 1), (2, 1, 1), (2, 0, 2), (4, 1, 3), (5, 3, 1))
"""Deeds of A, deeds of B that succeed, deeds of B that just fail."""


def _deeds(own: int, enemy: int, failed: int) -> Situation:
    def a_wins(rulings: battle.Rulings) -> Fraction:
        a = Party.from_circumstances(deeds=own, failed_enemy_deeds=failed, rulings=rulings)
        b = Party.from_circumstances(deeds=enemy, rulings=rulings)
        return battle.odds(a, b, rulings).a_wins

    return Situation(f"deeds: A {own}, B {enemy}; {failed} more of B just fail", a_wins)


RATIOS = (2, 3, 4, 8, 9, 10)


def _ratio(ratio: int) -> Situation:
    def a_wins(rulings: battle.Rulings) -> Fraction:
        a = Party.from_circumstances(outnumbers=ratio, rulings=rulings)
        return battle.odds(a, Party(1), rulings).a_wins

    return Situation(f"A outnumbers B {ratio} to 1", a_wins)


FANATICS = (
    (Party(3, fanaticism=2), Party(3)),
    (Party(4, fanaticism=1), Party(4)),
    (Party(5, fanaticism=2), Party(4)),
    (Party(5, fanaticism=4), Party(3)),
    (Party(5, fanaticism=4), Party(4, superior=True)),
    (Party(6, fanaticism=3), Party(6)),
    (Party(8, fanaticism=2), Party(5)),
    (Party(5, fanaticism=4), Party(1, superior=True)),
    (Party(4), Party(4)),
)


TESTS: tuple[tuple[str, Morale, Morale, str], ...] = (
    ("both in class 2", 2, 2, ""),
    ("winner in class 4, loser in 0", 4, 0, ""),
    ("winner in class 3, loser in 2", 3, 2, ""),
    ("winner in class 1, loser in 3", 1, 3, ""),
    ("winner in class 0, loser in 4", 0, 4, ""),
    ("winner in class 3, loser fails", 3, "failure", ""),
    ("winner sensational in class 4, loser in 1", ("sensational", 4), 1, ""),
    ("winner fumbles in class 0, loser in 3", ("fumble", 0), 3, ""),
    ("winner in class 2, loser fumbles in 0", 2, ("fumble", 0), ""),
    ("winner in class 4 and wiped out, loser in 0", 4, 0, "a"),
    ("winner in class 2 and wiped out, loser in 1", 2, 1, "a"),
    ("winner in class 1 and wiped out, loser in 3", 1, 3, "a"),
    ("winner in class 4, loser in 0 and wiped out", 4, 0, "b"),
    ("winner in class 1, loser in 3 and wiped out", 1, 3, "b"),
    ("winner in class 4 and wiped out, loser in 0 and wiped out", 4, 0, "ab"),
)


def _retreat(name: str, won: Morale, lost: Morale, dead: str) -> Situation:
    """The hexes open to the loser; of both results only those count whose tests are made."""

    def open_hexes(rulings: battle.Rulings) -> Value:
        wiped_out = {f"wiped_out_{side}": side in dead for side in "ab"}
        retreats, tests = aftermath.due(Winner.A, **wiped_out, rulings=rulings)
        if retreats is None:
            return "nobody retreats"
        made = (won if Winner.A in tests else None, lost if Winner.B in tests else None)
        try:
            after = aftermath.resolve(Winner.A, *made, **wiped_out, rulings=rulings)
        except UnspecifiedBySource:
            return UNSPECIFIED
        count = f"{after.hexes} hex{'es' * (after.hexes != 1)}"
        return f"{count} and {after.farther} farther" if after.farther else count

    return Situation(name, open_hexes)


NERVES: dict[Any, Fraction] = {
    ("sensational", 4): Fraction(1, 10),
    ("fumble", 0): Fraction(1, 10),
    2: Fraction(8, 10),
}
"""A distribution of morale tests, for comparing: how they are rolled is not in the source."""

DRAWS = ((1, 1), (2, 2), (3, 3), (5, 5), (3, 4), (6, 3))


def _nerves(a: int, b: int) -> Situation:
    def acts_or_misses(rulings: battle.Rulings) -> Fraction:
        fought = battle.odds(Party(a), Party(b), rulings)
        distribution = aftermath.odds(fought, NERVES, NERVES)
        return distribution.probability(lambda after: after.extra_action or after.sits_out)

    return Situation(f"{_told(Party(a))} against {_told(Party(b))}", acts_or_misses)


THREES = (
    (Party(3), Party(3), Party(3)),
    (Party(4), Party(3), Party(3)),
    (Party(5, superior=True), Party(4), Party(4, fanaticism=1)),
)


def _three(a: Party, b: Party, c: Party) -> Situation:
    def a_beats_b(rulings: battle.Rulings) -> Value:
        try:
            return battle.each_pair((a, b, c), rulings)[0, 1].a_wins
        except UnspecifiedBySource:
            return UNSPECIFIED

    return Situation(f"{_told(a)} against {_told(b)}, beside {_told(c)}", a_beats_b)


PANELS = (
    Panel(
        ("R-I1", "R-I2", "R-I3", "R-I5"),
        "the first party wins",
        (
            *(_battle(*sides) for sides in BATTLES),
            *(_losses(*sides, "losses of the first: ") for sides in PRICES),
        ),
        "“Losses of the first” is the share of its troops that the first party loses on average.",
    ),
    Panel(("R-I9",), "A wins", tuple(_deeds(*row) for row in DEEDS)),
    Panel(("R-I6",), "A wins", tuple(_ratio(ratio) for ratio in RATIOS)),
    Panel(
        ("R-I4", "R-I8"),
        "the share of its troops that the first party loses on average",
        tuple(_losses(*sides) for sides in FANATICS),
    ),
    Panel(
        ("R-I7", "R-I11", "R-I12", "R-I13", "R-I15", "R-I16"),
        "hexes open to the loser",
        tuple(_retreat(*row) for row in TESTS),
    ),
    Panel(
        ("R-I10",),
        "a party acts one extra time, or misses a turn",
        tuple(_nerves(*dice) for dice in DRAWS),
        "How morale is tested is not in the source. Here a test is sensational 1 time in 10, and a"
        " fumble 1 time in 10.",
    ),
    Panel(
        ("R-I14",),
        "the first of three parties beats the second",
        tuple(_three(*sides) for sides in THREES),
    ),
)
