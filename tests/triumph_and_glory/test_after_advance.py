"""What those meet who move on after a fight: pursuit, breakthrough, counter-shock on the map."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Intent, Situation, Target
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Order
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import foot, gun, light, reading
from tests.triumph_and_glory.maps import *

V = russian(foot("V"), NW, 2)
"""Behind Y."""


def beyond(situation: Situation) -> list[str]:
    return [each.name for each in only(situation)[1].beyond]


@pytest.mark.rule("TG-9.87c")
def test_with_nobody_behind_only_the_retreated_are_met() -> None:
    target = only(read(A, Y))[1]
    assert (target.beyond, target.chargeable_after_retreat) == ((), True)
    # Not those who are attacked, friends of the pursuer, nor who stands farther off.
    others = french(foot("I"), SW, 2), russian(foot("X"), Hex(-2, 0), 2)
    assert beyond(read(A, Y, *others, said={"retreat_to": {MIDDLE: W}})) == []


@pytest.mark.rule("TG-9.87a", "TG-9.87c")
@in_turn(
    ("to", "facing", "met"),
    [
        # The pursuer faces whom it follows: W is direction 3, in front of the facings 2 and 3.
        (W, 2, False),  # SW and W
        (W, 3, True),  # W and NW, where V stands
        (SW, 1, False),
        (SW, 2, False),
        (SW, None, False),
    ],
)
def test_where_they_go_and_how_it_turns_decides_who_is_met(
    to: Hex, facing: int | None, met: bool
) -> None:
    turned = {} if facing is None else {MIDDLE: facing}
    said = {"retreat_to": {MIDDLE: to}, "pursuit_facing": turned}
    assert beyond(read(A, Y, V, said=said)) == (["V"] if met else [])


@pytest.mark.rule("TG-9.87a", "TG-9.87c")
def test_what_decides_must_be_said() -> None:
    with pytest.raises(
        InvalidValue, match=r"retreat_to of \(0, 0\): None .* \(-1, 1\) or \(-1, 0\)"
    ):
        read(A, Y, V)
    to_west = {"retreat_to": {MIDDLE: W}}
    with pytest.raises(InvalidValue, match=r"pursuit_facing of \(0, 0\): None .* 2 or 3: it"):
        read(A, Y, V, said=to_west)
    assert beyond(read(A, Y, V, said={**to_west, "pursuit_facing": {MIDDLE: 3}})) == ["V"]
    # Facing 2 it can follow either way, and meets nobody; facing 3 it follows to W only.
    assert beyond(read(A, Y, V, said={"pursuit_facing": {MIDDLE: 2}})) == []
    with pytest.raises(InvalidValue, match=r"retreat_to of \(0, 0\)"):
        read(A, Y, V, said={"pursuit_facing": {MIDDLE: 3}})


@in_turn(
    ("said", "message"),
    [
        ({"retreat_to": {MIDDLE: E}}, r"retreat_to of \(0, 0\): .* one of \(-1, 1\), \(-1, 0\)"),
        ({"retreat_to": {MIDDLE: NE}}, r"retreat_to of \(0, 0\): .* one of"),
        ({"retreat_to": {MIDDLE: Hex(9, 9)}}, r"retreat_to of \(0, 0\): .* a hex of the board"),
        ({"pursuit_facing": {MIDDLE: 0}}, r"pursuit_facing of \(0, 0\): 0 .* 1 or 2 or 3 or 4"),
        ({"pursuit_facing": {MIDDLE: 1}, "retreat_to": {MIDDLE: W}},
         r"pursuit_facing of \(0, 0\): 1 .* 2 or 3"),
    ],
)  # fmt: skip
def test_what_is_said_must_be_possible(said: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        read(A, Y, said=said)


def test_a_hex_that_is_closed_is_none_to_retreat_to() -> None:
    lakes = dict.fromkeys((W, NW, SW), Terrain("lake", None))
    with pytest.raises(InvalidValue, match=r"retreat_to of \(0, 0\): .* none: no hex is open"):
        read(field(A, Y, changes=lakes), said={"retreat_to": {MIDDLE: W}})
    # Who cannot get away is not pursued; what stands behind does not matter then.
    full = russian(foot("X"), NW, 2), russian(foot("Z"), NW, 2)
    assert beyond(read(field(A, Y, *full, changes=dict.fromkeys((W, SW), lakes[W])))) == []


@pytest.mark.rule("TG-9.87c")
def test_those_to_whom_the_retreated_come_are_met() -> None:
    lakes = dict.fromkeys((W, SW), Terrain("lake", None))
    friends = russian(foot("V", 3, brigade="x"), NW, 4)
    found = only(read(field(A, Y, friends, changes=lakes)))[1]
    # Friends are the last resort, and open; there the pursuer meets them both.
    assert found.retreat == "open"
    assert [each.units for each in found.beyond] == [(friends.unit,)]


@pytest.mark.rule("TG-9.87c", "R-N3", "TG-9.85a")
def test_what_is_known_of_an_enemy_met_in_pursuit() -> None:
    watcher = french(foot("I"), Hex(-1, -1), 2)  # west of V
    said = {"retreat_to": {MIDDLE: W}, "pursuit_facing": {MIDDLE: 3}}
    (met,) = only(read(A, Y, V, watcher, said=said))[1].beyond
    # It comes to V from the south-east, direction 1 of V, which faces SW and W: beside its front.
    expected = Target(
        (V.unit,),
        clear_terrain=True,
        clear_after_retreat=True,
        in_enemy_zoc=True,
        met_through="flank",
        in_enemy_front=False,
    )
    assert met == expected
    assert (met.way_out, met.counter_shocks) == (None, None)
    assert not only(read(A, Y, V, said=said))[1].beyond[0].in_enemy_zoc


@pytest.mark.rule("TG-9.86a")
def test_cavalry_met_in_pursuit_may_stand_in_front_of_another_enemy() -> None:
    watcher = french(foot("I"), Hex(-1, -1), 5)  # V is east of it
    k = russian(light("V"), NW, 1)
    said = {"retreat_to": {MIDDLE: W}, "pursuit_facing": {MIDDLE: 3}}
    (met,) = only(read(A, Y, k, watcher, said=said))[1].beyond
    assert (met.in_enemy_front, met.met_through) == (True, "front")


@pytest.mark.rule("R-N10", "TG-9.81e")
def test_ground_that_forbids_a_charge_in_pursuit() -> None:
    said = {"retreat_to": {MIDDLE: W}, "pursuit_facing": {MIDDLE: 3}}
    for ground in (VILLAGE, Terrain("marsh", 2), Terrain("clear", 3)):
        behind = only(read(field(A, Y, changes={W: ground}), said=said))[1]
        assert behind.chargeable
        assert not behind.chargeable_after_retreat
        (met,) = only(read(field(A, Y, V, changes={NW: ground}), said=said))[1].beyond
        assert not met.chargeable
    stream = only(read(field(A, Y, V, hexsides={(MIDDLE, W): 2, (MIDDLE, NW): 1}), said=said))[1]
    assert not stream.chargeable_after_retreat
    assert stream.beyond[0].chargeable


@pytest.mark.rule("R-N10")
def test_where_the_ground_behind_differs_the_way_must_be_said() -> None:
    board = field(A, Y, changes={W: VILLAGE})
    with pytest.raises(InvalidValue, match=r"retreat_to of \(0, 0\): None"):
        read(board)
    for to in (W, NW, SW):
        found = only(read(board, said={"retreat_to": {MIDDLE: to}}))[1]
        assert found.chargeable_after_retreat == (to != W)


@pytest.mark.rule("R-N10", "TG-9.81e")
@pytest.mark.parametrize("pursuit_terrain", ["binds", "lapses"])
def test_the_ground_behind_ends_the_pursuit(pursuit_terrain: str) -> None:
    board = field(A, Y, changes={W: VILLAGE})
    found = read(board, said={"retreat_to": {MIDDLE: W}})
    plan: dict[str, str | bool] = {"square": False, "counter-shock": False, "go on": "charge"}
    odds = charge.odds(found, plan, reading(pursuit_terrain=pursuit_terrain))
    assert (odds.asked("pursuit 1: fight A") == 0) == (pursuit_terrain == "binds")


def test_a_retreat_of_the_pursuer() -> None:
    # In the middle, it would retreat from W to E, NE or SE.
    assert only(read(A, Y))[1].pursuer_retreat == "open"
    faced = {
        "retreat_to": {MIDDLE: W},
        "pursuit_facing": {MIDDLE: 2},
    }
    watchers = (
        russian(gun("G"), Hex(1, 1), 3),  # (0, 1) is west of it, (1, 0) north-west
        russian(gun("H"), Hex(2, -2), 1),  # (1, -1) is south-west of it
    )
    turned = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))
    found = only(read(A, Y, *watchers, intents=[turned], said=faced))[1]
    assert found.pursuer_retreat == "enemy_front"
    one = only(read(A, Y, watchers[0], intents=[turned], said=faced))[1]
    assert one.pursuer_retreat == "open"


def test_a_retreat_of_the_pursuer_that_hangs_on_who_pursues_is_left_open() -> None:
    # Back from the middle, E and NE lie in front of a gun, and SE behind a wall. A finds friends
    # with room in both hexes; B finds two of them at E, and nobody where it came from.
    b, idle = french(light("B"), Hex(3, -3), 1), french(light("C", order=Order.DISORDERED), E, 2)
    intents = [
        Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2)),
        Intent(("B",), MIDDLE, (Hex(2, -2), NE), (1, 2)),
    ]
    guard = russian(gun(), Hex(2, -1), 2)
    said = {"retreat_to": {MIDDLE: W}, "pursuit_facing": {MIDDLE: 2}}
    units = (A, b, idle, Y, guard)
    board = field(*units, hexsides={(MIDDLE, SE): None})
    with pytest.raises(UnspecifiedBySource, match=r"a retreat from \(0, 0\), which depends on who"):
        read(board, intents=intents, said=said)
    without_wall = field(*units)
    target = read(without_wall, intents=intents, said=said).attacks[0].targets[0]
    assert target.pursuer_retreat == "open"


@pytest.mark.rule("TG-9.73b")
@pytest.mark.parametrize(
    ("facing", "names"),
    [
        (2, ["V", "X"]),  # it enters the middle without turning: SW and W are in front
        (3, ["X", "Z"]),  # W and NW
    ],
)
def test_infantry_that_breaks_through_does_not_turn(facing: int, names: list[str]) -> None:
    i = french(foot("I"), E, facing)
    others = [
        russian(foot("V"), SW, 2), russian(foot("X"), W, 2), russian(foot("Z"), NW, 2),
    ]  # fmt: skip
    y = russian(foot("Y"), MIDDLE, 5)
    shut = {SW: "V", W: "X", NW: "Z"}
    for left_open in shut:
        there = [each for each in others if each.hex != left_open]
        expected = [name for name in names if name != shut[left_open]]
        found = read(i, y, *there, intents=[Intent(("I",), MIDDLE)])
        assert sorted(beyond(found)) == expected


@pytest.mark.rule("TG-9.73a")
def test_cavalry_that_merely_shocks_goes_no_farther() -> None:
    shock = Intent(("L",), MIDDLE)
    found = only(read(french(light("L"), E, 2), Y, V, intents=[shock]))[1]
    assert (found.beyond, found.chargeable_after_retreat) == ((), True)


@pytest.mark.rule("TG-9.72b", "TG-9.87a")
def test_of_cavalry_and_infantry_the_pursuit_counts() -> None:
    i = french(foot("I"), NE, 1)
    said = {"retreat_to": {MIDDLE: SW}}
    intents = [FROM_EAST, Intent(("I",), MIDDLE)]
    (attack,) = read(A, i, Y, V, intents=intents, said=said).attacks
    assert attack.targets[0].beyond == ()


def test_an_enemy_that_would_be_met_in_two_ways_is_refused() -> None:
    # V stands behind Y and behind Z; a situation holds it once.
    z, v = russian(foot("Z"), NW, 5), russian(foot("V"), Hex(-1, 0), 5)
    b = french(light("B"), Hex(2, -3), 1)
    intents = [
        Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2)),
        Intent(("B",), NW, (Hex(2, -2), Hex(1, -1)), (1, 2)),
    ]
    said: dict[str, Any] = {
        "retreat_to": {MIDDLE: SW, NW: Hex(-1, -1)},
        "pursuit_facing": {MIDDLE: 2, NW: 2},
    }
    with pytest.raises(InvalidValue, match=r"intents: 'V met after Y and after Z'"):
        read(A, b, Y, z, v, intents=intents, said=said)
    said["pursuit_facing"] = {MIDDLE: 2, NW: 3}
    parts = read(A, b, Y, z, v, intents=intents, said=said).attacks
    assert [[t.name for t in each.targets[0].beyond] for each in parts] == [["V"], []]


@pytest.mark.rule("TG-9.87c")
def test_enemies_all_around_are_read_once() -> None:
    """A ring of enemies, each of them behind another, comes to an end."""
    ring = [russian(foot(f"R{n}"), at, 5) for n, at in enumerate(W.neighbours) if at != MIDDLE]
    said = {"retreat_to": {MIDDLE: W}, "pursuit_facing": {MIDDLE: 3}}
    found = only(read(A, Y, *ring, said=said))[1]
    assert [each.beyond for each in found.beyond] == [()]
