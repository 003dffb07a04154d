"""What a result leads to, and who moves into the hexes that one die has emptied."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from rules_lib.rulebook import implements
from rules_lib.transcript import Step

from ...map.board import fits
from ...tables.results_table import Row
from ...units import Cavalry, Order
from ..game import Moment
from ..moves import Branch, Decision, Move, does, listed
from ..state import Kind, Names, Post, Task
from .aftermath import ask_breakthrough, ask_countershock, go_on, retreated_units
from .approach import entered
from .reactions import keeps
from .stacks import known_heavy

Division: TypeAlias = tuple[Names, ...]
"""Who moves into each of the emptied hexes, in their order; ``()``: nobody."""


def what_follows(now: Moment, rows: tuple[Row, ...], emptied: tuple[Post, ...]) -> Move:
    """Put on the agenda what the result leads to, once all checks are made."""
    fought = tuple(zip(now.combat.posts, rows, strict=True))
    shocks = (now.later(ask_countershock, post) for post, row in fought if row.counter_shock)
    empty = [(post, row.pursuit) for post, row in fought if not now.in_hex(post)]
    empty += [(post, False) for post in emptied]
    chased = tuple(post for post, pursuit in empty if pursuit and now.combat.goes_on)
    chased = tuple(sorted(chased, key=lambda post: not retreated_units(now, post)))
    hexes = (*chased, *(post for post, _ in empty if post not in chased))
    won = now.combat.kind == Kind.COUNTER_CHARGE and any(pursuit for _, pursuit in empty)
    told: tuple[Step, ...] = ()
    if won and not now.combat.goes_on:
        text = f"{does(now.attackers(), 'does', 'do')} not pursue: it did not charge."
        told = (Step(text, ("TG-9.73a", "R-N15")),)
    tasks = [now.later(take_hexes, hexes, chased, tuple(now.attackers()))] if hexes else []
    return Branch("", now.do_first(*shocks, *tasks), told)


@implements("TG-9.71a")
def take_hexes(
    now: Moment,
    hexes: tuple[Post, ...],
    chased: tuple[Post, ...],
    fought: Names,
    taken: Division = (),
) -> Move:
    """The attackers occupy the hexes; what the rules leave open their player says, hex by hex.

    Args:
        now: as for every rule.
        hexes: the hexes that one die has emptied.
        chased: those of them that were emptied with 10 or more: pursuit or breakthrough follows.
        fought: the attackers of that die. Who did not commit himself, and was shocked back and
            struck in his turn since, has no claim.
        taken: who moves into each, as far as it is settled, in the order of the hexes.
    """
    claim = _Claim(now, hexes, chased, fought)
    ways = [way for way in claim.divisions() if way[: len(taken)] == taken]
    if not ways:
        return now
    if len(ways) == 1:
        return Branch("", *claim.moved(ways[0]))
    at = next(n for n in range(len(hexes)) if len({way[n] for way in ways}) > 1)
    post = hexes[at]
    follows = post in claim.pursued
    options = []
    declared = sorted({way[at] for way in ways}, key=lambda names: [*map(now.game.at.get, names)])
    # Nobody comes last, and of pursuers the most first.
    for names in sorted(declared, key=lambda names: (not names, -len(names) * follows)):
        rest = [way for way in ways if way[at] == names]
        word = "no" if not names else listed(names) if follows else names[0]
        if len(rest) == 1:
            options.append(Branch(word, *claim.moved(rest[0])))
        else:
            further = now.later(take_hexes, hexes, chased, fought, rest[0][: at + 1])
            options.append(Branch(word, now.do_first(further)))
    # Who merely shocks may take one of several hexes, but pursues nobody.
    all_ride = follows and all(names[0] in claim.riders for names in declared if names)
    text = f"pursue {now.spoken_of(post)}" if all_ride else f"advance into the hex of {post.name}"
    return Decision(
        now.ours("pursuers" if follows else "advance", post.name),
        f"There is a choice who may {text}",
        ("TG-9.87b" if follows else "TG-9.71c", *claim.asked),
        tuple(options),
    )


def is_choice(now: Moment, post: Post) -> bool:
    """Whether attackers who do not pursue have a choice who of them moves into the only hex."""
    claim = _Claim(now, (post,), (), tuple(now.attackers()))
    return len(claim._first(claim._candidates(post, ()))) > 1


class _Claim:
    """The attackers who may move into the hexes that one die has emptied.

    Attributes:
        stacks: those who may still move in, by their hex.
        charging: the hexes of those that charged.
        riders: the cavalry that has to pursue, because its charge came to 10 or more.
        pursued: hexes into which as many of these move as stack, and not one stack (R-N7).
        asked: the rulings that this rests on.
    """

    def __init__(
        self, now: Moment, hexes: tuple[Post, ...], chased: tuple[Post, ...], fought: Names
    ) -> None:
        self.now, self.hexes, self.chased = now, hexes, chased
        self.stacks: dict[str, Names] = {}
        self.charging: set[str] = set()
        own = [band for band in now.arrived() if not set(fought).isdisjoint(band.units)]
        for band in (*own, *now.ready(now.combat.rivals)):
            names = tuple(n for n in now.of_band(band) if _may_advance(now, n))
            if not all(map(now.game.is_gun, names)):
                self.stacks[band.hex] = (*self.stacks.get(band.hex, ()), *names)
                self.charging |= {band.hex} if band.charges else set()
        bands = [band for band in now.combat.bands if band.charges and chased]
        ahead = [(band.hex, name) for band in bands for name in self.stacks.get(band.hex, ())]
        self.riders = {n: at for at, n in ahead if keeps(now, n, "pursuit")}
        self.pursued = tuple(filter(self._is_pursued, chased)) if self.riders else ()
        self.asked = ("R-N31",) if len(hexes) > 1 else ()

    @implements("R-N7")
    def _is_pursued(self, post: Post) -> bool:
        if retreated_units(self.now, post):
            return True
        return self.now.rulings.advance_after_withdrawal == "as_stacking_allows"

    # ------------------------------------------------------------ who goes where

    @implements("R-N31")
    def divisions(self) -> list[Division]:
        """All ways in which the hexes may be taken."""
        found = list(dict.fromkeys(self._all_ways()))
        held = {way: frozenset(at for at, names in enumerate(way) if names) for way in found}
        most = max(map(len, held.values()))
        how = self.now.rulings.hexes_emptied_together if most > 1 else "each"
        counts = {"each": (most,), "one": (1,), "best_must": range(1, most + 1)}
        sets = dict.fromkeys(some for some in held.values() if len(some) in counts[how])
        return [
            way for some in sets for way in self._fullest([w for w in found if held[w] == some])
        ]

    def _all_ways(self) -> Iterator[Division]:
        hexes = self.hexes
        for ridden in self._ridden(self.pursued, frozenset()):
            rest = tuple(post for post in hexes if not ridden.get(post.name))
            used = frozenset(self.riders[name] for names in ridden.values() for name in names)
            for more in self._occupied(rest, used):
                yield tuple(more.get(p.name) or ridden.get(p.name, ()) for p in hexes)

    def _ridden(self, posts: tuple[Post, ...], used: frozenset[str]) -> Iterator[dict[str, Names]]:
        """Who may pursue into each hex; those of one hex do not part."""
        if not posts:
            yield {}
            return
        free = [name for name, at in self.riders.items() if at not in used]
        for count in range(min(len(free), self.now.game.secondary.hex_limit), -1, -1):
            for names in combinations(free, count):
                if count < 2 or fits(self.now.units(names), self.now.game.secondary):
                    more_used = used.union(self.riders[name] for name in names)
                    for more in self._ridden(posts[1:], more_used):
                        yield {posts[0].name: names, **more}

    def _occupied(
        self, posts: tuple[Post, ...], used: frozenset[str]
    ) -> Iterator[dict[str, Names]]:
        """Which stacks may occupy hexes, one after the other in any order; some stay empty."""
        yield {}
        for post in posts:
            for at in self._first(self._candidates(post, used)):
                others = tuple(each for each in posts if each != post)
                for more in self._occupied(others, used | {at}):
                    yield {post.name: self.stacks[at], **more}

    @implements("TG-9.81-8")
    def _candidates(self, post: Post, used: Collection[str]) -> list[str]:
        """Those who attacked a hex, of whom one may occupy it: the chargers after their 10+."""
        bands = (*self.now.combat.bands, *self.now.combat.rivals)
        fought = {band.hex for band in bands if self.now.fights(band, post)}
        free = [at for at in self.stacks if at not in used and at in fought]
        chargers = [at for at in free if at in self.charging]
        if not (post in self.chased and self.riders and chargers):
            return free
        return [] if post in self.pursued else chargers

    @implements("TG-9.71c", "TG-9.72b", "R-N25")
    def _first(self, stacks: Sequence[str]) -> list[str]:
        """Those that come first: the best cohesion, charging cavalry before infantry.

        A stack counts by its best unit; artillery does not lead. Several stacks if they tie.
        """
        foot, cavalry, chargers = self._arms(stacks)
        how = self.now.rulings.advance_circle
        if how != "infantry_steps_back" and self._circle(stacks):
            if how == "charger":
                return self._best(chargers)
            return [*self._best(chargers), *self._best(cavalry), *self._best(foot)]
        return self._best([at for at in stacks if at not in foot] if chargers else stacks)

    def _arms(self, stacks: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
        """Of some stacks infantry, cavalry that shocks, cavalry that charges."""
        riding = [at for at in stacks if any(map(self.now.game.rides, self.stacks[at]))]
        return (
            [at for at in stacks if at not in riding],
            [at for at in riding if at not in self.charging],
            [at for at in riding if at in self.charging],
        )

    def _circle(self, stacks: Sequence[str]) -> bool:
        """Whether chargers go before infantry, that before cavalry, and that before chargers."""
        arms = self._arms(stacks)
        if not all(arms):
            return False
        infantry, cavalry, chargers = (max(map(self._cohesion, some)) for some in arms)
        return infantry > cavalry > chargers

    def _best(self, stacks: Sequence[str]) -> list[str]:
        most = max(map(self._cohesion, stacks), default=0)
        return [at for at in stacks if self._cohesion(at) == most]

    def _cohesion(self, at: str) -> int:
        names = (name for name in self.stacks[at] if not self.now.game.is_gun(name))
        return max(self.now.cohesion(name) for name in names)

    @implements("TG-9.87b")
    def _fullest(self, ways: list[Division]) -> list[Division]:
        """Of ways that take the same hexes those with the most chargers: heavy, then the best."""
        if not self.pursued:
            return ways
        placed = {way: {n for names in way for n in names if n in self.riders} for way in ways}
        for count in sorted(set(map(len, placed.values())), reverse=True):
            fullest = [way for way in ways if len(placed[way]) == count]
            if count < len(self.riders):
                fullest = [way for way in fullest if self._in_rank(way, placed[way])]
            if fullest:
                return fullest
        return ways

    def _in_rank(self, way: Division, placed: set[str]) -> bool:
        pursuing = [
            name
            for post, names in zip(self.hexes, way, strict=True)
            for name in names
            if post in self.pursued and name in self.riders
        ]
        left = [name for name in self.riders if name not in placed]
        last = min(map(self._rank, pursuing), default=(True, 9))
        return all(self._rank(name) <= last for name in left)

    def _rank(self, name: str) -> tuple[bool, int]:
        unit = self.now.unit(name)
        assert isinstance(unit, Cavalry)
        return known_heavy(unit), self.now.cohesion(name)

    # ------------------------------------------------------------ moving in

    @implements("TG-9.71b", "TG-9.87a")
    def moved(self, way: Division) -> tuple[Moment, tuple[Step, ...]]:
        """The state after they have moved in, with what follows on the agenda."""
        now, combat = self.now, self.now.combat
        told, then = [], list[Task]()
        several = len(self.hexes) > 1
        for post, names in zip(self.hexes, way, strict=True):
            if not names:
                continue
            where = f"the hex of {post.name}" if several else "the emptied hex"
            now, disordered = entered(now, names, post)
            if post in self.pursued and names[0] in self.riders:
                clauses: tuple[str, ...] = ("TG-9.87a",)
                if combat.kind == Kind.COUNTER_CHARGE:
                    clauses += ("R-N15",)
                text = f"{does(names, 'advance')}, to face {now.spoken_of(post)}."
                if retreated_units(now, post):
                    then.append(now.later(go_on, names, post))
                else:
                    text = f"{does(names, 'advance')} into {where}, and no farther."
                    clauses += ("R-N7",)
            else:
                band = next((b for b in combat.bands if names[0] in b.units), None)
                on_foot = not any(map(now.game.rides, names))
                goes_on = post in self.chased and band is not None and on_foot
                may_turn = combat.kind in (Kind.DECLARED, Kind.COUNTER_CHARGE) and not goes_on
                turn = ", and may change facing" if may_turn else ""
                text = f"{does(names, 'advance')} into {where}{turn}."
                circle = self._circle(self._candidates(post, ()))
                clauses = ("TG-9.71a", *["TG-9.71b"] * bool(turn), *["R-N25"] * circle)
                if band is not None and goes_on:
                    then.append(now.later(ask_breakthrough, names, post))
            told += [Step(text, (*clauses, *self.asked)), *disordered]
        return now.do_first(*then), tuple(told)


def _may_advance(now: Moment, name: str) -> bool:
    """Whether a unit that stands next to the enemy may take its hex.

    Who has fought on since stands in front of other enemies; and who merely shocks, and is
    disordered before its die is rolled, does not attack.
    """
    piece = now.piece(name)
    if now.combat.declared and piece.advanced:
        return False
    band = next(b for b in (*now.combat.bands, *now.combat.rivals) if name in b.units)
    waits = band in now.combat.rivals and now.game.arm(band) > now.game.arm(now.combat.bands[0])
    return now.game.is_gun(name) or not waits or piece.order == Order.GOOD
