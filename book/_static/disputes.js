/* "You say, I say": a field that finds a card by what people say, and a button that shares one. Without a script all
   cards stand there. */
(() => {
  "use strict";
  const cards = [...document.querySelectorAll(".rb-dispute")];
  if (!cards.length) return;
  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const texts = new Map(cards.map((card) => [card, plain(card.textContent)]));
  const folds = [...new Set(cards.map((card) => card.closest("details")))].filter(Boolean);

  const field = document.createElement("p");
  field.className = "rb-dispute-find";
  field.innerHTML = '<label>What do they say? <input type="search" autocomplete="off" maxlength="80"></label> <span role="status"></span>';
  const [input, status] = field.querySelectorAll("input, span");
  document.querySelector("article p").after(field);

  function find() {
    const words = plain(input.value).split(" ").filter((word) => word.length > 1);
    const found = cards.filter((card) => words.every((word) => texts.get(card).includes(word)));
    for (const card of cards) card.hidden = !found.includes(card);
    for (const fold of folds) fold.open = words.length > 0 && found.some((card) => fold.contains(card));
    status.textContent = !words.length ? "" : found.length === 1 ? "1 card" : `${found.length} cards`;
  }

  async function share(card, button) {
    const said = (name) => card.querySelector(name)?.textContent.replace(/^(You say|I say, until you agree|I say)/, "").trim();
    const address = `${location.href.split("#")[0]}#${card.id}`;
    const text = `${said(".rb-you")} ${said(".rb-stamp")}. ${said(".rb-me")}`;
    if (navigator.share) {
      try { await navigator.share({ text, url: address }); } catch { /* the reader has changed their mind */ }
      return;
    }
    const done = await window.rulebookPage.copied(`${text} ${address}`);
    button.textContent = done ? "Copied" : "Copying is not allowed here";
    setTimeout(() => { button.textContent = "Share"; }, 3000);
  }

  for (const card of cards) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Share";
    button.className = "rb-dispute-share";
    button.setAttribute("aria-label", `Share: ${card.querySelector(".rb-you").textContent.replace("You say", "").trim()}`);
    button.addEventListener("click", () => share(card, button));
    card.append(button);
  }

  function show() {
    const card = cards.find((each) => `#${each.id}` === decodeURIComponent(location.hash));
    if (!card) return;
    const fold = card.closest("details");
    if (fold) fold.open = true;
    card.scrollIntoView({ block: "center" });
  }

  input.addEventListener("input", find);
  addEventListener("hashchange", show);
  show();
})();
