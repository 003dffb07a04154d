"""Units that enter a melee shaken, and those that leave one so."""

import pytest

from rules_lib.paper_tigers.melee.rules import BOTH_PENALTIES
from tests.in_turn import in_turn
from tests.oracles.translate import unit
from tests.paper_tigers.test_melee_fight import cited, fight


@pytest.mark.rule("PT-M12", "R-M10")
@pytest.mark.parametrize("hits", [0, 1])
def test_a_unit_that_enters_shaken(hits: int) -> None:
    """Whatever shakes, and whether an earlier hit does; and it is told as what it is."""
    team = unit("red 5", small_team=True, hits=hits, shaken=True)
    for rulings in ({}, {"shaken_by": "lost_exchange"}, {"earlier_hit_shakes": False}):
        told = fight(unit("red 8"), team, [(11, 12)], penalties_add_up=True, **rulings)
        assert told.exchanges[0].attacker_total == 11
        assert told.exchanges[0].defender_total == 12 - BOTH_PENALTIES
        assert cited(told, "Defender starts the melee shaken") == {"PT-M12"}
        assert "before the melee" not in str(told)
    told = fight(unit("red 8", shaken=True, hits=hits), unit("red 5"), [(11, 12)])
    assert (told.exchanges[0].attacker_total, told.exchanges[0].defender_total) == (9, 12)
    assert cited(told, "Attacker starts the melee shaken") == {"PT-M12"}


@pytest.mark.rule("PT-M12", "R-M2", "R-M6", "R-M10")
@in_turn("costs", [{"loser_takes_hit": False}, {"hits_to_remove": 3}])
@in_turn("shakes", [True, False])
def test_a_loser_survives_shaken_and_enters_his_next_melee_so(
    costs: dict[str, object], shakes: bool
) -> None:
    """Where only a lost exchange shakes, and the first decision ends the melee."""
    read = {
        "shaken_by": "lost_exchange",
        "melee_ends": "first_decision",
        "earlier_hit_shakes": shakes,
        **costs,
    }
    told = fight(unit("red 8"), unit("red 9"), [(12, 10)], complete=True, **read)
    assert told.exchanges[0].both_stand
    assert cited(told, "Defender is shaken, and starts its next melee shaken") == {"PT-M12"}
    hits = 1 + bool(told.pairing.rulings.loser_takes_hit)
    able, baker = told.survivors
    assert (able, baker) == (unit("red 8", hits=1), unit("red 9", hits=hits, shaken=True))
    assert able
    assert baker
    following = fight(baker, able, [(12, 10)], complete=True, **read)
    assert following.exchanges[0].attacker_total == 10
    assert following.exchanges[0].defender_total == 10
    # The other way round: the attacker loses.
    told = fight(unit("red 9"), unit("red 8"), [(10, 12)], complete=True, **read)
    assert cited(told, "Attacker is shaken, and starts its next melee shaken") == {"PT-M12"}
    assert told.survivors == (unit("red 9", hits=hits, shaken=True), unit("red 8", hits=1))


@pytest.mark.rule("PT-M12", "PT-M16", "PT-M17", "R-M10")
def test_what_a_melee_leaves() -> None:
    """The removed are gone; a hit alone does not make a unit shaken for good: R-M10 asks later."""
    covered = unit("black 7", in_cover=True)
    assert fight(unit("red 8"), covered, [(12, 9)]).survivors == (unit("red 8", hits=1), None)
    assert fight(unit("red 8"), covered, [(7, 9)]).survivors == (None, covered)
    drawn = fight(unit("red 8"), covered, [(9, 9)])
    assert drawn.survivors == (unit("red 8", hits=1), unit("black 7", in_cover=True, hits=1))
    once_lost = fight(unit("red 8"), unit("red 7"), [(12, 4), (6, 8)], hits_to_remove=3)
    assert once_lost.survivors == (unit("red 8"), unit("red 7", hits=2, shaken=True))
    still = unit("red 8", shaken=True)
    assert fight(still, unit("black 7"), []).survivors == (still, unit("black 7"))


@pytest.mark.rule("PT-M12", "PT-M18", "R-M2")
@in_turn(
    ("rolls", "shaken"),
    [
        ((10, 10), {"any_hit": (1, 1), "lost_or_drawn_hit": (1, 1), "lost_exchange": (0, 0)}),
        ((12, 10), {"any_hit": (1, 1), "lost_or_drawn_hit": (0, 1), "lost_exchange": (0, 1)}),
        ((10, 7), {"any_hit": (0, 1), "lost_or_drawn_hit": (0, 1), "lost_exchange": (0, 1)}),
        ((4, 6), {"any_hit": (0, 0), "lost_or_drawn_hit": (0, 0), "lost_exchange": (0, 0)}),
    ],
)
def test_who_is_shaken_by_which_reading(
    rolls: tuple[int, int], shaken: dict[str, tuple[int, int]]
) -> None:
    """A draw with two hits; a winner that is hit; one that is not; nothing at all."""
    for reading, wanted in shaken.items():
        told = fight(unit("red 8"), unit("red 8"), [rolls], shaken_by=reading, hits_to_remove=5)
        state = told.state
        assert (state.attacker_shaken, state.defender_shaken) == tuple(map(bool, wanted))
        if reading != "any_hit":  # where each hit shakes, R-M10 asks of the next melee
            assert [each.shaken for each in told.survivors if each] == [*map(bool, wanted)]
