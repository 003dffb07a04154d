"""One roll of each explorer of the cavalry charge: how it ends, and its dice of ten sides."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules_lib.notebook.display import Display
from rules_lib.probability import Rng
from rules_lib.triumph_and_glory import charge, example
from rules_lib.triumph_and_glory.charge.panels import NO_REACTION
from rules_lib.triumph_and_glory.charge.state import LEFT
from rules_lib.triumph_and_glory.page.explorers.example import end_of
from rules_lib.triumph_and_glory.page.explorers.pursuit import PURSUED
from rules_lib.triumph_and_glory.page.meetings import (
    CHARGED,
    CHARGER,
    IN_LINE,
    ORLOV,
    Kind,
    chargers_meet,
    duel,
    foot_end,
    plan_of,
    row_of_enemies,
)
from rules_lib.triumph_and_glory.page.scenes import tell_charge

ENDS: Final = ("you lose your hex", "both stay", "the chargers are thrown back")
TRIES: Final = {**NO_REACTION, "square": True, "counter-charge": "first"}


def _told(played: charge.Charge) -> Display:
    return tell_charge(played, "One charge")


def _charge(
    rng: Rng, heavy: bool, cavalry: int, infantry: int, ratio: tuple[int, int], **read: Any
) -> tuple[str, Display]:
    meets, rulings = duel(heavy, cavalry, infantry, ratio), charge.Rulings(**read)
    played = charge.play(meets, plan_of(square=False, recall=True), rng, rulings)
    return IN_LINE[foot_end(played.fates[ORLOV])], _told(played)


def _reaction(
    rng: Rng, heavy: bool, attacker: int, kind: Kind, defender: int, **read: Any
) -> tuple[str, Display]:
    meets, rulings = chargers_meet(heavy, attacker, kind, defender), charge.Rulings(**read)
    played = charge.play(meets, TRIES, rng, rulings)
    driven, thrown = (played.fates[name].place in LEFT for name in (CHARGED, CHARGER))
    return ENDS[0 if driven else 2 if thrown else 1], _told(played)


def _pursuit(rng: Rng, drm: int, enemies: int, rulings: str) -> tuple[str, Display]:
    as_read = charge.Rulings(pursuit_penalty=rulings)  # type: ignore[arg-type]
    played = charge.play(row_of_enemies(drm, enemies), NO_REACTION, rng, as_read)
    charges = {key.partition(":")[0] for key in played.results}  # "pursuit 1: fight …"
    return PURSUED[min(len(charges), len(PURSUED)) - 1], _told(played)


def _example(rng: Rng, target: str, square: bool, recall: bool, **read: Any) -> tuple[str, Display]:
    plan = {"square": square, "recall": recall, "counter-shock": False}
    rulings = charge.Rulings(disordered_cohesion="one_lower", **read)
    played = charge.play(example.situation(), plan, rng, rulings)
    return end_of(played.fates[target]), _told(played)


ROLLS: Final[Mapping[str, Callable[..., tuple[str, Display]]]] = {
    "cavalry-charge-odds": _charge,
    "example-odds": _example,
    "pursuit-odds": _pursuit,
    "reaction-odds": _reaction,
}
