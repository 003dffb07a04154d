"""What the commands print is what the library computes, said three ways."""

import re
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.commands.parties import morale
from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.paper_tigers import Card, CommandDeck, charge, melee, sniper, sudden_strike
from rules_lib.probability import dice
from rules_lib.wording import three_ways
from tests.commands.asking import Asker, by, exact, says
from tests.in_turn import in_turn

SQUAD, CREW = melee.Combatant(Card("red", 7)), melee.Combatant(Card("red", 5), small_team=True)
MELEE = 'melee --attacker "red 7" --defender "red 5, small team" --ruling R-M3=True'
ADDED = melee.Rulings(penalties_add_up=True)


class TestMelee:
    @in_turn(
        ("attacker", "defender"),
        [
            ("red 7", "red 5, small team"),
            ("schwarz 9", "rote 6"),
            ("black 8, in cover, 1 hit", "black 7, officer, in cover"),
            ("red 8, shaken", "black 7, small team, shaken, 1 hit"),
            ("Red 7", "red 7,  Small  Team , 1 hit,officer"),
        ],
    )
    def test_units_in_words(self, ask: Asker, attacker: str, defender: str) -> None:
        units = {
            "red 7": SQUAD,
            "Red 7": SQUAD,
            "schwarz 9": melee.Combatant(Card("black", 9)),
            "black 8, in cover, 1 hit": melee.Combatant(Card("black", 8), in_cover=True, hits=1),
            "red 5, small team": CREW,
            "red 8, shaken": melee.Combatant(Card("red", 8), shaken=True),
            "black 7, small team, shaken, 1 hit": melee.Combatant(
                Card("black", 7), small_team=True, hits=1, shaken=True
            ),
            "rote 6": melee.Combatant(Card("red", 6)),
            "black 7, officer, in cover": melee.Combatant(
                Card("black", 7), officer=True, in_cover=True
            ),
            "red 7,  Small  Team , 1 hit,officer": melee.Combatant(
                Card("red", 7), small_team=True, officer=True, hits=1
            ),
        }
        data = ask.data(f'melee --attacker "{attacker}" --defender "{defender}"')
        odds = melee.odds(units[attacker], units[defender])
        assert by(data["odds"], "outcome") == odds.outcomes
        assert (data["attacker"], data["defender"]) == tuple(
            str(units[each]) for each in (attacker, defender)
        )
        again = ask.data(f'melee --attacker "{data["attacker"]}" --defender "{data["defender"]}"')
        assert again == data

    def test_a_chance_is_said_three_ways(self, ask: Asker) -> None:
        odds, text = melee.odds(SQUAD, CREW, ADDED), ask.told(MELEE)
        assert says(text, "The attacker wins", odds.attacker_wins)
        assert says(text, "The defender wins", odds.defender_wins)
        assert says(text, "Both are removed", odds.both_removed)
        assert "It never ends" not in text
        assert "about 65 times in 100   64.8 %   21329079/32911144\n" in text

    def test_exchanges_and_final_hits(self, ask: Asker) -> None:
        odds = melee.odds(SQUAD, CREW, ADDED)
        data, text = ask.data(MELEE), ask.told(MELEE)
        assert exact(data["exchanges"]["mean"]) == odds.exchanges.mean()
        distribution = by(data["exchanges"]["distribution"], "number")
        assert distribution == {
            **dict[Any, Fraction]({n: odds.exchanges.pmf(n) for n in range(1, 6)}),
            "more": odds.exchanges.beyond(5),
        }
        assert by(data["final_hits"], "attacker", "defender") == dict(odds.final_hits)
        mean = odds.exchanges.mean()
        assert f"Exchanges: {float(mean):.2f} ({mean}) on average; 1: 90.5 %, 2: 8.9 %, " in text
        assert "Hits in the end, attacker-defender: 0-2: 8.5 %, 1-2: 56.3 %, " in text

    def test_a_melee_that_may_never_end(self, ask: Asker) -> None:
        line = 'melee --attacker "black 40" --defender "red 30"'
        data, text = ask.data(line), ask.told(line)
        assert by(data["odds"], "outcome")["undecided"] == 1
        assert data["exchanges"]["mean"] is None
        assert says(text, "It never ends", Fraction(1))

    @in_turn("reroll", ["if_missed", "never", *melee.Goal], one_in=2)
    def test_re_rolls(self, ask: Asker, reroll: melee.Goal) -> None:
        covered = melee.Combatant(Card("black", 6), in_cover=True)
        line = f'melee --attacker "red 7" --defender "black 6, in cover" --reroll {reroll}'
        odds = melee.odds(SQUAD, covered, reroll=reroll)
        assert by(ask.data(line)["odds"], "outcome") == odds.outcomes
        assert (str(odds.policy) in ask.told(line)) == (odds.policy is not None)
        if reroll == "if_missed":
            assert ask.told(line.partition(" --reroll")[0]) == ask.told(line)


@pytest.mark.parametrize("card", ["red 7", "black 8"])
@pytest.mark.parametrize("reading", ["black_three", "red_three"])
@pytest.mark.rule("R-M14")
def test_command_tests(ask: Asker, card: str, reading: Any) -> None:
    line = f'test --card "{card}" --ruling R-M14={reading}'
    data, text = ask.data(line), ask.told(line)
    assert [each["purpose"] for each in data["tests"]] == ["movement", "charge", "melee", "shot"]
    for each in data["tests"]:
        three = each["purpose"] == "movement" and card.startswith(reading.partition("_")[0])
        three |= each["purpose"] != "movement" and card.startswith("red")
        assert each["dice"] == 2 + three
        chance = dice.total(2 + three).probability(lambda total: total >= int(card[-1]))
        assert exact(each["passes"]) == chance
        assert by(each["distribution"], "passed") == {True: chance, False: 1 - chance}
        assert three_ways(chance).percent in text


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ("", {}),
        ("--shot-hits 1/3", {"shot_hits": Fraction(1, 3)}),
        ("--shot-hits 0.25 --reroll win", {"shot_hits": Fraction(1, 4), "reroll": "win"}),
        (
            "--stood-still --ruling R-M12=true --ruling R-M1=false",
            {
                "moves": False,
                "rulings": charge.Rulings(charge_without_move=True),
                "melee_rulings": melee.Rulings(loser_takes_hit=False),
            },
        ),
        (
            "--in-reach --ruling R-M12=true",
            {"in_reach": True, "rulings": charge.Rulings(charge_without_move=True)},
        ),
        ("--in-reach", {}),
    ],
)
def test_charges(ask: Asker, options: str, given: dict[str, object]) -> None:
    covered = melee.Combatant(Card("black", 6), in_cover=True)
    line = f'charge --attacker "red 7" --defender "black 6, in cover" {options}'
    odds = charge.odds(SQUAD, covered, **given)  # type: ignore[arg-type] # one line a case
    assert by(ask.data(line)["odds"], "ending") == {str(end): p for end, p in odds.items()}
    text = ask.told(line)
    assert says(text, "Contact, the attacker wins", odds[charge.Ending.ATTACKER_WINS])
    assert ("The charge fails, it may be shot at" in text) == ("shot_hits" not in given)


@pytest.mark.parametrize("target", ["infantry", "officer", "crew"])
def test_snipers(ask: Asker, target: sniper.Spotter) -> None:
    line = f'sniper --target {target} --card "red 7" --within 5 --markers 3'
    data, text = ask.data(line), ask.told(line)
    found = sniper.discovery(target, 5, markers=3)
    duel = sniper.duel_odds(Card("red", 7), target, markers=3)
    assert by(data["found_at"], "attempt") == dict(found)
    assert exact(data["spotted"]) == sniper.spotting(target)
    assert exact(data["hits"]) == sniper.hit(Card("red", 7))
    assert exact(data["attempts"]["mean"]) == duel.search.mean()
    assert data["attempts"]["median"] == duel.search.median()
    assert exact(data["shots"]["mean"]) == duel.mean_shots()
    assert exact(data["hits_until_found"]) == duel.mean_hits
    assert says(text, "Found within 5 attempts", 1 - found[None])
    by_two = three_ways(found[1] + found[2]).percent
    assert f" 2: {by_two}, 3: " in text


@pytest.mark.rule("R-S1", "R-S5")
def test_where_not_every_shot_is_followed_by_an_attempt(ask: Asker) -> None:
    line = 'sniper --target officer --card "red 9" --ruling R-S5=after_a_hit --ruling R-S1=false'
    data = ask.data(line)
    read = sniper.Rulings(markers_laid="after_a_hit", hit_target_spots=False)
    duel = sniper.duel_odds(Card("red", 9), "officer", rulings=read)
    assert exact(data["attempts"]["mean"]) == duel.search.mean()
    assert exact(data["shots"]["mean"]) == duel.mean_shots() > duel.search.mean()
    assert data["shots"]["median"] == duel.median_shots()
    assert exact(data["hits_until_found"]) == duel.mean_hits


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
    assert (
        exact(ask.data(three)["attempts"]["mean"])
        == sniper.search("crew", pile, rulings=rulings).mean()
    )
    assert ask.data(three)["pile"] == {"cards": 52, "jokers": 3}
    assert "Pile: 52 cards and 3 jokers; a joker fails (R-S3)." in ask.told(three)
    strikes = "strike --activations 8"
    assert ask.data(strikes)["pile"] == {"cards": 52, "jokers": 2}
    assert "Pile: 52 cards and 2 jokers (R-X2), freshly shuffled." in ask.told(strikes)


@pytest.mark.rule("R-X9")
def test_the_reading_of_armour_inside_is_told(ask: Asker) -> None:
    told = "Inside it also rolls its own dice, the armour save (R-X9)."
    assert told in ask.told("strike --unit tank --structure bunker")
    for other in ("--unit tank", "--unit infantry --structure bunker",
                  "--unit tank --structure 'bunker, 3 damage'"):  # fmt: skip
        assert told not in ask.told(f"strike {other}")


def test_a_sniper_who_is_never_found(ask: Asker) -> None:
    line = 'sniper --target infantry --card "black 30" --ruling R-S5=after_a_hit'
    assert ask.data(line)["shots"] is None
    assert "Shots until he is found: he is never found" in ask.told(line)


@in_turn(
    ("words", "unit", "structure"),
    [
        ('--unit tank --structure "bunker"', sudden_strike.Unit("tank"), sudden_strike.BUNKER),
        ('--unit "heavy tank, 1 hit"', sudden_strike.Unit("heavy_tank", 1), None),
        (
            '--unit infantry --structure "trench system, 1 damage"',
            sudden_strike.Unit("infantry"),
            sudden_strike.TRENCHES.damaged(),
        ),
        (
            "--unit aircraft",
            sudden_strike.Unit("aircraft"),
            None,
        ),
    ],
)
def test_strikes(
    ask: Asker,
    words: str,
    unit: sudden_strike.Unit,
    structure: sudden_strike.Structure | None,
) -> None:
    data, text = ask.data(f"strike {words}"), ask.told(f"strike {words}")
    expected = {
        (str(each.fate), each.hits, each.structure and each.structure.value_left): p
        for each, p in sudden_strike.strike(unit, structure).items()
    }
    assert by(data["odds"], "fate", "hits", "value_left") == expected
    lasts = sudden_strike.endures(unit, structure)
    assert exact(data["unit_lasts"]["mean"]) == lasts.mean()
    assert by(data["unit_lasts"]["distribution"], "number")[3] == lasts.pmf(3)
    if structure is not None:
        siege = sudden_strike.siege(unit, structure)
        assert exact(data["outlived"]) == siege.outlived
        assert exact(data["structure_lasts"]["mean"]) == siege.structure_lasts.mean()
        label = "The structure falls before the unit, or with it"
        assert says(text, label, siege.outlived)


def test_strikes_to_expect(ask: Asker) -> None:
    distribution = sudden_strike.strikes(
        8, rounds=3, rulings=sudden_strike.Rulings(jokers=3, reshuffled="every_round")
    )
    line = "strike --activations 8 --rounds 3 --ruling R-X2=3 --ruling R-X3=every_round"
    assert by(ask.data(line)["strikes"], "strikes") == dict(distribution)


PARTIES = {
    "5 dice, fanaticism 1, superior": Party(5, 1, True),
    "4 dice": Party(4),
    "1 die": Party(1),
    "3 dice, 2 of them fanaticism": Party(3, 2),
    "base die": Party(1),
    "terrain, certain death, superior": Party(4, 0, True),
    "outnumbers 7, superior tactic, 1 deed, 2 thwarted, 3 failed": Party(8),
    "fanaticism 4, outnumbers 19/3": Party(7, 4),
}


@in_turn("words", PARTIES)
def test_battles(ask: Asker, words: str) -> None:
    line = f'battle --a "{words}" --b "4 dice, fanaticism 1"'
    data, text, party = ask.data(line), ask.told(line), PARTIES[words]
    odds = battle.odds(party, Party(4, 1))
    assert (data["a"]["dice"], data["a"]["fanaticism"], data["a"]["superior"]) == (
        party.dice,
        party.fanaticism,
        party.superior,
    )
    assert by(data["odds"], "winner") == {"a": odds.a_wins, "draw": odds.draw, "b": odds.b_wins}
    outcomes = {
        (each["winner"], exact(each["a_loses"]), exact(each["b_loses"])): exact(each)
        for each in data["outcomes"]
    }
    assert outcomes == {(str(won), a, b): p for (won, a, b), p in odds.outcomes.items()}
    assert exact(data["lost"]["a"]) == odds.losses.map(lambda shares: shares[0]).mean()
    assert says(text, "a wins", odds.a_wins)
    assert sum(item["dice"] for item in data["a"]["bill"]) in (0, party.dice)


def test_each_pair_of_three_parties(ask: Asker) -> None:
    line = 'battle --a "3 dice" --b "terrain, superior" --also "4 dice" --also "1 die"'
    assert "4 of them fight one battle (R-I14): unspecified" in ask.refusal(line)
    data, text = (
        ask.data(f"{line} --ruling R-I14=each_pair"),
        ask.told(f"{line} --ruling R-I14=each_pair"),
    )
    parties = dict(
        zip("abcd", (Party(3), Party(2, superior=True), Party(4), Party(1)), strict=True)
    )
    assert [each["dice"] for each in data["parties"]] == [3, 2, 4, 1]
    assert [each["first"] + each["second"] for each in data["pairs"]] == [
        "ab", "ac", "ad", "bc", "bd", "cd"
    ]  # fmt: skip
    for each in data["pairs"]:
        first, second = each["first"], each["second"]
        odds = battle.odds(parties[first], parties[second])
        assert by(each["odds"], "winner") == {
            first: odds.a_wins, "draw": odds.draw, second: odds.b_wins
        }  # fmt: skip
        told = text.split(f"\n{first} against {second}\n")[1].split("\n\n")[0]
        assert says(told, f"{first} wins", odds.a_wins)
        assert says(told, "Draw", odds.draw)
        assert says(told, f"{second} wins", odds.b_wins)
    assert "b: 2 dice, superior\n    1  base die [IDT-4.1]\n    1  terrain [IDT-1.1]\n" in text


def test_circumstances_follow_the_rulings(ask: Asker) -> None:
    line = 'battle --a "terrain, 2 failed" --b "2 dice"'
    assert ask.data(line)["a"]["dice"] == 2
    counted = ask.data(f"{line} --ruling R-I9=true")["a"]
    assert counted["dice"] == 4
    assert counted["bill"][-1] == {"clause": "R-I9", "what": "failed deeds of the enemy", "dice": 2}
    assert "    2  failed deeds of the enemy [R-I9]\n" in ask.told(f"{line} --ruling R-I9=true")


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


@pytest.mark.rule("IDT-7.1", "IDT-7.3", "IDT-7.4", "IDT-7.7", "R-I13", "R-I15", "R-I16")
@in_turn(
    ("words", "told"),
    [
        ("--winner a --morale-a 3 --morale-b 1",
         "B retreats. [IDT-7.1] 4 hexes are open to it. [IDT-7.5, R-I7]"),
        ("--winner b --morale-a failure --morale-b Sensational",
         "A retreats. [IDT-7.1] 6 hexes are open to it. [IDT-7.5, IDT-7.6, R-I7, R-I11]"
         " B immediately acts one extra time. [IDT-7.3]"),
        ("--winner a --morale-a 3 --morale-b failure",
         "B retreats. [IDT-7.1] 3 hexes are open to it. [IDT-7.5, R-I7, R-I16]"),
        ("--winner a --morale-a 0 --morale-b 4",
         "B retreats. [IDT-7.1] 6 hexes are open to it and 4 farther. [IDT-7.6, R-I7, R-I12]"),
        ("--winner a --morale-b 4 --wiped-out a",
         "B retreats. [IDT-7.1] 6 hexes are open to it. [R-I7, R-I13]"
         " The winner has no troops left, and the loser still goes. [IDT-7.7]"),
        ("--winner b --morale-b fumble --wiped-out a",
         "A has no troops left, so it is gone. [R-I15] B sits out one turn. [IDT-7.4]"),
        ("--winner a --wiped-out both",
         "Nobody is left on either side, so nothing follows. [R-I15]"),
        ("--winner draw --morale-a 0 --morale-b 'Fumble 0'",
         "A draw, nobody retreats. [IDT-7.1] B sits out one turn. [IDT-7.4]"),
        ("--winner draw --morale-b 0 --wiped-out a",
         "A draw, nobody retreats. [IDT-7.1] A has no troops left, so it is gone. [R-I15]"),
        ("--winner a --morale-a sensational --morale-b 1 --wiped-out a --ruling R-I13=true",
         "B retreats. [IDT-7.1] 6 hexes are open to it. [IDT-7.5, IDT-7.6, R-I7, R-I11, R-I13]"
         " The winner has no troops left, and the loser still goes. [IDT-7.7]"
         " A immediately acts one extra time. [IDT-7.3]"
         " Who acts for a party without troops, the source does not say. [IDT-7.3]"),
        ("--winner a --morale-a 3 --morale-b 1 --wiped-out b --ruling R-I15=true",
         "B retreats. [IDT-7.1] 4 hexes are open to it. [IDT-7.5, R-I7]"),
    ],
)  # fmt: skip
def test_what_follows(ask: Asker, words: str, told: str) -> None:
    """The data are those of the library (the golden table holds them)."""
    text = ask.told(f"aftermath {words}")
    assert " ".join(text.split("\n\n")[0].split("\n")) == told
    data = ask.data(f"aftermath {words}")["aftermath"]
    if "hexes are open" in told:
        assert f"{data['hexes']} hexes" in told
    else:
        assert data["hexes"] is None
    dead = words.partition("--wiped-out ")[2].partition(" ")[0]
    assert data["wiped_out"] == {"": [], "both": ["a", "b"]}.get(dead, [dead])
    for key, end in (("extra_action", "immediately acts"), ("sits_out", "sits out")):
        assert [side.upper() for side in data[key]] == re.findall(f"([AB]) {end}", told)


def test_without_a_word_the_winner_is_wiped_out(ask: Asker) -> None:
    """As it was said before a loser could be."""
    line = "aftermath --winner b --morale-a 2 --wiped-out"
    assert ask.told(line) == ask.told(f"{line} b")


@pytest.mark.rule("IDT-7.1", "IDT-7.2", "IDT-7.7", "R-I10", "R-I13", "R-I15")
@in_turn(
    ("dice", "due"),
    [
        ('--a "1 die" --b "1 die" --rolls-a 3 --rolls-b 2',
         "B must retreat from the hex [IDT-7.1]; then both parties test morale [IDT-7.2]"),
        ('--a "1 die" --b "1 die" --rolls-a 6 --rolls-b 2',
         "nobody retreats: B is gone [R-I15]; then A tests its morale [IDT-7.2, R-I15]"),
        ('--a "1 die" --b "1 die" --rolls-a 6 --rolls-b 2 --ruling R-I15=true',
         "B must retreat from the hex [IDT-7.1]; then both parties test morale [IDT-7.2, R-I15]"),
        ('--a "1 die" --b "1 die" --rolls-a 6 --rolls-b 6',
         "nobody retreats after a draw [IDT-7.1, R-I10]; then no morale is tested,"
         " for A and B are gone [IDT-7.2, R-I10, R-I15]"),
        ('--a "1 die" --b "1 die" --rolls-a 6 --rolls-b 6 --ruling R-I15=true',
         "nobody retreats after a draw [IDT-7.1, R-I10]; then both parties test morale"
         " [IDT-7.2, R-I10, R-I15]"),
        ('--a "2 dice" --b "2 dice, fanaticism 1" --rolls-a 5,3 --rolls-b 6,3',
         "nobody retreats after a draw [IDT-7.1, R-I10]; then A tests its morale, for B is gone"
         " [IDT-7.2, R-I10, R-I15]"),
        ('--a "1 die" --b "1 die" --rolls-a 5 --rolls-b 5',
         "nobody retreats after a draw [IDT-7.1, R-I10]; then both parties test morale"
         " [IDT-7.2, R-I10]"),
        ('--a "1 die" --b "1 die" --rolls-a 5 --rolls-b 5 --ruling R-I10=no_test',
         "nobody retreats after a draw [IDT-7.1, R-I10]; then no morale is tested"
         " [IDT-7.2, R-I10]"),
        ('--a "2 dice, fanaticism 1" --b "2 dice" --rolls-a 6,5 --rolls-b 5,1',
         "B must retreat from the hex, though nobody of A is left [IDT-7.7]; then B tests its"
         " morale [IDT-7.2, R-I13]"),
        ('--a "1 die" --b "certain death" --rolls-a 4 --rolls-b 1,1,1',
         "B must retreat but cannot. The source does not say what happens then"
         " [IDT-1.2, IDT-7.1]; then both parties test morale [IDT-7.2]"),
    ],
)  # fmt: skip
def test_what_is_due_after_a_battle(ask: Asker, dice: str, due: str) -> None:
    assert f"\nNext: {due}\n" in ask.told(f"battle {dice}")


@pytest.mark.rule("IDT-1.4", "IDT-2.2", "IDT-2.4", "R-I6")
@in_turn(
    ("a", "b", "dice"),
    [
        ("tactic speed, 700 men", "terrain, Tactic steadiness, 200 men", (4, 2)),
        ("speed", "strength", (1, 3)),
        ("tactic strength", "tactic strength", (1, 1)),
        ("600 men", "men 100", (3, 1)),
        ("599 men", "100 men", (2, 1)),
        ("1 man", "4 men, 1 deed, fanaticism 2", (1, 5)),
    ],
)
def test_slips_and_numbers_of_both_parties(
    ask: Asker, a: str, b: str, dice: tuple[int, int]
) -> None:
    data = ask.data(f'battle --a "{a}" --b "{b}"')
    assert (data["a"]["dice"], data["b"]["dice"]) == dice


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


def test_a_chance_beyond_counting_has_its_power_of_ten(ask: Asker) -> None:
    told = ask.told('battle --a "30 dice" --b "90 dice"')
    drawn = battle.odds(Party(30), Party(90)).draw
    assert Fraction(85, 10**18) < drawn < Fraction(95, 10**18)
    assert "under 0.1 %   (about 9 × 10⁻¹⁷, a long fraction: see --json)" in told
