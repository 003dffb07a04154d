"""The duel of a sniper as a system."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from typing import Any, get_args

from rules_lib.errors import IncompleteRecord, InvalidValue, require_iterable
from rules_lib.paper_tigers.charge.command_system import CARD
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.deck import CommandDeck, ranks
from rules_lib.paper_tigers.sniper import odds, rules, state
from rules_lib.paper_tigers.sniper.course import Duel, adjudicate, play
from rules_lib.paper_tigers.sniper.odds import SHOTS, UNHURT_TARGETS, DuelOdds, duel_odds
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings as StrikeRulings
from rules_lib.probability import Rng
from rules_lib.rulebook import HouseRules
from rules_lib.rulebook.numbers import Number, in_text
from rules_lib.system import report
from rules_lib.system.inputs import said
from rules_lib.system.kinds import InWords, parsed
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.chances import dice_told, percent
from rules_lib.text.files import NOTHING, located
from rules_lib.values.type_checks import checked

WITHIN = 6
"""Attempts that are told if nothing is said."""


def pile_of(house: HouseRules, jokers: int | None = None) -> CommandDeck:
    """The one draw pile of a table: where R-S3 has jokers in it, those of sudden strike (R-X2)."""
    rulings = house.of(Rulings)
    if jokers is None:
        jokers = 0 if rulings.jokers == "none" else house.of(StrikeRulings).jokers
    return rules.full_pile(CommandDeck(ranks(rulings.court_values), jokers), rulings)


@checked
@dataclass(frozen=True, slots=True)
class Sniper(Situation):
    """A sniper and whom he shoots at.

    Attributes:
        card: his command card.
        targets: what he shoots at, in order; between two shots he may move.
        markers: markers laid out each time.
        rulings: how the open rules are read.
    """

    card: Card
    targets: tuple[state.Target | state.Move, ...]
    markers: int = state.MARKERS

    def odds(self) -> DuelOdds:
        """How long it takes to find him, where all targets are unhurt and of one kind.

        Raises:
            InvalidValue: they are not, or he moves.
        """
        aims = set(self.targets)
        aim = aims.pop() if len(aims) == 1 else None
        if not isinstance(aim, state.Target) or aim.hits:
            raise InvalidValue("targets", self.targets, "unhurt units of one kind, and no move")
        return duel_odds(self.card, aim.kind, self.pile, **_more(self))

    @property
    def pile(self) -> CommandDeck:
        """The cards that are drawn from."""
        return pile_of(self.house)

    def adjudicate(self, dice: Iterable[state.Event] = ()) -> Duel:
        """What came of his shots and moves, as far as their dice go.

        Raises:
            InvalidValue: he shoots at another kind of unit than ``targets`` has there.
        """
        return self._as_far_as(dice)[0]

    def play(self, rng: Rng | int) -> Duel:
        """Roll it until he is found, or has no target left; ``rng``: a seed or source of chance."""
        return play(self.card, self.targets, source_of_chance(rng), self.pile, **_more(self))

    def due(self, dice: Iterable[state.Event] = ()) -> str:
        """What is to be rolled, drawn or turned after these; ``""`` if he is found, or all is done.

        After his last target that is what the target may still do, and no further shot.
        """
        duel, lacks = self._as_far_as(dice)
        aims = self.targets[len(duel.events) :]
        moves = bool(aims) and isinstance(aims[0], state.Move)
        then = "his move [PT-S5]" if moves else _shot_on(self.card) if aims else ""
        return lacks or next_of(duel, then, self.house.of(Rulings))

    def _as_far_as(self, dice: Iterable[state.Event]) -> tuple[Duel, str]:
        events = require_iterable("dice", dice, "a list of Shots and Moves")
        found = as_far_as(self, events)
        for at, (each, aim) in enumerate(zip(events, self.targets, strict=False)):
            if _kind_of(each) != _kind_of(aim):
                raise InvalidValue(f"dice[{at}]", _kind_of(each), f"{_kind_of(aim)}, as in targets")
        return found


def _kind_of(event: state.Event | state.Target) -> str:
    """Whom he shoots at, however often it was hit; or that he moves."""
    if isinstance(event, state.Move):
        return "move"
    return (event.target if isinstance(event, state.Shot) else event).kind


@dataclass(frozen=True, slots=True)
class Asked(Situation):
    """What the command asks: of one kind of target, and of the search for him alone, too."""

    target: str | None = said(
        f"whom he shoots at, and who looks for him: {', '.join(get_args(state.Spotter))}",
        None,
        metavar="KIND",
        alone="nothing beside --shot",
    )
    card: Card | None = said("his command card, such as 'red 7'", None)
    within: int = said(
        f"attempts to look at; {WITHIN} if left out",
        WITHIN,
        metavar="N",
        alone="nothing beside --shot",
    )
    markers: int = said(
        f"markers laid out, one of them green; {state.MARKERS}", state.MARKERS, metavar="N"
    )
    jokers: int | None = said(
        "jokers in the draw pile, where R-S3 is read as fail or redraw; those of sudden strike"
        " (R-X2) if left out",
        None,
        metavar="N",
    )

    @property
    def pile(self) -> CommandDeck:
        """The cards that are drawn from."""
        with located("--jokers"):
            return pile_of(self.house, self.jokers)


def _more(asked: Sniper | Asked) -> dict[str, Any]:
    """The markers, and how the open rules are read."""
    return {"markers": asked.markers, "rulings": asked.house.of(Rulings)}


@dataclass(frozen=True, slots=True)
class Rolled:
    """A recorded duel."""

    shot: tuple[str, ...] = said(
        f"'move', or a shot such as '{state.SHOT}': total of his dice, target (', 1 hit' if it is"
        " hurt), then, if it looks for him, the card drawn (a value or joker), the total of its two"
        " dice, the marker turned (red, green); repeat it for each event",
        (),
        metavar="EVENT",
    )


def _chances(duel: DuelOdds) -> Mapping[str, Mapping[str, Fraction]]:
    found = duel.outcomes
    told = {f"found_by_shot_{n}": found[n] for n in range(1, SHOTS + 1)}
    return {ALL: {**told, "not_found_yet": found[None]}}


MOST_TOLD = 12
"""Attempts that are told one by one."""


def counted(asked: Asked, _: tuple[str, ...]) -> report.Report:
    """The odds of his shots and of the search for him."""
    if asked.target is None:
        raise InvalidValue("target", NOTHING, "whom he shoots at; or --shot for a duel")
    target, on, within = state.spoken(asked.target, "target"), asked.card, asked.within
    pile, more = asked.pile, _more(asked)
    searched = odds.search(target, pile, **more)
    found_at = odds.discovery(target, within, pile, **more)
    spotted = odds.spotting(target, pile, more["rulings"])
    rows = {} if on is None else {"His shot hits": odds.hit(on)}
    rows["An attempt to spot him succeeds"] = spotted
    rows[f"Found within {within} attempt{'s' * (within != 1)}"] = 1 - found_at[None]
    until, attempts = _until(searched.never, searched.mean, searched.median)
    data = {
        "target": target,
        "pile": _cards(pile),
        "assumes": UNHURT_TARGETS,
        "spotted": report.number(spotted),
        "found_at": report.distribution(found_at, lambda attempt: {"attempt": attempt}),
        "attempts": attempts,
    }
    so_far = accumulate(found_at[attempt] for attempt in range(1, min(within, MOST_TOLD) + 1))
    told = report.inline(enumerate(so_far, start=1))
    lines = [
        *(f"A sniper shoots at {target}, who looks for him", "", *report.chances(rows), ""),
        f"Found by attempt: {told}{', …' if within > MOST_TOLD else ''}",
        f"Attempts until he is found: {until}",
    ]
    if on is not None:
        duel = duel_odds(on, target, pile, **more)
        until, shots = _until(duel.never, duel.mean_shots, duel.median_shots)
        data |= {"card": str(on), "hits": report.number(duel.hits), "shots": shots}
        lines += [f"Shots until he is found: {until}"]
        if shots:
            lines += [f"Hits until then: {report.mean(duel.mean_hits)} on average"]
            data["hits_until_found"] = report.number(duel.mean_hits)
    notes = (UNHURT_TARGETS, _told_pile(asked))
    due = "" if on is None else _shot_on(on)
    verdict = report.Verdict(report.foremost(rows), chances=rows, due=due, notes=notes)
    return report.Report((*lines, "", *notes), data, verdict)


def recorded(asked: Asked, shots: Sequence[str], _: tuple[str, ...]) -> report.Report:
    """What came of recorded shots."""
    card = asked.card
    if card is None:
        raise InvalidValue("card", NOTHING, "his card, such as 'red 7', where he shoots")
    events = [
        state.Move()
        if text.strip().lower() == "move"
        else state.Shot.parse(text, card, field=f"events[{at}]")
        for at, text in enumerate(shots)
    ]
    duel, lacks = as_far_as(asked, events)
    last, out = duel.events[-1], duel.position.reds + duel.position.laid
    shot = duel.shots[-1] if isinstance(last, state.Shot) else None
    waits = isinstance(last, state.Shot) and duel.shots[-1].spotted and last.marker is None
    found = "found" if duel.found else "not found yet" if lacks else "not found"
    end = "He has not been found yet." if lacks or waits else f"At the end he is {found}."
    struck = f"{_struck(shot.effect)}; he" if shot else "He"
    are = f": {out or 'no'} marker{'s are' if out > 1 else ' is'} out"
    text = f"{struck} is {'spotted' if waits else found}{'' if duel.found else are}."
    due, note = lacks or next_of(duel, _shot_on(card), asked.house.of(Rulings)), _told_pile(asked)
    verdict = report.Verdict(text, duel, due=due, notes=(note,))
    lines = (f"A sniper on {card}", "", str(duel), "", end, note, *verdict.told_due)
    data = {"card": str(card), "pile": _cards(asked.pile), "found": duel.found}
    return report.Report(lines, data | {"steps": report.steps(duel.steps)}, verdict)


def as_far_as(asked: Sniper | Asked, events: Sequence[state.Event]) -> tuple[Duel, str]:
    """A duel as far as its record goes, and the roll that it lacks; ``""`` if none."""
    pile, more = asked.pile, _more(asked)
    try:
        return adjudicate(events, pile, **more), ""
    except IncompleteRecord as stops:
        *before, last = events
        if not isinstance(last, state.Shot) or last.drawn is None:
            raise
        untried = replace(last, drawn=None, spot_roll=None, marker=None)
        duel, kind = adjudicate([*before, untried], pile, **more), last.target.kind
        if rules.reaches_own_card(kind, more["rulings"]):
            return duel, stops.due
        chances = odds.chance_by_card(kind, pile, more["rulings"])
        return duel, f"{stops.due}: {percent(chances[last.drawn])}"


def _struck(effect: state.Effect) -> str:
    """What a shot did to its target, as far as the source tells it."""
    if effect.removed:
        return "A hit, and the unit is removed"
    if not effect.damaged:
        return "A miss"
    if effect.recovery is None:
        return "A hit, and the source does not say whether the unit needs a recovery test"
    return f"A hit, and the unit needs {'a' if effect.recovery else 'no'} recovery test"


def next_of(duel: Duel, then: str, rulings: Rulings) -> str:
    """What may come now: a card for who looks for him, or ``then``, what he does next."""
    shot = duel.events[-1] if duel.events else None
    if duel.found or not isinstance(shot, state.Shot):
        return "" if duel.found else then
    last, reds = duel.shots[-1], duel.position.reds
    if last.spotted and shot.marker is None:
        which = f"one of {reds + 1}, and one of them is green" if reds else "the last"
        may = f"the attempt to spot him succeeds: a marker may be turned, {which} [PT-S13, PT-S14]"
    elif last.attempted or last.effect.removed or not rules.may_spot(last.hit, rulings):
        return then
    elif not rules.reaches_own_card(shot.target.kind, rulings):
        may = "a card, if the unit looks for him [PT-S11]"
    elif last.hit:
        may = "what a unit must reach that looks for him, the source does not say [PT-S2, R-S13]"
    else:
        own = f"{dice_told(rules.SPOTTING_DICE)} against the card that lies at the unit"
        may = f"{own}, if it looks for him [PT-S11, R-S13]"
    return f"{may}; otherwise {then}" if then else may


def _shot_on(card: Card) -> str:
    return f"his shot, {dice_told(card.dice_for('shot'))} on {card} [PT-S8]"


def _cards(pile: CommandDeck) -> dict[str, int]:
    return {"cards": pile.size - pile.jokers, "jokers": pile.jokers}


def _told_pile(asked: Asked) -> str:
    """Which pile is drawn from: a table has one, with or without the jokers of sudden strike."""
    read = asked.house.of(Rulings)
    told = f"Pile: {rules.pile_told(asked.pile, read)} (R-S3)."
    jokers: Number = in_text(asked.house.of(StrikeRulings).jokers)
    if read.jokers != "none" or not jokers:
        return told
    more = f"{jokers.word} joker{'s' * (jokers > 1)}"
    return f"{told} With sudden strike in play it has {more}: read R-S3=fail."


def _until(
    never: Fraction, mean: Callable[[], Fraction], median: Callable[[], int | None]
) -> tuple[str, dict[str, Any] | None]:
    """How many it takes to find him, in words and for programs."""
    if never:
        return "he is never found", None
    average, half = mean(), median()
    told = f"{report.mean(average)} on average; half the time {half} or fewer"
    return told, {"mean": report.number(average), "median": half}


SYSTEM = System(
    name="sniper",
    inputs=Sniper,
    rulings=(Rulings,),
    borrows=("R-X2",),
    example='card = "red 7"\ntargets = ["infantry", "infantry", "infantry"]',
    chances=_chances,
    ended=lambda duel: f"{'found' if duel.found else 'not_found'}_by_shot_{len(duel.shots)}",
    notes=lambda *_: (UNHURT_TARGETS,),
    words={
        Card: CARD,
        state.Target: parsed(state.Target, "small team, 1 hit"),
        state.Move: InWords("move", lambda *_: state.Move(), lambda _: "move"),
    },
    asked=Asked,
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)
