"""Plays a sniper's duel: rolls and draws what is due, and has it adjudicated."""

from collections.abc import Iterable
from dataclasses import replace

from rules_lib.errors import IllegalAction
from rules_lib.paper_tigers import command
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.deck import JOKER, DeckLike
from rules_lib.paper_tigers.sniper.adjudicate import (
    Duel,
    Pile,
    adjudicate,
    require_attempt,
    resolve_shot,
)
from rules_lib.paper_tigers.sniper.rules import (
    SPOTTING_DICE,
    after_move,
    after_shot,
    dots,
    draw_pile,
    spots,
)
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import (
    MARKERS,
    Event,
    Move,
    Position,
    Shot,
    Spotter,
    Target,
)
from rules_lib.probability import Rng, dice
from rules_lib.rulebook import uses
from rules_lib.values.type_checks import checked


@uses("PT-S8", "PT-S11", "PT-S13", "R-S1", "R-S4")
@checked
def play(
    card: Card,
    targets: Iterable[Target | Spotter | Move],
    rng: Rng,
    deck: DeckLike | None = None,
    *,
    markers: int = MARKERS,
    rulings: Rulings = Rulings(),
) -> Duel:
    """Roll a duel: shot after shot until the sniper is found, or has no target left.

    Each target tries to spot him whenever it may, and a marker is out to be turned.

    Args:
        card: the sniper's command card, the same for each shot.
        targets: what he shoots at, in order, each with its hits, or just its kind if it is unhurt;
            a ``Move`` between two shots is a move of his.
        rng: a source of chance, such as ``random.Random(7)``.
        deck, markers, rulings: as for the adjudication.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.sniper.adjudicate` of these dice and cards.
    """
    pile = Pile(draw_pile(deck, rulings), rulings)
    position, events = Position(markers), list[Event]()
    for aim in targets:
        if position.found:
            break
        if isinstance(aim, Move):
            events.append(aim)
            position = after_move(position, rulings)
            continue
        target = aim if isinstance(aim, Target) else Target(aim)
        shot = _shot(card, target, rng, position, pile, rulings)
        position = resolve_shot("targets", shot, position, pile, rulings).position
        events.append(shot)
    return adjudicate(events, deck, markers=markers, rulings=rulings)


def _shot(
    card: Card, target: Target, rng: Rng, position: Position, pile: Pile, rulings: Rulings
) -> Shot:
    """One shot with all dice and cards that it brings."""
    test = command.play(card, "shot", rng)
    shot, marked = Shot(card, test.roll, target), after_shot(position, test.passed, rulings)
    try:
        require_attempt("targets", shot, test.passed, rulings)
    except IllegalAction:
        return shot
    if not marked.laid:  # nothing to turn, and the source does not say what else there is to find
        return shot
    drawn = pile.now.draw().sample(rng)
    if drawn == JOKER:
        return replace(shot, drawn=drawn)
    total = sum(dice.roll(SPOTTING_DICE, rng))
    if not spots(drawn, total, target.kind, rulings):
        return replace(shot, drawn=drawn, spot_roll=total)
    return replace(shot, drawn=drawn, spot_roll=total, marker=dots(marked).sample(rng))
