"""The table of an audit: what is wrong, or how each claim stands, and which clauses say so."""

import re

from rules_lib.examples.audit import Basis, Finding
from rules_lib.notebook.errata import audit_table

WRONG = Finding("E-A4", "fight 5", "9 − 2 = 8", "9 − 2 = 7", ("PT-M15",), "none <at all>")
RIGHT = Finding("", "fight 6", "8 < 9", "8 < 9", ("PT-M9", "PT-M10"))
ALSO_RIGHT = Finding("", "fight 6", "a draw", "a draw", ("PT-M11",))
SILENT = Finding("", "fight 4", "no hits", "no hits", ("PT-M9",), basis=Basis.INFERRED)
ORIGIN = Finding("", "fight 2", "shaken", "shaken", ("PT-M18",), basis=Basis.ORIGIN)


def test_a_row_says_all_of_a_contradiction_and_links_it() -> None:
    changed = Finding("", "fight 2", "a win", "a draw", ("PT-M10",), basis=Basis.CONTRADICTED)
    table = audit_table([WRONG, changed], "Wrong?")
    first, second = table.table.rows
    assert first[1:5] == ("fight 5", "9 − 2 = 8", "9 − 2 = 7", "none <at all>")
    assert second[0] == "contradicted", "what only a changed rule contradicts is wrong, too"
    links = re.findall('href="([^"]+)"', table._repr_html_())
    assert links == ["rule:E-A4", "rule:PT-M15", "rule:PT-M10"]


def test_the_table_says_how_each_claim_stands() -> None:
    table = audit_table([RIGHT, ALSO_RIGHT, SILENT, ORIGIN], "How does it stand?").table
    assert table.head == ("where", "claim", "how it stands", "by")
    assert tuple(row[:3] for row in table.rows) == (
        ("fight 6", "8 < 9; a draw", "printed, and right"),
        ("fight 4", "no hits", "not printed: inferred from what is not said, and right"),
        (
            "fight 2",
            "shaken",
            "printed, and what a clause was read from: so no clause confirms it",
        ),
    )
    assert re.findall(r"PT-M\d+(?=<)", table.rows[0][3]) == ["PT-M9", "PT-M10", "PT-M11"]
    assert audit_table([], "Nothing?").table.rows == ()
