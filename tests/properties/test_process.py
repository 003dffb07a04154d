"""A game as one move: its readers agree, and no accelerator changes what it counts."""

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rules_lib.paper_tigers import Card, charge, melee, sudden_strike
from rules_lib.paper_tigers.charge.course import Course as ChargeCourse
from rules_lib.paper_tigers.charge.course import shots
from rules_lib.paper_tigers.melee.course import AGAIN, Course
from rules_lib.paper_tigers.sudden_strike.course import Course as StrikeCourse
from rules_lib.paper_tigers.sudden_strike.course import Under
from rules_lib.probability import ProbabilityError
from rules_lib.rulebook import catalog
from rules_lib.system.process import Choice, End, Go, Move, Process, Roll

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
    assert COIN.round(COIN.start).weights == {("stop?", 1): 2, "lost": 1}
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
    assert COIN.after(3, once).weights == {"lost": 5, ("stop?", 2): 4}
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


COVERED = melee.Combatant(Card("red", 5), in_cover=True)
WANTS = ChargeCourse(
    UNIT, charge.Rulings(), READ, True, False, shots(Fraction(1, 2), charge.Rulings())
)
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
