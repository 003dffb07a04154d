/* Words that cannot be read as they stand: cut, on each other, too small; all folds are opened. */
() => {
    for (const fold of document.querySelectorAll("article details")) fold.open = true;
    const found = [];
    const inner = (each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const air = (bottom - top) * 0.2;  // above capitals, and below the line
        return { left, right, top: top + air, bottom: bottom - air, each };
    };
    const shown = (text) => text.textContent.trim()
        && getComputedStyle(text).visibility === "visible";
    for (const svg of document.querySelectorAll("article svg:not(.rb-live svg)")) {
        if (!svg.getClientRects().length) continue;
        const texts = [...svg.querySelectorAll("text")].filter(shown).map(inner);
        if (!texts.length) continue;
        const frame = svg.getBoundingClientRect();
        const boxes = [...svg.querySelectorAll("rect")].filter((each) => !each.closest("defs"))
            .map((each) => ({ each, area: each.getBoundingClientRect() }));
        const scale = frame.width / (svg.viewBox.baseVal?.width || frame.width);
        for (const [i, one] of texts.entries()) {
            const say = (what) => found.push(`${one.each.textContent.trim()}: ${what}`);
            const out = one.left < frame.left - 1 || one.right > frame.right + 1
                || one.top < frame.top - 1 || one.bottom > frame.bottom + 1;
            if (out) say("cut by the frame");
            for (const other of texts.slice(i + 1)) {
                const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
                const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
                if (wide > scale && tall > scale) say(`lies on ${other.each.textContent.trim()}`);
            }
            const x = (one.left + one.right) / 2, y = (one.top + one.bottom) / 2;
            const around = boxes.filter(({ each, area }) => area.left <= x && x <= area.right
                && area.top <= y && y <= area.bottom
                && one.each.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING);
            const box = around.sort((a, b) => a.area.width - b.area.width)[0]?.area;
            if (box && (one.left < box.left - 1 || one.right > box.right + 1))
                say(`wider than its box of ${Math.round(box.width)}`);
        }
    }
    const pen = document.createElement("canvas").getContext("2d");
    for (const select of document.querySelectorAll("article select")) {
        if (!select.getClientRects().length) continue;
        const style = getComputedStyle(select);
        pen.font = style.font;
        const room = select.clientWidth
            - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        for (const { text } of select.options)
            if (pen.measureText(text).width > room + 1) found.push(`${text}: cut in its list`);
    }
    for (const code of document.querySelectorAll("div.cell_input pre"))
        if (code.scrollWidth > code.clientWidth + 1) found.push(`${code.textContent}: cut code`);
    const marks = ".rb-clause, .rb-box-kind, .rb-default, .rb-basis, .rb-quick-borrowed";
    for (const mark of document.querySelectorAll(marks))
        if (parseFloat(getComputedStyle(mark).fontSize) < 12) found.push(`${mark.className}: tiny`);
    return found;
}
