"""Drawn scenes of Paper Tigers: fights, tests, duels; and where other dice can be thrown."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from rules_lib.errors import InvalidValue
from rules_lib.notebook.drawing import hand, markers
from rules_lib.notebook.svg import Drawing
from rules_lib.notebook.transcript import Entry, Transcript, WhatIf, as_ours
from rules_lib.paper_tigers import charge, command, el_alamein, melee, sniper, sudden_strike
from rules_lib.paper_tigers.command import Colour
from rules_lib.paper_tigers.page.exchange import SIDES, cast, draw_exchange
from rules_lib.paper_tigers.page.explorers.fights import COLOURS
from rules_lib.paper_tigers.sniper.rules import SPOTTING_DICE
from rules_lib.probability import Rng
from rules_lib.transcript import Step
from rules_lib.values.type_checks import checked


@checked
def tell(happened: melee.Fight | charge.Action, title: str, rng: Rng | None = None) -> Transcript:
    """A fight, or a whole charge, step by step with its exchanges drawn.

    With a source of chance, an exchange of a fight shows dice, as `draw_exchange` does.
    """
    if isinstance(happened, melee.Fight):
        return illustrated(title, happened.steps, happened, rng)
    told = illustrated(title, happened.steps, happened.fight)
    return replace(told, what_if=of_action(happened))


@checked
def tell_test(test: command.CommandTest, name: str, rng: Rng | None = None) -> Transcript:
    """A command test on its own; with a source of chance, dice are shown that make up its total."""
    verdict = "passed" if test.passed else "failed"
    clause = {"movement": "PT-M19", "shot": "PT-S8"}.get(test.purpose, "PT-M3")
    text = (
        f"{name} rolls {test.card.dice_for(test.purpose)} dice for {test.card}: {test.roll} in all."
    )
    steps = (Step(text, (clause,)), Step(f"The {test.purpose} test is {verdict}.", (clause,)))
    card = test.card.colour, test.card.value
    drawn = (
        {0: hand(card, cast(test.roll, test.card.dice_for(test.purpose), rng))}
        if rng is not None
        else {}
    )
    return Transcript(f"{test.purpose.capitalize()} test", steps, drawn)


def illustrated(
    title: str, steps: tuple[Step, ...], fight: melee.Fight | None, rng: Rng | None = None
) -> Transcript:
    """Steps as a transcript, each exchange of the fight drawn where it begins."""
    starts = [at for at, step in enumerate(steps) if step.throw == "exchange"]
    drawings = {
        at: draw_exchange(fight, number, rng=rng)
        for number, at in enumerate(starts, start=1)
        if fight
    }
    again = of_melee(fight) if fight else None
    return Transcript(title, steps, drawings, form="instead", what_if=again)


@checked
def story_of(story: el_alamein.Story, number: int) -> Transcript:
    """What one British unit did at El Alamein."""
    heading, *steps = story.steps_of(number)
    return illustrated(heading.text, tuple(steps), story.actions[number].fight)


Hand = tuple[Colour, int, Sequence[int]]
"""A card and the dice rolled on it."""


@checked
def tell_duel(duel: sniper.Duel, hands: Sequence[Hand], title: str) -> Transcript:
    """A duel step by step; ``hands`` are cards and dice in the order in which they were rolled."""
    rolls = [
        (at, step.throw) for at, step in enumerate(duel.steps) if step.throw in ("first", "second")
    ]
    if len(hands) != len(rolls):
        raise InvalidValue("hands", hands, f"{len(rolls)} of them, one for each throw")
    drawings: dict[int, Drawing] = {
        at: hand((colour, value), faces, "first" if throw == "first" else "second")
        for (at, throw), (colour, value, faces) in zip(rolls, hands, strict=True)
    }
    turned = [shot for shot in zip(_shots(duel), duel.shots, strict=True) if shot[0].marker]
    steps = (at for at, step in enumerate(duel.steps) if step.throw == "marker")
    for at, (shot, done) in zip(steps, turned, strict=True):
        left = done.position.reds + 1 if done.position.laid else 0
        drawings[at] = markers(shot.marker or "red", left)
    return Transcript(title, duel.steps, drawings, what_if=of_duel(duel))


def hands_of(duel: sniper.Duel, rng: Rng) -> list[Hand]:
    """Return cards and dice that make up the totals of a duel, each hand as likely as it was."""
    hands: list[Hand] = []
    for shot in _shots(duel):
        card = shot.card
        hands.append((card.colour, card.value, cast(shot.roll, card.combat_dice, rng)))
        if isinstance(shot.drawn, int) and shot.spot_roll is not None:
            colour = COLOURS[rng.randrange(len(COLOURS))]  # the pile has as many of each
            hands.append((colour, shot.drawn, cast(shot.spot_roll, SPOTTING_DICE, rng)))
    return hands


def _shots(duel: sniper.Duel) -> list[sniper.Shot]:
    return [event for event in duel.events if isinstance(event, sniper.Shot)]


def of_melee(fight: melee.Fight) -> WhatIf | None:
    """A melee by our own readings; for others the page is not asked."""
    pairing = fight.pairing
    if pairing.rulings != melee.Rulings() or not fight.exchanges:
        return None
    entries = [*_unit("attacker", pairing.attacker), *_unit("defender", pairing.defender)]
    entries.append(("defender.cover", int(pairing.defender.in_cover)))
    for each in fight.exchanges:
        again = "" if each.rolls.reroll is None else each.rolls.reroll
        totals = {"attacker": each.rolls.attacker, "defender": each.rolls.defender, "again": again}
        entries += [(f"rolls.{name}", total) for name, total in totals.items()]
    dice = tuple(
        tuple((name, f"rolls.{side}@{at}") for name, side in zip(fight.names, SIDES, strict=True))
        for at in range(len(fight.exchanges))
    )
    return WhatIf("melee", tuple(entries), dice)


def of_action(action: charge.Action) -> WhatIf | None:
    """A charge that came to its melee, by our own readings; of another no defender is known."""
    melee_ = of_melee(action.fight) if action.fight else None
    if melee_ is None or action.fight is None:
        return None
    rolls = {f"{test.purpose}-roll": test.roll for test in action.tests}
    again = partial(
        charge.adjudicate,
        action.fight.pairing.attacker,
        action.fight.pairing.defender,
        movement_roll=rolls.get("movement-roll"),
        charge_roll=rolls.get("charge-roll"),
        rolls=[each.rolls for each in action.fight.exchanges],
        names=action.names,
        complete=False,
    )
    if not as_ours(action, again):
        return None
    return WhatIf("charge", (*melee_.entries, *rolls.items()), melee_.dice)


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
    shots = _shots(duel)
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
    if not as_ours(duel, partial(sniper.adjudicate, duel.events)):
        return None
    card = shots[0].card
    entries: list[Entry] = [("card.colour", card.colour), ("card.value", card.value)]
    entries += [entry for row in rows for entry in row.items()]
    dice, at = [], -1
    for step in duel.steps:
        at += step.throw == "first"
        if step.throw in _THROWN:
            whose, field = _THROWN[step.throw]
            dice.append(((whose, f"{field}@{at}"),))
    return WhatIf("sniper", tuple(entries), tuple(dice))


_THROWN = {
    "first": ("the sniper", "shot.roll"),
    "second": ("who looks for him", "shot.spot_roll"),
    "marker": ("the marker", "shot.marker"),
}
"""Whose dice or marker a step of a duel shows, and the field of the form that they stand in."""


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
    known = place is None or as_ours(place, partial(sudden_strike.Structure.parse, str(place)))
    again = partial(sudden_strike.adjudicate, unit, place, record.strikes)
    if not (known and as_ours(record, again)):
        return None
    entries: list[Entry] = [
        ("unit", unit.kind),
        ("hits", f"{unit.hits} hit" if unit.hits else ""),
        ("place", place.name if place else ""),
        ("damage", f"{place.damage} damage" if place and place.damage else ""),
    ]
    for given in record.strikes:
        faces = {"structure": given.structure, "unit": given.unit}
        entries += [(f"dice.{who}", "".join(map(str, shown))) for who, shown in faces.items()]
    dice, at = [], -1
    for step in record.steps:
        at += step.heading
        if step.faces:
            who = "structure" if step.throw == "structure" else "unit"
            dice.append(((f"the {who}", f"dice.{who}@{at}"),))
    return WhatIf("strike", tuple(entries), tuple(dice))
