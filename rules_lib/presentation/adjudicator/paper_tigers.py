"""The forms of Paper Tigers: melee, charge, sniper, sudden strike."""

from __future__ import annotations

from typing import get_args

from rules_lib.paper_tigers import charge, melee, sniper, sudden_strike
from rules_lib.presentation.adjudicator.controls import (
    NOTHING,
    Said,
    faces,
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


def _fighter(side: str, value: str, *more: Html) -> Html:
    return group(
        side.capitalize(),
        side,
        select(f"{side}.colour", "Card", CARDS),
        number(f"{side}.value", "Value", value, empty="None", least=2),
        select(f"{side}.hits", "Hits so far", HITS),
        tick(f"{side}.team", "small team", ", small team", ", small_team=True"),
        tick(f"{side}.officer", "officer", ", officer", ", officer=True"),
        tick(f"{side}.shaken", "shaken", ", shaken", ", shaken=True"),
        *more,
    )


FIGHTERS = (
    _fighter("attacker", "7"),
    _fighter(
        "defender",
        "5",
        tick("defender.cover", "in cover", ", in cover", ", in_cover=True"),
    ),
)
ATTACKER = (
    "{attacker.colour} {attacker.value}{attacker.team}{attacker.officer}{attacker.hits}"
    "{attacker.shaken}"
)
DEFENDER = (
    "{defender.colour} {defender.value}{defender.team}{defender.officer}{defender.cover}"
    "{defender.hits}{defender.shaken}"
)
PAIR = f' --attacker "{ATTACKER}" --defender "{DEFENDER}"'
PYTHON_PAIR = "\n".join(
    f'{side} = melee.Combatant(Card("{{{side}.colour}}", {{{side}.value}})'
    + "".join(f"{{{side}.{each}}}" for each in traits)
    + ")"
    for side, traits in (
        ("attacker", ("team", "officer", "hits", "shaken")),
        ("defender", ("team", "officer", "cover", "hits", "shaken")),
    )
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
    start = f"from rules_lib.paper_tigers import Card, melee\n{PYTHON_PAIR}\n"
    return Form(
        "melee",
        (*FIGHTERS, _exchanges("12", "9")),
        f"melee{PAIR}{{rolls}}{{rulings}}",
        f"{start}print(melee.adjudicate(attacker, defender, [{{rolls}}]{{rulings}},"
        " complete=False))",
        f"melee{PAIR}{{rulings}}",
        f"{start}print(melee.odds(attacker, defender{{rulings}}).attacker_wins)",
        ("rolls",),
        {"rulings=melee": melee.Rulings},
    )


def charge_form() -> Form:
    """A charge."""
    start = f"from rules_lib.paper_tigers import Card, charge, melee\n{PYTHON_PAIR}\n"
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
        f"charge{PAIR}{{stood-still}}{{others-in-reach}}{{movement-roll}}{{charge-roll}}{{shot}}"
        "{rolls}{rulings}",
        f"{start}print(charge.adjudicate(attacker, defender, movement_roll={{movement-roll}}"
        "{charge-roll}{shot}, rolls=[{rolls}]{rulings}, complete=False{others-in-reach}))",
        f"charge{PAIR}{{stood-still}}{{others-in-reach}}{{rulings}}",
        f"{start}print(charge.odds(attacker, defender{{rulings}}{{others-in-reach}}))",
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
    start = (
        "from rules_lib.paper_tigers import Card, sniper\n"
        'card = Card("{card.colour}", {card.value})\n'
    )
    card = group(
        "The sniper",
        "card",
        select("card.colour", "Card", CARDS),
        number("card.value", "Value", "7", empty="None", least=2),
    )
    line = 'sniper --card "{card.colour} {card.value}"'
    return Form(
        "sniper",
        (card, shots),
        f"{line}{{shot}}{{rulings}}",
        f"{start}print(sniper.adjudicate([{{shot}}]{{rulings}}))",
        f"{line} --target {{shot.target}}{{rulings}}",
        f'{start}print(sniper.hit(card), sniper.spotting("{{shot.target}}"{{rulings}}))',
        ("shot",),
        {"rulings=sniper": sniper.Rulings},
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
    line = 'strike --unit "{unit}{hits}"{place}{damage}'
    start = (
        "from rules_lib.paper_tigers import sudden_strike\n"
        'unit, place = sudden_strike.Unit("{unit}"{hits}), {place}{damage}\n'
    )
    return Form(
        "strike",
        (unit, strikes),
        f"{line}{{dice}}{{rulings}}",
        f"{start}print(sudden_strike.adjudicate(unit, place, [{{dice}}]{{rulings}}))",
        f"{line}{{rulings}}",
        f"{start}print(sudden_strike.strike(unit, place{{rulings}}))",
        ("dice",),
        {"rulings=sudden_strike": sudden_strike.Rulings},
        frozenset({"R-X2", "R-X3"}),
    )
