"""What can be read off a board on which charges and shocks are declared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.board import Board, Placed
from rules_lib.triumph_and_glory.charge.ahead import (
    Advance,
    Ahead,
    after_advance,
    may_be_charged,
    may_shock_back,
    room_of,
)
from rules_lib.triumph_and_glory.charge.intent import Intent
from rules_lib.triumph_and_glory.charge.paths import paths
from rules_lib.triumph_and_glory.charge.retreat_hexes import retreats
from rules_lib.triumph_and_glory.charge.situation import Attack, Stack, Target, Through
from rules_lib.triumph_and_glory.fronts import all_front, facing_of, front_of
from rules_lib.triumph_and_glory.hexes import Hex, distance, facings_towards, front, side_of
from rules_lib.triumph_and_glory.rulings import Rulings
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order


@dataclass(frozen=True, slots=True)
class Said:
    """What the map does not say, by hex; see :func:`rules_lib.triumph_and_glory.charge.declare`."""

    open_flank: Mapping[Hex, bool]
    defensive_fire_drm: Mapping[Hex, int]
    retreat_to: Mapping[Hex, Hex]
    pursuit_facing: Mapping[Hex, int]


class Reader:
    """The board before and after the attackers have moved, and what can be read off it."""

    def __init__(
        self, board: Board, intents: Sequence[Intent], rulings: Rulings, said: Said
    ) -> None:
        self.before, self.rulings, self.intents, self.said = board, rulings, intents, said
        self.charging = {name for i in intents if i.charges for name in i.units}
        self.side = board.find(intents[0].name).side
        self.targets = tuple(dict.fromkeys(intent.target for intent in intents))
        self.last = {intent: intent.last(board) for intent in intents}
        self.facings = {intent: self._facings(intent) for intent in intents}
        self.unsettled = {
            f"facing of {name!r}": f"facings of {name!r}"
            for intent, ends in self.facings.items()
            if len(ends) > 1 and board.find(intent.name).facing is not None
            for name in intent.units
        }
        self.after = self._moved()
        self.also = self._unattacked()
        self.fought = {*self.targets, *(at for each in self.also.values() for at in each)}
        self.guns_used: set[str] = set()

    def _facings(self, intent: Intent) -> tuple[int, ...]:
        """The ways the units may face in the end; without ``facings`` there can be several."""
        facing = self.before.find(intent.name).facing
        if facing is None:
            ahead = self.last[intent].direction_to(intent.target)
            return facings_towards(ahead, self.rulings.front_hexes)
        if not intent.charges:
            return (facing,)
        if intent.facings is not None:
            return intent.facings[-1:]
        ways = paths(intent.name, intent.target, self.before, self.rulings)
        ends = {way.facings[-1] for way in ways if way.hexes == intent.path and way.facings}
        return tuple(sorted(ends))

    def _moved(self) -> Board:
        """The board with the attackers next to their targets; facings that are open are None."""
        ends = {
            name: (self.last[intent], facings[0] if len(facings) == 1 else None)
            for intent, facings in self.facings.items()
            for name in intent.units
        }
        units = []
        for each in self.before.units:
            at, facing = ends.get(each.name, (each.hex, each.facing))
            units.append(replace(each, hex=at, facing=facing))
        return replace(self.before, units=units)

    @implements("R-N13")
    def _unattacked(self) -> dict[Intent, tuple[Hex, ...]]:
        """For each intent the hexes in front with enemies whom nobody attacks (R-N13)."""
        if self.rulings.enemies_in_front == "declared_only":
            return dict.fromkeys(self.intents, ())
        return {intent: self._in_front(intent) for intent in self.intents}

    def _in_front(self, intent: Intent) -> tuple[Hex, ...]:
        at = self.last[intent]
        ways = {
            tuple(
                each
                for each in front(at, facing, self.rulings.front_hexes)
                if each in self.after.terrain
                and each not in self.targets
                and self.after.side_at(each) not in (None, self.side)
            )
            for facing in self.facings[intent]
        }
        if len(ways) > 1:
            known = self.before.find(intent.name).facing is not None
            what = "one for each hex of the path" if known else "0 to 5"
            field = f"{'facings' if known else 'facing'} of {intent.name!r}"
            raise InvalidValue(field, None, f"{what}: at {at} it decides who is met")
        (found,) = ways
        for each in found:
            if intent.charges and not may_be_charged(self.after, at, each):
                who = f"whether the charge of {intent.name} fights the enemies at {each}"
                raise UnspecifiedBySource(f"{who}, in its front but on ground that forbids charges")
        return found

    def attack(self, target: Hex) -> Attack:
        """All intents against a hex, as one attack."""
        intents = [intent for intent in self.intents if intent.target == target]
        from_hexes = [self.last[intent] for intent in intents]
        earlier = {
            at
            for intent in self.intents
            if self.targets.index(intent.target) < self.targets.index(target)
            for at in self.also[intent]
        }
        also = dict.fromkeys(at for intent in intents for at in self.also[intent])
        guns = self._supporting(from_hexes, target)
        return Attack(
            tuple(self._stack(intent, guns) for intent in intents),
            (self._target(target, intents, guns),),
            tuple(self._target(at, intents, ()) for at in also if at not in earlier),
        )

    def _target(self, at: Hex, intents: Sequence[Intent], guns: Sequence[Placed]) -> Target:
        """An attacked hex, with what lies behind it."""
        from_hexes = tuple(self.last[intent] for intent in intents)
        ahead = self._ahead(at, intents)
        charges = [self.last[intent] for intent in intents if intent.charges]
        beside = [each for each in charges or from_hexes if distance(each, at) == 1]
        beyond = (self._beyond(each, at) for each in ahead.enemies)
        return replace(
            self._plain_target(at, from_hexes),
            defensive_fire_drm=self.said.defensive_fire_drm.get(at, 0),
            supported_by=tuple(each.unit for each in guns if isinstance(each.unit, Artillery)),
            chargeable=all(may_be_charged(self.after, each, at) for each in beside),
            chargeable_after_retreat=ahead.chargeable,
            pursuer_retreat=ahead.retreat,
            beyond=tuple(beyond),
        )

    @implements("TG-9.71d", "TG-9.85a", "R-N3")
    def _plain_target(self, at: Hex, from_hexes: Sequence[Hex]) -> Target:
        """What is to be known of any attacked hex."""
        placed = self.before.units_at(at)
        return Target(
            tuple(each.unit for each in placed),
            clear_terrain=self._clear(at),
            in_enemy_zoc=self.before.in_enemy_zoc(at, placed[0].side, self.charging),
            in_enemy_front=self._in_enemy_front(at),
            retreat=room_of(retreats(self.after, at, from_hexes, self.rulings), at),
            entry_disorders=self.before.terrain_at(at).disorders,
            counter_shocks=None if may_shock_back(self.after, at, from_hexes, self.rulings) else (),
        )

    def _ahead(self, at: Hex, intents: Sequence[Intent]) -> Ahead:
        """What those meet who advance: the chargers turn, infantry does not, others do not go."""
        bands = tuple(intent.units for intent in intents if intent.charges)
        unturned: tuple[int, ...] = ()
        if not bands:
            on_foot = [intent for intent in intents if self._has_infantry(intent)]
            bands = tuple(intent.units for intent in on_foot)
            unturned = tuple(sorted({f for intent in on_foot for f in self.facings[intent]}))
        if not bands:
            return Ahead()
        advance = Advance(
            at,
            tuple(self.last[intent] for intent in intents),
            bands,
            unturned,
            self.said.retreat_to.get(at),
            self.said.pursuit_facing.get(at),
        )
        return after_advance(self.after, advance, self.fought, self.rulings)

    def _has_infantry(self, intent: Intent) -> bool:
        return any(isinstance(self.before.find(name).unit, Infantry) for name in intent.units)

    def _beyond(self, at: Hex, from_hex: Hex) -> Target:
        """An enemy that is met after the advance into ``from_hex``."""
        way = self.said.retreat_to.get(at)
        ahead = after_advance(
            self.after,
            Advance(at, (from_hex,), retreat_to=way),
            self.before.terrain.keys(),
            self.rulings,
        )
        return replace(
            self._plain_target(at, [from_hex]),
            chargeable=may_be_charged(self.after, from_hex, at),
            chargeable_after_retreat=ahead.chargeable,
            met_through=self._through(at, from_hex),
        )

    @implements("TG-9.86a")
    def _in_enemy_front(self, at: Hex) -> bool:
        """Whether units stood in front of an enemy who does not charge (TG-9.86a)."""
        return any(
            self._faces(self.before, enemy, at)
            for enemy in self.before.enemies_of(self.before.units_at(at)[0].side)
            if enemy.name not in self.charging
        )

    def _faces(self, board: Board, enemy: Placed, at: Hex) -> bool:
        """Whether an enemy has a hex in front; only of those next to it the facing matters."""
        return distance(enemy.hex, at) == 1 and at in front_of(board, enemy, self.rulings)

    def _clear(self, at: Hex, matters: bool = True) -> bool:
        if self.before.terrain_at(at).kind != "clear":
            return False
        if matters and at not in self.said.open_flank:
            raise UnspecifiedBySource(f"whether a flank of {at} is open (open_flank)")
        return self.said.open_flank.get(at, False)

    def _stack(self, intent: Intent, guns: Sequence[Placed]) -> Stack:
        at = self.last[intent]
        fought = [intent.target, *self.also[intent]]
        through = self._through(intent.target, at)
        elsewhere = any(
            self._faces(self.after, enemy, at)
            for enemy in self.after.enemies_of(self.side)
            if enemy.hex != intent.target
        )
        units = tuple(self.before.find(name).unit for name in intent.units)
        # Infantry that shocks cavalry back has no use for clear terrain (secondary source).
        foes = [each.unit for place in fought for each in self.before.units_at(place)]
        matters = any(isinstance(each, Cavalry) for each in foes)
        matters |= not any(isinstance(each, Cavalry) for each in units)
        return Stack(
            units,
            charges=intent.charges,
            through=through,
            in_other_front=elsewhere,
            commitment_drm=intent.commitment_drm,
            retreat=room_of(retreats(self.after, at, fought, self.rulings), at),
            clear_terrain=self._clear(at, matters),
            out_of_fire_of=tuple(
                gun.name for gun in guns if at not in front_of(self.after, gun, self.rulings)
            ),
        )

    def _through(self, at: Hex, from_hex: Hex) -> Through:
        """Through which side of the units of a hex somebody comes."""
        placed = self.after.units_at(at)
        if any(all_front(self.after, each) for each in placed):
            return "front"
        facings = {each.facing for each in placed if each.facing is not None}
        facings = facings or {facing_of(placed[0])}
        found = {side_of(at, each, from_hex, self.rulings.front_hexes) for each in facings}
        if len(found) > 1:
            told = ", ".join(f"{each.name}: {each.facing}" for each in placed)
            raise InvalidValue(f"facing of the units at {at}", told, "one for all of them")
        return found.pop()

    @implements("TG-9.81-6")
    def _supporting(self, from_hexes: Sequence[Hex], target: Hex) -> list[Placed]:
        """Artillery in other hexes with an attacker next to it, in its front; once a battery."""
        found = []
        for enemy in self.after.enemies_of(self.side):
            gun = isinstance(enemy.unit, Artillery) and enemy.unit.order != Order.DISORDERED
            if not gun or enemy.hex in self.fought or enemy.name in self.guns_used:
                continue
            if any(self._faces(self.after, enemy, at) for at in from_hexes):
                self.guns_used.add(enemy.name)
                found.append(enemy)
        return found
