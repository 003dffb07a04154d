"""The odds of a melee, beside a brute-force statement of the clauses."""

from dataclasses import fields
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee import HitsToRemove, Rulings
from rules_lib.paper_tigers.melee.course import Habit
from rules_lib.probability import Distribution, ProbabilityError
from tests.in_turn import in_turn
from tests.oracles.melee_brute import Now, final_hits, outcomes
from tests.oracles.translate import Unit, oracle, unit

READINGS: dict[str, tuple[object, ...]] = {
    **{each.name: each.metadata["readings"] for each in fields(Rulings)},
    "hits_to_remove": (2, 3, HitsToRemove(infantry=5, small_team=3)),
}
SINGLE_FLIPS = [
    Rulings(**{name: value})  # type: ignore[arg-type]
    for name, values in READINGS.items()
    for value in values[1:]
]


def random_rulings(random: Random) -> Rulings:
    chosen = {name: random.choice(values) for name, values in READINGS.items()}
    if random.random() < 0.8:
        chosen["hits_to_remove"] = random.choice([2, 2, 3, HitsToRemove(2, 3)])
    if chosen["rerolled_rolls"] == "not_won":  # which only a player who sees both rolls can tell
        chosen["reroll_decided"] = "seeing_both"
    return Rulings(**chosen)  # type: ignore[arg-type]


def random_unit(random: Random, *, defends: bool) -> Unit:
    card = Card(random.choice(["red", "black"]), random.randint(3, 13))
    if not defends:
        return Unit(
            card,
            hits=random.choice([0, 0, 1]),
            in_cover=random.random() < 0.3,
            shaken=random.random() < 0.2,
        )
    return Unit(
        card,
        small_team=random.random() < 0.4,
        officer=random.random() < 0.3,
        in_cover=random.random() < 0.5,
        hits=random.choice([0, 0, 1]),
        shaken=random.random() < 0.2,
    )


def assert_same(attacker: Unit, defender: Unit, rulings: Rulings, habit: Habit) -> None:
    odds = melee.odds(attacker, defender, rulings, habit)
    brute = oracle(attacker, defender, rulings)
    ends = brute.ends(brute.habit(habit))
    assert odds.outcomes == Distribution(outcomes(ends))
    assert sum(odds.outcomes.values()) == 1
    assert dict(odds.final_hits) == final_hits(ends)


# Each of these units shows a difference under at least one of the rulings.
PANEL = [
    (unit("red 8"), unit("red 8")),
    (unit("red 9"), unit("black 7", small_team=True)),
    (unit("black 7", hits=1), unit("red 9", small_team=True, in_cover=True)),
    (unit("red 11"), unit("red 7", officer=True, hits=1)),
    (unit("black 9"), unit("black 6", officer=True, in_cover=True, hits=1)),
    (unit("red 6", hits=1, in_cover=True), unit("black 4", small_team=True, officer=True)),
]


@pytest.mark.rule("PT-M8", "PT-M9", "PT-M10", "PT-M11", "PT-M12", "PT-M13", "PT-M14", "PT-M15")
@pytest.mark.rule("PT-M16", "PT-M17", "PT-M18")
@in_turn("habit", ["never", "if_missed"])
@in_turn(("attacker", "defender"), PANEL)
def test_the_default_melee(attacker: Unit, defender: Unit, habit: Habit) -> None:
    assert_same(attacker, defender, Rulings(), habit)


@pytest.mark.rule("R-M1", "R-M2", "R-M3", "R-M4", "R-M6", "R-M7", "R-M8", "R-M9", "R-M10")
@pytest.mark.rule("R-M13")
@in_turn("rulings", SINGLE_FLIPS)
def test_every_ruling_flipped_alone(rulings: Rulings) -> None:
    for attacker, defender in PANEL:
        assert_same(attacker, defender, rulings, "if_missed")


@in_turn("seed", range(200), one_in=4)
def test_random_melees_under_random_rulings(seed: int) -> None:
    random = Random(seed)
    attacker, defender = random_unit(random, defends=False), random_unit(random, defends=True)
    assert_same(attacker, defender, random_rulings(random), random.choice(["never", "if_missed"]))


@pytest.mark.rule("R-M1", "R-M2", "R-M3", "R-M4", "R-M7", "R-M8", "R-M9", "R-M10")
@in_turn(
    "rulings",
    # R-M5 and R-M13 matter to who decides (test_melee_rerolls), R-M6 only beside another (below).
    [each for each in SINGLE_FLIPS if not {"R-M5", "R-M6", "R-M13"} & set(each.departures())],
)
def test_every_ruling_makes_a_difference_somewhere(rulings: Rulings) -> None:
    # Who deducts no more for two reasons than for one hides what another ruling changes.
    base = Rulings(penalties_add_up=True)
    flipped = Rulings.from_ids({"R-M3": True, **rulings.departures()})
    if flipped == base:
        flipped = Rulings(penalties_add_up=False)
    assert any(melee.odds(*p, flipped).outcomes != melee.odds(*p, base).outcomes for p in PANEL)


@pytest.mark.rule("PT-M16", "PT-M17", "R-M6")
@in_turn("values", list(product(range(2, 13, 2), repeat=2)))
def test_losing_an_exchange_removes_so_the_end_is_no_question(values: tuple[int, int]) -> None:
    attacker, defender = unit(f"red {values[0]}"), unit(f"black {values[1]}", in_cover=True)
    elimination = melee.odds(attacker, defender, Rulings())
    decision = melee.odds(attacker, defender, Rulings(melee_ends="first_decision"))
    assert elimination.outcomes == decision.outcomes
    assert elimination.final_hits == decision.final_hits


@pytest.mark.rule("R-M6")
def test_the_end_is_a_question_when_losing_costs_nothing() -> None:
    pair = unit("red 9"), unit("red 9")
    one, other = (
        melee.odds(*pair, Rulings(loser_takes_hit=False, melee_ends=ends))
        for ends in ("elimination", "first_decision")
    )
    assert one.outcomes != other.outcomes
    assert one.final_hits[0, 1] == 0 < other.final_hits[0, 1]


EMPTIES_PT_M12 = [
    Rulings(shaken_by="lost_exchange", melee_ends="first_decision", loser_takes_hit=False),
    Rulings(shaken_by="lost_exchange", melee_ends="first_decision", hits_to_remove=3),
    Rulings(shaken_by="lost_exchange"),
]


@pytest.mark.rule("PT-M12", "R-M2", "R-M6", "R-M9")
@pytest.mark.parametrize("rulings", EMPTIES_PT_M12, ids=lambda each: str(each.departures()))
def test_where_only_a_lost_exchange_shakes_nobody_becomes_shaken(rulings: Rulings) -> None:
    """Nobody who enters the melee unshaken fights shaken in it."""
    for attacker, defender in PANEL:
        problem = oracle(attacker, defender, rulings)
        seen, ahead = set(), [problem.start()]
        while ahead:
            now = ahead.pop()
            assert not now.shaken_a
            assert not now.shaken_d
            seen.add(now)
            distribution = problem.distribution(now, problem.habit("if_missed"))
            ahead += [
                after for after in distribution if isinstance(after, Now) and after not in seen
            ]
        assert_same(attacker, defender, rulings, "if_missed")


@pytest.mark.rule("PT-M12", "R-M2", "R-M6", "R-M10")
@pytest.mark.parametrize("rulings", EMPTIES_PT_M12, ids=lambda each: str(each.departures()))
def test_a_unit_may_enter_shaken_whatever_shakes(rulings: Rulings) -> None:
    """A loser survives a first decision shaken: his next melee is a worse one, hits or not."""
    foe = unit("red 8")
    for hits in (0, 1):
        fresh, shaken = (unit("red 8", hits=hits, shaken=each) for each in (False, True))
        usual, worse = melee.odds(fresh, foe, rulings), melee.odds(shaken, foe, rulings)
        assert worse.attacker_wins < usual.attacker_wins
        assert melee.odds(foe, shaken, rulings).defender_wins < usual.attacker_wins
        for pair in ((shaken, foe), (foe, shaken)):
            assert_same(*pair, rulings, "never")


@pytest.mark.rule("R-M10", "PT-M12")
def test_shaken_and_hit_are_two_things() -> None:
    """Shaken outright is as good as shaken by the hit; and stays so where hits do not shake."""
    foe, hit = unit("red 8"), unit("red 8", hits=1)
    both = unit("red 8", hits=1, shaken=True)
    assert melee.odds(hit, foe) == melee.odds(both, foe)
    only_here = Rulings(earlier_hit_shakes=False)
    assert melee.odds(both, foe, only_here) == melee.odds(both, foe)
    assert melee.odds(hit, foe, only_here).attacker_wins > melee.odds(hit, foe).attacker_wins
    # Unhurt and shaken: it can bear a hit more than a unit that was hit.
    unhurt = unit("red 8", shaken=True)
    assert melee.odds(unhurt, foe).attacker_wins > melee.odds(both, foe).attacker_wins


@pytest.mark.rule("PT-M12", "PT-M15", "R-M2", "R-M3")
def test_a_shaken_small_team_asks_whether_penalties_add_up_whatever_shakes() -> None:
    foe, team = unit("red 9"), unit("red 7", small_team=True, shaken=True)
    lost = Rulings(shaken_by="lost_exchange", penalties_add_up=True)
    flat = Rulings(shaken_by="lost_exchange", penalties_add_up=False)
    assert melee.odds(foe, team, lost).attacker_wins > melee.odds(foe, team, flat).attacker_wins
    for rulings in (lost, flat):
        assert_same(foe, team, rulings, "never")


@pytest.mark.rule("PT-M12", "R-M2")
def test_a_lost_exchange_does_shake_where_the_loser_may_survive_it() -> None:
    pair = unit("red 9"), unit("red 9")
    shaken = melee.odds(*pair, Rulings(shaken_by="lost_exchange", hits_to_remove=5))
    by_hit = melee.odds(*pair, Rulings(hits_to_remove=5))
    assert shaken.outcomes != by_hit.outcomes
    assert_same(*pair, Rulings(shaken_by="lost_exchange", hits_to_remove=5), "never")


@pytest.mark.rule("PT-M11")
@in_turn("rulings", [Rulings(), Rulings(hits_to_remove=3)])
@in_turn(("attacker", "defender"), PANEL[:4])
def test_the_number_of_exchanges(attacker: Unit, defender: Unit, rulings: Rulings) -> None:
    distribution = melee.odds(attacker, defender, rulings).exchanges
    brute = oracle(attacker, defender, rulings)
    habit = brute.habit("if_missed")
    head = brute.length(habit, 12)
    assert distribution.head(12) == head
    assert distribution.beyond(12) == 1 - sum(head) > 0
    assert distribution.pmf(0) == distribution.never == 0
    assert distribution.mean() == brute.mean_length(habit)


@pytest.mark.rule("PT-M11")
def test_two_units_that_can_never_hit() -> None:
    odds = melee.odds(unit("black 13"), unit("black 13"))
    assert odds.undecided == odds.exchanges.never == 1
    assert odds.attacker_wins == odds.defender_wins == odds.both_removed == 0
    assert dict(odds.final_hits) == {(0, 0): 1}
    with pytest.raises(ProbabilityError, match="never"):
        odds.exchanges.mean()


@pytest.mark.rule("PT-M18")
def test_two_units_that_get_stuck_half_way() -> None:
    # Alone a double six removes the enemy (35 throws each); both at once leave two shaken units,
    # which would need a 14.
    odds = melee.odds(unit("black 12"), unit("black 12"))
    assert odds.undecided == Fraction(1, 71)
    assert odds.attacker_wins == odds.defender_wins == Fraction(35, 71)
    assert odds.final_hits[1, 1] == Fraction(1, 71)
    assert odds.exchanges.never == Fraction(1, 71)
    assert odds.exchanges.if_absorbed().never == 0


@pytest.mark.parametrize(
    "cards", [("black 11",) * 2, ("black 12", "black 11"), ("red 17", "red 18")]
)
def test_other_melees_that_may_get_stuck(cards: tuple[str, str]) -> None:
    attacker, defender = map(unit, cards)
    odds = melee.odds(attacker, defender)
    assert 0 < odds.undecided < 1
    assert odds.final_hits[1, 1] == odds.undecided
    assert_same(attacker, defender, Rulings(), "never")


@pytest.mark.rule("PT-M9")
def test_a_card_that_no_roll_reaches_is_legal_and_never_succeeds() -> None:
    odds = melee.odds(unit("red 19"), Unit(Card("black", 10**18), small_team=True))
    assert odds.undecided == 1
    assert melee.odds(unit("red 19"), unit("black 2")).attacker_wins == 0


@pytest.mark.rule("PT-M9", "PT-M10")
def test_a_unit_may_be_removed_in_an_exchange_that_nobody_wins() -> None:
    # The attacker, hit once already, rolls 9 on card 10; the defender reaches card 5 with a 6.
    fight = melee.adjudicate(unit("red 10", hits=1), unit("red 5"), [(11, 6)])
    assert fight.exchanges[0].attacker_total == 9
    assert fight.exchanges[0].winner is None
    assert fight.outcome == "defender_wins"


@pytest.mark.rule("PT-M13")
def test_cover_helps_the_attacked_unit_only() -> None:
    covered = unit("red 9", in_cover=True)
    bare = unit("red 9")
    assert melee.odds(covered, bare).outcomes == melee.odds(bare, bare).outcomes
    assert melee.odds(bare, covered).defender_wins > melee.odds(bare, bare).defender_wins


@pytest.mark.rule("PT-M5", "PT-M15", "R-M8")
def test_a_defending_officer_fights_like_a_small_team() -> None:
    foe, officer, team = unit("red 9"), unit("red 9", officer=True), unit("red 9", small_team=True)
    assert melee.odds(foe, officer).outcomes == melee.odds(foe, team).outcomes
    free = Rulings(officer_counts_as_small_team=False)
    assert melee.odds(foe, officer, free).outcomes == melee.odds(foe, unit("red 9")).outcomes


@pytest.mark.rule("R-M9")
def test_an_officer_takes_as_many_hits_as_infantry() -> None:
    rulings = Rulings(hits_to_remove=HitsToRemove(infantry=5, small_team=3))
    final = melee.odds(unit("red 9"), unit("red 9", officer=True), rulings).final_hits
    assert max(hits for _, hits in final) == 5
    final = melee.odds(unit("red 9"), unit("red 9", small_team=True), rulings).final_hits
    assert max(hits for _, hits in final) == 3
    assert max(hits for hits, _ in final) == 5


@pytest.mark.rule("PT-M5")
@pytest.mark.parametrize("who", [{"officer": True}, {"small_team": True}])
def test_officers_and_small_teams_start_no_melee(who: dict[str, bool]) -> None:
    with pytest.raises(IllegalAction, match="PT-M5") as error:
        melee.odds(unit("red 7", **who), unit("red 7"))
    assert error.value.clauses == ("PT-M5",)


@pytest.mark.rule("PT-M17", "R-M9")
def test_a_unit_that_should_be_gone_cannot_fight() -> None:
    with pytest.raises(InvalidValue, match=r"defender\.hits: 2 was given; .* from 0 to 1"):
        melee.odds(unit("red 7"), unit("red 7", hits=2))
    melee.odds(unit("red 7"), unit("red 7", hits=2), Rulings(hits_to_remove=3))


@pytest.mark.rule("PT-M8")
def test_a_defender_without_a_card_is_not_provided_for() -> None:
    with pytest.raises(UnspecifiedBySource, match=r"defender.*unspecified by the source"):
        melee.odds(unit("red 7"), melee.Combatant(None))


@pytest.mark.rule("PT-M3")
def test_an_attacker_without_a_card_cannot_have_charged() -> None:
    for defender in (unit("red 7"), melee.Combatant(None)):
        with pytest.raises(IllegalAction, match=r"attacker: .* without a command card") as error:
            melee.odds(melee.Combatant(None), defender)
        assert error.value.clauses == ("PT-M3",)


def test_odds_as_text() -> None:
    text = str(melee.odds(unit("black 12"), unit("black 12")))
    assert [line.split() for line in text.splitlines()] == [
        ["attacker", "wins", "49.3", "%"],
        ["defender", "wins", "49.3", "%"],
        ["both", "removed", "0.0", "%"],
        ["undecided", "1.4", "%"],
    ]
