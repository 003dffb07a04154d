"""``explain``, ``rulings`` and ``errata``: what the rulebook, the code and the audits say."""

import pytest

from rules_lib.commands.errata import AUDITS
from rules_lib.impact import measure
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import option, spelt, words_of
from tests.commands.asking import Asker, exact
from tests.in_turn import in_turn


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


@in_turn("rule_id", catalog().clauses, one_in=4)
def test_a_clause_is_told_with_all_that_is_open_in_it(ask: Asker, rule_id: str) -> None:
    clause, text = catalog().clauses[rule_id], flat(ask.told(f"explain {rule_id} --quick"))
    system = catalog().systems[clause.system]
    assert text.startswith(f"{rule_id} {clause.title} {flat(clause.text)}")
    assert f"Source: {system.source_title}, “{clause.source}”" in text
    assert clause.term in text
    assert f"{ {'de': 'German', 'ru': 'Russian'}[system.language] }: {clause.term}" in text
    rulings, errata = catalog().rulings_of(rule_id), catalog().errata_of(rule_id)
    for ruling in rulings:
        assert f"{ruling.id} {ruling.title}" in text
        ours, *others = (
            f"{words_of(ruling.id, value)} [{option(ruling.id, value)}]"
            for value in values_of(ruling.id)
        )
        assert f"{ruling.question} Our answer: {ours} Why: {flat(ruling.reason)}" in text
        for other in others:
            assert f"Otherwise: {other}" in text
    for erratum in errata:
        assert f"{erratum.id} {erratum.title}" in text
        assert flat(erratum.text) in text
    assert ("Nothing is open in it" in text) == (not rulings and not errata)


def test_a_clause_as_data(ask: Asker) -> None:
    (entry,) = ask.data("explain PT-M13 --quick")["entries"]
    clause = catalog().clauses["PT-M13"]
    assert (entry["id"], entry["text"], entry["term"]) == ("PT-M13", clause.text, "Deckung")
    assert [each["id"] for each in entry["rulings"]] == ["R-M4", "R-M5", "R-M13"]
    assert entry["rulings"][0]["default"] == "each_exchange"


@pytest.mark.parametrize("rule_id", ["R-I7", "R-I9", "R-S9", "R-X8", "R-I6", "R-M11", "R-N15"])
def test_a_ruling_says_whether_it_matters(ask: Asker, rule_id: str) -> None:
    impact = measure(rule_id)
    text, (entry,) = flat(ask.told(f"explain {rule_id}")), ask.data(f"explain {rule_id}")["entries"]
    assert f"does it matter? {impact.verdict}".lower() in text.lower()
    assert exact(entry["changes"]["largest"]) == impact.largest
    assert exact(entry["changes"]["typical"]) == impact.typical
    if impact.largest:
        assert impact.strongest
        assert f"Most: {impact.strongest.largest.situation}." in text
    assert "Does it matter?" not in ask.told(f"explain {rule_id} --quick")


def test_several_ids_in_any_case(ask: Asker) -> None:
    data = ask.data("explain pt-m13 e-a4 r-m3 tg-9.85A --quick")
    assert [each["id"] for each in data["entries"]] == ["PT-M13", "E-A4", "R-M3", "TG-9.85a"]


@pytest.mark.parametrize("system", [*catalog().systems, "paper-tigers", ""])
def test_rulings_with_their_defaults(ask: Asker, system: str) -> None:
    text, data = flat(ask.told(f"rulings {system}")), ask.data(f"rulings {system}")
    wanted = [
        rule_id
        for each in catalog().systems.values()
        if each.id.startswith(system)
        for rule_id in each.rulings
    ]
    assert [each["id"] for each in data["rulings"]] == wanted
    for each in data["rulings"]:
        ruling, (default, *named) = catalog().rulings[each["id"]], values_of(each["id"])
        assert each["default"] == spelt(default)
        answer = f"Our answer: {words_of(ruling.id, default)} [{option(ruling.id, default)}]"
        rest = f"Otherwise: {', '.join(option(ruling.id, other) for other in named)}"
        ends = rest if named else "No other reading makes sense."
        assert f"{ruling.id} {ruling.title} {ruling.question} {answer} {ends}" in text
    others = {rule_id for rule_id in catalog().rulings if rule_id not in wanted}
    assert not any(f"{rule_id} " in text for rule_id in others)


def test_every_system_with_errata_is_audited() -> None:
    assert {each.system for each in catalog().errata.values()} == set(AUDITS)
