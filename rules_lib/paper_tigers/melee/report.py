"""What is told of a melee: its odds, recorded dice, what is due, and what has no effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from rules_lib.paper_tigers.melee.adjudicate import Fight, resolve_exchange
from rules_lib.paper_tigers.melee.rules import compare, deductions, may_roll_again, opening
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import Combatant, Outcome, Pairing, RollsLike
from rules_lib.system.report import (
    Report,
    Verdict,
    apart,
    chances,
    distribution,
    foremost,
    inline,
    steps,
    steps_distribution,
    told_steps,
)
from rules_lib.text.chances import dice_told

if TYPE_CHECKING:
    from rules_lib.paper_tigers.charge.system import Charge
    from rules_lib.paper_tigers.melee.system import Melee

Record: TypeAlias = Sequence[RollsLike]
"""Raw totals, exchange by exchange."""

LABELS = {
    Outcome.ATTACKER_WINS: "The attacker wins",
    Outcome.DEFENDER_WINS: "The defender wins",
    Outcome.BOTH_REMOVED: "Both are removed",
    Outcome.UNDECIDED: "It never ends",
}


def counted(duel: Melee, idle: tuple[str, ...]) -> Report:
    """The odds."""
    odds = duel.odds()
    found = {name: odds.outcomes[name] for name in LABELS}
    rows = {LABELS[name]: p for name, p in found.items() if p or name != Outcome.UNDECIDED}
    hits = (("-".join(map(str, each)), p) for each, p in odds.final_hits.items())
    lines = (
        f"{duel.attacker} attacks {duel.defender}",
        "",
        *chances(rows),
        "",
        f"Exchanges: {told_steps(odds.exchanges)}",
        f"Hits in the end, attacker-defender: {inline(hits)}",
        *(("", str(odds.policy)) if odds.policy else ()),
        *apart(idle),
    )
    data = {
        **named(duel),
        "odds": distribution(found, lambda name: {"outcome": str(name)}),
        "exchanges": steps_distribution(odds.exchanges),
        "final_hits": distribution(
            odds.final_hits, lambda each: {"attacker": each[0], "defender": each[1]}
        ),
    }
    begins = due(duel.adjudicate(()))
    return Report(lines, data, Verdict(foremost(rows), chances=rows, due=begins, notes=idle))


def recorded(duel: Melee, record: Record, idle: tuple[str, ...]) -> Report:
    """What came of the dice of some exchanges."""
    rulings = duel.house.of(Rulings)
    rolls, unused = until_over(duel.attacker, duel.defender, record, rulings)
    fight = duel.adjudicate(rolls)
    left = told_unused(len(rolls), unused)
    text = f"{fight.steps[-1].text} {carried(fight)}"
    verdict = Verdict(text, fight, due=due(fight), notes=(*left[1:], *idle))
    title = f"{duel.attacker} attacks {duel.defender}"
    lines = (title, "", str(fight), *left, *idle, *verdict.told_due)
    told: dict[str, Any] = {"outcome": str(fight.outcome), "steps": steps(fight.steps)}
    told |= {"unused": [list(each) for each in unused]}
    return Report(lines, {**named(duel), **told}, verdict)


def named(pair: Melee | Charge) -> dict[str, str]:
    """The two units, for programs."""
    return {"attacker": str(pair.attacker), "defender": str(pair.defender)}


def carried(fight: Fight) -> str:
    """What both sides carry, which is not always told by who is left."""
    state = fight.state
    return f"Hits: attacker {state.attacker_hits}, defender {state.defender_hits}."


def due(fight: Fight) -> str:
    """The dice of the next exchange; if the melee is over, a re-roll that could still change it."""
    if fight.outcome != Outcome.GOES_ON:
        return _second_roll(fight)
    pairing, state = fight.pairing, fight.state
    off = deductions(pairing, state)
    mine, theirs = (
        dice_told(card.combat_dice) + (f", minus {each.points}" if each.points else "")
        for card, each in zip(pairing.cards, off, strict=True)
    )
    again = "; in cover it may roll all of them again [PT-M13]" if state.reroll_left else ""
    if fight.exchanges and (still := _second_roll(fight)):
        again += f". Before that, {still}"
    clauses = ", ".join(dict.fromkeys(["PT-M8", "PT-M3", *off[0].clauses, *off[1].clauses]))
    number = len(fight.exchanges) + 1
    return f"exchange {number}, the attacker rolls {mine}, the defender {theirs} [{clauses}]{again}"


def _second_roll(fight: Fight) -> str:
    """What a defender may still do who is in cover, and has not won by the dice as they lie."""
    states = [opening(fight.pairing), *(each.after for each in fight.exchanges)]
    might = states[-2].reroll_left and fight.exchanges[-1].rolls.reroll is None
    last, rulings = fight.exchanges[-1], fight.pairing.rulings
    order = compare(last.attacker_total, last.defender_total)
    might = might and may_roll_again(last.defender_hit, order, rulings)
    if fight.outcome == Outcome.DEFENDER_WINS or not might:
        return ""
    number, dice = len(fight.exchanges), fight.pairing.cards[1].combat_dice
    return (
        f"the defender is in cover and may still re-roll all {dice} dice of exchange {number}."
        " The second roll stands [PT-M13]"
    )


def until_over(
    attacker: Combatant, defender: Combatant, record: Record, rulings: Rulings
) -> tuple[Record, Record]:
    """The exchanges up to the end of the melee, and those that were written down after it."""
    if len(record) < 2:
        return record, []  # nothing can be left over; a charge may even end before its melee
    pairing = Pairing(attacker, defender, rulings)
    state = opening(pairing)
    for at, raw in enumerate(record, start=1):
        exchange = resolve_exchange(pairing, state, raw, field=f"rolls[{at - 1}]")
        if exchange.outcome != Outcome.GOES_ON:
            return record[:at], record[at:]
        state = exchange.after
    return record, []


def told_unused(used: int, unused: Record) -> tuple[str, ...]:
    """Say that rolls were left over."""
    rolls = ",".join(":".join(map(str, each)) for each in unused)
    told = f"Not counted: {rolls}. The melee was over after exchange {used}."
    return ("", told) if unused else ()


def idle(pair: Melee | Charge, said: Mapping[str, str]) -> Iterator[str]:
    """What is said of two units, and nothing asks for."""
    if pair.attacker.in_cover:
        yield "The attacker’s cover gives it nothing: only the attacked unit rolls again [PT-M13]."
    if "reroll" in said and pair.reroll != "never" and not pair.defender.in_cover:
        told = "the defender is not in cover and has no second roll [PT-M13]."
        yield f"{said['reroll']} {pair.reroll} never comes up: {told}"
