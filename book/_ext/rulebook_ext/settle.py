"""The directive ``rulings-ranked``: all open questions by game, first what is typically at stake.

It is a plain list; ``settle.js`` shows the filter above it and lets it work.
"""

from collections.abc import Iterable
from itertools import groupby

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.boxes import asked
from rulebook_ext.domain import folder_of, game_of
from rulebook_ext.impacts import measured, typically
from rulebook_ext.nodes import fold, inline, template
from rulebook_ext.prose import sentence
from rules_lib.impact import Impact, points, ranked
from rules_lib.rulebook import System, catalog

FIRST = 6
"""Questions of a game that stand open: as many for each of its systems."""


class RankedDirective(SphinxDirective):
    """The questions of all systems: a section a game, a line a question, the worst cases apart."""

    def run(self) -> list[nodes.Node]:
        """Build the filter and the sections."""
        systems = sorted(catalog().systems.values(), key=game_of)
        games = {name: list(group) for name, group in groupby(systems, key=game_of)}
        chips = [("", "all games"), *((_label(name), name) for name in games)]
        made: list[nodes.Node] = [template(self.env, "settle.html", games=chips)]
        for name, group in games.items():
            section = nodes.section(ids=[_label(name)], names=[_label(name)])
            section["classes"].append("rb-settle-game")
            section += nodes.title("", name)
            section += _questions(group)
            self.state.document.note_explicit_target(section, section)
            made.append(section)
        return made


def _label(game: str) -> str:
    return folder_of(game).replace("_", "-")


def _questions(systems: list[System]) -> list[nodes.Node]:
    each_system = [ranked(map(measured, system.rulings)) for system in systems]
    every = ranked(impact for one in each_system for impact in one)
    chosen = [impact for one in each_system for impact in one[: FIRST // len(systems)]]
    rest = [impact for impact in every if impact not in chosen]
    worst = sorted((each for each in every if each.largest), key=lambda each: -each.largest)
    first = [impact for impact in every if impact in chosen]
    more = fold(f"{len(rest)} more questions", _ranked(map(line_of, rest)))
    cases = fold("Worst cases: the most that another answer changes", _ranked(map(_worst, worst)))
    cases["classes"].append("rb-worst")
    return [_ranked(map(line_of, first)), more, cases]


def _ranked(lines: Iterable[nodes.list_item]) -> nodes.bullet_list:
    return nodes.bullet_list("", *lines, classes=["rb-ranked"])


def line_of(impact: Impact) -> nodes.list_item:
    """A question, our answer, and what is typically at stake."""
    line = asked(impact.ruling)
    line += [nodes.Text(" "), inline(f"{typically(impact)}{_part(impact)}", "rb-basis")]
    return nodes.list_item("", line)


def _part(impact: Impact) -> str:
    """The part of its game, where that has several."""
    systems = catalog().systems
    ours = systems[impact.ruling.system]
    several = sum(game_of(each) == game_of(ours) for each in systems.values()) > 1
    return f" · {ours.title.partition(': ')[2]}" if several else ""


def _worst(impact: Impact) -> nodes.list_item:
    size = points(impact.largest)
    most = size if size.startswith("less") else f"up to {size}"
    line = sentence(f"{impact.ruling.id} {impact.ruling.question} ")
    line += inline(most, "rb-basis")
    return nodes.list_item("", line)


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("rulings-ranked", RankedDirective)
