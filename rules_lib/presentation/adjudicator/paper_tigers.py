"""The forms of Paper Tigers: melee, charge, sniper, sudden strike."""

from __future__ import annotations

from typing import get_args

from rules_lib.paper_tigers import Card, charge, melee, sniper, sudden_strike
from rules_lib.presentation.adjudicator.controls import (
    NOTHING,
    Said,
    faces,
    flag,
    group,
    number,
    rows,
    select,
    tick,
)
from rules_lib.presentation.adjudicator.form import Form
from rules_lib.presentation.markup import Html

CARDS: dict[str, Said] = {"red": "red", "black": "black"}
HITS: dict[str, Said] = {"none": NOTHING, "1": (", 1 hit", ", hits=1")}


UNIT = melee.Combatant(Card("red", 7))
TRAITS = {
    "team": "small_team",
    "officer": "officer",
    "cover": "in_cover",
    "hits": "hits",
    "shaken": "shaken",
}
"""What may be true of a unit, in the order of its words: its control, and its field."""


def _asked(side: str) -> list[str]:
    """The controls of a unit besides its card; only who is attacked has a use for cover."""
    return [each for each in TRAITS if side == "defender" or each != "cover"]


def _fighter(side: str, value: str) -> Html:
    ticks = [each for each in _asked(side) if each not in ("hits", "cover")]
    ticks += ["cover"] * (side == "defender")
    return group(
        side.capitalize(),
        side,
        select(f"{side}.colour", "Card", CARDS),
        number(f"{side}.value", "Value", value, empty="None", least=2),
        select(f"{side}.hits", "Hits so far", HITS),
        *(flag(f"{side}.{each}", UNIT, TRAITS[each]) for each in ticks),
    )


def _slots(side: str) -> str:
    return "".join(f"{{{side}.{each}}}" for each in _asked(side))


SIDES = ("attacker", "defender")
FIGHTERS = (_fighter("attacker", "7"), _fighter("defender", "5"))
PAIR = "".join(f' --{side} "{{{side}.colour}} {{{side}.value}}{_slots(side)}"' for side in SIDES)
PYTHON_PAIR = "\n".join(
    f'{side} = melee.Combatant(Card("{{{side}.colour}}", {{{side}.value}}){_slots(side)})'
    for side in SIDES
)


def _exchanges(attacker: str = "", defender: str = "") -> Html:
    return rows(
        "rolls",
        "The totals of each exchange",
        "Exchange",
        "rolls",
        (
            number("rolls.attacker", "Attacker", attacker, empty="None"),
            number("rolls.defender", "Defender", defender, empty="None"),
            number("rolls.again", "Re-roll, in cover", "", ":#", ", #"),
        ),
        "{rolls.attacker}:{rolls.defender}{rolls.again}",
        "({rolls.attacker}, {rolls.defender}{rolls.again})",
        (" --rolls ", ","),
    )


def melee_form() -> Form:
    """A melee."""
    return Form(
        "melee",
        (*FIGHTERS, _exchanges("12", "9")),
        f"melee{PAIR}",
        "{rolls}",
        f"from rules_lib.paper_tigers import Card, melee\n{PYTHON_PAIR}\n",
        "melee.adjudicate(attacker, defender, [{rolls}]{rulings}, complete=False)",
        "melee.odds(attacker, defender{rulings}).attacker_wins",
        ("rolls",),
        {"rulings=melee": melee.Rulings},
    )


def charge_form() -> Form:
    """A charge."""
    shot: dict[str, Said] = {
        "not shot": NOTHING,
        "a hit": (" --shot hit", ', shot="hit"'),
        "a miss": (" --shot miss", ', shot="miss"'),
    }
    tests = group(
        "The tests of the attacker",
        "movement-roll charge-roll shot stood-still others-in-reach",
        number(
            "movement-roll",
            "Movement",
            "8",
            " --movement-roll #",
            empty="None",
            when=("stood-still", "1"),
        ),
        number("charge-roll", "Charge", "11", " --charge-roll #", ", charge_roll=#"),
        select("shot", "Reaction shot", shot),
        tick("stood-still", "has not moved (R-M12)", " --stood-still", ""),
        tick(
            "others-in-reach",
            "other enemies within 10″, too (R-M15)",
            " --others-in-reach",
            ", others_in_reach=True",
        ),
    )
    return Form(
        "charge",
        (*FIGHTERS, tests, _exchanges("12", "9")),
        f"charge{PAIR}{{stood-still}}{{others-in-reach}}",
        "{movement-roll}{charge-roll}{shot}{rolls}",
        f"from rules_lib.paper_tigers import Card, charge, melee\n{PYTHON_PAIR}\n",
        "charge.adjudicate(attacker, defender, movement_roll={movement-roll}{charge-roll}{shot},"
        " rolls=[{rolls}]{rulings}, complete=False{others-in-reach})",
        "charge.odds(attacker, defender{rulings}{others-in-reach})",
        ("movement-roll", "charge-roll", "shot", "rolls"),
        {"rulings=charge": charge.Rulings, "melee_rulings=melee": melee.Rulings},
    )


COURT = {11: "11, a jack", 12: "12, a queen", 13: "13, a king", 14: "14, an ace"}


def sniper_form() -> Form:
    """A sniper."""
    targets: dict[str, Said] = {each.replace("_", " "): each for each in get_args(sniper.Spotter)}
    drawn: dict[str, Said] = {"does not look": NOTHING}
    drawn |= {
        COURT.get(value, str(value)): (f", draws {value}", f", drawn={value}")
        for value in range(2, 15)
    }
    drawn["joker"] = (", draws joker", ', drawn="joker"')
    turned: dict[str, Said] = {"none": NOTHING}
    turned |= {each: (f", turns {each}", f', marker="{each}"') for each in ("red", "green")}
    shots = rows(
        "shot",
        "His shots, in order",
        "Shot",
        "shot",
        (
            number("shot.roll", "Total of his dice", "9", empty="None"),
            select("shot.target", "At", targets),
            select("shot.hits", "Its hits before", {"none": NOTHING, "1": (", 1 hit", ", 1")}),
            select("shot.drawn", "It draws, to spot him (R-S13: or what lies at it)", drawn, "8"),
            number("shot.spot_roll", "Its two dice", "10", ", rolls #", ", spot_roll=#"),
            select("shot.marker", "Marker it turns", turned, "red"),
            tick("shot.moved", "then he moves", " --shot move", ", sniper.Move()"),
        ),
        '--shot "{shot.roll} at {shot.target}{shot.hits}{shot.drawn}{shot.spot_roll}{shot.marker}"'
        "{shot.moved}",
        'sniper.Shot(card, {shot.roll}, sniper.Target("{shot.target}"{shot.hits}){shot.drawn}'
        "{shot.spot_roll}{shot.marker}){shot.moved}",
        (" ", " "),
    )
    card = group(
        "The sniper",
        "card",
        select("card.colour", "Card", CARDS),
        number("card.value", "Value", "7", empty="None", least=2),
    )
    return Form(
        "sniper",
        (card, shots),
        'sniper --card "{card.colour} {card.value}"',
        "{shot}",
        "from rules_lib.paper_tigers import Card, sniper\n"
        'card = Card("{card.colour}", {card.value})\n',
        "sniper.adjudicate([{shot}]{rulings})",
        'sniper.hit(card), sniper.spotting("{shot.target}"{rulings})',
        ("shot",),
        {"rulings=sniper": sniper.Rulings},
        unrolled=" --target {shot.target}",
    )


def strike_form() -> Form:
    """A sudden strike."""
    units: dict[str, Said] = {
        each.replace("_", " "): each for each in get_args(sudden_strike.UnitClass)
    }
    places: dict[str, Said] = {"in the open": ("", "None")}
    places |= {
        each.name: (f' --structure "{each.name}', f'sudden_strike.structure("{each.name}")')
        for each in sudden_strike.STRUCTURES
    }
    damage: dict[str, Said] = {"none": ('"', "")}
    damage |= {str(n): (f', {n} damage"', ".damaged()" * n) for n in (1, 2, 3)}
    unit = group(
        "The unit",
        "unit structure",
        select("unit", "Unit", units),
        select("hits", "Its hits before", {"none": NOTHING, "1": (", 1 hit", ", 1")}),
        select("place", "Where it is", places, "bunker"),
        select("damage", "Damage to it", damage, when=("place", "")),
    )
    strikes = rows(
        "dice",
        "The dice of each strike, face by face",
        "Strike",
        "dice",
        (
            faces("dice.structure", "Of the structure", "123"),
            faces("dice.unit", "Of the unit", "46", "/#", when=("place", "")),
        ),
        "--dice {dice.structure}{dice.unit}",
        "sudden_strike.Dice([{dice.structure}], [{dice.unit}])",
        (" ", " "),
    )
    return Form(
        "strike",
        (unit, strikes),
        'strike --unit "{unit}{hits}"{place}{damage}',
        "{dice}",
        "from rules_lib.paper_tigers import sudden_strike\n"
        'unit, place = sudden_strike.Unit("{unit}"{hits}), {place}{damage}\n',
        "sudden_strike.adjudicate(unit, place, [{dice}]{rulings})",
        "sudden_strike.strike(unit, place{rulings})",
        ("dice",),
        {"rulings=sudden_strike": sudden_strike.Rulings},
        frozenset({"R-X2", "R-X3"}),
    )
