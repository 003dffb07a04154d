"""What is told of a charge: its odds, recorded dice, what is due, and what has no effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge.odds import odds
from rules_lib.paper_tigers.charge.rules import rolled_card
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import Action, Ending
from rules_lib.paper_tigers.command import Purpose
from rules_lib.paper_tigers.melee import report
from rules_lib.system.report import (
    Report,
    Verdict,
    apart,
    chances,
    distribution,
    foremost,
    steps,
)
from rules_lib.text.chances import dice_told

if TYPE_CHECKING:
    from rules_lib.paper_tigers.charge.system import Charge, Rolled

STORY = {
    "stays": "The move fails, it stays",
    "refused": "The charge fails, it may be shot at",
    "shot_misses": "The charge fails, the shot misses",
    "shot_hits": "The charge fails, the shot hits",
    "shot_removes": "The charge fails, the shot removes it",
    "attacker_wins": "Contact, the attacker wins",
    "defender_wins": "Contact, the defender wins",
    "both_removed": "Contact, both are removed",
    "undecided": "Contact, and it never ends",
}
"""Endings in words, in the order in which they can come up."""


def counted(charge: Charge, idle: tuple[str, ...]) -> Report:
    """The odds of the whole action."""
    found = charge.odds()
    rows = {told: found[Ending(name)] for name, told in STORY.items()}
    rows = {told: p for told, p in rows.items() if p}
    data = {
        **report.named(charge),
        "odds": distribution(found, lambda ending: {"ending": str(ending)}),
    }
    lines = (_title(charge), "", *chances(rows), *apart(idle))
    verdict = Verdict(foremost(rows), chances=rows, due=due(charge), notes=idle)
    return Report(lines, data, verdict)


def recorded(charge: Charge, dice: Rolled, idle: tuple[str, ...]) -> Report:
    """What came of the dice of the tests, the shot and the melee."""
    fighters = charge.attacker, charge.defender
    rolls, unused = report.until_over(*fighters, dice.rolls, charge.house.of(melee.Rulings))
    action = charge.adjudicate(replace(dice, rolls=rolls))
    left = report.told_unused(len(rolls), unused)
    text = action.steps[-1].text
    text += f" {report.carried(action.fight)}" if action.fight else ""
    ahead = _from_here(charge, action)
    verdict = Verdict(text, action, ahead, due(charge, action), (*left[1:], *idle))
    lines = (_title(charge), "", str(action), *left, *idle, *verdict.told_due)
    if ahead:
        lines = (*lines, "", "From here on:", *chances(ahead))
    data = {
        **report.named(charge),
        "ending": str(action.ending),
        "steps": steps(action.steps),
        "unused": [list(each) for each in unused],
    }
    return Report(lines, data, verdict)


def _title(charge: Charge) -> str:
    return f"{charge.attacker} charges {charge.defender}"


def _arrived(action: Action) -> bool:
    """Whether the move has succeeded, and the charge is not tested yet."""
    return action.ending == Ending.GOES_ON and action.tests[-1].purpose == "movement"


def _from_here(charge: Charge, action: Action) -> dict[str, Fraction]:
    """How likely each ending is for a unit that has arrived; nothing where it is not there yet.

    It stays only where its move fails, so what follows the move is the rest of the odds.
    """
    if not _arrived(action):
        return {}
    found = odds(
        charge.attacker,
        charge.defender,
        rulings=charge.house.of(Rulings),
        melee_rulings=charge.house.of(melee.Rulings),
    )
    arrives = 1 - found[Ending.STAYS]
    told = {told: found[Ending(name)] / arrives for name, told in STORY.items() if name != "stays"}
    return {each: p for each, p in told.items() if p}


def due(charge: Charge, action: Action | None = None) -> str:
    """What comes first, or after this record; nothing if the action is over."""
    if action is None:
        return _test(charge, "movement" if charge.moves else "charge")
    if action.ending == Ending.REFUSED:
        if "R-M15" in action.steps[-1].clauses:
            return ""
        return "the reaction shot; how it is rolled, the source does not say [PT-M7, R-M11]"
    if action.fight is not None:
        return report.due(action.fight)
    return _test(charge, "charge") if _arrived(action) else ""


def _test(charge: Charge, purpose: Purpose) -> str:
    card = charge.attacker.card
    assert card is not None
    count = rolled_card(card, purpose, charge.house.of(Rulings)).dice_for(purpose)
    clause = "PT-M19" if purpose == "movement" else "PT-M3"
    return f"the {purpose} test, {dice_told(count)} on {card} [{clause}]"


def idle(charge: Charge, said: Mapping[str, str]) -> Iterator[str]:
    """What is said of a charge, and nothing asks for."""
    yield from report.idle(charge, said)
    read = charge.house.of(Rulings)
    if charge.in_reach and not read.charge_without_move:
        told = "without a move it may not charge [PT-M1, R-M12]."
        yield f"{said.get('in_reach')} changes nothing: {told}"
    if charge.others_in_reach and read.target_named == "before_test":
        told = "the target is named first [PT-M7, R-M15]."
        yield f"{said.get('others_in_reach')} changes nothing: {told}"
