"""After the battle: morale, retreat, an extra action, a lost turn, and what is told of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Literal, TypeAlias

from rules_lib.errors import (
    InvalidValue,
    UnspecifiedBySource,
    require_instance,
    require_word,
    whole_number,
)
from rules_lib.in_die_tiefen import battle
from rules_lib.in_die_tiefen.battle.odds import Odds
from rules_lib.in_die_tiefen.battle.party import Party, must_stay
from rules_lib.in_die_tiefen.battle.rules import Due as Due
from rules_lib.in_die_tiefen.battle.rules import Winner, wiped_out
from rules_lib.in_die_tiefen.battle.rules import due as due
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.in_die_tiefen.battle.system import PARTY, both, require_few_dice
from rules_lib.probability import Distribution, ProbabilityError
from rules_lib.rulebook import implements, uses
from rules_lib.system.inputs import said
from rules_lib.system.report import Report, Verdict, apart, chances, distribution
from rules_lib.system.situation import Situation
from rules_lib.system.system import Question
from rules_lib.text.files import NOTHING
from rules_lib.text.parser import NUMBER, Words, fraction
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

SENSATIONAL: Literal["sensational"] = "sensational"
FUMBLE: Literal["fumble"] = "fumble"
FAILURE: Literal["failure"] = "failure"
Named: TypeAlias = Literal["sensational", "fumble", "failure"]
NAMED: tuple[Named, ...] = (SENSATIONAL, FUMBLE, FAILURE)
Morale: TypeAlias = int | Named | tuple[Named, int]
"""The result of a morale test: a quality class; or a result with a name, alone or with its class.
"""

MOST_GAP = 4
"""The largest gap of quality classes (IDT-7.5)."""
CLASSES = range(MOST_GAP + 1)
"""Quality classes of a morale test, numbered by us (R-I16): the largest gap is 4, so five."""
MOST_CLASS = 100
"""The highest class where R-I16 leaves the numbering to the game."""

NEIGHBOURS = 6
"""Hexes around the field of the battle (R-I7, R-I12)."""

MoraleDistribution: TypeAlias = Distribution[Morale]


@checked
@dataclass(frozen=True, slots=True)
class Aftermath(RichDisplay):
    """What follows from a battle.

    Attributes:
        loser: who lost; ``None`` after a draw.
        hexes: hexes open to the loser when the winner closes all he may, 1 to six or as many as
            R-I7 has; ``None`` if nobody retreats: after a draw, or if the loser is gone (R-I15).
        farther: hexes beyond them that the loser may reach; which ones the source does not say.
        extra_action: parties that act once more, out of turn. By R-I13 or R-I15 a party without
            troops can be one of them: who acts for it, the source does not say.
        sits_out: parties that miss a turn.
        wiped_out: parties that have no troops left.
    """

    loser: Winner | None
    hexes: int | None
    farther: int
    extra_action: tuple[Winner, ...]
    sits_out: tuple[Winner, ...]
    wiped_out: tuple[Winner, ...]


@implements("IDT-7.3", "IDT-7.4", "IDT-7.5", "IDT-7.6", "R-I7", "R-I11", "R-I12")
@uses("IDT-7.1", "IDT-7.2", "IDT-7.7", "R-I13", "R-I15", "R-I16")
def resolve(
    winner: Winner,
    morale_a: Morale | None,
    morale_b: Morale | None,
    *,
    wiped_out_a: bool = False,
    wiped_out_b: bool = False,
    rulings: Rulings = Rulings(),
) -> Aftermath:
    """What follows from a battle and its morale tests.

    Args:
        winner: who won.
        morale_a, morale_b: results of the morale tests: a class from 0 to 4 (to 100 where R-I16 is
            read as "gap"), ``"failure"``, ``"sensational"`` or ``"fumble"``, or one of these with
            its class, ``("fumble", 0)``, which R-I11 and R-I16 may need; ``None`` where no test is
            made (see :func:`due`).
        wiped_out_a, wiped_out_b: the party has lost all its troops.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: a value outside its range.
        UnspecifiedBySource: a quality class that is needed and not given; or no hex is left open to
            the loser, who must retreat, which R-I7 can bring about.
    """
    dead = {"wiped_out_a": wiped_out_a, "wiped_out_b": wiped_out_b}
    return _settled(winner, (morale_a, morale_b), dead, rulings)[0]


def _settled(
    winner: Winner, morales: Sequence[Morale | None], gone: Mapping[str, bool], rulings: Rulings
) -> tuple[Aftermath, tuple[str, ...]]:
    """What follows, and what settles how many hexes are open."""
    retreats, tests = due(winner, **gone, rulings=rulings)
    dead = wiped_out(*gone.values())
    results: dict[Winner, Morale] = {}
    for side, given in zip((Winner.A, Winner.B), morales, strict=True):
        if side in tests:
            results[side] = _require_morale(f"morale_{side}", given, rulings)
        elif given is not None:
            why = _untested(side, winner, dead, rulings)
            raise InvalidValue(f"morale_{side}", given, f"no test, because {why}")
    extra = tuple(side for side, result in results.items() if _name(result) == SENSATIONAL)
    out = tuple(side for side, result in results.items() if _name(result) == FUMBLE)
    loser = {Winner.A: Winner.B, Winner.B: Winner.A, Winner.DRAW: None}[winner]
    if loser is None or retreats is None:
        return Aftermath(loser, None, 0, extra, out, dead), ()
    hexes, farther, cited = _open_hexes(winner, loser, results, dead, rulings)
    return Aftermath(loser, hexes, farther, extra, out, dead), cited


def _untested(side: Winner, winner: Winner, dead: tuple[Winner, ...], rulings: Rulings) -> str:
    """Why the morale of a party is not tested, by the ruling that says so."""
    if side not in dead or (rulings.dead_losers_retreat and side != winner):
        return "under R-I10 no party tests after a draw"
    if len(dead) == 2 and not rulings.dead_losers_retreat:
        return "by R-I15 nothing follows where both parties are gone"
    by = "R-I13" if side == winner else "R-I15"
    return f"by {by} a party without troops makes no test"


def _open_hexes(
    winner: Winner,
    loser: Winner,
    results: Mapping[Winner, Morale],
    dead: tuple[Winner, ...],
    rulings: Rulings,
) -> tuple[int, int, tuple[str, ...]]:
    """Hexes open to the loser, near and farther ones, and what settles how many."""
    won, lost = results.get(winner), results[loser]
    if won is None:  # a winner without a test closes none
        return rulings.retreat_hexes, 0, ("R-I7", "R-I13")
    special = any(_name(each) in (SENSATIONAL, FUMBLE) for each in (won, lost))
    compared = rulings.gap_counts_after_special or not special
    gap = 0
    if compared:
        gap = _class_of(loser, lost, rulings) - _class_of(winner, won, rulings)
    if abs(gap) > MOST_GAP:
        raise InvalidValue("morale_a, morale_b", abs(gap), f"a gap of {MOST_GAP} classes at most")
    hexes = rulings.retreat_hexes + gap
    if hexes < 1:
        raise UnspecifiedBySource(
            f"retreat_hexes (R-I7): where the loser goes, who must retreat, if {-gap} hexes are"
            f" closed and {rulings.retreat_hexes} were open"
        )
    beyond = max(0, hexes - max(NEIGHBOURS, rulings.retreat_hexes))
    cited = {
        "IDT-7.5": gap <= 0,
        "IDT-7.6": gap >= 0,
        "R-I7": True,
        "R-I11": special,
        "R-I12": beyond,
        "R-I13": winner in dead,
        "R-I16": compared and FAILURE in (won, lost),
    }
    farther = beyond if rulings.farther_hexes == "reported" else 0
    return hexes - beyond, farther, tuple(id_ for id_, bears in cited.items() if bears)


def _name(result: Morale | None) -> Named | None:
    if result is None or isinstance(result, int):
        return None
    return result[0] if isinstance(result, tuple) else result


@implements("R-I16")
def _classes(rulings: Rulings) -> tuple[int, int | None]:
    """The highest quality class of a morale test, and that of a failure, if it has one."""
    most = MOST_CLASS if rulings.quality_classes == "gap" else MOST_GAP
    return most, 0 if rulings.quality_classes == "failure_lowest" else None


def _class_of(side: Winner, result: Morale, rulings: Rulings) -> int:
    if isinstance(result, tuple):
        return result[1]
    _, failure = _classes(rulings)
    if result == FAILURE and failure is not None:
        return failure
    if not isinstance(result, int):
        told = f"the quality class of {result!r}, given without one (such as '{result} 4')"
        raise UnspecifiedBySource(f"morale_{side}: {told}")
    return result


def _require_morale(field: str, result: Any, rulings: Rulings) -> Morale:
    most, failure = _classes(rulings)
    name: Named | None = None
    number = result
    if isinstance(result, tuple) and len(result) == 2:
        name, number = require_word(field, result[0], NAMED), result[1]
    elif isinstance(result, str):
        return require_word(field, result, NAMED)
    found = whole_number(number)
    if found is None or not 0 <= found <= most:
        words = ", ".join(map(repr, NAMED))
        raise InvalidValue(field, result, f"a class from 0 to {most}, or one of {words}")
    if name == FAILURE and failure not in (None, found):
        raise InvalidValue(field, result, f"class {failure} for a failure (R-I16)")
    return found if name is None else (name, found)


@uses("IDT-7.2", "IDT-7.7", "R-I15")
def odds(
    fought: Odds,
    morale_a: Mapping[Any, Fraction],
    morale_b: Mapping[Any, Fraction],
) -> Distribution[Aftermath]:
    """The exact distribution of the aftermath.

    How quality classes are rolled belongs to the role-playing game and is not in the source, so
    the distribution of each side's morale test is yours to give.

    Args:
        fought: the odds of the battle, with its rulings.
        morale_a, morale_b: distribution of each party's morale test, by :data:`Morale`.
    """
    rulings = require_instance("fought", fought, Odds).rulings
    tested = {
        Winner.A: _require_distribution("morale_a", morale_a, rulings),
        Winner.B: _require_distribution("morale_b", morale_b, rulings),
    }
    weights: defaultdict[Aftermath, Fraction] = defaultdict(Fraction)
    fates = fought.outcomes.map(lambda each: (each[0], each[1] == 1, each[2] == 1))
    for (won, *gone), chance in fates.items():
        dead = dict(zip(("wiped_out_a", "wiped_out_b"), gone, strict=True))
        tests = due(won, **dead, rulings=rulings).tests
        rolled = [tested[side] if side in tests else UNTESTED for side in (Winner.A, Winner.B)]
        for (result_a, p), (result_b, q) in product(*(each.items() for each in rolled)):
            after = resolve(won, result_a, result_b, **dead, rulings=rulings)
            weights[after] += chance * p * q
    return Distribution(weights)


UNTESTED: Distribution[Any] = Distribution.certain(None)


def _require_distribution(
    name: str, distribution: Mapping[Any, Fraction], rulings: Rulings
) -> MoraleDistribution:
    try:
        found = (
            distribution if isinstance(distribution, Distribution) else Distribution(distribution)
        )
    except ProbabilityError as error:
        raise ProbabilityError(f"{name}: {error}") from None
    return found.map(lambda result: _require_morale(name, result, rulings))


WINNER = "winner"
"""Without a word, the winner has no troops left."""

MORALE = (
    f"a class from 0 to {MOST_GAP} (to {MOST_CLASS} by R-I16=gap), failure, sensational, fumble, or"
    " one of these with its class, 'fumble 0'"
)
RESULT = f"{MORALE}; or a distribution, below"
ODDS = "odds, instead of a winner"
BESIDE = "nothing beside --a and --b"


@dataclass(frozen=True, slots=True)
class _Asked(Situation):
    """A winner and two morale tests; or two parties and the distribution of their tests."""

    winner: Literal["a", "b", "draw"] | None = said("who won: a, b or draw", None, metavar="WHO")
    wiped_out: Literal["a", "b", "both", "winner"] | None = said(
        "who has no troops left: a, b or both (IDT-7.7, R-I15); alone: the winner",
        None,
        metavar="WHO",
        bare=WINNER,
    )
    morale_a: str | None = said(RESULT, None, metavar="RESULT")
    morale_b: str | None = said(RESULT, None, metavar="RESULT")
    a: Party | None = said(PARTY, None, metavar="PARTY", group=ODDS)
    b: Party | None = said(PARTY, None, metavar="PARTY", group=ODDS)


def _told(asked: _Asked, _: tuple[str, ...]) -> Report:
    """What follows; or the odds of it, over battle and morale."""
    return _resolved(asked) if asked.a is None and asked.b is None else _odds(asked)


def _resolved(asked: _Asked) -> Report:
    if asked.winner is None:
        raise InvalidValue("winner", NOTHING, "a, b or draw; or two parties --a and --b")
    results: list[Any] = [
        None if text is None else _morale(f"--morale-{side}", text)
        for side, text in (("a", asked.morale_a), ("b", asked.morale_b))
    ]
    gone = asked.winner if asked.wiped_out == WINNER else asked.wiped_out
    if gone == "draw":
        raise InvalidValue("wiped_out", "", "a, b or both: a draw has no winner")
    rulings = asked.house.of(Rulings)
    dead = {f"wiped_out_{side}": gone in (side, "both") for side in "ab"}
    found, settled = _settled(Winner(asked.winner), results, dead, rulings)
    told = [(f"{text[0].upper()}{text[1:]}.", by) for text, by in _lines(found, rulings, settled)]
    verdict = Verdict(" ".join(text for text, _ in told), found)
    lines = tuple(f"{text} [{cited}]" for text, cited in told)
    return Report(lines, {"aftermath": asdict(found)}, verdict)


def _odds(asked: _Asked) -> Report:
    for name, given in (("winner", asked.winner), ("wiped_out", asked.wiped_out)):
        if given is not None:
            raise InvalidValue(name, given, BESIDE)
    told = {name: getattr(asked, name) for name in ("a", "b", "morale_a", "morale_b")}
    for name, given in told.items():
        if given is None:
            raise InvalidValue(name, NOTHING, "two parties, and the morale of both")
    rulings, a, b = asked.house.of(Rulings), told["a"], told["b"]
    require_few_dice(rulings, a=a, b=b)
    morales = (_morale_distribution(f"--morale-{side}", told[f"morale_{side}"]) for side in "ab")
    found = odds(battle.odds(a, b, rulings), *morales)
    ranked = sorted(found.items(), key=lambda each: -each[1])
    ends = found.map(lambda each: "; ".join(text for text, _ in _lines(each, rulings)))
    rows = dict(sorted(ends.items(), key=lambda each: -each[1]))
    stuck = [
        f"{side} can neither flee nor surrender. Where it must retreat, the source does not say"
        " what happens then [IDT-1.2, IDT-7.1]."
        for side, party in (("a", a), ("b", b))
        if must_stay(party) and any(each.loser == side and each.hexes for each in found)
    ]
    lines = (f"a: {a}", f"b: {b}", "", *chances(rows), *apart(stuck))
    found_odds = distribution(ranked, lambda each: {"aftermath": asdict(each)})
    return Report(lines, {"odds": found_odds})


def _morale(option: str, text: str) -> Morale:
    """The result of a morale test: a class, a result with a name, or both of these."""
    told = Words(option, text, MORALE)
    found = told.match(rf"({'|'.join(NAMED)})?\s*{NUMBER}?")
    told.done()
    if found is None or not (found[1] or found[2]):
        raise told.refused(text)
    name = next((each for each in NAMED if each == (found[1] or "").lower()), None)
    if name is None:
        return int(found[2])
    return (name, int(found[2])) if found[2] else name


def _morale_distribution(option: str, text: str) -> dict[Morale, Fraction]:
    """A distribution of morale: ``"0=1/4, 1=1/2, fumble=1/4"``; one result alone is certain."""
    if "=" not in text:
        return {_morale(option, text): Fraction(1)}
    distribution: dict[Morale, Fraction] = {}
    for part in text.split(","):
        result, _, chance = part.partition("=")
        found = _morale(option, result)
        if found in distribution:
            raise InvalidValue(option, text, f"{result.strip()} once only")
        distribution[found] = given = fraction(option, chance, "1/4")
        if given > 1:
            raise InvalidValue(option, chance.strip(), "chances from 0 to 1, such as 1/4")
    if sum(distribution.values()) != 1:
        raise InvalidValue(option, text, "chances that sum to 1")
    return distribution


def _lines(
    found: Aftermath, rulings: Rulings, settled: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    """What follows, each thing with the clauses it rests on; ``settled``: the number of hexes."""
    if len(found.wiped_out) == 2 and not rulings.dead_losers_retreat:
        return [("nobody is left on either side, so nothing follows", "R-I15")]
    lines = [("a draw, nobody retreats", "IDT-7.1")] if found.loser is None else []
    if found.hexes is not None:
        gone = ", R-I15" if found.loser in found.wiped_out else ""
        lines.append((f"{found.loser} retreats", f"IDT-7.1{gone}"))
        near = "1 hex is" if found.hexes == 1 else f"{found.hexes} hexes are"
        more = f" and {found.farther} farther" if found.farther else ""
        lines.append((f"{near} open to it{more}", ", ".join(settled)))
    for side in found.wiped_out:
        if found.loser not in (None, side):
            lines.append(("the winner has no troops left, and the loser still goes", "IDT-7.7"))
        elif not rulings.dead_losers_retreat:
            lines.append((f"{side} has no troops left, so it is gone", "R-I15"))
    lines += [(f"{side} immediately acts one extra time", "IDT-7.3") for side in found.extra_action]
    if set(found.wiped_out) & set(found.extra_action):
        lines.append(("who acts for a party without troops, the source does not say", "IDT-7.3"))
    return lines + [(f"{side} sits out one turn", "IDT-7.4") for side in found.sits_out]


QUESTION = Question(
    name="aftermath",
    asked=_Asked,
    rulings=(Rulings,),
    together=both,
    counted=_told,
    home=__name__,
)
