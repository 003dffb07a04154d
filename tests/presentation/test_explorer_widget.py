"""The live form of an explorer says the same as the published one."""

import sys
import warnings
from html import unescape

import pytest

from rules_lib.presentation import explorer_widget
from rules_lib.presentation.wording import percent
from tests.presentation.toys import DUEL, Outline


@pytest.fixture(autouse=True)
def quiet() -> None:
    """ipywidgets without a kernel warns about its own internals."""
    warnings.simplefilter("ignore", DeprecationWarning)


def test_the_box_answers_when_a_control_moves() -> None:
    pytest.importorskip("ipywidgets")
    box = explorer_widget.live(DUEL)
    _, attacker, _, bonus, output = box.children
    assert DUEL.sentence(DUEL.at({})) in unescape(output.value)
    attacker.value, bonus.value = "3-dice", "yes"
    answer = DUEL.at({"attacker": "3-dice", "bonus": "yes"})
    page = Outline(output.value)
    assert DUEL.sentence(answer) in page.text
    for part in answer.parts:
        assert percent(part.chance) in page.text
        assert str(part.chance) in page.text
    assert "duel(3, 2, bonus=True)" in page.text


def test_the_bundle_holds_both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ipywidgets")
    monkeypatch.delenv("RULEBOOK_STATIC", raising=False)
    bundle = DUEL._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/html"] == DUEL._repr_html_()


def test_without_ipywidgets_the_static_form_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEBOOK_STATIC", raising=False)
    monkeypatch.setattr(explorer_widget, "find_spec", lambda _: None)
    assert set(DUEL._repr_mimebundle_()) == {"text/html", "text/plain"}


def test_the_declaration_itself_needs_no_third_party_package() -> None:
    module = sys.modules["rules_lib.presentation.explorer"]
    assert not {"ipywidgets", "plotly"} & set(vars(module))
