"""Three fights in a row: the reader says which squad attacks, and the survivors go on."""

from dataclasses import replace
from typing import NamedTuple

from rules_lib.notebook.learn.casting import Group
from rules_lib.notebook.learn.story import Mood
from rules_lib.notebook.learn.walk import Moment, Process, Roll, State, Way, mixed, sure
from rules_lib.notebook.palette import Role
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee.adjudicate import tell
from rules_lib.paper_tigers.melee.course import BETWEEN, Course
from rules_lib.paper_tigers.melee.rules import opening
from rules_lib.paper_tigers.page.stories.melee import hurt
from rules_lib.transcript import Step


class At(NamedTuple):
    """How far it has come: the enemies beaten, the hits of each squad, of the next enemy."""

    fight: int
    hits: tuple[int, ...]
    foe: int = 0


class _Walk(Process):
    """Who attacks, and each exchange, until nobody is left on one side."""

    file = "paper_tigers", "campaign.toml"

    def begin(self) -> State:
        self.squads: dict[str, melee.Combatant] = self.names["squads"]
        self.foes: dict[str, melee.Combatant] = self.names["foes"]
        self.rolls: dict[tuple[At, int], Roll] = {}
        self.limit: int = self.names["HITS_TO_REMOVE"]
        start = ("send", At(0, (0,) * len(self.squads)))
        self.data = {**self.data, "score": f"{self.data['score']} {self._lesson()}"}
        return start

    def at_send(self, at: At) -> Moment:
        """Before each fight, and where a squad has fallen: who attacks?"""
        ways = tuple(self._way(at, who) for who in self._standing(at))
        kind = ("send" if at.fight else "first") if ways[1:] else "alone"
        return Moment(kind, ways, self._said(at), moods=self._moods(at))

    def at_over(self, at: At) -> Moment:
        """The hill is taken, or nobody is left to take it; what to take home."""
        names = {**self._said(at), "lesson": self._lesson()}
        chances = self.value(("over", at))
        return Moment(
            "lost" if chances[1] else "taken", (), names, (), chances, moods=self._moods(at)
        )

    def at_fight(self, at: At, who: int) -> Moment:
        """Both still stand."""
        return Moment("fight", (self._way(at, who),), self._said(at), moods=self._moods(at))

    def _way(self, at: At, who: int) -> Way:
        """A squad attacks: the next exchange, and what the whole fight is worth."""
        names, pairing = self._meeting(at, who)
        ends = melee.odds(pairing.attacker, pairing.defender, pairing.rulings).final_hits
        outlook = mixed([(self.value(self._next(at, who, *end)), p) for end, p in ends.items()])
        said = {"who": names[0], "card": pairing.cards[0]}
        return Way(None, self._roll(at, who), said, outlook)

    def _roll(self, at: At, who: int) -> Roll:
        if (at, who) in self.rolls:
            return self.rolls[at, who]
        names, pairing = self._meeting(at, who)
        start, course = opening(pairing), Course(pairing, "never")
        roles: tuple[Role, Role] = ("first", "second")
        first, second = (
            Group(f"{name}’s dice", role, card.combat_dice)
            for name, role, card in zip(names, roles, pairing.cards, strict=True)
        )

        def falls(totals: tuple[int, ...]) -> State:
            left = course.thrown(start, *totals)
            assert isinstance(left, BETWEEN)
            return self._next(at, who, left.attacker_hits, left.defender_hits)

        def say(side: int, total: int) -> Step:
            rolls = (total, second.totals[0]) if side == 0 else (first.totals[0], total)
            exchange = melee.resolve_exchange(pairing, start, rolls)
            return tell(pairing, names, [exchange], start)[1 + side]

        laid = self.names["laid"][at.fight][self.limit * at.hits[who] + at.foe]
        says = (lambda total: say(0, total)), (lambda total: say(1, total))
        self.rolls[at, who] = Roll((first, second), falls, says, laid=laid)
        return self.rolls[at, who]

    def _meeting(self, at: At, who: int) -> tuple[tuple[str, str], melee.Pairing]:
        """A squad and the enemy before it, as they stand."""
        mine, squad = list(self.squads.items())[who]
        theirs, foe = list(self.foes.items())[at.fight]
        units = replace(squad, hits=at.hits[who]), replace(foe, hits=at.foe)
        return (mine, theirs), melee.Pairing(*units, self.names["rulings"])

    def _next(self, at: At, who: int, mine: int, theirs: int) -> State:
        """Where the hits of both lead, after an exchange or after a whole fight."""
        hits = (*at.hits[:who], mine, *at.hits[who + 1 :])
        beaten = theirs >= self.limit
        left = At(at.fight + beaten, hits, 0 if beaten else theirs)
        taken, standing = left.fight == len(self.foes), self._standing(left)
        if taken or not standing:  # what is told then asks what the way there is worth
            self._values["over", left] = sure(0 if taken and standing else 1)
            return ("over", left)
        return ("send", left) if beaten or mine >= self.limit else ("fight", left, who)

    def _standing(self, at: At) -> list[int]:
        return [who for who, hits in enumerate(at.hits) if hits < self.limit]

    def _moods(self, at: At) -> tuple[Mood, ...]:
        """How all of them look: those beaten have fallen, those behind still hope."""
        ahead = len(self.foes) - at.fight - 1
        foes = (self.limit,) * at.fight + (at.foe,) * (ahead >= 0) + (0,) * ahead
        return tuple(
            "falls" if hits >= self.limit else "sweats" if hits else "hopes"
            for hits in (*at.hits, *foes)
        )

    def _said(self, at: At) -> dict[str, object]:
        """What the sentences name."""
        foe = [*self.foes, ""][at.fight]
        alive = [name for who, name in enumerate(self.squads) if at.hits[who] < self.limit]
        return {
            "foe": foe,
            "foe_is": hurt(at.foe, self.limit),
            "squads_are": "; ".join(
                f"{name}: {hurt(hits, self.limit)}"
                for name, hits in zip(self.squads, at.hits, strict=True)
            ),
            "this_foe": f"{foe[:1].lower()}{foe[1:]}",
            "alive": " and ".join(alive),
            "fallen": " and ".join(name for name in self.squads if name not in alive),
        }

    def _lesson(self) -> str:
        """What to take home, where the engine bears it out: who is hurt attacks again."""
        hurt_best = (
            self.best(self.at(("send", At(fight, hits))))
            == self.at(("send", At(fight, hits))).ways[hits.index(1)].chances
            for fight in range(1, len(self.foes))
            for hits in ((1, 0), (0, 1))
        )
        lesson: str = self.data["lesson"]["learned" if all(hurt_best) else "open"]
        return lesson


STORY = _Walk
