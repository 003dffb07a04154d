"""From the map to a situation: what a fight needs to know, read off the board."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, TypeVar

from rules_lib.errors import InvalidValue, UnspecifiedBySource, require_bool, require_int
from rules_lib.values.type_checks import checked

from ...map.board import Board, Placed
from ...map.hexes import Hex, require_facing
from ...tables.secondary import LARGEST_DRM
from ...units import Artillery, Cavalry, Infantry, Order
from ..attack import Attack, Stack, Target
from ..rulings import Rulings
from ..situation import Situation
from .field import (
    Ahead,
    Field,
    Said,
    after_advance,
    counter_shocks,
    driven_back,
    out_of_zone,
)
from .fronts import alike, common_facing
from .intent import Intent, require_intents
from .legality import bars

T = TypeVar("T")


@checked
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
    and a gun that could support several hexes supports the first (R-N20); one that is attacked
    itself fires at those who attack its hex. All chargers count as the charging cavalry of R-N3.
    What is met in a pursuit is read with the attackers next to their targets; what lies still
    farther behind is not read. Use the same rulings for the fight.

    Args:
        board: the map before the charges.
        intents: what is declared; those with the same target are one attack.
        rulings: how the open rules are read.
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
    if isinstance(open_flank, bool):
        open_flank = dict.fromkeys(board.terrain, open_flank)
    declared = tuple(intents)
    require_intents(board, declared, rulings)
    drm = partial(require_int, minimum=-LARGEST_DRM, maximum=LARGEST_DRM)
    said = Said(
        _by_hex(board, "open_flank", open_flank, require_bool),
        _by_hex(board, "defensive_fire_drm", defensive_fire_drm, drm),
        _by_hex(board, "retreat_to", retreat_to, board.require_on_board),
        _by_hex(board, "pursuit_facing", pursuit_facing, require_facing),
    )
    reader = Reader(board, declared, rulings, said)
    try:
        attacks = reader.attacks()
    except InvalidValue as error:
        if error.field in reader.unsettled:
            allowed = "one for each hex of the path: they decide where others may retreat to"
            raise InvalidValue(reader.unsettled[error.field], None, allowed) from None
        raise
    _require_met_once(attacks)
    return Situation(attacks, board.secondary)


class Reader(Field):
    """What becomes of the field as a situation: attack by attack, its stacks and its targets."""

    def attacks(self) -> tuple[Attack, ...]:
        """All of them; once it is known who is met in a pursuit, it is told of these as well."""
        self.guns_used.clear()
        found = tuple(map(self.attack, self.targets))
        met = {
            self.before.find(beyond.name).hex
            for attack in found
            for target in (*attack.targets, *attack.also_in_front)
            for beyond in target.beyond
        }
        if met <= self.named:
            return found
        self.named |= met
        return self.attacks()

    def attack(self, target: Hex) -> Attack:
        """All intents against a hex, as one attack."""
        intents = [intent for intent in self.intents if intent.target == target]
        earlier = {
            at
            for intent in self.intents
            if self.targets.index(intent.target) < self.targets.index(target)
            for at in self.fights(intent)
        }
        also = dict.fromkeys(at for i in intents for at in self.fights(i)[1:] if at not in earlier)
        guns = self._supporting(intents)
        return Attack(
            tuple(self._stack(intent, {target, *also}, guns) for intent in intents),
            (self._target(target, intents, guns),),
            tuple(
                self._target(at, [i for i in intents if at in self.in_front[i]], guns)
                for at in also
            ),
        )

    def _target(self, at: Hex, intents: Sequence[Intent], guns: Sequence[Placed]) -> Target:
        """A hex that these attack, with what lies behind it."""
        enemies, target = self._ahead(at, intents)
        starts = [self.before.find(intent.name).hex for intent in intents]
        return replace(
            target,
            way_out=self.way_out(self.before, at, starts, intents),
            way_out_after_retreat=self._way_out_next(
                at, [self.last[intent] for intent in intents], self._going(intents)
            ),
            defensive_fire_drm=self.said.defensive_fire_drm.get(at, 0),
            supported_by=tuple(
                each.unit
                for each in guns
                if isinstance(each.unit, Artillery) and at in self.targets
            ),
            pursuer_in_fire_of=tuple(each.name for each in guns if self._aims(each, at)),
            chargeable=self._chargeable(at, intents),
            beyond=tuple(self._beyond(each, at, intents) for each in enemies),
            counter_shocks=counter_shocks(self, at),
        )

    def _plain_target(self, at: Hex, from_hexes: Sequence[Hex]) -> Target:
        """What is to be known of any attacked hex; who shocks it counts elsewhere."""
        placed = self.before.units_at(at)
        side, elsewhere = placed[0].side, [each for each in self.intents if each.target != at]
        others = [each for each in elsewhere if at not in self.in_front[each]]
        holders = {each.name for each in self.after.zoc_holders(at, side)}
        # When attacks are declared chargers are where they start; not when others are met later.
        starting = {n for i in elsewhere if i.charges and at in self.fought for n in i.units}
        return Target(
            tuple(each.unit for each in placed),
            clear_terrain=self.clear(at),
            in_enemy_zoc=self.before.in_enemy_zoc(at, side, self.attacking),
            in_enemy_front=any(
                self.faces(self.before, enemy, at)
                for enemy in self.before.enemies_of(side)
                if enemy.name not in self.attacking or enemy.name in starting
            ),
            in_zone_of=tuple(each.name for each in others if holders.intersection(each.units)),
            in_front_of=tuple(each.name for each in others if self.watches(each, at)),
            retreat=self.room(at, from_hexes),
            entry_disorders=self.before.terrain_at(at).disorders,
        )

    def _chargeable(self, at: Hex, intents: Sequence[Intent]) -> bool:
        """Whether those who charge it, or may have to, can do so on the ground between them."""
        riders = [
            i for i in self.intents if i.charges and (i.target == at or at in self.in_front[i])
        ]
        unable = [i for i in riders or intents if any(bars(self.after, self.last[i], at))]
        if unable and any(i.target == at for i in riders):
            who = " and ".join(each.name for each in unable)
            what = f"whether the charge of {who} takes over the enemies at {at}"
            raise UnspecifiedBySource(f"{what}, across ground that forbids it")
        return not unable

    def _ahead(self, at: Hex, intents: Sequence[Intent]) -> Ahead:
        """What those meet who advance: the chargers turn, infantry does not, others do not go."""
        going, from_hexes = self._going(intents), [self.last[intent] for intent in intents]
        target = self._plain_target(at, from_hexes)
        if not going:
            return (), target
        unturned = set() if going[0].charges else {f for each in going for f in self.facings[each]}
        others, left = after_advance(
            self,
            target,
            at,
            from_hexes,
            tuple(intent.units for intent in going),
            tuple(sorted(unturned)),
            self.said.pursuit_facing.get(at),
        )
        met = {*others, *(self.before.find(name).hex for name in left.attacked_ahead)}
        met |= set(self.ways(at, from_hexes))
        foot = self._on_foot(intents) if going[0].charges else []
        for intent in foot:  # which does not turn: what it has in front
            seen = {each for f in self.facings[intent] for each in self.ahead(at, f, intent.units)}
            held = {each for each in seen if self.after.side_at(each) not in (None, self.side)}
            if met != (seen & met) | held:
                left = replace(left, in_front_after_retreat=None)  # it is read for the chargers
        return others, left

    def _going(self, intents: Sequence[Intent]) -> list[Intent]:
        """Who may fight on beyond the hex: the chargers, else the infantry."""
        return [intent for intent in intents if intent.charges] or self._on_foot(intents)

    def _on_foot(self, intents: Sequence[Intent]) -> list[Intent]:
        return [
            intent
            for intent in intents
            if any(isinstance(self.before.find(name).unit, Infantry) for name in intent.units)
        ]

    def _beyond(self, at: Hex, from_hex: Hex, intents: Sequence[Intent]) -> Target:
        """An enemy that is met after the advance into ``from_hex``."""
        plain = self._plain_target(at, [from_hex])
        _, target = after_advance(self, plain, at, [from_hex])
        return replace(
            target,
            way_out=self.way_out(self.after, at, [from_hex], self._going(intents)),
            way_out_after_retreat=self._way_out_next(at, [from_hex], self._going(intents)),
            chargeable=not any(bars(self.after, from_hex, at)),
            met_through=self.through(self.after.units_at(at), from_hex),
        )

    def _way_out_next(
        self, at: Hex, from_hexes: Sequence[Hex], pursuers: Sequence[Intent]
    ) -> bool | Literal["unspecified"] | None:
        """Whether units that retreat find a way out once more, before those who follow them."""
        found = {
            self.way_out(driven_back(self.after, at, to), to, [at], pursuers)
            for to in (self.ways(at, from_hexes) if pursuers else ())
        }
        return "unspecified" if len(found) > 1 else next(iter(found), None)

    def _stack(self, intent: Intent, attacked: Collection[Hex], guns: Sequence[Placed]) -> Stack:
        """The attackers of one hex; ``attacked`` are the hexes that their attack fights."""
        at = self.last[intent]
        beside = {
            each: self.after.units_at(each) for each in self.after.neighbours(at)
            if each in self.named
        }  # fmt: skip
        sides = {each: self.through(placed, at) for each, placed in beside.items()}
        near = {each: placed for each, placed in beside.items() if each in self.fought}
        own_guns = [
            (gun, sides[each] == "front")
            for each, placed in near.items()
            for gun in placed
            if isinstance(gun.unit, Artillery) and gun.unit.order != Order.DISORDERED
        ]
        fights = [each for each in (intent.target, *self.in_front[intent]) if each in attacked]
        units = tuple(self.before.find(name).unit for name in intent.units)
        # Infantry that shocks cavalry back has no use for clear terrain (secondary source).
        foes = [each.unit for place in fights for each in near[place]]
        matters = any(isinstance(each, Cavalry) for each in foes)
        matters |= not any(isinstance(each, Cavalry) for each in units)
        first = next(
            each for each in self.intents if each.target == intent.target and self.last[each] == at
        )
        return Stack(
            units,
            charges=intent.charges,
            through={beside[each][0].name: side for each, side in sides.items()},
            in_other_front=any(
                self.faces(self.after, enemy, at)
                for enemy in self.after.enemies_of(self.side)
                if enemy.hex not in self.named
            ),
            commitment_drm=intent.commitment_drm,
            retreat=self.room(at, fights),
            clear_terrain=self.clear(at, matters),
            entry_disorders=self.before.terrain_at(at).disorders,
            in_front=tuple(near[each][0].name for each in self.in_front[intent]),
            in_fire_of=tuple(g.name for g, front in own_guns if not front and self._aims(g, at)),
            out_of_fire_of=tuple(
                gun.name
                for gun, front in (*own_guns, *((gun, True) for gun in guns))
                if front and not self._aims(gun, at)
            ),
            beside=None if first is intent else first.name,
            no_zone_at=out_of_zone(self.after, at, near.values()),
            clear_after_retreat=alike(map(self.clear_if_said, self.ways_back[intent])),
            entry_disorders_after_retreat=alike(
                self.before.terrain_at(to).disorders for to in self.ways_back[intent]
            )
            or False,
        )

    def _aims(self, gun: Placed, at: Hex) -> bool:
        """Whether a gun has a hex in front; where nothing is said, it faces as its hex does."""
        if gun.facing is None:
            gun = replace(gun, facing=common_facing(self.after.units_at(gun.hex)))
        return self.faces(self.after, gun, at)

    def _supporting(self, intents: Sequence[Intent]) -> list[Placed]:
        """Artillery in other hexes with a charger next to it, in its front; once a battery."""
        found: list[Placed] = []
        if self.rulings.reaction_fire_by == "guns_in_hex":
            return found
        hexes = [self.last[intent] for intent in intents if intent.charges]
        # They may advance into these.
        hexes += [at for intent in intents if intent.charges for at in self.fights(intent)]
        for enemy in self.after.enemies_of(self.side):
            gun = isinstance(enemy.unit, Artillery) and enemy.unit.order != Order.DISORDERED
            free = enemy.hex not in self.fought and enemy.name not in self.guns_used
            if gun and free and any(self.faces(self.after, enemy, at) for at in hexes):
                self.guns_used.add(enemy.name)
                found.append(enemy)
        return found


def _by_hex(
    board: Board, field: str, value: Mapping[Hex, T] | None, require: Callable[[str, object], T]
) -> Mapping[Hex, T]:
    if value is None:
        return {}
    return {
        board.require_on_board(f"key of {field}", at): require(f"{field} of {at}", each)
        for at, each in value.items()
    }


def _require_met_once(attacks: Sequence[Attack]) -> None:
    """Refuse what a situation cannot hold: an enemy in two places of it."""
    met: dict[str, str] = {}
    for target in (each for a in attacks for each in (*a.targets, *a.also_in_front)):
        found = [(gun.name, f"as support of {target.name}") for gun in target.supported_by]
        behind = (unit.name for beyond in target.beyond for unit in beyond.units)
        for name, where in (*found, *((name, f"after {target.name}") for name in behind)):
            if (other := met.setdefault(name, where)) != where:
                allowed = "declarations in which an enemy is met in one way"
                raise InvalidValue("intents", f"{name} met {other} and {where}", allowed)
