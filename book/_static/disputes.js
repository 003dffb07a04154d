/* "You say, I say": the search finds cards and clauses by what people say; a card can be shared, shown large across the table,
   and kept as a picture. Without a script all cards stand there. */
(() => {
  "use strict";
  const { address, button, copied, element, finder, here, save, say } = window.rulebookPage;
  const cards = [...document.querySelectorAll(".rb-dispute")];
  if (!cards.length) return;
  const byId = new Map(cards.map((card) => [card.id, card]));
  const homes = cards.map((card) => document.createComment(card.id));
  const results = element("div");
  const MOST = 8;  // that are shown of what is found
  const [WIDE, EDGE] = [1080, 64];  // of a picture, in pixels
  const SIZES = { ".rb-dispute-about": 40, ".rb-you": 52, ".rb-stamp": 120, ".rb-me": 52, ".rb-agree": 34 };

  cards.forEach((card, i) => card.before(homes[i]));
  document.querySelector("article p").after(results);

  const cardOf = ({ kind, name, address }) => byId.get(kind === "ruling" ? `say-${name.toLowerCase()}` : address.split("misreadings.html#")[1]);

  function clauseOf({ name, title, text, address }) {
    const href = new URL(`../${address}`, here).href;
    return element("p", { className: "rb-dispute-clause" }, element("a", { href, className: "rb-clause", textContent: name }), ` ${title}: ${text}`);
  }

  finder(document.querySelector("article p"), "What do they say?", async (has, asked) => {
    const { load, ask } = window.rulebookSearch;
    const index = asked && await load().catch(() => null);
    const known = index ? ask(index, asked, (each) => each.kind === "clause" || cardOf(each)).found : [];
    const found = index === null ? cards.filter(has) : known.map((each) => cardOf(each) ?? clauseOf(each));
    const best = found.slice(0, MOST);
    cards.forEach((card, i) => {
      homes[i].after(card);
      card.hidden = Boolean(asked) && !best.includes(card);
    });
    results.replaceChildren(...best);
    const many = best.filter((each) => byId.has(each.id)).length;
    const clauses = best.length - many;
    return `${many === 1 ? "1 card" : `${many} cards`}${clauses ? `, ${clauses === 1 ? "1 clause" : `${clauses} clauses`}` : ""}`
      + (index === null ? " with these words. The search cannot be loaded." : "");
  });

  /* A part of a card: who says it, and what; links to a form for dice lead nowhere on paper. */
  function said(card, name) {
    const part = card.querySelector(name)?.cloneNode(true);
    const who = part?.querySelector(".rb-who")?.textContent ?? "";
    for (const each of part?.querySelectorAll(".rb-who, a[href*='adjudicate']") ?? []) each.remove();
    return { who, what: part?.textContent.trim() ?? "" };
  }

  async function share(card, shared) {
    const url = `${address()}#${card.id}`;
    const text = `${said(card, ".rb-you").what} ${said(card, ".rb-stamp").what}. ${said(card, ".rb-me").what}`;
    if (navigator.share) {
      try { await navigator.share({ text, url }); } catch { /* the reader has changed their mind */ }
      return;
    }
    const done = await copied(`${text} ${url}`);
    say(shared, done ? "Copied" : "Copying is not allowed here", "Share");
  }

  /* Words in lines that are no wider than the picture. */
  function lines(ink, text) {
    const broken = [""];
    for (const word of text.split(/\s+/)) {
      const longer = `${broken.at(-1)} ${word}`.trim();
      if (ink.measureText(longer).width > WIDE - 2 * EDGE) broken.push(word);
      else broken[broken.length - 1] = longer;
    }
    return broken;
  }

  async function picture(card) {
    const canvas = element("canvas", { width: WIDE });
    const ink = canvas.getContext("2d");
    const { color, fontFamily } = getComputedStyle(card);
    const rows = [];
    const add = (text, size, colour, weight) => {
      const font = `${weight} ${size}px ${fontFamily}`;
      ink.font = font;
      for (const line of text ? lines(ink, text) : []) rows.push({ font, colour, size, line });
    };
    for (const [name, size] of Object.entries(SIZES)) {
      const { who, what } = said(card, name);
      const stamped = name === ".rb-stamp";
      add(who, 34, color, 600);
      add(what, size, stamped ? getComputedStyle(card.querySelector(name)).color : color, stamped ? 800 : 400);
    }
    canvas.height = rows.reduce((high, { size }) => high + size * 1.4, 2 * EDGE);
    ink.fillStyle = getComputedStyle(document.body).backgroundColor;
    ink.fillRect(0, 0, canvas.width, canvas.height);
    let y = EDGE;
    for (const { font, colour, size, line } of rows) {
      Object.assign(ink, { font, fillStyle: colour });
      ink.fillText(line, EDGE, y + size);
      y += size * 1.4;
    }
    const file = new File([await new Promise((made) => canvas.toBlob(made))], `${card.id}.png`, { type: "image/png" });
    const files = [file];
    if (!navigator.canShare?.({ files })) save(file.name, file);
    else navigator.share({ files }).catch(() => { /* the reader has changed their mind */ });
  }

  /* Large, for those who sit on the other side of the table. */
  function large(card) {
    const shown = card.cloneNode(true);
    shown.removeAttribute("id");
    shown.querySelector(".rb-dispute-buttons").replaceWith(row(
      ["Save as a picture", () => picture(card)], ["Close", () => dialog.close()],
    ));
    const dialog = element("dialog", { className: "rb-dispute-large", ariaLabel: said(card, ".rb-you").what, onclose: () => dialog.remove() }, shown);
    document.querySelector("article").append(dialog);
    dialog.showModal();
  }

  const row = (...buttons) => element("p", { className: "rb-dispute-buttons" },
    ...buttons.map(([text, act]) => button(text, act, { className: "rb-dispute-share" })));

  for (const card of cards) {
    card.append(row(["Show it large", () => large(card)], ["Share", ({ target }) => share(card, target)]));
    for (const each of card.querySelectorAll("button")) each.ariaLabel = `${each.textContent}: ${said(card, ".rb-you").what}`;
  }

  function show() {
    const card = cards.find((each) => `#${each.id}` === decodeURIComponent(location.hash));
    if (!card) return;
    const fold = card.closest("details");
    if (fold) fold.open = true;
    card.scrollIntoView({ block: "center" });
  }

  addEventListener("hashchange", show);
  show();
})();
