"""Flow pictures and tables of the reactions, and of all that follows a fight."""

from fractions import Fraction

from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.drawing import Drawing, Edge, Node, flow
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.picture import Table
from rules_lib.presentation.triumph_and_glory.cited import CitedTable, cited_table
from rules_lib.presentation.wording import percent
from rules_lib.triumph_and_glory import charge
from rules_lib.type_checks import checked


def reactions_flow() -> Drawing:
    """Steps 4 to 7, seen from the target."""
    nodes = [
        Node("there", "The chargers stand next to you", ("TG-9.81-3",)),
        Node("foot", "Are you infantry?", ("TG-9.81-4",), "test"),
        Node("square", "You try a square: at most your cohesion", ("TG-9.85e",), "test"),
        Node("formed", "In square: 2 off their roll", ("TG-9.85f",)),
        Node("recall", "They try a recall: at most their cohesion", ("TG-9.82",), "test"),
        Node("fire", "Your guns fire", ("TG-9.81-6",)),
        Node("again", "Disordered by fire, they try a recall", ("TG-9.82",), "test"),
        Node("fight", "The fight", ("TG-9.81-7",), "end"),
        Node("counter", "They lose their bonus", ("TG-9.86b",)),
        Node("broken", "All of you are disordered", ("TG-9.85e",)),
        Node("gone", "Recalled, in good order", ("TG-9.84",), "end"),
        Node("gone again", "Recalled, but disordered", ("TG-9.84",), "end"),
    ]
    edges = [
        Edge("there", "foot"),
        Edge("foot", "square", "yes"),
        Edge("foot", "counter", "cavalry, counter-charge passed"),
        Edge("square", "formed", "passed"),
        Edge("square", "broken", "failed"),
        Edge("formed", "recall"),
        Edge("recall", "fire", "failed"),
        Edge("recall", "gone", "passed"),
        Edge("fire", "again"),
        Edge("again", "fight", "failed"),
        Edge("again", "gone again", "passed"),
    ]
    return flow(nodes, edges, "What the target of a charge can do", rule_link)


def pursuit_flow() -> Drawing:
    """From an emptied hex to the end of a pursuit."""
    nodes = [
        Node("empty", "The defenders’ hex is empty", ("TG-9.71a",)),
        Node("ten", "A 10 or more, by cavalry that charged?", ("TG-9.87a",), "test"),
        Node("map", "Is the beaten unit still on the map?", ("TG-9.87a",), "test"),
        Node("follow", "As many as stack move in, and face it", ("TG-9.87b",)),
        Node("alone", "Is it alone in their front?", ("TG-9.87c",), "test"),
        Node("charge", "Charge again, 1 worse each time", ("TG-9.87e",)),
        Node("end", "Over: now they are disordered", ("TG-9.87d",), "end"),
        Node("advance", "One stack moves in", ("TG-9.71a", "TG-9.72b"), "end"),
        Node("stop", "Move in and stop", ("TG-9.87a",), "end"),
        Node("choose", "Charge or shock all, or stop", ("TG-9.87c",)),
    ]
    edges = [
        Edge("empty", "ten"),
        Edge("ten", "map", "yes"),
        Edge("ten", "advance", "no"),
        Edge("map", "follow", "yes"),
        Edge("map", "stop", "no"),
        Edge("follow", "alone"),
        Edge("alone", "charge", "yes"),
        Edge("alone", "choose", "no"),
        Edge("charge", "end", "below 10"),
        Edge("charge", "ten", "10 or more"),
    ]
    return flow(nodes, edges, "From an emptied hex to the end of a pursuit", rule_link)


@checked
def rights_table(caption: str, kind: str, *cases: tuple[str, charge.Charge, str]) -> CitedTable:
    """Where a decision of this kind is offered and where it is not.

    Each case is a situation in words, the charge as far as it goes without that decision, and the
    clause that settles it. It is offered if the charge waits for it.
    """
    rows = (
        ((case, "yes" if waits_for(happened, kind) else "no"), clause)
        for case, happened, clause in cases
    )
    return cited_table(caption, ("situation", "allowed"), *rows)


@checked
def waits_for(happened: charge.Charge, kind: str) -> bool:
    """Whether a charge has stopped for a decision of this kind."""
    missing = happened.missing
    return (
        missing is not None
        and missing.what == "decision"
        and missing.key.rpartition(": ")[2].startswith(f"{kind} ")
    )


@checked
def fates_table(caption: str, *cases: tuple[str, charge.Charge]) -> CaptionedTable:
    """What became of each unit in adjudicated charges, a row each."""
    rows = tuple(
        (case, "; ".join(f"{name}: {fate}" for name, fate in happened.fates.items()))
        for case, happened in cases
    )
    return CaptionedTable(caption, Table(("situation", "what becomes of them"), rows))


@checked
def chances_table(question: str, *cases: tuple[str, Fraction]) -> CaptionedTable:
    """Chances beside each other that are not readings of one rule."""
    rows = tuple((case, percent(chance)) for case, chance in cases)
    return CaptionedTable(question, Table(("", "chance"), rows))


@checked
def answers_table(question: str, head: tuple[str, ...], *rows: tuple[str, ...]) -> CaptionedTable:
    """Rows that a chapter has worked out, under the question that they answer."""
    return CaptionedTable(question, Table(head, rows))
