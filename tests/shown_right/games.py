"""What readers are told of a unit, a party or a sniper, as the oracles take it."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from tests.oracles import battle_counts
from tests.oracles.battle_brute import Side as Party
from tests.oracles.chances import reaching
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Goal, Melee, Now, Policy, Readings, Side, action, outcomes

DEFAULT = Readings()
COMBAT = {"red": 3, "black": 2}
MOVEMENT = {"red": 2, "black": 3}


def card(words: str) -> tuple[str, int]:
    """Colour and value."""
    found = re.search(r"(red|black) (\d+)", words, re.IGNORECASE)
    assert found, words
    return found[1].lower(), int(found[2])


def unit(words: str) -> Side:
    """``"small team red 5, in cover, hit before"``."""
    colour, value = card(words)
    hits = re.search(r"(\d) hit", words)
    return Side(
        COMBAT[colour],
        value,
        small_team="small team" in words,
        officer="officer" in words,
        cover="in cover" in words,
        hits=int(hits[1]) if hits else int("hit before" in words or "was hit" in words),
        shaken="shaken" in words,
    )


def best_policy(melee: Melee, goal: Goal) -> Policy:
    """Roll again where that is better."""
    best = Best(melee, goal)
    better: dict[tuple[Now, int, int | None], bool] = {}

    def again(now: Now, own: int, enemy: int) -> bool:
        seen = enemy if melee.r.reroll_decided == "seeing_both" else None
        if (now, own, seen) not in better:
            x = best.worth(now)
            for look in best.choices[now]:
                gains = look.again.at(x) > look.keep.at(x)
                better[now, look.own, look.enemy] = look.allowed and gains
        return better[now, own, seen]

    return again


@cache
def fight(
    attacker: Side, defender: Side, readings: Readings = DEFAULT, reroll: str = "if_missed"
) -> Mapping[str, Fraction]:
    """How a melee ends; ``reroll`` is a habit or a goal of a defender in cover."""
    melee = Melee(attacker, defender, readings)
    if not defender.cover or reroll in ("never", "if_missed"):
        policy = melee.habit("never" if not defender.cover or reroll == "never" else "if_missed")
    else:
        policy = best_policy(melee, reroll)  # type: ignore[arg-type] # one of the goals
    return outcomes(melee.ends(policy))


def passes(words: str, purpose: str) -> Fraction:
    """The chance to pass a test on a card."""
    colour, value = card(words)
    return reaching(value, (MOVEMENT if purpose == "movement" else COMBAT)[colour])


def charge(
    attacker: str, defender: str, readings: Readings = DEFAULT, *, alike: bool = False
) -> dict[str, Fraction]:
    """The whole action: it moves, charges, and fights; ``alike`` as in R-M14."""
    ends = action(Melee(unit(attacker), unit(defender), readings), alike=alike)
    return {**ends, "refused": ends["shot_misses"]}


def party(words: str) -> Party:
    """``"5 dice (4 of them fanaticism, superior)"``, ``"5 dice, fanaticism 1, superior"``."""
    dice = re.search(r"(\d+) (?:die|dice)\b", words)
    fanatics = re.search(r"(\d) of them fanaticism|fanaticism (\d)", words)
    count = int(next(filter(None, fanatics.groups()))) if fanatics else 0
    assert dice, words
    return Party(int(dice[1]), count, "superior" in words)


@cache
def wins(a: Party, b: Party) -> Mapping[str, Fraction]:
    """Who wins the battle: a, draw, b."""
    return battle_counts.winners(a, b)


@cache
def loses(own: Party, enemy: Party) -> Mapping[Fraction, Fraction]:
    """The distribution of the share of its troops that a party loses."""
    return battle_counts.losses(own, enemy)


def average_loss(own: Party, enemy: Party) -> Fraction:
    """What it loses on average."""
    return battle_counts.mean(loses(own, enemy))


KINDS = {
    "infantry": "infantry",
    "gun crew": "gun_crew",
    "unarmoured vehicle": "unarmoured_vehicle",
    "armoured vehicle": "armoured_vehicle",
    "heavy tank": "heavy_tank",
    "tank, strong armour": "heavy_tank",
    "tank, strong front and side": "heavy_tank",
    "tank": "tank",
    "small team": "small_team",
    "officer": "officer",
    "aircraft": "aircraft",
    "low aircraft, dive bomber": "aircraft",
}


def kind(words: str) -> str:
    """The class of a unit."""
    bare = re.sub(r"^(an?) |, (hit before|\d hit)$", "", words)
    return KINDS[bare]
