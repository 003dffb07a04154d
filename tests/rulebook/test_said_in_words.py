"""Sentences that say who, when or which way: each holds as long as the engine does so.

A fact is a function that asks the engine. The sentences in which clauses, chapters, sheets and
stories tell it are in ``said_in_words.toml``: what says it in other words says so there.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rules_lib.errors import IllegalAction
from rules_lib.in_die_tiefen import Party, Tactic, aftermath, battle, tactic_dice
from rules_lib.in_die_tiefen.battle import Winner
from rules_lib.notebook.palette import LIGHT
from rules_lib.paper_tigers import Card, charge, command, melee, sniper
from rules_lib.paper_tigers import sudden_strike as strike
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.rulebook import catalog
from rules_lib.rulebook.numbers import WORDS
from rules_lib.triumph_and_glory import charge as cavalry
from rules_lib.triumph_and_glory import example
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    HEAVY_CHARGE_DRM,
    SQUARE_DRM,
    charge_drm,
)
from rules_lib.triumph_and_glory.map.board import NO_CHARGE_AT
from rules_lib.triumph_and_glory.units import Order
from tests.in_turn import in_turn
from tests.rulebook.test_said_in_numbers import CLAUSES, PAGES
from tests.triumph_and_glory.charging import (
    ONE_BRIGADE,
    ask,
    at,
    fates,
    foot,
    gun,
    heavy,
    jaeger,
    keys,
    light,
    one,
    riders,
    run,
    shockers,
)

ROOT = Path(__file__).parents[2]
RED, BLACK = Card("red", 7), Card("black", 7)
Fact = Callable[[], object]
TOLD: Mapping[str, Mapping[str, str | list[str]]] = tomllib.loads(
    Path(__file__).with_name("said_in_words.toml").read_text("utf-8")
)
"""For each fact below the places that tell it, and the words in which they do."""


def squad(value: int, **what: bool | int) -> melee.Combatant:
    return melee.Combatant(Card("red", value), **what)  # type: ignore[arg-type] # its fields


def blow(attacker: melee.Combatant, defender: melee.Combatant, *roll: int) -> melee.Exchange:
    return melee.adjudicate(attacker, defender, [roll], complete=False).exchanges[0]


# ---------------------------------------------------------------- Paper Tigers


def reaching_is_enough() -> object:
    return [command.CommandTest(RED, "charge", total).passed for total in (6, 7)] == [False, True]


def black_moves() -> object:
    return (RED.movement_dice, BLACK.movement_dice) == (2, 3)


def red_fights() -> object:
    return (RED.combat_dice, BLACK.combat_dice) == (3, 2) == (RED.dice_for("shot"), 2)


def refused() -> charge.Action:
    return charge.adjudicate(squad(7), squad(5), movement_roll=9, charge_roll=6)


def who_fails_to_charge_stands_and_is_shot_at() -> object:
    steps = " ".join(step.text for step in refused().steps)
    return (
        refused().fight is None
        and "moves up to 10″, to within 10″ of Defender" in steps
        and "it stays where it stands, without cover" in steps
        and "Defender may shoot at Attacker once, and needs no activation" in steps
    )


def a_passed_charge_is_a_melee() -> object:
    fought = charge.adjudicate(squad(7), squad(5), movement_roll=9, charge_roll=7, rolls=[(12, 4)])
    return fought.fight is not None


def only_after_a_move_into_reach() -> object:
    far, stood = (charge.legality(squad(7), moved=m, distance=d) for m, d in ((6, 11), (0, 6)))
    return not charge.legality(squad(7), moved=6, distance=10) and far and stood


def both_may_hit() -> object:
    both = blow(squad(7), squad(8), 7, 8)
    return (
        both.attacker_hit and both.defender_hit and not blow(squad(8), squad(4), 7, 3).attacker_hit
    )


def losing_costs_a_hit() -> object:
    won = blow(squad(7), squad(5), 12, 9)
    assert (won.winner, won.attacker_takes, won.defender_takes) == ("attacker", 1, 2)
    return blow(squad(14), squad(10), 12, 9).winner is None


def the_defender_in_cover_rolls_again() -> object:
    assert blow(squad(7), squad(5, in_cover=True), 9, 6, 4).defender_total == 4
    with pytest.raises(IllegalAction, match="PT-M13"):
        blow(squad(7, in_cover=True), squad(5), 9, 6, 4)
    return True


def a_hit_tells_from_the_next_exchange_on() -> object:
    fought = melee.adjudicate(squad(7), squad(7), [(12, 12), (9, 9)], complete=False).exchanges
    later = blow(squad(7, hits=1), squad(7), 9, 9)
    deductions = [each.attacker_deduction.points for each in (*fought, later)]
    return deductions == [0, 2, 2]


def the_fight_goes_on_until_one_is_gone() -> object:
    drawn = melee.adjudicate(squad(7), squad(7), [(12, 12)], complete=False)
    return drawn.outcome == "goes_on" and blow(squad(7), squad(5), 12, 4).outcome == "attacker_wins"


TARGET = sniper.Target("infantry")


def shot(roll: int, **seen: object) -> sniper.Shot:
    return sniper.Shot(Card("red", 9), roll, TARGET, **seen)  # type: ignore[arg-type] # its fields


def seen(marker: str) -> sniper.Duel:
    return sniper.adjudicate([shot(8, drawn=5, spot_roll=9, marker=marker)])


def nobody_saves_against_him() -> object:
    return [sniper.adjudicate([shot(roll)]).shots[0].effect.damaged for roll in (8, 9)] == [0, 1]


def a_hit_costs_the_round() -> object:
    return sniper.adjudicate([shot(9)]).shots[0].effect.loses_activations


def all_markers_but_one_are_red() -> object:
    laid = [sniper.adjudicate([each]).position for each in (shot(3), sniper.Move())]
    return [(each.laid, each.reds, each.markers) for each in laid] == [
        (True, MARKERS - 1, MARKERS)
    ] * 2


def a_miss_is_looked_for_too() -> object:
    return seen("red").shots[0].attempted and not seen("red").shots[0].hit


def infantry_sees_worse() -> object:
    return sniper.spotting("infantry") < sniper.spotting("officer")


def green_is_he() -> object:
    found = seen("red").found, seen("green").found
    return found == (False, True) and seen("red").position.reds == MARKERS - 2


def a_red_marker_stays_out() -> object:
    read = [sniper.Rulings(), sniper.Rulings(markers_stay="new_each_shot")]
    left = [
        sniper.adjudicate([seen("red").events[0], shot(3)], rulings=each).position.reds
        for each in read
    ]
    return left == [MARKERS - 2, MARKERS - 1]


def struck(*dice: strike.Dice) -> strike.Result:
    return strike.adjudicate("infantry", strike.BUNKER, dice).results[-1]


def the_bunker_saves_first() -> object:
    held = struck(strike.Dice((5, 1, 2)))
    return held.fate == strike.Fate.UNAFFECTED and held.structure == strike.BUNKER


def a_bunker_that_fails_is_worth_less() -> object:
    failed = struck(strike.Dice((1, 2, 3), (5, 1))).structure
    return failed is not None and failed.value_left == strike.BUNKER.value_left - 1


def any_die_saves() -> object:
    saved = struck(strike.Dice((1, 2, 3), (5, 1)))
    return saved.fate == strike.Fate.SAVED and saved.activation_ends


def a_failed_save_is_a_hit() -> object:
    return struck(strike.Dice((1, 2, 3), (3, 1))).hits == 1


def a_joker_ends_the_activation() -> object:
    return (
        strike.adjudicate("infantry", None, [strike.Dice((), (1, 2))]).results[-1].activation_ends
    )


# ---------------------------------------------------------------- In die Tiefen


def the_circle_of_tactics() -> object:
    pairs = re.findall(r"(\w+) beats (\w+)", catalog().clauses["IDT-2.2"].text.lower())
    return len(pairs) == 3 and all(
        tactic_dice(Tactic(better), Tactic(worse)) == 2
        and not tactic_dice(Tactic(worse), Tactic(better))
        for better, worse in pairs
    )


def equal_tactics_give_nothing() -> object:
    return not any(tactic_dice(each, each) for each in Tactic)


def each_tactic_a_third_of_the_time() -> object:
    games = [battle.tactics_game(Party(a), Party(b)).equilibrium for a, b in ((5, 4), (3, 7))]
    return all(3 * each == 1 for game in games for each in (*game.rows, *game.columns))


def a_spy_is_worth_something() -> object:
    return battle.tactics_game(Party(5), Party(4)).guessing > 0


def circumstances_give_dice() -> object:
    given = Party.from_circumstances
    dice = [
        given(terrain=True),
        given(certain_death=True),
        given(fanaticism=1),
        given(outnumbers=99),
    ]
    return all(each.dice > given().dice for each in dice)


def deeds_give_dice() -> object:
    return Party.from_circumstances(deeds=2).dice == 3


def one_base_die() -> object:
    return Party.from_circumstances().dice == 1


COSTLY = battle.adjudicate(Party(3), Party(2), [5, 5, 4], [6, 1])
FEW = battle.adjudicate(Party(5, fanaticism=1), Party(2), [1, 1, 1, 2, 2], [6, 5])


def a_six_takes_an_enemy_die() -> object:
    superior = battle.adjudicate(Party(3, superior=True), Party(3), [6, 5, 4], [1, 1, 1])
    return (COSTLY.a.lost, COSTLY.b.lost, superior.b.lost) == (1, 0, 2)


def the_higher_rest_wins() -> object:
    return (COSTLY.winner, COSTLY.a.total, COSTLY.b.total) == ("a", 9, 7)


def fanatics_do_not_share_the_losses() -> object:
    return 2 * FEW.a.share_lost == 1  # two of five dice, one of them of fanaticism


def fanatics_die_sooner() -> object:
    return (FEW.a.lost, FEW.b.lost) == (2, 0)


def fanaticism_pays_against_few() -> object:
    def gain(own: int, enemy: int) -> object:
        plain, mad = (battle.odds(Party(own + n, n), Party(enemy)).a_wins for n in (0, 4))
        return mad - plain

    return gain(4, 1) > 0 > gain(6, 8)  # type: ignore[operator] # fractions


def the_loser_leaves() -> object:
    gone = aftermath.resolve(Winner.A, 2, None, wiped_out_b=True)
    left = [aftermath.resolve(Winner.A, *morale) for morale in ((2, 2), (4, 0))]
    assert [each.hexes for each in left] == [6, 2]
    return {each.loser for each in left} == {Winner.B} and gone.hexes is None


# ---------------------------------------------------------------- Triumph & Glory

FOOT, CAVALRY = (
    one(riders(heavy("A", 4)), at(foot("Y", 6))),
    one(riders(heavy("A")), at(heavy("Y"))),
)
SURE = one(riders(heavy("A", 9)), at(foot("Y", 6)), 20)
SQUARE = {"square": True, "recall": True}


def orders(told: cavalry.Charge) -> dict[str, Order | None]:
    return {name: fate.order for name, fate in told.fates.items()}


def the_light_slip_away_from_the_heavy() -> object:
    def slips(rider: cavalry.Stack, target: cavalry.Target) -> bool:
        return ask(one(rider, target)).startswith("retreat before shock")

    may = [
        slips(riders(heavy()), at(each)) for each in (light(), gun(horse=True), heavy("Y"), gun())
    ]
    return may == [True, True, False, False] and not slips(riders(light("A")), at(light()))


def who_commits_moves_up() -> object:
    stays = fates(run(FOOT, [5]))["A"]
    return stays == "uncommitted, good order" and fates(run(FOOT, [4, 2]))["A"].startswith(
        "next to"
    )


def foot_forms_square_and_horse_meets() -> object:
    return (ask(FOOT, [0]), ask(CAVALRY, [0])) == ("square Y", "counter-charge Y")


def a_square_may_be_left_alone() -> object:
    asked = [ask(FOOT, dice, {"square": True}) for dice in ([0, 0], [0, 9])]
    return asked == ["recall after square A", "fight A"]


def the_recalled_stay_in_good_order() -> object:
    stays = run(FOOT, [0, 0, 0], SQUARE)
    where = [step.text for step in stays.steps if "recalled" in step.text]
    return fates(stays)["A"] == "recalled, good order" and "in the hex it has reached" in where[-1]


def who_charged_is_disordered() -> object:
    met = run(CAVALRY, [0, 0, 4, 0], {"counter-charge": True})
    return set(orders(met).values()) == {Order.DISORDERED}


def who_only_shocked_is_not() -> object:
    return orders(run(one(shockers(heavy()), at(foot())), [0, 5, 7]))["A"] == Order.GOOD


def a_failed_square_disorders_jaegers_and_guns() -> object:
    beaten = one(riders(heavy("A", 4)), at(foot("Y", 6, order=Order.DISORDERED)))
    assert ask(beaten, [0]) == "fight A"
    stack = foot("Y", 6, **ONE_BRIGADE), jaeger("J", **ONE_BRIGADE), gun("G")
    tried = run(one(riders(heavy("A", 4)), at(*stack)), [0, 9], {"square": True})
    return {orders(tried)[each.name] for each in stack} == {Order.DISORDERED}


def a_square_takes_the_bonus() -> object:
    squared, line = run(FOOT, [0, 0, 5], {"square": True}), run(FOOT, [0, 5])
    return [each.results["fight A"] - 5 for each in (squared, line)] == [
        SQUARE_DRM,
        HEAVY_CHARGE_DRM,
    ]


def only_the_front_counter_charges() -> object:
    rear = one(riders(heavy("A"), through="rear"), at(heavy("Y")))
    beaten = one(riders(heavy("A")), at(heavy("Y", order=Order.DISORDERED)))
    return [ask(each, [0]) for each in (rear, beaten)] == ["fight A"] * 2


def a_counter_charge_takes_the_bonus() -> object:
    met = [run(CAVALRY, [0, die, 4], {"counter-charge": True}) for die in (0, 9)]
    return [each.results["fight A"] - 4 for each in met] == [0, HEAVY_CHARGE_DRM]


GUNS = one(riders(heavy("A", 4)), at(foot("Y", 6), gun("G", fire=9)))


def whom_the_guns_disorder_may_be_recalled() -> object:
    plan = {**SQUARE, "recall after square": False, "fire": "A"}
    came_up = [key for key in dict.fromkeys(keys(run(GUNS, [0, 0, 3, 0], plan))) if "recall" in key]
    return came_up == ["recall after square A", "recall after fire A"]


def heavy_cavalry_adds_more() -> object:
    mixed, of_light = charge_drm([heavy(), light()]), charge_drm([light(), light("M")])
    return charge_drm([heavy()]) == mixed > of_light == charge_drm([light()])


def ten_is_a_pursuit() -> object:
    gone = one(riders(heavy("A", 9)), at(foot("Y", 6), retreat="enemy_front"), 20)
    return "pursuit 1: fight A" in keys(run(SURE, [0, 0, 0])) and fates(run(gone, [0, 0])) == {
        "A": "advanced, disordered",
        "Y": "withdrawn",
    }


def the_best_stack_moves_in() -> object:
    two = one([shockers(heavy("A", 5), heavy("B", 3)), shockers(heavy("C", 4))], at(foot()), 20)
    told = fates(run(two, [0, 0, 0]))
    both = one([riders(heavy("A", 5)), riders(heavy("C", 4))], [at(foot("Y")), at(foot("Z"))], 20)
    moved = " ".join(
        step.text
        for step in cavalry.adjudicate(
            both, [0, 0, 9], {"square": False, "advance": "first", "pursuers": "first"}
        ).steps
    )
    assert "A advances" in moved
    assert "C advances" in moved
    beside = one([riders(heavy("A", 4)), shockers(foot("K", 6))], at(foot()), 20)
    ridden = fates(run(beside, [0, 0, 0], None, mixed_attack="together"))
    return [told[each].split(",")[0] for each in "ABC"] == ["advanced"] * 2 + [
        "next to the target"
    ] and (ridden["A"].startswith("advanced") and ridden["K"].startswith("next to"))


def an_abandoned_hex_need_not_be_taken() -> object:
    left = one(riders(heavy("A", 4)), at(light("Y")))
    return ask(left, [0], {"retreat before shock": True}).startswith("occupy")


def infantry_may_break_through() -> object:
    shock = one(shockers(foot("K", 9)), at(foot()), 20)
    return ask(shock, [0, 0], {"advance": "first"}) == "breakthrough K"


def a_second_enemy_is_a_choice() -> object:
    two = one(riders(heavy("A", 9)), at(foot("Y", 6), beyond=(at(foot("W")),)), 20)
    return ask(two, [0, 0], {"square": False}) == "pursuit 1: go on A"


def disorder_waits() -> object:
    steps = [step.text for step in run(SURE, [0, 0, 0]).steps]
    return steps.index("A is disordered by its charge.") > max(
        at for at, text in enumerate(steps) if "in pursuit" in text
    )


def the_defenders_strike_back() -> object:
    return ask(one(shockers(heavy("A", 9)), at(foot()), -6), [0, 5, 0]) == "counter-shock Y"


def no_charge_at_rough_ground() -> object:
    return set(NO_CHARGE_AT) == {"marsh", "woods", "village", "castle", "redoubt"}


REPLAY = example.replay()


def all_three_commit() -> object:
    return [REPLAY.events.count((f"commitment {each}", "passed")) for each in "ABC"] == [1] * 3


def one_square_of_two() -> object:
    return {("square Y", "failed"), ("square Z", "formed")} <= set(REPLAY.events)


def the_recall_fails() -> object:
    return ("recall after square C", "must charge") in REPLAY.events


def one_charge_of_two_succeeds() -> object:
    ended = fates(REPLAY)
    return (ended["Y"], orders(REPLAY)["C"]) == ("withdrawn", Order.DISORDERED)


def attackers_are_red_and_defenders_blue() -> object:
    red, blue = (bytes.fromhex(LIGHT[role][1:]) for role in ("first", "second"))
    return red[0] > red[2] and blue[2] > blue[0]


def a_test_of_the_clause_holds_it() -> object:
    return True  # `test_coverage` demands one of each clause


# ---------------------------------------------------------------- held


def text_of(place: str) -> str:
    """What stands there: a clause or its short form, a reading, a page, or a file of stories."""
    if place.endswith(", short"):
        return catalog().clauses[place.removesuffix(", short")].short
    if place in catalog().clauses:
        return catalog().clauses[place].text
    if "=" in place:
        ruling, value = place.split("=")
        (text,) = [each.text for each in catalog().rulings[ruling].readings if each.value == value]
        return text
    path = ROOT / (place if place.endswith((".py", ".toml")) else f"book/{place}.md")
    return path.read_text("utf-8")


ONE = rf"(?:\ban? )?(?:\{{\w+(?:\.\w+)*\}}|\b(?:\d+|{'|'.join(WORDS[1:])})\b)"
FIGURES = re.compile(rf"{ONE}(?:(?:, | or ){ONE})*")


def plain(text: str) -> str:
    """Without its figures, which another test holds, and without the ends of its lines."""
    return FIGURES.sub("#", " ".join(re.sub(r'"\n\s*f?"', "", text).split()))


def sentences(name: str, place: str) -> list[str]:
    """What a place says of a fact."""
    said = TOLD[name].get(place, [])
    filled = catalog().numbers.fill_page if place in catalog().clauses else str
    return [plain(filled(each)) for each in ([said] if isinstance(said, str) else said)]


@in_turn("name", TOLD)
def test_the_engine_does_it_and_the_sentence_says_it(name: str) -> None:
    assert globals()[name]()
    for place in TOLD[name]:
        text = plain(text_of(place))
        assert [said for said in sentences(name, place) if said not in text] == [], place


def test_each_clause_is_held() -> None:
    held = {place for places in TOLD.values() for place in places}
    assert catalog().clauses.keys() <= held | CLAUSES.keys()


STEP = re.compile(r"^\d\. (.*(?:\n {3}.*)*)", re.MULTILINE)


def test_each_step_at_the_head_of_a_chapter_is_held() -> None:
    loose = []
    for path in sorted((ROOT / "book").glob("*/*.md")):
        found = re.search(
            r"\*\*In \w+ steps\*\*.*?\n\n(1\. .*?)\n\n", path.read_text("utf-8"), re.DOTALL
        )
        page = str(path.relative_to(ROOT / "book").with_suffix(""))
        held = [said.rstrip(".") for name in TOLD for said in sentences(name, page)]
        held += map(plain, PAGES.get(page, []))
        for step in map(plain, STEP.findall(f"{found[1]}\n" if found else "")):
            loose += [
                f"{page}: {part}"
                for part in re.split(r"[.;:!?] +", step.rstrip("."))
                if not any(each in part or part in each for each in held)
            ]
    assert not loose, "\n".join(loose)
