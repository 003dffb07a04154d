"""Charges and shocks declared on random boards, against a second reading of the map."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge import Intent, Situation, Stack, Target, declare
from rules_lib.triumph_and_glory.charge.from_map.legality import paths
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from tests.oracles import charge_legality_brute as legality
from tests.oracles import declare_brute as brute
from tests.oracles import declare_ground as ground
from tests.oracles.charge_legality_brute import Cube, Readings, Soldier, Unspecified, World
from tests.oracles.declare_brute import Attacker, Back, Met, Plan
from tests.oracles.declare_ground import Conflict
from tests.sample import DEEP
from tests.triumph_and_glory.charging import foot, heavy, run
from tests.triumph_and_glory.test_legality_brute import (
    SORTS,
    as_board,
    as_hex,
    as_rulings,
    random_world,
)


class Case:
    """Charges and shocks on a random board, and what is said of retreats and pursuits."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.before = self._drilled(self._crowded(random_world(chance)))
        self.readings = Readings(chance.choice([2, 2, 1, 3]))
        self.intents: list[tuple[Attacker, Intent]] = []
        french = [each for each in self.before.soldiers if each.side == "French"]
        for each in french:
            if each.name == "A" or chance.random() < 0.5:
                self._charge(each)
        if not self.intents:
            raise LookupError
        for each in french:
            if chance.random() < 0.7:
                self._shock(each)
        chance.shuffle(self.intents)
        attackers = tuple(attacker for attacker, _ in self.intents)
        after = ground.moved(self.before, {a.name: (a.place, a.facing) for a in attackers})
        self.plan = Plan(
            self.before, after, attackers, self.readings,
            chance.random() < 0.8, chance.random() < 0.5, {}, {},
        )  # fmt: skip
        self._choose_retreats()

    def _crowded(self, world: World) -> World:
        """A map with more soldiers beside those there are, so that more attacks meet."""
        soldiers, chance = list(world.soldiers), self.chance
        for name in "IJKLMN"[: chance.randrange(7)]:
            near = chance.choice([each for each in soldiers if each.side == "Russian"])
            place = chance.choice(ground.around(near.place))
            side = chance.choice(["French", "French", "Russian"])
            kind = chance.choice(["cavalry", "infantry", "infantry", "artillery"])
            sort, facing = chance.choice(SORTS[kind]), chance.randrange(6)
            new = Soldier(name, kind, place, side, "good order", facing, "Light", sort=sort)
            there = [each for each in soldiers if each.place == place]
            fits = all(each.side == side for each in there) and legality.room([*there, new])
            if fits and place in world.ground:
                soldiers.append(new)
        return world._replace(soldiers=tuple(soldiers))

    def _drilled(self, world: World) -> World:
        """A map on which the soldiers of a hex mostly look the same way, but for guns."""
        led: dict[Cube, int] = {}
        soldiers = []
        for each in world.soldiers:
            facing = each.facing or 0
            if each.kind != "artillery" and self.chance.random() < 0.95:
                facing = led.setdefault(each.place, facing)
            soldiers.append(each._replace(facing=facing))
        return world._replace(soldiers=tuple(soldiers))

    def _charge(self, rider: Soldier) -> None:
        """Any legal one, if there is one: legality has a second statement of its own.

        Paths are looked for where nothing but a path is missing, which that statement knows sooner.
        """
        board, rulings = as_board(self.before), as_rulings(self.readings)
        places = {each.place for each in self.before.soldiers if each.side == "Russian"}
        for target in self.chance.sample(sorted(places), len(places)):
            try:
                missing = legality.violations(self.before, rider, (), target, self.readings)
            except Unspecified:
                continue
            if {clause for clause, _ in missing} != {"TG-9.81-1"}:
                continue
            found = paths(rider.name, as_hex(target), board, rulings)
            if found:
                way = self.chance.choice(found)
                assert way.facings is not None
                last = (way.hexes[-1].q, way.hexes[-1].s, way.hexes[-1].r)
                intent = Intent((rider.name,), as_hex(target), way.hexes, way.facings)
                self._add(Attacker(rider.name, last, way.facings[-1], target, True), intent)
                return

    def _shock(self, soldier: Soldier) -> None:
        assert soldier.facing is not None
        ahead = ground.met_by(self.before, soldier, self.readings)
        holders = [
            each.place
            for each in ground.enemies(self.before, soldier.side)
            if legality.holds(self.before, each, soldier.place)
        ]
        able = soldier.order == "good order" and soldier.kind != "artillery"
        if soldier.name in {a.name for a, _ in self.intents} or not ahead or not able:
            return
        target = self.chance.choice(ahead)
        if soldier.kind == "infantry" or not holders or target in holders:
            attacker = Attacker(soldier.name, soldier.place, soldier.facing, target, False)
            self._add(attacker, Intent((soldier.name,), as_hex(target)))

    def _add(self, attacker: Attacker, intent: Intent) -> None:
        """Take it, if it may end where others of its side stand or end."""
        beside = [each for each, _ in self.intents if each.place == attacker.place]
        names = {each.name for each in (*beside, attacker)}
        there = [
            each
            for each in self.before.soldiers
            if each.name in names or each.place == attacker.place
        ]
        alike = all(each.facing == attacker.facing for each in beside)
        shocks = [each for each in (*beside, attacker) if not each.charges]
        if alike and len(shocks) < 2 and legality.room(there):
            self.intents.append((attacker, intent))

    def _choose_retreats(self) -> None:
        plan, chance = self.plan, self.chance
        for target in brute.declared(plan):
            for at in brute.hexes_of(plan, target):
                foes = [each.place for each in brute.fighters(plan, target, at)]
                ways = ground.open_ways(plan.after, at, foes, self.readings)
                who = brute.going(plan, target, at)
                if ways and who:
                    to = plan.fled[at] = chance.choice(ways)
                    looks = [
                        facing
                        for facing in range(6)
                        if to in legality.front(
                            Soldier("", "cavalry", at, "", facing=facing), self.readings
                        )
                    ]  # fmt: skip
                    turned = looks if who[0].charges else [each.facing for each in who]
                    plan.turned[at] = chance.choice(turned)
        for attacker in plan.attackers:
            beside = [each for each in plan.attackers if each.place == attacker.place]
            if attacker.place not in plan.fled and chance.random() < 0.5:
                back = [set(brute.ways_back(plan, each)) for each in beside]
                common = sorted(back[0].intersection(*back))
                if common:
                    plan.fled[attacker.place] = chance.choice(common)

    def declared(self) -> Situation:
        plan, board = self.plan, as_board(self.before)
        retreats = dict(plan.fled)
        for target in brute.declared(plan):
            for at in brute.hexes_of(plan, target):
                for met in brute.met_beyond(plan, target, at):
                    ways = ground.open_ways(plan.after, met, [at], self.readings)
                    if ways:
                        retreats[met] = ways[0]
        reading: Any = self.readings.front_hexes
        rulings = Rulings(
            front_hexes=reading,
            enemies_in_front="all_unattacked" if plan.must_fight else "declared_only",
            reaction_fire_by="any_gun" if plan.any_gun else "guns_in_hex",
        )
        return declare(
            board,
            [intent for _, intent in self.intents],
            rulings,
            open_flank=dict.fromkeys(board.terrain, True),
            retreat_to={as_hex(at): as_hex(to) for at, to in retreats.items()},
            pursuit_facing={as_hex(at): facing for at, facing in plan.turned.items()},
        )


class Expected:
    """All that the second reading says; it may find that something is left open."""

    def __init__(self, plan: Plan) -> None:
        self.stacks = {each.name: brute.stack_told(plan, each) for each in plan.attackers}
        self.hexes = {target: brute.hexes_of(plan, target) for target in brute.declared(plan)}
        pairs = [(target, at) for target, hexes in self.hexes.items() for at in hexes]
        self.facts = {at: brute.target_told(plan, target, at) for target, at in pairs}
        self.beyond = {at: brute.beyond(plan, target, at) for target, at in pairs}
        self.ahead = {at: brute.attacked_ahead(plan, target, at) for target, at in pairs}
        self.pursuer = {at: brute.pursuer_retreat(plan, target, at) for target, at in pairs}
        self.out_next = {at: brute.way_out_next(plan, target, at) for target, at in pairs}
        self.fire = {at: brute.fired_at_ahead(plan, target, at) for target, at in pairs}
        self.pursuer_out = {at: brute.pursuer_out(plan, target, at) for target, at in pairs}
        self.no_zone = {at: brute.out_of_zone(plan, target, at) for target, at in pairs}
        self.seen = {at: brute.beside_pursuer(plan, target, at) for target, at in pairs}
        self.others = {at: brute.met_of_others(plan, target, at) for target, at in pairs}
        self.pursued = {at: bool(brute.going(plan, target, at)) for target, at in pairs}
        self.back = {at: brute.shocks_back(plan, at) for _, at in pairs}
        self.guns = {target: brute.supports(plan, target) for target in self.hexes}
        met = [*chain.from_iterable(self.beyond.values())]
        names = {each.name for at in met for each in plan.after.at(at)}
        if len(met) > len(set(met)) or names & set().union(*self.guns.values()):
            raise Conflict


def places_of(world: World) -> dict[str, Cube]:
    return {each.name: each.place for each in world.soldiers}


def told_of(target: Target) -> Met:
    return Met(
        target.in_enemy_zoc, target.in_enemy_front, frozenset(target.in_zone_of),
        frozenset(target.in_front_of), target.retreat, target.way_out, target.chargeable,
    )  # fmt: skip


def compare(case: Case, seen: Counter[str]) -> None:
    try:
        expected = Expected(case.plan)
    except (Unspecified, Conflict) as error:
        seen[type(error).__name__] += 1
        with pytest.raises((UnspecifiedBySource, InvalidValue)):
            case.declared()
        return
    plan = case.plan
    situation = case.declared()
    assert len(situation.attacks) == len(expected.hexes)
    for attack, (target, hexes) in zip(situation.attacks, expected.hexes.items(), strict=True):
        where = places_of(plan.after)
        told = {where[each.name]: each for each in (*attack.targets, *attack.also_in_front)}
        assert [where[each.name] for each in attack.targets] == [target]
        assert set(told) == set(hexes)
        assert {gun.name for gun in attack.targets[0].supported_by} == expected.guns[target]
        seen[f"guns {bool(expected.guns[target])}"] += 1
        seen["also"] += len(hexes) - 1
        for stack in attack.stacks:
            compare_stack(plan, stack, expected, seen)
        for at, each in told.items():
            compare_target(plan, at, each, expected, seen)
        seen["beside"] += sum(stack.beside is not None for stack in attack.stacks)


def compare_stack(plan: Plan, stack: Stack, expected: Expected, seen: Counter[str]) -> None:
    where, known = places_of(plan.after), expected.stacks[stack.name]
    assert not isinstance(stack.through, str)
    assert {where[name]: side for name, side in stack.through.items()} == known.sides
    assert stack.in_front is not None
    assert {where[name] for name in stack.in_front} == known.ahead
    assert (stack.in_other_front, stack.retreat) == (known.watched, known.retreat)
    assert (set(stack.in_fire_of), set(stack.out_of_fire_of)) == (known.fire, known.no_fire)
    assert stack.beside == known.beside
    assert {where[name] for name in stack.no_zone_at} == known.no_zone
    attacker = next(each for each in plan.attackers if each.name == stack.name)
    clear = {plan.after.ground[to].kind == "clear" for to in brute.ways_back(plan, attacker)}
    after = None if not clear else clear.pop() if len(clear) == 1 else "unspecified"
    assert stack.clear_after_retreat == after
    seen[f"clear after retreat {after}"] += 1
    seen[f"no zone {bool(known.no_zone)}"] += 1
    seen.update(f"through {side}" for side in known.sides.values())
    seen[f"watched {known.watched}"] += 1
    seen[f"attacker {known.retreat}"] += 1
    seen[f"fire {bool(known.fire)} {bool(known.no_fire)}"] += 1
    seen[f"sides {len(set(known.sides.values()))}"] += 1
    seen["charges" if stack.charges else "shocks"] += 1


def compare_target(
    plan: Plan, at: Cube, told: Target, expected: Expected, seen: Counter[str]
) -> None:
    where, known = places_of(plan.after), expected.facts[at]
    assert told_of(told) == known
    assert told.clear_terrain == (plan.before.ground[at].kind == "clear")
    assert told.pursuer_retreat == expected.pursuer[at]
    beside = {where[name]: side for name, side in told.pursuer_through.items()}
    assert (told.pursuer_in_other_front, beside) == expected.seen[at]
    seen[f"pursuer watched {expected.seen[at][0]}"] += 1
    seen["pursuer beside"] += len(beside)
    for name, value in known._asdict().items():
        seen[f"{name} {bool(value) if isinstance(value, frozenset) else value}"] += 1
    seen[f"pursuer {expected.pursuer[at]}"] += 1
    if expected.pursued[at] and at in plan.fled:
        to_be_charged = ground.may_charge(plan.after, at, plan.fled[at])
        assert told.chargeable_after_retreat == to_be_charged
        assert told.clear_after_retreat == (plan.before.ground[plan.fled[at]].kind == "clear")
        (target,) = (each for each, hexes in expected.hexes.items() if at in hexes)
        advanced = brute.advanced(plan, target, at)
        follows: bool | None = ground.sees(plan.after, advanced, plan.fled[at], plan.readings)
        if brute.foot_meets_others(plan, target, at):
            follows = None
        assert told.in_front_after_retreat == follows
        seen[f"follows {follows}"] += 1
        assert told.way_out_after_retreat == expected.out_next[at]
        seen[f"way out after retreat {expected.out_next[at]}"] += 1
    assert {where[met.name] for met in told.beyond} == set(expected.beyond[at])
    assert {where[name]: side for name, side in told.attacked_ahead.items()} == expected.ahead[at]
    seen[f"attacked ahead {bool(expected.ahead[at])}"] += 1
    assert {
        where[name]: (room, told.ahead_way_out.get(name))
        for name, room in told.ahead_retreat.items()
    } == expected.others[at]
    for room, out in expected.others[at].values():
        seen.update((f"ahead {room}", f"ahead out {out}"))
    assert {where[name] for name in told.pursuer_no_zone_at} == expected.no_zone[at]
    seen[f"pursuer no zone {bool(expected.no_zone[at])}"] += 1
    assert told.pursuer_way_out == expected.pursuer_out[at]
    seen[f"pursuer out {expected.pursuer_out[at]}"] += 1
    assert told.pursuer_in_fire_of is not None
    assert set(told.pursuer_in_fire_of) == expected.fire[at]
    seen[f"pursuer under fire {bool(expected.fire[at])}"] += 1
    for met in told.beyond:
        facts, side = expected.beyond[at][where[met.name]]
        assert (told_of(met), met.met_through, met.counter_shocks) == (facts, side, None)
        seen[f"met through {side}"] += 1
        seen[f"met way out {facts.way_out}"] += 1
        seen[f"met in a zone {bool(facts.zone_of)}"] += 1
        seen[f"met in a front {bool(facts.front_of)}"] += 1
    assert told.counter_shocks is not None
    ways = [
        Back(
            frozenset(way.staying),
            frozenset(way.retreated),
            frozenset(
                (places_of(plan.before)[e.name], e.retreat, e.way_out, e.met_through or "")
                for e in way.others
            ),
            way.moves,
            frozenset(way.vacated_by),
            way.clear_terrain is True,
            frozenset(way.way_out.items()),
        )
        for way in told.counter_shocks
    ]
    assert len(ways) == len(set(ways))
    assert set(ways) == expected.back[at]
    names = [way.name for way in told.counter_shocks]
    assert len(set(names)) == len(names)
    assert names == ["yes"] or all(name == "stay" or name.startswith("to (") for name in names)
    for way in ways:
        seen.update(f"back out {word}" for _, word in way.out)
        seen.update(field for field, value in way._asdict().items() if value)


def compared(seeds: Iterable[int]) -> Counter[str]:
    """What the boards of these seeds show, all read alike."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        try:
            case = Case(random.Random(seed))
        except LookupError:
            continue
        try:
            compare(case, seen)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
    return seen


ALL = pytest.mark.rule(
    "TG-9.73d", "TG-9.81-1", "TG-9.81-2", "TG-9.81-6", "TG-9.85a", "TG-9.86a", "TG-9.87a",
    "TG-9.87c", "R-N3", "R-N5", "R-N10", "R-N13", "R-N20",
)  # fmt: skip


@ALL
def test_few_random_declarations_are_read_alike() -> None:
    assert compared(range(25)).total() > 100


@ALL
@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds",
    [(46, *range(180, 420), 488, 576), pytest.param(range(1700), marks=DEEP)],
    ids=["some", "many"],
)
def test_random_declarations_are_read_alike(seeds: Iterable[int]) -> None:
    seen = compared(seeds)
    assert seen["retreat open"] > 50
    # The boards show each case, so that none of the comparisons is empty.
    assert {each for each, count in seen.items() if count} >= {
        "through front", "through flank", "through rear", "watched True", "watched False",
        "attacker open", "attacker enemy_front", "guns True", "guns False", "also", "charges",
        "shocks", "beside", "sides 2", "fire False False", "fire True False", "fire False True",
        "zone True", "zone False", "faced True", "faced False", "retreat open",
        "retreat enemy_front", "retreat blocked", "retreat unspecified", "way_out None",
        "way_out True", "way_out False", "chargeable True", "chargeable False", "pursuer open",
        "pursuer enemy_front", "met through front", "met through flank", "met through rear",
        "met way out True", "follows True", "follows False", "follows None",
        "way out after retreat True",
        "way out after retreat False", "zone_of True", "front_of True", "met in a zone True",
        "met in a front True", "pursuer no zone True", "pursuer under fire True",
        "pursuer out open", "back out open", "back out closed",
        "staying", "retreated", "others", "moves", "vacated_by",
        "Conflict", "attacked ahead True", "no zone True",
        "pursuer watched True", "pursuer beside", "ahead enemy_front", "ahead out False",
    }, seen  # fmt: skip


HERE = Hex(0, 0)


@pytest.mark.rule("R-N13", "R-N21")
def test_each_group_fights_on_a_map_what_is_in_its_own_front() -> None:
    """K, half as strong as Y and Z, comes from behind; A, on the other side, does not reach Z."""
    units = [
        Placed(heavy("A", 9), Hex(3, 0), "French", 2),
        Placed(foot("K", 9), Hex(-1, 0), "French", 0),
        Placed(foot("Y", 9), HERE, "Russian", 5),
        Placed(foot("Z", 9), Hex(-1, 1), "Russian", 5),
    ]
    board = Board.filled(Terrain("clear", 1), radius=5, units=units)
    attacks = Intent(("A",), HERE, (Hex(2, 0), Hex(1, 0)), (2, 2)), Intent(("K",), HERE)
    dice = dict.fromkeys(["commitment A", "commitment K", "retreat check Y", "retreat check K"], 0)
    situation = declare(board, attacks, open_flank=True)
    told = run(situation, {**dice, "fight A": 4, "fight K": 3})
    bonus, clear, ratio, ahead, rear = HEAVY_CHARGE_DRM, 1, -2, 1, 2
    assert told.results == {
        "fight A": 4 + bonus + clear,
        "fight K": 3 + ratio + ahead + rear,
        "fight K at Z": 3 + ratio + rear,
    }


@pytest.mark.rule("TG-9.71d")
@pytest.mark.parametrize(
    ("disordering", "found"), [((), False), ((3, 4), True), ((3,), "unspecified")]
)
def test_the_ground_behind_attackers_may_disorder_who_follows(
    disordering: tuple[int, ...], found: bool | str
) -> None:
    """K, before Y in the east, can go back to the west or to the north-west."""
    units = (
        Placed(foot("K"), HERE, "French", 5),
        Placed(foot("Y"), HERE.neighbours[0], "Russian", 2),
    )
    bog = Terrain("bog", 2, disorders=True)
    changes = {HERE.neighbours[side]: bog for side in disordering}
    changes |= {HERE.neighbours[2]: Terrain("lake", None)}
    board = Board.filled(Terrain("clear", 1), radius=5, units=units, changes=changes)
    (attack,) = declare(board, [Intent(("K",), HERE.neighbours[0])], open_flank=True).attacks
    assert attack.stacks[0].entry_disorders_after_retreat == found


def test_what_was_said_of_the_units_is_passed_on() -> None:
    units = heavy("A", brigade="Guard"), heavy("B", cohesion_disordered=1)
    placed = [Placed(each, Hex(3, 0), "French", 2) for each in units]
    board = Board.filled(
        Terrain("clear", 1), radius=5, units=[*placed, Placed(foot("Y"), HERE, "Russian", 5)]
    )
    intent = Intent(("A", "B"), HERE, (Hex(2, 0), Hex(1, 0)), (2, 2), commitment_drm=-2)
    fire = {HERE: -1}
    (attack,) = declare(board, [intent], open_flank=True, defensive_fire_drm=fire).attacks
    (stack,), (target,) = attack.stacks, attack.targets
    assert (stack.units, stack.charges, stack.commitment_drm) == (units, True, -2)
    assert (target.units, target.defensive_fire_drm) == ((foot("Y"),), -1)
    with pytest.raises(InvalidValue, match=r"^units: "):
        Intent((), HERE)
