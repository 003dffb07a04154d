"""What the book shows of square, recall, counter-charge and pursuit is what the rules give."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.presentation import triumph_and_glory as show
from rules_lib.presentation.explorer_html import explorer_html
from rules_lib.presentation.triumph_and_glory.countercharge import CHARGED
from rules_lib.presentation.triumph_and_glory.pictures import Attempt, _verdict
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.tables.secondary import default_secondary
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order

FACES = range(10)
HALF = Fraction(1, 2)
EXPLORER = show.COUNTERCHARGE
LOSES = "the charged cavalry loses its hex"


def tenths(faces: int) -> Fraction:
    return Fraction(faces, 10)


def falls(drm: int, cohesion: int) -> Fraction:
    """A defender in good order leaves its hex, by looking at both dice."""
    gone = sum(die + drm >= 10 or (die + drm >= 5 and check > cohesion) for die, check in PAIRS)
    return Fraction(gone, 100)


PAIRS = list(product(FACES, FACES))


def run(setting: dict[str, str]) -> Any:
    """Run our own line, as it is printed in the book; its last statement has the value."""
    *before, last = EXPLORER.python_line(setting).split("\n")
    names: dict[str, Any] = {"Cavalry": Cavalry, "charge": charge}
    whole = "\n".join(before)
    exec(whole, names)
    return eval(last, names)


@pytest.mark.rule("TG-9.86b", "TG-9.86c")
@pytest.mark.slow
def test_the_line_of_the_counter_charge_gives_the_chance() -> None:
    for setting, answer in list(EXPLORER.table())[::17]:
        assert show.leaves_hex(run(setting), CHARGED) == answer.part(LOSES).chance


@pytest.mark.rule("TG-9.86b")
@pytest.mark.slow
def test_a_counter_charge_always_helps_to_hold_the_hex() -> None:
    answers = [answer for _, answer in EXPLORER.table()]
    assert len(answers) == 2 * 6 * 2 * 6
    for answer in answers:
        without = next(n.value for n in answer.numbers if "lose their hex" in n.label)
        assert without is not None
        assert 100 * answer.part(LOSES).chance < without


def test_the_explorer_counts_each_end_once() -> None:
    answer = EXPLORER.at({"attacker": "3", "defender": "8", "attacker_heavy": "light"})
    # A modifier of -4 in all after a successful roll: 9 faces in 10 do; -2 without.
    success = tenths(9)
    stands, countered = falls(3 - 8 + 1 + 1, 8), falls(3 - 8 + 1 - 1, 8)
    assert answer.part(LOSES).chance == success * countered + (1 - success) * stands
    assert answer.numbers[0].value == 90


@pytest.mark.slow
def test_the_explorer_stays_light() -> None:
    assert len(explorer_html(EXPLORER).encode()) < 40_000


@pytest.mark.rule("TG-9.85e", "TG-9.85f")
def test_what_a_square_is_worth() -> None:
    picture = show.square_worth()
    for number, cohesion in enumerate(range(3, 9)):
        row = picture.table.rows[number]
        broken = tenths(sum(die + 5 - (cohesion - 1) + 1 + 3 >= 5 for die in FACES))
        line, square = falls(5 - cohesion + 1 + 3, cohesion), falls(5 - cohesion + 1 - 2, cohesion)
        assert row == (str(cohesion), *(shown(each) for each in (broken, line, square)))
    assert "At cohesion 6: in square it leaves its hex 9.0 % of the time" in picture.answer


def shown(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %" if 0 < chance < 1 else f"{int(100 * chance)} %"


@pytest.mark.rule("TG-9.85e")
def test_whether_to_try_a_square() -> None:
    heavy, light = show.square_or_not(True).answer, show.square_or_not(False).answer
    assert heavy == "To hold the hex: try. To keep the unit on the map: better not."
    assert light == "To hold the hex: do not. To keep the unit on the map: do not."
    for cohesion in range(3, 9):
        by_hex, by_map = show.attempts(True, cohesion)
        assert by_hex.tries < by_hex.stands
        assert by_map.tries >= by_map.stands
        assert not by_hex.is_mistake
        assert all(each.is_mistake for each in show.attempts(False, cohesion))
    # Equal chances are no mistake, and nothing to boast of.
    assert show.attempts(True, 4)[1].tries == show.attempts(True, 4)[1].stands == Fraction(1, 2)


def test_a_verdict_names_the_cohesions_for_and_against() -> None:
    pays, hurts, same = Attempt(HALF, Fraction(1)), Attempt(Fraction(1), HALF), Attempt(HALF, HALF)
    for found, said in [
        ([pays] * 6, "try"),
        ([pays] * 5 + [same], "try, it never hurts"),
        ([hurts] * 6, "do not"),
        ([hurts] * 5 + [same], "better not"),
        ([hurts] * 3 + [same] + [pays] * 2, "try at cohesion 7 and 8, not at 3 to 5"),
        ([pays, hurts, pays, hurts, pays, same], "try at cohesion 3 and 5 and 7, not at 4 and 6"),
    ]:
        assert _verdict(found) == said


@pytest.mark.rule("TG-9.82", "TG-9.85f")
def test_whether_to_try_a_recall() -> None:
    assert show.recall_worth().answer.startswith("Below +1 in all,")
    for drm in range(-6, 7):
        found = show.at_square(drm)
        assert found.drm == drm
        assert found.driven == falls(drm, 6)
    assert show.at_square(0).thrown_back == tenths(5) * tenths(4)
    assert show.at_square(-6).driven == 0
    prices = {row[0]: row[3] for row in show.recall_prices().table.rows}
    assert prices["+1"] == "4.0 ×"
    assert prices["−3"] == "16.7 ×"


@pytest.mark.slow
@pytest.mark.rule("TG-9.87e", "R-N6")
def test_how_long_a_pursuit_runs() -> None:
    law = show.pursued(7).pursuits
    for charges in range(1, 9):
        by_hand = prod(Fraction(max(0, 7 - n), 10) for n in range(charges))
        assert 1 - law.cdf(charges - 1) == by_hand
    rows = {row[0]: row[1:] for row in show.pursuit_lengths().table.rows}
    assert rows["+7"] == ("1.44", "1.71", "1.74")
    assert "1.44 charges in pursuit on average if the first charge had +7" in (
        show.pursuit_runs().answer
    )


def test_the_row_of_enemies_has_the_modifiers_it_promises() -> None:
    for drm in (3, 9):
        results = show.pursued(drm).results("the cavalry")
        assert [each for each in results if each is not None] == [drm + die for die in FACES]
        again = show.pursued(drm).results("the cavalry", label="pursuit 1")
        assert min(each for each in again if each is not None) == drm - 1


def test_what_is_borrowed_is_marked_and_comes_from_the_data() -> None:
    table = show.borrowed().table
    assert all("secondary source" in row[-1] for row in table.rows)
    other = replace(default_secondary(), clear_terrain_drm=7)
    assert "+7" in str(show.borrowed("clear_terrain", secondary=other))
    assert "+7" not in str(show.borrowed("clear_terrain"))
    with pytest.raises(InvalidValue, match="weather"):
        show.borrowed("weather")


@pytest.mark.rule("TG-9.81-6")
def test_the_fire_table_adds_up() -> None:
    told = show.fire_table()
    assert "secondary source 8.6" in told.caption
    for column in range(2, 6):
        chances = [float(row[column].removesuffix(" %")) for row in told.table.rows]
        assert sum(chances) == pytest.approx(100)


def test_tables_cite_clauses_as_links_and_in_plain_text() -> None:
    cases = [((letter, "yes"), f"TG-9.71{letter}") for letter in "abcd"]
    told = show.cited_table("Who moves in?", ("case", "allowed"), *cases)
    for _, clause in cases:
        assert f'href="rule:{clause}"' in told._repr_html_()
        assert clause in str(told)
    assert "<" not in str(told)


@pytest.mark.rule("TG-9.85a", "TG-9.85d")
def test_a_right_is_one_that_the_charge_waits_for() -> None:
    def charged(*units: Infantry) -> charge.Charge:
        riders = charge.Stack((Cavalry("Duval", 4, 4, heavy=True),))
        return charge.adjudicate(charge.Situation.of([riders], [charge.Target(units)]), [0])

    foot, jaegers = (
        charged(Infantry("Orlov", 6, 5)),
        charged(Infantry("Sokolov", 6, 5, jaeger=True)),
    )
    assert show.waits_for(foot, "square")
    assert not show.waits_for(foot, "recall")
    assert not show.waits_for(jaegers, "square")
    told = str(
        show.rights_table("May it?", "square", ("a", foot, "TG-9.85a"), ("b", jaegers, "R-N3"))
    )
    assert told.splitlines()[2:] == ["a | yes | TG-9.85a", "b | no | R-N3"]


def test_the_plain_meetings_are_what_they_say() -> None:
    odds = charge.odds(show.at_infantry(6, order=Order.SQUARE), show.NO_REACTION)
    assert odds.chance("commitment the cavalry", "passed") == 1
    results = odds.results("the cavalry")
    assert min(each for each in results if each is not None) == 5 - 6 + 1 - 2
    assert show.leaves_map(odds, "the infantry") == 0


def test_flows_tell_their_steps_in_words() -> None:
    assert "TG-9.85e" in show.reactions_flow().alt
    assert "10 or more: to 'A 10 or more, by cavalry that charged?'" in show.pursuit_flow().alt
