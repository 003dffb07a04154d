"""What a reading changes in the foot games: the chance of each situation is that of its words."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

import pytest

from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.rulebook import catalog
from tests.oracles import battle_brute, battle_counts, sniper_counts
from tests.oracles import sniper_brute as sniping
from tests.oracles import sudden_strike_brute as strikes
from tests.oracles.battle_brute import Side
from tests.oracles.melee_brute import Readings as Melees
from tests.oracles.sudden_strike_brute import Unsaid
from tests.shown_right import games
from tests.shown_right.conftest import Held
from tests.shown_right.panels import Fields, hold_panel, readings

pytestmark = pytest.mark.slow
ZERO, ONE = Fraction(0), Fraction(1)


def of(system: str, *without: str) -> list[str]:
    return [each for each in catalog().systems[system].rulings if each not in without]


def melees(fields: Fields) -> Melees:
    limit = fields.get("hits_to_remove")
    if limit is None or isinstance(limit, int):
        return readings(Melees, fields)
    return Melees(infantry_hits=limit.infantry, small_team_hits=limit.small_team)


def melee(headline: str, name: str, fields: Fields) -> Fraction | str | None:
    if shot := re.fullmatch(r"(.*) moves and charges; a shot at it hits (.*)", name):
        often = {"half the time": "1/2", "1 time in 4": "1/4", "3 times in 4": "3/4"}[shot[2]]
        hits = ONE if fields["reaction_shot"] == "automatic_hit" else Fraction(often)
        return hits * games.passes(shot[1], "movement") * (1 - games.passes(shot[1], "charge"))
    if still := re.fullmatch(r"(.*) stands 8″ from (.*), and has not moved", name):
        won = games.fight(games.unit(still[1]), games.unit(still[2]))["attacker_wins"]
        return games.passes(still[1], "charge") * won * int(fields["charge_without_move"])
    if action := re.fullmatch(r"(.*) moves, charges and beats (.*)", name):
        three = "red" if fields["movement_dice"] == "red_three" else "black"
        return games.charge(action[1], action[2], three_move=three)["attacker_wins"]
    if refused := re.fullmatch(r"a charge fails, (several enemies|one enemy) in reach", name):
        meant = fields["target_named"] == "before_test" or refused[1] == "one enemy"
        return "the unit it was meant for" if meant else "unspecified by the source"
    if whole := re.fullmatch(r"(.*) must move, charge and beat (.*)", name):
        return games.charge(whole[1], whole[2], melees(fields))["attacker_wins"]
    words = name.removesuffix(", re-rolling when that is best")
    attacker, defender = map(games.unit, words.split(" attacks "))
    habit = "if_missed" if words == name else "win"
    assert headline == "the attacker wins"
    return games.fight(attacker, defender, melees(fields), habit)["attacker_wins"]


@pytest.mark.parametrize("rule_id", of("paper-tigers-melee", "R-M9"))
def test_melee(held: Held, rule_id: str) -> None:
    """Without R-M9, of which tests/impact has those melees that the oracle can end in time."""
    hold_panel(held, rule_id, melee)


SPOTTERS = {
    "infantry": "infantry",
    "a gun crew": "crew",
    "a unit with an officer": "officer",
    "a unit with an observer": "observer",
    "an enemy sniper": "sniper",
}
SPECIALISTS = ("officer", "observer", "sniper")


def sniper(headline: str, name: str, fields: Fields) -> Fraction | str | None:
    read = readings(sniping.Readings, fields)
    if seen := re.fullmatch(r"(.*) looks for a barely visible target", name):
        more = sniping.sight(SPOTTERS[seen[1]], read)
        return f"{more} more than the card" if more else "the card"
    if moved := re.fullmatch(r"(?:(\d) red markers? gone|no marker turned); he moves.*", name):
        out = MARKERS - int(moved[1] or 0)
        return Fraction(1, len(sniping.moved(out, MARKERS, read)[0]))
    found = re.match(r"a sniper with (red|black) (\d+)", name)
    assert found
    hits, rest = sniper_counts.hits(found[1], int(found[2])), name[found.end() :]
    if duel := re.fullmatch(r", (\d+) shots? at (.*)", rest):
        court = fields.get("court_values", (11, 12, 13, 14))
        cards = sniper_counts.pile(court, 0 if read.jokers == "none" else 2)
        kind = SPOTTERS[duel[2]]
        if kind in SPECIALISTS and fields.get("specialists_card") == "own":
            return None  # who was just hit has no card (PT-S2)
        return 1 - sniper_counts.hidden_after_shots(int(duel[1]), kind, hits, cards, read)
    kind = SPOTTERS[rest.removeprefix(" shoots at ").removesuffix(", hit before")]
    if rest.endswith(", hit before"):
        return hits * int(fields["second_hit_removes"])
    assert headline == "the unit needs a recovery test"
    if kind in ("officer", "observer") and fields["recovery"] == "infantry_only":
        return None
    return hits * (kind == "infantry" or fields["recovery"] == "all_targets")


@pytest.mark.parametrize("rule_id", of("paper-tigers-sniper"))
def test_sniper(held: Held, rule_id: str) -> None:
    hold_panel(held, rule_id, sniper)


def place(words: str) -> strikes.Shelter | None:
    damage = int(words.endswith(" damaged once"))
    bare = words.removesuffix(" damaged once").removeprefix("a ")
    return None if bare == "the open" else games.SHELTERS[bare]._replace(damage=damage)


def strike(headline: str, name: str, fields: Fields) -> Fraction | str | None:
    read = readings(strikes.Readings, fields)
    if force := re.fullmatch(r"(\d+) units, (\d+) rounds?: (\d+) strikes? or more", name):
        units, rounds, least = map(int, force.groups())
        jokers, again = fields.get("jokers", 2), fields.get("reshuffled", "when_used_up")
        distribution = games.jokers(units, rounds, 52 + jokers, jokers, again)
        return sum((p for count, p in distribution.items() if count >= least), ZERO)
    if twice := re.fullmatch(r"one unit, activated (\d+) times in a round: struck twice", name):
        if read.lost == "round":
            return ZERO
        return games.jokers(int(twice[1]), 1, 54, 2, "when_used_up").get(2, ZERO)
    if one := re.fullmatch(r"a strike at (.*) in (.*)", name):
        ends = strikes.strike(games.kind(one[1]), 0, place(one[2]), read)
        if not headline.startswith("the unit goes on"):
            words = {"activation": "this activation", "round": "the rest of the round"}
            return " or ".join(sorted({words[after.lost] for after in ends if after.lost}))
        return sum((p for after, p in ends.items() if not after.ends), ZERO)
    hit = re.fullmatch(r"(.*?)(, hit before,)? in (.*): (\d+) strikes?", name)
    assert hit
    kind = games.kind(hit[1])
    if (
        kind in ("gun_crew", "small_team", "officer")
        and fields.get("unnamed_classes") == "unspecified"
    ):
        return None
    try:
        return games.removed_by(int(hit[4]), kind, int(bool(hit[2])), place(hit[3]), read)
    except Unsaid:
        return None


@pytest.mark.parametrize("rule_id", of("paper-tigers-sudden-strike"))
def test_strike(held: Held, rule_id: str) -> None:
    hold_panel(held, rule_id, strike)


def troops_lost(own: Side, enemy: Side) -> Fraction:
    """The mean share lost where fanatics among the destroyed do not count (R-I8)."""
    by_enemy = battle_brute.destroys_from(enemy, own, battle_brute.DEFAULT)[1]
    struck = list(battle_counts.striking(enemy.dice, by_enemy))
    found = ZERO
    for (steady, p), (fanatic, q) in product(hands(own.steady), hands(own.fanaticism)):
        for count, chance in struck:
            found += p * q * chance * troops_among(min(count, own.dice), steady, fanatic)
    return found / own.steady


def hands(dice: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """All throws that differ, with their chances."""
    ways = factorial(dice)
    return [
        (faces, Fraction(ways // prod(map(factorial, Counter(faces).values())), 6**dice))
        for faces in combinations_with_replacement(range(1, 7), dice)
    ]


def troops_among(count: int, steady: tuple[int, ...], fanatic: tuple[int, ...]) -> Fraction:
    """Steady dice among the highest; of equals each is as likely."""
    lost = ZERO
    for face in range(6, 0, -1):
        mine, others = steady.count(face), fanatic.count(face)
        taken = min(count, mine + others)
        if taken:
            lost += Fraction(taken * mine, mine + others)
        count -= taken
    return lost


NERVES = {"sensational": Fraction(1, 10), "fumble": Fraction(1, 10)}


def battle(headline: str, name: str, fields: Fields) -> Fraction | None:
    read = readings(battle_brute.Readings, fields)
    if deeds := re.fullmatch(r"deeds: A (\d), B (\d); (\d) more of B just fail", name):
        own, enemy, failed = map(int, deeds.groups())
        helps = failed * fields["failed_deeds_help_enemy"]
        return games.wins(Side(1 + own + helps), Side(1 + enemy))["a"]
    if ratio := re.fullmatch(r"A outnumbers B (\d+) to 1", name):
        return games.wins(Side(1 + int(ratio[1]) // STEP), Side(1))["a"]
    losses = name.startswith("losses of the first: ") or headline.startswith("the share of its")
    words, _, _ = name.removeprefix("losses of the first: ").partition(", beside ")
    a, b = map(games.party, re.split(r" against ", words))
    if headline.startswith("a party acts one extra time"):
        # A party whose dice are all destroyed cannot win: it is gone, and makes no test (R-I15).
        one, both = (1 - (1 - sum(NERVES.values())) ** tests for tests in (1, 2))
        dead_a, dead_b = (
            sum(chance for n, chance in battle_counts.striking(enemy.dice, 6) if n >= own.dice)
            for own, enemy in ((a, b), (b, a))
        )
        two = (1 - dead_a) * (1 - dead_b)
        if fields["draw_tests"] == "no_test":
            two -= games.wins(a, b)["draw"] - dead_a * dead_b
        return Fraction(both * two + one * (dead_a + dead_b - 2 * dead_a * dead_b))
    if headline == "the first of three parties beats the second":
        return games.wins(a, b)["a"] if fields["more_than_two"] == "each_pair" else None
    if not losses:
        return battle_counts.winners(a, b, read)["a"]
    if read.destroyed_fanatics_left_out:
        return troops_lost(a, b)
    if fields.get("overkill") == "error" and more_than_all(a, b):
        return None
    return battle_counts.mean(battle_counts.losses(a, b, read))


def more_than_all(own: Side, enemy: Side) -> bool:
    """More dice can be destroyed than it has steady ones."""
    by_enemy = battle_brute.destroys_from(enemy, own, battle_brute.DEFAULT)[1]
    return by_enemy <= 6 and min(enemy.dice, own.dice) > own.steady


RETREATS = ("R-I7", "R-I11", "R-I12", "R-I13", "R-I15", "R-I16")


@pytest.mark.parametrize("rule_id", of("in-die-tiefen", *RETREATS))
def test_battle(held: Held, rule_id: str) -> None:
    """Those of retreats are in words, below."""
    hold_panel(held, rule_id, battle)


RETREAT = re.compile(
    r"(?:both in class (?P<both>\d)"
    r"|winner (?P<won>sensational|fumbles)? ?in class (?P<a>\d)(?P<dead> and wiped out)?,"
    r" loser (?P<lost>fumbles)? ?(?:fails|in (?:class )?(?P<b>\d))(?P<gone> and wiped out)?)"
)


def retreat(_: str, name: str, fields: Fields) -> str:
    """IDT-7.5, IDT-7.6: hexes by the classes; after special results, and of the dead, by ruling."""
    told = RETREAT.fullmatch(name)
    assert told, name
    hexes = fields.get("retreat_hexes", 6)
    if told["gone"] and not fields.get("dead_losers_retreat", False):
        return "nobody retreats"
    if "fails" in name and fields.get("quality_classes", "failure_lowest") != "failure_lowest":
        return "no answer: unspecified by the source"
    gap = 0 if told["both"] else int(told["a"]) - int(told["b"] or 0)
    if (told["won"] or told["lost"]) and not fields.get("gap_counts_after_special", False):
        gap = 0
    if told["dead"] and not fields.get("dead_winners_test", False):
        gap = 0
    near, farther = hexes - max(gap, 0), max(-gap, 0)
    if fields.get("farther_hexes") == "capped":
        farther = 0
    count = f"{near} hex{'es' * (near != 1)}"
    return f"{count} and {farther} farther" if farther else count


@pytest.mark.parametrize("rule_id", RETREATS)
def test_retreat(held: Held, rule_id: str) -> None:
    hold_panel(held, rule_id, retreat)
