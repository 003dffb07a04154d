"""One roll of each explorer of the mass battle: how it ends, and its dice."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle.party import tactic_dice
from rules_lib.in_die_tiefen.page.explorers.battles import Kind
from rules_lib.in_die_tiefen.page.scenes import tell_battle
from rules_lib.notebook.display import Display
from rules_lib.probability import Rng

YOU: Final = ("you", "the enemy")


def _yours(rng: Rng, a: Party, b: Party, read: Mapping[str, Any]) -> tuple[str, Display]:
    fought = battle.play(a, b, rng, battle.Rulings(**read), names=YOU)
    ends = {"a": "you win", "draw": "a draw", "b": "the enemy wins"}
    return ends[fought.winner.value], tell_battle(fought, "One battle")


def _pool(
    rng: Rng,
    ground: tuple[bool, bool],
    fanaticism: int,
    outnumbers: int,
    deeds: tuple[bool, int],
    **read: Any,
) -> tuple[str, Display]:
    party = Party.from_circumstances(
        terrain=ground[0],
        certain_death=ground[1],
        fanaticism=fanaticism,
        outnumbers=outnumbers,
        tactic_superior=deeds[0],
        deeds=deeds[1],
    )
    return _yours(rng, party, Party(4), read)


def _battle(
    rng: Rng, dice_a: int, kind_a: Kind, dice_b: int, kind_b: Kind, **read: Any
) -> tuple[str, Display]:
    (fanatics_a, better_a), (fanatics_b, better_b) = kind_a, kind_b
    a = Party(dice_a + fanatics_a, fanatics_a, better_a)
    b = Party(dice_b + fanatics_b, fanatics_b, better_b)
    fought = battle.play(a, b, rng, battle.Rulings(**read))
    ends = {"a": "the first party wins", "draw": "a draw", "b": "the second party wins"}
    return ends[fought.winner.value], tell_battle(fought, "One battle")


def _fanaticism(
    rng: Rng, own: int, enemy: int, fanaticism: int, counts: str, **read: Any
) -> tuple[str, Display]:
    party = Party(own + fanaticism, fanaticism)
    return _yours(rng, party, Party(enemy), {"fanaticism_counts": counts, **read})


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
    return _yours(rng, party, foe, read)


ROLLS: Final[Mapping[str, Callable[..., tuple[str, Display]]]] = {
    "battle-odds": _battle,
    "fanaticism-odds": _fanaticism,
    "pool-odds": _pool,
    "tactics-odds": _tactics,
}
