/* What is wrong with a page as it comes: pictures, icons, names, stops of the keyboard, its head. */
() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const told = (what, some) => some.map((each) => `${what}: ${each.outerHTML.slice(0, 160)}`);
    // The theme's own script and fonts are not there to draw them.
    const undrawn = all("[class*=fa-]").filter((each) => {
        const { maskImage, width } = getComputedStyle(each, "::before");
        return !maskImage.startsWith("url(") || (each.checkVisibility() && parseFloat(width) <= 8);
    });
    const named = (each) => each.getAttribute("aria-label") || each.getAttribute("alt")
        || each.getAttribute("aria-labelledby") || each.querySelector(":scope > title");
    const hidden = (each) => each.closest("[aria-hidden=true], [role=presentation]")
        || each.getAttribute("alt") === "" || each.classList.contains("main-svg");
    const unnamed = all("article img, article svg")
        .filter((each) => !each.parentElement.closest("svg"))
        .filter((each) => !each.closest(".rb-plot") && !hidden(each) && !named(each)
            && !each.closest("[role=img][aria-label]"));
    const wordless = all("figure.rb-picture").filter((each) =>
        !each.querySelector("figcaption")?.textContent.trim()
        || !each.querySelector("table tbody tr"));
    const head = ["html[lang='en']", "meta[name='description']", "link[rel~='icon']"];
    return [
        ...told("waits for a script", all("figure.rb-picture .rb-plot:not(:has(svg))")),
        ...told("no icon", undrawn),
        ...told("no name", [...unnamed, ...wordless]),
        ...told("out of turn", all("[tabindex]").filter((each) => each.tabIndex > 0)),
        ...head.filter((tag) => all(tag).length !== 1).map((tag) => `not one ${tag}`),
        ...(all(".prev-next-footer a").length ? [] : ["no neighbour"]),
    ];
}
