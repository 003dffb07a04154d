"""The workflow that publishes the book: tested before it is published, with few rights."""

from pathlib import Path
from typing import Any

import yaml

from tests.browser.shots import FOLDER

FILE = Path(__file__).parents[1] / ".github/workflows/book.yml"


def workflow() -> dict[Any, Any]:
    loaded: dict[Any, Any] = yaml.safe_load(FILE.read_text("utf-8"))
    return loaded


def steps(job: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = workflow()["jobs"][job]["steps"]
    return found


def used(job: str) -> dict[str, dict[str, Any]]:
    return {step["uses"].partition("@")[0]: step for step in steps(job) if "uses" in step}


def test_pushes_to_main_and_pull_requests_start_it() -> None:
    started = workflow()[True]  # YAML reads the key "on" as a truth value
    assert started["push"]["branches"] == ["main"]
    assert "pull_request" in started


def test_everything_is_built_and_tested_before_it_is_handed_over() -> None:
    order = [step.get("run") or step["uses"].partition("@")[0] for step in steps("build")]
    assert order.index(".ci/run") < order.index("actions/upload-pages-artifact")
    assert used("build")["actions/upload-pages-artifact"]["with"]["path"] == "_build/html"


def test_a_pull_request_leaves_a_preview_and_publishes_nothing() -> None:
    kept = {
        step["with"]["name"]: step
        for step in steps("build")
        if step.get("uses", "").startswith("actions/upload-artifact@")
    }
    assert "pull_request" in kept["book-preview"]["if"]
    assert kept["book-preview"]["with"]["path"] == "_build/html"
    publish = workflow()["jobs"]["publish"]
    assert publish["needs"] == "build"
    assert publish["if"] == used("build")["actions/upload-pages-artifact"]["if"]
    assert publish["if"].startswith("github.ref == 'refs/heads/main'")


def test_only_the_publishing_job_may_write() -> None:
    assert workflow()["permissions"] == {"contents": "read"}
    assert "permissions" not in workflow()["jobs"]["build"]
    assert workflow()["jobs"]["publish"]["permissions"] == {"pages": "write", "id-token": "write"}


def test_the_screenshots_of_the_tests_are_kept_whatever_happens() -> None:
    (kept,) = (each for each in steps("build") if each.get("with", {}).get("name") == "screenshots")
    assert kept["uses"].startswith("actions/upload-artifact@")
    assert kept["if"] == "${{ !cancelled() }}"
    assert kept["with"]["path"] == FOLDER.relative_to(FILE.parents[2]).as_posix()
    (ran,) = (each for each in steps("build") if each.get("run") == ".ci/run")
    assert ran["env"]["RULEBOOK_SHOTS"]
