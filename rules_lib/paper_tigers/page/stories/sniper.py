"""One shot from hiding: the reader is the sniper, and says with which card and at whom."""

from dataclasses import replace
from typing import Final, Literal

from rules_lib.errors import InvalidValue
from rules_lib.notebook.learn.casting import Group
from rules_lib.notebook.learn.story import Line, Mood
from rules_lib.notebook.learn.walk import Moment, Process, Roll, State, Way, sure
from rules_lib.paper_tigers import Card, sniper
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.transcript import Step

Dot = Literal["red", "green"]
ORDINARY: Final = range(2, 15)
"""The values of the pile, each as often as any other."""


class _Walk(Process):
    """Both cards, both targets, and every way the shot can go."""

    file = "paper_tigers", "sniper/story.toml"

    def begin(self) -> tuple[str]:
        pile = sniper.full_pile(None, self.names["rulings"])
        if pile.jokers or sorted(pile.values.values()) != list(ORDINARY):
            raise InvalidValue("pile", str(pile), "one in which each value is as likely as another")
        return ("cards",)

    def at_cards(self) -> Moment:
        ways = (Way(("aim", card), names={"card": card}) for card in self.names["cards"])
        return Moment("cards", tuple(ways))

    def at_aim(self, card: Card) -> Moment:
        targets = self.names["targets"]
        ways = (Way(roll=self._shot(card, kind), names={"kind": kind}) for kind in targets)
        return Moment("aim", tuple(ways))

    def at_shot(self, card: Card, kind: sniper.Spotter, hit: bool) -> Moment:
        """The target looks for him: a card, and two dice against it."""
        shot = _shot(card, kind, hit=hit)
        begun = self._duel(shot)

        def falls(totals: tuple[int, ...]) -> State:
            drawn, roll = totals
            seen = sniper.spots(drawn, roll, kind, self.names["rulings"])
            return ("seen" if seen else "over", card, kind, hit, *[None] * (not seen))

        def together(totals: tuple[int, ...]) -> Step:
            drawn, roll = totals
            seen = falls(totals)[0] == "seen"  # type: ignore[index] # its kind
            marker: Dot | None = "red" if seen else None
            tried = replace(shot, drawn=drawn, spot_roll=roll, marker=marker)
            step = self._duel(tried)[len(begun)]
            text = step.text.replace(f"the {drawn} to", "the {0} to")
            return replace(step, text=text.replace(f"rolls {roll}:", "rolls {1}:"))

        groups = (
            Group("The card they draw", "second", 1, "card", ORDINARY[0], ORDINARY[-1]),
            Group("Their dice", "second", 2),
        )
        roll = Roll(groups, falls, together=together, laid=self.names["laid"]["drawn"])
        return Moment(
            "shot", (Way(roll=roll),), lines=tuple(map(Line, begun[2:])), moods=_look(hit)
        )

    def at_seen(self, card: Card, kind: sniper.Spotter, hit: bool) -> Moment:
        """They turn one of the markers; he lies under the last of them."""
        roll = Roll(
            (Group("The marker they turn", "second", 1, "marker", 1, MARKERS),),
            lambda face: ("over", card, kind, hit, "green" if face == (MARKERS,) else "red"),
            laid=(self.names["laid"]["marker"],),
        )
        return Moment("seen", (Way(roll=roll),), moods=_look(hit))

    def at_over(self, card: Card, kind: sniper.Spotter, hit: bool, dot: Dot | None) -> Moment:
        found = dot == "green"
        lines: tuple[Line, ...] = ()
        if dot:
            shot = _shot(card, kind, hit=hit)
            turned = replace(shot, drawn=ORDINARY[0], spot_roll=12, marker=dot)
            lines = tuple(map(Line, self._duel(turned)[len(self._duel(shot)) + 1 :]))
        names = {"hit": hit, "found": found}
        chances = sure(not (hit and not found))
        return Moment("over", (), names, lines, chances, moods=_look(hit, found=found))

    def _shot(self, card: Card, kind: sniper.Spotter) -> Roll:
        """The dice of the shot."""
        target = sniper.Target(kind)
        return Roll(
            (Group("Your dice", "first", card.combat_dice),),
            lambda totals: ("shot", card, kind, card.reached_by(totals[0])),
            (lambda total: self._duel(sniper.Shot(card, total, target))[1],),
            laid=(self.names["laid"]["shot"][: card.combat_dice],),
        )

    def _duel(self, shot: sniper.Shot) -> tuple[Step, ...]:
        return sniper.adjudicate([shot], rulings=self.names["rulings"]).steps


def _shot(card: Card, kind: sniper.Spotter, *, hit: bool) -> sniper.Shot:
    """One shot that hits, or that misses."""
    return sniper.Shot(card, (6 if hit else 1) * card.combat_dice, sniper.Target(kind))


def _look(hit: bool, *, found: bool | None = None) -> tuple[Mood, ...]:
    """How the sniper looks, until all is over still looked for, then the cards, then his target."""
    hides: Mood = "falls" if found else "sweats" if found is None else "hopes"
    return hides, "hopes", "hopes", "sweats" if hit else "hopes"


STORY = _Walk
