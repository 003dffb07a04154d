/* Buttons that a finger misses which lands half a thumb beside them. */
() => [...document.querySelectorAll("article :is(button:not(.copybtn), summary)")]
    .filter((each) => {
        if (!each.checkVisibility() || each.closest(".rb-row, .hide")) return false;
        each.scrollIntoView({ block: "center" });
        const { right, top, bottom } = each.getBoundingClientRect();
        const hit = (away) => document.elementFromPoint(right - 9, (top + bottom) / 2 + away);
        const near = (away) => hit(away)?.closest("a, button, input, label, select, summary");
        return !each.contains(hit(0)) || !near(-19) || !near(19);
    }).map((each) => each.outerHTML.slice(0, 120))
