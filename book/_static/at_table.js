/* "At the table": one game at a time, chosen once, and a field that finds its lines. Without a script all games stand
   there, one after the other, and the links lead to them. */
(() => {
  "use strict";
  const KEPT = "rb-at-table";
  const games = [...document.querySelectorAll(".rb-at-table")];
  const links = [...document.querySelectorAll(".rb-at-games a")];
  if (!games.length) return;

  const { local } = window.rulebookStorage;
  let game = games[0];

  /* Lines, and tables of which a line has the words. */
  const find = window.rulebookPage.finder(document.querySelector(".rb-at-games"), "rb-at-find", "Find", (has, asked) => {
    let found = 0;
    for (const block of game.querySelectorAll(".rb-quick-block")) {
      const lines = [...block.querySelectorAll("li")];
      for (const line of lines) line.hidden = asked && !has(line);
      block.hidden = asked && !(lines.length ? lines.some((line) => !line.hidden) : has(block));
      if (!block.hidden) found += lines.filter((line) => !line.hidden).length || 1;
    }
    return `${found} found`;
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
  choose(location.hash.slice(1) || local.getItem(KEPT));
})();
