/* "Change this code", below every example.  Until it is pressed nothing else is loaded; then page.js,
   and with the first run, from the folder of this script, all of Python. */
(() => {
  "use strict";
  const base = new URL(".", document.currentScript.src).href;
  const CHANGE = "Change this code";
  const WHAT = "All that this page works out comes from its code, and you can change it: show the code of a section, then"
    + " “Change this code”. Python runs in your browser; it is loaded once, about 10 MB.";
  const made = (tag, values) => Object.assign(document.createElement(tag), values);

  function place() {
    const roots = [...document.querySelectorAll("div.cell")].filter((each) => each.querySelector(".cell_input pre"));
    if (!roots.length) return;
    const bar = document.querySelector(".rb-alive-bar") ?? made("div", { className: "rb-alive-bar" });
    if (!bar.isConnected) (document.querySelector("article.bd-article") ?? document.body).append(bar);
    const status = made("p", { className: "rb-alive-status" });
    status.setAttribute("role", "status");
    const all = made("button", { type: "button", className: "rb-alive-button", textContent: "Run all cells" });
    const buttons = made("div", { className: "rb-alive-buttons" });
    buttons.append(all);
    bar.append(made("p", { textContent: WHAT }), buttons, status);
    const offers = roots.map((root) => {
      const button = made("button", { type: "button", className: "rb-alive-here", textContent: CHANGE });
      const offer = made("p", { className: "rb-alive-offer" });
      offer.append(button);
      root.append(offer);
      return button;
    });
    let page;
    /* The small scripts of the live page, once. */
    const begin = (say) => (page ??= window.rulebookPython.script("page.js").then(({ Page }) => new Page({ base, roots, offers, bar, status, buttons }))
      .catch((error) => {
        page = undefined;
        say(`This page could not be made live; it is as it was. (${error?.message ?? error})`);
      }));
    const tell = (text) => { status.textContent = text; };
    offers.forEach((button, at) => button.addEventListener("click", async () => {
      const note = made("span", {});
      note.setAttribute("role", "status");
      button.parentElement.querySelector("span")?.remove();
      button.after(note);
      (await begin((text) => { note.textContent = text; }))?.open(at);
    }));
    all.addEventListener("click", async () => (await begin(tell))?.runAll());
    const kept = Object.keys(changes());
    if (kept.length) begin(tell);  // shows which cells the reader has changed, and loads no Python
  }

  /* What the reader has changed on this page before. */
  function changes() {
    try {
      return JSON.parse(localStorage.getItem("rulebook.code"))?.[location.pathname] ?? {};
    } catch {
      return {};
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", place);
  else place();
})();
