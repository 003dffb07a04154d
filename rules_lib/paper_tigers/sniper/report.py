"""What is told of a sniper: his shots and the search for him, a recorded duel, what is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules_lib.errors import IncompleteRecord, InvalidValue
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper.adjudicate import Duel, adjudicate
from rules_lib.paper_tigers.sniper.duel_odds import duel_odds
from rules_lib.paper_tigers.sniper.odds import (
    UNHURT_TARGETS,
    chance_by_card,
    discovery,
    hit,
    search,
    spotting,
)
from rules_lib.paper_tigers.sniper.rules import may_spot, pile_told, reaches_own_card
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import Effect, Event, Move, Shot, spoken
from rules_lib.probability import Distribution
from rules_lib.system.report import (
    Report,
    Verdict,
    chances,
    distribution,
    foremost,
    inline,
    mean,
    number,
    steps,
)
from rules_lib.text.chances import dice_told, percent
from rules_lib.text.files import NOTHING

if TYPE_CHECKING:
    from rules_lib.paper_tigers.sniper.system import Asked

WITHIN = 6
"""Attempts that are told if nothing is said."""

MOST_TOLD = 12
"""Attempts that are told one by one."""


def counted(asked: Asked, _: tuple[str, ...]) -> Report:
    """The odds of his shots and of the search for him."""
    if asked.target is None:
        raise InvalidValue("target", NOTHING, "whom he shoots at; or --shot for a duel")
    target, on, within = spoken(asked.target, "target"), asked.card, asked.within
    pile, rulings = asked.pile, asked.house.of(Rulings)
    more: dict[str, Any] = {"markers": asked.markers, "rulings": rulings}
    searched = search(target, pile, **more)
    found_at = discovery(target, within, pile, **more)
    rows = {} if on is None else {"His shot hits": hit(on)}
    rows["An attempt to spot him succeeds"] = spotting(target, pile, rulings)
    rows[f"Found within {within} attempt{'s' * (within != 1)}"] = 1 - found_at[None]
    attempts = None if searched.never else _number_of(searched.mean(), searched.median())
    data = {
        "target": target,
        "pile": _cards(pile),
        "assumes": UNHURT_TARGETS,
        "spotted": number(rows["An attempt to spot him succeeds"]),
        "found_at": distribution(found_at, lambda attempt: {"attempt": attempt}),
        "attempts": attempts,
    }
    told = inline(_cumulative(found_at, min(within, MOST_TOLD)))
    lines = [
        *(f"A sniper shoots at {target}, who looks for him", "", *chances(rows), ""),
        f"Found by attempt: {told}{', …' if within > MOST_TOLD else ''}",
        _told("Attempts until he is found", attempts),
    ]
    if on is not None:
        duel = duel_odds(on, target, pile, **more)
        shots = None if duel.never else _number_of(duel.mean_shots(), duel.median_shots())
        data |= {"card": str(on), "hits": number(duel.hits), "shots": shots}
        lines += [_told("Shots until he is found", shots)]
        if shots:
            lines += [f"Hits until then: {mean(duel.mean_hits)} on average"]
            data["hits_until_found"] = number(duel.mean_hits)
    notes = (UNHURT_TARGETS, _told_pile(pile, rulings))
    due = "" if on is None else _shot_on(on)
    verdict = Verdict(foremost(rows), chances=rows, due=due, notes=notes)
    return Report((*lines, "", *notes), data, verdict)


def recorded(asked: Asked, shots: Sequence[str], _: tuple[str, ...]) -> Report:
    """What came of recorded shots."""
    card, rulings = asked.card, asked.house.of(Rulings)
    if card is None:
        raise InvalidValue("card", NOTHING, "his card, such as 'red 7', where he shoots")
    events = [event(text, card, f"events[{at}]") for at, text in enumerate(shots)]
    duel, stops = as_far_as(events, asked.pile, asked.markers, rulings)
    due = stops or next_of(duel, card, rulings)
    last = events[-1]
    found = "found" if duel.found else "not found yet" if stops else "not found"
    end = "He has not been found yet." if stops else f"At the end he is {found}."
    shot = duel.shots[-1] if isinstance(last, Shot) else None
    struck = f"{_struck(shot.effect)}; he" if shot else "He"
    text = f"{struck} is {found}."
    rolled = isinstance(last, Shot) and last.spot_roll is not None
    if due and shot and rolled and not (duel.found or shot.attempted):
        text = f"{struck} is spotted."
    note = _told_pile(asked.pile, rulings)
    verdict = Verdict(text, duel, due=due, notes=(note,))
    lines = (f"A sniper on {card}", "", str(duel), "", end, note, *verdict.told_due)
    data = {"card": str(card), "pile": _cards(asked.pile)}
    return Report(lines, data | {"found": duel.found, "steps": steps(duel.steps)}, verdict)


def event(text: str, card: Card, field: str) -> Event:
    """A move, or a shot such as ``9 at infantry, draws 8, rolls 10, turns red``."""
    return Move() if text.strip().lower() == "move" else Shot.parse(text, card, field=field)


def as_far_as(
    events: Sequence[Event], pile: CommandDeck, markers: int, rulings: Rulings
) -> tuple[Duel, str]:
    """A duel as far as its record goes, and what the last shot still lacks; ``""`` if nothing."""
    try:
        return adjudicate(events, pile, markers=markers, rulings=rulings), ""
    except IncompleteRecord as stops:
        cut = _cut_short(events)
        duel = adjudicate(cut, pile, markers=markers, rulings=rulings)
        return duel, f"{stops.due}{_odds_of(events[-1], pile, rulings)}"


def _struck(effect: Effect) -> str:
    """What a shot did to its target, as far as the source tells it."""
    if effect.removed:
        return "A hit, and the unit is removed"
    if not effect.damaged:
        return "A miss"
    if effect.recovery is None:
        return "A hit, and the source does not say whether the unit needs a recovery test"
    return f"A hit, and the unit needs {'a' if effect.recovery else 'no'} recovery test"


def _odds_of(last: Event, pile: CommandDeck, rulings: Rulings) -> str:
    """How likely the attempt is for which a card was drawn, if its dice are still to be rolled."""
    if not isinstance(last, Shot) or last.drawn is None or last.spot_roll is not None:
        return ""
    if reaches_own_card(last.target.kind, rulings):
        return ""
    return f": {percent(chance_by_card(last.target.kind, pile, rulings)[last.drawn])}"


def _cut_short(events: Sequence[Event]) -> list[Event]:
    """The same without the attempt to spot him that the last one leaves unfinished."""
    *before, last = events
    if isinstance(last, Shot):
        last = replace(last, drawn=None, spot_roll=None, marker=None)
    return [*before, last]


def next_of(duel: Duel, card: Card, rulings: Rulings) -> str:
    """What may come now: a card for who looks for him, or his next shot."""
    if duel.found:
        return ""
    last = duel.shots[-1] if duel.events and isinstance(duel.events[-1], Shot) else None
    looks = last and not last.effect.removed and may_spot(last.hit, rulings)
    if last is None or last.attempted or not looks:
        return _shot_on(card)
    return f"a card, if the unit looks for him [PT-S11]; otherwise {_shot_on(card)}"


def _shot_on(card: Card) -> str:
    return f"his shot, {dice_told(card.dice_for('shot'))} on {card} [PT-S8]"


def _cards(pile: CommandDeck) -> dict[str, int]:
    return {"cards": pile.size - pile.jokers, "jokers": pile.jokers}


def _told_pile(pile: CommandDeck, rulings: Rulings) -> str:
    """Which pile is drawn from: a table has one, with or without the jokers of sudden strike."""
    told = f"Pile: {pile_told(pile, rulings)} (R-S3)."
    if pile.jokers:
        return told
    return f"{told} With sudden strike in play it has two jokers: read R-S3=fail."


def _number_of(average: Fraction, median: int | None) -> dict[str, Any]:
    return {"mean": number(average), "median": median}


def _told(what: str, counted: dict[str, Any] | None) -> str:
    if counted is None:
        return f"{what}: he is never found"
    average = mean(Fraction(counted["mean"]["exact"]))
    return f"{what}: {average} on average; half the time {counted['median']} or fewer"


def _cumulative(found_at: Distribution[int | None], within: int) -> Iterable[tuple[int, Fraction]]:
    so_far = Fraction(0)
    for attempt in range(1, within + 1):
        so_far += found_at[attempt]
        yield attempt, so_far
