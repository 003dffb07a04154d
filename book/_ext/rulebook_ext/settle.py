"""The directive ``rulings-ranked``: all open questions by game, first what is typically at stake.

It is a plain list; ``settle.js`` shows the filter above it and lets it work.
"""

from itertools import groupby

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import folder_of, game_of
from rulebook_ext.impacts import measured, typically
from rulebook_ext.nodes import template
from rulebook_ext.prose import linked
from rules_lib.impact import points, ranked
from rules_lib.rulebook import System, catalog
from rules_lib.rulebook.defaults import readings_of

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
            section += _questions(self.env, group)
            self.state.document.note_explicit_target(section, section)
            made.append(section)
        return made


def _label(game: str) -> str:
    return folder_of(game).replace("_", "-")


def _questions(env: BuildEnvironment, systems: list[System]) -> nodes.raw:
    each_system = [ranked(map(measured, system.rulings)) for system in systems]
    every = ranked(impact for one in each_system for impact in one)
    first = [impact for one in each_system for impact in one[: FIRST // len(systems)]]
    worst = sorted((each for each in every if each.largest), key=lambda each: -each.largest)
    # The part of its game, where that has several.
    several = len(systems) > 1
    parts = {each.id: f" · {each.title.partition(': ')[2]}" if several else "" for each in systems}
    return template(
        env,
        "ranked.html",
        first=[each for each in every if each in first],
        rest=[each for each in every if each not in first],
        worst=worst,
        parts=parts,
        linked=linked,
        ours=lambda rule_id: readings_of(rule_id)[0].text,
        typically=typically,
        points=points,
    )


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("rulings-ranked", RankedDirective)
