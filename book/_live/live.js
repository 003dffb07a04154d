/* "Change this code", below every example.  Until it is pressed nothing else is loaded; then page.js,
   and with the first run, from the folder of this script, all of Python. */
(() => {
  "use strict";
  const { button, element, load, local } = window.rulebookPage;
  const CHANGE = "Change this code";
  const WHAT = "All that this page works out comes from its code, and you can change it: open a cell’s code, then"
    + " “Change this code”. Python runs in your browser; it is loaded once, about 10 MB.";

  const roots = [...document.querySelectorAll("div.cell")].filter((each) => each.querySelector(".cell_input pre"));
  /* A story or a form is played, not programmed. */
  if (!roots.length || document.querySelector(".rb-learn, .rb-quiz, .rb-dice")) return;
  const bar = document.querySelector(".rb-alive-bar");
  const status = element("p", { className: "rb-alive-status", role: "status" });
  const tell = (text) => { status.textContent = text; };
  const all = button("Run all cells", async () => (await begin(tell))?.runAll());
  const buttons = element("div", { className: "rb-alive-buttons" }, all);
  bar.append(element("p", {}, WHAT), buttons, status);
  const offers = roots.map((root, at) => {
    const offer = button(CHANGE, async () => {
      const note = element("span", { role: "status" });
      offer.parentElement.querySelector("span")?.remove();
      offer.after(note);
      (await begin((text) => { note.textContent = text; }))?.open(at);
    }, { className: "rb-alive-here" });
    root.querySelector(".cell_input").after(element("p", { className: "rb-alive-offer" }, offer));
    return offer;
  });
  let page;
  /* The script of the live page, once. */
  const begin = (say) => (page ??= load("live/page.js").then(() => new window.rulebookCells({ roots, offers, bar, status, buttons }))
    .catch((error) => {
      page = undefined;
      say(`This page could not be made live; it is as it was. (${error?.message ?? error})`);
    }));
  const kept = local.getItem("rulebook.code") ?? "";
  // Shows which cells the reader has changed on this page before, and loads no Python.
  if (kept.includes(JSON.stringify(location.pathname))) begin(tell);
})();
