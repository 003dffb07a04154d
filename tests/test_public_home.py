"""What the project needs where the public finds it: forms, workflows, package, lock, addresses."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from rulebook_ext.project import UNKNOWN, project

ROOT = Path(__file__).parents[1]
HOME = "https://github.com/some-body/rule.book"
SCHEMAS = {
    "github-workflows": sorted((ROOT / ".github/workflows").glob("*.yml")),
    "github-issue-forms": [ROOT / f".github/ISSUE_TEMPLATE/{name}.yml" for name in ("rule", "bug")],
    "github-issue-config": [ROOT / ".github/ISSUE_TEMPLATE/config.yml"],
    "dependabot": [ROOT / ".github/dependabot.yml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}


def script(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def loaded(path: str) -> dict[Any, Any]:
    made: dict[Any, Any] = yaml.safe_load((ROOT / path).read_text("utf-8"))
    return made


@pytest.mark.slow
@pytest.mark.parametrize("schema", SCHEMAS)
def test_what_others_read_has_the_form_they_want(schema: str) -> None:
    from check_jsonschema import main  # heavy

    files = list(map(str, SCHEMAS[schema]))
    ran = CliRunner().invoke(main, ["--builtin-schema", f"vendor.{schema}", *files])
    assert ran.exit_code == 0, ran.output


def test_a_wrong_rule_is_reported_with_its_clause_and_what_was_expected() -> None:
    fields = {each["id"]: each for each in loaded(".github/ISSUE_TEMPLATE/rule.yml")["body"][1:]}
    needed = {name for name, each in fields.items() if each.get("validations", {}).get("required")}
    assert needed == {"clause", "situation", "expected", "got"}


def test_the_citation_is_of_this_version_and_under_our_licences() -> None:
    cited = loaded("CITATION.cff")
    assert cited["version"] == project()["version"]
    assert " AND ".join(cited["license"]) == project()["license"]
    assert cited["authors"] == project()["authors"]


@pytest.mark.parametrize("name", ["book", "deep", "release", "test"])
def test_a_workflow_may_write_only_where_it_says_so_and_keeps_no_credentials(name: str) -> None:
    flow = loaded(f".github/workflows/{name}.yml")
    assert flow["permissions"] == {"contents": "read"}
    writers = {job for job, each in flow["jobs"].items() if "permissions" in each}
    allowed = {"book": {"publish", "notebooks"}, "release": {"publish"}}
    assert writers == allowed.get(name, set())
    steps = [step for each in flow["jobs"].values() for step in each["steps"]]
    for step in steps:
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"] == {"persist-credentials": False}
    for job in writers:
        assert not any("checkout" in each.get("uses", "") for each in flow["jobs"][job]["steps"])


def test_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    notes = script(".github/release_notes.py").notes
    newest = "# Changelog\n\n## 0.3.0\nLater.\n\n"
    changelog = f"{newest}## 0.2.0 (2026-12-01)\n\n### A\n- new\n\n## 0.1.0\nold\n"
    assert notes("0.2.0", changelog, "0.2.0") == "### A\n- new"
    assert notes("0.1.0", changelog, "0.1.0") == "old"


@pytest.mark.parametrize(
    ("version", "changelog", "ours", "said"),
    [
        ("0.2.0", "## 0.2.0\n", "0.1.0", r"tag says 0\.2\.0, pyproject\.toml 0\.1\.0"),
        ("0.2.0", "## 0.1.0\n", "0.2.0", "no section"),
        ("0.2.0", "## 0.2.0 (unreleased)\nx\n", "0.2.0", "still calls 0.2.0 unreleased"),
        ("0.2", "## 0.2.0\nx\n", "0.2", "no section"),
    ],
)
def test_what_is_not_ready_is_not_released(
    version: str, changelog: str, ours: str, said: str
) -> None:
    with pytest.raises(SystemExit, match=said):
        script(".github/release_notes.py").notes(version, changelog, ours)


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make")
def test_one_command_fills_in_where_the_project_lives(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "CITATION.cff", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    compiled = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / ".github", tmp_path / ".github", ignore=compiled)
    command = ["make", "-C", str(tmp_path), "home"]
    assert subprocess.run(command, capture_output=True, timeout=600).returncode != 0
    subprocess.run([*command, f"REPOSITORY={HOME}"], check=True, capture_output=True, timeout=600)
    texts = {path: path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()}
    left = {path.name for path, text in texts.items() if UNKNOWN in text}
    assert left == {"Makefile"}, "only where the mark itself is named"
    assert f"[![test]({HOME}/actions" in texts[tmp_path / "README.md"]
    assert "badges" not in texts[tmp_path / "README.md"]
    assert not list(tmp_path.rglob("*.new"))


@pytest.mark.slow
def test_a_page_leads_to_its_source_once_that_has_an_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rulebook_ext.head import ways  # heavy

    page = "book/paper_tigers/melee"
    monkeypatch.delenv("RULEBOOK_REPOSITORY", raising=False)
    if project()["urls"]["Repository"] == UNKNOWN:
        assert not list(ways(page, f"{page}.md", runs=True))
    monkeypatch.setenv("RULEBOOK_REPOSITORY", f"{HOME}/")
    links = dict(ways(page, f"{page}.md", runs=True))
    assert links["Edit this page"] == f"{HOME}/edit/main/{page}.md"
    assert links["A rule is wrong here"].startswith(f"{HOME}/issues/new?template=rule.yml&version=")
    there = "some-body/rule.book"
    assert links["Open in Colab"].endswith(f"/github/{there}/blob/notebooks/{page}.ipynb")
    assert f"/gh/{there}/HEAD?urlpath=lab%2Ftree%2Fbook" in links["Open in JupyterLab"]
    assert list(dict(ways(page, f"{page}.md", runs=False))) == list(links)[2:]
    monkeypatch.setenv("RULEBOOK_REPOSITORY", "https://forge.example/us/book")
    assert list(dict(ways(page, f"{page}.md", runs=True))) == list(links)[2:]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheel and sources, made from a copy as `make package` does."""
    copy = tmp_path_factory.mktemp("package") / "copy"
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    if files.returncode:
        pytest.skip("not a clone")
    for name in files.stdout.splitlines():
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    command = [sys.executable, "-m", "build", "--no-isolation", str(copy)]
    home = {**os.environ, "RULEBOOK_REPOSITORY": HOME}
    made = subprocess.run(command, capture_output=True, text=True, timeout=600, env=home)
    assert made.returncode == 0, made.stdout + made.stderr
    return copy / "dist"


@pytest.mark.slow
@pytest.mark.deep
def test_sources_can_run_their_tests(package: Path, tmp_path: Path) -> None:
    (sources,) = package.glob("*.tar.gz")
    careful: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # from 3.11.4 on
    with tarfile.open(sources) as packed:
        packed.extractall(tmp_path, **careful)
    (there,) = tmp_path.iterdir()
    for needed in ("Makefile", "requirements.lock", "_toc.yml", "book/index.md", ".ci/run"):
        assert (there / needed).is_file(), needed
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:nbval", "-p", "no:cacheprovider"]
    command += ["tests/paper_tigers/test_cards.py", "tests/rulebook/test_catalog.py"]
    ran = subprocess.run(command, cwd=there, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout[-2000:]


@pytest.mark.slow
def test_the_wheel_holds_the_library_and_says_what_it_is(package: Path) -> None:
    (wheel,) = package.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        (told,) = (each for each in names if each.endswith("/METADATA"))
        metadata = message_from_string(packed.read(told).decode())
    assert {each.split("/")[0] for each in names} == {"rules_lib", told.split("/")[0]}
    assert metadata["License-Expression"] == project()["license"]
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert len(metadata.get_all("Project-URL", [])) == 3
    readme = str(metadata.get_payload())
    assert all(":" in each for each in re.findall(r"\]\(([^)]*)\)", readme)), "nothing beside it"
    assert f"({HOME}/raw/main/book/_static/melee-page.png)" in readme
