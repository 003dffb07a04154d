"""What the commands print is what a situation answers; the oracles hold it in `shown_right`."""

from fractions import Fraction
from typing import Any

import pytest

from rules_lib import situations
from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.in_die_tiefen.aftermath import _morale as morale
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.paper_tigers import Card, CommandDeck, melee, sniper, sudden_strike
from rules_lib.system.registry import system_of
from rules_lib.system.system import ALL
from tests.commands.asking import Asker, by, exact
from tests.in_turn import in_turn

RED = 'attacker = "red 7"\ndefender = "black 6, in cover"\n'
PAIR = '--attacker "red 7" --defender "black 6, in cover"'
ASKED: list[tuple[str, str]] = [
    (f"melee {PAIR}", RED),
    *((f"melee {PAIR} --reroll {each}", f'{RED}reroll = "{each}"') for each in melee.Goal),
    (f"melee {PAIR} --reroll never", f'{RED}reroll = "never"'),
    (
        'melee --attacker "schwarz 9, shaken" --defender "rote 6, 1 hit,  Small  Team"',
        'attacker = "black 9, shaken"\ndefender = "red 6, small team, 1 hit"',
    ),
    (
        'melee --attacker "black 40" --defender "red 30"',
        'attacker = "black 40"\ndefender = "red 30"',
    ),
    (f"charge {PAIR}", RED),
    (f"charge {PAIR} --shot-hits 1/3", f'{RED}shot_hits = "1/3"'),
    (
        f"charge {PAIR} --shot-hits 0.25 --reroll win",
        f'{RED}shot_hits = "1/4"\nreroll = "win"',
    ),
    (
        f"charge {PAIR} --stood-still --ruling R-M12=true --ruling R-M1=false",
        f'{RED}moves = false\n[rulings]\nR-M12 = "True"\nR-M1 = "False"',
    ),
    (
        f"charge {PAIR} --in-reach --ruling R-M12=true",
        f'{RED}in_reach = true\n[rulings]\nR-M12 = "True"',
    ),
    (f"charge {PAIR} --in-reach", RED),
    ('strike --unit tank --structure "bunker"', 'unit = "tank"\nstructure = "bunker"'),
    ('strike --unit "heavy tank, 1 hit"', 'unit = "heavy tank, 1 hit"'),
    (
        'strike --unit infantry --structure "trench system, 1 damage"',
        'unit = "infantry"\nstructure = "trench system, 1 damage"',
    ),
    (
        'battle --a "5 dice, fanaticism 1, superior" --b "3 dice, 2 of them fanaticism"',
        'a = "5 dice, fanaticism 1, superior"\nb = "3 dice, fanaticism 2"',
    ),
    (
        'battle --a "outnumbers '
        f'{2 * STEP}, superior tactic, 1 deed, 2 thwarted, 3 failed" --b "base die"',
        'a = "8 dice"\nb = "1 die"',
    ),
    (
        'battle --a "fanaticism 4, outnumbers '
        f'{4 * STEP + 1}/2" --b "terrain, certain death, superior"',
        'a = "7 dice, fanaticism 4"\nb = "4 dice, superior"',
    ),
    (
        'cavalry --charger "heavy 5, strength 6" --target "infantry 5, strength 5" --decide'
        ' square=yes --decide recall=no --decide "counter-shock X=no"',
        'decisions = {square = "yes", recall = "no", "counter-shock X" = "no"}\n[[attacks]]\n'
        'stacks = ["A: heavy 5, strength 6"]\ntargets = ["X: infantry 5, strength 5"]',
    ),
]
"""A line, and the situation that it asks about."""


def told(data: Any) -> dict[str, dict[str, Fraction]]:
    """The ends in the data of a command, as a system calls them."""
    if "fates" in data:
        found = {}
        for name, fates in data["fates"].items():
            found[name] = {
                place + f", {order}" * (place not in ("withdrawn", "routed")): p
                for (place, order), p in by(fates, "place", "order").items()
            }
        return found
    (key,) = {"outcome", "ending", "fate", "winner"} & data["odds"][0].keys()
    ends: dict[str, Fraction] = {}
    for each in data["odds"]:
        name = each[key] + "_wins" * (each[key] in ("a", "b"))
        ends[name] = ends.get(name, Fraction(0)) + exact(each)
    return {ALL: ends}


@in_turn("line, words", ASKED)
def test_the_odds_are_those_of_the_situation(ask: Asker, line: str, words: str) -> None:
    setup = situations.from_toml(f'game = "{line.split()[0]}"\n{words}')
    odds: Any = setup.odds()
    for name, ends in system_of(type(setup)).chances(odds).items():
        assert {end: p for end, p in told(ask.data(line))[name].items() if p} == {
            end: p for end, p in ends.items() if p
        }


def test_a_melee_is_told_whole(ask: Asker) -> None:
    line = f"melee {PAIR} --reroll survive"
    odds = melee.odds(
        melee.Combatant(Card("red", 7)),
        melee.Combatant(Card("black", 6), in_cover=True),
        reroll=melee.Goal.SURVIVE,
    )
    text, data = ask.told(line), ask.data(line)
    assert str(odds.policy) in text
    assert exact(data["exchanges"]["mean"]) == odds.exchanges.mean()
    steps: dict[Any, Fraction] = {n: odds.exchanges.pmf(n) for n in range(1, 6)}
    steps["more"] = odds.exchanges.beyond(5)
    assert by(data["exchanges"]["distribution"], "number") == steps
    assert by(data["final_hits"], "attacker", "defender") == dict(odds.final_hits)
    endless = 'melee --attacker "black 40" --defender "red 30"'
    assert ask.data(endless)["exchanges"]["mean"] is None


@pytest.mark.rule("R-M14")
@in_turn(
    "asked, told",
    [
        ('--card "red 7"', True),
        ('--card "red 7" --for movement', True),
        ('--card "red 7" --for charge', False),
        ('--card "red 7 (4/2 dice)"', False),
        ('--card "red 7 (4/2 dice)" --for movement', False),
    ],
)
def test_r_m14_is_open_where_a_card_without_dice_of_its_own_moves(
    ask: Asker, asked: str, told: bool
) -> None:
    assert ("our answers: R-M14" in ask.told(f"test {asked}")) == told


@pytest.mark.rule("R-S1", "R-S5")
def test_where_not_every_shot_is_followed_by_an_attempt(ask: Asker) -> None:
    line = 'sniper --target officer --card "red 9" --ruling R-S5=after_a_hit --ruling R-S1=false'
    data = ask.data(line)
    read = sniper.Rulings(markers_laid="after_a_hit", hit_target_spots=False)
    duel = sniper.duel_odds(Card("red", 9), "officer", rulings=read)
    assert exact(data["attempts"]["mean"]) == duel.search.mean()
    assert data["attempts"]["median"] == duel.search.median()
    assert exact(data["shots"]["mean"]) == duel.mean_shots() > duel.search.mean()
    assert data["shots"]["median"] == duel.median_shots()
    assert exact(data["hits_until_found"]) == duel.mean_hits
    assert by(data["found_at"], "attempt") == dict(sniper.discovery("officer", 6, rulings=read))
    never = 'sniper --target infantry --card "black 30" --ruling R-S5=after_a_hit'
    assert ask.data(never)["shots"] is None
    assert "Shots until he is found: he is never found" in ask.told(never)


@pytest.mark.rule("R-S3", "R-S7", "R-X2")
def test_the_pile_and_what_is_assumed_are_told(ask: Asker) -> None:
    line = 'sniper --target crew --card "red 7"'
    assert ask.data(line)["assumes"] == sniper.UNHURT_TARGETS
    assert ask.data(line)["pile"] == {"cards": 52, "jokers": 0}
    assert sniper.UNHURT_TARGETS in ask.told(line)
    assert "Pile: 52 cards, no jokers (R-S3). With sudden strike in play" in ask.told(line)
    three = f"{line} --jokers 3 --ruling R-S3=fail"
    rulings, pile = sniper.Rulings(jokers="fail"), CommandDeck(jokers=3)
    assert exact(ask.data(three)["spotted"]) == sniper.spotting("crew", pile, rulings)
    assert ask.data(three)["pile"] == {"cards": 52, "jokers": 3}
    assert "Pile: 52 cards and 3 jokers; a joker fails (R-S3)." in ask.told(three)
    strikes = "strike --activations 8"
    assert ask.data(strikes)["pile"] == {"cards": 52, "jokers": 2}
    assert "Pile: 52 cards and 2 jokers (R-X2), freshly shuffled." in ask.told(strikes)
    read = sudden_strike.Rulings(jokers=3, reshuffled="every_round")
    line = f"{strikes} --rounds 3 --ruling R-X2=3 --ruling R-X3=every_round"
    expected = sudden_strike.strikes(8, rounds=3, rulings=read)
    assert by(ask.data(line)["strikes"], "strikes") == dict(expected)


@pytest.mark.rule("R-X9")
def test_the_reading_of_armour_inside_is_told(ask: Asker) -> None:
    armour = "Inside it also rolls its own dice, the armour save (R-X9)."
    assert armour in ask.told("strike --unit tank --structure bunker")
    for other in ("--unit tank", "--unit infantry --structure bunker",
                  "--unit tank --structure 'bunker, 3 damage'"):  # fmt: skip
        assert armour not in ask.told(f"strike {other}")


def test_each_pair_of_three_parties(ask: Asker) -> None:
    line = 'battle --a "3 dice" --b "terrain, superior" --also "4 dice" --also "1 die"'
    assert "4 of them fight one battle (R-I14): unspecified" in ask.refusal(line)
    data = ask.data(f"{line} --ruling R-I14=each_pair")
    assert [each["dice"] for each in data["parties"]] == [3, 2, 4, 1]
    pairs = [each["first"] + each["second"] for each in data["pairs"]]
    assert pairs == ["ab", "ac", "ad", "bc", "bd", "cd"]
    odds = battle.odds(Party(3), Party(2, superior=True))
    ends = {"a": odds.a_wins, "draw": odds.draw, "b": odds.b_wins}
    assert by(data["pairs"][0]["odds"], "winner") == ends


def test_circumstances_follow_the_rulings(ask: Asker) -> None:
    line = 'battle --a "terrain, 2 failed" --b "2 dice"'
    assert ask.data(line)["a"]["dice"] == 2
    counted = ask.data(f"{line} --ruling R-I9=true")["a"]
    assert counted["dice"] == 4
    assert counted["bill"][-1] == {"clause": "R-I9", "what": "failed deeds of the enemy", "dice": 2}
    assert "    2  failed deeds of the enemy [R-I9]\n" in ask.told(f"{line} --ruling R-I9=true")
    slips = ask.data(
        f'battle --a "tactic speed, {STEP}50 men" --b "terrain, Tactic steadiness, 100 men"'
    )
    assert (slips["a"]["dice"], slips["b"]["dice"]) == (4, 2)


def test_aftermath_over_battle_and_morale(ask: Asker) -> None:
    distribution = {0: Fraction(1, 4), 1: Fraction(1, 2), ("fumble", 0): Fraction(1, 4)}
    fought = battle.odds(Party(5, 2), Party(4))
    expected = aftermath.odds(fought, {2: Fraction(1)}, distribution)
    data = ask.data(
        'aftermath --a "5 dice, fanaticism 2" --b "4 dice" --morale-a 2'
        ' --morale-b "0=1/4, 1=0.5, fumble 0=1/4"'
    )
    found = {
        (each["aftermath"]["loser"], each["aftermath"]["hexes"], each["aftermath"]["farther"],
         tuple(each["aftermath"]["sits_out"]), tuple(each["aftermath"]["wiped_out"])): exact(each)
        for each in data["odds"]
    }  # fmt: skip
    assert found == {
        (e.loser and str(e.loser), e.hexes, e.farther, tuple(map(str, e.sits_out)),
         tuple(map(str, e.wiped_out))): p
        for e, p in expected.items()
    }  # fmt: skip
    assert sum(p for (loser, *_), p in found.items() if loser == "a") == fought.b_wins


def test_without_a_word_the_winner_is_wiped_out(ask: Asker) -> None:
    """As it was said before a loser could be."""
    line = "aftermath --winner b --morale-a 2 --wiped-out"
    assert ask.told(line) == ask.told(f"{line} b")


@pytest.mark.rule("R-I2")
@in_turn(
    "line",
    [
        '--a "3 dice" --b "1 dice" --rolls-a 6,2,1 --rolls-b 5',
        '--a "3 dice" --b "2 dice" --rolls-a 6,6,1 --rolls-b 5,4',
        '--a "3 dice" --b "3 dice" --rolls-a 6,2,1 --rolls-b 5,5,5',
        '--a "3 dice" --b "3 dice" --rolls-a 5,2,1 --rolls-b 5,4,4',
    ],
)
def test_where_no_die_is_left_to_choose_nobody_asks_which_one_falls(ask: Asker, line: str) -> None:
    text = ask.told(f"battle {line}")
    assert "R-I2=" not in text
    assert "do not decide it" not in text
    transcript = text.split("\n\n")[1]
    for reading in ("random", "lowest"):
        assert transcript in ask.told(f"battle {line} --ruling R-I2={reading}")


@in_turn(
    ("line", "forbidden"),
    [
        ('--attacker "red 7" --moved 6 --distance 8', []),
        ('--attacker "red 7" --moved 6 --distance 8 --before 14', []),
        ('--attacker "red 7" --moved 10.5 --distance 21/2', ["PT-M19", "PT-M21"]),
        ('--attacker "red 7, officer" --moved 0 --distance 3', ["PT-M1", "PT-M5"]),
        ('--attacker "red 7" --moved 0 --distance 3 --ruling R-M12=true', []),
    ],
)
def test_legality(ask: Asker, line: str, forbidden: list[str]) -> None:
    data, text = ask.data(f"legal {line}"), ask.told(f"legal {line}")
    assert (data["legal"], data["forbidden_by"]) == (not forbidden, forbidden)
    assert ("it may charge." in text) == (not forbidden)
    assumed = not forbidden and "--before" not in line and "--moved 0" not in line
    assert ("We assume that the move brought it nearer (PT-M1)" in text) == assumed
    assert all(f"\n  {clause}  " in text for clause in forbidden)


@in_turn(
    ("text", "result"),
    [
        ("0", 0),
        ("sensational", "sensational"),
        ("fumble", "fumble"),
        ("Sensational 2", ("sensational", 2)),
        ("FUMBLE 0", ("fumble", 0)),
    ],
)
def test_results_of_a_morale_test_in_words(text: str, result: object) -> None:
    assert morale("--morale-a", text) == result


@pytest.mark.slow
def test_a_chance_beyond_counting_has_its_power_of_ten(ask: Asker) -> None:
    told = ask.told('battle --a "30 dice" --b "90 dice"')
    drawn = battle.odds(Party(30), Party(90)).draw
    assert Fraction(85, 10**18) < drawn < Fraction(95, 10**18)
    assert "under 0.1 %   (about 9 × 10⁻¹⁷, a long fraction: see --json)" in told
