"""A melee from the dice on the table, recorded or rolled, told with its clauses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, cast

from rules_lib import errors
from rules_lib.paper_tigers.command import require_total
from rules_lib.paper_tigers.melee.course import AGAIN, ATTACKER, COVER, DEFENDER, KEEP, Course
from rules_lib.paper_tigers.melee.odds import Reroll, played
from rules_lib.paper_tigers.melee.rules import opening, removed
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import (
    Combatant,
    Exchange,
    Outcome,
    Pairing,
    Rolls,
    RollsLike,
    State,
    hits_to_remove,
)
from rules_lib.paper_tigers.melee.transcript import tell
from rules_lib.probability import Rng
from rules_lib.rulebook import uses
from rules_lib.transcript import Step, as_text
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

DEFAULT_NAMES = ("Attacker", "Defender")


@checked
@dataclass(frozen=True, slots=True)
class Fight(RichDisplay):
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
    @uses("PT-M12", "PT-M17", "R-M2")
    def survivors(self) -> tuple[Combatant | None, Combatant | None]:
        """Attacker and defender as they stand for their next melee; ``None`` if removed.

        Who lost an exchange is shaken for good; so is who was hit in a draw, where not every hit
        shakes (R-M2). Where each does, what the hits do in the next melee is R-M10, asked there.
        Cover is told as it was here.
        """
        state, pairing = self.state, self.pairing
        each_hit_shakes = pairing.rulings.shaken_by == "any_hit"
        gone, won = removed(state, pairing), {each.winner for each in self.exchanges}
        attacker, defender = (
            None
            if out
            else replace(
                unit,
                hits=hits,
                shaken=unit.shaken or (enemy in won if each_hit_shakes else shaken),
            )
            for unit, enemy, hits, shaken, out in (
                (
                    pairing.attacker,
                    "defender",
                    state.attacker_hits,
                    state.attacker_shaken,
                    gone[0],
                ),
                (
                    pairing.defender,
                    "attacker",
                    state.defender_hits,
                    state.defender_shaken,
                    gone[1],
                ),
            )
        )
        return attacker, defender

    @property
    def steps(self) -> tuple[Step, ...]:
        """The transcript as data."""
        return tell(self.pairing, self.names, self.exchanges)

    def __str__(self) -> str:
        return as_text(self.steps)


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
    errors.require_bool("complete", complete)
    errors.require_names(names)
    state, over = opening(pairing), Outcome.GOES_ON
    exchanges: list[Exchange] = []
    for number, raw in enumerate(require_record(rolls), start=1):
        field = f"rolls[{number - 1}]"
        if over != Outcome.GOES_ON:
            after_what = f"after exchange {number - 1} the melee is over ({over})"
            raise errors.InvalidValue(field, raw, f"no further roll, because {after_what}")
        exchange = resolve_exchange(pairing, state, raw, number=number, field=field)
        exchanges.append(exchange)
        state, over = exchange.after, exchange.outcome
    fight = Fight(pairing, names, tuple(exchanges))
    if complete and fight.outcome == Outcome.GOES_ON:
        raise errors.IncompleteRecord(
            f"rolls: exchanges given: {len(exchanges)}; the melee is not over yet. Give the next"
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
        attacker, defender: the units as they enter it.
        rng: a source of chance, such as ``random.Random(7)``.
        rulings: how the open rules are read.
        reroll: what a defender in cover does, as for :func:`~rules_lib.paper_tigers.melee.odds`.
        names: what the transcript calls the two units.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.melee.adjudicate` of these dice. A melee that
        goes on after 1000 exchanges is left as it stands; some can never end.

    Raises:
        IllegalAction, InvalidValue, UnspecifiedBySource: as for the odds.
    """
    pairing = Pairing(attacker, defender, rulings)
    course, policy = played(pairing, reroll)
    rounds = course.process.play(rng, policy).rounds
    return Fight(
        pairing, errors.require_names(names), tuple(map(course.exchange, count(1), rounds))
    )


@uses("PT-M8", "PT-M13", "R-M5", "R-M13")
def resolve_exchange(
    pairing: Pairing, state: State, rolls: RollsLike, *, number: int = 1, field: str = "rolls"
) -> Exchange:
    """Resolve one exchange from raw totals; errors call them ``field``."""
    errors.require_instance("pairing", pairing, Pairing)
    errors.require_instance("field", field, str)
    state = _require_open(state, pairing)
    rolls = _require_rolls(field, rolls, pairing, state)
    course, again = Course(pairing), rolls.reroll is not None
    given = {
        ATTACKER: rolls.attacker,
        DEFENDER: rolls.defender,
        COVER: AGAIN if again else KEEP,
        AGAIN: rolls.reroll,
    }
    run = course.process.run(lambda _, due: given[due.name], start=state, most=1)
    if again and AGAIN not in run.rounds[0].answers:
        good = "reached its card" if pairing.rulings.rerolled_rolls == "missed_card" else "won"
        raise errors.IllegalAction(f"{field}: a re-roll of a roll that {good}", ["PT-M13", "R-M13"])
    return course.exchange(number, run.rounds[0])


def require_record(rolls: object) -> Iterable[RollsLike]:
    """Return ``rolls`` if they can be gone through one exchange after the other."""
    allowed = "a list with the raw totals of each exchange"
    return errors.require_iterable("rolls", cast("Iterable[RollsLike]", rolls), allowed)


def _require_open(state: State, pairing: Pairing) -> State:
    errors.require_instance("state", state, State)
    kept: dict[str, Any] = {}
    for name, unit in (("attacker", pairing.attacker), ("defender", pairing.defender)):
        hits, most = getattr(state, f"{name}_hits"), hits_to_remove(unit, pairing.rulings) - 1
        kept[f"{name}_hits"] = errors.require_int(f"state.{name}_hits", hits, 0, most)
        errors.require_bool(f"state.{name}_shaken", getattr(state, f"{name}_shaken"))
    errors.require_bool("state.reroll_left", state.reroll_left)
    return state._replace(**kept)


def _require_rolls(field: str, raw: RollsLike, pairing: Pairing, state: State) -> Rolls:
    allowed = "(attacker, defender), or (attacker, defender, reroll): raw totals of the dice"
    given = errors.require_iterable(field, raw, allowed) if isinstance(raw, Sequence) else ()
    if len(given) not in (2, 3):
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
