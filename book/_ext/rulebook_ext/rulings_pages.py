"""The directives of the pages about rulings: ``ruling``, ``rulings-idle``, ``contradictions``."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.boxes import BoxDirective, touches
from rulebook_ext.domain import cite
from rulebook_ext.impacts import measured, of, reason_of
from rulebook_ext.nodes import Details, ProofPlaceholder, fold, inline
from rulebook_ext.prose import listed, paragraphs, spans
from rules_lib.impact import Change, Clash, Gap, Impact, ReadingImpact, points
from rules_lib.notebook.impact import told, two_bars
from rules_lib.rulebook import Ruling, catalog
from rules_lib.rulebook.defaults import reading_of, readings_of

FEW = 3
"""Situations that are told in full before the rest is folded away."""


class RulingDirective(BoxDirective[Ruling]):
    """A ruling: question, readings, reason, what each other answer changes, the switch."""

    kind = "ruling"

    def frame(self, entry: Ruling, body: list[nodes.Node]) -> nodes.section:
        """The section."""
        section = nodes.section(names=[entry.id.lower()], classes=["rb-ruling"])
        section += nodes.title("", f"{entry.id}: {entry.title}")
        section += paragraphs(entry.question, "rb-question")
        section += [_answers(entry), reason_of(entry), *body]
        section += list(_changes_of(measured(entry.id)))
        section += [touches("Reads", entry.clauses), ProofPlaceholder(rule_id=entry.id)]
        section += _switch(entry)
        return section


class IdleDirective(SphinxDirective):
    """The questions of a system that stop to matter, and those that begin to."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Build the list, or say that there are none."""
        if (system := str(self.arguments[0])) not in catalog().systems:
            known = ", ".join(catalog().systems)
            raise self.error(f"{self.name}: no system {system!r}; there are: {known}")
        items = [*self._silenced(system), *self._woken(system)]
        if not items:
            text = "None: no single other answer makes a question pointless."
            return [nodes.paragraph("", text)]
        return [nodes.bullet_list("", *(nodes.list_item("", each) for each in items))]

    def _silenced(self, system: str) -> Iterator[nodes.paragraph]:
        pairs = groupby(of(system).silenced, key=lambda each: (each.ruling, each.value))
        for (rule_id, value), group in pairs:
            text = reading_of(rule_id, value).answer
            idle = [each.silenced for each in group]
            verb = "changes" if len(idle) == 1 else "change"
            line = nodes.paragraph("", "", nodes.Text("If "), cite(rule_id))
            line += [nodes.Text(f" is read as “{text}”, then "), *_named(idle)]
            line += nodes.Text(f" {verb} nothing any more.")
            yield line

    def _woken(self, system: str) -> Iterator[nodes.paragraph]:
        for rule_id in catalog().systems[system].rulings:
            if measured(rule_id).woken_by:
                yield nodes.paragraph("", "", cite(rule_id), *_woken(measured(rule_id)))


class ContradictionsDirective(SphinxDirective):
    """What contradicts itself, or leads nowhere: ``clashes``, ``never``, ``gaps``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Build the list, or say that there are none."""
        found = [of(each) for each in catalog().systems]
        lines: Iterable[nodes.paragraph]
        if (what := str(self.arguments[0])) == "clashes":
            lines = (_clash(each) for one in found for each in one.clashes)
        elif what == "never":
            lines = (
                nodes.paragraph("", "", *_named([id_])) for one in found for id_ in one.never_matter
            )
        else:
            gaps = [each for one in found for each in one.gaps]
            lines = (_open(*each) for each in groupby(gaps, key=lambda gap: gap.rulings))
        items = [nodes.list_item("", each) for each in lines]
        return [nodes.bullet_list("", *items) if items else nodes.paragraph("", "None was found.")]


def _clash(clash: Clash) -> nodes.paragraph:
    readings = (
        (cite(rule_id), nodes.Text(f" as “{reading_of(rule_id, value).answer}”"))
        for rule_id, value in zip(clash.rulings, clash.values, strict=True)
    )
    found = nodes.Text(f". Found with: {clash.situations[0]}.")
    return nodes.paragraph("", "", *listed(readings, ", with "), found)


def _open(rulings: tuple[str, ...], gaps: Iterable[Gap]) -> nodes.paragraph:
    names = "; ".join(each.situation for each in gaps)
    return nodes.paragraph("", "", *_named(list(rulings)), nodes.Text(f": {names}."))


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("contradictions", ContradictionsDirective)
    app.add_directive("ruling", RulingDirective)
    app.add_directive("rulings-idle", IdleDirective)


def _answers(entry: Ruling) -> nodes.bullet_list:
    """All readings, our default first."""
    answers = nodes.bullet_list(classes=["rb-readings"])
    for position, reading in enumerate(readings_of(entry.id)):
        text = nodes.paragraph("", "", *spans(reading.text))
        if position == 0:
            text += [nodes.Text(" "), inline("our default", "rb-default")]
        if reading.basis:
            text += [nodes.Text(" "), inline(f"Basis: {reading.basis}.", "rb-basis")]
        answers += nodes.list_item("", text)
    return answers


def _switch(entry: Ruling) -> Details:
    owner, _, field = entry.field.rpartition(".")
    first, *others = (f"{owner}({field}={reading.value})" for reading in readings_of(entry.id))
    calls = "\n".join([f"{first}  # our default", *others])
    code = nodes.literal_block(calls, calls, language="python")
    return fold("Switch it in the library", code)


def _changes_of(impact: Impact) -> Iterator[nodes.Node]:
    """What is at stake, and what every other answer changes."""
    yield nodes.paragraph("", "", _verdict(impact), classes=["rb-verdict-line"])
    several = len(impact.readings) > 1
    for each in impact.readings:
        if several:
            words = nodes.strong("", f"If “{each.reading.answer}”: ")
            yield nodes.paragraph("", "", words)
        yield from _reading(impact, each)
    if impact.woken_by:
        yield nodes.paragraph("", "", nodes.Text("It"), *_woken(impact))


def _verdict(impact: Impact) -> nodes.inline:
    return inline(impact.verdict, "rb-verdict", f"rb-verdict-{impact.weight.name.lower()}")


def _reading(impact: Impact, each: ReadingImpact) -> Iterator[nodes.Node]:
    count = len(each.changes)
    if not each.differing:
        yield nodes.paragraph("", f"It changes nothing in any of the {count} situations.")
        return
    if each.largest.size:
        yield nodes.paragraph("", _in_numbers(each))
        ours, theirs = impact.default_reading.answer, each.reading.answer
        bars = two_bars(each.largest, impact.panel.headline, ours, theirs)
        yield nodes.raw("", bars, format="html")
    else:
        told_in = f"It changes {len(each.differing)} of {count} situations"
        yield nodes.paragraph("", f"{told_in} ({impact.panel.headline}):")
        yield _changes(each.differing[:FEW])
        if len(each.differing) <= FEW:
            return
    yield _all_situations(impact, each)


def _in_numbers(each: ReadingImpact) -> str:
    """The largest and the typical change in a sentence each."""
    difference = each.largest.difference
    assert difference is not None
    count, touched = len(each.changes), sum(bool(change.size) for change in each.changes)
    text = f"Largest change: {points(difference, signed=True)}. "
    text += f"Typical change: {points(each.typical)}, the median of {count} situations."
    if touched < count:
        plural = "s" * (touched > 1)
        text += f" It touches {touched} situation{plural}, there typically by"
        text += f" {points(each.typical_there)}."
    return text


def _changes(changes: tuple[Change, ...]) -> nodes.bullet_list:
    items = []
    for each in changes:
        values = nodes.strong("", f"{told(each.default)} → {told(each.other)}")
        line = nodes.paragraph("", "", nodes.Text(f"{each.situation}: "), values)
        if each.difference is not None:
            line += nodes.Text(f" ({points(each.difference, signed=True)})")
        items.append(nodes.list_item("", line))
    return nodes.bullet_list("", *items, classes=["rb-situations"])


def _all_situations(impact: Impact, each: ReadingImpact) -> Details:
    shown, count = len(each.differing), len(each.changes)
    which = f"All {count} situations" if shown == count else f"The {shown} that change, of {count}"
    found: Details = fold(f"{which}: {impact.panel.headline}")
    if impact.panel.note:
        found += nodes.paragraph("", impact.panel.note)
    found += _changes(each.differing)
    same = [change.situation for change in each.changes if not change.differs]
    if same:
        found += nodes.paragraph("", f"The same under both: {'; '.join(same)}.")
    return found


def _named(ids: Iterable[str]) -> Iterator[nodes.Node]:
    titles = ((cite(each), nodes.Text(f" ({catalog().rulings[each].title})")) for each in ids)
    yield from listed(titles, last=" and ")


def _woken(impact: Impact) -> Iterator[nodes.Node]:
    """What another question must be answered by for this one to matter."""
    yield nodes.Text(" changes nothing while the others are read as here. It begins to matter if ")
    woken = (
        (cite(rule_id), nodes.Text(f" is read as “{reading_of(rule_id, value).answer}”"))
        for rule_id, value in impact.woken_by
    )
    yield from (*listed(woken, ", or if "), nodes.Text("."))
