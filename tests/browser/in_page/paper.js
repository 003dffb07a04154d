/* What is wrong on paper: it has the answers in black, and leaves the small print folded.
   A story that is played has a form of its own for paper, which its own tests look at. */
() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const told = (what, some) => some.map((each) => `${what}: ${each.outerHTML.slice(0, 160)}`);
    const shut = () => all("details:not([open])").length;
    const before = shut();
    const pale = all("article pre, article pre *")
        .filter((each) => each.checkVisibility() && getComputedStyle(each).color !== "rgb(0, 0, 0)");
    dispatchEvent(new Event("beforeprint"));
    const closed = all("article details.rb-reveal:not([open]):not(.rb-learn *, .rb-quiz *)");
    const lost = all("article details.rb-reveal > :not(summary)").filter((each) =>
        each.tagName !== "SCRIPT" && !each.closest(".rb-learn, .rb-quiz, .rb-fold")
        && each.textContent.trim() && !each.getClientRects().length);
    const open = all(".rb-row[open]");
    dispatchEvent(new Event("afterprint"));
    return [...told("not black", pale), ...told("shut", closed), ...told("lost", lost),
        ...told("a clause is open", open), ...(shut() === before ? [] : ["folds stay changed"])];
}
