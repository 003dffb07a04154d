/* What axe-core finds in a part of the page, with all folds open; afterwards all is as it was.

   What looks alike need not be looked at a thousand times. The kind of an element is its name with
   its class, its role and the names of its other attributes, after the kind of what it lies in. Of
   each kind, the first few on a page stand for all. The rest is taken out while axe-core looks,
   unless something of another kind lies in it; controls stay with their labels, answers with their
   terms. Whether words stand out from their ground is asked of the first few of each ink on each
   ground: that alone would take three quarters of the time. */
async ([within, few, rest, seen]) => {
    const thin = () => {
        const kinds = new Map(), counted = new Map(), taken = [];
        const telling = ["class", "role", "type"];
        const name = (each) => each.localName + [...each.attributes]
            .map(({name, value}) => telling.includes(name) ? `[${name}=${value}]` : `[${name}]`)
            .sort().join("");
        const sort = (each, above) => {
            const kind = `${above}>${name(each)}`;
            const inside = new Set([kind]);
            for (const child of each.children) sort(child, kind).forEach((one) => inside.add(one));
            kinds.set(each, [kind, inside]);
            return inside;
        };
        const count = (each) => {
            const [kind] = kinds.get(each);
            counted.set(kind, (counted.get(kind) ?? 0) + 1);
        };
        const walk = (each) => {
            const [, inside] = kinds.get(each);
            const needed = each.matches("dl.py > *");  // a term its definition, and this its term
            if (!needed && [...inside].every((one) => counted.get(one) >= few)) {
                const mark = document.createComment("alike");
                each.replaceWith(mark);
                taken.push([mark, each]);
                return;
            }
            count(each);
            if (each.matches("fieldset, dl:not(.py)")) each.querySelectorAll("*").forEach(count);
            else for (const child of [...each.children]) walk(child);
        };
        sort(document.body, "");
        walk(document.body);
        return taken;
    };
    const inked = () => {
        const counted = new Map();
        const ink = (each) => {
            const { color, fontSize, fontWeight, textShadow } = getComputedStyle(each);
            const beside = each.localName === "a" && getComputedStyle(each.parentElement).color;
            const grounds = [];
            for (let at = each; at; at = at.parentElement) {
                const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
                grounds.push(`${backgroundColor} ${backgroundImage} ${opacity}`);
            }
            const told = grounds.filter((one) => one !== "rgba(0, 0, 0, 0) none 1");
            const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
            const kind = [each.localName, each.matches(":disabled, [aria-disabled=true]"), large];
            return [...kind, color, textShadow, beside, ...told].join();
        };
        const written = (each) => each.matches("input, select, textarea")
            || [...each.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
        const first = (each) => {
            const own = ink(each), before = counted.get(own) ?? 0;
            counted.set(own, before + 1);
            return before < few;
        };
        const root = document.querySelector(within);
        return [root, ...root.querySelectorAll("*")].filter((each) =>
            each.checkVisibility() && each.offsetWidth !== 1 && written(each) && first(each));
    };
    const run = async (where, options) => {
        const found = await axe.run(where, {
            resultTypes: ["violations"], preload: false, ...options });
        return found.violations
            .filter((each) => ["serious", "critical"].includes(each.impact))
            .flatMap((each) => each.nodes.slice(0, 4).map((node) =>
                `${each.id} (${each.nodes.length}): ${node.target.join(" ")}: `
                + `${node.html.slice(0, 160)}: ${node.failureSummary.slice(0, 240)}`));
    };
    const shut = [...document.querySelectorAll("details:not([open])")];
    for (const fold of shut) fold.open = true;
    // What fades in has pale colours until it is there.
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
    const taken = thin();
    const asked = Object.keys(rest).length;
    const found = asked ? await run(within, { rules: rest }) : [];
    if (seen.length) found.push(...await run({ include: inked() }, { runOnly: seen }));
    for (const [mark, alike] of taken) mark.replaceWith(alike);
    for (const fold of shut) fold.open = false;
    return found;
}
