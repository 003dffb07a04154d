"""What the book shows of square, recall, counter-charge and pursuit is what the rules give.

And what it shows of the source's example: its map, its parts, its tables.
"""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory import charge, example
from rules_lib.triumph_and_glory import page as show
from rules_lib.triumph_and_glory.charge.rules.modifiers import SQUARE_DRM
from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.triumph_and_glory.page.meetings import FOOT, answered
from rules_lib.triumph_and_glory.tables.secondary import default_secondary
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order

CHARGED = "D"
REACTIONS = (Path(__file__).parents[2] / "book/triumph_and_glory/reactions.md").read_text("utf-8")


@pytest.mark.rule("TG-9.82", "TG-9.84")
def test_the_price_of_a_recall_is_where_the_best_choice_turns() -> None:
    formed = show.at_infantry(6, order=Order.SQUARE, other_drm=-SQUARE_DRM)  # 0 in all
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
    never = (
        "Against light cavalry of equal strength an attempt never pays for the risk." in REACTIONS
    )
    assert sum(saves) > 3 if heavy else never != any(saves)
    assert sum(costs) > 3 if heavy else all(costs)


def test_what_is_borrowed_comes_from_the_data() -> None:
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
        show.at_infantry(0),
        show.row_of_enemies(9, 2),
        show.chargers_meet(True, 0, "infantry", 3),
        show.chargers_meet(False, 5, "light", 8),
        show.duel(),
    )
    for meeting in meetings:
        for unit in meeting.units():
            assert unit.cohesion_disordered == max(0, unit.cohesion - 1)


# ------------------------------------------------------------------ the example

FACES = [*example.CHOSEN.values(), 3]
STORY = example.replay({record.RETREAT_CHECK.key: 3})


def place(name: str) -> str:
    at = (scene.STARTS | scene.TARGETS)[name]
    target = ", target" * (name in scene.TARGETS)
    return f"Hex ({at.q}, {at.r}){target}: {name} (".replace("-", "−")


@pytest.mark.rule("TG-9.81-1")
def test_the_map_has_all_five_and_three_charges() -> None:
    shown = show.example_map()
    drawn = shown.drawing
    for name in "ABCYZ":
        assert place(name) in drawn.alt
    assert drawn.alt.count("French, good order") == 3
    assert drawn.alt.count("Russian, good order") == 2
    assert len(re.findall(r"Charge \d, French", drawn.alt)) == 3
    assert [name for name, asked in shown.asked.items() if asked.legal] == ["A", "B", "C"]


def test_the_parts_make_up_the_whole() -> None:
    starts = ["Step 1", "Step 4", "Step 5", "Step 7: the fight over Y", "Step 7: the fight over Z"]
    parts = [
        show.example_part(STORY, "Part", start, stop)
        for start, stop in zip(starts, [*starts[1:], ""], strict=True)
    ]
    told: list[Step] = [step for part in parts for step in part.steps]
    assert told == list(STORY.steps)
    drawn = [str(part.drawings[at]) for part in parts for at in sorted(part.drawings)]
    assert drawn == [f"ten-sided die: {face}" for face in FACES]
    for part in parts:
        assert all(part.steps[at].throw for at in part.drawings)


@pytest.mark.rule("R-N1", "R-N3", "R-N7")
@pytest.mark.slow
def test_the_table_of_answers() -> None:
    table = show.example_answers(list(example.verdicts()))
    assert [row[0].split()[0] for row in table.table.rows] == ["R-N1", "R-N3", "R-N7"]
    assert all(all(row) for row in table.table.rows)
