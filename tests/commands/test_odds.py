"""What the commands print is what a situation answers, which the oracles hold; their words say it.

`files.toml` has lines, and the files of situations that ask the same.
"""

import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules_lib import situations
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, CommandDeck, melee, sniper, sudden_strike
from rules_lib.rulebook import catalog
from rules_lib.system.registry import system_of
from rules_lib.system.report import mean
from rules_lib.system.system import ALL
from rules_lib.text.chances import percent
from tests.commands.asking import Asker, by, exact
from tests.in_turn import in_turn
from tests.shown_right import reading

PAIR = '--attacker "red 7" --defender "black 6, in cover"'


def asked() -> Iterator[tuple[str, Any, str]]:
    """Each line, the situation in its file, and the goal of the decisions, if there is one."""
    text = Path(__file__).with_name("files.toml").read_text("utf-8")
    for case in tomllib.loads(catalog().numbers.fill_page(text))["case"]:
        line = case["line"]
        setup = situations.from_toml(f'game = "{line.split()[0]}"\n{case["file"]}')
        yield line, setup, case.get("goal", "")


def told(data: Any) -> dict[str, dict[str, Fraction]]:
    """The ends in the data of a command, as a system calls them."""
    if "fates" in data:
        found = {}
        for name, fates in data["fates"].items():
            found[name] = {
                place + f", {order}" * (place not in ("withdrawn", "routed", "eliminated")): p
                for (place, order), p in by(fates, "place", "order").items()
            }
        return found
    (key,) = {"outcome", "ending", "fate", "winner"} & data["odds"][0].keys()
    ends: dict[str, Fraction] = {}
    for each in data["odds"]:
        name = each[key] + "_wins" * (each[key] in ("a", "b"))
        ends[name] = ends.get(name, Fraction(0)) + exact(each)
    return {ALL: ends}


@in_turn("line, setup, goal", asked(), one_in=7)
def test_the_odds_are_those_of_the_situation(ask: Asker, line: str, setup: Any, goal: str) -> None:
    data, best = ask.data(line), setup.best(goal) if goal else None
    says(ask.told(line), data)
    for name, ends in system_of(type(setup)).chances(best.odds if best else setup.odds()).items():
        assert {end: p for end, p in told(data)[name].items() if p} == {
            end: p for end, p in ends.items() if p
        }
    if best:
        assert exact(data["value"]) == best.value
        assert [
            (each["decision"], each["player"], each["best"],
             {k: exact(v) for k, v in each["worth"].items()}) for each in data["advice"]
        ] == [(a.decision, a.player, a.best, dict(a.worth)) for a in best.advice]  # fmt: skip


CHANCE = re.compile(r"^(\S.*?): ([^:]*?)\s{3,}(\S.*? %)\s{3,}(.*)$", re.MULTILINE)
"""A line that tells a chance: label, words, percentage, fraction."""
ENDS = {
    "The attacker wins": "attacker_wins",
    "The defender wins": "defender_wins",
    "Both are removed": "both_removed",
    "It never ends": "undecided",
    "The move fails, it stays": "stays",
    "The charge fails, it may be shot at": "refused",
    "The charge fails, the shot misses": "shot_misses",
    "The charge fails, the shot hits": "shot_hits",
    "Contact, the attacker wins": "attacker_wins",
    "Contact, the defender wins": "defender_wins",
    "Contact, both are removed": "both_removed",
    "Contact, and it never ends": "undecided",
    "The structure saves": "unaffected",
    "The unit saves": "saved",
    "The unit is hit": "hit",
    "The unit is removed": "removed",
    "a wins": "a_wins",
    "b wins": "b_wins",
    "Draw": "draw",
}
"""What a line calls an end."""


def says(text: str, data: Any) -> None:
    """Demand that a text tells each end by its name, in words, as a percentage and exactly."""
    lines = {ENDS.get(label, label): rest for label, *rest in CHANCE.findall(text)}
    for name, ends in told(data).items():
        for end, right in ends.items():
            label = end if name is ALL else f"{name} {end}"
            if label not in lines:
                assert not right, label
                continue
            words, percent, fraction = lines[label]
            assert reading.is_percent(percent, right), (label, percent)
            assert reading.is_in_words(words, right), (label, words)
            assert fraction.startswith("(a long") or Fraction(fraction) == right, label


def outcomes(text: str, label: str, distribution: dict[Any, Fraction]) -> None:
    """Demand that the line of a distribution, `0-2: 8.5 %, 1-2: 56.3 %`, tells most of it."""
    (line,) = re.findall(rf"^{label}.*?: (.*)$", text, re.MULTILINE)
    said = re.findall(r"([^:,;]+): ((?:under |over )?[\d.]+ %)", line.replace("; ", ", "))
    right = {str(name): chance for name, chance in distribution.items()}
    for name, said_so in said:
        assert reading.is_percent(said_so, right[name.strip()]), (label, name)
    assert sum(right[name.strip()] for name, _ in said) > Fraction(99, 100)


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
    more = {"more": odds.exchanges.beyond(5)}
    assert by(data["exchanges"]["distribution"], "number") == steps | more
    outcomes(text, "Exchanges", steps | {f"more than {n}": odds.exchanges.beyond(n) for n in steps})
    assert by(data["final_hits"], "attacker", "defender") == dict(odds.final_hits)
    outcomes(text, "Hits in the end", {f"{a}-{d}": p for (a, d), p in odds.final_hits.items()})
    endless = 'melee --attacker "black 40" --defender "red 30"'
    assert ask.data(endless)["exchanges"]["mean"] is None


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


@pytest.mark.rule("PT-X7")
def test_how_long_both_last_is_told_as_it_is(ask: Asker) -> None:
    """The mean, and each strike that is possible at all."""
    line = "strike --unit tank --structure bunker"
    data, text = ask.data(line), ask.told(line)
    for key, what in (("unit_lasts", "removes the unit"), ("structure_lasts", "brings the")):
        (told,) = re.findall(rf"The strike that {what}.*: (.*) on average; (.*)", text)
        by_strike = data[key]["distribution"]
        assert told[0] == mean(exact(data[key]["mean"]))
        spans = [f"{each['number']}: {percent(exact(each))}" for each in by_strike if exact(each)]
        assert told[1] == ", ".join(spans).replace("more", "more than 5")


@pytest.mark.rule("R-S3", "R-S7", "R-X2", "R-X3")
def test_other_piles_have_other_odds(ask: Asker) -> None:
    line = 'sniper --target crew --card "red 7"'
    assert ask.data(line)["assumes"] == sniper.UNHURT_TARGETS
    assert sniper.UNHURT_TARGETS in ask.told(line)
    rulings, pile = sniper.Rulings(jokers="fail"), CommandDeck(jokers=3)
    three = ask.data(f"{line} --jokers 3 --ruling R-S3=fail")
    assert exact(three["spotted"]) == sniper.spotting("crew", pile, rulings)
    assert ask.data(f"{line} --ruling R-S3=fail --ruling R-X2=3")["shots"] == three["shots"]
    read = sudden_strike.Rulings(jokers=3, reshuffled="every_round")
    line = "strike --activations 8 --rounds 3 --ruling R-X2=3 --ruling R-X3=every_round"
    expected = sudden_strike.strikes(8, rounds=3, rulings=read)
    assert by(ask.data(line)["strikes"], "strikes") == dict(expected)


def test_a_decision_is_worth_what_it_is_worth_at_most(ask: Asker) -> None:
    """It comes up at several moments; what a wrong answer costs at the worst of them is told."""
    line = (
        'cavalry --charger "heavy 5, strength 6, disordered cohesion 4" --target'
        ' "infantry 5, strength 5, disordered cohesion 4'
        ' + artillery 4, fire 6, disordered cohesion 3"'
    )
    told = re.findall(r"^  (.*) \(.*\): (.*); worth up to (.*) points", ask.told(line), re.M)
    advice = ask.data(line)["advice"]
    several = 0
    for decision, best, points in told:
        moments = [each for each in advice if each["decision"] == decision]
        assert {each["best"] for each in moments} == {best}
        worths = [[*map(exact, each["worth"].values())] for each in moments]
        gains = {max(each) - min(each) for each in worths}
        assert points == f"{float(100 * max(gains)):.1f}"
        several += len(gains) > 1
    assert several


def test_what_each_side_loses_goes_with_its_name(ask: Asker) -> None:
    found = ask.data('battle --a "1 die" --b "2 dice"')["outcomes"]
    told = {
        (row["winner"], *(Fraction(row[side]["exact"]) for side in ("a_loses", "b_loses"))): row
        for row in found
    }
    joint = battle.odds(Party(1), Party(2)).outcomes
    assert {key: Fraction(row["exact"]) for key, row in told.items()} == {
        (str(winner), *lost): chance for (winner, *lost), chance in joint.items()
    }
