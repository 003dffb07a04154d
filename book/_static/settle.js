/* The filter of the open questions: by game, and by the words of the search. Without this script all of them are a plain list. */
(() => {
  "use strict";
  const form = document.querySelector("form.rb-settle");
  if (!form) return;
  const games = [...document.querySelectorAll(".rb-settle-game")];
  const elsewhere = form.querySelector(".rb-settle-elsewhere");
  const chips = new Map([...form.elements.game].map((radio) => [radio.value, radio.nextSibling]));
  for (const name of chips.values()) name.dataset.name = name.textContent;

  const find = window.rulebookPage.finder(form.querySelector("fieldset"), "Words in the question", async (has, asked, isAsked) => {
    const { load, ask } = window.rulebookSearch;
    const index = asked && await load().catch(() => null);
    if (!isAsked()) return "";
    const found = index && new Set(ask(index, asked, ({ kind }) => kind === "ruling").found.map(({ name }) => name));
    const game = form.elements.game.value;
    const counts = { "": 0 };
    for (const section of games) {
      const lines = [...section.querySelectorAll(".rb-ranked > li")];
      for (const line of lines) line.hidden = !(found ? found.has(idOf(line)) : has(line));
      for (const fold of section.querySelectorAll("details")) {
        const open = Boolean(fold.querySelector("li:not([hidden])"));
        fold.hidden = !open || Boolean(asked && fold.classList.contains("rb-worst"));
        if (asked) fold.open = open;
        else if (fold.dataset.found) fold.open = false;
        fold.dataset.found = asked;
      }
      const left = new Set(lines.filter((line) => !line.hidden).map(idOf)).size;
      section.hidden = Boolean((game && section.id !== game) || (asked && !left));
      counts[section.id] = left;
      counts[""] += left;
    }
    for (const [value, name] of chips) name.textContent = `${name.dataset.name} (${counts[value]})`;
    const count = counts[game];
    elsewhere.hidden = !asked || count > 0;
    return `${count} question${count === 1 ? "" : "s"}${index === null ? " with these words. The search cannot be loaded." : ""}`;
  });

  const idOf = (line) => line.querySelector("a").textContent;

  form.addEventListener("change", find);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  find();
})();
