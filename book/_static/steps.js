/* What is told step by step can be gone through: forward and back, the dice of a step fall, the clauses
   that it cites light up, and a map beside it hears of each (charges.js).  From its dice a reader gets to the page where other
   dice can be thrown.  Nothing is told here that is not in the page; without this script all of it stands there. */
(() => {
  "use strict";
  const { button, element, enliven, here, still } = window.rulebookPage;
  const dicePage = new URL("../book/adjudicate.html", here).href;

  /* Buttons that go forward and back through so many steps; 0 is all of it, as it was. */
  function stepping(count, go) {
    let at = 0;
    const back = button("◀", () => to(at - 1), { ariaLabel: "Back one step" });
    const on = button("▶", () => to(at + 1), { ariaLabel: "On one step" });
    const said = element("span", { role: "status" });
    const begin = button("▶ Step by step", () => { to(1); on.focus(); });
    const all = button("Show all", () => { to(0); begin.focus(); });

    function show() {
      begin.hidden = at > 0;
      for (const each of [back, on, all, said]) each.hidden = at === 0;
      // Who stands on a button keeps it: it is only said to be of no use.
      back.ariaDisabled = at <= 1;
      on.ariaDisabled = at >= count;
      said.textContent = at ? `step ${at} of ${count}` : "";
    }

    function to(next) {
      at = Math.max(0, Math.min(count, next));
      show();
      go(at);
    }

    show();
    return [begin, back, said, on, all];
  }

  /* A heading belongs to what follows it. */
  function stepsOf(list) {
    const steps = [];
    let headings = [];
    for (const item of list.children) {
      if (item.matches(".rb-step-heading") && !item.querySelector("svg")) headings.push(item);
      else { steps.push([...headings, item]); headings = []; }
    }
    if (headings.length) steps.push(headings);
    return steps;
  }

  /* A drawing that tells an exchange stands for lines in the fold below it: their clauses. */
  function behind(root) {
    const parts = [];
    for (const line of root.querySelectorAll(":scope > .rb-fold li")) {
      if (line.matches(".rb-step-heading")) parts.push([]);
      parts.at(-1)?.push(...line.querySelectorAll(".rb-clause"));
    }
    return parts;
  }

  function transcript(root) {
    const list = root.querySelector(":scope > ol");
    const steps = list ? stepsOf(list) : [];
    const drawn = [...(list?.querySelectorAll("svg") ?? [])];
    const query = root.dataset.again;
    const dice = query ? JSON.parse(root.dataset.dice) : [];
    const beneath = element("p", { className: "rb-steps-beneath", hidden: true });
    const parts = behind(root).filter((each, at, all) => all.length >= drawn.length);
    const link = (focus) => `${dicePage}#${query}${focus ? `&focus=${encodeURIComponent(focus)}` : ""}`;

    drawn.forEach((svg, at) => {
      if (!dice[at]) return;
      svg.classList.add("rb-thrown");
      svg.addEventListener("click", (event) => {
        if (event.target.closest("a")) return;
        const { left, width } = svg.getBoundingClientRect();
        const side = Math.min(dice[at].length - 1, Math.floor(((event.clientX - left) / width) * dice[at].length));
        location.href = link(dice[at][side][1]);
      });
    });

    function go(at) {
      root.classList.toggle("rb-stepping", at > 0);
      steps.forEach((items, number) => {
        for (const item of items) {
          item.classList.toggle("rb-later", at > 0 && number >= at);
          item.classList.toggle("rb-now", number === at - 1);
          item.ariaCurrent = number === at - 1 ? "step" : null;
        }
      });
      const lies = (svg) => steps.slice(0, at).some((items) => items.some((item) => item.contains(svg)));
      root.dispatchEvent(new CustomEvent("rulebook:step", { bubbles: true, detail: { at, dice: drawn.filter(lies).length } }));
      beneath.replaceChildren();
      const now = steps[at - 1]?.at(-1);
      const picture = now ? drawn.findIndex((svg) => now.contains(svg)) : -1;
      if (picture >= 0 && !now.querySelector(".rb-clause") && parts[picture]?.length) {
        const cited = new Map(parts[picture].map((each) => [each.textContent, each.cloneNode(true)]));
        beneath.append(...[...cited.values()].flatMap((each) => [each, " "]));
      }
      if (dice[picture]) {
        beneath.append("What if the dice had come up differently? ");
        for (const [name, focus] of dice[picture]) {
          const textContent = focus.includes("marker") ? "Another marker" : `Other dice for ${name}`;
          beneath.append(element("a", { href: link(focus), textContent }), " ");
        }
      }
      beneath.hidden = !beneath.childNodes.length;
      if (now) { now.append(beneath); now.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" }); }
      else root.append(beneath);
    }

    if (steps.length < 2 && !query) return;
    const bar = element("span", { className: "rb-steps" });
    if (steps.length > 1) bar.append(...stepping(steps.length, go));
    if (query) bar.append(element("a", { href: link(), textContent: "Change the dice or the situation" }));
    (root.querySelector(":scope > p") ?? root).append(bar);
  }

  enliven(".rb-transcript", (root) => {
    try { transcript(root); } catch { /* what is told stands there all the same */ }
  });
})();
