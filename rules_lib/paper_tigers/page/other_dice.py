"""Where other dice can be thrown for a melee, a duel or strikes that are told."""

from __future__ import annotations

from collections.abc import Iterable

from rules_lib.errors import RulesError
from rules_lib.notebook.transcript import Entry, WhatIf
from rules_lib.paper_tigers import charge, melee, sniper, sudden_strike


def of_melee(fight: melee.Fight) -> WhatIf | None:
    """A melee by our own readings; for others the page is not asked."""
    pairing = fight.pairing
    if pairing.rulings != melee.Rulings() or not fight.exchanges:
        return None
    entries = [*_unit("attacker", pairing.attacker), *_unit("defender", pairing.defender)]
    entries.append(("defender.cover", int(pairing.defender.in_cover)))
    for each in fight.exchanges:
        again = "" if each.rolls.reroll is None else each.rolls.reroll
        entries += [
            ("rolls.attacker", each.rolls.attacker),
            ("rolls.defender", each.rolls.defender),
        ]
        entries.append(("rolls.again", again))
    dice = tuple(
        tuple((name, f"rolls.{who}@{at}") for name, who in _sides(fight.names))
        for at in range(len(fight.exchanges))
    )
    return WhatIf("melee", tuple(entries), dice)


def of_action(action: charge.Action) -> WhatIf | None:
    """A charge that came to its melee, by our own readings; of another no defender is known."""
    melee_ = of_melee(action.fight) if action.fight else None
    if melee_ is None or action.fight is None:
        return None
    rolls = {f"{test.purpose}-roll": test.roll for test in action.tests}
    unit = (action.fight.pairing.attacker, action.fight.pairing.defender)
    try:
        again = charge.adjudicate(
            *unit,
            movement_roll=rolls.get("movement-roll"),
            charge_roll=rolls.get("charge-roll"),
            rolls=[each.rolls for each in action.fight.exchanges],
            names=action.names,
            complete=False,
        )
    except RulesError:
        return None
    if again != action:
        return None
    return WhatIf("charge", (*melee_.entries, *rolls.items()), melee_.dice)


def _sides(names: Iterable[str]) -> Iterable[tuple[str, str]]:
    return zip(names, ("attacker", "defender"), strict=True)


def _unit(side: str, unit: melee.Combatant) -> list[Entry]:
    card = unit.card
    return [
        (f"{side}.colour", card.colour if card else "red"),
        (f"{side}.value", card.value if card else ""),
        (f"{side}.hits", f"{unit.hits} hit" if unit.hits else ""),
        (f"{side}.team", int(unit.small_team)),
        (f"{side}.officer", int(unit.officer)),
        (f"{side}.shaken", int(unit.shaken)),
    ]


def of_duel(duel: sniper.Duel) -> WhatIf | None:
    """A sniper's duel on one card, if our own readings end it as it is told."""
    shots = [event for event in duel.events if isinstance(event, sniper.Shot)]
    if not shots or len({shot.card for shot in shots}) > 1:
        return None
    rows: list[dict[str, object]] = []
    for event in duel.events:
        if isinstance(event, sniper.Shot):
            rows.append(_shot(event))
        elif rows and not rows[-1]["shot.moved"]:
            rows[-1]["shot.moved"] = 1
        else:
            return None  # the form has a move after a shot, and one alone
    try:
        if sniper.adjudicate(duel.events) != duel:
            return None
    except RulesError:
        return None
    card = shots[0].card
    entries: list[Entry] = [("card.colour", card.colour), ("card.value", card.value)]
    entries += [entry for row in rows for entry in row.items()]
    dice, at = [], -1
    for step in duel.steps:
        if step.throw == "first":
            at += 1
            dice.append((("the sniper", f"shot.roll@{at}"),))
        elif step.throw == "second":
            dice.append((("who looks for him", f"shot.spot_roll@{at}"),))
        elif step.throw == "marker":
            dice.append((("the marker", f"shot.marker@{at}"),))
    return WhatIf("sniper", tuple(entries), tuple(dice))


def _shot(shot: sniper.Shot) -> dict[str, object]:
    return {
        "shot.roll": shot.roll,
        "shot.target": shot.target.kind,
        "shot.hits": f"{shot.target.hits} hit" if shot.target.hits else "",
        "shot.drawn": f"draws {shot.drawn}" if shot.drawn else "",
        "shot.spot_roll": shot.spot_roll or "",
        "shot.marker": f"turns {shot.marker}" if shot.marker else "",
        "shot.moved": 0,
    }


def of_strikes(record: sudden_strike.Record) -> WhatIf | None:
    """Strikes on a unit in the open or in a structure of the table, by our own readings."""
    unit, place = record.unit, record.structure
    try:
        again = sudden_strike.adjudicate(unit, place, record.strikes)
        known = place is None or sudden_strike.Structure.parse(str(place)) == place
    except RulesError:
        return None
    if again != record or not known:
        return None
    entries: list[Entry] = [
        ("unit", unit.kind),
        ("hits", f"{unit.hits} hit" if unit.hits else ""),
        ("place", place.name if place else ""),
        ("damage", f"{place.damage} damage" if place and place.damage else ""),
    ]
    for given in record.strikes:
        entries += [
            ("dice.structure", "".join(map(str, given.structure))),
            ("dice.unit", "".join(map(str, given.unit))),
        ]
    dice, at = [], -1
    for step in record.steps:
        at += step.heading
        if step.faces:
            who = "structure" if step.throw == "structure" else "unit"
            dice.append(((f"the {who}", f"dice.{who}@{at}"),))
    return WhatIf("strike", tuple(entries), tuple(dice))
