"""Where a rule of the excerpt is found that another one refers to: by the words of the source."""

from collections import Counter
from collections.abc import Iterable

from rules_lib.rulebook import Clause, catalog

SYSTEM = "triumph-and-glory"


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


def home(topic: str, numbers: Iterable[str], otherwise: str) -> str:
    """The id of the first clause on a topic in these rules; another one if there is none."""
    found = (clause for number in numbers for clause in rules()[number])
    return next((clause.id for clause in found if _bears(clause, topic)), otherwise)


def _bears(clause: Clause, topic: str) -> bool:
    return topic.casefold() in clause.term.casefold()
