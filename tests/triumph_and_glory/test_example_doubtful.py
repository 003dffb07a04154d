"""The doubtful claims of the example, each with what the rules say instead."""

from dataclasses import replace

import pytest

from rules_lib.examples.audit import Check
from rules_lib.examples.claims import checks
from rules_lib.triumph_and_glory.example import facts, record
from rules_lib.triumph_and_glory.example.dice import replay as as_printed
from tests.examples import claim_otherwise


def three() -> list[Check]:
    return list(checks(facts.__name__, "distance", "row begins", "cohesion alike"))


@pytest.mark.rule("TG-9.81a", "E-N5")
@pytest.mark.parametrize(
    ("allowed", "told"),
    [
        ((1, 2, 3, 4, 5, 6), "By these words cavalry could charge from one hexes."),
        ((1, 2, 3), "By these words cavalry could charge from one hexes."),
        ((2, 3, 4), "By these words cavalry could charge from four hexes."),
        ((2, 3), ""),
    ],
)
def test_the_nearest_distance_that_is_wrong_is_told(
    monkeypatch: pytest.MonkeyPatch, allowed: tuple[int, ...], told: str
) -> None:
    claim_otherwise(monkeypatch, str(allowed), "claim", "distance", "printed")
    found = three()[0]
    assert found.effect == (f"{told} Under the rule it cannot." if told else "")
    assert found.agrees is (told == "")


def test_from_two_and_three_hexes_and_no_others() -> None:
    assert facts.legal_distances() == (2, 3)


@pytest.mark.rule("R-N1", "E-N4")
def test_where_disorder_costs_nothing_c_needs_what_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If Y kept its 6, then C would keep its 4: nothing to find."""
    y, z = record.DEFENDERS
    monkeypatch.setattr(record, "DEFENDERS", (replace(y, disordered=6), z))
    found = three()[2]
    assert found.agrees
    assert found.computed == "treated like Y, C needs 0 to 4"


@pytest.mark.rule("E-N6")
def test_one_face_that_spares_y_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is no longer all one for Y, and nobody says so."""
    key = record.FIGHT_OVER_Y.key
    assert facts.doomed()
    for spared in (0, 9):

        def replay(dice: dict[str, int] | None = None, spared: int = spared) -> object:
            told = as_printed(dice)
            return replace(told, fates={}) if dice and dice.get(key) == spared else told

        monkeypatch.setattr(facts, "replay", replay)
        assert not facts.doomed()
        assert three()[1].effect.endswith(
            "only 6 times in 10. Doubtful: nothing speaks against 10 itself."
        )
