/* "You say, I say": a field that finds a card by what people say, and a button that shares one. Without a script all
   cards stand there. */
(() => {
  "use strict";
  const { copied, element, finder } = window.rulebookPage;
  const cards = [...document.querySelectorAll(".rb-dispute")];
  if (!cards.length) return;
  const folds = [...new Set(cards.map((card) => card.closest("details")))].filter(Boolean);

  finder(document.querySelector("article p"), "rb-dispute-find", "What do they say?", (has, asked) => {
    const found = cards.filter(has);
    for (const card of cards) card.hidden = !found.includes(card);
    for (const fold of folds) fold.open = asked && found.some((card) => fold.contains(card));
    return found.length === 1 ? "1 card" : `${found.length} cards`;
  });

  async function share(card, button) {
    const said = (name) => card.querySelector(name)?.textContent.replace(/^(You say|I say, until you agree|I say)/, "").trim();
    const address = `${location.href.split("#")[0]}#${card.id}`;
    const text = `${said(".rb-you")} ${said(".rb-stamp")}. ${said(".rb-me")}`;
    if (navigator.share) {
      try { await navigator.share({ text, url: address }); } catch { /* the reader has changed their mind */ }
      return;
    }
    const done = await copied(`${text} ${address}`);
    button.textContent = done ? "Copied" : "Copying is not allowed here";
    setTimeout(() => { button.textContent = "Share"; }, 3000);
  }

  for (const card of cards) {
    const button = element("button", { type: "button", textContent: "Share", className: "rb-dispute-share" });
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

  addEventListener("hashchange", show);
  show();
})();
