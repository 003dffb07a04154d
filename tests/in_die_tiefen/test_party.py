"""From the circumstances to the dice, with the bill."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.in_die_tiefen import Party, Tactic, battle, tactic_dice
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.in_die_tiefen.battle.party import outnumbering_dice
from tests.in_turn import in_turn

SPEED, STEADINESS, STRENGTH = Tactic.SPEED, Tactic.STEADINESS, Tactic.STRENGTH


def bill(**circumstances: Any) -> dict[str, int]:
    """Which clause gave how many dice."""
    party = Party.from_circumstances(**circumstances)
    lines = {item.clause: item.dice for item in party.bill}
    assert len(lines) == len(party.bill)
    assert sum(lines.values()) == party.dice
    assert all(item.what for item in party.bill)
    return lines


@pytest.mark.rule("IDT-0", "IDT-1.1", "IDT-1.2", "IDT-1.3", "IDT-1.4", "IDT-2.4", "IDT-3.1")
@pytest.mark.rule("IDT-3.2", "IDT-4.1", "IDT-6.4")
def test_all_circumstances_add_up() -> None:
    assert bill() == bill(superior=True) == {"IDT-4.1": 1}
    everything: dict[str, Any] = {
        "terrain": True,
        "certain_death": True,
        "fanaticism": 3,
        "outnumbers": Fraction(1, 2) + 2 * STEP,
        "tactic_superior": True,
        "deeds": 2,
        "thwarted_enemy_deeds": 1,
        "superior": True,
    }
    assert bill(**everything) == {
        "IDT-4.1": 1,
        "IDT-1.1": 1,
        "IDT-1.2": 2,
        "IDT-1.3": 3,
        "IDT-1.4": 2,
        "IDT-2.4": 2,
        "IDT-3.1": 2,
        "IDT-3.2": 1,
    }
    party = Party.from_circumstances(**everything)
    assert party == Party(14, 3, True)
    assert hash(party) == hash(Party(14, 3, True))
    assert party.steady_dice == 11
    assert str(party) == "14 dice, 3 of them fanaticism, superior"
    # In the order of the steps: circumstances, tactics, deeds.
    assert [item.clause for item in party.bill][1:] == sorted(
        item.clause for item in party.bill if item.clause != "IDT-4.1"
    )


@pytest.mark.rule("IDT-1.4", "R-I6")
@in_turn(
    ("ratio", "dice"),
    [
        (1, 0),
        (2, 0),
        (Fraction(299, 100), 0),
        (3, 1),
        (4, 1),
        (5, 1),
        (Fraction(599, 100), 1),
        (6, 2),
        (8, 2),
        (9, 3),
        (27, 9),
        (Fraction(301, 100), 1),
    ],
)
def test_outnumbering_counts_by_threes_and_rounds_down(ratio: Fraction | int, dice: int) -> None:
    assert outnumbering_dice(ratio) == dice
    assert Party.from_circumstances(outnumbers=ratio).dice == 1 + dice


@pytest.mark.rule("IDT-1.4")
def test_no_army_outnumbers_by_more_dice_than_a_party_has() -> None:
    assert Party.from_circumstances(outnumbers=STEP * 199).dice == 200
    for ratio, named in ((STEP * 200, "dice"), (STEP * 201, "outnumbers"), (10**400, "outnumbers")):
        with pytest.raises(InvalidValue, match=f"^{named}: "):
            Party.from_circumstances(outnumbers=ratio)


@pytest.mark.rule("R-I9", "IDT-3.2")
def test_deeds_that_just_fail() -> None:
    assert bill(failed_enemy_deeds=2) == {"IDT-4.1": 1}
    read = battle.Rulings(failed_deeds_help_enemy=True)
    assert bill(failed_enemy_deeds=2, rulings=read) == {"IDT-4.1": 1, "R-I9": 2}
    assert bill(failed_enemy_deeds=2, thwarted_enemy_deeds=1, rulings=read) == {
        "IDT-4.1": 1,
        "IDT-3.2": 1,
        "R-I9": 2,
    }


@pytest.mark.rule("IDT-2.1", "IDT-2.2")
def test_which_tactic_beats_which() -> None:
    assert set(Tactic) == {"speed", "steadiness", "strength"}
    beaten = {(own, other) for own, other in product(Tactic, Tactic) if own.beats(other)}
    assert beaten == {(SPEED, STEADINESS), (STEADINESS, STRENGTH), (STRENGTH, SPEED)}


@pytest.mark.rule("IDT-2.3", "IDT-2.4")
def test_the_superior_tactic_gets_two_dice_once_both_are_revealed() -> None:
    for own, enemy in product(Tactic, Tactic):
        both = tactic_dice(own, enemy), tactic_dice(enemy, own)
        if own == enemy:
            assert both == (0, 0)
        else:
            assert both == ((2, 0) if own.beats(enemy) else (0, 2))


@pytest.mark.rule("IDT-4.1", "IDT-1.3")
@pytest.mark.parametrize(("dice", "fanaticism"), [(1, 1), (4, 4), (3, 4)])
def test_the_base_die_is_no_fanaticism_die(dice: int, fanaticism: int) -> None:
    with pytest.raises(InvalidValue, match=f"fanaticism: {fanaticism} .* fewer than its {dice}"):
        Party(dice, fanaticism)


@pytest.mark.rule("IDT-1.4", "IDT-2.2", "IDT-2.4")
@pytest.mark.parametrize(
    ("claim", "clauses"),
    [
        ({"outnumbers": STEP}, ("IDT-1.4",)),
        ({"tactic_superior": True}, ("IDT-2.2", "IDT-2.4")),
        ({"outnumbers": 2 * STEP, "tactic_superior": True}, ("IDT-1.4",)),
    ],
)
def test_what_only_one_of_two_parties_can_claim(
    claim: dict[str, Any], clauses: tuple[str, ...]
) -> None:
    a, b = Party.from_circumstances(**claim), Party.from_circumstances(**claim, terrain=True)
    for asked in (
        lambda: battle.odds(a, b),
        lambda: battle.adjudicate(a, b, [1] * a.dice, [1] * b.dice),
        lambda: battle.each_pair([a, b]),
    ):
        with pytest.raises(IllegalAction, match="a, b: both") as error:
            asked()
        assert error.value.clauses == clauses
    # One claims the one, the other the other; and both may have good ground, or be superior.
    one = Party.from_circumstances(outnumbers=STEP, terrain=True, superior=True)
    two = Party.from_circumstances(tactic_superior=True, terrain=True, superior=True)
    assert battle.odds(one, two) == battle.odds(Party(3, 0, True), Party(4, 0, True))
    # Plain pools of dice claim nothing.
    assert battle.odds(Party(a.dice), Party(b.dice)).draw > 0
