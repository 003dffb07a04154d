"""How snipers are shown: the pictures and the drawn duel."""

from collections.abc import Sequence
from fractions import Fraction

from rules_lib.errors import InvalidValue, UnspecifiedBySource, require_int
from rules_lib.notebook import charts
from rules_lib.notebook.drawing import hand, markers
from rules_lib.notebook.picture import Picture
from rules_lib.notebook.svg import Drawing
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.notebook.transcript import Transcript
from rules_lib.paper_tigers import sniper
from rules_lib.paper_tigers.command import Card, Colour
from rules_lib.paper_tigers.page.exchange import cast
from rules_lib.paper_tigers.page.explorers.fights import CARD_VALUES, COLOURS
from rules_lib.paper_tigers.page.explorers.spotting import SHOTS_SHOWN
from rules_lib.paper_tigers.page.other_dice import of_duel
from rules_lib.paper_tigers.sniper.rules import SPOTTING_DICE
from rules_lib.probability import Rng
from rules_lib.text.chances import percent
from rules_lib.values.type_checks import checked


def hit_table() -> CaptionedTable:
    """The chance that a shot hits, for each card."""
    rows = tuple(
        (
            str(value),
            percent(sniper.hit(Card("red", value))),
            percent(sniper.hit(Card("black", value))),
        )
        for value in CARD_VALUES
    )
    caption = "How often does a shot hit?"
    return CaptionedTable(caption, Table(("card", "red", "black"), rows), narrow=True)


@checked
def found_by_shot(shots: int = SHOTS_SHOWN) -> Picture:
    """The chance that he has been found, shot after shot; up to 50 shots."""
    require_int("shots", shots, 1, 50)
    hunts = {kind: sniper.search(kind) for kind in ("infantry", "officer")}
    medians = {kind: hunt.median() for kind, hunt in hunts.items()}

    def found(kind: str) -> list[Fraction]:
        return [1 - hunts[kind].not_yet(n) for n in range(1, shots + 1)]

    return charts.lines(
        "How many shots does he get?",
        f"Against infantry he is found by shot {medians['infantry']} as often as not; against units"
        f" with an officer by shot {medians['officer']}. Each target is unhurt before the shot."
        f" Pile: {sniper.pile_told()}.",
        x="shots",
        y="he has been found",
        labels=[str(n) for n in range(1, shots + 1)],
        series={
            "units with an officer": ("first", found("officer")),
            "ordinary infantry": ("second", found("infantry")),
        },
    ).setting(
        "spotting-odds",
        attempts="{x}",
        spotter={"units with an officer": "officer", "ordinary infantry": "infantry"},
    )


@checked
def duel_table(*duels: tuple[str, sniper.DuelOdds]) -> CaptionedTable:
    """What a sniper does before he is found, by the kind of his targets."""
    rows = tuple(
        (
            name,
            percent(odds.hits),
            f"{float(odds.mean_shots()):.1f}",
            str(odds.median_shots()),
            f"{float(odds.mean_hits):.1f}",
        )
        for name, odds in duels
    )
    head = ("he shoots at", "a shot hits", "shots on average", "half the time by shot", "hits")
    caption = "What does he do until he is found, each target unhurt before the shot?"
    return CaptionedTable(caption, Table(head, rows))


def effects_table() -> CaptionedTable:
    """What a hit leaves of each kind of target, under both readings of two rulings."""
    cases = {
        "unhurt infantry": sniper.Target("infantry"),
        "infantry with a hit": sniper.Target("infantry", hits=1),
        "an unhurt gun crew": sniper.Target("crew"),
        "an unhurt unit with an officer": sniper.Target("officer"),
    }
    spared = sniper.Rulings(second_hit_removes=False)
    wide = sniper.Rulings(recovery="all_targets")

    def told(effect: sniper.Effect) -> str:
        if effect.removed:
            return "removed"
        try:
            return "must recover" if effect.must_recover else "need not recover"
        except UnspecifiedBySource:
            return "not said"

    rows = tuple(
        (
            name,
            *(told(sniper.effect(target, True, rulings)) for rulings in (_DEFAULT, spared, wide)),
        )
        for name, target in cases.items()
    )
    head = ("hit by the sniper", "default", "R-S7 read as no", "R-S10: all targets")
    return CaptionedTable("What does a hit leave?", Table(head, rows))


_DEFAULT = sniper.Rulings()

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
    turned = [shot for shot in zip(_shots(duel), duel.shots, strict=True) if shot[1].spotted]
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
