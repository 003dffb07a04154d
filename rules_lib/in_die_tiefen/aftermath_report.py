"""What is told of what follows from a battle."""

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Literal

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import aftermath, battle
from rules_lib.in_die_tiefen.aftermath import NAMED, Aftermath, Morale
from rules_lib.in_die_tiefen.battle.party import Party
from rules_lib.in_die_tiefen.battle.system import PARTY, both, require_few_dice
from rules_lib.system.inputs import said
from rules_lib.system.report import Report, Verdict, chances, distribution
from rules_lib.system.situation import Situation
from rules_lib.system.system import Question
from rules_lib.text.files import NOTHING
from rules_lib.text.parser import NUMBER, Words, fraction

WINNER = "winner"
"""Without a word, the winner has no troops left."""

MORALE = (
    "a class from 0 to 4, failure, sensational, fumble, or one of these with its class, 'fumble 0'"
)
RESULT = f"{MORALE}; or a distribution, below"
ODDS = "odds, instead of a winner"
BESIDE = "nothing beside --a and --b"


@dataclass(frozen=True, slots=True)
class Asked(Situation):
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


def _told(asked: Asked, _: tuple[str, ...]) -> Report:
    """What follows; or the odds of it, over battle and morale."""
    return _resolved(asked) if asked.a is None and asked.b is None else _odds(asked)


def _resolved(asked: Asked) -> Report:
    if asked.winner is None:
        raise InvalidValue("winner", NOTHING, "a, b or draw; or two parties --a and --b")
    results: list[Any] = [
        None if text is None else morale(f"--morale-{side}", text)
        for side, text in (("a", asked.morale_a), ("b", asked.morale_b))
    ]
    gone = asked.winner if asked.wiped_out == WINNER else asked.wiped_out
    if gone == "draw":
        raise InvalidValue("wiped_out", "", "a, b or both: a draw has no winner")
    rulings = asked.house.of(battle.Rulings)
    found = aftermath.resolve(
        battle.Winner(asked.winner),
        *results,
        wiped_out_a=gone in ("a", "both"),
        wiped_out_b=gone in ("b", "both"),
        rulings=rulings,
    )
    told = _lines(found, rulings, failed=aftermath.FAILURE in results)
    told = [(f"{text[0].upper()}{text[1:]}.", cited) for text, cited in told]
    verdict = Verdict(" ".join(text for text, _ in told), found)
    lines = tuple(f"{text} [{cited}]" for text, cited in told)
    return Report(lines, {"aftermath": asdict(found)}, verdict)


def _odds(asked: Asked) -> Report:
    for name, given in (("winner", asked.winner), ("wiped_out", asked.wiped_out)):
        if given is not None:
            raise InvalidValue(name, given, BESIDE)
    morales = (asked.morale_a, asked.morale_b)
    for name in ("a", "b", "morale_a", "morale_b"):
        if getattr(asked, name) is None:
            raise InvalidValue(name, NOTHING, "two parties, and the morale of both")
    assert asked.a is not None
    assert asked.b is not None
    rulings = asked.house.of(battle.Rulings)
    require_few_dice(rulings, a=asked.a, b=asked.b)
    distributions = [
        morale_distribution(f"--morale-{side}", text or "")
        for side, text in zip("ab", morales, strict=True)
    ]
    found = aftermath.odds(battle.odds(asked.a, asked.b, rulings), *distributions)
    ranked = sorted(found.items(), key=lambda each: -each[1])
    rows = {"; ".join(text for text, _ in _lines(each, rulings)): p for each, p in ranked}
    lines = (f"a: {asked.a}", f"b: {asked.b}", "", *chances(rows))
    odds = distribution(ranked, lambda each: {"aftermath": asdict(each)})
    return Report(lines, {"odds": odds})


def morale(option: str, text: str) -> Morale:
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


def morale_distribution(option: str, text: str) -> dict[Morale, Fraction]:
    """A distribution of morale: ``"0=1/4, 1=1/2, fumble=1/4"``; one result alone is certain."""
    if "=" not in text:
        return {morale(option, text): Fraction(1)}
    distribution: dict[Morale, Fraction] = {}
    for part in text.split(","):
        result, _, chance = part.partition("=")
        found = morale(option, result)
        if found in distribution:
            raise InvalidValue(option, text, f"{result.strip()} once only")
        distribution[found] = given = fraction(option, chance, "1/4")
        if given > 1:
            raise InvalidValue(option, chance.strip(), "chances from 0 to 1, such as 1/4")
    if sum(distribution.values()) != 1:
        raise InvalidValue(option, text, "chances that sum to 1")
    return distribution


def _lines(
    found: Aftermath, rulings: battle.Rulings, *, failed: bool = False
) -> list[tuple[str, str]]:
    """What follows, each thing with the clauses it rests on; ``failed``: a morale test did."""
    if len(found.wiped_out) == 2 and not rulings.dead_losers_retreat:
        return [("nobody is left on either side, so nothing follows", "R-I15")]
    lines = [("a draw, nobody retreats", "IDT-7.1")] if found.loser is None else []
    if found.hexes is not None:
        lines.append((f"{found.loser} retreats", "IDT-7.1"))
        more = f" and {found.farther} farther" if found.farther else ""
        cited = _cited(found, rulings, failed)
        lines.append((f"{found.hexes} hexes are open to it{more}", ", ".join(cited)))
    for side in found.wiped_out:
        if found.loser not in (None, side):
            lines.append(("the winner has no troops left, and the loser still goes", "IDT-7.7"))
        elif not rulings.dead_losers_retreat:
            lines.append((f"{side} has no troops left, so it is gone", "R-I15"))
    lines += [(f"{side} immediately acts one extra time", "IDT-7.3") for side in found.extra_action]
    if set(found.wiped_out) & set(found.extra_action):
        lines.append(("who acts for a party without troops, the source does not say", "IDT-7.3"))
    return lines + [(f"{side} sits out one turn", "IDT-7.4") for side in found.sits_out]


def _cited(found: Aftermath, rulings: battle.Rulings, failed: bool) -> list[str]:
    """What settles the number of open hexes."""
    dead_winner = set(found.wiped_out) - {found.loser}
    if dead_winner and not rulings.dead_winners_test:
        return ["R-I7", "R-I13"]
    gap = (found.hexes or 0) + found.farther - rulings.retreat_hexes
    special = bool(found.extra_action or found.sits_out)
    compared = rulings.gap_counts_after_special or not special
    cited = ["IDT-7.5"] if gap <= 0 else []
    cited += ["IDT-7.6"] if gap >= 0 else []
    cited += ["R-I7"]
    cited += ["R-I11"] if special else []
    cited += ["R-I12"] if found.farther else []
    cited += ["R-I13"] if dead_winner else []
    return cited + (["R-I16"] if failed and compared else [])


QUESTION = Question(
    name="aftermath",
    asked=Asked,
    rulings=(battle.Rulings,),
    together=both,
    counted=_told,
    home=__name__,
)
