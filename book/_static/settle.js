/* The filter of the open questions: by game, and by words. Without this script all of them are a plain list. */
(() => {
  "use strict";

  function start() {
    const form = document.querySelector("form.rb-settle");
    if (!form) return;
    const games = [...document.querySelectorAll(".rb-settle-game")];
    const said = form.querySelector("[role=status]");
    const elsewhere = form.querySelector(".rb-settle-elsewhere");

    function show() {
      const game = form.elements.game.value;
      const words = form.querySelector("[type=search]").value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const section of games) {
        for (const line of section.querySelectorAll(".rb-ranked > li")) {
          line.hidden = !words.every((word) => line.textContent.toLowerCase().includes(word));
        }
        const found = section.querySelectorAll(":not(.rb-worst) > .rb-ranked > li:not([hidden])").length;
        for (const fold of section.querySelectorAll("details")) {
          const left = fold.querySelector("li:not([hidden])");
          fold.hidden = !left || (words.length > 0 && fold.classList.contains("rb-worst"));
          if (words.length) fold.open = Boolean(left);
          else if (fold.dataset.found) fold.open = false;
          fold.dataset.found = words.length || "";
        }
        section.hidden = (game && section.id !== game) || (words.length > 0 && !found);
        if (!section.hidden) count += found;
      }
      said.textContent = words.length ? `${count} question${count === 1 ? "" : "s"}` : "";
      elsewhere.hidden = !words.length || count > 0;
    }

    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    show();  // a browser that comes back may have kept what was asked
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
