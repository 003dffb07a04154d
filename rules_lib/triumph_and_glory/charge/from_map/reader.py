"""What can be read off a board on which charges and shocks are declared."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge.from_map.after_advance import (
    Advance,
    Ahead,
    after_advance,
    may_be_charged,
)
from rules_lib.triumph_and_glory.charge.from_map.fronts import (
    all_front,
    common_facing,
    facing_of,
    facings_to,
    front_of,
    hexes_ahead,
    side_towards,
)
from rules_lib.triumph_and_glory.charge.from_map.intent import Intent, leader
from rules_lib.triumph_and_glory.charge.from_map.paths import paths
from rules_lib.triumph_and_glory.charge.from_map.retreat_hexes import retreats, room_of, way_out
from rules_lib.triumph_and_glory.charge.from_map.strike_back import Attackers, counter_shocks
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Attack
from rules_lib.triumph_and_glory.charge.target import Stack, Target, Through
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, distance
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order


@dataclass(frozen=True, slots=True)
class Said:
    """What the map does not say, by hex: see ``declare``."""

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
        self.attacking = {name for i in intents for name in i.units}
        self.side = board.find(intents[0].name).side
        self.targets = tuple(dict.fromkeys(intent.target for intent in intents))
        self.last = {intent: intent.last(board) for intent in intents}
        self.facings = self._facings()
        self.unsettled = {
            f"facing of {name!r}": f"facings of {name!r}"
            for intent, ends in self.facings.items()
            if len(ends) > 1 and leader(board, intent).facing is not None
            for name in intent.units
        }
        self.after = self._moved()
        self.in_front = {intent: self._in_front(intent) for intent in intents}
        self.fought = {*self.targets, *(at for each in self.in_front.values() for at in each)}
        self.attackers = Attackers(
            {intent.name: self.last[intent] for intent in intents},
            {intent.name: self._ways_back(intent) for intent in intents},
            frozenset(self.attacking),
        )
        self.guns_used: set[str] = set()

    def _facings(self) -> dict[Intent, tuple[int, ...]]:
        """The ways the units may face in the end, all who end in one hex the same way."""
        single = {intent: self._turned(intent) for intent in self.intents}
        found = {}
        for intent in self.intents:
            beside = [each for each in self.intents if self.last[each] == self.last[intent]]
            common = frozenset(single[intent]).intersection(*(single[each] for each in beside))
            if not common:
                names, told = " and ".join(each.name for each in beside), self.last[intent]
                raise InvalidValue(
                    "facings of " + names, "different ones", f"one for all who end at {told}"
                )
            found[intent] = tuple(sorted(common))
        return found

    def _turned(self, intent: Intent) -> tuple[int, ...]:
        """The ways one stack may face in the end; without ``facings`` there can be several."""
        top = leader(self.before, intent)
        if top.facing is None:
            return facings_to(self.last[intent], intent.target, self.rulings)
        if not intent.charges:
            return (top.facing,)
        if intent.facings is not None:
            return intent.facings[-1:]
        ways = paths(top.name, intent.target, self.before, self.rulings)
        return tuple(w.facings[-1] for w in ways if w.hexes == intent.path and w.facings)

    def _moved(self) -> Board:
        """The board with the attackers next to their targets; facings that are open are None."""
        ends = {name: intent for intent in self.intents for name in intent.units}
        units = []
        for each in self.before.units:
            intent = ends.get(each.name)
            if intent is not None and (intent.charges or each.facing is None):
                facings = self.facings[intent]
                facing = facings[0] if len(facings) == 1 else None
                each = replace(each, hex=self.last[intent], facing=facing)
            units.append(each)
        return replace(self.before, units=units)

    def _in_front(self, intent: Intent) -> tuple[Hex, ...]:
        """The hexes in front, besides its target, whose enemies it may have to fight (R-N13)."""
        if self.rulings.enemies_in_front == "declared_only":
            return ()
        at = self.last[intent]
        ways = {
            tuple(
                each
                for each in hexes_ahead(at, facing, self.rulings)
                if each in self.after.terrain
                and each != intent.target
                and self.after.side_at(each) not in (None, self.side)
            )
            for facing in self.facings[intent]
        }
        if len(ways) > 1:
            top = leader(self.before, intent)
            known = top.facing is not None
            what = "one for each hex of the path" if known else "0 to 5"
            field = f"{'facings' if known else 'facing'} of {top.name!r}"
            raise InvalidValue(field, None, f"{what}: at {at} it decides who is met")
        return ways.pop()

    def _ways_back(self, intent: Intent) -> tuple[Hex, ...]:
        """The open hexes that a stack may retreat to after its fight."""
        at = self.last[intent]
        fates = retreats(self.after, at, self._fights(intent), self.rulings)
        ways = tuple(to for to, fate in fates.items() if fate == "open")
        given = self.said.retreat_to.get(at)
        if given is None:
            return ways
        if given not in ways:
            named = ", ".join(map(str, ways)) or "none: no hex is open"
            raise InvalidValue(f"retreat_to of {at}", given, f"one of {named}")
        return (given,)

    def _fights(self, intent: Intent) -> list[Hex]:
        """The hexes that a stack fights if every attack goes as it was declared."""
        return [intent.target, *(at for at in self.in_front[intent] if at not in self.targets)]

    def attack(self, target: Hex) -> Attack:
        """All intents against a hex, as one attack."""
        intents = [intent for intent in self.intents if intent.target == target]
        earlier = {
            at
            for intent in self.intents
            if self.targets.index(intent.target) < self.targets.index(target)
            for at in self._fights(intent)
        }
        also = dict.fromkeys(at for i in intents for at in self._fights(i)[1:] if at not in earlier)
        guns = self._supporting(intents)
        return Attack(
            tuple(self._stack(intent, {target, *also}, guns) for intent in intents),
            (self._target(target, intents, guns),),
            tuple(
                self._target(at, [i for i in intents if at in self.in_front[i]], ()) for at in also
            ),
        )

    def _target(self, at: Hex, intents: Sequence[Intent], guns: Sequence[Placed]) -> Target:
        """A hex that these attack, with what lies behind it."""
        ahead = self._ahead(at, intents)
        starts = [self.before.find(intent.name).hex for intent in intents]
        return replace(
            self._plain_target(at, [self.last[intent] for intent in intents]),
            way_out=self._way_out(self.before, at, starts, intents),
            defensive_fire_drm=self.said.defensive_fire_drm.get(at, 0),
            supported_by=tuple(each.unit for each in guns if isinstance(each.unit, Artillery)),
            chargeable=self._chargeable(at, intents),
            **ahead.of_target(),
            in_front_after_retreat=ahead.in_front,
            pursuer_retreat=ahead.retreat,
            beyond=tuple(self._beyond(each, at, intents) for each in ahead.enemies),
            counter_shocks=counter_shocks(
                self.after,
                at,
                self.attackers,
                self._bystanders,
                self.rulings,
                self.said.open_flank,
            ),
        )

    def _plain_target(self, at: Hex, from_hexes: Sequence[Hex]) -> Target:
        """What is to be known of any attacked hex; who shocks it counts elsewhere."""
        placed = self.before.units_at(at)
        attacking = {name for i in self.intents if i.target == at for name in i.units}
        return Target(
            tuple(each.unit for each in placed),
            clear_terrain=self._clear(at),
            in_enemy_zoc=self.before.in_enemy_zoc(at, placed[0].side, self.charging | attacking),
            in_enemy_front=any(
                self._faces(self.before, enemy, at)
                for enemy in self.before.enemies_of(placed[0].side)
                if enemy.name not in attacking
            ),
            retreat=room_of(retreats(self.after, at, from_hexes, self.rulings)),
            entry_disorders=self.before.terrain_at(at).disorders,
        )

    def _way_out(
        self, board: Board, at: Hex, from_hexes: Sequence[Hex], intents: Sequence[Intent]
    ) -> bool | None:
        names = [name for intent in intents for name in intent.units]
        on_foot = not any(isinstance(self.before.find(each).unit, Cavalry) for each in names)
        return way_out(board, at, from_hexes, names, on_foot)

    def _chargeable(self, at: Hex, intents: Sequence[Intent]) -> bool:
        """Whether those who charge it, or may have to, can do so on the ground between them."""
        riders = [
            i for i in self.intents if i.charges and (i.target == at or at in self.in_front[i])
        ]
        unable = [i for i in riders or intents if not may_be_charged(self.after, self.last[i], at)]
        if unable and any(i.target == at for i in riders):
            who = f"whether the charge of {unable[0].name} takes over the enemies at {at}"
            raise UnspecifiedBySource(f"{who}, across ground that forbids it")
        return not unable

    def _ahead(self, at: Hex, intents: Sequence[Intent]) -> Ahead:
        """What those meet who advance: the chargers turn, infantry does not, others do not go."""
        going = self._going(intents)
        if not going:
            return Ahead()
        unturned = set() if going[0].charges else {f for each in going for f in self.facings[each]}
        advance = Advance(
            at,
            tuple(self.last[intent] for intent in intents),
            tuple(intent.units for intent in going),
            tuple(sorted(unturned)),
            self.said.retreat_to.get(at),
            self.said.pursuit_facing.get(at),
            self.said.open_flank,
        )
        return after_advance(self.after, advance, self.fought, self.rulings)

    def _going(self, intents: Sequence[Intent]) -> list[Intent]:
        """Who may fight on beyond the hex: the chargers, else the infantry."""
        on_foot = [
            intent
            for intent in intents
            if any(isinstance(self.before.find(name).unit, Infantry) for name in intent.units)
        ]
        return [intent for intent in intents if intent.charges] or on_foot

    def _beyond(self, at: Hex, from_hex: Hex, intents: Sequence[Intent]) -> Target:
        """An enemy that is met after the advance into ``from_hex``."""
        way = self.said.retreat_to.get(at)
        ahead = after_advance(
            self.after,
            Advance(at, (from_hex,), retreat_to=way, open_flank=self.said.open_flank),
            self.before.terrain.keys(),
            self.rulings,
        )
        return replace(
            self._plain_target(at, [from_hex]),
            way_out=self._way_out(self.after, at, [from_hex], self._going(intents)),
            chargeable=may_be_charged(self.after, from_hex, at),
            **ahead.of_target(),
            met_through=self._through(self.after.units_at(at), from_hex),
        )

    def _bystanders(
        self, board: Board, at: Hex, from_hex: Hex, foes: Sequence[Placed]
    ) -> Target | None:
        """Units that attack nobody, as the target of a counter-shock; None if there are none."""
        there = board.units_at(at)
        placed = [e for e in there if e.side == self.side and e.name not in self.attacking]
        fighting = [each for each in placed if not isinstance(each.unit, Artillery)]
        # A battery suffers what those suffer with whom it stands (secondary source 9.25).
        if not placed or (not fighting and len(placed) < len(there)):
            return None
        on_foot = not any(isinstance(each.unit, Cavalry) for each in foes)
        return Target(
            tuple(each.unit for each in placed),
            clear_terrain=self._clear(at, False),
            retreat=room_of(retreats(board, at, [from_hex], self.rulings)),
            way_out=way_out(board, at, [from_hex], [each.name for each in foes], on_foot),
            entry_disorders=board.terrain_at(at).disorders,
            met_through=self._through(placed, from_hex),
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

    def _stack(self, intent: Intent, attacked: Collection[Hex], guns: Sequence[Placed]) -> Stack:
        """The attackers of one hex; ``attacked`` are the hexes that their attack fights."""
        at = self.last[intent]
        near = {
            each: self.after.units_at(each) for each in self.after.neighbours(at)
            if each in self.fought
        }  # fmt: skip
        sides = {each: self._through(placed, at) for each, placed in near.items()}
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
        beside = next(
            each for each in self.intents if each.target == intent.target and self.last[each] == at
        )
        return Stack(
            units,
            charges=intent.charges,
            through={near[each][0].name: side for each, side in sides.items()},
            in_other_front=any(
                self._faces(self.after, enemy, at)
                for enemy in self.after.enemies_of(self.side)
                if enemy.hex not in attacked
            ),
            commitment_drm=intent.commitment_drm,
            retreat=room_of(retreats(self.after, at, fights, self.rulings)),
            clear_terrain=self._clear(at, matters),
            entry_disorders=self.before.terrain_at(at).disorders,
            in_front=tuple(near[each][0].name for each in self.in_front[intent]),
            in_fire_of=tuple(g.name for g, front in own_guns if not front and self._aims(g, at)),
            out_of_fire_of=tuple(
                gun.name
                for gun, front in (*own_guns, *((gun, True) for gun in guns))
                if front and not self._aims(gun, at)
            ),
            beside=None if beside is intent else beside.name,
        )

    def _aims(self, gun: Placed, at: Hex) -> bool:
        """Whether a gun has a hex in front; where nothing is said, it faces as its hex does."""
        if gun.facing is None:
            gun = replace(gun, facing=common_facing(self.after.units_at(gun.hex)))
        return self._faces(self.after, gun, at)

    def _through(self, placed: Sequence[Placed], from_hex: Hex) -> Through:
        """Through which side of the units of a hex somebody comes."""
        if any(all_front(self.after, each) for each in placed):
            return "front"
        facing = facing_of(replace(placed[0], facing=common_facing(placed)))
        return side_towards(placed[0].hex, facing, from_hex, self.rulings)

    def _supporting(self, intents: Sequence[Intent]) -> list[Placed]:
        """Artillery in other hexes with a charger next to it, in its front; once a battery."""
        found: list[Placed] = []
        if self.rulings.reaction_fire_by == "guns_in_hex":
            return found
        hexes = [self.last[intent] for intent in intents if intent.charges]
        for enemy in self.after.enemies_of(self.side):
            gun = isinstance(enemy.unit, Artillery) and enemy.unit.order != Order.DISORDERED
            free = enemy.hex not in self.fought and enemy.name not in self.guns_used
            if gun and free and any(self._faces(self.after, enemy, at) for at in hexes):
                self.guns_used.add(enemy.name)
                found.append(enemy)
        return found
