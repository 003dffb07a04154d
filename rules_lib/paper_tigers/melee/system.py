"""The melee as a system."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from rules_lib.errors import require_word
from rules_lib.paper_tigers.melee.adjudicate import Fight, adjudicate, play, until_over
from rules_lib.paper_tigers.melee.course import Course, Deciding
from rules_lib.paper_tigers.melee.odds import ENDS, Goal, Odds, Reroll, odds
from rules_lib.paper_tigers.melee.rules import deductions, opening
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import HURT, TRAITS, Combatant, Outcome, Pairing, RollsLike
from rules_lib.probability import Rng
from rules_lib.system import report
from rules_lib.system.inputs import said
from rules_lib.system.kinds import parsed
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.chances import dice_told
from rules_lib.text.parser import exchanges
from rules_lib.values.type_checks import checked

UNIT = f"a card, then any of: {TRAITS}"
ATTACKER = f"a card, then any of: {HURT}; officers and small teams never attack (PT-M5)"


@dataclass(frozen=True, slots=True)
class Fighters(Situation):
    """What is asked of two units alike, whether they charge first or not."""

    attacker: Combatant = said(ATTACKER, metavar="UNIT")
    defender: Combatant = said(UNIT, metavar="UNIT")
    reroll: Reroll = said(
        "what a defender in cover does with its second roll: never, if_missed (the default), or"
        f" what is best to reach a goal: {', '.join(Goal)}",
        "if_missed",
        metavar="WHEN",
        alone="not together with recorded dice; write a re-roll as --rolls 12:7:10",
    )


@checked
@dataclass(frozen=True, slots=True)
class Melee(Fighters):
    """A melee."""

    def odds(self) -> Odds:
        """Its exact odds."""
        return odds(self.attacker, self.defender, self.house.of(Rulings), self.reroll)

    @checked
    def adjudicate(self, dice: Iterable[RollsLike] = ()) -> Fight:
        """What came of the raw totals of attacker and defender, exchange by exchange."""
        rulings = self.house.of(Rulings)
        return adjudicate(self.attacker, self.defender, dice, rulings, complete=False)

    def play(self, rng: Rng | int) -> Fight:
        """Roll it to its end; ``rng`` is a seed or a source of chance."""
        source = source_of_chance(rng)
        return play(self.attacker, self.defender, source, self.house.of(Rulings), self.reroll)

    def due(self, dice: Iterable[RollsLike] = ()) -> str:
        """What is rolled after these exchanges, or may be rolled again; ``""`` if it is over."""
        return due(self.adjudicate(dice))

    def best(self, goal: Goal | str = Goal.WIN) -> Odds:
        """Its odds with the best re-rolls for a goal of the defender; their ``policy`` says which.

        To play these: ``replace(duel, reroll=goal).play(7)``.
        """
        return replace(self, reroll=goal_of(goal)).odds()


def goal_of(goal: object) -> Goal:
    """A goal of the defender, by its name."""
    return Goal(require_word("goal", goal, tuple(map(str, Goal))))


@dataclass(frozen=True, slots=True)
class Rolled:
    """Recorded dice of a melee."""

    rolls: tuple[tuple[int, ...], ...] = said(
        "raw totals of attacker and defender for each exchange, such as 12:12,8:9, or 12:7:10 with"
        " a re-roll; without them you get the odds",
        (),
        metavar="A:D,A:D",
        read=exchanges,
    )


Record: TypeAlias = Sequence[RollsLike]
"""Raw totals, exchange by exchange."""

LABELS = {
    Outcome.ATTACKER_WINS: "The attacker wins",
    Outcome.DEFENDER_WINS: "The defender wins",
    Outcome.BOTH_REMOVED: "Both are removed",
    Outcome.UNDECIDED: "It never ends",
}


def counted(duel: Melee, idle: tuple[str, ...]) -> report.Report:
    """The odds."""
    odds = duel.odds()
    found = {name: odds.outcomes[name] for name in LABELS}
    rows = {LABELS[name]: p for name, p in found.items() if p or name != Outcome.UNDECIDED}
    hits = (("-".join(map(str, each)), p) for each, p in odds.final_hits.items())
    lines = (
        f"{duel.attacker} attacks {duel.defender}",
        "",
        *report.chances(rows),
        "",
        f"Exchanges: {report.told_steps(odds.exchanges)}",
        f"Hits in the end, attacker-defender: {report.inline(hits)}",
        *(("", str(odds.policy)) if odds.policy else ()),
        *report.apart(idle),
    )
    data = {
        **named(duel),
        "odds": report.distribution(found, lambda name: {"outcome": str(name)}),
        "exchanges": report.steps_distribution(odds.exchanges),
        "final_hits": report.distribution(
            odds.final_hits, lambda each: {"attacker": each[0], "defender": each[1]}
        ),
    }
    begins = due(duel.adjudicate(()))
    return report.Report(
        lines, data, report.Verdict(report.foremost(rows), chances=rows, due=begins, notes=idle)
    )


def recorded(duel: Melee, record: Record, idle: tuple[str, ...]) -> report.Report:
    """What came of the dice of some exchanges."""
    rolls, unused = used_of(duel, record)
    fight = duel.adjudicate(rolls)
    left = told_unused(len(rolls), unused)
    text = f"{fight.steps[-1].text} {carried(fight)}"
    verdict = report.Verdict(text, fight, due=due(fight), notes=(*left[1:], *idle))
    title = f"{duel.attacker} attacks {duel.defender}"
    lines = (title, "", str(fight), *left, *idle, *verdict.told_due)
    told: dict[str, Any] = {"outcome": str(fight.outcome), "steps": report.steps(fight.steps)}
    told |= {"unused": [list(each) for each in unused]}
    return report.Report(lines, {**named(duel), **told}, verdict)


def named(pair: Fighters) -> dict[str, str]:
    """The two units, for programs."""
    return {"attacker": str(pair.attacker), "defender": str(pair.defender)}


def carried(fight: Fight) -> str:
    """What both sides carry, which is not always told by who is left."""
    state = fight.state
    return f"Hits: attacker {state.attacker_hits}, defender {state.defender_hits}."


def due(fight: Fight) -> str:
    """The dice of the next exchange; if the melee is over, a re-roll that could still change it."""
    if fight.outcome != Outcome.GOES_ON:
        return _second_roll(fight)
    pairing, state = fight.pairing, fight.state
    off = deductions(pairing, state)
    mine, theirs = (
        dice_told(card.combat_dice) + (f", minus {each.points}" if each.points else "")
        for card, each in zip(pairing.cards, off, strict=True)
    )
    again = f"; in cover it may roll all of them again{_repeatable(pairing.rulings)}"
    again = again if state.reroll_left else ""
    if fight.exchanges and (still := _second_roll(fight)):
        again += f". Before that, {still}"
    clauses = ", ".join(dict.fromkeys(["PT-M8", "PT-M3", *off[0].clauses, *off[1].clauses]))
    number = len(fight.exchanges) + 1
    return f"exchange {number}, the attacker rolls {mine}, the defender {theirs} [{clauses}]{again}"


def _repeatable(rulings: Rulings) -> str:
    """Which rolls a defender in cover may repeat, and what it sees of the enemy's by then."""
    bad = {"missed_card": " if they miss its card", "not_won": " if they do not win"}
    told, cited = bad.get(rulings.rerolled_rolls, ""), ["PT-M13"]
    cited += ["R-M13"] if told else []
    if rulings.reroll_decided == "seeing_own":
        told, cited = f"{told}, before it knows the attacker’s", [*cited, "R-M5"]
    return f"{told} [{', '.join(cited)}]"


def _second_roll(fight: Fight) -> str:
    """What a defender may still do who is in cover, and has not won by the dice as they lie.

    Where it decides before the enemy's roll is known (R-M5), it is too late once both lie there.
    """
    course, (enemy, own, again) = Course(fight.pairing), fight.exchanges[-1].rolls
    states = [opening(fight.pairing), *(each.after for each in fight.exchanges)]
    asked = None if course.blind else course.thrown(states[-2], enemy, own)
    if again is not None or fight.outcome == Outcome.DEFENDER_WINS or type(asked) is not Deciding:
        return ""
    number, dice = len(fight.exchanges), fight.pairing.cards[1].combat_dice
    return (
        f"the defender is in cover and may still re-roll all {dice} dice of exchange {number}."
        " The second roll stands [PT-M13]"
    )


def used_of(pair: Fighters, record: Record) -> tuple[Record, Record]:
    """The exchanges up to the end of the melee, and those that were written down after it."""
    if len(record) < 2:
        return record, []  # nothing can be left over; a charge may even end before its melee
    pairing = Pairing(pair.attacker, pair.defender, pair.house.of(Rulings))
    used = len(list(until_over(pairing, record)))
    return record[:used], record[used:]


def told_unused(used: int, unused: Record) -> tuple[str, ...]:
    """Say that rolls were left over."""
    rolls = ",".join(":".join(map(str, each)) for each in unused)
    told = f"Not counted: {rolls}. The melee was over after exchange {used}."
    return ("", told) if unused else ()


def idle(pair: Fighters, said: Mapping[str, str]) -> Iterator[str]:
    """What is said of two units, and nothing asks for."""
    if pair.attacker.in_cover:
        yield "The attacker’s cover gives it nothing: only the attacked unit rolls again [PT-M13]."
    if "reroll" in said and pair.reroll != "never" and not pair.defender.in_cover:
        told = "the defender is not in cover and has no second roll [PT-M13]."
        yield f"{said['reroll']} {pair.reroll} never comes up: {told}"


SYSTEM = System(
    name="melee",
    inputs=Melee,
    rulings=(Rulings,),
    example='attacker = "red 7"\ndefender = "black 6, in cover"\nreroll = "win"',
    chances=lambda found: {ALL: {str(name): found.outcomes[name] for name in ENDS}},
    ended=lambda fight: str(fight.outcome),
    idle=idle,
    words={Combatant: parsed(Combatant, "red 5, small team, in cover, 1 hit, shaken")},
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)
