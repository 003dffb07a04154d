/* "At the table": one game at a time, chosen once, and a field that finds its lines. Without a script all games stand
   there, one after the other, and the links lead to them. */
(() => {
  "use strict";
  const KEPT = "rb-at-table";
  const games = [...document.querySelectorAll(".rb-at-table")];
  const links = [...document.querySelectorAll(".rb-at-games a")];
  if (!games.length) return;

  /* A step that is found keeps its number while those before it are hidden. */
  for (const list of document.querySelectorAll(".rb-at-table ol")) {
    [...list.children].forEach((step, i) => { step.value = i + 1; });
  }

  const { local } = window.rulebookPage;
  let game = games[0];

  /* What players say for it is known to the search. It is fetched once the page has been seen: at the table there may be
     no net later. Until then, and without it, a line has to have the words themselves. */
  const SEEN = 3_000;  // milliseconds
  let known;
  const search = () => known ??= window.rulebookSearch.load().catch(() => { known = null; return null; });
  addEventListener("load", () => setTimeout(search, SEEN));

  /* Lines, and tables as a whole. */
  function show(blocks, places, had) {
    places.forEach((place, i) => { place.hidden = !had[i]; });
    for (const block of blocks) if (block.querySelector("li")) block.hidden = !block.querySelector("li:not([hidden])");
    return `${had.filter(Boolean).length} found`;
  }

  const find = window.rulebookPage.finder(document.querySelector(".rb-at-games"), "Find", async (has, asked, isAsked) => {
    const blocks = [...game.querySelectorAll(".rb-quick-block")];
    const places = blocks.flatMap((block) => (block.querySelector("li") ? [...block.querySelectorAll("li")] : [block]));
    const found = show(blocks, places, places.map(has));
    const index = asked && await search();
    if (!index || !isAsked()) return found;
    return show(blocks, places, window.rulebookSearch.fitting(index, asked, places.map((each) => each.textContent)));
  });

  function choose(id) {
    game = games.find((each) => each.id === id) ?? games[0];
    for (const each of games) each.hidden = each !== game;
    for (const link of links) {
      link.ariaCurrent = link.hash === `#${game.id}` ? "true" : null;
    }
    local.setItem(KEPT, game.id);
    find();
  }

  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      choose(link.hash.slice(1));
      window.rulebookPage.readdress(link.hash);
    });
  }
  const linked = location.hash.slice(1);
  choose(games.some(({ id }) => id === linked) ? linked : local.getItem(KEPT));
})();
