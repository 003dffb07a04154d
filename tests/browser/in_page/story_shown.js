/* All that a story shows. */
(root) => {
    const plain = (e) => e.textContent.replaceAll(' ', ' ');
    const field = (name) => plain(root.querySelector(`.rb-learn-player [data-rb="${name}"]`));
    const all = (selector) => [...root.querySelectorAll(selector)];
    const lines = all(".rb-learn-lines > li");
    return {
        heading: field("heading"), say: field("say"), ask: field("ask"),
        note: field("note"), score: field("score"),
        status: field("status"), sentence: field("sentence"), big: field("big"),
        odds: !root.querySelector('[data-rb="odds"]').hidden,
        percents: all('tr:not([hidden]) > [data-rb="percent"]').map(plain),
        judged: Object.fromEntries(["decision", "luck"].map((name) => {
            const row = root.querySelector(`[data-rb="${name}"]`);
            return [name, row.hidden ? "" : plain(row.querySelector(".rb-learn-said"))];
        })),
        bars: all(".rb-learn-worth:not([hidden]) .rb-learn-scale > span")
            .map(({ style, dataset }) => [parseFloat(style.left || "50"), parseFloat(style.width) || 0, dataset.sign]),
        mark: root.querySelector('[data-rb="note"]').dataset.mark,
        marks: all('[data-rb="way"] > li').map(({ dataset }) => dataset.mark),
        moods: all(".rb-learn-piece").map(({ dataset }) => dataset.mood),
        guess: all(".rb-learn-flags > span").map(plain),
        at: all(".rb-learn-flags > span").map(({ style }) => parseFloat(style.getPropertyValue("--at"))),
        throws: [all(".rb-learn-field > :not(.rb-learn-no)").length, all(".rb-learn-field > *").length],
        lines: lines.map((line) => plain(line)),
        links: lines.map((line) =>
            [...line.querySelectorAll("a")].map((a) => decodeURIComponent(a.hash.slice(1)))),
        dice: all(".rb-learn-throw:not(.rb-learn-lying)")
            .map((each) => each.getAttribute("aria-label")),
        drawn: all(".rb-learn-throw:not(.rb-learn-lying) svg").length,
        choices: all(".rb-learn-choice").map(plain),
        facts: all(".rb-learn-facts > li").map(plain),
        widths: all(".rb-bar g rect").map((bar) => parseFloat(bar.getAttribute("width"))),
    };
}
