"""The rulings as data and as fields in code say the same, and code names clauses that exist."""

from dataclasses import fields
from itertools import takewhile
from pathlib import Path

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import battle
from rules_lib.paper_tigers import charge, melee, sniper, sudden_strike
from rules_lib.paper_tigers.melee import HitsToRemove
from rules_lib.rulebook import catalog, homes, users
from rules_lib.rulebook.bindings import import_games
from rules_lib.rulebook.defaults import default_of, readings_of, rulings_class, switch_of, values_of
from tests.in_turn import in_turn

RULINGS = sorted(catalog().rulings)


@pytest.mark.rule("R-M1", "R-M2", "R-M3", "R-M4", "R-M5", "R-M6", "R-M7", "R-M8", "R-M9")
@pytest.mark.rule("R-M10", "R-M11", "R-M12")
@pytest.mark.rule("R-S1", "R-S2", "R-S3", "R-S4", "R-S5", "R-S6", "R-S7", "R-S8", "R-S9", "R-S10")
@pytest.mark.rule("R-S11", "R-S12", "R-X9")
@pytest.mark.rule("R-X1", "R-X2", "R-X3", "R-X4", "R-X5", "R-X6", "R-X7", "R-X8")
@pytest.mark.rule("R-I1", "R-I2", "R-I3", "R-I4", "R-I5", "R-I6", "R-I7", "R-I8", "R-I9", "R-I10")
@pytest.mark.rule("R-I11", "R-I12", "R-I13", "R-I14", "R-I15", "R-I16")
@pytest.mark.rule("R-N1", "R-N2", "R-N3", "R-N4", "R-N5", "R-N6", "R-N7", "R-N8", "R-N9", "R-N10")
@pytest.mark.rule("R-N11", "R-N12", "R-N13", "R-N14", "R-N15", "R-N16", "R-N17", "R-N18", "R-N19")
@pytest.mark.rule("R-N20", "R-N21", "R-N22", "R-N23", "R-N24", "R-N25", "R-N26", "R-N27", "R-N28")
@pytest.mark.rule("R-N29", "R-N30", "R-N31", "R-N32")
@in_turn("rule_id", RULINGS)
def test_the_rulebook_and_the_field_have_the_same_readings(rule_id: str) -> None:
    """Their order is the code's alone: the first one is our default."""
    ruling, owner, switch = catalog().rulings[rule_id], rulings_class(rule_id), switch_of(rule_id)
    declared = switch.metadata["readings"]
    assert ruling.field.endswith(f"{owner.__name__}.{switch.name}")
    assert owner.field_of(rule_id) == switch.name
    assert default_of(rule_id) is declared[0]
    assert default_of(rule_id) == getattr(owner(), switch.name)
    assert values_of(rule_id) == declared
    # Written as in Python, so that each can be copied from a box into code.
    written = [eval(each.value, {"HitsToRemove": HitsToRemove}) for each in ruling.readings]
    assert {repr(each) for each in written} == {repr(each) for each in declared}
    assert len(written) == len(declared)
    assert {each.text for each in readings_of(rule_id)} == {each.text for each in ruling.readings}
    for value in declared:
        assert getattr(owner.from_ids({rule_id: value}), switch.name) == value


def test_every_field_is_a_ruling_of_the_rulebook() -> None:
    kinds = {rulings_class(rule_id) for rule_id in RULINGS}
    assert sorted(each.metadata["ruling"] for kind in kinds for each in fields(kind)) == RULINGS


@pytest.mark.rule("R-S2", "R-X2", "R-I5", "R-I7")
def test_rulings_that_take_any_value_in_their_range() -> None:
    assert sniper.Rulings(court_values=(2, 30, 4, 1)).departures() == {"R-S2": (2, 30, 4, 1)}
    assert sudden_strike.Rulings(jokers=7).departures() == {"R-X2": 7}
    assert sudden_strike.Rulings(jokers=0).jokers == 0
    assert battle.Rulings(threshold_floor=4, retreat_hexes=3).departures() == {
        "R-I5": 4,
        "R-I7": 3,
    }


def test_departures_are_what_differs_from_the_default() -> None:
    assert melee.Rulings().departures() == {}
    other = not melee.Rulings().penalties_add_up
    chosen = {"R-M3": other, "R-M9": HitsToRemove(5, 3)}
    rulings = melee.Rulings.from_ids(chosen)
    assert rulings == melee.Rulings(penalties_add_up=other, hits_to_remove=HitsToRemove(5, 3))
    assert rulings.departures() == chosen
    assert charge.Rulings(charge_without_move=True).departures() == {"R-M12": True}


@in_turn("rule_id", ["R-M11", "R-M99", "", "penalties_add_up"])
def test_a_ruling_of_another_set(rule_id: str) -> None:
    with pytest.raises(InvalidValue, match=f"ruling: '{rule_id}' .* one of R-M1, "):
        melee.Rulings.from_ids({rule_id: True})


def test_code_names_entries_that_exist() -> None:
    import_games()
    named = {each for each, home in homes().items() if home.name.startswith("rules_lib.")}
    used = {
        rule_id
        for rule_id, names in users().items()
        if any(name.startswith("rules_lib.") for name in names)
    }
    assert named == set(catalog().ids())
    assert used <= named


def test_a_home_is_a_file_and_the_line_that_names_its_id(root: Path) -> None:
    import_games()
    for rule_id, home in homes().items():
        if home.name.startswith("rules_lib."):
            lines = (root / home.file).read_text("utf-8").splitlines()
            below = (each.lstrip() for each in lines[home.line - 1 :])
            decorators = "".join(
                takewhile(lambda each: not each.startswith(("def", "class")), below)
            )
            assert decorators.startswith("@"), home
            assert f'"{rule_id}"' in decorators, home
