"""One roll of each explorer of the cavalry charge: how it ends, and its dice of ten sides."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules_lib.notebook.display import Display
from rules_lib.notebook.interact import thrown
from rules_lib.probability import Rng
from rules_lib.triumph_and_glory import charge, example
from rules_lib.triumph_and_glory.charge.state import LEFT
from rules_lib.triumph_and_glory.page import meetings
from rules_lib.triumph_and_glory.page.explorers import charges
from rules_lib.triumph_and_glory.page.scenes import tell_charge

ENDS: Final = ("you lose your hex", "both stay", "the chargers are thrown back")


def _charge(played: charge.Charge, _: Rng) -> tuple[str, Display]:
    return meetings.IN_LINE[meetings.foot_end(played.fates[meetings.ORLOV])], tell_charge(
        played, "One charge"
    )


def _reaction(played: charge.Charge, _: Rng) -> tuple[str, Display]:
    driven, back = (
        played.fates[name].place in LEFT for name in (meetings.CHARGED, meetings.CHARGER)
    )
    return ENDS[0 if driven else 2 if back else 1], tell_charge(played, "One charge")


def _pursuit(played: charge.Charge, _: Rng) -> tuple[str, Display]:
    fights = {key.partition(":")[0] for key in played.results}  # "pursuit 1: fight …"
    ends = charges.PURSUED[min(len(fights), len(charges.PURSUED)) - 1]
    return ends, tell_charge(played, "One charge")


def _example(rng: Rng, target: str, square: bool, recall: bool, **read: Any) -> tuple[str, Display]:
    plan = {"square": square, "recall": recall, "counter-shock": False}
    rulings = charge.Rulings(disordered_cohesion="one_lower", **read)
    played = charge.play(example.situation(), plan, rng, rulings)
    return charges.end_of(played.fates[target]), tell_charge(played, "One charge")


ROLLS: Final[Mapping[str, Callable[..., tuple[str, Display]]]] = {
    "cavalry-charge-odds": thrown(charges.cavalry_charge_odds, charge.play, _charge),
    "example-odds": _example,
    "pursuit-odds": thrown(charges.pursuit_odds, charge.play, _pursuit),
    "reaction-odds": thrown(charges.reaction_odds, charge.play, _reaction),
}
