"""The rulebook, chapters and tests name the same ids; what lacks something stops a build."""

from pathlib import Path
from textwrap import dedent

import pytest

from rulebook_ext.coverage import tests_of as found_tests
from rules_lib.rulebook import catalog
from tests.book import small_book

PAGE = (
    small_book.KERNEL
    + """
# A page

```{clause} PT-M9
```
```{clause} PT-M5
```
```{ruling} R-M1
```
```{erratum} E-A1
```
```{code-cell} ipython3
:rules: [PT-M9, PT-M5, R-M1, E-A1]
1 + 1
```
%s
````md
```{clause} PT-M10
```
````
```{coverage} paper-tigers-melee
```
"""
)
ODDS = """
```{code-cell} ipython3
---
rules: [%s]
odds: true
---
1 + 1
```
"""
TESTS = """
import pytest
@pytest.mark.slow
@pytest.mark.rule("R-M1", "PT-M9")
@pytest.mark.rule("PT-M9")
def test_it(): ...
class TestMore:
    @pytest.mark.rule("R-M1")
    def test_more(self): ...
"""
CASES = '[[case]]\nname = "A case"\nrules = ["PT-M9"]\n'


def with_tests(folder: Path) -> Path:
    (folder / "tests/cases").mkdir(parents=True)
    (folder / "tests/test_melee.py").write_text(TESTS, "utf-8")
    (folder / "tests/cases/melee.toml").write_text(CASES, "utf-8")
    return folder


def test_every_entry_has_tests_and_tests_name_entries_that_exist(root: Path) -> None:
    assert set(found_tests(root)) == set(catalog().ids())


def test_tests_are_found_by_their_marks_and_cases_by_their_rules(tmp_path: Path) -> None:
    assert found_tests(with_tests(tmp_path)) == {
        "PT-M9": ["tests/cases/melee.toml: A case", "tests/test_melee.py: test_it"],
        "R-M1": ["tests/test_melee.py: test_it", "tests/test_melee.py: test_more"],
    }


def test_the_coverage_page_has_every_system(root: Path) -> None:
    page = (root / "book" / "reference" / "coverage.md").read_text("utf-8")
    for system in catalog().systems.values():
        assert f"## {system.title}\n\n```{{coverage}} {system.id}\n" in page


@pytest.mark.slow
def test_what_an_entry_lacks_is_a_warning_and_so_fails_the_build(tmp_path: Path) -> None:
    """Odds where there is a chance, and only of clauses; a box that is quoted is none."""
    assert catalog().clauses["PT-M9"].chance
    assert not catalog().clauses["PT-M5"].chance
    with_tests(tmp_path / "source")
    _, said = small_book.build(tmp_path, {"a": dedent(PAGE) % (ODDS % "PT-M99")})
    assert "'PT-M99' is no entry of the rulebook; write rules: [PT-M9, PT-M10]" in said
    lacks = dict(each.split(" lacks: ") for each in said.split("coverage: ")[1:])
    lacks = {rule_id: what.splitlines()[0] for rule_id, what in lacks.items()}
    assert lacks["PT-M9"] == "odds"
    assert lacks["PT-M5"] == "test"
    assert lacks["PT-M10"] == "box, example, odds, test"
    assert "R-M1" not in lacks
    assert lacks["E-A1"] == "test"
    assert not any(each.startswith("IDT") for each in lacks)


@pytest.mark.slow
def test_a_cell_counts_for_odds_if_it_says_so(tmp_path: Path) -> None:
    with_tests(tmp_path / "source")
    html, said = small_book.build(tmp_path, {"a": dedent(PAGE) % (ODDS % "PT-M9")})
    assert "PT-M9 lacks" not in said
    assert "tests/test_melee.py: test_more" in html["a"]
