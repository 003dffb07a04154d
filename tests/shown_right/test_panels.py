"""What a reading changes: each situation of the panels, as it is stated, by the oracles.

A panel states a question and what is given. Below, each question of the foot games has its oracle,
which takes the same; those of the charge are in `test_panels_charge.py`.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import pytest

from rules_lib.impact import NoAnswer
from rules_lib.impact.measuring import read_as
from rules_lib.impact.panels import _Asked, panel_of
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from tests.impact.shared import bench
from tests.oracles import battle_brute, battle_counts, sniper_counts
from tests.oracles import sniper_brute as sniping
from tests.oracles import sudden_strike_brute as striking
from tests.oracles.battle_brute import Side
from tests.oracles.melee_brute import Readings as Melees
from tests.oracles.sudden_strike_brute import Unsaid
from tests.shown_right import games
from tests.shown_right.conftest import Held

pytestmark = pytest.mark.slow
ZERO, ONE = Fraction(0), Fraction(1)
Fields = Mapping[str, Any]
"""One reading, by the field that the oracles name as the library does."""
Right = Fraction | str | None
Oracle = Callable[[str, str, _Asked, Fields], Right]
"""From the headline, the name, what is asked and a reading to what is right."""
R = TypeVar("R")
OTHERS = ("R-N8", "R-N18")
"""Of these tests/impact has the words."""
UNTRIED = "untried"
"""What takes the oracle too long: infantry that stands five hits, in cover."""


def hold_panel(held: Held, rule_id: str, oracle: Oracle) -> None:
    """Every situation says under every reading of the ruling what the oracle makes of it."""
    panel, owner = panel_of(rule_id), rulings_class(rule_id)
    for value in values_of(rule_id):
        fields = {owner.field_of(rule_id): value}
        for each in panel.situations:
            asked = each.value
            assert isinstance(asked, _Asked)
            found = bench().value(each, read_as({rule_id: value}))
            right = oracle(panel.headline, each.name, asked, fields)
            if right == UNTRIED:
                continue
            where = f"{rule_id}={value!r}: {each.name}: {panel.headline}"
            if isinstance(right, Fraction):
                assert isinstance(found, Fraction), where
                held.chance(found, right, where)
            else:
                assert isinstance(found, NoAnswer) if right is None else found == right, where
                held.numbers += 1


@pytest.mark.parametrize(
    "rule_id",
    [
        rule_id
        for system in catalog().systems.values()
        if system.id != "triumph-and-glory"
        for rule_id in system.rulings
        if rule_id not in OTHERS
    ],
)
def test_foot_games(held: Held, rule_id: str) -> None:
    def oracle(_: str, name: str, asked: _Asked, fields: Fields) -> Right:
        # Of the numbers of a name a length in inches and the 1 of a ratio are no entries.
        named = {*re.findall(r"(?<!to )\d+(?!″)", name)}
        assert named <= {*re.findall(r"\d+", str(asked.given))}, name
        right: Right = RIGHT[asked.question.__name__](fields, **asked.given)
        return right

    hold_panel(held, rule_id, oracle)


def readings(kind: Callable[..., R], fields: Fields) -> R:
    """The oracle's readings; those that it does not know of leave it as it is."""
    known = kind._fields  # type: ignore[attr-defined] # named tuples
    return kind(**{name: value for name, value in fields.items() if name in known})


def first(words: str) -> int:
    """``"3 rounds"``."""
    return int(words.split()[0])


# ------------------------------------------------------------------ the melee and the charge


def melees(fields: Fields) -> Melees:
    limit = fields.get("hits_to_remove")
    if limit is None or isinstance(limit, int):
        return readings(Melees, fields)
    return Melees(infantry_hits=limit.infantry, small_team_hits=limit.small_team)


def wins(fields: Fields, attacker: Any, defender: Any, reroll: str = "if_missed") -> Right:
    read = melees(fields)
    if read.infantry_hits > 3 and defender.in_cover:
        return UNTRIED
    units = games.unit(str(attacker)), games.unit(str(defender))
    return games.fight(*units, read, reroll)["attacker_wins"]


def arrives_and_wins(fields: Fields, attacker: Any, defender: Any) -> Right:
    return games.charge(str(attacker), str(defender), melees(fields))["attacker_wins"]


def charges_and_wins(fields: Fields, attacker: Any, defender: Any, moves: bool = True) -> Right:
    if not moves:
        may = int(fields["charge_without_move"])
        return may * games.passes(str(attacker), "charge") * wins(fields, attacker, defender)  # type: ignore[operator] # a chance
    alike = fields["movement_dice"] == "red_three"
    return games.charge(str(attacker), str(defender), alike=alike)["attacker_wins"]


def is_hit(fields: Fields, attacker: Any, hits: Fraction) -> Right:
    often = ONE if fields["reaction_shot"] == "automatic_hit" else hits
    moves, dares = (games.passes(str(attacker), each) for each in ("movement", "charge"))
    return often * moves * (1 - dares)


def shooter(fields: Fields, enemies: str) -> Right:
    meant = fields["target_named"] == "before_test" or enemies == "one enemy"
    return "the unit it was meant for" if meant else "unspecified by the source"


# ------------------------------------------------------------------ the sniper


def found(fields: Fields, card: Any, shots: str, target: Any) -> Right:
    if target.kind in SPECIALISTS and fields.get("specialists_card") == "own":
        return None  # who was just hit has no card (PT-S2)
    read = readings(sniping.Readings, fields)
    court = fields.get("court_values", (11, 12, 13, 14))
    cards = sniper_counts.pile(court, 0 if read.jokers == "none" else 2)
    return 1 - sniper_counts.hidden_after_shots(first(shots), target.kind, hit(card), cards, read)


SPECIALISTS = ("officer", "observer", "sniper")


def hit(card: Any) -> Fraction:
    return games.passes(str(card), "melee")


def removes(fields: Fields, card: Any, target: Any) -> Right:
    return hit(card) * int(target.hits and fields["second_hit_removes"])


def must_recover(fields: Fields, card: Any, target: Any) -> Right:
    if target.kind in ("officer", "observer") and fields["recovery"] == "infantry_only":
        return None
    return hit(card) * int(target.kind == "infantry" or fields["recovery"] == "all_targets")


def needs(fields: Fields, target: Any) -> Right:
    more = sniping.sight(target.kind, readings(sniping.Readings, fields))
    return f"{more} more than the card" if more else "the card"


def found_after_move(fields: Fields, gone: int) -> Right:
    read = readings(sniping.Readings, fields)
    return Fraction(1, len(sniping.moved(MARKERS - gone, MARKERS, read)[0]))


# ------------------------------------------------------------------ the sudden strike


def place_of(place: Any) -> striking.Shelter | None:
    return place and striking.SHELTERS[place.name]._replace(damage=place.damage)


def removed(fields: Fields, unit: Any, place: Any, strikes: str) -> Right:
    unsaid = fields.get("unnamed_classes") == "unspecified"
    if unsaid and unit.kind in ("gun_crew", "small_team", "officer"):
        return None
    read = readings(Strikes, fields)
    try:
        return striking.removed_by(first(strikes), unit.kind, unit.hits, place_of(place), read)
    except Unsaid:
        return None


Strikes = striking.Readings


def suffers(fields: Fields, units: int, rounds: str, strikes: str) -> Right:
    jokers, again = fields.get("jokers", 2), fields.get("reshuffled", "when_used_up")
    distribution = striking.jokers_shown(52 + jokers, jokers, units, first(rounds), again)
    return sum((p for count, p in distribution.items() if count >= first(strikes)), ZERO)


def goes_on(fields: Fields, unit: Any, place: Any) -> Right:
    ends = striking.strike(unit.kind, 0, place_of(place), readings(Strikes, fields))
    return sum((p for after, p in ends.items() if not after.ends), ZERO)


def loses(fields: Fields, unit: Any, place: Any) -> Right:
    ends = striking.strike(unit.kind, 0, place_of(place), readings(Strikes, fields))
    words = {"activation": "this activation", "round": "the rest of the round"}
    return " or ".join(sorted({words[after.lost] for after in ends if after.lost}))


def struck_twice(fields: Fields, activations: int) -> Right:
    if fields["lost"] == "round":
        return ZERO
    return striking.jokers_shown(54, 2, activations, 1, "when_used_up").get(2, ZERO)


# ------------------------------------------------------------------ the mass battle


def a_wins(fields: Fields, a: Any, b: Any) -> Right:
    read = readings(battle_brute.Readings, fields)
    return battle_counts.winners(party(a), party(b), read)["a"]


def party(given: Any) -> Side:
    return games.party(str(given))


def with_deeds(fields: Fields, own: int, enemy: int, failed: int) -> Right:
    helps = failed * fields["failed_deeds_help_enemy"]
    return games.wins(Side(1 + own + helps), Side(1 + enemy))["a"]


def outnumbering(_: Fields, ratio: int) -> Right:
    return games.wins(Side(1 + ratio // STEP), Side(1))["a"]


def share_lost(fields: Fields, a: Any, b: Any) -> Right:
    read, own, enemy = readings(battle_brute.Readings, fields), party(a), party(b)
    if read.destroyed_fanatics_left_out:
        return troops_lost(own, enemy)
    if fields.get("overkill") == "error" and more_than_all(own, enemy):
        return None
    return battle_counts.mean(battle_counts.losses(own, enemy, read))


def troops_lost(own: Side, enemy: Side) -> Fraction:
    """The mean share lost where fanatics among the destroyed do not count (R-I8).

    How many dice are destroyed is for the enemy's dice to say; each of its own, which all fall
    alike, is as likely as any other to be among the highest.
    """
    by_enemy = battle_brute.destroys_from(enemy, own, battle_brute.DEFAULT)[1]
    struck = battle_counts.striking(enemy.dice, by_enemy)
    return sum((min(count, own.dice) * p for count, p in struck), ZERO) / own.dice


def more_than_all(own: Side, enemy: Side) -> bool:
    """More dice can be destroyed than it has steady ones."""
    by_enemy = battle_brute.destroys_from(enemy, own, battle_brute.DEFAULT)[1]
    return by_enemy <= 6 and min(enemy.dice, own.dice) > own.steady


NERVES = {"sensational": Fraction(1, 10), "fumble": Fraction(1, 10)}


def acts_or_misses(fields: Fields, a: Any, b: Any) -> Right:
    """A party whose dice are all destroyed cannot win: it is gone, and makes no test (R-I15)."""
    sides = party(a), party(b)
    one, both = (1 - (1 - sum(NERVES.values())) ** tests for tests in (1, 2))
    dead_a, dead_b = (
        sum(chance for n, chance in battle_counts.striking(enemy.dice, 6) if n >= own.dice)
        for own, enemy in (sides, sides[::-1])
    )
    two = (1 - dead_a) * (1 - dead_b)
    if fields["draw_tests"] == "no_test":
        two -= games.wins(*sides)["draw"] - dead_a * dead_b
    return Fraction(both * two + one * (dead_a + dead_b - 2 * dead_a * dead_b))


def first_beats_second(fields: Fields, a: Any, b: Any, c: Any) -> Right:
    return games.wins(party(a), party(b))["a"] if fields["more_than_two"] == "each_pair" else None


def open_hexes(fields: Fields, won: Any, lost: Any, dead: str) -> Right:
    """IDT-7.5, IDT-7.6: hexes by the classes; after special results, and of the dead, by ruling."""
    hexes = fields.get("retreat_hexes", 6)
    if "b" in dead and not fields.get("dead_losers_retreat", False):
        return "nobody retreats"
    if lost == "failure" and fields.get("quality_classes", "failure_lowest") != "failure_lowest":
        return "no answer: unspecified by the source"
    special = isinstance(won, list) or isinstance(lost, list)
    classes = [each[1] if isinstance(each, list) else each for each in (won, lost)]
    gap = classes[0] - (0 if lost == "failure" else classes[1])
    if special and not fields.get("gap_counts_after_special", False):
        gap = 0
    if "a" in dead and not fields.get("dead_winners_test", False):
        gap = 0
    near, farther = hexes - max(gap, 0), max(-gap, 0)
    if fields.get("farther_hexes") == "capped":
        farther = 0
    count = f"{near} hex{'es' * (near != 1)}"
    return f"{count} and {farther} farther" if farther else count


ASKED = (
    *(wins, arrives_and_wins, charges_and_wins, is_hit, shooter),
    *(found, removes, must_recover, needs, found_after_move),
    *(removed, suffers, goes_on, loses, struck_twice),
    *(a_wins, with_deeds, outnumbering, share_lost, acts_or_misses, first_beats_second, open_hexes),
)
RIGHT: dict[str, Callable[..., Right]] = {each.__name__: each for each in ASKED}
