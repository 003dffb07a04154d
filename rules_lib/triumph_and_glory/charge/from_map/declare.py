"""From the map to a situation: what a fight needs to know, read off the board."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from rules_lib.errors import InvalidValue, require_bool, require_instance, require_int
from rules_lib.triumph_and_glory.charge.attack import LARGEST_DRM, Attack
from rules_lib.triumph_and_glory.charge.from_map.field import Field, Said
from rules_lib.triumph_and_glory.charge.from_map.intent import Intent, require_intents
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Situation
from rules_lib.triumph_and_glory.map.board import Board
from rules_lib.triumph_and_glory.map.hexes import Hex, require_facing

T = TypeVar("T")


def declare(
    board: Board,
    intents: Iterable[Intent],
    rulings: Rulings = Rulings(),
    *,
    open_flank: Mapping[Hex, bool] | bool | None = None,
    defensive_fire_drm: Mapping[Hex, int] | None = None,
    retreat_to: Mapping[Hex, Hex] | None = None,
    pursuit_facing: Mapping[Hex, int] | None = None,
) -> Situation:
    """Read a situation off the board: sides, zones of control, retreats, what lies behind.

    An enemy in front of several attacks that nobody attacks stands in the first of them (R-N13),
    and a gun that could support several hexes supports the first (R-N20). All chargers count as
    the charging cavalry of R-N3. What is met in a pursuit is read with the attackers next to their
    targets; what lies still farther behind is not read. Use the same rulings for the fight.

    Args:
        board: the map before the charges.
        intents: what is declared; those with the same target are one attack.
        open_flank: for hexes of clear terrain in which units are attacked, whether a flank is open;
            those of attackers included that may be attacked in their turn. The excerpt does not
            say what an open flank is, so you do; ``True`` or ``False`` is for all hexes. Of hexes
            that units retreat to it is asked only when they are attacked there.
        defensive_fire_drm: the modifier of attacked hexes for the commitment of units that shock.
        retreat_to: where the units of a hex would retreat to. Of defenders it is needed only where
            it makes a difference to what is met after an advance; attackers of whom it is not said
            get out of the way of a counter-shock, if they can.
        pursuit_facing: how a unit faces that advances into a hex and turns to those who left it.
            Needed only where it makes a difference, too.

    Raises:
        IllegalAction: a charge is illegal; all clauses that forbid it are named.
        InvalidValue: units that do not stand together, a missing facing, two intents for a unit,
            an enemy that would be met in two ways.
        UnspecifiedBySource: clear terrain, and it is not said whether a flank is open; a path over
            ground that disorders; a target that another charge could take over, but for the ground
            between them.
    """
    require_instance("board", board, Board)
    require_instance("rulings", rulings, Rulings)
    if isinstance(open_flank, bool):
        open_flank = dict.fromkeys(board.terrain, open_flank)
    declared = require_intents(board, intents, rulings)
    said = Said(
        _by_hex(board, "open_flank", open_flank, require_bool),
        _by_hex(board, "defensive_fire_drm", defensive_fire_drm, _drm),
        _by_hex(board, "retreat_to", retreat_to, board.require_on_board),
        _by_hex(board, "pursuit_facing", pursuit_facing, require_facing),
    )
    field = Field(board, declared, rulings, said)
    try:
        attacks = tuple(field.attack(target) for target in field.targets)
    except InvalidValue as error:
        if error.field in field.unsettled:
            allowed = "one for each hex of the path: they decide where others may retreat to"
            raise InvalidValue(field.unsettled[error.field], None, allowed) from None
        raise
    _require_met_once(attacks)
    return Situation(attacks, board.secondary)


def _drm(field: str, value: object) -> int:
    return require_int(field, value, -LARGEST_DRM, LARGEST_DRM)


def _by_hex(
    board: Board, field: str, value: Mapping[Hex, T] | None, require: Callable[[str, object], T]
) -> Mapping[Hex, T]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InvalidValue(field, value, "a mapping from hexes")
    return {
        board.require_on_board(f"key of {field}", at): require(f"{field} of {at}", each)
        for at, each in value.items()
    }


def _require_met_once(attacks: Sequence[Attack]) -> None:
    """Refuse what a situation cannot hold: an enemy in two places of it."""
    met: dict[str, str] = {}
    for attack in attacks:
        for name, where in _meetings(attack):
            other = met.setdefault(name, where)
            if other != where:
                allowed = "declarations in which an enemy is met in one way"
                raise InvalidValue("intents", f"{name} met {other} and {where}", allowed)


def _meetings(attack: Attack) -> Iterator[tuple[str, str]]:
    for target in (*attack.targets, *attack.also_in_front):
        yield from ((gun.name, f"as support of {target.name}") for gun in target.supported_by)
        for beyond in target.beyond:
            yield from ((unit.name, f"after {target.name}") for unit in beyond.units)
