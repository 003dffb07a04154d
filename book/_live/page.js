/* Makes the page live.  As soon as Python is there and the first cell has answered, all cells can be
   edited and run; the others follow one by one, and each shows its printed answer until its turn.
   Whatever fails before the reader has run anything leaves the page as it was. */
import { Cell } from "./cells.js";
import { Kernel } from "./kernel.js";
import { Widgets } from "./widgets.js";

export async function makeLive(base, say, signal) {
  signal.throwIfAborted();  // stopped while this file was on its way
  const began = performance.now();
  say("Loading Python…");
  const kernel = new Kernel(base);
  const cells = [];
  signal.addEventListener("abort", () => kernel.end(signal.reason));
  try {
    const [, rules, widgets] = await Promise.all([
      kernel.ready, fetchJson(`${base}rules.json`), Widgets.load(base, kernel),
    ]);
    const loaded = performance.now();
    say("Running the first cell…");
    for (const root of document.querySelectorAll("div.cell")) {
      if (root.querySelector(".cell_input pre")) {
        cells.push(new Cell(root, cells.length + 1, { kernel, widgets, rules, base, cells }));
      }
    }
    const first = await cells[0].rehearse();
    for (const cell of cells) cell.open();
    await cells[0].show(first);
    signal.throwIfAborted();
    const ended = performance.now();
    return {
      times: { load: loaded - began, first: ended - loaded, total: ended - began },
      count: cells.length,
      runRest: (tell) => runRest(cells, kernel, tell, began),
    };
  } catch (error) {
    undo(cells, kernel, error);
    throw signal.aborted ? signal.reason : error;
  }
}

/* The other cells, one by one; between two of them, whatever the reader has asked for meanwhile. */
async function runRest(cells, kernel, tell, began) {
  try {
    for (const cell of cells) {
      tell(cell.number - 1);
      if (cell.touched || cell.number === 1) continue;
      const outputs = await cell.rehearse();
      if (!cell.touched) await cell.show(outputs);
    }
  } catch (error) {
    if (!cells.some((cell) => cell.touched)) undo(cells, kernel, error);
    throw error;
  }
  tell(cells.length);
  return performance.now() - began;
}

function undo(cells, kernel, error) {
  kernel.end(error);
  for (const cell of cells) cell.close();
}

async function fetchJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
