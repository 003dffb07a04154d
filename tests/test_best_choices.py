"""Every choice that the book calls best, and the test that tries all others."""

import ast
import re
from itertools import chain
from pathlib import Path

from tests.in_turn import in_turn

PROOFS = {
    # when to roll again for cover
    "melee.Goal": [
        "paper_tigers/test_melee.py::test_the_best_of_random_melees",
    ],
    "destroyed_": [
        "in_die_tiefen/test_decisions.py::test_no_choice_is_better_than_the_highest_dice"
    ],
    "best_fanaticism": ["in_die_tiefen/test_decisions.py::test_the_best_number_of_fanaticism_dice"],
    "tactics_game": ["in_die_tiefen/test_decisions.py::test_the_game_of_tactics"],
    # square, counter-charge, recall and the other decisions of a cavalry charge
    "charge.decide": [
        "triumph_and_glory/test_charge_odds.py::test_the_best_play_is_that_of_the_clauses",
    ],
}
"""By the call that finds a best choice: what proves that it is."""

PROMISES = re.compile(r"\bmelee\.Goal\b|\bbest_fanaticism\b|\btactics_game\b|\bcharge\.decide\b")


@in_turn("call", PROOFS)
def test_each_best_choice_has_its_proof(call: str, root: Path) -> None:
    for proof in PROOFS[call]:
        path, _, name = proof.partition("::")
        tree = ast.parse((root / "tests" / path).read_text("utf-8"))
        assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


def test_what_the_pages_call_best_is_on_the_list(root: Path) -> None:
    pages = chain((root / "book").rglob("*.md"), (root / "rules_lib/notebook").rglob("*.py"))
    asked = {call for page in pages for call in PROMISES.findall(page.read_text("utf-8"))}
    assert asked <= PROOFS.keys()
    assert asked >= {"melee.Goal", "best_fanaticism", "tactics_game"}
