"""Charges declared on random boards, against a second reading of the map."""

import random
from collections import Counter
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge import Intent, Target, declare, paths
from rules_lib.triumph_and_glory.rulings import Rulings
from tests.oracles import charge_legality_brute as legality
from tests.oracles import declare_brute as brute
from tests.oracles.charge_legality_brute import Cube, Readings, Soldier, Unspecified, World
from tests.oracles.declare_brute import Told
from tests.triumph_and_glory.test_legality_brute import (
    as_board,
    as_hex,
    as_rulings,
    random_world,
)


class Charge:
    """A legal charge on a random board, where a retreat goes, and how the pursuer then turns."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.before = random_world(chance)
        rider = self.before.soldiers[0]
        self.rider: Soldier = rider._replace(facing=rider.facing or 0)
        self.before = self.before._replace(soldiers=(self.rider, *self.before.soldiers[1:]))
        self.readings = Readings(chance.choice([2, 2, 1, 3]))
        self.target, self.path, self.facings = self._some_charge()
        self.last = self.path[-1]
        self.after = brute.moved(self.before, {self.rider.name: (self.last, self.facings[-1])})
        self.must_fight = chance.random() < 0.8
        ahead = brute.ahead(self.after, self.last, self.facings[-1], self.rider.side, self.readings)
        self.also = [each for each in ahead if each != self.target] if self.must_fight else []
        self.to: dict[Cube, Cube] = {}
        self.turned: dict[Cube, int] = {}
        for at in (self.target, *self.also):
            self._choose_a_retreat(at)

    def _some_charge(self) -> tuple[Cube, tuple[Cube, ...], tuple[int, ...]]:
        """Any legal one: legality has a second statement of its own."""
        board = as_board(self.before)
        rulings = as_rulings(self.readings)
        for target in sorted(
            {each.place for each in self.before.soldiers if each.side != "French"}
        ):
            try:
                found = paths("A", as_hex(target), board, rulings)
            except UnspecifiedBySource:
                continue
            if found:
                way = self.chance.choice(found)
                assert way.facings is not None
                cubes = tuple((at.q, at.s, at.r) for at in way.hexes)
                return target, cubes, way.facings
        raise LookupError

    def _choose_a_retreat(self, at: Cube) -> None:
        fates = brute.escapes(self.after, at, [self.last], self.readings)
        ways = sorted(each for each, fate in fates.items() if fate == "open")
        if not ways:
            return
        self.to[at] = to = self.chance.choice(ways)
        turns = [
            facing
            for facing in range(6)
            if to in legality.front(Soldier("", "cavalry", at, "", facing=facing), self.readings)
        ]
        self.turned[at] = self.chance.choice(turns)

    def beyond(self, at: Cube) -> list[Cube]:
        if at not in self.to:
            return []
        side, turned = self.rider.side, self.turned[at]
        met = brute.ahead(self.after, at, turned, side, self.readings)
        return [each for each in met if each not in (self.target, *self.also)]

    def pursuer_retreat(self, at: Cube) -> str:
        """Of the rider in a hex whose soldiers have retreated."""
        if at not in self.to:
            return "open"
        moves = {each.name: (self.to[at], each.facing) for each in self.after.at(at)}
        moves[self.rider.name] = at, None
        foes = [self.to[at], *self.beyond(at)]
        advanced = brute.moved(self.after, {**moves, self.rider.name: (at, self.turned[at])})
        return brute.best(brute.escapes(advanced, at, foes, self.readings))

    def facts(self, at: Cube, start: Cube) -> Told:
        return brute.told(self.before, self.after, self.rider.name, at, start, self.readings)

    def declared(self) -> Any:
        board = as_board(self.before)
        retreats = dict(self.to)
        for at in (self.target, *self.also):
            for met in self.beyond(at):
                fates = brute.escapes(self.after, met, [at], self.readings)
                ways = [to for to, fate in fates.items() if fate == "open"]
                if ways:
                    retreats[met] = ways[0]
        reading: Any = self.readings.front_hexes
        rulings = Rulings(
            front_hexes=reading,
            enemies_in_front="all_unattacked" if self.must_fight else "declared_only",
        )
        intent = Intent(
            (self.rider.name,), as_hex(self.target), tuple(map(as_hex, self.path)), self.facings
        )
        return declare(
            board,
            [intent],
            rulings,
            open_flank=dict.fromkeys(board.terrain, True),
            retreat_to={as_hex(at): as_hex(to) for at, to in retreats.items()},
            pursuit_facing={as_hex(at): facing for at, facing in self.turned.items()},
        )


def expected(case: Charge) -> dict[str, Any]:
    """All that the second reading says; it may find that something is left open."""
    readings = case.readings
    if any(not brute.chargeable(case.after, case.last, each) for each in case.also):
        raise Unspecified
    fought = [case.target, *case.also]
    rear = brute.side_entered(case.after, case.target, case.last, readings)
    targets = {}
    for at in fought:
        met = {
            each: (case.facts(each, at), brute.side_entered(case.after, each, at, readings))
            for each in case.beyond(at)
        }
        targets[at] = (case.facts(at, case.last), case.pursuer_retreat(at), met)
    others = [each for each in brute.enemies(case.after, case.rider.side)
              if each.place != case.target]  # fmt: skip
    guns = {
        each.name
        for each in others
        if each.kind == "artillery" and each.order == "good order" and each.place not in fought
        and brute.sees(case.after, each, case.last, readings)
    }  # fmt: skip
    retreat = brute.best(brute.escapes(case.after, case.last, fought, readings))
    watched = any(brute.sees(case.after, each, case.last, readings) for each in others)
    return {
        "through": rear, "watched": watched, "retreat": retreat, "guns": guns, "targets": targets,
    }  # fmt: skip


def facts_of(target: Target) -> Told:
    return Told(target.in_enemy_zoc, target.in_enemy_front, target.retreat, target.chargeable)


def names_at(world: World, at: Cube) -> set[str]:
    return {each.name for each in world.at(at)}


def is_a_conflict(case: Charge, found: dict[str, Any]) -> bool:
    """An enemy is met in two ways, or a side of a hex is not one."""
    met = [name for _, _, ahead in found["targets"].values() for at in ahead
           for name in names_at(case.after, at)]  # fmt: skip
    sides = [found["through"], *(side for *_, ahead in found["targets"].values()
                                 for _, side in ahead.values())]  # fmt: skip
    twice = len(met) > len(set(met)) or set(met) & found["guns"]
    return bool(twice) or any(len(side) > 1 for side in sides)


def compare(case: Charge, seen: Counter[str]) -> None:
    try:
        found = expected(case)
    except Unspecified:
        seen["unspecified"] += 1
        with pytest.raises((UnspecifiedBySource, InvalidValue)):
            case.declared()
        return
    if is_a_conflict(case, found):
        seen["conflict"] += 1
        with pytest.raises(InvalidValue):
            case.declared()
        return
    (attack,) = case.declared().attacks
    (stack,), (target,) = attack.stacks, attack.targets
    assert {stack.through} == found["through"]
    assert stack.in_other_front == found["watched"]
    assert stack.retreat == found["retreat"]
    assert {gun.name for gun in target.supported_by} == found["guns"]
    seen[f"through {stack.through}"] += 1
    seen[f"watched {stack.in_other_front}"] += 1
    seen[f"attacker {stack.retreat}"] += 1
    seen[f"guns {bool(found['guns'])}"] += 1
    seen["also"] += len(attack.also_in_front)
    told = {case.target: target}
    for each in attack.also_in_front:
        (at,) = [at for at in case.also if each.name in names_at(case.after, at)]
        told[at] = each
    assert set(told) == set(found["targets"])
    for at, (facts, pursuer_retreat, ahead) in found["targets"].items():
        assert facts_of(told[at]) == facts
        assert told[at].pursuer_retreat == pursuer_retreat
        seen[f"zone {facts.zone}"] += 1
        seen[f"faced {facts.faced}"] += 1
        seen[f"retreat {facts.retreat}"] += 1
        seen[f"pursuer {pursuer_retreat}"] += 1
        if at in case.to:
            to_be_charged = brute.chargeable(case.after, at, case.to[at])
            assert told[at].chargeable_after_retreat == to_be_charged
        assert len(told[at].beyond) == len(ahead)
        for met in told[at].beyond:
            (place,) = [place for place in ahead if met.name in names_at(case.after, place)]
            facts, sides = ahead[place]
            assert facts_of(met) == facts
            assert {met.met_through} == sides
            seen[f"met through {met.met_through}"] += 1


def compared(seeds: range) -> Counter[str]:
    """What the boards of these seeds show, all read alike."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        try:
            case = Charge(random.Random(seed))
        except LookupError:
            continue
        compare(case, seen)
    return seen


ALL = pytest.mark.rule(
    "TG-9.81-1", "TG-9.85a", "TG-9.86a", "TG-9.87a", "TG-9.87c",
    "R-N3", "R-N5", "R-N10", "R-N13",
)  # fmt: skip


@ALL
def test_random_charges_are_read_alike() -> None:
    seen = compared(range(200))
    assert seen["retreat open"] > 50


@ALL
@pytest.mark.slow
def test_many_random_charges_are_read_alike() -> None:
    seen = compared(range(200, 1500))
    # The boards show each case, so that none of the comparisons is empty.
    assert set(seen) >= {
        "through front", "through flank", "through rear", "watched True", "watched False",
        "attacker open", "attacker enemy_front", "guns True", "guns False", "also",
        "zone True", "zone False", "faced True", "faced False", "retreat open",
        "retreat enemy_front", "retreat blocked", "pursuer open", "pursuer enemy_front",
        "met through front", "met through flank", "met through rear", "unspecified", "conflict",
    }, seen  # fmt: skip
