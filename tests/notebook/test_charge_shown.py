"""What the book shows of one charge: dice, told steps, maps, pictures and the explorer are true."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.notebook.display import for_notebook
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory import page as show
from rules_lib.triumph_and_glory.charge import Place
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex, front
from rules_lib.triumph_and_glory.page.charges import ChargeMap
from rules_lib.triumph_and_glory.page.verdicts import HOLDS, called, moved_on, verdict
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import SECONDARY

DUVAL = Cavalry("Duval", 5, heavy=True)
GORIN = Cavalry("Gorin", 6, heavy=False)
ORLOV = Infantry("Orlov", 5)
START, FAR = Hex(0, 1), Hex(3, 1)
STRAIGHT = [Hex(1, 1), Hex(2, 1)]


def field(*others: Placed, ground: dict[Hex, Terrain] | None = None, rider: Unit = DUVAL) -> Board:
    units = [Placed(rider, START, "attacker", 5), Placed(ORLOV, FAR, "defender", 2), *others]
    return Board.filled(Terrain("clear", 1), width=4, height=3, units=units, changes=ground or {})


def judged(board: Board) -> ChargeMap:
    return show.charge_map(board, {"Duval": [*STRAIGHT, FAR]}, "May it?")


# ------------------------------------------------------------------ told charges

DICE = [5, 5, 6, 5, 3]
TOLD = charge.adjudicate(show.duel(), DICE, {"square": True, "recall": True}, complete=True)


def test_a_told_charge_draws_each_die_in_the_colour_of_its_side() -> None:
    told = show.tell_charge(TOLD, "A charge")
    throws = [step.throw for step in TOLD.steps if step.throw]
    assert throws == ["first", "second", "first", "first", "first"]
    drawn = [told.drawings[at] for at in sorted(told.drawings)]
    assert [each.alt[-1] for each in drawn] == [str(face) for face in DICE]
    assert [f"--rb-{side}" in each.svg for side, each in zip(throws, drawn, strict=True)] == [
        True
    ] * len(DICE)


@pytest.mark.rule("TG-9.81-3", "TG-9.81-5")
def test_a_single_step_is_told_with_its_own_dice() -> None:
    commitment = show.tell_step(TOLD, "TG-9.81-3", "Step 3")
    assert [each.alt for each in commitment.drawings.values()] == ["ten-sided die: 5"]
    assert all("TG-9.81-3" in step.clauses for step in commitment.steps)
    recall = show.tell_step(TOLD, "TG-9.81-5", "Step 5")
    assert "must charge" in str(recall)
    assert "commit" not in str(recall)
    assert {step.throw for step in recall.steps} == {"", "first"}


# ------------------------------------------------------------------ maps

MUD, MARSH, WOODS = Terrain("mud", 3), Terrain("marsh", 2), Terrain("woods", 3)
LIGHT_IN_FRONT = Placed(GORIN, Hex(2, 0), "defender", 1)
BOARDS = [
    field(),
    field(rider=DUVAL.ordered(Order.DISORDERED)),
    field(Placed(Infantry("Zotov", 4), Hex(0, 2), "defender", 3)),
    field(ground={Hex(1, 1): MUD, FAR: MARSH}),
    field(LIGHT_IN_FRONT),
    field(ground={Hex(2, 1): WOODS}),
]


def test_reasons_call_the_hexes_as_the_map_does() -> None:
    for board in BOARDS:
        for reason in judged(board).asked["Duval"].reasons:
            assert "(" not in reason.replace("(secondary source", "")
    (reason,) = judged(field(LIGHT_IN_FRONT)).asked["Duval"].reasons
    assert reason.startswith("The path does not end in hex a, a front hex of Gorin")
    letters = {Hex(0, 0): "a", Hex(1, 0): "b"}
    told = called("At (0, 0) and at (1, 0) it turns.", field(), letters)
    assert told == "In hex a and in hex b it turns."


@pytest.mark.rule("TG-9.81a", "TG-9.81e")
def test_several_charges_are_judged_each_by_itself() -> None:
    second = Placed(Cavalry("Petit", 4, heavy=False), Hex(0, 2), "attacker", 5)
    hill = {Hex(0, 2): MUD, Hex(1, 2): MUD}
    board = field(second, ground=hill)
    ways = {"Duval": [*STRAIGHT, FAR], "Petit": [Hex(1, 2), FAR]}
    both = show.charge_map(board, ways, "Who may?")
    assert both.asked["Duval"].legal
    assert not both.asked["Petit"].legal
    alt = both.drawing.alt
    assert "Charge 1, attacker: from (0, 1) over (1, 1) and (2, 1) up to (3, 1)." in alt
    assert "Charge 2, attacker: from (0, 2) over (1, 2) up to (3, 1)." not in alt
    assert "Duval may charge Orlov.\nOrlov cannot charge. TG-9.81a: " in str(both)
    assert "Petit may not charge Orlov. TG-9.81" in str(both)
    with pytest.raises(InvalidValue, match="way of 'Duval'"):
        show.charge_map(board, {"Duval": []}, "Who may?")
    with pytest.raises(InvalidValue, match="Nobody"):
        show.charge_map(board, {"Nobody": [FAR]}, "Who may?")


def may(name: str, target: Hex, board: Board) -> bool:
    """Whether there is a legal path."""
    try:
        return bool(charge.paths(name, target, board))
    except UnspecifiedBySource:
        return False


@pytest.mark.slow
@pytest.mark.rule("TG-9.81a", "TG-9.81b", "TG-9.81c", "TG-9.81d", "TG-9.81e", "TG-9.81f")
def test_what_the_map_says_of_every_unit_is_what_the_engine_says() -> None:
    """Here and in each hex near by; the entry names the clauses, the hexes, and nothing else.

    The map marks the hexes that offend.
    """
    for board in BOARDS:
        shown = judged(board)
        duval = shown.asked["Duval"]
        offends = {each.hex for each in duval.violations}
        marked = [part for part in shown.drawing.alt.split("Hex ") if "breaks a rule" in part]
        assert {part.partition(")")[0] for part in marked} == {f"({at.q}, {at.r}" for at in offends}
        assert duval.head == f"Duval {'may not' if offends else 'may'} charge Orlov."
        assert {*duval.holds} == {*HOLDS} - {each.clause for each in duval.violations}
        assert list(shown.asked) == [each.name for each in board.units]
        for asked in (*shown.asked.values(), *shown.moved):
            whole = asked not in shown.moved
            said = asked
            name, here = said.unit.name, said.board
            assert here == board.moved(name, said.unit.hex, said.unit.facing)
            seen = {(said.unit.hex, said.target): True} if said.unsaid else None
            if seen:
                with pytest.raises(UnspecifiedBySource, match=re.escape(said.unsaid)):
                    charge.legality(name, said.path, said.target, here)
            forbidden = charge.legality(name, said.path, said.target, replace(here, sight=seen))
            assert list(said.violations) == list(forbidden)
            item = ElementTree.fromstring(asked.item(shown.written, whole=whole))
            named = item.get("data-holds", "").split()
            cited = [link.text for link in item.iter("a")]
            assert [*cited, *named] == [*(each.clause for each in forbidden), *asked.holds]
            assert all(link.attrib["href"] == f"rule:{link.text}" for link in item.iter("a"))
            if not said.charges:
                assert "data-path" not in item.attrib
                assert list(forbidden) == ["TG-9.81a"]
                continue
            way = [f"{at.q},{at.r}" for at in (*said.path, said.target)]
            assert item.attrib["data-path"].split() == way
            offending = [f"{each.hex.q},{each.hex.r}" for each in forbidden]
            assert item.attrib["data-offends"].split() == offending
            enemies = {each.hex for each in here.enemies_of(said.unit.side)}
            free = {at for at in enemies if may(name, at, here)}
            assert set(said.others) - {said.target} == free - {said.target}
            riders = [each.name for each in here.enemies_of(said.unit.side)]
            assert list(said.by) == [each for each in riders if may(each, said.unit.hex, here)]
        moved = [each.unit for each in shown.moved]
        places = [(each.name, each.hex, each.facing) for each in moved]
        assert len(places) == len(set(places)) > 4


@pytest.mark.rule("TG-9.81-1")
def test_without_a_way_the_best_one_is_judged() -> None:
    away = Cavalry("Duval", 5, heavy=True)
    units = [Placed(away, Hex(0, 1), "attacker", 2), Placed(ORLOV, Hex(2, 1), "defender", 2)]
    board = Board.filled(Terrain("clear", 1), width=4, height=3, units=units)
    best = verdict(board, "Duval")
    assert best.legal
    assert len(best.path) == 2, "one corner in each hex of the path: the direct way is too short"
    direct = verdict(board, "Duval", way=[Hex(1, 1), Hex(2, 1)])
    assert list(direct.violations) == ["TG-9.81-1"]
    assert direct.others == (Hex(2, 1),), "by another path it may"
    assert "By another path" in str(show.charge_map(board, {"Duval": [Hex(1, 1), Hex(2, 1)]}, "?"))
    lone = Board.filled(Terrain("clear", 1), width=4, height=3, units=units[:1])
    with pytest.raises(InvalidValue, match="with enemies"):
        verdict(lone, "Duval")


@pytest.mark.rule("TG-9.81c")
def test_what_the_source_leaves_open_is_no_verdict() -> None:
    wood = {Hex(1, 0): Terrain("woods", 2)}
    units = [Placed(DUVAL, Hex(0, 1), "attacker", 5), Placed(ORLOV, Hex(1, -1), "defender", 2)]
    board = Board.filled(Terrain("clear", 1), radius=2, units=units, changes=wood)
    shown = show.charge_map(board, {}, "May it?")
    asked = shown.asked["Duval"]
    assert asked.unsaid
    assert not asked.legal
    assert asked.head == "Duval charges Orlov: the source does not say."
    assert "TG-9.81c" not in asked.holds
    assert asked.unsaid in str(shown)


def test_a_notebook_gets_the_map_and_all_answers_and_no_instructions() -> None:
    shown = for_notebook(judged(field())._repr_html_())
    assert "Duval may charge Orlov." in shown
    assert "template" not in shown
    assert "Tap" not in shown


def test_a_charger_is_asked_as_it_would_face_where_it_is() -> None:
    board = field()
    here = board.find("Duval")
    turned = [each.unit.facing for each in moved_on(board, "Duval") if each.unit.hex == here.hex]
    assert turned == [each for each in range(6) if each != here.facing]
    free = replace(board, units=[replace(each, facing=None) for each in board.units])
    assert here.hex not in [each.unit.hex for each in moved_on(free, "Duval")]


def test_a_stack_stays_together() -> None:
    second = Placed(Cavalry("Petit", 4, heavy=True), START, "attacker", 5)
    board = field(second)
    assert list(moved_on(board, "Duval")) == []
    assert {each.unit.name for each in judged(board).moved} == set()
    assert 'data-names="Duval|Petit"' in judged(board).drawing.svg


@pytest.mark.rule("TG-9.81-9", "TG-9.87a")
def test_a_charge_goes_over_the_map_with_its_dice() -> None:
    units = Cavalry("Duval", 5, 4, 4, heavy=True), Infantry("Orlov", 5, 4, 4)
    situation = charge.Situation.of([charge.Stack(units[:1])], [charge.Target(units[1:])])
    ways, plan = {"Duval": [*STRAIGHT, FAR]}, {"square": False}
    dice = [0, 9, 9]
    later = {2: {"Duval": FAR, "Orlov": Hex(2, 2)}}
    shown = show.walk_charge(field(), ways, situation, dice, plan, later, "Who?")
    walk = shown.walk
    assert walk is not None
    start, beside, advanced, end = map(str, walk.stages)
    assert len(walk.stages) == len(dice) + 1 == len(walk.told.drawings) + 1
    assert "Hex (0, 1): Duval (heavy cavalry, attacker, good order" in start
    assert "Hex (2, 1): Duval (heavy cavalry, attacker, good order" in beside
    assert "Hex (3, 1): Duval (heavy cavalry, attacker, good order" in advanced, "with this die"
    assert "Hex (3, 1): Duval (heavy cavalry, attacker, disordered" in end
    assert "Orlov (infantry" not in end
    assert "Orlov withdrawn" in end
    assert "Off the map: Orlov withdrawn." in shown._repr_html_()
    for count, stage in enumerate(walk.stages):
        now = charge.adjudicate(situation, dice[:count], plan)
        for name, fate in now.fates.items():
            assert f"{name} {fate}" in str(stage)
            drawn = re.search(rf"{name} \(.*?\)", str(stage))
            assert (drawn is None) == (fate.place == Place.WITHDRAWN)
            assert drawn is None or f" {fate.order}, " in drawn[0]
    assert "Who?" in str(shown)
    assert str(walk.told) in str(shown)


def test_a_legal_charge_leads_to_its_dice() -> None:
    asked = show.regiment().asked
    assert {name: bool(each.dice) for name, each in asked.items()} == {
        "Orlov": False,
        "Duval": True,
        "Petit": False,
        "Remy": False,
    }
    assert asked["Duval"].dice.startswith("dice:cavalry?charger.where=--charger&charger.kind=heavy")
    assert "target.clear=1" in asked["Duval"].dice


def test_zones_and_fronts_are_lit() -> None:
    zotov = Placed(Infantry("Zotov", 4), Hex(1, 0), "defender", 1)
    asked = judged(field(zotov, LIGHT_IN_FRONT)).asked
    assert set(asked["Zotov"].zone) == set(field().neighbours(Hex(1, 0)))
    assert set(asked["Gorin"].front) == {Hex(1, 1), Hex(2, 1)}
    square = ORLOV.ordered(Order.SQUARE)
    board = Board.filled(
        Terrain("clear", 1),
        radius=2,
        units=[Placed(square, Hex(0, 0), "defender"), Placed(DUVAL, Hex(2, 0), "attacker")],
    )
    in_square = verdict(board, "Orlov")
    assert in_square.zone == ()
    assert len(in_square.front) == 6
    assert verdict(board, "Duval").front == (), "its facing is not said"


@pytest.mark.rule("R-N5")
def test_the_fronts_under_each_reading() -> None:
    pictures = show.fronts_read().parts
    for picture, count in zip(pictures, (2, 1, 3), strict=True):
        ahead = front(Hex(0, 0), 0, count)
        assert str(picture).count(", front hex.") == len(ahead) == count


@pytest.mark.rule("R-N22", "R-N5")
@in_turn(
    ("unit", "front_hexes", "flanks", "counted"),
    [
        (ORLOV, 2, 0, "count as rear"),
        (GORIN, 2, 2, "count as front only for an attacker’s position"),
        (GORIN.ordered(Order.DISORDERED), 2, 0, "count as rear"),
        (ORLOV.ordered(Order.SQUARE), 6, 0, ""),
    ],
)
def test_front_flank_and_rear_are_three_things(
    unit: Unit, front_hexes: int, flanks: int, counted: str
) -> None:
    alt = show.around(unit, 5, "Where?").alt
    assert f"covers {front_hexes} of its 6 hexes as front." in alt
    assert ("flank hexes" in alt) == bool(counted)
    assert counted in alt
    # The hexes themselves: what is hatched as front, as flank, and not at all.
    assert alt.count(", front hex.") == front_hexes
    assert alt.count(", flank of cavalry.") == flanks
    assert alt.count("“rear”") == (0 if front_hexes == 6 else 2)
    assert alt.count("“flank”") == (0 if front_hexes == 6 else 2)


# ------------------------------------------------------------------ what is borrowed


def test_every_borrowed_number_is_marked_as_such() -> None:
    rows = show.borrowed().table.rows
    assert all(row[2].startswith("secondary source") for row in rows)
    shown = " ".join(" ".join(row) for row in rows)
    for ratio in SECONDARY.ratios:
        assert f"{ratio.attack}–{ratio.defence}" in shown
    for row in SECONDARY.results.rows:
        assert row.results in shown
        assert row.basis
        assert f"secondary source Shock Resolution Table: {row.basis}" in shown
    assert any(row[0] == "cohesion" and "best minus" in row[1] for row in rows)
    assert ("batteries alone in a hex", "2 of one group, at most 6 strength points together",
            "secondary source 6.21") in rows  # fmt: skip
