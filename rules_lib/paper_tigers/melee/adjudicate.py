"""A melee from the dice on the table, recorded or rolled, told with its clauses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from rules_lib import errors
from rules_lib.paper_tigers.command import require_total
from rules_lib.paper_tigers.melee.course import AGAIN, ATTACKER, COVER, DEFENDER, KEEP, Course
from rules_lib.paper_tigers.melee.odds import Reroll, played
from rules_lib.paper_tigers.melee.rules import (
    SHAKEN_PENALTY,
    drawn_hit_lasts,
    opening,
    removed,
)
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import (
    Combatant,
    Exchange,
    Outcome,
    Pairing,
    Rolls,
    RollsLike,
    SideName,
    State,
    removal_clauses,
)
from rules_lib.probability import Rng
from rules_lib.rulebook import uses
from rules_lib.text.chances import dice_told
from rules_lib.transcript import Step, Told
from rules_lib.values.type_checks import checked

DEFAULT_NAMES = ("Attacker", "Defender")


@checked
@dataclass(frozen=True, slots=True)
class Fight(Told):
    """An adjudicated melee; ``str()`` is its transcript.

    Attributes:
        pairing: the two units and the rulings.
        names: what the transcript calls them.
        exchanges: every exchange in order.
    """

    pairing: Pairing
    names: tuple[str, str]
    exchanges: tuple[Exchange, ...]

    @property
    def outcome(self) -> Outcome:
        """How the melee ended; ``Outcome.GOES_ON`` if it has not."""
        return self.exchanges[-1].outcome if self.exchanges else Outcome.GOES_ON

    @property
    def state(self) -> State:
        """The state after the last exchange."""
        return self.exchanges[-1].after if self.exchanges else opening(self.pairing)

    @property
    @uses("PT-M12", "PT-M17")
    def survivors(self) -> tuple[Combatant | None, Combatant | None]:
        """Attacker and defender as they stand for their next melee; ``None`` if removed.

        Who lost an exchange is shaken for good. Where of all hits those of a draw shake (R-M2), and
        go on to in the next melee (R-M10), so is who was hit in one. Where each hit shakes, R-M10
        is asked in the next melee. Cover is told as it was here.
        """
        pairing, won = self.pairing, {each.winner for each in self.exchanges}
        lasts = drawn_hit_lasts(pairing.rulings)
        (mine, theirs), gone = self.state.sides, removed(self.state, pairing)

        def left(unit: Combatant, enemy: SideName, hits: int, shaken: bool) -> Combatant:
            shaken = shaken if lasts else enemy in won
            return replace(unit, hits=hits, shaken=unit.shaken or shaken)

        return (
            None if gone[0] else left(pairing.attacker, "defender", *mine),
            None if gone[1] else left(pairing.defender, "attacker", *theirs),
        )

    @property
    def steps(self) -> tuple[Step, ...]:
        """The transcript as data."""
        return tell(self.pairing, self.names, self.exchanges)


@checked
def adjudicate(
    attacker: Combatant,
    defender: Combatant,
    rolls: Iterable[RollsLike],
    rulings: Rulings = Rulings(),
    *,
    complete: bool = True,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Fight:
    """Resolve a melee from recorded dice.

    Args:
        attacker, defender: the units as they enter it.
        rolls: per exchange the raw totals ``(attacker, defender)``, or ``(attacker, defender,
            reroll)`` where a defender in cover rolled again (PT-M13).
        rulings: how the open rules are read.
        complete: the record must reach the end of the melee; with ``False`` a fight that goes on
            is returned as it stands.
        names: what the transcript calls the two units.

    Raises:
        InvalidValue: a roll that the dice cannot show, or a roll after the melee has ended.
        IllegalAction: a re-roll without cover (PT-M13), or of a roll too good (R-M13); an attacker
            that may not attack (PT-M3, PT-M5).
        IncompleteRecord: the dice stop before the melee is decided.
    """
    pairing = Pairing(attacker, defender, rulings)
    errors.require_names(names)
    record = tuple(rolls)
    fight = Fight(pairing, names, tuple(until_over(pairing, record)))
    fought = len(fight.exchanges)
    if unused := record[fought:]:
        why = f"because after exchange {fought} the melee is over ({fight.outcome})"
        raise errors.InvalidValue(f"rolls[{fought}]", unused[0], f"no further roll, {why}")
    if complete and fight.outcome == Outcome.GOES_ON:
        raise errors.IncompleteRecord(
            f"rolls: exchanges given: {fought}; the melee is not over yet. Give the next"
            " exchange, or pass complete=False to see the state so far"
        )
    return fight


@uses("PT-M3", "PT-M8", "PT-M13", "R-M5")
@checked
def play(
    attacker: Combatant,
    defender: Combatant,
    rng: Rng,
    rulings: Rulings = Rulings(),
    reroll: Reroll = "if_missed",
    *,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Fight:
    """Roll a melee to its end.

    Args:
        attacker, defender, rulings, names: as for the adjudication.
        rng: a source of chance, such as ``random.Random(7)``.
        reroll: what a defender in cover does, as for :func:`~rules_lib.paper_tigers.melee.odds`.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.melee.adjudicate` of these dice. A melee that
        goes on after 1000 exchanges is left as it stands; some can never end.

    Raises:
        IllegalAction, InvalidValue, UnspecifiedBySource: as for the odds.
    """
    pairing = Pairing(attacker, defender, rulings)
    return go_on(Fight(pairing, errors.require_names(names), ()), rng, reroll)


def go_on(fight: Fight, rng: Rng, reroll: Reroll = "if_missed") -> Fight:
    """Roll a melee to its end from where it stands."""
    if fight.outcome != Outcome.GOES_ON:
        return fight
    course, policy = played(fight.pairing, reroll)
    rounds = course.process(fight.state).play(rng, policy).rounds
    more = map(course.exchange, count(len(fight.exchanges) + 1), rounds)
    return replace(fight, exchanges=(*fight.exchanges, *more))


@uses("PT-M8", "PT-M13", "R-M5", "R-M13")
@checked
def resolve_exchange(
    pairing: Pairing, state: State, rolls: RollsLike, *, number: int = 1, field: str = "rolls"
) -> Exchange:
    """Resolve one exchange from raw totals; errors call them ``field``."""
    state = _require_open(state, pairing)
    rolls = _require_rolls(field, rolls, pairing, state)
    course, again = Course(pairing), rolls.reroll is not None
    given = {
        ATTACKER: rolls.attacker,
        DEFENDER: rolls.defender,
        COVER: AGAIN if again else KEEP,
        AGAIN: rolls.reroll,
    }
    run = course.process(state).run(lambda _, due: given[due.name], most=1)
    if again and AGAIN not in run.rounds[0].answers:
        good = "reached its card" if pairing.rulings.rerolled_rolls == "missed_card" else "won"
        raise errors.IllegalAction(f"{field}: a re-roll of a roll that {good}", ["PT-M13", "R-M13"])
    return course.exchange(number, run.rounds[0])


def until_over(pairing: Pairing, record: Iterable[RollsLike]) -> Iterator[Exchange]:
    """The exchanges of a record, as far as it goes, or to the end of the melee."""
    state = opening(pairing)
    for number, raw in enumerate(record, start=1):
        exchange = resolve_exchange(
            pairing, state, raw, number=number, field=f"rolls[{number - 1}]"
        )
        yield exchange
        if exchange.outcome != Outcome.GOES_ON:
            return
        state = exchange.after


def _require_open(state: State, pairing: Pairing) -> State:
    for name in ("attacker_shaken", "defender_shaken", "reroll_left"):
        errors.require_bool(f"state.{name}", getattr(state, name))
    mine, theirs = (
        errors.require_int(f"state.{name}", getattr(state, name), 0, limit - 1)
        for name, limit in zip(("attacker_hits", "defender_hits"), pairing.limits, strict=True)
    )
    return state._replace(attacker_hits=mine, defender_hits=theirs)


def _require_rolls(field: str, raw: RollsLike, pairing: Pairing, state: State) -> Rolls:
    if len(raw) not in (2, 3):
        allowed = "(attacker, defender), or (attacker, defender, reroll): raw totals of the dice"
        raise errors.InvalidValue(field, raw, allowed)
    mine, theirs = (card.combat_dice for card in pairing.cards)
    rolls = Rolls(
        require_total(f"{field} attacker", raw[0], mine),
        require_total(f"{field} defender", raw[1], theirs),
    )
    if len(raw) == 2 or raw[2] is None:
        return rolls
    if not state.reroll_left:
        used_up = pairing.defender.in_cover
        why = "has used its re-roll already" if used_up else "was not in cover"
        cited = ["PT-M13", "R-M4"] if used_up else ["PT-M13"]
        raise errors.IllegalAction(f"{field}: a re-roll by a defender that {why}", cited)
    reroll = require_total(f"{field} reroll", raw[2], theirs)
    return rolls._replace(reroll=reroll)


Names = tuple[str, str]


def tell(
    pairing: Pairing, names: Names, exchanges: Sequence[Exchange], start: State | None = None
) -> tuple[Step, ...]:
    """All steps of a melee, from the first exchange or from a later state, as far as it goes."""
    before = opening(pairing) if start is None else start
    steps = [*_shaken_before(pairing, names, before)] if start is None else []
    for exchange in exchanges:
        steps += [Step(f"Exchange {exchange.number}", ("PT-M8",), heading=True, throw="exchange")]
        steps += [*_rolls(pairing, names, exchange), *_verdict(pairing.rulings, names, exchange)]
        steps += _hits(pairing, names, before, exchange)
        steps += _shaken(pairing, names, before, exchange)
        before = exchange.after
    return (*steps, _ending(pairing.rulings, names, exchanges))


def _rolls(pairing: Pairing, names: Names, exchange: Exchange) -> Iterator[Step]:
    attacker, first, again = exchange.rolls
    minus = exchange.attacker_deduction, exchange.defender_deduction
    totals = exchange.attacker_total, exchange.defender_total
    hits = exchange.attacker_hit, exchange.defender_hit
    rolls = attacker, first if again is None else again
    for side in (0, 1):
        name, card, less = names[side], pairing.cards[side], minus[side]
        if side and again is not None:
            yield Step(f"{name} rolls {first}, has cover and re-rolls.", ("PT-M13",))
        rolled = f"{name} rolls {rolls[side]} with {dice_told(card.combat_dice)}"
        deducted = f"minus {less.points} is {totals[side]}"
        reaches = f"It reaches its {card} and scores a hit"
        verdict = reaches if hits[side] else f"It misses its {card}"
        if not less.points:
            yield Step(f"{rolled}. {verdict}.", ("PT-M9",))
        elif pairing.rulings.penalties_count_against_card:
            yield Step(f"{rolled}, {deducted}. {verdict}.", (*less.clauses, "PT-M9"))
        else:
            told = f"{rolled}. {verdict}. When totals are compared, {deducted}."
            yield Step(told, (*less.clauses, "PT-M9", "R-M7"))


def _verdict(rulings: Rulings, names: Names, exchange: Exchange) -> Iterator[Step]:
    if exchange.winner is None:
        equal = exchange.attacker_total == exchange.defender_total
        neither = "Neither side both reaches its card and has the higher total"
        why = "The totals are equal" if equal else neither
        yield Step(f"{why}. The exchange is drawn.", ("PT-M11",))
    else:
        won, lost = names if exchange.winner == "attacker" else names[::-1]
        text = f"{won} reaches its card with the higher total and wins the exchange."
        yield Step(text, ("PT-M10",))
        if rulings.loser_takes_hit:
            yield Step(f"{lost} takes one more hit for losing the exchange.", ("PT-M16", "R-M1"))


def _hits(pairing: Pairing, names: Names, before: State, exchange: Exchange) -> Iterator[Step]:
    takes = exchange.attacker_takes, exchange.defender_takes
    sides = zip(names, before.sides, takes, pairing.limits, strict=True)
    for name, (hits, _), more, limit in sides:
        if more:
            now = hits + more
            rest = f". {limit} are enough to remove it" if now > limit else ""
            cited = ("PT-M9", "PT-M16") if more > 1 else ("PT-M9",)
            yield Step(f"{name} now has {now} hit{'s' * (now > 1)}{rest}.", cited)


def _shaken_before(pairing: Pairing, names: Names, state: State) -> Iterator[Step]:
    units = pairing.attacker, pairing.defender
    for name, unit, (_, shaken) in zip(names, units, state.sides, strict=True):
        if unit.shaken:
            yield Step(f"{name} starts the melee shaken.", ("PT-M12",))
        elif shaken:
            yield Step(f"{name} was hit before the melee and is shaken.", ("R-M2", "R-M10"))


def _shaken(pairing: Pairing, names: Names, before: State, exchange: Exchange) -> Iterator[Step]:
    """Who is shaken from now on; of a melee that is over, who is left and stays so in the next."""
    sides: tuple[SideName, ...] = ("attacker", "defender")
    read, gone = pairing.rulings, removed(exchange.after, pairing)
    states = zip(names, sides, before.sides, exchange.after.sides, gone, strict=True)
    for name, side, (_, was), (_, now), is_gone in states:
        lost, new = exchange.winner not in (None, side), now and not was
        drawn_or_won = ("PT-M18", "R-M2") if exchange.winner is None else ("R-M2",)
        cited = ("PT-M12",) if lost else drawn_or_won
        if exchange.outcome == Outcome.GOES_ON:
            if new:
                text = f"{name} is shaken: subtract {SHAKEN_PENALTY} from the next exchange on."
                yield Step(text, cited)
        elif not is_gone and (lost or (new and drawn_hit_lasts(read))):
            text = f"{name} is shaken, and starts its next melee shaken."
            yield Step(text, cited if lost else (*cited, "R-M10"))


def _ending(rulings: Rulings, names: Names, exchanges: Sequence[Exchange]) -> Step:
    over = exchanges[-1].outcome if exchanges else Outcome.GOES_ON
    cited = removal_clauses(rulings)
    if not exchanges:
        return Step("The melee begins.", ("PT-M8",), heading=True)
    if over == Outcome.GOES_ON:
        why = ("PT-M12", "R-M6") if exchanges[-1].winner else ("PT-M11",)
        return Step("The melee goes on.", why, heading=True)
    if over == Outcome.BOTH_REMOVED:
        return Step("Both units are removed.", ("PT-M14", *cited), heading=True)
    winner, loser = names if over == Outcome.ATTACKER_WINS else names[::-1]
    if exchanges[-1].both_stand:
        text = (
            f"{winner} wins the deciding exchange and with it the melee. Neither unit is removed."
        )
        return Step(text, ("R-M6",), heading=True)
    return Step(f"{loser} is removed. {winner} is the only unit left.", cited, heading=True)
