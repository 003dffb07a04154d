"""One roll of each explorer of Paper Tigers: how it ends, and its dice."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules_lib.notebook.answers import Several, face
from rules_lib.notebook.display import Display
from rules_lib.notebook.interact import thrown
from rules_lib.paper_tigers import Card, charge, command, melee, sniper
from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.el_alamein import replays
from rules_lib.paper_tigers.melee.adjudicate import go_on
from rules_lib.paper_tigers.page.explorers import fights
from rules_lib.paper_tigers.page.explorers.el_alamein import ENDS
from rules_lib.paper_tigers.page.explorers.fights import CHARGED, FOUGHT
from rules_lib.paper_tigers.page.explorers.shots import STRUCK, strike_odds
from rules_lib.paper_tigers.page.scenes import hands_of, tell, tell_duel, tell_test
from rules_lib.probability import Rng


def _test(test: command.CommandTest, rng: Rng) -> tuple[str, Display]:
    return "passed" if test.passed else "failed", tell_test(test, "Your unit", rng)


def _melee(fight: melee.Fight, rng: Rng) -> tuple[str, Display]:
    return FOUGHT[fight.outcome], tell(fight, "One melee", rng)


def _charge(action: charge.Action, rng: Rng) -> tuple[str, Display]:
    told: list[Display] = [tell_test(test, action.names[0], rng) for test in action.tests]
    told += [tell(action.fight, "The melee", rng)] if action.fight else []
    # What still goes on after so many exchanges never ends.
    endless = action.ending == charge.Ending.GOES_ON
    ending = charge.Ending.UNDECIDED if endless else action.ending
    return CHARGED[ending][0], Several(*told)


def _el_alamein(
    rng: Rng, fight: int, british: int, german: int, **read: Any
) -> tuple[str, Display]:
    first = replays.replayed(fight, [(british, german)], melee.Rulings(**read))
    whole = go_on(first, rng)
    ends = {key: label for label, key, _ in ENDS}
    return ends[whole.outcome.value], tell(whole, "One fight", rng)


def _spotting(
    rng: Rng, spotter: sniper.Spotter, attempts: int, drawing: str, jokers: str, **read: Any
) -> tuple[str, Display]:
    rulings = sniper.Rulings(drawing=drawing, jokers=jokers, **read)  # type: ignore[arg-type]
    duel = sniper.play(Card("red", 7), [spotter] * attempts, rng, rulings=rulings)
    return "he is found" if duel.found else "still hidden", tell_duel(
        duel, hands_of(duel, rng), "One search"
    )


def _strike(record: strikes.Record, _: Rng) -> tuple[str, Display]:
    return STRUCK[record.results[0].fate], face(record)


ROLLS: Final[Mapping[str, Callable[..., tuple[str, Display]]]] = {
    "charge-odds": thrown(fights.charge_odds, charge.play, _charge),
    "command-test-odds": thrown(fights.command_test_odds, command.play, _test),
    "el-alamein-replay": _el_alamein,
    "melee-odds": thrown(fights.melee_odds, melee.play, _melee),
    "spotting-odds": _spotting,
    "strike-odds": thrown(strike_odds, strikes.play, _strike),
    "try-melee": thrown(fights.try_melee, melee.play, _melee),
}
