/* What reading asks for beyond the theme: answers that are open on paper, and names for the small
   arrows of the table of contents, which screen readers would otherwise call nothing. */
(() => {
  "use strict";
  /* The style sheet does it, too; this is for browsers that cannot style what a fold holds. */
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll(".rb-reveal:not([open])")) {
      if (fold.closest(".rb-quiz, .rb-learn")) continue;  // they see to it themselves
      fold.open = true;
      fold.dataset.onPaper = "";
    }
  });
  addEventListener("afterprint", () => {
    for (const fold of document.querySelectorAll("details[data-on-paper]")) {
      fold.open = false;
      delete fold.dataset.onPaper;
    }
  });

  function nameArrows() {
    for (const arrow of document.querySelectorAll("nav .has-children > details > summary")) {
      const link = arrow.closest("li").querySelector("a");
      if (!arrow.textContent.trim() && link) {
        arrow.setAttribute("aria-label", `Pages under ${link.textContent.trim()}`);
      }
    }
  }

  /* A formula that is wider than a phone can be scrolled by keyboard, too. */
  function reachFormulas() {
    for (const formula of document.querySelectorAll(".rb-math")) {
      if (formula.scrollWidth <= formula.clientWidth) continue;
      formula.tabIndex = 0;
      formula.setAttribute("role", "region");
      formula.setAttribute("aria-label", "Formula");
    }
  }

  function look() {
    nameArrows();
    reachFormulas();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", look);
  else look();
})();
