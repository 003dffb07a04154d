"""Chances that chapters show under readings that no chapter derives: by the oracles.

Each is found by the words beside it. A chapter that is rewritten asserts its own numbers, or brings
its words here.
"""

from collections.abc import Callable
from fractions import Fraction

from tests.oracles import battle_counts, sniper_counts
from tests.oracles.battle_brute import Readings as Battles
from tests.oracles.battle_brute import Side
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Melee, Readings
from tests.oracles.sniper_brute import Readings as Snipers
from tests.oracles.sudden_strike_brute import Readings as Strikes
from tests.shown_right import games

Claim = Callable[[], Fraction | float]


def wins(a: Side, b: Side, **reading: object) -> Claim:
    return lambda: battle_counts.winners(a, b, Battles(**reading))["a"]  # type: ignore[arg-type] # its fields


def masters(**reading: object) -> Claim:
    return wins(Side(4, superior=True), Side(6, 4), **reading)


def at_random(a: int, b: int) -> Claim:
    """A third of the time each: nobody has the better tactic, a has it, b has it."""
    pairs = [(Side(a + more), Side(b + less)) for more, less in ((0, 0), (2, 0), (0, 2))]
    return lambda: sum(games.wins(*each)["a"] for each in pairs) / Fraction(3)


def fight(
    side: str, attacker: str, defender: str, reroll: str = "if_missed", **reading: object
) -> Claim:
    units, read = (games.unit(attacker), games.unit(defender)), Readings(**reading)  # type: ignore[arg-type] # its fields
    return lambda: games.fight(*units, read, reroll)[side]


def against_officer(**reading: object) -> Claim:
    return fight("attacker_wins", "red 7", "officer red 5, in cover, hit before", **reading)  # type: ignore[arg-type] # its fields


def survives(attacker: str, defender: str, **reading: object) -> Claim:
    melee = Melee(games.unit(attacker), games.unit(defender), Readings(**reading))  # type: ignore[arg-type] # its fields
    return lambda: Best(melee, "survive").worth()


def shots(court: tuple[int, ...] = (11, 12, 13, 14), more: int = 0, **reading: object) -> Claim:
    cards, read = sniper_counts.pile(court, more), Snipers(**reading)  # type: ignore[arg-type] # its fields
    return lambda: sniper_counts.average_attempts("infantry", cards, read)


def twice(reshuffled: str, jokers: int = 2) -> Claim:
    def at_least_two() -> Fraction:
        distribution = games.jokers(10, 4, 52 + jokers, jokers, reshuffled)
        return sum((p for count, p in distribution.items() if count >= 2), Fraction(0))

    return at_least_two


def tank(**reading: object) -> Claim:
    building, read = games.SHELTERS["building"], Strikes(**reading)  # type: ignore[arg-type] # its fields
    return lambda: games.strikes_survived("tank", 0, building, read)


IN_COVER = "A defender in cover beats a red 4"
SHOTS = "Shots on average until he is found, each at an unhurt target"
ROUNDS = "Two sudden strikes or more in four rounds of ten activations"
INSIDE = "Strikes on average until a tank in a building is gone"
ONE_FIGHT = "Able, red 7, beats an officer, red 5, in cover, hit before"
HALF_HIT = "Able, red 7, beats Baker, red 5"
TABLES: dict[str, dict[str, Claim]] = {
    "The Foxes, four dice, beat the Bears, five": {
        "both write at random": at_random(4, 5),
        "with a spy": wins(Side(6), Side(5)),
    },
    "Four superior dice beat two and four of fanaticism": {
        "as we read it": masters(),
        "R-I1: more destroying dice strike first": masters(destroyed_dice_destroy=False),
        "R-I2: dice go at random": masters(destroys="random"),
        "R-I2: the lowest dice go": masters(destroys="lowest"),
        "R-I3: fanaticism counts for losses only": masters(fanaticism_counts="losses_only"),
        "R-I5: the threshold stays at 2": masters(threshold_floor=2),
    },
    IN_COVER: {
        f"{card}, {habit}": fight("defender_wins", "red 4", f"{card}, in cover", reroll)
        for card in ("red 6", "red 8")
        for habit, reroll in (
            ("rolls again after a miss", "if_missed"),
            ("at the right moments", "win"),
        )
    },
    "A black 7 in cover survives a red 9, at best": {
        "seeing both rolls (default)": survives("red 9", "black 7, in cover"),
        "seeing one’s own roll only": survives(
            "red 9", "black 7, in cover", reroll_decided="seeing_own"
        ),
    },
    ONE_FIGHT: {
        "as we read it": against_officer(),
        "R-M1: losing costs no extra hit": against_officer(loser_takes_hit=False),
        "R-M2: only a lost exchange shakes": against_officer(shaken_by="lost_exchange"),
        "R-M3: the deductions do not add up": against_officer(penalties_add_up=False),
        "R-M4: one re-roll a melee": against_officer(rerolls="once_per_melee"),
        "R-M7: a hit needs no deducting": against_officer(penalties_count_against_card=False),
        "R-M8: an officer is no small team": against_officer(officer_counts_as_small_team=False),
        "R-M9: five hits, small teams three": against_officer(infantry_hits=5, small_team_hits=3),
        "R-M10: earlier hits do not shake": against_officer(earlier_hit_shakes=False),
    },
    f"{HALF_HIT}, if losing costs no extra hit (R-M1)": {
        "until a unit is removed": fight("attacker_wins", "red 7", "red 5", loser_takes_hit=False),
    },
    f"{HALF_HIT}, that was hit before": {
        "Baker is hit, not shaken": fight(
            "attacker_wins", "red 7", "red 5, was hit", earlier_hit_shakes=False
        ),
        "Baker is hit and shaken": fight("attacker_wins", "red 7", "red 5, was hit"),
    },
    SHOTS: {
        "as we read it": shots(),
        "R-S2: court cards 10, ace 11": shots((10, 10, 10, 11)),
        "R-S3: two jokers, and they fail": shots(more=2, jokers="fail"),
        "R-S8: new markers each shot": shots(markers_stay="new_each_shot"),
        "R-S9: found by elimination": shots(found_by="elimination"),
    },
    ROUNDS: {
        "R-X2: three jokers": twice("when_used_up", 3),
        "R-X3: shuffled after every round": twice("every_round"),
        "R-X3: shuffled at each joker": twice("when_a_joker_shows"),
    },
    INSIDE: {
        "as we read it": tank(),
        "R-X1: a failed save destroys it": tank(failed_save="vehicles_destroyed"),
        "R-X4: no save when it falls": tank(save_as_structure_falls=False),
        "R-X8: a die less each time": tank(dice_drop=True),
    },
}
SENTENCES: dict[str, Claim] = {
    "Then you win {chance}.": wins(Side(4), Side(6)),
    "Pair by pair, the four dice beat either of the others {chance}.": wins(Side(4), Side(3)),
    "Rolling again only after a miss, Baker survives {chance}.": fight(
        "defender_wins", "red 9", "black 7, in cover"
    ),
    "Rolling again at the right moments, it survives {chance}.": survives(
        "red 9", "black 7, in cover"
    ),
    "Unhurt it would win the melee {chance}.": fight("attacker_wins", "red 7", "red 7"),
    "With the hit it wins {chance}.": fight("attacker_wins", "red 7, was hit", "red 7"),
    "Against the crew, British 2 is the only one left {chance}.": fight(
        "attacker_wins", "red 7", "small team red 5"
    ),
    "Against riflemen it would be {chance}.": fight("attacker_wins", "red 7", "red 5"),
    "If the hit of a shot does not shake, {chance}.": fight(
        "attacker_wins", "red 7, was hit", "red 7", earlier_hit_shakes=False
    ),
}


def claimed(question: str, words: str) -> Fraction | float | None:
    """What the oracles say; ``None`` if the words are not known here."""
    claim = SENTENCES.get(question) or TABLES.get(question, {}).get(words)
    return claim and claim()
