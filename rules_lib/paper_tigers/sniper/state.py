"""The sniper's targets, his shots, and his position: secret, hidden behind markers, or found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self, TypeAlias, get_args

from rules_lib import errors
from rules_lib.paper_tigers import command
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.deck import JOKER, DeckCard
from rules_lib.rulebook import implements
from rules_lib.text.parser import NUMBER, Words
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

RED_MARKERS = 3
"""False ones, laid out each time beside the green one (PT-S5)."""

MARKERS = RED_MARKERS + 1

SHOT = "9 at infantry, draws 8, rolls 10, turns red"
"""A shot in words."""
DRAWN = "a drawn card is its value, 11 to 14 for jack, queen, king and ace (R-S2), or joker"

Spotter: TypeAlias = Literal["infantry", "crew", "small_team", "officer", "observer", "sniper"]

SPECIALISTS: frozenset[Spotter] = frozenset({"officer", "observer", "sniper"})
"""Whose drawn card is not raised (PT-S12)."""

CREWS: frozenset[Spotter] = frozenset({"crew", "small_team"})
"""Of whom R-S6 asks whether their drawn card is raised."""

IN_WORDS: Mapping[Spotter, str] = FrozenMap(
    {
        "infantry": "infantry",
        "crew": "a crew",
        "small_team": "a small team",
        "officer": "a unit with an officer",
        "observer": "a unit with an artillery observer",
        "sniper": "an enemy sniper",
    }
)
"""A unit of this kind, as a sentence names it."""

SPOKEN: Mapping[str, Spotter] = FrozenMap(
    {
        **dict.fromkeys(command.INFANTRY_WORDS, "infantry"),
        **dict.fromkeys(command.CREW_WORDS, "crew"),
        **dict.fromkeys(command.SMALL_TEAM_WORDS, "small_team"),
    }
)
"""Words for a kind that players use."""


def spoken(words: str, field: str) -> Spotter:
    """The kind of a target from the words of a player; errors show them as they were said."""
    said = " ".join(words.lower().split())
    kind = SPOKEN.get(said, said.replace(" ", "_"))
    return require_spotter(kind if kind in get_args(Spotter) else words, field)


def require_spotter(spotter: object, field: str = "spotter") -> Spotter:
    """Return the kind of a target, which then spots, or say which kinds there are.

    Raises:
        UnspecifiedBySource: a vehicle, its crew or a mounted unit: no such target is named.
    """
    told = spotter.lower().replace("_", " ") if isinstance(spotter, str) else ""
    of_a_vehicle = "the crew of a vehicle" if told in command.VEHICLE_CREW_WORDS else ""
    if what := command.not_on_foot(told) or of_a_vehicle:
        raise errors.UnspecifiedBySource(f"{field}: {what} ({told}) as the sniper’s target (PT-S1)")
    kinds: tuple[Spotter, ...] = get_args(Spotter)
    return errors.require_word(field, spotter, kinds)


PERHAPS_INFANTRY: frozenset[Spotter] = frozenset({"officer", "observer"})
"""Units of which the source does not say whether they count as infantry (R-S10)."""


@dataclass(frozen=True, slots=True)
class Target:
    """A unit in the sniper's sights.

    Attributes:
        kind: what it is; it spots as the same kind. That units with officers, artillery observers
            and enemy snipers can be targets is inferred from PT-S12, which has them look for him.
        hits: hits it carries already, 0 or 1.

    Raises:
        UnspecifiedBySource: a vehicle.
    """

    kind: Spotter
    hits: int = 0

    def __post_init__(self) -> None:
        require_spotter(self.kind, "kind")
        errors.keep_int(self, "hits", 0, 1)

    @classmethod
    @checked
    def parse(cls, text: str, *, field: str = "target") -> Self:
        """Read a target from words such as ``"small team, 1 hit"``; ``str()`` gives them."""
        kinds = ", ".join(get_args(Spotter))
        words = Words(field, text, f"a kind, and ', 1 hit' if it is hurt: {kinds}")
        with words.blamed():
            kind = spoken(words.first(), field)
            return cls(kind, words.number("# hits?") or 0)

    def __str__(self) -> str:
        return f"{self.kind.replace('_', ' ')}{', 1 hit' if self.hits else ''}"


@checked
@dataclass(frozen=True, slots=True)
class Effect(RichDisplay):
    """What a shot leaves of its target.

    Attributes:
        damaged: it is marked as damaged.
        removed: the damage marker is its second hit.
        loses_activations: its activation cards go to the discard pile; no more this round.
        recovery: whether it needs a recovery test at the end of the round, how that test is made is
            not in the source; ``None``: nor is whether it needs one.
    """

    damaged: bool
    removed: bool
    loses_activations: bool
    recovery: bool | None

    @property
    def must_recover(self) -> bool:
        """It needs a recovery test.

        Raises:
            UnspecifiedBySource: it has an officer or an observer, and only infantry needs one.
        """
        if self.recovery is None:
            raise errors.UnspecifiedBySource(
                "target: whether a unit with an officer or an observer recovers"
            )
        return self.recovery


Dot: TypeAlias = Literal["red", "green"]


@checked
@dataclass(frozen=True, slots=True)
class Position:
    """Where the sniper is, as far as the table shows.

    Attributes:
        markers: how many markers are laid out anew each time, one of them green.
        laid: the markers are out.
        reds: red markers still out.
        found: he has been found; his figure stands on the table.
    """

    markers: int = MARKERS
    laid: bool = False
    reds: int = 0
    found: bool = False

    def __post_init__(self) -> None:
        errors.keep_int(self, "markers", 1, 50)
        errors.keep_int(self, "reds", 0, self.markers - 1 if self.laid else 0)
        if self.found and self.laid:
            raise errors.InvalidValue("found", True, "False while markers are out")

    @property
    @implements("PT-S4")
    def secret(self) -> bool:
        """Nothing shows where he is."""
        return not self.laid and not self.found

    @property
    @implements("PT-S16")
    def barely_visible(self) -> bool:
        """He must be spotted before he can be fought: always, even when he has been found."""
        return True


def require_hidden(position: Position, does: str, field: str = "position") -> None:
    """Refuse what the source does not tell of: what a sniper does once he has been found."""
    if position.found:
        raise errors.UnspecifiedBySource(f"{field}: a sniper who has been found and {does}")


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot of the sniper with all that follows it.

    Attributes:
        card: the sniper's command card.
        roll: total of his dice (red three, black two).
        target: the unit he shoots at.
        drawn: the card that its player draws to spot him, a value or ``"joker"``; ``None`` if no
            attempt is made. Where specialists reach their own card (R-S13): the value of that one.
        spot_roll: total of the two dice of the attempt.
        marker: the dot of the marker that is turned over after a success; ``None`` if none is.
    """

    card: Card
    roll: int
    target: Target
    drawn: DeckCard | None = None
    spot_roll: int | None = None
    marker: Dot | None = None

    def __post_init__(self) -> None:
        errors.require_instance("card", self.card, Card)
        errors.require_instance("target", self.target, Target)

    @classmethod
    @checked
    def parse(cls, text: str, card: Card, *, field: str = "shot") -> Self:
        """Read a shot on a card from words: ``"9 at infantry, draws 8, rolls 10, turns red"``."""
        kinds = "|".join(get_args(Spotter))
        words = Words(
            field, text, f"'move', or a shot such as '{SHOT}', with one of {kinds}; {DRAWN}"
        )
        shot = words.match(rf"{NUMBER} at (.+)")
        hits = words.number("# hits?")
        drawn = words.match(rf"draws (?:(?:{'|'.join(command.COLOUR_WORDS)}) )?(?:{NUMBER}|joker)")
        spot_roll = words.number("rolls #")
        turned = words.match(r"turns (red|green)")
        words.done()
        if shot is None:
            raise words.refused(text)
        with words.blamed():
            return cls(
                card,
                int(shot[1]),
                Target(spoken(shot[2], field), hits or 0),
                None if drawn is None else int(drawn[1]) if drawn[1] else JOKER,
                spot_roll,
                None if turned is None else "green" if turned[1].lower() == "green" else "red",
            )


@dataclass(frozen=True, slots=True)
class Move:
    """The sniper moves: his position has to be marked anew."""


Event: TypeAlias = Shot | Move


@dataclass(frozen=True, slots=True)
class ResolvedShot(RichDisplay):
    """What became of a shot.

    Attributes:
        hit: it hit.
        effect: what it did to the target.
        attempted: the target tried to spot the sniper.
        spotted: the attempt succeeded, so that a marker could be turned.
        position: where the sniper is afterwards.
    """

    hit: bool
    effect: Effect
    attempted: bool
    spotted: bool
    position: Position
