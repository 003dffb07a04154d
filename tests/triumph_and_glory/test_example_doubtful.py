"""The doubtful claims of the example, each with what the rules say instead."""

from dataclasses import replace

import pytest

from rules_lib.audit import Check
from rules_lib.triumph_and_glory.example import doubtful, record
from rules_lib.triumph_and_glory.example.dice import replay as as_printed
from tests.in_turn import in_turn


def three() -> list[Check]:
    return list(doubtful.doubtful_checks())


@pytest.mark.rule("TG-9.81a", "E-N5")
@pytest.mark.parametrize(
    ("near", "far", "told"),
    [
        (1, None, "By these words cavalry could charge from one hexes. Under the rule it cannot."),
        (1, 3, "By these words cavalry could charge from one hexes. Under the rule it cannot."),
        (2, 4, "By these words cavalry could charge from four hexes. Under the rule it cannot."),
        (2, 3, ""),
    ],
)
def test_the_nearest_distance_that_is_wrong_is_told(
    monkeypatch: pytest.MonkeyPatch, near: int, far: int | None, told: str
) -> None:
    monkeypatch.setattr(record, "NEAREST", near)
    monkeypatch.setattr(record, "FARTHEST", far)
    found = three()[0]
    assert found.effect == told
    assert found.agrees is (told == "")


@pytest.mark.slow
@in_turn(
    ("far", "word"),
    [(1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five"), (6, "six")],
    one_in=3,
)
def test_an_upper_bound_would_be_told_in_words(
    monkeypatch: pytest.MonkeyPatch, far: int, word: str
) -> None:
    monkeypatch.setattr(record, "FARTHEST", far)
    assert three()[0].printed == f"no nearer than two hexes and no farther than {word}"


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
    assert doubtful.doomed()
    for spared in (0, 9):

        def replay(dice: dict[str, int] | None = None, spared: int = spared) -> object:
            told = as_printed(dice)
            return replace(told, fates={}) if dice and dice.get(key) == spared else told

        monkeypatch.setattr(doubtful, "replay", replay)
        assert not doubtful.doomed()
        assert three()[1].effect.endswith(
            "only 6 times in 10. Doubtful: nothing speaks against 10 itself."
        )
