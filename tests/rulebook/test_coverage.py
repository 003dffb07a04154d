"""The rulebook, the code, the chapters and the tests name the same ids."""

from pathlib import Path
from textwrap import dedent

import pytest

from rules_lib.rulebook import catalog
from rules_lib.rulebook.coverage import COLUMNS, collect
from rules_lib.rulebook.evidence import Citation, EvidenceError, in_chapter, in_tests
from tests.in_turn import in_turn


@pytest.mark.slow
def test_the_book_covers_the_rulebook(root: Path) -> None:
    holes = collect(root).holes()
    assert not holes, "\n".join(str(each) for each in holes)


def test_the_coverage_page_has_every_system(root: Path) -> None:
    page = (root / "book" / "reference" / "coverage.md").read_text("utf-8")
    for system in catalog().systems.values():
        assert f"## {system.title}\n\n```{{coverage}} {system.id}\n" in page


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with one chapter and one file of tests, both about PT-M9 and R-M1."""
    (tmp_path / "book").mkdir()
    (tmp_path / "tests").mkdir()
    chapter = """
    ```{clause} PT-M9
    ```
    ```{code-cell} ipython3
    :rules: [PT-M9, R-M1]
    1 + 1
    ```
    """
    (tmp_path / "book" / "melee.md").write_text(dedent(chapter), "utf-8")
    tests = """
    import pytest
    @pytest.mark.rule("R-M1")
    def test_it(): ...
    """
    (tmp_path / "tests" / "test_melee.py").write_text(dedent(tests), "utf-8")
    return tmp_path


def test_an_entry_lacks_what_nobody_provides(tree: Path) -> None:
    holes = {each.id: each for each in collect(tree).holes()}
    assert "test" in holes["PT-M9"].lacks
    assert not {"box", "example"} & set(holes["PT-M9"].lacks)
    assert "box" in holes["R-M1"].lacks
    assert set(holes["PT-M10"].lacks) >= {"box", "example", "test"}
    assert str(holes["PT-M10"]).startswith("PT-M10 lacks: box")


def test_odds_are_needed_where_there_is_a_chance_and_only_of_clauses(tree: Path) -> None:
    assert catalog().clauses["PT-M9"].chance
    assert not catalog().clauses["PT-M5"].chance
    lacks = {each.id: each.lacks for each in collect(tree).holes()}
    assert "odds" in lacks["PT-M9"]
    assert "odds" not in lacks["PT-M5"]
    assert "odds" not in lacks["R-M1"]
    assert "odds" not in lacks["E-A1"]


@in_turn(
    ("header", "counts"),
    [
        (":rules: [PT-M9]\n:odds: true", True),
        ("---\nodds: true\nrules: [PT-M9]\n---", True),
        (":rules: [PT-M9]\n:odds: false", False),
        (":rules: [PT-M9]", False),
        (":rules: [PT-M9]\nodds: true", False),
    ],
)
def test_a_cell_counts_for_odds_if_it_says_so(tree: Path, header: str, counts: bool) -> None:
    cell = f"```{{code-cell}} ipython3\n{header}\n\n1 + 1\n```\n"
    assert ("odds" in {each.column for each in in_chapter(cell, "a.md")}) == counts
    (tree / "book" / "more.md").write_text(cell, "utf-8")
    assert collect(tree).rows["PT-M9"].has("odds") == counts


def test_counts_are_per_column(tree: Path) -> None:
    coverage = collect(tree)
    ids = ["PT-M9", "PT-M10", "R-M1"]
    counts = {column: coverage.count(ids, column) for column in COLUMNS if column != "code"}
    assert counts == {"box": 1, "example": 2, "odds": 0, "test": 1}


@pytest.mark.parametrize("folder", ["_build", ".ipynb_checkpoints"])
def test_copies_of_chapters_do_not_count(tree: Path, folder: str) -> None:
    (tree / "book" / folder).mkdir()
    (tree / "book" / folder / "copy.md").write_text("```{clause} PT-M10\n```\n", "utf-8")
    assert not collect(tree).rows["PT-M10"].box


def test_a_name_without_an_entry_is_a_hole(tree: Path) -> None:
    (tree / "book" / "stray.md").write_text("\n```{clause} PT-M99\n```\n", "utf-8")
    (stray,) = [each for each in collect(tree).holes() if each.id == "PT-M99"]
    assert str(stray) == "book/stray.md:2 names PT-M99, which is no entry of the rulebook"


def named(text: str, column: str) -> list[Citation]:
    return [each for each in in_chapter(dedent(text), "a.md") if each.column == column]


def boxed(text: str) -> list[tuple[str, int]]:
    return [(each.rule_id, each.place.line) for each in named(text, "box")]


def exemplified(text: str) -> list[str]:
    return [each.rule_id for each in named(text, "example")]


def test_quoted_directives_are_no_boxes() -> None:
    text = """\
    ````md
    ```{clause} PT-M9
    ```
    ````
    ```python
    :::{clause} PT-M9
    ```
    ```{clause} PT-M10
    ```
    """
    assert boxed(text) == [("PT-M10", 8)]


@pytest.mark.parametrize(
    "text",
    [
        "```{code-cell} ipython3\nrules: [PT-M9]\n```\n",
        "```{code-cell} ipython3\n---\ntags: [a]\n---\nrules: list = ['PT-M9']\n```\n",
        "````md\n```{code-cell} ipython3\n:rules: [PT-M9]\n```\n````\n",
    ],
)
def test_what_only_looks_like_the_rules_of_a_cell(text: str) -> None:
    assert exemplified(text) == []


def test_a_malformed_id_of_a_cell_says_where() -> None:
    with pytest.raises(EvidenceError, match=r"a\.md:1: rules: 'M9' is not an id"):
        exemplified("```{code-cell} ipython3\n:rules: [M9]\n```\n")


def bound(source: str) -> list[tuple[str, str]]:
    marks = in_tests(dedent(source), "test_a.py")
    return [(each.rule_id, each.place.name) for each in marks]


def test_ids_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(EvidenceError, match=r"test_a\.py:2: .* found \*IDS"):
        bound("\n@pytest.mark.rule(*IDS)\ndef test_a(): ...\n")
