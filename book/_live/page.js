/* Makes the page live: starts Python, runs every cell, and only when all of them have answered puts
   the answers into the page.  Whatever fails before that leaves the page untouched. */
import { Cell } from "./cells.js";
import { Kernel } from "./kernel.js";
import { Widgets } from "./widgets.js";

export async function makeLive(base, say, signal) {
  const began = performance.now();
  say("Loading Python…");
  const kernel = new Kernel(base);
  signal.addEventListener("abort", () => kernel.end(signal.reason));
  let widgets;
  try {
    const [, rules] = await Promise.all([
      kernel.ready,
      fetchJson(`${base}rules.json`),
      Widgets.load(base, kernel).then((loaded) => { widgets = loaded; }),
    ]);
    const loaded = performance.now();
    const sources = [...document.querySelectorAll("div.cell")]
      .filter((each) => each.querySelector(".cell_input pre"));
    const cells = sources.map((root, i) => new Cell(root, i + 1, { kernel, widgets, rules, base }));
    for (const cell of cells) {
      say(`Running cell ${cell.number} of ${cells.length}…`);
      await cell.rehearse();
    }
    await widgets.settled();
    try {
      for (const cell of cells) await cell.open(cells);
    } catch (error) {
      cells.forEach((cell) => cell.undo());
      throw error;
    }
    document.dispatchEvent(new Event("rulebook:changed"));
    const ended = performance.now();
    return { load: loaded - began, cells: ended - loaded, total: ended - began };
  } catch (error) {
    kernel.end(error);
    throw signal.aborted ? signal.reason : error;
  }
}

async function fetchJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
