"""From the circumstances to the dice: what the cases in `tests/cases/battle.toml` cannot show."""

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP


@pytest.mark.rule("IDT-1.4")
def test_no_army_outnumbers_by_more_dice_than_a_party_has() -> None:
    assert Party.from_circumstances(outnumbers=STEP * 199).dice == 200
    for ratio, named in ((STEP * 200, "dice"), (STEP * 201, "outnumbers"), (10**400, "outnumbers")):
        with pytest.raises(InvalidValue, match=f"^{named}: "):
            Party.from_circumstances(outnumbers=ratio)


@pytest.mark.rule("IDT-1.3", "IDT-6.4")
def test_a_bill_is_no_part_of_what_a_party_is() -> None:
    party = Party.from_circumstances(terrain=True, certain_death=True, fanaticism=3, superior=True)
    assert party == Party(7, 3, True)
    assert hash(party) == hash(Party(7, 3, True))
    assert (party.steady_dice, sum(item.dice for item in party.bill)) == (4, party.dice)


@pytest.mark.rule("IDT-1.4")
def test_of_several_parties_only_one_outnumbers_another() -> None:
    a, b = (Party.from_circumstances(outnumbers=STEP, terrain=ground) for ground in (True, False))
    with pytest.raises(IllegalAction, match="a, b: both") as error:
        battle.each_pair([a, b])
    assert error.value.clauses == ("IDT-1.4",)
    # Plain pools of dice claim nothing.
    assert battle.odds(Party(a.dice), Party(b.dice)).draw > 0
