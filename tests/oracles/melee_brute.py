"""The whole melee stated a second time, straight from its clauses, without the library.

Dice are thrown one by one, rulings are plain parameters, and because hits and marks never go
away, a state can only lead to itself or onward: each is solved by dividing its self-loop out.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from tests.oracles import chances
from tests.oracles.chances import reaching, throws

Goal = Literal["win", "survive", "not_lose"]
Habit = Literal["never", "if_missed"]


SMALL_TEAM = 2  # PT-M15
SHAKEN = 2  # PT-M12


class Side(NamedTuple):
    """A unit in plain numbers."""

    dice: int
    value: int
    small_team: bool = False
    officer: bool = False
    cover: bool = False
    hits: int = 0
    shaken: bool = False


class Readings(NamedTuple):
    """R-M1 to R-M10 and R-M13, in this order; R-M9 as two numbers."""

    loser_takes_hit: bool = True
    shaken_by: str = "any_hit"
    penalties_add_up: bool = True
    rerolls: str = "each_exchange"
    reroll_decided: str = "seeing_both"
    melee_ends: str = "elimination"
    penalties_count_against_card: bool = True
    officer_counts_as_small_team: bool = True
    infantry_hits: int = 2
    small_team_hits: int = 2
    earlier_hit_shakes: bool = True
    rerolled_rolls: str = "any_roll"


class Now(NamedTuple):
    """A melee that goes on."""

    hits_a: int
    shaken_a: bool
    hits_d: int
    shaken_d: bool
    may_reroll: bool


class Over(NamedTuple):
    """A melee that has ended, or (``"undecided"``) never will."""

    how: str
    hits_a: int
    hits_d: int


Distribution = dict[Now | Over, Fraction]
Policy = Callable[[Now, int, int], bool]
"""State, own roll, enemy roll: roll again?"""


class Melee(NamedTuple):
    """An attacker, a defender, and how the rules are read."""

    a: Side
    d: Side
    r: Readings = Readings()

    def start(self) -> Now:
        """Before the first exchange."""
        early = self.r.shaken_by == "any_hit" and self.r.earlier_hit_shakes
        a, d = self.a, self.d
        shaken = [side.shaken or (early and side.hits > 0) for side in (a, d)]
        return Now(a.hits, shaken[0], d.hits, shaken[1], d.cover)

    def limit(self, side: Side) -> int:
        """Hits that remove a unit: PT-M17."""
        return self.r.small_team_hits if side.small_team else self.r.infantry_hits

    def minus(self, side: Side, shaken: bool) -> int:
        """Points deducted: PT-M12, PT-M15, R-M3, R-M8."""
        weak = side.small_team or (side.officer and self.r.officer_counts_as_small_team)
        points = SMALL_TEAM * weak, SHAKEN * shaken
        return sum(points) if self.r.penalties_add_up else max(points)

    def reaches(self, side: Side, shaken: bool, roll: int) -> bool:
        """Whether a roll scores a hit: PT-M9, R-M7."""
        minus = self.minus(side, shaken) if self.r.penalties_count_against_card else 0
        return roll - minus >= side.value

    def blow(self, now: Now, roll_a: int, roll_d: int, rerolled: bool = False) -> Now | Over:
        """One exchange: PT-M9, PT-M10, PT-M11, PT-M14, PT-M16, PT-M17, PT-M18."""
        total_a = roll_a - self.minus(self.a, now.shaken_a)
        total_d = roll_d - self.minus(self.d, now.shaken_d)
        hit_by_a = self.reaches(self.a, now.shaken_a, roll_a)
        hit_by_d = self.reaches(self.d, now.shaken_d, roll_d)
        a_won, d_won = hit_by_a and total_a > total_d, hit_by_d and total_d > total_a
        on_a, on_d = int(hit_by_d), int(hit_by_a)
        if self.r.loser_takes_hit:
            on_a, on_d = on_a + d_won, on_d + a_won
        hits_a = min(now.hits_a + on_a, self.limit(self.a))
        hits_d = min(now.hits_d + on_d, self.limit(self.d))
        gone_a, gone_d = hits_a == self.limit(self.a), hits_d == self.limit(self.d)
        if gone_a or gone_d:
            how = "both_removed" if gone_a and gone_d else "attacker_wins"
            return Over("defender_wins" if gone_a and not gone_d else how, hits_a, hits_d)
        if self.r.melee_ends == "first_decision" and (a_won or d_won):
            return Over("attacker_wins" if a_won else "defender_wins", hits_a, hits_d)
        drawn = not (a_won or d_won)
        hurt = {"any_hit": True, "lost_or_drawn_hit": drawn}.get(self.r.shaken_by, False)
        return Now(
            hits_a,
            now.shaken_a or d_won or (hurt and on_a > 0),
            hits_d,
            now.shaken_d or a_won or (hurt and on_d > 0),
            now.may_reroll and not (rerolled and self.r.rerolls == "once_per_melee"),
        )

    def bad(self, now: Now, own: int, enemy: int | None) -> bool:
        """Whether the defender may repeat its roll in cover: R-M13."""
        hits = self.reaches(self.d, now.shaken_d, own)
        if self.r.rerolled_rolls == "missed_card":
            return not hits
        if self.r.rerolled_rolls == "not_won":
            assert enemy is not None
            mine = own - self.minus(self.d, now.shaken_d)
            return not (hits and mine > enemy - self.minus(self.a, now.shaken_a))
        return True

    def habit(self, habit: Habit) -> Policy:
        """The policy of that name."""
        return lambda now, own, enemy: (
            habit == "if_missed" and not self.reaches(self.d, now.shaken_d, own)
        )

    def distribution(self, now: Now, policy: Policy) -> Distribution:
        """What one exchange leads to."""
        weights: defaultdict[Now | Over, int] = defaultdict(int)
        of_a, of_d = throws(self.a.dice), throws(self.d.dice)
        whole = sum(of_d.values())
        for roll_a, count_a in of_a.items():
            again = 0
            for roll_d, count_d in of_d.items():
                if now.may_reroll and policy(now, roll_d, roll_a):
                    again += count_d
                else:
                    weights[self.blow(now, roll_a, roll_d)] += count_a * count_d * whole
            for second, count in of_d.items() if again else ():
                weights[self.blow(now, roll_a, second, True)] += count_a * again * count
        total = sum(of_a.values()) * whole * whole
        return {after: Fraction(weight, total) for after, weight in weights.items()}

    def ends(self, policy: Policy) -> dict[Over, Fraction]:
        """The chance of every end, the states in which it gets stuck included."""
        return {
            now if isinstance(now, Over) else Over("undecided", now.hits_a, now.hits_d): chance
            for now, chance in chances.ends(*walk(self, policy))[0].items()
        }

    def length(self, policy: Policy, horizon: int) -> list[Fraction]:
        """P(exactly t exchanges) for t = 1 up to ``horizon``."""
        return chances.lasting(*walk(self, policy), horizon)[1:]

    def mean_length(self, policy: Policy) -> Fraction:
        """The expected number of exchanges of a melee that is sure to end."""
        return chances.ends(*walk(self, policy))[1]


@cache
def walk(fight: Melee, policy: Policy) -> tuple[Distribution, chances.Step[Now | Over]]:
    """From where it starts, one exchange after the other."""
    step: chances.Step[Now | Over]
    step = cache(lambda now: {} if isinstance(now, Over) else fight.distribution(now, policy))
    return {fight.start(): Fraction(1)}, step


def outcomes(ends: Mapping[Over, Fraction]) -> dict[str, Fraction]:
    """The four chances."""
    names = ("attacker_wins", "defender_wins", "both_removed", "undecided")
    return {
        name: sum((p for end, p in ends.items() if end.how == name), Fraction(0)) for name in names
    }


def final_hits(ends: Mapping[Over, Fraction]) -> dict[tuple[int, int], Fraction]:
    """The distribution of the hits in the end."""
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for end, chance in ends.items():
        found[end.hits_a, end.hits_d] += chance
    return dict(found)


def action(
    fight: Melee, shot: Fraction = Fraction(0), *, moves: bool = True, alike: bool = False
) -> dict[str, Fraction]:
    """Move, charge, reaction shot and melee: PT-M1 to PT-M7.

    One colour moves with three dice, the other fights with them, or ``alike`` the same (R-M14).
    """
    dice, value = fight.a.dice, fight.a.value
    arrives = reaching(value, dice if alike else 5 - dice) if moves else Fraction(1)
    contact = arrives * reaching(value, dice)
    refused = arrives - contact
    removes = fight.a.hits + 1 >= fight.limit(fight.a)
    ends = outcomes(fight.ends(fight.habit("if_missed")))
    return {
        "stays": 1 - arrives,
        "shot_hits": refused * shot * (not removes),
        "shot_removes": refused * shot * removes,
        "shot_misses": refused * (1 - shot),
        **{name: contact * chance for name, chance in ends.items()},
    }
