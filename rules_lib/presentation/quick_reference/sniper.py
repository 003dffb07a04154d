"""Snipers of Paper Tigers on one page: the shot, and the search for him."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules_lib.errors import UnspecifiedBySource
from rules_lib.paper_tigers import Card, command, sniper
from rules_lib.paper_tigers.deck import JOKER, DeckCard
from rules_lib.paper_tigers.sniper.odds import chance_by_card
from rules_lib.paper_tigers.sniper.rules import (
    BARELY_VISIBLE_RAISE,
    SPOTTING_DICE,
    draw_pile,
    reaches_own_card,
)
from rules_lib.paper_tigers.sniper.state import MARKERS, Spotter
from rules_lib.presentation.quick_reference.sheet import (
    Cell,
    Grid,
    Sheet,
    Step,
    answers,
    decimal,
    line,
)
from rules_lib.rulebook.defaults import defaults
from rules_lib.rulebook.numbers import in_text
from rules_lib.type_checks import checked

VALUES = range(2, 15)
ATTEMPTS = (1, 2, 3, 4, 5, 8, 10, 12, 15, 20, 30)
"""Attempts after which the table says how likely he is found."""

KINDS: dict[Spotter, str] = {
    "infantry": "infantry",
    "crew": "gun crew",
    "small_team": "small team",
    "officer": "with an officer",
    "observer": "artillery observer",
    "sniper": "enemy sniper",
}


@checked
def sniper_sheet(rulings: sniper.Rulings | None = None) -> Sheet:
    """The sheet of the snipers, with our default rulings unless others are given."""
    reads = rulings or defaults(sniper.Rulings)
    return Sheet(
        system="paper-tigers-sniper",
        title="Paper Tigers: snipers",
        purpose="One hidden rifle, and those who look for it.",
        steps=tuple(_steps(reads)),
        grids=(_effects(reads), _shot(), _finds(reads), _by_card(reads), _kinds(reads), _n(reads)),
        answers=answers(reads),
    )


def _steps(reads: sniper.Rulings) -> Iterator[Step]:
    red, black = (Card(colour, 2).combat_dice for colour in ("red", "black"))
    officers = "officers and observers" if reads.sharp_eyes == "specialists" else ""
    yield Step(
        "Nobody knows where he is until he moves or shoots. He"
        f"{officers and f', and units with {officers},'} spots barely visible targets without the"
        f" +{BARELY_VISIBLE_RAISE} of others, at any distance.",
        ("PT-S4", "PT-S7", "R-S11"),
    )
    yield Step(
        f"The shot: a command test, {red} dice for a red card, {black} for a black one. Card"
        " reached: a hit, and no save of any kind.",
        ("PT-S8", "PT-S9", "PT-S10"),
    )
    laid = "after any shot" if reads.markers_laid == "after_any_shot" else "after a hit"
    stay = "stay" if reads.markers_stay == "between_shots" else "are new"
    fresh = f"{in_text(MARKERS).word} new ones"
    moves = fresh if reads.later_move == "new_markers" else "the green one moves along"
    yield Step(
        f"Markers, when he moves and {laid}: {MARKERS} where the target was in sight, the green"
        f" one where he is, the others red. After a further shot they {stay}; after a further"
        f" move: {moves}.",
        ("PT-S5", "PT-S6", "R-S5", "R-S8", "R-S12"),
    )
    own = "" if reads.specialists_card == "drawn" else " Specialists use the card at their unit."
    who = "hit or not" if reads.hit_target_spots else "if he missed"
    yield Step(
        f"The target immediately looks for him, {who}: draw a card and roll"
        f" {SPOTTING_DICE} dice. Most"
        f" need {sniper.spotting_raise('infantry', reads)} more than the card shows.{own}",
        ("PT-S11", "PT-S12", "R-S1", "R-S13", "R-S14"),
    )
    last = (
        "With one marker left he is found immediately."
        if reads.found_by == "elimination"
        else "Even the last marker takes a success."
    )
    yield Step(
        f"Success: turn a marker of your choice. Red: remove it. Green: found. {last}",
        ("PT-S13", "PT-S14", "PT-S15", "R-S9"),
    )
    raised = sorted({sniper.found_raise(kind, reads) for kind in KINDS})
    more = " or ".join(f"+{each}" if each else "no raise" for each in raised)
    yield Step(
        f"Found, he is still barely visible: spot him ({more}), then fight him.",
        ("PT-S16", "R-S14"),
    )


def _effects(reads: sniper.Rulings) -> Grid:
    def row(kind: Spotter, hits: int) -> tuple[Cell, ...]:
        after = sniper.effect(sniper.Target(kind, hits), True, reads)
        name = names[kind]
        told = "removed" if after.removed else "damaged"
        try:
            recovers = "yes" if after.must_recover else "–" if after.removed else "no"
        except UnspecifiedBySource:
            recovers = "not said"
        lost = "–" if after.removed else "rest of the round"
        return f"{name}, {'hit before' if hits else 'unhurt'}", told, lost, recovers

    names: dict[Spotter, str] = {
        "infantry": "infantry",
        "crew": "crew, team, sniper",
        "officer": "officer, observer",
    }
    return Grid(
        "What does his hit do?",
        ("target", "it is", "it loses", "must recover"),
        tuple(row(kind, hits) for kind in names for hits in (0, 1)),
        ("PT-S1", "PT-S2", "PT-S3", "PT-S12", "R-S7", "R-S10"),
        note="Recovery: a test at the end of the round. Without it, no activation in the next. How"
        " others recover, and what he does to vehicles, is not said.",
        prose=True,
    )


def _shot() -> Grid:
    def row(value: int) -> tuple[Cell, ...]:
        colours: tuple[command.Colour, ...] = ("red", "black")
        return str(value), *(sniper.hit(Card(colour, value)) for colour in colours)

    return Grid(
        "Does he hit?",
        ("his card", "red", "black"),
        tuple(map(row, VALUES)),
        ("PT-S8",),
        highlights=True,
    )


def _groups(reads: sniper.Rulings) -> dict[int, Spotter]:
    """A kind of unit for each raise of the drawn card, the raised ones first."""
    drawing = [kind for kind in KINDS if not reaches_own_card(kind, reads)]
    found = {sniper.spotting_raise(kind, reads): kind for kind in drawing}
    return dict(sorted(found.items(), reverse=True))


def _names(reads: sniper.Rulings) -> tuple[str, ...]:
    return tuple(f"+{more}" if more else "card only" for more in _groups(reads))


def _by_card(reads: sniper.Rulings) -> Grid:
    pile = draw_pile(None, reads)
    distributions = [chance_by_card(kind, pile, reads) for kind in _groups(reads).values()]
    ranks = {
        f"{rank} = {value}" if rank != str(value) else rank: value
        for rank, value in pile.values.items()
    }
    cards: dict[str, DeckCard] = {**ranks, **({"joker": JOKER} if pile.jokers else {})}
    rows = tuple(
        line(name, *(distribution[card] for distribution in distributions))
        for name, card in cards.items()
    )
    return Grid(
        "Is he spotted, by the card drawn?",
        ("card", *_names(reads)),
        rows,
        ("PT-S11", "PT-S12", "R-S2"),
        note=_pile(reads),
        highlights=True,
    )


def _pile(reads: sniper.Rulings) -> str:
    """Which pile is assumed: a table has one, with jokers if sudden strike is in play."""
    plays = "; with sudden strike in play it also has jokers (R-S3)" * (reads.jokers == "none")
    return f"Pile: {sniper.pile_told(None, reads)}{plays}."


def _kinds(reads: sniper.Rulings) -> Grid:
    def row(kind: Spotter, name: str) -> tuple[Cell, ...]:
        more = sniper.spotting_raise(kind, reads)
        needs = f"card +{more}" if more else "card"
        if reaches_own_card(kind, reads):
            return name, f"own {needs}", "not said"
        return name, needs, sniper.spotting(kind, rulings=reads)

    return Grid(
        "Is he spotted, card unseen?",
        ("who looks", "needs", "first attempt"),
        tuple(row(*each) for each in KINDS.items()),
        ("PT-S12", "R-S6"),
        note=f"Pile: {sniper.pile_told(None, reads)}.",
        highlights=True,
    )


def _finds(reads: sniper.Rulings) -> Grid:
    needed = sniper.successes_needed(MARKERS, reads)
    left = Fraction(1)
    rows: list[tuple[Cell, ...]] = []
    for success in sorted(needed):
        rows.append((f"success {success}", needed[success] / left))
        left -= needed[success]
    if reads.markers_stay == "new_each_shot":
        first = sniper.successes_needed(MARKERS, replace(reads, markers_stay="between_shots"))[1]
        rows = [("any success", first)]
    return Grid(
        "Does this success find him?",
        ("", "found"),
        tuple(rows),
        ("PT-S13", "PT-S14", "R-S9"),
        highlights=True,
    )


def _n(reads: sniper.Rulings) -> Grid:
    searches = [sniper.search(kind, rulings=reads) for kind in _groups(reads).values()]
    rows: list[tuple[Cell, ...]] = [
        (str(number), *(1 - each.not_yet(number) for each in searches)) for number in ATTEMPTS
    ]
    rows.append(("half found by", *(str(each.median()) for each in searches)))
    rows.append(("on average", *(decimal(each.mean()) for each in searches)))
    back = "come back" if reads.drawing == "returned" else "stay out until the pile is used up"
    return Grid(
        "Is he found within so many attempts?",
        ("attempts", *_names(reads)),
        tuple(rows),
        ("PT-S14", "R-S4", "R-S8"),
        note=f"{sniper.UNHURT_TARGETS} Pile: {sniper.pile_told(None, reads)}; cards {back}.",
        highlights=True,
    )
