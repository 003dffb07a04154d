/* All that an explorer shows. */
(root) => {
    const plain = (each) => each.textContent.replaceAll('\u00a0', ' ');
    const all = (selector) => [...root.querySelectorAll(selector)];
    const seen = (each) => each.checkVisibility({checkOpacity: false});
    const named = (name) => all(`[data-rb="${name}"]`).map(plain);
    const visible = (name) => all(`[data-rb="${name}"]`).filter(seen).map(plain);
    return {
        ...Object.fromEntries(["sentence", "big", "percent", "number", "setting", "python", "exact"]
            .map((name) => [name, named(name)])),
        ...Object.fromEntries(["ours", "change", "number-ours", "beside", "rounding"]
            .map((name) => [name, visible(name)])),
        table: all(".rb-compare tbody tr").map((row) => [...row.cells].map(plain)),
        current: all(".rb-compare [aria-current] th").map(plain),
        widths: all(".rb-bar g > rect").map((bar) => parseFloat(bar.getAttribute("width"))),
        labels: all(".rb-bar g > text").map((each) => each.checkVisibility({
            visibilityProperty: true })),
    };
}
