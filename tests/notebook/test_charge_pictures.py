"""What the book shows of square, recall, counter-charge and pursuit is what the rules give."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory import page as show
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM
from rules_lib.triumph_and_glory.page.meetings import FOOT, RIDERS, answered
from rules_lib.triumph_and_glory.tables.secondary import default_secondary
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order

FACES = range(10)
CHARGED, LOSES = "D", "you lose your hex"


def tenths(faces: int) -> Fraction:
    return Fraction(faces, 10)


def falls(drm: int, cohesion: int) -> Fraction:
    """A defender in good order leaves its hex, by looking at both dice."""
    gone = sum(die + drm >= 10 or (die + drm >= 5 and check > cohesion) for die, check in PAIRS)
    return Fraction(gone, 100)


PAIRS = list(product(FACES, FACES))


@pytest.mark.rule("TG-9.82", "TG-9.85f")
def test_whether_to_try_a_recall() -> None:
    """Below +1 in all, a charge throws back the cavalry more often; their price: shown_right."""
    for drm in range(-6, 7):
        driven, back = (show.leaves_hex(show.at_square(drm), name) for name in (FOOT, RIDERS))
        assert (driven < back) == (drm < 1)


@pytest.mark.rule("TG-9.82", "TG-9.84")
def test_the_price_of_a_recall_is_where_the_best_choice_turns() -> None:
    formed = show.at_infantry(6, order=Order.SQUARE, other_drm=2)  # 0 in all
    turns = 1 / show.leaves_hex(show.at_square(0), FOOT)
    for price, best in ((turns - 1, "yes"), (turns + 1, "no")):

        def goal(end: charge.Outcome, price: Fraction = price) -> Fraction:
            spent = end.fate("the cavalry").order == Order.DISORDERED
            return price * end.left("the infantry") - spent

        decided = charge.decide(formed, goal, {"counter-shock": False})
        assert decided.on("recall after square")[0].best == best


@pytest.mark.rule("TG-9.85e", "TG-9.86b", "TG-9.86c")
@pytest.mark.parametrize("heavy", [True, False])
def test_when_an_attempt_pays(heavy: bool) -> None:
    """What the chapter of the reactions says of all cohesions, with cavalry of 5."""

    def both(cohesion: int, lost: Any, kind: Any, what: str) -> list[Fraction]:
        meets = show.chargers_meet(heavy, 5, kind, cohesion)
        ways = (True if what == "square" else "first", False)
        plans = ({**show.NO_REACTION, what: way} for way in ways)
        return [lost(charge.odds(meets, plan), CHARGED) for plan in plans]

    saves, costs = [], []
    for cohesion in range(3, 9):
        tries, stands = both(cohesion, show.leaves_hex, "infantry", "square")
        saves.append(tries < stands)
        tries, stands = both(cohesion, show.leaves_map, "infantry", "square")
        costs.append(tries > stands)
        assert tries >= stands
        for kind in ("heavy", "light"):
            answers, waits = both(cohesion, show.leaves_hex, kind, "counter-charge")
            assert answers < waits
    assert sum(saves) > 3 if heavy else not any(saves)
    assert sum(costs) > 3 if heavy else all(costs)


@pytest.mark.rule("TG-9.73c", "TG-9.85c", "TG-9.87c")
def test_what_charge_shock_and_stop_bring() -> None:
    """The chapter of the pursuit: Duval has +5 at Orlov, then meets him and Petrov."""
    duval, orlov, petrov = (
        Cavalry("Duval", 5, 6, heavy=True),
        Infantry("Orlov", 6, 3),
        Infantry("Petrov", 6, 3),
    )
    behind = charge.Target((petrov,), clear_terrain=True)
    front = charge.Target((orlov,), clear_terrain=True, beyond=(behind,))
    surely = charge.Situation.of([charge.Stack((duval,), commitment_drm=-10)], [front])

    def share(wanted: Any) -> Fraction:
        return Fraction(sum(wanted(fight, check) for fight, check in PAIRS), 100)

    def at_both(at_orlov: int, at_petrov: int, petrov_broken: bool = False) -> tuple[Fraction, ...]:
        five = share(lambda fight, _: fight + at_orlov >= 5)
        thrown = share(lambda fight, check: fight + at_petrov < 5 and check > 5)
        return five, five if petrov_broken else falls(at_petrov, 6), thrown

    goes_on, formed = share(lambda fight, _: fight + HEAVY_CHARGE_DRM + 2 >= 10), tenths(7)
    thrown_at_once = share(lambda fight, check: fight + HEAVY_CHARGE_DRM + 2 < 5 and check > 5)
    # Square or bonus, cohesion (beaten Orlov has 5, steady Petrov 6), ground, pursuit.
    square = at_both(-2 + 0 + 1 - 1, -2 - 1 + 1 - 1)
    line = at_both(HEAVY_CHARGE_DRM + 0, HEAVY_CHARGE_DRM + 0, petrov_broken=True)
    both = tuple(formed * a + (1 - formed) * b for a, b in zip(square, line, strict=True))
    expected = {"charge": both, "shock": at_both(0 + 1, -1 + 1), "stop": (Fraction(0),) * 3}
    for what, brought in expected.items():
        plan: dict[str, str | bool] = {"square Orlov": False, "square": True, "go on": what}
        odds = charge.odds(
            surely, {**plan, "counter-shock": False, "advance": "first", "pursuers": "first"}
        )
        found = (
            show.leaves_map(odds, "Orlov"),
            show.leaves_hex(odds, "Petrov"),
            show.leaves_hex(odds, "Duval"),
        )
        assert found == tuple(
            goes_on * each + at_once
            for each, at_once in zip(
                brought, (Fraction(0), Fraction(0), thrown_at_once), strict=True
            )
        )


def test_the_row_of_enemies_has_the_modifiers_it_promises() -> None:
    for drm in (3, 9):
        results = show.pursued(drm).results("the cavalry")
        assert [each for each in results if each is not None] == [drm + die for die in FACES]
        again = show.pursued(drm).results("the cavalry", label="pursuit 1")
        # At the beaten one, whose cohesion is one lower, the pursuit costs nothing.
        assert min(each for each in again if each is not None) == drm - 1 + 1


def test_what_is_borrowed_is_marked_and_comes_from_the_data() -> None:
    table = show.borrowed().table
    assert all("secondary source" in row[-1] for row in table.rows)
    other = replace(default_secondary(), clear_terrain_drm=7)
    assert "+7" in str(show.borrowed("clear_terrain", secondary=other))
    assert "+7" not in str(show.borrowed("clear_terrain"))
    with pytest.raises(InvalidValue, match="weather"):
        show.borrowed("weather")


def test_tables_cite_clauses_as_links_and_in_plain_text() -> None:
    cases = [((letter, "yes"), f"TG-9.71{letter}") for letter in "abcd"]
    told = show.cited_table("Who moves in?", ("case", "allowed"), *cases)
    for _, clause in cases:
        assert f'href="rule:{clause}"' in told._repr_html_()
        assert clause in str(told)
    assert "<" not in str(told)


@pytest.mark.rule("R-N2")
def test_what_nobody_can_say_is_no_end_of_a_charge() -> None:
    """Disordered units roll, and how is not said: the ends that are known are not all of it."""
    foot = Infantry("Orlov", 5, 1)
    meeting = charge.Situation.of(
        [charge.Stack((Cavalry("Duval", 5, 1, heavy=True),))], [charge.Target((foot,))]
    )
    silent = charge.Rulings(disordered_cohesion="must_be_given")
    open_case = charge.odds(meeting, show.NO_REACTION, silent)
    with pytest.raises(UnspecifiedBySource, match=r"cohesion_disordered of 'Orlov'"):
        answered(open_case)
    told = charge.odds(meeting, show.NO_REACTION, replace(silent, disordered_cohesion="one_lower"))
    assert answered(told) is told


@pytest.mark.rule("R-N2")
def test_a_meeting_does_not_ask_how_disordered_units_are_read() -> None:
    """Their cohesion is given, one less: whatever our default is, the numbers stay."""
    meetings = (
        show.at_infantry(0, cavalry=0),
        show.row_of_enemies(9, 2),
        show.chargers_meet(True, 5, "infantry", 3),
        show.chargers_meet(False, 5, "light", 8),
        show.duel(),
    )
    for meeting in meetings:
        for unit in meeting.units():
            assert unit.cohesion_disordered == max(0, unit.cohesion - 1)
