"""Adjudicates a sniper's duel from given dice and cards, with a transcript."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules_lib.errors import (
    IllegalAction,
    IncompleteRecord,
    InvalidValue,
    UnspecifiedBySource,
    is_one_of,
    require_iterable,
    whole_number,
)
from rules_lib.paper_tigers.command import CommandTest, require_total
from rules_lib.paper_tigers.deck import JOKER, CommandDeck, DeckCard, DeckLike
from rules_lib.paper_tigers.sniper.rules import (
    SPOTTING_DICE,
    after_move,
    after_shot,
    cards_drawn,
    draw_pile,
    effect,
    found_raise,
    markers_stay,
    may_spot,
    reaches_own_card,
    spots,
    spotting_raise,
    turn,
)
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import (
    CREWS,
    MARKERS,
    SPECIALISTS,
    Effect,
    Event,
    Move,
    Position,
    ResolvedShot,
    Shot,
    Target,
    require_hidden,
)
from rules_lib.probability.deck import Deck
from rules_lib.rulebook import implements, uses
from rules_lib.text.chances import dice_told
from rules_lib.transcript import Step, as_text
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked


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
    pile = Pile(draw_pile(deck, rulings), rulings)
    position, shots, steps = Position(markers), list[ResolvedShot](), list[Step]()
    recorded: list[Event] = []
    for number, event in enumerate(require_iterable("events", events, "a list of Shots and Moves")):
        field = f"events[{number}]"
        if not isinstance(event, Shot | Move):
            raise InvalidValue(field, event, "a Shot or a Move")
        moves = isinstance(event, Move)
        require_hidden(position, "moves" if moves else "shoots again", field)
        if isinstance(event, Move):
            recorded.append(event)
            before, position = position, after_move(position, rulings)
            steps.append(_tell_move(before, position, rulings))
            continue
        resolved = resolve_shot(field, event, position, pile, rulings)
        shots.append(resolved)
        recorded.append(_kept(event))
        steps += _tell_shot(len(shots), event, position, resolved, rulings)
        position = resolved.position
    return Duel(position, tuple(shots), tuple(steps), tuple(recorded))


def _kept(shot: Shot) -> Shot:
    """The same in plain whole numbers; it has been resolved, so that it has no others."""
    drawn = None if shot.drawn is None else whole_number(shot.drawn) or JOKER
    total, spots = whole_number(shot.roll), whole_number(shot.spot_roll)
    assert total is not None
    return replace(shot, roll=total, drawn=drawn, spot_roll=spots)


@implements("PT-S8")
@uses("PT-S11", "PT-S13", "R-S1", "R-S4", "R-S13")
def resolve_shot(
    field: str, shot: Shot, position: Position, pile: "Pile", rulings: Rulings
) -> ResolvedShot:
    """Resolve one shot: to hit, the effect, the markers, the attempt to spot, the marker turned."""
    total = require_total(f"{field}.roll", shot.roll, shot.card.dice_for("shot"))
    hit = CommandTest(shot.card, "shot", total).passed
    marked = after_shot(position, hit, rulings)
    if shot.drawn is None:
        _refuse_rest(field, shot, "no card is drawn", spot_roll=True)
        return ResolvedShot(hit, effect(shot.target, hit, rulings), False, False, marked)
    require_attempt(field, shot, hit, rulings)
    if reaches_own_card(shot.target.kind, rulings):
        _require_own_card(f"{field}.drawn", shot, hit)
    else:
        pile.take(f"{field}.drawn", shot.drawn)
    if is_one_of(shot.drawn, [JOKER]):
        _refuse_rest(field, shot, "a joker was drawn", spot_roll=True)
        return ResolvedShot(hit, effect(shot.target, hit, rulings), True, False, marked)
    if shot.spot_roll is None:
        told = f"{field}.spot_roll: a card was drawn, and no roll is given"
        more = spotting_raise(shot.target.kind, rulings)
        own = reaches_own_card(shot.target.kind, rulings)
        card = f"the {shot.drawn}{' at it' if own else ' drawn'}"
        card += f", raised by {more}" if more else ""
        raise IncompleteRecord(told, f"{SPOTTING_DICE} dice, to reach {card} [PT-S11, PT-S12]")
    roll = require_total(f"{field}.spot_roll", shot.spot_roll, SPOTTING_DICE)
    spotted = spots(shot.drawn, roll, shot.target.kind, rulings)
    if not spotted:
        _refuse_rest(field, shot, "the attempt fails")
        return ResolvedShot(hit, effect(shot.target, hit, rulings), True, False, marked)
    if not marked.laid:
        what = "what a unit achieves that spots him while no marker is out"
        raise UnspecifiedBySource(f"{field}: {what} (PT-S11, PT-S13, R-S5)")
    if shot.marker is None:
        told = f"{field}.marker: the attempt succeeded, and no marker is given"
        which = f"one of {marked.reds + 1}, and one of them is green" if marked.reds else "the last"
        due = f"the attempt to spot him succeeds: turn a marker, {which} [PT-S13, PT-S14]"
        raise IncompleteRecord(told, due)
    left = turn(marked, shot.marker, rulings, field=f"{field}.marker")
    return ResolvedShot(hit, effect(shot.target, hit, rulings), True, True, left)


def _require_own_card(field: str, shot: Shot, hit: bool) -> None:
    """Refuse what cannot lie at a unit that must reach its own card to spot (R-S13)."""
    if hit:
        what = f"{field}: the card that a unit must reach at which none lies after a hit"
        raise UnspecifiedBySource(f"{what} (PT-S2, R-S13)")
    if whole_number(shot.drawn) is None:
        raise InvalidValue(field, shot.drawn, "the value of the card that lies at the unit (R-S13)")


class Pile:
    """The draw pile during a duel: what is drawn stays out until the pile is used up."""

    def __init__(self, deck: CommandDeck, rulings: Rulings) -> None:
        self.full: Deck[DeckCard] = deck.cards
        self.left: Deck[DeckCard] = deck.cards
        self.draws = cards_drawn(deck, rulings)

    @property
    def now(self) -> Deck[DeckCard]:
        """The cards of which the next one is drawn."""
        return self.full if self.full.size - self.left.size >= self.draws else self.left

    def take(self, field: str, card: DeckCard) -> None:
        """Take a card out, or refuse one that is not in the pile."""
        self.left = self.now
        found = next((each for each in self.left.cards if is_one_of(card, [each])), None)
        if found is None:
            allowed = ", ".join(map(str, self.left.cards))
            raise InvalidValue(field, card, f"a card still in the pile: {allowed}")
        self.left = self.left.without(found)


def require_attempt(field: str, shot: Shot, hit: bool, rulings: Rulings) -> None:
    """Refuse an attempt to spot him that is not allowed."""
    if effect(shot.target, hit, rulings).removed:
        raise IllegalAction(f"{field}: a unit that is removed tries to spot", ["PT-S11", "R-S7"])
    if not may_spot(hit, rulings):
        raise IllegalAction(f"{field}: a unit that was just hit tries to spot", ["R-S1"])


def _refuse_rest(field: str, shot: Shot, why: str, *, spot_roll: bool = False) -> None:
    if spot_roll and shot.spot_roll is not None:
        raise InvalidValue(f"{field}.spot_roll", shot.spot_roll, f"no roll, because {why}")
    if shot.marker is not None:
        raise InvalidValue(f"{field}.marker", shot.marker, f"no marker, because {why}")


def _tell_move(before: Position, after: Position, rulings: Rulings) -> Step:
    if not before.laid:
        text = f"The sniper moves. {after.markers} markers are laid out."
        return Step(text, ("PT-S5",), heading=True)
    text = f"The sniper moves. {after.markers} new markers are laid out: the search begins again."
    if rulings.later_move == "green_moves":
        text = "The sniper moves. The markers stay out, and the green one moves."
    return Step(text, ("PT-S5", "R-S12"), heading=True)


def _tell_shot(
    number: int, shot: Shot, before: Position, done: ResolvedShot, rulings: Rulings
) -> Iterator[Step]:
    count = shot.card.dice_for("shot")
    rolled = f"The sniper rolls {shot.roll} with {dice_told(count)} against {shot.card.printed}"
    yield Step(f"Shot {number}, at {_NAMES[shot.target.kind]}", ("PT-S8",), heading=True)
    if not done.hit:
        yield Step(f"{rolled}: a miss.", ("PT-S10",), throw="first")
    else:
        text = f"{rolled}: a hit, and no save against it."
        yield Step(text, ("PT-S8", "PT-S9"), throw="first")
        yield from _tell_effect(shot.target, done.effect)
    yield from _tell_markers(before, done, rulings)
    if done.attempted:
        yield from _tell_attempt(shot, done, rulings)
    if done.position.secret:
        yield Step("His position stays secret.", ("PT-S4", "R-S5"))


def _tell_markers(before: Position, done: ResolvedShot, rulings: Rulings) -> Iterator[Step]:
    """The markers that this shot lays out, if it lays any."""
    laid = after_shot(before, done.hit, rulings)
    if not laid.laid or (before.laid and markers_stay(rulings)):
        return
    new, again = ("new ", ("R-S8",)) if before.laid else ("", ())
    missed = () if done.hit or before.laid else ("R-S5",)
    text = f"{laid.markers} {new}markers are laid out, one of them green."
    yield Step(text, ("PT-S5", *missed, *again))


def _tell_effect(target: Target, done: Effect) -> Iterator[Step]:
    if done.removed:
        yield Step("It is the unit’s second hit: it is removed.", ("PT-S2", "R-S7"))
        return
    text = (
        "The unit is damaged and loses every activation of this round. Its activation cards go to"
        " the discard pile."
    )
    inferred = ("PT-S12",) if target.kind in SPECIALISTS else ()
    yield Step(text, ("PT-S1", *inferred, "PT-S2"))
    asked = () if target.kind == "infantry" else ("R-S10",)
    yield Step(_RECOVERY[done.recovery], ("PT-S3", *asked))


def _tell_attempt(shot: Shot, done: ResolvedShot, rulings: Rulings) -> Iterator[Step]:
    more = spotting_raise(shot.target.kind, rulings)
    asked: tuple[str, ...] = ("R-S1",) if done.hit else ()
    if shot.drawn == JOKER:
        text = "The unit draws a joker to spot him: the attempt fails."
        yield Step(text, ("PT-S11", *asked, "R-S3"))
        return
    raised = f", raised by {more}" if more else ""
    text = f"The unit draws the {shot.drawn} to spot him{raised}, and rolls {shot.spot_roll}"
    if reaches_own_card(shot.target.kind, rulings):
        text = f"The unit’s own {shot.drawn} must be reached{raised}; it rolls {shot.spot_roll}"
        asked += ("R-S13",)
    verdict = "enough" if done.spotted else "not enough"
    asked += ("R-S6",) if shot.target.kind in CREWS else ()
    asked += ("R-S14",) if rulings.raise_for_him != "same" else ()
    yield Step(f"{text}: {verdict}.", ("PT-S11", "PT-S12", *asked), throw="second")
    if not done.spotted:
        return
    if not done.position.found:
        reds = done.position.reds
        text = f"It turns a marker: red. {reds} red and the green one stay out."
        yield Step(text, ("PT-S13", "PT-S14"), throw="marker")
        return
    how = "green" if shot.marker == "green" else "the last red one"
    text = f"It turns a marker: {how}. The sniper is found."
    yield Step(text, ("PT-S6", "PT-S15"), throw="marker")
    where = "there" if shot.marker == "green" else "where the green one lay"
    text = f"All other markers are removed, and his figure is placed {where}."
    yield Step(text, ("PT-S15",))
    more = found_raise(shot.target.kind, rulings)
    text = "He is still barely visible: he must be spotted before he can be fought."
    raised = f"raises its card by {more}" if more else "does not raise its card"
    if rulings.raise_for_him == "same":
        asked = ("PT-S12", *(("R-S6",) if shot.target.kind in CREWS else ()), "R-S14")
    else:
        asked = ("R-S14", *(("R-S11",) if shot.target.kind in SPECIALISTS - {"sniper"} else ()))
    yield Step(f"{text} For this unit that {raised}.", ("PT-S7", "PT-S16", *asked))


_RECOVERY = {
    True: "At the end of the round it needs a recovery test, which the source does not describe.",
    False: "It needs no recovery test. What brings it back, the source does not say.",
    None: "Whether it needs a recovery test, the source does not say.",
}

_NAMES = {
    "infantry": "infantry",
    "crew": "a crew",
    "small_team": "a small team",
    "officer": "a unit with an officer",
    "observer": "a unit with an artillery observer",
    "sniper": "an enemy sniper",
}
