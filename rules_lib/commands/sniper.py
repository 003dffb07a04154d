"""``sniper``: his shots, the search for him, and a recorded duel."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, get_args

from rules_lib.commands.command import Answer, Command, Verdict
from rules_lib.commands.door import missing
from rules_lib.commands.output import chances, distribution, foremost, inline, mean, number, steps
from rules_lib.commands.readings import Chosen, read_by
from rules_lib.errors import IncompleteRecord, InvalidValue, RulesError
from rules_lib.paper_tigers.sniper.state import MARKERS, SHOT
from rules_lib.probability import Distribution
from rules_lib.wording import dice_told, percent
from rules_lib.words import blame

if TYPE_CHECKING:
    from rules_lib.paper_tigers import Card, CommandDeck, sniper
    from rules_lib.paper_tigers.sniper.state import Event

WITHIN = 6
"""Attempts that are told if nothing is said."""

MOST_TOLD = 12
"""Attempts that are told one by one."""


def arguments(parser: ArgumentParser) -> None:
    """Who looks for him, his card; recorded shots if there are some."""
    from rules_lib.paper_tigers.sniper import Spotter

    kinds = ", ".join(get_args(Spotter))
    parser.add_argument(
        "--target", metavar="KIND", help=f"whom he shoots at, and who looks for him: {kinds}"
    )
    parser.add_argument("--card", help="his command card, such as 'red 7'")
    parser.add_argument(
        "--within", type=int, metavar="N", help=f"attempts to look at; {WITHIN} if left out"
    )
    parser.add_argument(
        "--markers",
        type=int,
        metavar="N",
        help=f"markers laid out, one of them green; {MARKERS}",
    )
    parser.add_argument(
        "--jokers",
        type=int,
        metavar="N",
        help="jokers in the draw pile, as where sudden strike is in play; R-S3 says what one means",
    )
    record = parser.add_argument_group("a recorded duel, instead of odds")
    record.add_argument(
        "--shot",
        action="append",
        metavar="EVENT",
        help=f"'move', or a shot such as '{SHOT}': total of his dice, target (', 1 hit' if it is"
        " hurt), then, if it looks for him, the card drawn (a value or joker), the total of its"
        " two dice, the marker turned (red, green); repeat it for each event",
    )


def run(options: Namespace) -> Answer:
    """The odds of shot and search, or the transcript of a duel."""
    from rules_lib.commands.units import card
    from rules_lib.paper_tigers import sniper
    from rules_lib.paper_tigers.sniper.state import spoken

    chosen = read_by(options, sniper.Rulings)
    markers = sniper.Position().markers if options.markers is None else options.markers
    on = None if options.card is None else card("--card", options.card)
    pile = _pile(options.jokers, chosen.of(sniper.Rulings))
    if options.shot is not None:
        return _recorded(options, chosen, on, markers, pile)
    if options.target is None:
        raise missing("--target", "whom he shoots at; or --shot for a duel")
    target = spoken(options.target, "--target")
    rulings = chosen.of(sniper.Rulings)
    within = WITHIN if options.within is None else options.within
    search = sniper.search(target, pile, markers=markers, rulings=rulings)
    distribution_of = sniper.discovery(target, within, pile, markers=markers, rulings=rulings)
    rows = {} if on is None else {"His shot hits": sniper.hit(on)}
    rows["An attempt to spot him succeeds"] = sniper.spotting(target, pile, rulings)
    rows[f"Found within {within} attempt{'s' * (within != 1)}"] = 1 - distribution_of[None]
    data: dict[str, Any] = {
        "target": target,
        "pile": _cards(pile),
        "assumes": sniper.UNHURT_TARGETS,
        "spotted": number(rows["An attempt to spot him succeeds"]),
        "found_at": distribution(distribution_of, lambda attempt: {"attempt": attempt}),
        "attempts": _number_of(search.mean(), search.median()) if not search.never else None,
    }
    lines = [f"A sniper shoots at {target}, who looks for him", "", *chances(rows), ""]
    told = inline(_cumulative(distribution_of, min(within, MOST_TOLD)))
    lines += [f"Found by attempt: {told}{', …' if within > MOST_TOLD else ''}"]
    lines += [_told("Attempts until he is found", data["attempts"])]
    if on is not None:
        duel = sniper.duel_odds(on, target, pile, markers=markers, rulings=rulings)
        shots = None if duel.never else _number_of(duel.mean_shots(), duel.median_shots())
        data |= {"card": str(on), "hits": number(duel.hits), "shots": shots}
        lines += [_told("Shots until he is found", shots)]
        if shots:
            lines += [f"Hits until then: {mean(duel.mean_hits)} on average"]
            data["hits_until_found"] = number(duel.mean_hits)
    notes = (sniper.UNHURT_TARGETS, _told_pile(pile, rulings))
    due = "" if on is None else _shot_on(on)
    verdict = Verdict(foremost(rows), chances=rows, due=due, notes=notes)
    return Answer((*lines, "", *notes), data, chosen, verdict)


def _shot_on(card: "Card") -> str:
    return f"his shot, {dice_told(card.dice_for('shot'))} on {card} [PT-S8]"


def _pile(jokers: int | None, rulings: "sniper.Rulings") -> "CommandDeck":
    from rules_lib.paper_tigers import CommandDeck, sniper
    from rules_lib.paper_tigers.deck import ranks

    try:
        deck = None if jokers is None else CommandDeck(ranks(rulings.court_values), jokers)
        return sniper.full_pile(deck, rulings)
    except RulesError as error:
        raise blame("--jokers", error) from None


def _cards(pile: "CommandDeck") -> dict[str, int]:
    return {"cards": pile.size - pile.jokers, "jokers": pile.jokers}


def _told_pile(pile: "CommandDeck", rulings: "sniper.Rulings") -> str:
    """Which pile is drawn from: a table has one, with or without the jokers of sudden strike."""
    from rules_lib.paper_tigers import sniper

    told = f"Pile: {sniper.pile_told(pile, rulings)} (R-S3)."
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


def _recorded(
    options: Namespace, chosen: Chosen, on: "Card | None", markers: int, pile: "CommandDeck"
) -> Answer:
    from rules_lib.paper_tigers import sniper

    for option in ("target", "within"):
        if getattr(options, option) is not None:
            raise InvalidValue(f"--{option}", getattr(options, option), "nothing beside --shot")
    if on is None:
        raise missing("--card", "his card, such as 'red 7', where he shoots")
    events = [_event(f"events[{at}]", text, on) for at, text in enumerate(options.shot)]
    rulings = chosen.of(sniper.Rulings)
    due = ""
    try:
        duel = sniper.adjudicate(events, pile, markers=markers, rulings=rulings)
    except IncompleteRecord as stops:
        duel = sniper.adjudicate(_cut_short(events), pile, markers=markers, rulings=rulings)
        due = f"{stops.due}{_odds_of(events[-1], pile, rulings)}"
    found = "found" if duel.found else "not found yet" if due else "not found"
    end = "He has not been found yet." if due else f"At the end he is {found}."
    note = _told_pile(pile, rulings)
    shot = isinstance(events[-1], sniper.Shot) and duel.shots[-1]
    hit = f"{_struck(shot.effect)}; he" if shot else "He"
    due = due or _next(duel, on, bool(shot), rulings)
    text = f"{hit} is {found}."
    if due and shot and getattr(events[-1], "spot_roll", None) is not None and not duel.found:
        text = f"{hit} is spotted." if not shot.attempted else text
    verdict = Verdict(text, duel, due=due, notes=(note,))
    lines = (f"A sniper on {on}", "", str(duel), "", end, note, *verdict.told_due)
    data = {"card": str(on), "pile": _cards(pile), "found": duel.found, "steps": steps(duel.steps)}
    return Answer(lines, data, chosen, verdict)


def _struck(effect: "sniper.Effect") -> str:
    """What a shot did to its target, as far as the source tells it."""
    if effect.removed:
        return "A hit, and the unit is removed"
    if not effect.damaged:
        return "A miss"
    if effect.recovery is None:
        return "A hit, and the source does not say whether the unit needs a recovery test"
    return f"A hit, and the unit needs {'a' if effect.recovery else 'no'} recovery test"


def _odds_of(event: "Event", pile: "CommandDeck", rulings: "sniper.Rulings") -> str:
    """How likely the attempt is for which a card was drawn, if its dice are still to be rolled."""
    from rules_lib.paper_tigers import sniper
    from rules_lib.paper_tigers.sniper.odds import chance_by_card
    from rules_lib.paper_tigers.sniper.rules import reaches_own_card

    if not isinstance(event, sniper.Shot) or event.drawn is None or event.spot_roll is not None:
        return ""
    if reaches_own_card(event.target.kind, rulings):
        return ""
    return f": {percent(chance_by_card(event.target.kind, pile, rulings)[event.drawn])}"


def _cut_short(events: "list[Event]") -> "list[Event]":
    """The same without the attempt to spot him that the last one leaves unfinished."""
    from rules_lib.paper_tigers import sniper

    *before, last = events
    if isinstance(last, sniper.Shot):
        last = replace(last, drawn=None, spot_roll=None, marker=None)
    return [*before, last]


def _next(duel: "sniper.Duel", on: "Card", shot: bool, rulings: "sniper.Rulings") -> str:
    """What may come now: a card for who looks for him, or his next shot."""
    from rules_lib.paper_tigers.sniper.rules import may_spot

    if duel.found:
        return ""
    last = duel.shots[-1] if shot else None
    looks = last and not last.effect.removed and may_spot(last.hit, rulings)
    if last is None or last.attempted or not looks:
        return _shot_on(on)
    return f"a card, if the unit looks for him [PT-S11]; otherwise {_shot_on(on)}"


def _event(field: str, text: str, on: "Card") -> "Event":
    """A move, or a shot such as ``9 at infantry, draws 8, rolls 10, turns red``."""
    from rules_lib.paper_tigers import sniper

    if text.strip().lower() == "move":
        return sniper.Move()
    return sniper.Shot.parse(text, on, field=field)


COMMAND = Command(
    name="sniper",
    answers="How often does a sniper of Paper Tigers hit, how soon is he found, and what does it"
    " cost until then? Or, with recorded shots: what came of them?",
    examples={
        'sniper --target infantry --card "red 7"': "his shots at infantry, and the search",
        "sniper --target officer --within 3 --ruling R-S9=elimination": (
            "an officer looks for him, with the fourth marker known when three are turned"
        ),
        "sniper --target crew --jokers 2 --ruling R-S3=fail": (
            "with the pile of a table that plays sudden strike, too"
        ),
        f'sniper --card "red 7" --shot "{SHOT}" --shot move --shot "5 at infantry, 1 hit"': (
            "a duel, refereed"
        ),
    },
    keys={
        "target": "whom he shoots at",
        "pile": "the cards that are drawn from, and the jokers among them",
        "assumes": "what all figures about finding him assume",
        "spotted": "chance that the first attempt to spot him succeeds",
        "found_at": "distribution of the attempt that finds him; null: none of these",
        "attempts": "mean and median of the attempts until he is found; null: never",
        "card": "his card, if it is given",
        "hits": "chance that a shot hits",
        "shots": "mean and median of his shots until he is found; null: never",
        "hits_until_found": "mean number of hits until then",
        "found": "with --shot: he is found in the end",
        "steps": "with --shot: the transcript, each step with its clauses",
    },
    arguments=arguments,
    run=run,
    fields={
        "spotter": "target shot",
        "attempts": "within",
        "events": "shot",
        "deck": "jokers",
    },
)
