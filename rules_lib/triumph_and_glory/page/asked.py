"""What a map says of one unit: may it charge, why not, by which clause; and what is lit for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules_lib.errors import RulesError
from rules_lib.notebook.links import DICE, rule_link
from rules_lib.notebook.markup import Html, el
from rules_lib.triumph_and_glory.charge import Intent, Rulings, adjudicate, declare
from rules_lib.triumph_and_glory.charge.from_map.legality import (
    DEAREST,
    FARTHEST,
    LONGEST_PATH,
    NEAREST,
)
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.page.hexes.model import hexed
from rules_lib.triumph_and_glory.page.maps import called
from rules_lib.triumph_and_glory.page.other_dice import of_charge
from rules_lib.triumph_and_glory.page.verdicts import Verdict
from rules_lib.values.frozen import FrozenMap

ROLL = "Roll this charge"

HOLDS = {
    "TG-9.81a": f"{NEAREST} or {FARTHEST} hexes away",
    "TG-9.81b": "in good order",
    "TG-9.81c": "sees its target",
    "TG-9.81d": "in no enemy zone of control",
    "TG-9.81e": f"no hex costs more than {DEAREST}",
    "TG-9.81f": "past no cavalry’s front",
    "TG-9.81-1": f"a path of 1 or {LONGEST_PATH} hexes, turns and all",
}
"""What holds where nothing offends against a clause."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is said of one unit: a verdict, its hexes called as on the map.

    Attributes:
        verdict: what the engine says.
        letters: the hexes that are named by a letter.
        rulings: how the open rules are read.
    """

    verdict: Verdict
    letters: Mapping[Hex, str]
    rulings: Rulings

    @property
    def head(self) -> str:
        """The answer in a sentence."""
        asked = self.verdict
        name, target = asked.unit.name, self._there(asked.target)
        if not asked.charges:
            return f"{name} cannot charge."
        if asked.unsaid and not asked.violations:
            return f"{name} charges {target}: the source does not say."
        return f"{name} {'may' if asked.legal else 'may not'} charge {target}."

    @property
    def reasons(self) -> tuple[str, ...]:
        """For each violation a sentence."""
        board = self.verdict.board
        return tuple(called(each.why, board, self.letters) for each in self.verdict.violations)

    @property
    def more(self) -> tuple[str, ...]:
        """Whom else it may charge, and who may charge it."""
        asked, again = self.verdict, ""
        others = [self._there(at) for at in asked.others if at != asked.target]
        if len(others) < len(asked.others):
            again = f"By another path it may charge {self._there(asked.target)}."
        also = f"It may also charge {' or '.join(others)}." if others else ""
        by = f"It may be charged by {' or '.join(asked.by)}." if asked.by else ""
        return tuple(filter(None, (asked.unsaid, again, also, by)))

    def _there(self, at: Hex) -> str:
        return " and ".join(each.name for each in self.verdict.board.units_at(at))

    @property
    def holds(self) -> Mapping[str, str]:
        """What holds, by clause; nothing is said of a unit that cannot charge."""
        broken = {each.clause for each in self.verdict.violations}
        open_question = {"TG-9.81c"} if self.verdict.unsaid else set()
        keys = [key for key in HOLDS if key not in broken | open_question]
        return FrozenMap({key: HOLDS[key] for key in keys if self.verdict.charges})

    @property
    def dice(self) -> str:
        """Where the dice of a legal charge can be thrown, its flank open; ``""`` for nowhere."""
        asked = self.verdict
        if not asked.legal:
            return ""
        try:
            one = Intent((asked.unit.name,), asked.target, asked.path)
            situation = declare(asked.board, [one], self.rulings, open_flank=True)
            form = of_charge(adjudicate(situation, (), rulings=self.rulings))
        except RulesError:
            return ""
        return f"{DICE}{form.link}" if form else ""

    def item(self, written: Mapping[Hex, str], *, whole: bool = True) -> Html:
        """The answer as an entry of the list, with the hexes that a script lights up.

        Letters that are ``written`` on the map need not be added; and if it is not the ``whole`` of
        it, what holds is only named: a script puts the words there.
        """
        asked = self.verdict
        names = {each.hex: self.letters.get(each.hex, "") for each in asked.violations}
        added = [(at, name) for at, name in names.items() if name and at not in written]
        whys = zip(asked.violations, self.reasons, strict=True)
        lines = [el("li", "✗ ", why, " ", _clause(each.clause)) for each, why in whys]
        if self.holds and whole:
            lines.append(el("li", *map(holding, self.holds)))
        lines += [el("li", each) for each in self.more]
        if dice := self.dice:
            lines.append(el("li", el("a", ROLL, href=dice)))
        sign = "✓ " if asked.legal else "✗ " if asked.charges and asked.violations else ""
        return el(
            "li",
            el("strong", sign, self.head),
            el("ul", *lines) if lines else "",
            data_unit=asked.unit.name,
            data_holds=None if whole else " ".join(self.holds),
            data_hex=hexed(asked.unit.hex),
            data_facing=asked.unit.facing,
            data_path=_hexes([*asked.path, asked.target]) if asked.charges else None,
            data_offends=_hexes(each.hex for each in asked.violations) if asked.charges else None,
            data_front=_hexes(asked.front(self.rulings)),
            data_zone=_hexes(asked.zone),
            data_letters=" ".join(f"{_hexes([at])}={name}" for at, name in added),
        )

    def __str__(self) -> str:
        """Return the answer as plain text."""
        whys = zip(self.verdict.violations, self.reasons, strict=True)
        return " ".join([self.head, *(f"{each.clause}: {why}" for each, why in whys), *self.more])


def holding(clause: str) -> Html:
    """Return what holds where nothing offends against a clause, with the clause."""
    words = f"✓ {HOLDS[clause]} ", _clause(clause), " "
    return el("span", *words, data_clause=clause)


def _clause(clause: str) -> Html:
    return el("a", clause, href=rule_link(clause), class_="rb-clause")


def _hexes(several: Iterable[Hex]) -> str:
    return " ".join(map(hexed, several))
