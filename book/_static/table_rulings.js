/* Tells in plain sight what the reader's table reads otherwise: at clauses, rulings, explorers,
   stories and quick sheets.  With nothing chosen it asks for nothing and changes nothing. */
(() => {
  "use strict";
  const house = window.rulebookHouse;
  const ID = /#(R-[A-Z]\d+)$/;
  const LINES = ".rb-otherwise > li, .rb-ranked > li, .rb-quick-rulings li, li[data-ruling]";

  const made = (name, text, classes = "") => window.rulebookPage.element(name, { className: `rb-told ${classes}`.trim() }, text);

  const idIn = (place) => place.dataset.ruling
    ?? ID.exec(place.querySelector('a[href*="#R-"]')?.getAttribute("href") ?? "")?.[1];

  const named = (ids) => (ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`);

  const said = ([id, { text }]) => `${id} (${text.replace(/\.$/, "")})`;

  function atLines(chosen) {
    for (const line of document.querySelectorAll(LINES)) {
      const mine = chosen.get(idIn(line));
      if (mine) (line.querySelector(":scope > p") ?? line).append(made("span", ` Your table: ${mine.text}`));
    }
  }

  function atRulings(chosen) {
    for (const [id, { value, readings, text }] of chosen) {
      const answers = document.querySelector(`section.rb-ruling#${CSS.escape(id)} .rb-readings`);
      if (!answers) continue;
      const at = readings.findIndex(([each]) => each === value);
      const place = answers.children[at];
      if (place) {
        place.classList.add("rb-told-chosen");
        (place.querySelector("p") ?? place).append(made("span", " your table", "rb-told-mark"));
      } else answers.append(made("li", `Your table: ${text}`, "rb-told-chosen"));
    }
  }

  function atClauses(chosen) {
    for (const [id, { clauses, text }] of chosen) {
      for (const clause of clauses) {
        const summary = document.querySelector(`details#${CSS.escape(clause)} > summary`);
        summary?.append(made("span", ` Your table reads ${id} differently: ${text}`));
      }
    }
  }

  function atExplorers(chosen) {
    for (const root of document.querySelectorAll("section.rb-explorer[data-rulings]")) {
      const here = root.dataset.rulings.split(" ").filter((id) => chosen.has(id));
      if (!here.length) continue;
      const list = made("ul", "", "rb-told-list");
      for (const id of here) {
        const { text, when } = chosen.get(id);
        const begins = root.dataset.agreed?.split(" ").includes(id);
        list.append(made("li", `Your table reads ${id} differently: ${text} ${begins
          ? "It is set here."
          : `The numbers here use our reading. ${when}`}`));
      }
      (root.querySelector(".rb-result") ?? root.lastElementChild).after(list);
    }
  }

  /* The list "In six steps" stands for the clauses of its chapter. */
  function atSteps(chosen) {
    const title = [...document.querySelectorAll("article p > strong:first-child")].find((each) => /^In \w+ steps$/.test(each.textContent));
    const list = title?.parentElement.nextElementSibling;
    const here = [...chosen].filter(([, { clauses }]) => clauses.some((id) => document.querySelector(`details#${CSS.escape(id)}`)));
    if (!list?.matches("ol") || !here.length) return;
    list.after(made("p", `These steps follow our readings. Your table reads ${named(here.map(said))} differently.`, "rb-told-steps"));
  }

  function atStories(chosen) {
    for (const root of document.querySelectorAll("section.rb-learn")) {
      const cited = new Set([...root.querySelectorAll("[data-clause]")].map((link) => link.dataset.clause));
      const here = [...chosen].filter(([, { clauses }]) => clauses.some((each) => cited.has(each)));
      if (!here.length) continue;
      const line = made("p", `This story follows our readings. Your table reads ${named(here.map(said))} differently.`);
      (root.querySelector(".rb-question") ?? root.firstElementChild).after(line);
    }
  }

  function atSheets(chosen) {
    for (const root of document.querySelectorAll(".rb-quick[data-sheet]")) {
      const here = [...chosen].filter(([, { system }]) => system === root.dataset.sheet).map(([id]) => id);
      if (!here.length) continue;
      const line = made("p", `Your table reads ${named(here)} differently: see “Your table” at the end. The numbers follow our readings.`, "rb-told-sheet");
      root.querySelector(".rb-quick-purpose").after(line);
    }
  }

  function tell(chosen) {
    for (const old of document.querySelectorAll(".rb-told")) old.remove();
    for (const old of document.querySelectorAll(".rb-told-chosen")) old.classList.remove("rb-told-chosen");
    for (const place of [atLines, atRulings, atClauses, atExplorers, atSteps, atStories, atSheets]) place(chosen);
  }

  /* What belongs into the words of a number that is cited. */
  house.lines = async (id) => {
    const chosen = await house.otherwise();
    if (chosen.has(id)) return [`Your table reads it differently: ${chosen.get(id).text}`];
    return [...chosen].filter(([, { clauses }]) => clauses.includes(id))
      .map(([ruling, { text }]) => `Your table reads ${ruling} differently: ${text}`);
  };

  let any = false;

  function look() {
    if (!any && !house.kept().text) return;
    any = true;
    house.otherwise().then(tell).catch(() => {});
  }

  window.rulebookPage.ready(look);
  addEventListener("storage", ({ key }) => { if (key === house.KEY || key === null) look(); });
  document.addEventListener("rulebook:begun", look);  // only now does an explorer say what it begins with
  addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });
})();
