"""Words that a player uses at the table, and what the commands make of them."""

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from tests.commands.asking import Asker
from tests.in_turn import in_turn


@pytest.mark.rule("PT-X3", "PT-S1", "PT-M15")
def test_other_words_for_a_unit() -> None:
    struck = {
        "tank with strong front and side armour": "heavy_tank",
        "lorry": "unarmoured_vehicle",
        "mg team": "small_team",
        "Crew, 1 hit": "gun_crew",
        "dive bomber": "aircraft",
        "MG42 team": "small_team",
        "Riflemen": "infantry",
    }
    assert {words: sudden_strike.Unit.parse(words).kind for words in struck} == struck
    aims = {"mg team": "small_team", "gun crew": "crew", "small team": "small_team"}
    aims |= {"riflemen": "infantry", "MG34 team": "small_team"}
    for words, kind in aims.items():
        assert sniper.Target.parse(words).kind == kind
        shot = sniper.Shot.parse(f"9 at {words}, draws red 7, rolls 10", Card("red", 7))
        assert (shot.target.kind, shot.drawn) == (kind, 7)
    for words in ("crew", "mg team", "riflemen, MG42 team"):
        assert melee.Combatant.parse(f"red 5, {words}, cover") == melee.Combatant(
            Card("red", 5), small_team=True, in_cover=True
        )


@pytest.mark.rule("PT-S1", "PT-M1")
@in_turn("words", ["tank", "lorry", "armoured vehicle", "vehicle", "Armoured car", "cavalry troop"])
def test_a_vehicle_is_no_target_that_the_source_knows(words: str) -> None:
    for field, ask in (
        ("--target", lambda: sniper.Target.parse(words, field="--target")),
        ("--shot", lambda: sniper.Shot.parse(f"9 at {words}", Card("red", 7), field="--shot")),
        ("--defender", lambda: melee.Combatant.parse(f"red 5, {words}", field="--defender")),
    ):
        with pytest.raises(UnspecifiedBySource, match=f"^{field}: a (vehicle|mounted unit)"):
            ask()


def test_a_target_is_blamed_by_its_name(ask: Asker) -> None:
    told = ask("sniper --target tank").error
    assert "--target: a vehicle (tank)" in told
    assert "spotter" not in told
    assert ask.told('sniper --target "mg team"') == ask.told("sniper --target small_team")


@pytest.mark.rule("PT-M13")
def test_what_gives_nothing_is_told(ask: Asker) -> None:
    cover = "The attacker’s cover gives it nothing"
    pair = '--attacker "red 7, in cover" --defender "red 5"'
    for line in (
        f"melee {pair}",
        f"melee {pair} --rolls 12:3",
        f"charge {pair}",
        f"charge {pair} --movement-roll 8 --charge-roll 8",
    ):
        assert cover in ask.told(line)
        assert cover not in ask.told(line.replace(", in cover", ""))
    reach = 'charge --attacker "red 7" --defender "red 5" --in-reach'
    assert "--in-reach changes nothing" in ask.told(reach)
    assert "--in-reach changes nothing" not in ask.told(f"{reach} --ruling R-M12=true")
