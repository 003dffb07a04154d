/* "At the table": one game at a time, chosen once, and a field that finds its lines. Without a script all games stand
   there, one after the other, and the links lead to them. */
(() => {
  "use strict";
  const KEPT = "rb-at-table";
  const games = [...document.querySelectorAll(".rb-at-table")];
  const links = [...document.querySelectorAll(".rb-at-games a")];
  if (!games.length) return;
  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}+]+/gu, " ").trim();

  const kept = () => { try { return localStorage.getItem(KEPT); } catch { return null; } };
  const keep = (id) => { try { localStorage.setItem(KEPT, id); } catch { /* it is asked again next time */ } };

  const field = document.createElement("p");
  field.className = "rb-at-find";
  field.innerHTML = '<label>Find <input type="search" autocomplete="off" maxlength="60"></label> <span role="status"></span>';
  const [input, status] = field.querySelectorAll("input, span");
  document.querySelector(".rb-at-games").after(field);
  let game = games[0];

  function choose(id) {
    game = games.find((each) => each.id === id) ?? games[0];
    for (const each of games) each.hidden = each !== game;
    for (const link of links) {
      if (link.hash === `#${game.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    keep(game.id);
    find();
  }

  /* Lines, and tables of which a line has the words. */
  function find() {
    const words = plain(input.value).split(" ").filter((word) => word.length > 1);
    const has = (element) => { const text = plain(element.textContent); return words.every((word) => text.includes(word)); };
    let found = 0;
    for (const block of game.querySelectorAll(".rb-quick-block")) {
      const lines = [...block.querySelectorAll("li")];
      for (const line of lines) line.hidden = words.length > 0 && !has(line);
      block.hidden = words.length > 0 && !(lines.length ? lines.some((line) => !line.hidden) : has(block));
      if (!block.hidden) found += lines.filter((line) => !line.hidden).length || 1;
    }
    status.textContent = words.length ? `${found} found` : "";
  }

  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      choose(link.hash.slice(1));
      try { history.replaceState(history.state, "", link.hash); } catch { /* a local file in some browsers */ }
    });
  }
  input.addEventListener("input", find);
  choose(location.hash.slice(1) || kept());
})();
