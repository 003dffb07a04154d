"""What is told of a charge, and small facts on which an answer depends."""

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.moves import needed
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.charge.state import Fate, Piece, Place
from rules_lib.triumph_and_glory.charge.transcript import told_change
from rules_lib.triumph_and_glory.units import Cavalry, Order, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

GOOD, LOST = Piece(Order.GOOD), Piece(BEATEN)


@in_turn(
    ("before", "after", "text"),
    [
        (GOOD, LOST._replace(place=Place.WITHDRAWN), "A withdraws from the map."),
        (LOST, LOST._replace(place=Place.ELIMINATED), "A is eliminated."),
        (GOOD, LOST, "A is disordered."),
        (GOOD, GOOD._replace(place=Place.RETREATED), "A retreats one hex."),
        (GOOD, GOOD, "A stays as it is."),
        (GOOD, GOOD._replace(place=Place.NEXT_TO_TARGET), "A stays as it is."),
        # What it was before is no news.
        *(
            (LOST._replace(place=place), LOST._replace(place=place), "A stays as it is.")
            for place in (Place.WITHDRAWN, Place.ELIMINATED, Place.RETREATED)
        ),
    ],
)
def test_a_change_in_a_sentence(before: Piece, after: Piece, text: str) -> None:
    assert told_change("A", before, after) == text


@in_turn(
    ("cohesion", "drm", "words"),
    [
        (4, 0, "needs 0 to 4"),
        (9, 0, "needs 0 to 9"),
        (1, 0, "needs 0 to 1"),
        (0, 0, "needs 0"),
        (4, 2, "needs 0 to 2"),
        (2, 4, "cannot pass"),
        (4, 4, "needs 0"),
        (0, 1, "cannot pass"),
        (2, -4, "needs 0 to 6"),
        (8, -5, "needs 0 to 9"),
    ],
)
def test_the_faces_that_pass_in_words(cohesion: int, drm: int, words: str) -> None:
    """A die passes that is, modified, at most the cohesion."""
    assert needed(cohesion, drm) == words


def test_a_fight_needs_no_face() -> None:
    told = run(one(riders(heavy("A", 4)), at(foot("Y", 6))), [0, 3, 0])
    assert (
        f"A against Y. +{HEAVY} charge: +{HEAVY} in all. The die shows 3: a result of {3 + HEAVY}."
        in [step.text for step in told.steps]
    )


def test_a_check_needs_what_it_needs_without_a_modifier() -> None:
    assert needed(5) == needed(5, 0) == "needs 0 to 5"


RIDER, Y = riders(heavy()), at(foot("Y"))


NOT_DUE = {
    "counter-charge": ("cavalry in good order", "TG-9.86a"),
    "square Y": ("that a charge reaches", "TG-9.85a"),
    "recall": ("disordered by reaction fire", "TG-9.82"),
    "recall after fire A": ("reaction fire disorders", "TG-9.81-6"),
    "pursuit 1: breakthrough A": ("10 or more", "TG-9.73b"),
    "fire": ("a gun", "TG-9.81-6"),
    "counter-shock Y": ("below 0", "TG-9.73d"),
}


@in_turn(("key", "told"), NOT_DUE.items())
def test_a_decision_that_never_comes_up_is_told_with_what_it_takes(
    key: str, told: tuple[str, str]
) -> None:
    """A does not commit itself: nothing else follows."""
    situation, (needs, clause) = one(RIDER, Y), told
    record = run(situation, [9], {key: True})
    heading, line = record.steps[-2:]
    assert (heading.heading, heading.text) == (True, "Decisions that never came up")
    assert line.text.startswith(f"{key}: not due. It takes ")
    assert needs in line.text
    assert clause in line.clauses
    # So do odds and advice, of what cannot come up in any case.
    never = {**NEVER, "pursuit 1: breakthrough A": "yes", "fire": True}
    del never["recall"]
    found = charge.odds(situation, {**never, "recall": False})
    best = charge.decide(situation, charge.drive_out("Y"), never)
    for answer in (found, best):
        keys = [step.text.partition(": not due")[0] for step in answer.never_due]
        assert keys == ["fire", "pursuit 1: breakthrough A"]
        assert "fire: not due" in str(answer)
        assert "fire: not due" in answer._repr_html_()


def test_a_no_that_nobody_asked_for_is_not_told() -> None:
    assert not any("not due" in step.text for step in run(one(RIDER, Y), [9], NEVER).steps)


def test_a_die_under_a_wrong_name_hears_which_is_due() -> None:
    two = one([riders(heavy("A")), riders(heavy("B"))], at(foot("Y")))
    with pytest.raises(InvalidValue, match=r"'comitment A' .* commitment A, which is due") as error:
        run(two, {"comitment A": 3})
    assert error.value.field == "key of dice"
    with pytest.raises(InvalidValue, match=r"'fight Q' .* commitment B, which is due"):
        run(two, {"commitment A": 3, "fight Q": 3})
    due = run(two, {"commitment A": 3, "square Y": 3}).missing
    assert due is not None
    assert (due.key, due.not_due) == ("commitment B", ("square Y",))
    assert str(due) == "a die for commitment B (0 to 9); not due so far: square Y"
    with pytest.raises(InvalidValue, match=r"'square Y' .* due: commitment A, commitment B$"):
        run(two, {"commitment A": 9, "commitment B": 9, "square Y": 3})


def test_the_odds_tell_how_often_each_decision_is_asked() -> None:
    found = odds(one(riders(heavy()), at(foot())), {"square": True, "recall": False})
    assert found.decisions[("square Y", "yes")] == passing(4)
    assert found.asked("square Y") == passing(4)
    assert found.asked("recall after square A") == passing(4) * passing(6)
    assert found.decisions[("recall after square A", "no")] == passing(4) * passing(6)


@pytest.mark.rule("TG-9.86b")
@in_turn(
    ("chargers", "drm"),
    [
        ((heavy("A"),), 2),
        ((light("A"),), 0),
        ((light("A"), heavy("B")), 0),
        ((heavy("A"), light("B")), 2),
    ],
)
def test_light_against_a_stack_with_heavy_in_it(chargers: tuple[Unit, ...], drm: int) -> None:
    """The top unit decides how heavy a stack is; or one heavy unit is enough (R-N28)."""
    situation = one(riders(*chargers), at(light("Y", 5)))
    found = odds(situation, {"counter-charge": "first"})
    if len(chargers) > 1:
        whole = odds(situation, {"counter-charge": "first"}, countercharge_judged_by="whole_stack")
        assert whole.chance("counter-charge Y", "succeeded") == passing(5, 2) / 2
    asked = found.asked("counter-charge Y")
    assert asked
    assert found.chance("counter-charge Y", "succeeded") == asked * passing(5, drm)


@pytest.mark.rule("TG-9.81-3")
def test_a_battery_does_not_roll_for_its_stack() -> None:
    for units in ((foot("K", 6), gun("N", 2)), (gun("N", 2), foot("K", 6))):
        found = odds(one(shockers(*units), at(foot())))
        name = units[0].name
        assert found.chance(f"commitment {name}", "passed") == passing(6)


@pytest.mark.rule("TG-9.87e", "R-N24")
def test_one_die_at_two_hexes_is_one_charge_in_pursuit() -> None:
    """Y has gone before A; W is beyond, and the modifiers of the two differ."""
    target = at(foot(), beyond=(at(foot("W"), pursuit_drm=-3),))
    situation = one(riders(heavy("A", 9)), target, drm=20)
    found = odds(situation, {"go on": "charge"})
    distribution = found.pursuits
    assert sum(p for _, p in distribution.items()) == 1
    assert distribution[0] == 0
    assert all(p >= 0 for _, p in distribution.items())
    fights = found.results("A", label="pursuit 1")
    assert fights[None] == 0
    assert tenths(10) == sum(p for _, p in fights.items())


@pytest.mark.rule("R-N13", "R-N3", "R-N16")
def test_a_hex_that_another_attack_has_taken_over_is_that_ones_alone() -> None:
    """B does not come, so that A, before whom Z stands, too, charges it; its zone forbids it."""
    ours = charge.Attack((riders(heavy("A", 0), in_front=("Z",)),), (at(foot("Y", 0)),))
    theirs = charge.Attack((riders(heavy("B", 0)),), (at(foot("Z")),))
    rulings = charge.Rulings(chargers_zoc_forbids_square=True, square_without_charge=True)
    dice = {"commitment A": 0, "commitment B": 9}
    fought = charge.adjudicate(charge.Situation((ours, theirs)), dice=dice, rulings=rulings)
    assert fought.missing is not None
    assert fought.missing.key == "fight A"
    nobody = charge.adjudicate(
        charge.Situation((ours, theirs)), dice={"commitment A": 9, "commitment B": 9},
        decisions={"square Y": False}, rulings=rulings,
    )  # fmt: skip
    assert nobody.missing is not None
    assert nobody.missing.key == "square Z"


@pytest.mark.rule("R-N17", "TG-9.73d")
def test_nothing_follows_a_retreat_of_which_nobody_can_say_where_it_goes() -> None:
    situation = one(riders(heavy(), retreat="unspecified"), at(heavy("Y")), drm=-20)
    rulings = charge.Rulings(retreat_below_zero="automatic")
    found = charge.odds(situation, decisions={"counter-charge": False}, rulings=rulings)
    assert found.unspecified == {"where A can retreat to": passing(4)}
    assert not found.asked("counter-shock Y")


@pytest.mark.parametrize("swapped", [False, True])
def test_a_gap_in_one_attack_leaves_the_other_whole(swapped: bool) -> None:
    """Nobody says whether U, which counter-charges, is heavy; C and Z know all they need."""
    unknown = Cavalry("U", 9, strength=6)
    open_one = attack([riders(heavy("A", 4))], [at(unknown, retreat="blocked")])
    other = attack([riders(heavy("C", 9))], [at(foot("Z", 9))])
    both = charge.Situation((other, open_one) if swapped else (open_one, other))
    found = odds(both, {"counter-charge": True})
    assert found.unspecified == {"whether U is heavy": passing(4)}
    assert (
        distribution(found, "U")["unspecified"]
        == distribution(found, "A")["unspecified"]
        == passing(4)
    )
    alone = odds(charge.Situation((other,)))
    for name in "CZ":
        assert distribution(found, name) == distribution(alone, name)


def test_an_answer_that_can_be_none_is_refused_before_anybody_asks() -> None:
    for answer in (1, None, ["yes"]):
        with pytest.raises(InvalidValue, match=r"decisions\['advance'\]: .* True, False or the"):
            charge.adjudicate(one(riders(heavy()), at(foot())), [9], {"advance": answer})  # type: ignore[dict-item]


ENDS = {
    "W": Place.WITHDRAWN,
    "E": Place.ELIMINATED,
    "R": Place.RETREATED,
    "L": Place.LEFT_BEFORE_SHOCK,
    "S": Place.STARTS,
    "U": Place.UNSPECIFIED,
}
OUTCOME = charge.Outcome(tuple((name, Fate(at, Order.DISORDERED)) for name, at in ENDS.items()))


@pytest.mark.parametrize("names", ["W", "E", "WE"])
def test_gone_is_off_the_map_in_either_way(names: str) -> None:
    assert OUTCOME.gone(*names)
    assert OUTCOME.left(*names)


def test_left_is_every_way_to_leave_a_hex() -> None:
    assert OUTCOME.left(*"WERL")
    for name in "RLSU":
        assert not OUTCOME.gone("W", "E", name)
    for name in "SU":
        assert not OUTCOME.left(*"WERL", name)


def test_a_balance_counts_every_unit_once() -> None:
    """Off the map is all of a unit's worth, disordered its share."""
    worths = {"W": 3, "E": 5, "R": 8, "S": 4}
    assert charge.balance({}, worths)(OUTCOME) == 3 + 5
    assert charge.balance(worths, {})(OUTCOME) == -8
    half = charge.balance({}, worths, disordered=1)
    assert half(OUTCOME) == 3 + 5 + 8 + 4
    assert charge.balance({"W": 3}, {"E": 5, "R": 2}, disordered=1)(OUTCOME) == 5 + 2 - 3
    assert charge.balance({}, {}, disordered=1)(OUTCOME) == 0


def test_an_unspecified_unit_may_be_worth_all_or_nothing() -> None:
    for goal, bounds in (
        (charge.balance({"W": 3}, {"U": 100}, disordered=1), (-3, 97)),
        (charge.balance({"U": 100}, {"W": 3}), (-97, 3)),
        (charge.drive_out("W", "U"), (0, 1)),
        (charge.rout("W", "U"), (0, 1)),
    ):
        assert goal.bounds(OUTCOME) == bounds  # type: ignore[attr-defined]
        with pytest.raises(UnspecifiedBySource):
            goal(OUTCOME)
    assert charge.rout("R", "U")(OUTCOME) == 0


def test_a_unit_may_be_worth_nothing_but_not_less() -> None:
    assert charge.balance({"W": 0}, {"E": 1})(OUTCOME) == 1
    with pytest.raises(InvalidValue, match=r"worth of 'W' in attackers: -1 .* 0 to 1,?000,?000"):
        charge.balance({"W": -1}, {})


def test_what_odds_are_asked_for_must_be_there() -> None:
    found = odds(one(riders(heavy("A", 4)), at(foot("Y", 6))))
    with pytest.raises(InvalidValue, match=r"name: 'Q' .* A, Y"):
        found.fate("Q")
    with pytest.raises(InvalidValue, match=r"name: 'Q' .* A, Y"):
        found.results("Q")
    wrong: object = 1
    with pytest.raises(InvalidValue, match="label: 1"):
        found.results("A", label=wrong)  # type: ignore[arg-type]


def test_a_word_in_which_no_die_comes_out_is_refused() -> None:
    """What there is is listed; what is known but cannot come up has chance 0."""
    found = odds(one(riders(heavy()), at(foot())), {"square": True})
    assert found.chance("square Y", "formed") > 0
    assert found.chance("square Y", "held") == found.chance("square W", "formed") == 0
    with pytest.raises(InvalidValue, match=r"outcome: 'fromed' .* of 'square Y': formed, failed"):
        found.chance("square Y", "fromed")
