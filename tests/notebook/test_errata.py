"""The two lists of errata: nothing stands in the wrong one, and nothing is lost."""

import re
from collections.abc import Callable

import pytest

from rules_lib.examples.audit import Basis, Finding
from rules_lib.notebook.errata import audit_table, confirmed, contradictions
from rules_lib.paper_tigers import el_alamein
from rules_lib.triumph_and_glory import example

WRONG = Finding("E-A4", "fight 5", "9 − 2 = 8", "9 − 2 = 7", ("PT-M15",), "none <at all>")
RIGHT = Finding("", "fight 6", "8 < 9", "8 < 9", ("PT-M9", "PT-M10"))
ALSO_RIGHT = Finding("", "fight 6", "a draw", "a draw", ("PT-M11",))
SILENT = Finding("", "fight 4", "no hits", "no hits", ("PT-M9",), basis=Basis.INFERRED)
ORIGIN = Finding("", "fight 2", "shaken", "shaken", ("PT-M18",), basis=Basis.ORIGIN)
FINDINGS = [WRONG, RIGHT, ALSO_RIGHT]


def test_the_lists_never_mix() -> None:
    assert contradictions(FINDINGS).findings == (WRONG,)
    assert confirmed(FINDINGS).findings == (RIGHT, ALSO_RIGHT)


def test_a_card_says_all_of_a_contradiction_and_links_it() -> None:
    html = contradictions(FINDINGS)._repr_html_()
    for text in ("9 − 2 = 8", "9 − 2 = 7", "none &lt;at all&gt;", "fight 5"):
        assert text in html
    assert re.findall('href="([^"]+)"', html) == ["rule:E-A4", "rule:PT-M15"]
    assert "fight 6" not in html


def test_confirmed_claims_stand_under_their_place() -> None:
    html = confirmed(FINDINGS)._repr_html_()
    assert html.count("<li>") == 1
    assert "fight 6: </b>8 &lt; 9; a draw" in html
    assert re.findall('href="rule:([^"]+)"', html) == ["PT-M9", "PT-M10", "PT-M11"]


def test_what_is_inferred_and_what_a_clause_was_read_from_stand_apart() -> None:
    html = confirmed([SILENT, RIGHT, ORIGIN, WRONG])._repr_html_()
    printed, inferred, origin = html.split("<p>")
    assert "fight 6" in printed
    assert inferred.startswith("Not printed: inferred from what is not said, and right.</p>")
    assert "fight 4" in inferred
    assert origin.startswith("Printed, and what a clause was read from: so no clause confirms it.")
    assert "fight 2" in origin
    assert "<p>" not in confirmed(FINDINGS)._repr_html_()


def test_the_table_says_how_each_claim_stands() -> None:
    table = audit_table([RIGHT, ALSO_RIGHT, SILENT, ORIGIN], "How does it stand?").table
    assert table.head == ("where", "claim", "how it stands")
    assert table.rows == (
        ("fight 6", "8 < 9; a draw", "printed, and right"),
        ("fight 4", "no hits", "not printed: inferred from what is not said, and right"),
        (
            "fight 2",
            "shaken",
            "printed, and what a clause was read from: so no clause confirms it",
        ),
    )
    alone = audit_table([SILENT], "Silent?").table
    assert alone.head == ("where", "not printed: inferred from what is not said, and right")
    assert audit_table([RIGHT], "Right?").table.head == ("where", "printed, and right")
    assert audit_table([], "Nothing?").table.rows == ()


@pytest.mark.parametrize("audit", [el_alamein.audit, example.audit])
def test_every_finding_of_the_audits_is_in_one_list(audit: Callable[[], list[Finding]]) -> None:
    findings = audit()
    shown = (*contradictions(findings).findings, *confirmed(findings).findings)
    assert sorted(shown, key=str) == sorted(findings, key=str)
    assert str(contradictions(findings)).count("  printed:  ") == len(
        contradictions(findings).findings
    )


def test_a_claim_that_only_a_changed_rule_contradicts_stands_with_what_is_wrong() -> None:
    changed = Finding("", "fight 2", "a win", "a draw", ("PT-M10",), basis=Basis.CONTRADICTED)
    assert confirmed([changed, RIGHT]).findings == (RIGHT,)
    html = contradictions([changed])._repr_html_()
    assert "contradicted: fight 2" in html
    assert "Effect" not in html
    assert audit_table([WRONG, changed], "Wrong?").table.rows[1][0] == "contradicted"
