"""The explorer of the search for a sniper."""

from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from rules_lib.paper_tigers import sniper
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.rulebook.numbers import in_text

SHOTS_SHOWN = 15


@explorer(
    Headline("he is found", "By then they have found him {chance}."),
    spotter=choice(
        "Who looks for him",
        {
            "infantry": "infantry",
            "a crew": "crew",
            "a small team": "small_team",
            "with an officer": "officer",
            "with an observer": "observer",
            "with a sniper": "sniper",
        },
        keys="infantry crew small-team officer observer sniper",
        dice=("infantry", "crew", "small team", "officer", "observer", "sniper"),
        style="select",
    ),
    attempts=numbers("After how many attempts", range(1, SHOTS_SHOWN + 1), default=7),
    drawing=choice(
        "Drawn cards", {"stay out": "without_replacement", "come back": "returned"}, ruling="R-S4"
    ),
    jokers=choice(
        "Jokers in the pile (R-S3)",
        {"none": "none", "two, and they fail": "fail", "two, put aside": "redraw"},
        keys="none two aside",
        ruling="R-S3",
    ),
    read=["R-S2", "R-S6", "R-S8", "R-S9", "R-S14"],
    note=f"{in_text(MARKERS).Word} markers, and the same ones stay out. Each shot allows one"
    f" attempt. {sniper.UNHURT_TARGETS} The pile has 52 cards; where sudden strike is in play it"
    " has its two jokers, too.",
    dice="sniper?shot.target={spotter}&shot.roll=&shot.spot_roll=",
)
def spotting_odds(
    spotter: sniper.Spotter, attempts: int, drawing: Any, jokers: Any, **read: Any
) -> Answer:
    """Will they find the sniper?"""
    rulings = sniper.Rulings(drawing=drawing, jokers=jokers, **read)
    search = sniper.search(spotter, rulings=rulings)
    odds = search.not_yet(attempts)
    return Answer(
        (Part("he is found", 1 - odds, "first"), Part("still hidden", odds, "second")),
        (
            Number.percent("one attempt succeeds", sniper.spotting(spotter, None, rulings)),
            Number("attempts on average until he is found", search.mean()),
        ),
    )
