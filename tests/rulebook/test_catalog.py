"""The rulebook as data: what is in it, whom it names, and what it refuses."""

import re
import zipfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from rules_lib.rulebook import catalog
from rules_lib.rulebook.entries import Clause, Erratum, Ruling
from rules_lib.rulebook.texts import Catalog, RulebookError, _folders, load
from tests.in_turn import in_turn

TIPS = {"PT-M4"}
TUTORIAL = {"PT-M16", "PT-M17", "PT-M18", "PT-M19", "PT-M20", "PT-M21"}
IDS = list(catalog().ids())


def in_order(rule_id: str) -> tuple[int | str, ...]:
    return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|\D+", rule_id))


@pytest.mark.rule("PT-M1", "PT-M2", "PT-M3", "PT-M4", "PT-M5", "PT-M6", "PT-M7", "PT-M20", "PT-M21")
def test_every_system_has_its_entries_in_order() -> None:
    """That none is missing the code says, where each is at home (`test_rulings`)."""
    assert len(set(IDS)) == len(IDS)
    for system in catalog().systems.values():
        for ids in (system.clauses, system.rulings, system.errata):
            letters_first = [each for each in ids if not re.search(r"-\d$", each)]
            for some in (letters_first, [each for each in ids if each not in letters_first]):
                assert some == sorted(some, key=in_order)


def test_what_is_rule_and_what_only_the_tutorial_says() -> None:
    kinds = {rule_id: each.kind for rule_id, each in catalog().clauses.items()}
    assert {rule_id for rule_id, kind in kinds.items() if kind == "tip"} == TIPS
    assert {rule_id for rule_id, kind in kinds.items() if kind == "tutorial"} == TUTORIAL
    assert set(kinds.values()) == {"rule", "tip", "tutorial"}


@in_turn("rule_id", IDS)
def test_an_entry_is_complete_and_found_by_its_id(rule_id: str) -> None:
    entry = catalog().entry(rule_id)
    assert entry.id == rule_id
    if isinstance(entry, Ruling):
        assert entry.question.endswith("?")
        assert entry.reason.endswith(".")
        assert all(each.text.endswith(".") for each in entry.readings)
    else:
        assert entry.text.endswith(".")
    if isinstance(entry, Clause):
        assert entry.term
        assert rule_id not in entry.see
    kind = {"P": Clause, "I": Clause, "T": Clause, "R": Ruling, "E": Erratum}[rule_id[0]]
    assert type(entry) is kind


def test_what_reads_and_concerns_a_clause() -> None:
    assert [each.id for each in catalog().rulings_of("PT-M13")] == ["R-M4", "R-M5", "R-M13"]
    assert [each.id for each in catalog().errata_of("PT-M9")] == ["E-A5"]
    assert catalog().rulings_of("PT-M20") == ()
    for rule_id in catalog().clauses:
        reading = [each for each in catalog().rulings.values() if rule_id in each.clauses]
        assert [*catalog().rulings_of(rule_id)] == reading


@pytest.mark.rule("R-N5", "R-N6", "R-N12", "R-N13", "R-N17", "R-N27", "R-X10")
@pytest.mark.rule("R-N19", "R-N20", "R-N21", "R-N24")
def test_a_default_that_rests_on_the_secondary_source_says_so() -> None:
    resting = {"R-N5", "R-N6", "R-N12", "R-N13", "R-N17", "R-N27"}
    resting |= {"R-X10", "R-N19", "R-N20", "R-N21", "R-N24"}
    for ruling in catalog().rulings.values():
        named = "secondary source" in ruling.reason, "secondary source" in ruling.readings[0].basis
        assert named == (ruling.id in resting,) * 2, ruling.id
        # Of R-N19 it says both, in two places; R-N11 and R-N21 are read by the text itself.
        others = any("secondary source" in each.basis for each in ruling.readings[1:])
        assert others == (ruling.id in ("R-N11", "R-N19", "R-N21")), ruling.id


@pytest.mark.rule("R-I6")
def test_a_settled_ruling_has_one_reading_and_says_why() -> None:
    settled = [each.id for each in catalog().rulings.values() if each.settled]
    assert settled == ["R-I6"]
    for each in catalog().rulings.values():
        assert (len(each.readings) == 1) == each.settled
    assert catalog().rulings["R-I6"].reason.endswith("No other reading makes sense.")


SYSTEM = """
[system]
id = "game"
title = "A game"
source_title = "Its rules"
source_author = ""
language = "en"
"""
CLAUSE = """
[[clause]]
id = "PT-M1"
title = "A title"
text = "A text."
source = "Page 1"
"""
RULING = """
[[ruling]]
id = "R-M1"
title = "A title"
question = "What?"
field = "melee.Rulings.x"
clauses = ["PT-M1"]
reason = "Because."
readings = [{ value = "True", text = "Yes." }, { value = "False", text = "No." }]
"""
ERRATUM = """
[[erratum]]
id = "E-A1"
title = "A title"
text = "A text."
clauses = ["PT-M1"]
"""
WHOLE = SYSTEM + CLAUSE + RULING + ERRATUM


def loaded(text: str) -> Catalog:
    return load({"game.toml": text})


REFUSED = Path(__file__).with_name("refused.txt").read_text("utf-8").splitlines()[1:]


@in_turn("row", REFUSED)
def test_what_a_rulebook_refuses(row: str) -> None:
    old, new, message = (each.strip(" ").replace("⏎", "\n") for each in row.split("|", 2))
    assert old in WHOLE
    with pytest.raises(RulebookError, match=message) as error:
        loaded(WHOLE.replace(old, new, 1))
    assert str(error.value).startswith("game.toml")


def test_what_two_files_refuse() -> None:
    with pytest.raises(RulebookError, match=r"b\.toml: system 'game' exists already"):
        load({"a.toml": WHOLE, "b.toml": SYSTEM})
    other = SYSTEM.replace('"game"', '"other"')
    with pytest.raises(RulebookError, match=r"b\.toml: id PT-M1 is used twice, first in a\.toml"):
        load({"a.toml": WHOLE, "b.toml": other + CLAUSE})
    # One file may refer to another.
    linked = other + CLAUSE.replace("PT-M1", "PT-S1") + 'see = ["PT-M1"]'
    assert load({"a.toml": WHOLE, "b.toml": linked}).clauses["PT-S1"].see == ("PT-M1",)


def test_systems_are_found_in_the_same_order_in_a_folder_and_in_an_archive(tmp_path: Path) -> None:
    names = ["b", "a", "c"]
    with ZipFile(tmp_path / "packed.zip", "w") as packed:
        for name in names:
            (tmp_path / name).mkdir()
            packed.writestr(f"{name}/rules.toml", "")
    for folder in (tmp_path, zipfile.Path(tmp_path / "packed.zip")):
        assert [each.name for each in _folders(folder)] == sorted(names)


SITE = "schwarzer" + ".de"
"""Named in the credit of the pictures only: neither author nor publisher of the text."""

TEXTS = ("README.md", "LICENSE", "book/**/*.md", "rules_lib/rulebook/*.toml", "rules_lib/**/*.py")


def test_only_the_article_on_the_melee_names_its_author() -> None:
    authors = {name: each.source_author for name, each in catalog().systems.items()}
    assert {name: author for name, author in authors.items() if author} == {
        "paper-tigers-melee": "Sturmi"
    }


@pytest.mark.rule("PT-M4")
def test_no_credit_of_a_picture_and_no_designer_of_paper_tigers(root: Path) -> None:
    for path in (path for pattern in TEXTS for path in sorted(root.glob(pattern))):
        text = path.read_text("utf-8")
        assert SITE not in text, path
        assert "designer" not in text.lower(), path
    clause = catalog().clauses["PT-M4"]
    assert (clause.kind, clause.term) == ("tip", "Tipp")


@pytest.mark.rule("R-M9")
def test_five_and_three_hits_are_ours_and_not_public_variant_39() -> None:
    ruling = catalog().rulings["R-M9"]
    assert [each.basis for each in ruling.readings] == ["tutorial", "ours, not public variant #39"]
    assert "All other numbers are ours." in ruling.reason
    assert "it raises the card for each hit as well" in ruling.reason
