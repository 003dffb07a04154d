"""Holds what the rules say of each other, and of pursuit, against the rules themselves."""

from collections import Counter
from collections.abc import Iterator

from rules_lib.audit import Check
from rules_lib.rulebook import Clause, catalog
from rules_lib.triumph_and_glory.charge.adjudicate import adjudicate
from rules_lib.triumph_and_glory.charge.situation import Situation
from rules_lib.triumph_and_glory.charge.target import Stack, Target
from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.triumph_and_glory.example.kinds import Kind
from rules_lib.triumph_and_glory.example.record import Reference
from rules_lib.triumph_and_glory.units import Cavalry, Infantry
from rules_lib.values.type_checks import checked

SYSTEM = "triumph-and-glory"
OWN_KIND = {
    "the details of pursuit": Kind.PURSUIT_REFERENCE,
    "the duty to charge in pursuit": Kind.DUTY_REFERENCE,
}


def reference_checks() -> Iterator[Check]:
    """Every reference that stays within the excerpt, and the freedom that 9.73 gives."""
    yield from map(_reference, record.REFERENCES)
    yield _freedom()


def rules() -> dict[str, list[Clause]]:
    """The clauses of the excerpt by the number of the rule they stand in."""
    found: dict[str, list[Clause]] = {}
    for rule_id in catalog().systems[SYSTEM].clauses:
        clause = catalog().clauses[rule_id]
        found.setdefault(rule_of(clause), []).append(clause)
    return found


def rule_of(clause: Clause) -> str:
    """The number of the rule that a clause stands in."""
    return clause.source.partition(",")[0]


def homes(topic: str, besides: str) -> tuple[str, ...]:
    """The rules that say most on a topic: those with the most clauses that bear its word.

    Args:
        topic: a word of the source, as in :attr:`rules_lib.rulebook.Clause.term`.
        besides: the rule that refers; a reference leads to another one.
    """
    counts = Counter(
        {
            number: sum(_bears(clause, topic) for clause in clauses)
            for number, clauses in rules().items()
            if number != besides
        }
    )
    most = max(counts.values())
    return tuple(number for number, count in counts.items() if count == most > 0)


@checked
def asks_before_pursuit(another_enemy: bool) -> bool:
    """Whether cavalry with a result of 10 or more is asked before it charges on.

    Args:
        another_enemy: it finds one in its front, besides the unit that retreated.
    """
    beyond = (Target((Infantry("R", 5, 1),)),) if another_enemy else ()
    charge = adjudicate(
        Situation.of(
            [Stack((Cavalry("P", 5, 4, heavy=True),))],
            [Target((Infantry("Q", 5, 1),), beyond=beyond)],
        ),
        {"commitment P": 0, "fight P": 9},
        {"square": False},
        scene.READ,
    )
    assert charge.results["fight P"] >= 10, "no pursuit"
    assert charge.missing is not None, "a pursuit needs another die"
    return charge.missing.what == "decision"


def _reference(each: Reference) -> Check:
    at = catalog().clauses[each.clause]
    right = homes(each.topic, rule_of(at))
    found = (clause for number in right for clause in rules()[number])
    homely = next((clause.id for clause in found if _bears(clause, each.topic)), each.clause)
    exists = each.cited in rules()
    wrong = f"{each.cited} says nothing of it" if exists else f"There is no {each.cited}"
    agrees = each.cited in right
    return Check(
        OWN_KIND.get(each.about, Kind.REFERENCE),
        each.where,
        f"{each.about}: see {each.cited}",
        f"{each.about}: see {' or '.join(right)}",
        (each.clause, homely),
        agrees,
        "" if agrees else f"None on the game. {wrong}; you find it in {' or '.join(right)}.",
    )


def _bears(clause: Clause, topic: str) -> bool:
    return topic.casefold() in clause.term.casefold()


def _freedom() -> Check:
    """Whether a pursuit is a choice, as 9.73 ends up saying."""
    alone, in_company = asks_before_pursuit(False), asks_before_pursuit(True)
    words = {
        (True, True): "the player decides whether the cavalry goes on",
        (False, True): "the cavalry must go on, unless another enemy is in its front as well",
        (False, False): "the cavalry must go on",
    }
    printed = words[record.PURSUIT_IS_OPTIONAL, True]
    return Check(
        Kind.FREEDOM,
        "9.73, pursuit",
        printed,
        words[alone, in_company],
        ("TG-9.73c", "TG-9.87a", "TG-9.87c"),
        printed == words[alone, in_company],
        "Read as a choice, it would let cavalry stop and rest that has to charge again.",
    )
