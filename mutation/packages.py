"""The parts that are changed, and the tests that are asked about them.

The engine and what shows are two suites: a mutant of the one does not wait for the tests of the
other.
"""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SKIPPED_FILES = {"limits.py", "__init__.py"}


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests that are asked together.

    Attributes:
        title: what they are asked about, as a heading.
        tests: files and folders.
        slow: what the names of slow tests begin with that are asked too.
        nets: files of tests that each look at much. They are not measured but asked last, those
            that share a word with the changed file first, then those with a word of `common`.
        common: words of tests that are quick, and look at what belongs to no game.
        also: words of files, and other words that tests have for the same.
        tools: what the tests use beside ours; loaded once, for all processes.
        shown: people read what comes out; see `mutation/telling.py`.
    """

    title: str
    tests: tuple[str, ...]
    slow: tuple[str, ...]
    tools: tuple[str, ...]
    shown: bool = False
    nets: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Package:
    """Folders and files under one name."""

    name: str
    paths: tuple[str, ...]
    suite: Suite

    def holds(self, file: str) -> bool:
        """Whether a file, told from the root, is in it."""
        return any(file == path or file.startswith(f"{path}/") for path in self.paths)

    def files(self, root: Path = ROOT) -> list[Path]:
        """The files that are changed."""
        found = [root / path for path in self.paths]
        files = [f for p in found for f in ([p] if p.is_file() else sorted(p.rglob("*.py")))]
        return [path for path in files if path.name not in SKIPPED_FILES]


ENGINE = Suite(
    "The engine",
    (
        "tests/probability",
        "tests/paper_tigers",
        "tests/in_die_tiefen",
        "tests/triumph_and_glory",
        "tests/properties",
        "tests/golden",
        "tests/hostile_world",
        "tests/impact/test_measures.py",
        "tests/rulebook/test_rulings.py",
        "tests/test_best_choices.py",
        # Units in words, answers in a line.
        "tests/commands",
        "tests/situations",
        "tests/test_in_short.py",
    ),
    # What asks the engine through a picture takes too long.
    (
        "tests/in_die_tiefen/test_battle_brute.py::test_four_fanaticism_dice",
        "tests/in_die_tiefen/test_battle_brute.py::test_larger_pools",
        "tests/in_die_tiefen/test_choices.py::test_numbers_that_are_exactly_as_good",
        "tests/paper_tigers/test_melee_rerolls.py::test_more_knowledge",
        "tests/triumph_and_glory/test_charge_decide.py::test_stacks_that_are_alike",
        "tests/triumph_and_glory/test_declare_brute.py::test_random_declarations_are_read_alike[some]",
        "tests/triumph_and_glory/test_example_dice.py::test_a_reading_that_changes_the_last",
        "tests/triumph_and_glory/test_legality_brute.py::test_the_random_boards",
    ),
    ("hypothesis", "hypothesis.strategies", "icepool", "dyce", "numpy", "scipy.signal"),
)
SHOWN = Suite(
    "What shows",
    (
        "tests/shown/test_reading.py",
        "tests/shown_right",
        "tests/presentation",
        "tests/book/test_bundle.py",
        "tests/book/test_extension_parts.py",
        "tests/book/test_lab_files.py",
        "tests/book/test_plain.py",
        "tests/commands",
        "tests/impact/test_executors.py",
        "tests/impact/test_impact.py",
        "tests/impact/test_measures.py",
        "tests/rulebook",
        "tests/situations",
        "tests/sweep",
        "tests/test_held_to_annotations.py",
        "tests/test_wording.py",
    ),
    (
        "tests/book/",
        "tests/impact/test_pages.py",
        "tests/presentation/test_still.py",
        "tests/shown/",
    ),
    (*ENGINE.tools, "docutils.core", "sphinx.application", "myst_nb.sphinx_ext", "plotly.io"),
    shown=True,
    nets=(
        "tests/shown/test_kept.py",
        "tests/impact/test_pages.py",
        "tests/book/test_parallel_execution.py",
        "tests/book/test_rulebook_ext.py",
        "tests/book/test_social.py",
        "tests/book/test_terms.py",
    ),
    common=("alamein", "charge", "command", "errata", "limits", "strike", "tactics", "ten"),
    also=(
        ("quick", "sheets"),
        ("battle", "tiefen"),
        ("cavalry", "triumph"),
        ("flow", "charge"),
        ("exchange", "charge"),
        ("together", "idle"),
        ("commands", "help"),
    ),
)
PACKAGES = {
    each.name: each
    for each in (
        Package("probability", ("rules_lib/probability",), ENGINE),
        Package("in_die_tiefen", ("rules_lib/in_die_tiefen",), ENGINE),
        Package("paper_tigers", ("rules_lib/paper_tigers",), ENGINE),
        Package("triumph_and_glory", ("rules_lib/triumph_and_glory",), ENGINE),
        Package("presentation", ("rules_lib/presentation",), SHOWN),
        Package("commands", ("rules_lib/commands", "rules_lib/__main__.py"), SHOWN),
        Package("impact", ("rules_lib/impact",), SHOWN),
        Package("book", ("book/_ext/rulebook_ext",), SHOWN),
        Package("rulebook", ("rules_lib/rulebook",), SHOWN),
        Package("situations", ("rules_lib/situations", "rules_lib/system"), SHOWN),
        Package("sweep", ("rules_lib/sweep",), SHOWN),
        Package(
            "errors and types",
            (
                "rules_lib/audit.py",
                "rules_lib/data_files.py",
                "rules_lib/shown.py",
                "rules_lib/errors.py",
                "rules_lib/frozen.py",
                "rules_lib/in_short.py",
                "rules_lib/type_checks.py",
                "rules_lib/transcript.py",
                "rules_lib/word_enum.py",
                "rules_lib/wording.py",
                "rules_lib/words.py",
            ),
            SHOWN,
        ),
    )
}


def package_of(file: str) -> Package | None:
    """The package of a file that is told from the root."""
    return next((each for each in PACKAGES.values() if each.holds(file)), None)


def of_suite(suite: Suite) -> list[Package]:
    """The packages of a suite."""
    return [each for each in PACKAGES.values() if each.suite is suite]


def files_of_tests(suite: Suite) -> list[str]:
    """The files of the tests that are measured, told from the root."""
    found = [ROOT / each for each in suite.tests]
    files = [f for p in found for f in ([p] if p.is_file() else sorted(p.rglob("test_*.py")))]
    return [path.relative_to(ROOT).as_posix() for path in files]


def module_name(file: str) -> str:
    """What Python calls the module of a file that is told from the root."""
    return file.removesuffix(".py").removeprefix("book/_ext/").replace("/", ".")
