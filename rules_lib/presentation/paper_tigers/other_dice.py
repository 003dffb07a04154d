"""Where other dice can be thrown for a melee that is told."""

from __future__ import annotations

from collections.abc import Iterable

from rules_lib.paper_tigers import melee
from rules_lib.presentation.what_if import Entry, WhatIf


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
