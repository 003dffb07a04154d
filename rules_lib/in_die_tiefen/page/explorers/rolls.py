"""One roll of each explorer of the mass battle: how it ends, and its dice."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle.party import tactic_dice
from rules_lib.in_die_tiefen.page.explorers import battles
from rules_lib.in_die_tiefen.page.scenes import tell_battle
from rules_lib.notebook.display import Display
from rules_lib.notebook.interact import thrown
from rules_lib.probability import Rng

ENDS: Final = {"a": "you win", "draw": "a draw", "b": "the enemy wins"}
BOTH: Final = {"a": "the first party wins", "draw": "a draw", "b": "the second party wins"}


def _fought(fought: battle.Fought, _: Rng, ends: Mapping[str, str] = ENDS) -> tuple[str, Display]:
    return ends[fought.winner.value], tell_battle(fought, "One battle")


you = partial(battle.play, names=("you", "the enemy"))


def _tactics(
    rng: Rng,
    own: int,
    enemy: int,
    mine: tuple[Tactic, ...],
    theirs: tuple[Tactic, ...],
    **read: Any,
) -> tuple[str, Display]:
    me, other = (written[rng.randrange(len(written))] for written in (mine, theirs))
    party, foe = Party(own + tactic_dice(me, other)), Party(enemy + tactic_dice(other, me))
    return _fought(you(party, foe, rng, battle.Rulings(**read)), rng)


ROLLS: Final[Mapping[str, Callable[..., tuple[str, Display]]]] = {
    "battle-odds": thrown(battles.battle_odds, battle.play, partial(_fought, ends=BOTH)),
    "fanaticism-odds": thrown(battles.fanaticism_odds, you, _fought),
    "pool-odds": thrown(battles.pool_odds, you, _fought),
    "tactics-odds": _tactics,
}
