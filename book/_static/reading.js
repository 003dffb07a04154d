/* What reading asks for beyond the theme: answers that are open on paper, and names for the small
   arrows of the table of contents, which screen readers would otherwise call nothing. */
(() => {
  "use strict";
  /* The style sheet does it, too; this is for browsers that cannot style what a fold holds. */
  window.rulebookPage.openOnPaper(".rb-reveal:not(.rb-quiz *, .rb-learn *)");  // those see to it themselves

  function nameArrows() {
    for (const arrow of document.querySelectorAll("nav .has-children > details > summary")) {
      const link = arrow.closest("li").querySelector("a");
      if (!arrow.textContent.trim() && link) {
        arrow.ariaLabel = `Pages under ${link.textContent.trim()}`;
      }
    }
  }

  /* A formula or a table that is wider than a phone can be scrolled by keyboard, too. */
  function reachWide() {
    for (const wide of document.querySelectorAll(".rb-math, table.distribution")) {
      if (wide.scrollWidth <= wide.clientWidth) continue;
      wide.tabIndex = 0;
      if (!wide.matches("table")) Object.assign(wide, { role: "region", ariaLabel: "Formula" });
    }
  }

  /* One switch opens all the code of a page; who plays a story wants none. */
  function offerCode() {
    const folds = [...document.querySelectorAll("div.cell > details.hide")];
    if (!folds.length || document.querySelector(".rb-learn, .rb-quiz")) return;
    const all = window.rulebookPage.button("", () => {
      const open = !folds.every((each) => each.open);
      for (const each of folds) each.open = open;
    }, { className: "rb-all-code" });
    const tell = () => { all.textContent = folds.every((each) => each.open) ? "Fold all code" : "Show all code"; };
    for (const each of folds) each.addEventListener("toggle", tell);
    tell();
    folds[0].after(all);
  }

  /* A number of a worked formula lights up wherever its name stands: in words, formula and code of its section. */
  function linkNumbers() {
    const light = (number) => {
      for (const each of document.querySelectorAll(".rb-lit")) each.classList.remove("rb-lit");
      CSS.highlights?.delete("rb-lit");
      if (!number) return;
      const { n } = number.dataset, section = number.closest("section");
      for (const each of section.querySelectorAll(`[data-n="${n}"]`)) each.classList.add("rb-lit");
      if (!CSS.highlights) return;
      const ranges = [];
      for (const code of section.querySelectorAll(".cell_input pre")) {
        const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          for (const { index } of texts.currentNode.data.matchAll(new RegExp(`\\b${n}\\b`, "g"))) {
            ranges.push(new StaticRange({ startContainer: texts.currentNode, startOffset: index, endContainer: texts.currentNode, endOffset: index + n.length }));
          }
        }
      }
      CSS.highlights.set("rb-lit", new Highlight(...ranges));
    };
    for (const kind of ["pointerover", "click"]) {
      document.addEventListener(kind, (event) => light(event.target.closest?.(".rb-worked [data-n]")));
    }
  }

  /* The browser opens a fold for what stands in it, but not a fold that is itself the address. */
  function openAddressed() {
    const fold = document.getElementById(location.hash.slice(1));
    if (fold?.matches("details")) fold.open = true;
  }

  openAddressed();
  addEventListener("hashchange", openAddressed);
  offerCode();
  linkNumbers();
  nameArrows();
  reachWide();
})();
