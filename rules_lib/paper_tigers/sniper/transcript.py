"""Tells a sniper's duel in sentences, each with the clauses it rests on."""

from collections.abc import Iterator

from rules_lib.paper_tigers.deck import JOKER
from rules_lib.paper_tigers.sniper import rules
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import (
    CREWS,
    IN_WORDS,
    SPECIALISTS,
    Effect,
    Position,
    ResolvedShot,
    Shot,
    Target,
)
from rules_lib.text.chances import dice_told
from rules_lib.transcript import Step


def tell_move(before: Position, after: Position, rulings: Rulings) -> Step:
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


def tell_shot(
    number: int, shot: Shot, before: Position, done: ResolvedShot, rulings: Rulings
) -> Iterator[Step]:
    """A shot with all that followed it."""
    count = shot.card.dice_for("shot")
    rolled = f"The sniper rolls {shot.roll} with {dice_told(count)} against {shot.card.printed}"
    yield Step(f"Shot {number}, at {IN_WORDS[shot.target.kind]}", ("PT-S8",), heading=True)
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
    laid = rules.after_shot(before, done.hit, rulings)
    if not laid.laid or (before.laid and rules.markers_stay(rulings)):
        return
    new, again = ("new ", ("R-S8",)) if before.laid else ("", ())
    missed = () if done.hit or before.laid else ("R-S5",)
    green = "one of them green" if laid.markers > 1 else "the green one"
    text = f"{_laid_out(laid.markers, new)}, {green}."
    yield Step(text, ("PT-S5", *missed, *again))


def _tell_effect(target: Target, done: Effect) -> Iterator[Step]:
    if done.removed:
        yield Step("It is the unit’s second hit: it is removed.", ("PT-S2", "PT-M17", "R-S7"))
        return
    text = (
        "The unit is damaged and loses every activation of this round. Its activation cards go to"
        " the discard pile."
    )
    inferred = ("PT-S12",) if target.kind in SPECIALISTS else ()
    again = ("R-S7",) if target.hits else ()
    yield Step(text, ("PT-S1", *inferred, "PT-S2", *again))
    asked = () if target.kind == "infantry" else ("R-S10",)
    yield Step(_RECOVERY[done.recovery], ("PT-S3", *asked))


def _tell_attempt(shot: Shot, done: ResolvedShot, rulings: Rulings) -> Iterator[Step]:
    more = rules.spotting_raise(shot.target.kind, rulings)
    asked: tuple[str, ...] = ("R-S1",) if done.hit else ()
    if shot.drawn == JOKER:
        text = "The unit draws a joker to spot him: the attempt fails."
        yield Step(text, ("PT-S11", *asked, "R-S3"))
        return
    raised = f", raised by {more}" if more else ""
    text = f"The unit draws the {shot.drawn} to spot him{raised}, and rolls {shot.spot_roll}"
    if rules.reaches_own_card(shot.target.kind, rulings):
        text = f"The unit’s own {shot.drawn} must be reached{raised}; it rolls {shot.spot_roll}"
        asked += ("R-S13",)
    verdict = "enough" if done.spotted else "not enough"
    first, *others = rules.raised_by(shot.target.kind, rulings)
    yield Step(f"{text}: {verdict}.", ("PT-S11", first, *asked, *others), throw="second")
    if shot.marker is None:
        return
    reds = done.position.reds
    last = ("R-S9",) if shot.marker == "red" and not reds else ()  # is he found with it?
    if not done.position.found:
        text = f"It turns a marker: red. {reds} red and the green one stay out."
        yield Step(text, ("PT-S13", "PT-S14", *last), throw="marker")
        return
    how = "green" if shot.marker == "green" else "the last red one"
    text = f"It turns a marker: {how}. The sniper is found."
    yield Step(text, ("PT-S6", "PT-S15", *last), throw="marker")
    where = "there" if shot.marker == "green" else "where the green one lay"
    text = f"All other markers are removed, and his figure is placed {where}."
    yield Step(text, ("PT-S15",))
    more = rules.found_raise(shot.target.kind, rulings)
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
