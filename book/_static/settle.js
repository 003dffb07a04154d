/* The filter of the open questions: by game, and by the words of the search. Without this script all of them are a plain list. */
(() => {
  "use strict";

  function start() {
    const form = document.querySelector("form.rb-settle");
    if (!form) return;
    const games = [...document.querySelectorAll(".rb-settle-game")];
    const field = form.querySelector("[type=search]");
    const said = form.querySelector("[role=status]");
    const elsewhere = form.querySelector(".rb-settle-elsewhere");
    const chips = new Map([...form.elements.game].map((radio) => [radio.value, radio.nextSibling]));
    for (const name of chips.values()) name.dataset.name = name.textContent;
    const lines = (section) => [...section.querySelectorAll(".rb-ranked > li")];
    const asks = (line) => line.querySelector("a").textContent;
    let index;

    function show() {
      const game = form.elements.game.value;
      const asked = Boolean(index && field.value.trim());
      const found = new Set(asked
        ? window.rulebookSearch.ask(index, field.value, ({ kind }) => kind === "ruling").found.map(({ name }) => name)
        : games.flatMap(lines).map(asks));
      let count = 0;
      for (const section of games) {
        const left = new Set();
        for (const line of lines(section)) {
          line.hidden = !found.has(asks(line));
          if (!line.hidden) left.add(asks(line));
        }
        for (const fold of section.querySelectorAll("details")) {
          const open = Boolean(fold.querySelector("li:not([hidden])"));
          fold.hidden = !open || (asked && fold.classList.contains("rb-worst"));
          if (asked) fold.open = open;
          else if (fold.dataset.found) fold.open = false;
          fold.dataset.found = asked || "";
        }
        section.hidden = Boolean((game && section.id !== game) || (asked && !left.size));
        if (!game || section.id === game) count += left.size;
        told(section.id, left.size);
      }
      told("", found.size);
      said.textContent = asked ? `${count} question${count === 1 ? "" : "s"}` : "";
      elsewhere.hidden = !asked || count > 0;
    }

    function told(game, count) {
      const name = chips.get(game);
      name.textContent = `${name.dataset.name} (${count})`;
    }

    function load() {
      window.rulebookSearch.load().then((loaded) => { index = loaded; show(); },
        () => { said.textContent = "The search cannot be loaded: here are all questions."; });
    }

    field.addEventListener("focus", load, { once: true });
    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    show();
    if (field.value) load();  // a browser that comes back may have kept what was asked
  }

  window.rulebookPage.ready(start);
})();
