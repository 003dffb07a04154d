"""How a sniper's shot goes on: to hit, the attempt to spot him, the marker that is turned.

A duel is one shot after the other, with his moves between them, and one pile of cards (``_Duel``).

Recorded dice and cards, and rolled ones, read :meth:`Course.move`. The odds count how many attempts
succeed (``odds``), which comes to the same and is much faster.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from rules_lib.errors import (
    IllegalAction,
    IncompleteRecord,
    InvalidValue,
    UnspecifiedBySource,
    is_one_of,
    whole_number,
)
from rules_lib.paper_tigers.command import Card, require_total
from rules_lib.paper_tigers.deck import JOKER, CommandDeck, DeckCard, DeckLike
from rules_lib.paper_tigers.sniper import rules, state
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.probability import Rng
from rules_lib.probability.deck import Deck
from rules_lib.rulebook import implements, uses
from rules_lib.system.process import Choice, End, Process, Roll, Round, total_of
from rules_lib.system.process import Move as Due
from rules_lib.text.chances import dice_told
from rules_lib.transcript import Step, Told
from rules_lib.values.type_checks import checked

SHOT, DRAWN, SPOT, MARKER = "roll", "drawn", "spot_roll", "marker"
"""What is rolled, drawn or turned, by the names that a record has for it."""

ATTEMPT, LOOKS, LEAVES = "attempt", "looks for him", "leaves it"
"""The decision of a unit that may look for him, and its two answers."""

TURN, TURNS = "turn", "turns a marker"
"""The decision of a unit that has spotted him, which may also leave it, and its other answer."""


UNLAID = "what a unit achieves that spots him while no marker is out (PT-S11, PT-S13, R-S5)"
"""What the source leaves open."""


class Table(NamedTuple):
    """What lies on the table.

    Attributes:
        pile: the cards of which the next one is drawn.
        position: the sniper's markers.
        due: what comes next; ``""`` once the shot is done with.
        drawn: the card that the dice must reach.
    """

    pile: Deck[DeckCard]
    position: state.Position
    due: str = SHOT
    drawn: DeckCard | None = None


@dataclass(frozen=True)
class Course:
    """A shot with all that follows it.

    Attributes:
        target: whom he shoots at, and who then may look for him.
        deck: the whole draw pile.
        rulings: how the open rules are read.
        own: the card that lies at the target, where it must reach that one (R-S13).
    """

    card: Card
    target: state.Target
    deck: CommandDeck
    rulings: Rulings
    own: DeckCard | None = None

    @implements("PT-S8")
    @uses("PT-S11", "PT-S13", "PT-S14", "R-S1", "R-S4", "R-S5", "R-S13")
    def move(self, now: Table) -> Due[Table]:
        """What is due: his dice, whether it looks for him, a card, two dice, perhaps a marker."""
        if now.due == SHOT:
            count = self.card.dice_for("shot")
            return total_of(count, SHOT, partial(self._shot, now), "PT-S8")
        if now.due == ATTEMPT:
            own = rules.reaches_own_card(self.target.kind, self.rulings)
            looks = now._replace(due=SPOT, drawn=self.own) if own else now._replace(due=DRAWN)
            return Choice(ATTEMPT, {LOOKS: looks, LEAVES: now._replace(due="")}, ("PT-S11",))
        if now.due == DRAWN:
            return Roll(DRAWN, now.pile.cards, partial(self._drawn, now), ("PT-S11",))
        if now.due == SPOT:
            return total_of(rules.SPOTTING_DICE, SPOT, partial(self._tried, now), "PT-S11")
        if now.due == TURN:
            marker, none = now._replace(due=MARKER), now._replace(due="")
            return Choice(TURN, {TURNS: marker, LEAVES: none}, ("PT-S13",))
        if now.due == MARKER:
            faces = rules.dots(now.position).weights
            return Roll(MARKER, faces, partial(self._turned, now), ("PT-S13", "PT-S14"))
        return End(now.position)

    def _shot(self, now: Table, total: int) -> Table:
        hit = self.card.reached_by(total)
        looks = rules.may_spot(hit, self.rulings) and not self.effect(hit).removed
        marked = rules.after_shot(now.position, hit, self.rulings)
        return now._replace(position=marked, due=ATTEMPT if looks else "")

    def effect(self, hit: bool) -> state.Effect:
        """What the shot does to its target."""
        return rules.effect(self.target, hit, self.rulings)

    def _drawn(self, now: Table, card: DeckCard) -> Table:
        """What is drawn stays out until the pile is used up (R-S4); a joker fails (R-S3)."""
        left = now.pile.without(card)
        used_up = self.deck.size - left.size >= rules.cards_drawn(self.deck, self.rulings)
        pile = self.deck.cards if used_up else left
        return Table(pile, now.position, "" if card == JOKER else SPOT, card)

    def _tried(self, now: Table, total: int) -> Table:
        if now.drawn is None:
            raise UnspecifiedBySource(unknown_card(self.target.kind))
        if not rules.spots(now.drawn, total, self.target.kind, self.rulings):
            return now._replace(due="")
        if not now.position.laid:
            raise UnspecifiedBySource(UNLAID)
        return now._replace(due=TURN)

    def _turned(self, now: Table, dot: state.Dot) -> Table:
        return now._replace(position=rules.turn(now.position, dot, self.rulings), due="")


def unknown_card(kind: state.Spotter) -> str:
    """What the source leaves open of a unit that must reach the card that lies at it (R-S13)."""
    return (
        f"spotter: the card that lies at a unit of kind {kind!r}, and what it must reach after a"
        " hit, when none lies there (R-S13)"
    )


@checked
@dataclass(frozen=True, slots=True)
class Duel(Told):
    """An adjudicated duel; ``str()`` is its transcript.

    Attributes:
        position: where the sniper is in the end.
        shots: what became of each shot.
        steps: the transcript as data.
        events: what was recorded.
    """

    position: state.Position
    shots: tuple[state.ResolvedShot, ...]
    steps: tuple[Step, ...]
    events: tuple[state.Event, ...]

    @property
    def found(self) -> bool:
        """The sniper has been found."""
        return self.position.found


@checked
def adjudicate(
    events: Iterable[state.Event],
    deck: DeckLike | None = None,
    *,
    markers: int = state.MARKERS,
    rulings: Rulings = Rulings(),
) -> Duel:
    """Resolve a whole duel, from the secret position on, from recorded dice and cards.

    Args:
        events: the sniper's shots and moves, in order.
        deck, rulings: as for the odds.
        markers: markers laid out each time, one of them green.

    Raises:
        InvalidValue: dice, cards or markers that cannot be.
        UnspecifiedBySource: he shoots or moves after he was found.
        IllegalAction: an attempt that is not allowed, such as before any marker is out.
        IncompleteRecord: the roll for a drawn card is missing. A marker that is not given is none
            that is turned: it may be (PT-S13).
    """
    duel = _Duel(deck, markers, rulings)
    for number, event in enumerate(events):
        field = f"events[{number}]"
        moves = isinstance(event, state.Move)
        state.require_hidden(duel.position, "moves" if moves else "shoots again", field)
        if isinstance(event, state.Move):
            duel.moves(event)
        else:
            course, process = duel.aims(event.card, event.target, whole_number(event.drawn))
            duel.shoots(course, _given(field, event, course, process))
    return duel.told()


@uses("PT-S8", "PT-S11", "PT-S13", "R-S1", "R-S4")
@checked
def play(
    card: Card,
    targets: Iterable[state.Target | state.Spotter | state.Move],
    rng: Rng,
    deck: DeckLike | None = None,
    *,
    markers: int = state.MARKERS,
    rulings: Rulings = Rulings(),
) -> Duel:
    """Roll a duel: shot after shot until the sniper is found, or has no target left.

    Each target tries to spot him whenever it may, and a marker is out to be turned; a success turns
    one.

    Args:
        card: the sniper's command card, the same for each shot.
        targets: what he shoots at, in order, each with its hits, or just its kind if it is unhurt;
            a ``Move`` between two shots is a move of his.
        rng: a source of chance, such as ``random.Random(7)``.
        deck, markers, rulings: as for the adjudication.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.sniper.adjudicate` of these dice and cards.
    """
    duel = _Duel(deck, markers, rulings)
    for aim in targets:
        if duel.position.found:
            break
        if isinstance(aim, state.Move):
            duel.moves(aim)
        else:
            target = aim if isinstance(aim, state.Target) else state.Target(aim)
            course, process = duel.aims(card, target)
            duel.shoots(course, *process.play(rng, _whenever_it_may, most=1).rounds)
    return duel.told()


def _whenever_it_may(now: Table) -> str:
    """A unit looks for him while a marker is out; without one there is nothing to turn over."""
    if now.due == TURN:
        return TURNS
    return LOOKS if now.position.laid else LEAVES


class _Duel:
    """A duel while it goes on, with what has become of it so far."""

    def __init__(self, deck: DeckLike | None, markers: int, rulings: Rulings) -> None:
        self.full, self.rulings = rules.draw_pile(deck, rulings), rulings
        self.pile, self.position = self.full.cards, state.Position(markers)
        self.shots, self.steps = list[state.ResolvedShot](), list[Step]()
        self.events: list[state.Event] = []

    def moves(self, move: state.Move) -> None:
        before, self.position = self.position, rules.after_move(self.position, self.rulings)
        self.events.append(move)
        self.steps.append(_tell_move(before, self.position, self.rulings))

    def aims(
        self, card: Card, target: state.Target, own: int | None = None
    ) -> tuple[Course, Process[Table]]:
        course = Course(card, target, self.full, self.rulings, own)
        start = Table(self.pile, self.position)
        return course, Process(start, course.move, between=lambda now: not now.due)

    def shoots(self, course: Course, done: Round[Table]) -> None:
        card, target, answers, before = course.card, course.target, done.answers, self.position
        self.pile, self.position, *_ = done.after
        hit, looks = card.reached_by(answers[SHOT]), answers.get(ATTEMPT) == LOOKS
        marker, struck = answers.get(MARKER), course.effect(hit)
        resolved = state.ResolvedShot(hit, struck, looks, TURN in answers, self.position)
        drawn = answers.get(DRAWN, course.own if looks else None)
        shot = state.Shot(card, answers[SHOT], target, drawn, answers.get(SPOT), marker)
        self.shots.append(resolved)
        self.events.append(shot)
        self.steps += _tell_shot(len(self.shots), course, shot, before, resolved)

    def told(self) -> Duel:
        return Duel(self.position, tuple(self.shots), tuple(self.steps), tuple(self.events))


def _given(field: str, shot: state.Shot, course: Course, process: Process[Table]) -> Round[Table]:
    """One shot by the dice and cards that are given for it, and no others."""
    kind, rulings = course.target.kind, course.rulings
    own = rules.reaches_own_card(kind, rulings)

    def answer(now: Table, due: Roll[Table] | Choice[Table]) -> Any:
        place, given = f"{field}.{due.name}", getattr(shot, due.name, None)
        if due.name == SHOT:
            return require_total(place, given, shot.card.dice_for("shot"))
        if due.name == TURN:
            return LEAVES if shot.marker is None else TURNS
        if due.name == ATTEMPT:
            place = f"{field}.drawn"
            if shot.drawn is not None and own and shot.card.reached_by(shot.roll):
                what = f"{place}: the card that a unit must reach at which none lies after a hit"
                raise UnspecifiedBySource(f"{what} (PT-S2, R-S13)")
            if shot.drawn is not None and own and course.own is None:
                allowed = "the value of the card that lies at the unit (R-S13)"
                raise InvalidValue(place, shot.drawn, allowed)
            return LEAVES if shot.drawn is None else LOOKS
        if due.name == DRAWN:
            for each in now.pile.cards:
                if is_one_of(given, [each]):
                    return each
            allowed = f"a card still in the pile: {', '.join(map(str, now.pile.cards))}"
            raise InvalidValue(place, given, allowed)
        if due.name == SPOT and given is None:
            more = rules.spotting_raise(kind, rulings)
            told = f"{rules.SPOTTING_DICE} dice, to reach the {shot.drawn}"
            told += (" at it" if own else " drawn") + (f", raised by {more}" if more else "")
            told += f" [PT-S11, {', '.join(rules.raised_by(kind, rulings))}]"
            raise IncompleteRecord(f"{place}: a card was drawn, and no roll is given", told)
        if due.name == SPOT:
            return require_total(place, given, rules.SPOTTING_DICE)
        assert shot.marker is not None
        rules.turn(now.position, shot.marker, rulings, field=place)
        return given

    try:
        (done,) = process.run(answer, most=1).rounds
    except UnspecifiedBySource as silent:
        if silent.what == UNLAID:
            raise UnspecifiedBySource(f"{field}: {UNLAID}") from None
        raise
    answers = done.answers
    if ATTEMPT not in answers and shot.drawn is not None:
        removed = rules.effect(shot.target, True, rulings).removed
        who, cited = ("is removed", ["PT-S11", "R-S7"]) if removed else ("was just hit", ["R-S1"])
        raise IllegalAction(f"{field}: a unit that {who} tries to spot", cited)
    why = "the attempt fails" if SPOT in answers else "a joker was drawn"
    why = "no card is drawn" if shot.drawn is None else why
    for name, what in ((SPOT, "roll"), (MARKER, "marker")):
        given = getattr(shot, name)
        if name not in answers and given is not None:
            raise InvalidValue(f"{field}.{name}", given, f"no {what}, because {why}")
    return done


def _tell_move(before: state.Position, after: state.Position, rulings: Rulings) -> Step:
    """A move, and the markers that it lays out."""
    if not before.laid:
        text = f"The sniper moves. {_laid_out(after.markers)}."
        return Step(text, ("PT-S5",), heading=True)
    text = f"The sniper moves. {_laid_out(after.markers, 'new ')}: the search begins again."
    if rulings.later_move == "green_moves":
        text = "The sniper moves. The markers stay out, and the green one moves."
    return Step(text, ("PT-S5", "R-S12"), heading=True)


def _laid_out(markers: int, new: str = "") -> str:
    return f"{markers} {new}marker{'s are' if markers > 1 else ' is'} laid out"


def _tell_shot(
    number: int, course: Course, shot: state.Shot, before: state.Position, done: state.ResolvedShot
) -> Iterator[Step]:
    """A shot with all that followed it."""
    kind, rulings, again = course.target.kind, course.rulings, before.laid
    rolled = f"The sniper rolls {shot.roll} with {dice_told(shot.card.dice_for('shot'))}"
    rolled = f"{rolled} against {shot.card.printed}"
    yield Step(f"Shot {number}, at {state.IN_WORDS[kind]}", ("PT-S8",), heading=True)
    if not done.hit:
        yield Step(f"{rolled}: a miss.", ("PT-S10",), throw="first")
    else:
        text = f"{rolled}: a hit, and no save against it."
        yield Step(text, ("PT-S8", "PT-S9"), throw="first")
    if done.effect.removed:
        yield Step("It is the unit’s second hit: it is removed.", ("PT-S2", "PT-M17", "R-S7"))
    elif done.hit:
        text = "The unit is damaged and loses every activation of this round."
        text += " Its activation cards go to the discard pile."
        inferred = ("PT-S12",) if kind in state.SPECIALISTS else ()
        yield Step(text, ("PT-S1", *inferred, "PT-S2", *(("R-S7",) if shot.target.hits else ())))
        asked = () if kind == "infantry" else ("R-S10",)
        yield Step(_RECOVERY[done.effect.recovery], ("PT-S3", *asked))
    laid = rules.after_shot(before, done.hit, rulings)
    if laid.laid and not (again and rules.markers_stay(rulings)):
        green = "one of them green" if laid.markers > 1 else "the green one"
        asked = ("R-S8",) if again else () if done.hit else ("R-S5",)
        text = f"{_laid_out(laid.markers, 'new ' if again else '')}, {green}."
        yield Step(text, ("PT-S5", *asked))
    if done.attempted:
        yield from _tell_attempt(shot, done, rulings)
    if done.position.secret:
        yield Step("His position stays secret.", ("PT-S4", "R-S5"))


def _tell_attempt(shot: state.Shot, done: state.ResolvedShot, rulings: Rulings) -> Iterator[Step]:
    kind, green, reds = shot.target.kind, shot.marker == "green", done.position.reds
    more, found = rules.spotting_raise(kind, rulings), rules.found_raise(kind, rulings)
    asked: tuple[str, ...] = ("R-S1",) if done.hit else ()
    if shot.drawn == JOKER:
        text = "The unit draws a joker to spot him: the attempt fails."
        yield Step(text, ("PT-S11", *asked, "R-S3"))
        return
    raised = f", raised by {more}" if more else ""
    text = f"The unit draws the {shot.drawn} to spot him{raised}, and rolls {shot.spot_roll}"
    if rules.reaches_own_card(kind, rulings):
        text = f"The unit’s own {shot.drawn} must be reached{raised}; it rolls {shot.spot_roll}"
        asked += ("R-S13",)
    first, *others = rules.raised_by(kind, rulings)
    text = f"{text}: {'enough' if done.spotted else 'not enough'}."
    yield Step(text, ("PT-S11", first, *asked, *others), throw="second")
    if shot.marker is None:
        return
    last = () if green or reds else ("R-S9",)  # is he found with it?
    if not done.position.found:
        text = f"It turns a marker: red. {reds} red and the green one stay out."
        yield Step(text, ("PT-S13", "PT-S14", *last), throw="marker")
        return
    text = f"It turns a marker: {'green' if green else 'the last red one'}. The sniper is found."
    yield Step(text, ("PT-S6", "PT-S15", *last), throw="marker")
    where = "there" if green else "where the green one lay"
    text = f"All other markers are removed, and his figure is placed {where}."
    yield Step(text, ("PT-S15",))
    text = "He is still barely visible: he must be spotted before he can be fought."
    raised = f"raises its card by {found}" if found else "does not raise its card"
    by = rules.raised_by(kind, rulings, found=True)
    yield Step(f"{text} For this unit that {raised}.", ("PT-S7", "PT-S16", *by))


_RECOVERY = {
    True: "At the end of the round it needs a recovery test, which the source does not describe.",
    False: "It needs no recovery test. What brings it back, the source does not say.",
    None: "Whether it needs a recovery test, the source does not say.",
}
