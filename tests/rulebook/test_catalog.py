"""The rulebook as data: what is in it, and what it refuses."""

import zipfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from rules_lib.rulebook import catalog
from rules_lib.rulebook.entries import Clause, Erratum, Ruling
from rules_lib.rulebook.texts import Catalog, RulebookError, UnknownId, _folders, load
from tests.in_turn import in_turn

MELEE = "paper-tigers-melee"
CLAUSES = tuple(f"PT-M{number}" for number in range(1, 22))
RULINGS = tuple(f"R-M{number}" for number in range(1, 16))
ERRATA = tuple(f"E-A{number}" for number in range(1, 7))
TIPS = {"PT-M4"}
TUTORIAL = {"PT-M16", "PT-M17", "PT-M18", "PT-M19", "PT-M20", "PT-M21"}


@pytest.mark.rule("PT-M1", "PT-M2", "PT-M3", "PT-M4", "PT-M5", "PT-M6", "PT-M7", "PT-M20", "PT-M21")
def test_the_melee_has_every_entry_in_order() -> None:
    system = catalog().systems[MELEE]
    assert (system.clauses, system.rulings, system.errata) == (CLAUSES, RULINGS, ERRATA)
    assert {*CLAUSES, *RULINGS, *ERRATA} <= set(catalog().ids())
    assert len(set(catalog().ids())) == len(list(catalog().ids()))


def test_what_is_rule_and_what_only_the_tutorial_says() -> None:
    kinds = {rule_id: catalog().clauses[rule_id].kind for rule_id in CLAUSES}
    assert {rule_id for rule_id, kind in kinds.items() if kind == "tip"} == TIPS
    assert {rule_id for rule_id, kind in kinds.items() if kind == "tutorial"} == TUTORIAL


SNIPER, STRIKE = "paper-tigers-sniper", "paper-tigers-sudden-strike"
BATTLE = "in-die-tiefen"
CHARGE = "triumph-and-glory"
BATTLE_STEPS = ((1, 4), (2, 4), (3, 2), (4, 1), (5, 4), (6, 4), (7, 7))
CHARGE_POINTS = {
    "9.71": "abcd",
    "9.72": "ab",
    "9.73": "abcd",
    "9.81": ("a", "b", "c", "d", "e", "f", *(f"-{step}" for step in range(1, 10))),
    "9.82": ("",),
    "9.83": ("",),
    "9.84": ("",),
    "9.85": "abcdefghij",
    "9.86": "abcde",
    "9.87": "abcde",
}
ENTRIES = {
    MELEE: (*CLAUSES, *RULINGS, *ERRATA),
    SNIPER: (*(f"PT-S{n}" for n in range(1, 17)), *(f"R-S{n}" for n in range(1, 15))),
    STRIKE: (*(f"PT-X{n}" for n in range(1, 8)), *(f"R-X{n}" for n in range(1, 11))),
    BATTLE: (
        "IDT-0",
        *(f"IDT-{step}.{n}" for step, last in BATTLE_STEPS for n in range(1, last + 1)),
        *(f"R-I{n}" for n in range(1, 17)),
    ),
    CHARGE: (
        *(f"TG-{rule}{point}" for rule, points in CHARGE_POINTS.items() for point in points),
        *(f"R-N{n}" for n in range(1, 33)),
        *(f"E-N{n}" for n in range(1, 11)),
    ),
}


@in_turn("system_id", [SNIPER, STRIKE, BATTLE, CHARGE])
def test_the_other_systems_have_every_entry_in_order(system_id: str) -> None:
    system = catalog().systems[system_id]
    assert (*system.clauses, *system.rulings, *system.errata) == ENTRIES[system_id]
    assert bool(system.errata) == (system_id == CHARGE)
    assert {catalog().clauses[rule_id].kind for rule_id in system.clauses} == {"rule"}


@in_turn(
    ("system_id", "rule_id"), [(system, each) for system, ids in ENTRIES.items() for each in ids]
)
def test_an_entry_is_complete_and_found_by_its_id(system_id: str, rule_id: str) -> None:
    entry = catalog().entry(rule_id)
    assert entry.id == rule_id
    assert entry.system == system_id
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
    # Which rulings read which clause of the other systems.
    assert {
        rule_id: [each.id for each in catalog().rulings_of(rule_id)]
        for rule_id in (*ENTRIES[SNIPER], *ENTRIES[STRIKE], *ENTRIES[BATTLE], *ENTRIES[CHARGE])
        if not rule_id.startswith("R") and catalog().rulings_of(rule_id)
    } == {
        "PT-S1": ["R-S7"],
        "PT-S2": ["R-S1", "R-S7"],
        "PT-S3": ["R-S10"],
        "PT-S5": ["R-S5", "R-S8", "R-S12"],
        "PT-S6": ["R-S12"],
        "PT-S7": ["R-S11", "R-S14"],
        "PT-S9": ["R-X10"],
        "PT-S11": ["R-S1", "R-S2", "R-S3", "R-S4", "R-S5", "R-S13"],
        "PT-S12": ["R-S6", "R-S11", "R-S13", "R-S14"],
        "PT-S14": ["R-S8", "R-S9"],
        "PT-S15": ["R-S9"],
        "PT-S16": ["R-S11", "R-S14"],
        "PT-X1": ["R-X2", "R-X3", "R-X6", "R-X7"],
        "PT-X3": ["R-X5", "R-X9"],
        "PT-X4": ["R-X1"],
        "PT-X5": ["R-X10"],
        "PT-X6": ["R-X6"],
        "PT-X7": ["R-X4", "R-X8", "R-X9", "R-X10"],
        "IDT-1.3": ["R-I3"],
        "IDT-1.4": ["R-I6"],
        "IDT-3.2": ["R-I9"],
        "IDT-5.1": ["R-I1", "R-I14"],
        "IDT-5.2": ["R-I1", "R-I2", "R-I3", "R-I14"],
        "IDT-5.3": ["R-I5"],
        "IDT-6.1": ["R-I4", "R-I8"],
        "IDT-6.3": ["R-I3", "R-I5"],
        "IDT-6.4": ["R-I4", "R-I8"],
        "IDT-7.1": ["R-I10", "R-I15"],
        "IDT-7.2": ["R-I10", "R-I13", "R-I15", "R-I16"],
        "IDT-7.3": ["R-I11", "R-I13"],
        "IDT-7.4": ["R-I11"],
        "IDT-7.5": ["R-I7", "R-I11", "R-I13", "R-I16"],
        "IDT-7.6": ["R-I12", "R-I13", "R-I16"],
        "IDT-7.7": ["R-I13", "R-I15"],
        "TG-9.71a": ["R-N7", "R-N21", "R-N25", "R-N31"],
        "TG-9.72a": ["R-N30"],
        "TG-9.72b": ["R-N21", "R-N25"],
        "TG-9.73a": ["R-N15"],
        "TG-9.73b": ["R-N5"],
        "TG-9.73d": ["R-N27", "R-N32"],
        "TG-9.81a": ["R-N10", "R-N18"],
        "TG-9.81b": ["R-N11"],
        "TG-9.81d": ["R-N10"],
        "TG-9.81e": ["R-N10"],
        "TG-9.81f": ["R-N5"],
        "TG-9.81-1": ["R-N5", "R-N13", "R-N18"],
        "TG-9.81-2": ["R-N12", "R-N14", "R-N19", "R-N30", "R-N31"],
        "TG-9.81-3": ["R-N3", "R-N8", "R-N16", "R-N30"],
        "TG-9.81-4": ["R-N14", "R-N16", "R-N23"],
        "TG-9.81-5": ["R-N4"],
        "TG-9.81-6": ["R-N4", "R-N11", "R-N14", "R-N20", "R-N26"],
        "TG-9.81-7": ["R-N1", "R-N13", "R-N17", "R-N19", "R-N21", "R-N24"],
        "TG-9.82": ["R-N4", "R-N8", "R-N19", "R-N26"],
        "TG-9.83": ["R-N11", "R-N21"],
        "TG-9.84": ["R-N2", "R-N30"],
        "TG-9.85a": ["R-N3", "R-N23"],
        "TG-9.85c": ["R-N3", "R-N14"],
        "TG-9.85e": ["R-N2", "R-N16"],
        "TG-9.85f": ["R-N24"],
        "TG-9.86a": ["R-N5", "R-N22", "R-N23", "R-N28"],
        "TG-9.86b": ["R-N9", "R-N24", "R-N28"],
        "TG-9.86c": ["R-N28"],
        "TG-9.86d": ["R-N9", "R-N29"],
        "TG-9.86e": ["R-N12", "R-N15", "R-N28", "R-N29"],
        "TG-9.87a": ["R-N7", "R-N10", "R-N11", "R-N21", "R-N31"],
        "TG-9.87b": ["R-N7", "R-N31"],
        "TG-9.87c": ["R-N5", "R-N13"],
        "TG-9.87e": ["R-N6"],
    }


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


def test_the_catalog_is_loaded_once_and_cannot_be_changed() -> None:
    assert catalog() is catalog()
    with pytest.raises(TypeError):
        catalog().clauses["PT-M1"] = catalog().clauses["PT-M2"]  # type: ignore[index]


@in_turn(
    ("rule_id", "hint"),
    [("PT-M99", "PT-M9"), ("pt-m9", "PT-M9"), ("R-M33", "R-M3"), ("E-A", "E-A")],
)
def test_an_unknown_id_names_the_nearest(rule_id: str, hint: str) -> None:
    with pytest.raises(UnknownId, match=f"no entry '{rule_id}'; nearest: .*{hint}"):
        catalog().entry(rule_id)


@in_turn("rule_id", ["", "x" * 10_000, None, 5, [], True])
def test_what_is_no_id_at_all(rule_id: str) -> None:
    with pytest.raises(UnknownId, match="id: there is no entry") as error:
        catalog().entry(rule_id)
    assert len(str(error.value)) < 200


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


def test_a_small_rulebook_loads() -> None:
    small = loaded(WHOLE)
    assert list(small.ids()) == ["PT-M1", "R-M1", "E-A1"]
    assert small.systems["game"].errata == ("E-A1",)
    assert [each.value for each in small.rulings["R-M1"].readings] == ["True", "False"]


NO = ', { value = "False", text = "No." }'
SETTLED = WHOLE.replace(NO, "").replace('"Because."', '"Because."\nsettled = true')


def test_a_settled_ruling_loads() -> None:
    (only,) = loaded(SETTLED).rulings.values()
    assert only.settled
    assert [each.value for each in only.readings] == ["True"]
    (open_one,) = loaded(WHOLE).rulings.values()
    assert not open_one.settled


def changed(old: str, new: str) -> str:
    assert old in WHOLE
    return WHOLE.replace(old, new, 1)


def after_source(line: str) -> str:
    return changed('"Page 1"', f'"Page 1"\n{line}')


@in_turn(
    ("text", "message"),
    [
        ("= 5", "game.toml: not TOML"),
        (WHOLE + CLAUSE, "game.toml: id PT-M1 is used twice"),
        (WHOLE + "\n[[clauses]]\nid = 'PT-M2'", "game.toml: unknown table 'clauses'"),
        (CLAUSE, r"game.toml: table \[system\] is missing"),
        ("system = 5", r"game.toml: table \[system\] is missing"),
        (changed('language = "en"', ""), "game.toml: system: field 'language' is missing"),
        (changed('id = "game"', 'id = ""'), "game.toml: .* is empty"),
        (changed('id = "game"', "id = 7"), "game.toml: system: field 'id' must be text"),
        (changed('text = "A text."\n', ""), "game.toml: clause PT-M1: field 'text' is missing"),
        (changed('title = "A title"', 'titel = "A"'), "clause PT-M1: unknown field 'titel'"),
        (changed('source = "Page 1"', 'source = ""'), "clause PT-M1: field 'source' is empty"),
        (changed('source = "Page 1"', "source = 1"), "clause PT-M1: field 'source' must be text"),
        (changed('id = "PT-M1"', ""), "game.toml: clause number 1: field 'id' is missing"),
        (changed('id = "PT-M1"', "id = 5"), "game.toml: clause 5: field 'id' must be text"),
        (changed('id = "PT-M1"', 'id = "M1"'), "clause M1: 'M1' is not the form of an id"),
        (changed("[[clause]]", "[clause]"), "game.toml: 'clause' must be a list of tables"),
        (SYSTEM.replace("[system]", "clause = [5]\n[system]"), "'clause' must be a list of"),
        (after_source("kind = 'hint'"), "clause PT-M1: kind 'hint'; allowed"),
        (after_source("see = ['PT-M7']"), "game.toml: PT-M1: 'see' names 'PT-M7'"),
        (after_source("see = 'PT-M1'"), "clause PT-M1: field 'see' must be a list"),
        (after_source("see = [5]"), "clause PT-M1: field 'see' must be text"),
        (changed('clauses = ["PT-M1"]', 'clauses = ["PT-M7"]'), "R-M1: 'clauses' names 'PT-M7'"),
        (changed('clauses = ["PT-M1"]', 'clauses = ["E-A1"]'), "R-M1: 'clauses' names 'E-A1'"),
        (changed('clauses = ["PT-M1"]', "clauses = []"), "game.toml: R-M1: names no clause"),
        (changed(NO, ""), "ruling R-M1: .* two different"),
        (changed('"Because."', '"Because."\nsettled = false').replace(NO, ""), ".* two different"),
        (changed('"Because."', '"Because."\nsettled = true'), "R-M1: a settled ruling has exactly"),
        (SETTLED.replace('text = "Yes." }', 'text = "Yes." }' + NO), "settled ruling has exactly"),
        (changed('"Because."', '"Because."\nsettled = 1'), "R-M1: field 'settled' must be true or"),
        (changed('"Because."', '"Because."\nsettled = "true"'), "'settled' must be true or false"),
        (after_source("settled = true"), "clause PT-M1: unknown field 'settled'"),
        (changed('value = "False"', 'value = "True"'), "ruling R-M1: .* two different"),
        (changed('text = "Yes."', 'txt = "Yes."'), "ruling R-M1, reading: unknown field 'txt'"),
        (changed('value = "True", ', ""), "ruling R-M1, reading: field 'value' is missing"),
        (changed('value = "True"', "value = true"), "reading: field 'value' must be text"),
        (changed('{ value = "True", text = "Yes." }', '"x"'), "'readings' must be a list of"),
        (changed('question = "What?"\n', ""), "ruling R-M1: field 'question' is missing"),
        (changed('id = "E-A1"', 'id = "R-M1"'), "game.toml: id R-M1 is used twice"),
    ],
)  # fmt: skip
def test_what_a_rulebook_refuses(text: str, message: str) -> None:
    with pytest.raises(RulebookError, match=message) as error:
        loaded(text)
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
