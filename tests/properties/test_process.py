"""A game as one move: its readers agree, and no accelerator changes what it counts."""

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from rules_lib.paper_tigers import Card, CommandDeck, charge, melee, sniper, sudden_strike
from rules_lib.paper_tigers.charge.course import Course as ChargeCourse
from rules_lib.paper_tigers.melee.course import AGAIN, KEEP, Course, Deciding, Habit
from rules_lib.paper_tigers.sniper.course import LEAVES, LOOKS, SHOT, Table
from rules_lib.paper_tigers.sniper.course import Course as SniperCourse
from rules_lib.paper_tigers.sudden_strike.course import Course as StrikeCourse
from rules_lib.paper_tigers.sudden_strike.course import Under
from rules_lib.probability import ProbabilityError
from rules_lib.probability.contests import contests
from rules_lib.rulebook import catalog
from rules_lib.system.process import Choice, End, Go, Move, Process, Roll
from tests.properties.drawn import defenders, melee_rulings, plain_units
from tests.sample import examples

UNIT, READ = melee.Combatant(Card("red", 7)), melee.Rulings()


def toy(now: Hashable) -> Move[Any]:
    """A coin; on heads a player stops or doubles; two tails in a row end it."""
    match now:
        case ("won", int(points)):
            return End(points)
        case "lost":
            return End(0)
        case ("stop?", int(points)):
            return Choice("stop", {"stop": ("won", points), "double": ("throw", 2 * points)})
        case ("heads", int(points)):
            return Go(("stop?", points))
        case ("throw", int(points)):
            heads = ("heads", points)
            return Roll("coin", {"H": 2, "T": 1}, lambda face: heads if face == "H" else "lost")
    raise AssertionError(now)


COIN: Process[Any] = Process(("throw", 1), toy, lambda now: now == "lost" or now[0] != "heads")


def test_a_round_is_read_alike_by_all() -> None:
    assert COIN.round(COIN.start) == {("stop?", 1): 2, "lost": 1}
    given = iter(["H", "double", "H", None])
    run = COIN.run(lambda _, move: next(given))
    assert [each.answers for each in run.rounds] == [
        {"coin": "H"},
        {"stop": "double"},
        {"coin": "H"},
    ]
    assert run.state == ("stop?", 2)
    assert isinstance(COIN.move(run.state), Choice)

    def once(state: Any) -> str:
        return "stop" if state[1] > 1 else "double"

    assert COIN.chain(once).absorbed == {"lost": Fraction(5, 9), ("won", 2): Fraction(4, 9)}
    assert COIN.after(3, once) == {"lost": 5, ("stop?", 2): 4}
    assert COIN.chain(once, ("won", 8)).absorbed == {("won", 8): 1}
    ends = {COIN.play(Random(seed), once).state for seed in range(20)}
    assert ends == {"lost", ("won", 2)}


def test_the_best_decision_of_a_process() -> None:
    """To double is worth 4/3 of what lies there, for one throw more."""
    few = replace(COIN, move=lambda now: End(4) if now == ("stop?", 4) else toy(now))
    best = few.best(lambda points: points)
    assert best.policy[("stop?", 1)] == "double"
    assert best.value == Fraction(2, 3) ** 3 * 4


def test_what_nobody_decides_is_told() -> None:
    with pytest.raises(ProbabilityError, match="nobody said what is decided"):
        COIN.chain().absorbed  # noqa: B018
    circle: Process[int] = Process(0, lambda now: Go(1 - now), lambda now: False)
    with pytest.raises(ProbabilityError, match="goes round in circles"):
        circle.round(0)


def test_every_roll_meets_every_roll_in_whatever_order_they_come() -> None:
    mine = [(total, total >= 7, total % 3 + 1) for total in range(1, 12)]
    theirs = [(total, total % 2 == 0, 13 - total) for total in range(-1, 13)]
    found: dict[tuple[bool, bool, int], int] = {}
    for (one, reached, count), (other, too, times) in product(mine, theirs):
        contest = reached, too, (one > other) - (one < other)
        found[contest] = found.get(contest, 0) + count * times
    for first, second in product((mine, mine[::-1]), (theirs, theirs[::-1])):
        assert contests(first, second) == found


COVERED = melee.Combatant(Card("red", 5), in_cover=True)
WANTS = ChargeCourse.of(UNIT, charge.Rulings(), READ, True, False, Fraction(1, 2), False)
TANK = StrikeCourse("tank", sudden_strike.Rulings())


@pytest.mark.parametrize(
    "course",
    [
        Course(melee.Pairing(UNIT, COVERED, READ)).process,
        WANTS.process,
        TANK.process(Under(0, sudden_strike.BUNKER)),
    ],
)
def test_whatever_is_due_names_the_clauses_that_demand_it(course: Process[Any]) -> None:
    known, rng = set(catalog().clauses) | set(catalog().rulings), Random(7)

    def answer(state: Any, due: Roll[Any] | Choice[Any]) -> Any:
        assert due.clauses
        assert known.issuperset(due.clauses)
        if isinstance(due, Choice):
            return AGAIN
        return (due.throw or (lambda _: next(iter(due.chances))))(rng)

    for _ in range(30):
        assert course.run(answer, most=9).rounds


def slowly(process: Process[Any]) -> Process[Any]:
    """The same face by face."""
    return replace(process, ahead=lambda now: None)


@pytest.mark.rule("PT-M8", "PT-M13", "R-M4", "R-M5", "R-M13")
@examples(25)
@drawn(plain_units, defenders, melee_rulings, st.sampled_from(["never", "if_missed"]))
def test_all_dice_of_an_exchange_at_once_change_nothing(
    attacker: melee.Combatant, defender: melee.Combatant, rulings: melee.Rulings, habit: Habit
) -> None:
    """With and without the accelerator, and whether the defender is asked or acts by habit."""
    pairing = melee.Pairing(attacker, defender, rulings)

    def by_habit(now: Any) -> str:
        assert isinstance(now, Deciding)
        return AGAIN if habit == "if_missed" and now.missed else KEEP

    asked, taken = Course(pairing).process, Course(pairing, habit).process
    known = taken.chain()
    for chain in (slowly(taken).chain(), asked.chain(by_habit), slowly(asked).chain(by_habit)):
        assert chain.ends == known.ends
        assert chain.steps == known.steps


@pytest.mark.rule("PT-S8", "PT-S11", "PT-S13", "PT-S14", "R-S4", "R-S8")
@examples(8)
@drawn(
    st.builds(Card, st.sampled_from(["red", "black"]), st.integers(4, 12)),
    st.sampled_from(["infantry", "crew", "officer"]),
    st.sampled_from(["without_replacement", "returned"]),
    st.sampled_from(["between_shots", "new_each_shot"]),
    st.integers(1, 3),
)
def test_successes_counted_in_a_shuffled_pile_change_nothing(
    card: Card, kind: sniper.Spotter, drawing: Any, stay: Any, markers: int
) -> None:
    """Shot after shot, card by card, against the odds that count successes."""
    rulings = sniper.Rulings(drawing=drawing, markers_stay=stay, jokers="fail")
    deck = CommandDeck({"a": 5, "b": 9}, jokers=1)
    course = SniperCourse(card, sniper.Target(kind), deck, rulings)
    odds = sniper.duel_odds(card, kind, deck, markers=markers, rulings=rulings)
    out: dict[Table, Fraction] = {Table(deck.cards, sniper.Position(markers)): Fraction(1)}
    for shot in range(1, 4):
        left: dict[Table, Fraction] = {}
        for table, chance in out.items():
            found = course.process(table.pile, table.position).round(
                table, lambda now: LOOKS if now.position.laid else LEAVES
            )
            for then, weight in found.items():
                again = then._replace(due=SHOT, drawn=None)
                left[again] = left.get(again, Fraction(0)) + chance * weight / sum(found.values())
        gone = sum(chance for table, chance in left.items() if table.position.found)
        assert gone == odds.found_at(shot)
        out = {table: chance for table, chance in left.items() if not table.position.found}
