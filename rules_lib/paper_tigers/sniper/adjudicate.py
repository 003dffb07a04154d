"""A sniper's duel from dice and cards, recorded or rolled and drawn, told with its clauses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules_lib.errors import (
    IllegalAction,
    IncompleteRecord,
    InvalidValue,
    UnspecifiedBySource,
    is_one_of,
    require_iterable,
    whole_number,
)
from rules_lib.paper_tigers.command import Card, require_total
from rules_lib.paper_tigers.deck import DeckCard, DeckLike
from rules_lib.paper_tigers.sniper import rules
from rules_lib.paper_tigers.sniper.course import (
    ATTEMPT,
    DRAWN,
    LEAVES,
    LOOKS,
    MARKER,
    SHOT,
    SPOT,
    UNLAID,
    Course,
    Table,
)
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import (
    MARKERS,
    Event,
    Move,
    Position,
    ResolvedShot,
    Shot,
    Spotter,
    Target,
    require_hidden,
)
from rules_lib.paper_tigers.sniper.transcript import tell_move, tell_shot
from rules_lib.probability import Rng
from rules_lib.rulebook import uses
from rules_lib.system.process import Choice, Process, Roll, Round
from rules_lib.transcript import Step, as_text
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

Happened: TypeAlias = Move | tuple[Course, Round[Table]]
"""A move of his, or a shot with all that followed it."""


@checked
@dataclass(frozen=True, slots=True)
class Duel(RichDisplay):
    """An adjudicated duel; ``str()`` is its transcript.

    Attributes:
        position: where the sniper is in the end.
        shots: what became of each shot.
        steps: the transcript as data.
        events: what was recorded.
    """

    position: Position
    shots: tuple[ResolvedShot, ...]
    steps: tuple[Step, ...]
    events: tuple[Event, ...]

    @property
    def found(self) -> bool:
        """The sniper has been found."""
        return self.position.found

    def __str__(self) -> str:
        return as_text(self.steps)


def adjudicate(
    events: Iterable[Event],
    deck: DeckLike | None = None,
    *,
    markers: int = MARKERS,
    rulings: Rulings = Rulings(),
) -> Duel:
    """Resolve a whole duel, from the secret position on, from recorded dice and cards.

    Args:
        events: the sniper's shots and moves, in order.
        deck: the full draw pile; 52 cards if it is left out, and two jokers more where R-S3 has
            jokers in the pile. The same deck serves sudden strike.
        markers: markers laid out each time, one of them green.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: dice, cards or markers that cannot be.
        UnspecifiedBySource: he shoots or moves after he was found.
        IllegalAction: an attempt that is not allowed, such as before any marker is out.
        IncompleteRecord: a roll or a marker is missing.
    """
    full = rules.draw_pile(deck, rulings)
    pile, position = full.cards, Position(markers)
    happened: list[Happened] = []
    for number, event in enumerate(require_iterable("events", events, "a list of Shots and Moves")):
        field = f"events[{number}]"
        if not isinstance(event, Shot | Move):
            raise InvalidValue(field, event, "a Shot or a Move")
        require_hidden(position, "moves" if isinstance(event, Move) else "shoots again", field)
        if isinstance(event, Move):
            happened.append(event)
            position = rules.after_move(position, rulings)
            continue
        own = whole_number(event.drawn)
        course = Course(event.card, event.target, full, rulings, own)
        done = _given(field, event, course, course.process(pile, position))
        happened.append((course, done))
        pile, position, *_ = done.after
    return _duel(happened, markers, rulings)


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
    full = rules.draw_pile(deck, rulings)
    pile, position = full.cards, Position(markers)
    happened: list[Happened] = []
    for aim in targets:
        if position.found:
            break
        if isinstance(aim, Move):
            happened.append(aim)
            position = rules.after_move(position, rulings)
            continue
        course = Course(card, aim if isinstance(aim, Target) else Target(aim), full, rulings)
        (done,) = course.process(pile, position).play(rng, _whenever_it_may, most=1).rounds
        happened.append((course, done))
        pile, position, *_ = done.after
    return _duel(happened, markers, rulings)


def _whenever_it_may(now: Table) -> str:
    """A unit looks for him, unless no marker is out: what else there is to find, nobody says."""
    return LOOKS if now.position.laid else LEAVES


def _duel(happened: Sequence[Happened], markers: int, rulings: Rulings) -> Duel:
    """The shots and moves with what became of them."""
    position, shots, steps = Position(markers), list[ResolvedShot](), list[Step]()
    events: list[Event] = []
    for each in happened:
        before = position
        if isinstance(each, Move):
            events.append(each)
            position = rules.after_move(before, rulings)
            steps.append(tell_move(before, position, rulings))
            continue
        course, (_, answers, after) = each
        hit, position = course.card.reached_by(answers[SHOT]), after.position
        looks, marker = answers.get(ATTEMPT) == LOOKS, answers.get(MARKER)
        shots.append(ResolvedShot(hit, course.effect(hit), looks, marker is not None, position))
        drawn = answers.get(DRAWN, course.own if looks else None)
        shot = Shot(course.card, answers[SHOT], course.target, drawn, answers.get(SPOT), marker)
        events.append(shot)
        steps += tell_shot(len(shots), shot, before, shots[-1], rulings)
    return Duel(position, tuple(shots), tuple(steps), tuple(events))


def _given(field: str, shot: Shot, course: Course, process: Process[Table]) -> Round[Table]:
    """One shot by the dice and cards that are given for it, and no others."""
    kind, rulings = course.target.kind, course.rulings

    def answer(now: Table, due: Roll[Table] | Choice[Table]) -> Any:
        if due.name == SHOT:
            return require_total(f"{field}.roll", shot.roll, shot.card.dice_for("shot"))
        if due.name == ATTEMPT:
            if shot.drawn is not None and rules.reaches_own_card(kind, rulings):
                _require_own_card(f"{field}.drawn", shot)
            return LEAVES if shot.drawn is None else LOOKS
        if isinstance(due, Roll) and due.name == DRAWN:
            return _card(f"{field}.drawn", shot.drawn, due.chances)
        if due.name == SPOT:
            if shot.spot_roll is None:
                raise _no_roll(field, shot, rulings)
            return require_total(f"{field}.spot_roll", shot.spot_roll, rules.SPOTTING_DICE)
        if shot.marker is None:
            raise _no_marker(field, now.position)
        rules.turn(now.position, shot.marker, rulings, field=f"{field}.marker")
        return shot.marker

    try:
        (done,) = process.run(answer, most=1).rounds
    except UnspecifiedBySource as silent:
        if silent.what == UNLAID:
            raise UnspecifiedBySource(f"{field}: {UNLAID}") from None
        raise
    answers = done.answers
    if ATTEMPT not in answers and shot.drawn is not None:
        _refuse_attempt(field, shot, rulings)
    tried = answers.get(ATTEMPT) == LOOKS
    if SPOT not in answers and shot.spot_roll is not None:
        why = "a joker was drawn" if tried else "no card is drawn"
        raise InvalidValue(f"{field}.spot_roll", shot.spot_roll, f"no roll, because {why}")
    if MARKER not in answers and shot.marker is not None:
        failed = "the attempt fails" if SPOT in answers else "a joker was drawn"
        why = failed if tried else "no card is drawn"
        raise InvalidValue(f"{field}.marker", shot.marker, f"no marker, because {why}")
    return done


def _card(field: str, drawn: object, pile: Mapping[DeckCard, int]) -> DeckCard:
    """A card that is still in the pile."""
    for each in pile:
        if is_one_of(drawn, [each]):
            return each
    allowed = ", ".join(map(str, pile))
    raise InvalidValue(field, drawn, f"a card still in the pile: {allowed}")


def _no_roll(field: str, shot: Shot, rulings: Rulings) -> IncompleteRecord:
    more, own = (
        rules.spotting_raise(shot.target.kind, rulings),
        rules.reaches_own_card(shot.target.kind, rulings),
    )
    card = f"the {shot.drawn}{' at it' if own else ' drawn'}{f', raised by {more}' if more else ''}"
    told = f"{field}.spot_roll: a card was drawn, and no roll is given"
    return IncompleteRecord(told, f"{rules.SPOTTING_DICE} dice, to reach {card} [PT-S11, PT-S12]")


def _no_marker(field: str, marked: Position) -> IncompleteRecord:
    told = f"{field}.marker: the attempt succeeded, and no marker is given"
    which = f"one of {marked.reds + 1}, and one of them is green" if marked.reds else "the last"
    due = f"the attempt to spot him succeeds: turn a marker, {which} [PT-S13, PT-S14]"
    return IncompleteRecord(told, due)


def _require_own_card(field: str, shot: Shot) -> None:
    """Refuse what cannot lie at a unit that must reach its own card to spot (R-S13)."""
    if shot.card.reached_by(shot.roll):
        what = f"{field}: the card that a unit must reach at which none lies after a hit"
        raise UnspecifiedBySource(f"{what} (PT-S2, R-S13)")
    if whole_number(shot.drawn) is None:
        raise InvalidValue(field, shot.drawn, "the value of the card that lies at the unit (R-S13)")


def _refuse_attempt(field: str, shot: Shot, rulings: Rulings) -> None:
    """Refuse an attempt to spot him that is not allowed."""
    if rules.effect(shot.target, True, rulings).removed:
        raise IllegalAction(f"{field}: a unit that is removed tries to spot", ["PT-S11", "R-S7"])
    raise IllegalAction(f"{field}: a unit that was just hit tries to spot", ["R-S1"])
