/* The live page: its cells, and the order in which they run.  What the reader runs needs the cells
   before it; those run first, once.  A cell shows a new answer only where the reader has changed it,
   or one before it: all else stays as it was printed, with all that it can do. */
import { Cell } from "./cells.js";
import { keep, kept, notebook } from "./saved_code.js";
import { errorOf } from "./outputs.js";

const { button, write } = window.rulebookPage;

const SLOW = 10_000;  // milliseconds
const IS_SLOW = "It has been running for 10 seconds. It may never end: “Stop” ends it. What you have typed stays.";

class Stopped extends Error {}

export class Page {
  constructor({ base, roots, offers, bar, status, buttons }) {
    Object.assign(this, { base, bar, status, line: Promise.resolve(), stops: 0 });
    this.cells = roots.map((root, at) => new Cell(root, at + 1, offers[at], this));
    const before = kept();
    for (const cell of this.cells) {
      if (typeof before[cell.original] === "string") cell.code = before[cell.original];
    }
    this.said = window.rulebookPython.data("tries.json").catch(() => ({}));
    this.halt = button("Stop", () => this.stop());
    this.back = button("Reset all", () => this.reset());
    buttons.append(this.halt, this.back, button("Download as a notebook", () => notebook(this.cells)));
    this.halt.hidden = true;
    this.tell();
  }

  async open(at) {
    const name = decodeURIComponent(location.href.split(/[?#]/)[0]).replace(new URL("../../", this.base).href, "").replace(/\.html$/, "");
    const cell = this.cells[at];
    cell.open();
    this.python().catch(() => {});  // on its way while the reader reads
    cell.open((await this.said)[name]?.[at] ?? []);
  }

  /* Python, started when it is first wanted, and again after it was stopped. */
  python() {
    if (!this.started) {
      const started = this.started = this.begin().catch((error) => {
        if (this.started === started) this.started = null;
        throw error;
      });
    }
    return this.started;
  }

  async begin() {
    const began = performance.now();
    document.documentElement.dataset.rbAlive = "starting";
    this.dirty = false;  // has other code than the book's run in this Python?
    const loading = this.loading = window.rulebookPython.start((text) => this.say?.(text));
    try {
      this.kernel = await loading;
      await window.rulebookPython.linked("");  // what answers link to
    } catch (error) {
      loading.end(error);
      if (loading === this.loading) delete document.documentElement.dataset.rbAlive;
      throw error;
    }
    performance.measure("rulebook:python", { start: began });
    document.documentElement.dataset.rbAlive = "on";
  }

  /* The changes are kept with each letter. */
  keep(cell) {
    const stays = keep(this.cells);
    if (!stays && cell.changed) cell.say("Your browser keeps nothing: on leaving the page, this is lost.");
    this.tell();
  }

  tell() {
    const changed = this.cells.filter((cell) => cell.changed);
    for (const cell of this.cells) cell.offer.textContent = cell.changed ? "Change your code" : "Change this code";
    if (changed.length) this.lost = null;
    this.back.hidden = !changed.length && !this.lost;
    this.back.textContent = this.lost ? "Restore my changes" : "Reset all";
    const numbers = changed.map((cell) => cell.number).join(", ");
    const text = changed.length ? `Changed by you: cell${changed.length > 1 ? "s" : ""} ${numbers} of ${this.cells.length}.`
      : this.lost ? "The book’s code is back." : "";
    write(this.status, text);
  }

  /* All as the book has it; until something is changed again, the changes can be brought back. */
  reset() {
    const { lost } = this;
    if (lost) {
      for (const [cell, code] of lost) cell.write(code);
      return;
    }
    this.lost = this.cells.filter((cell) => cell.changed).map((cell) => [cell, cell.code]);
    if (this.dirty) this.end();
    for (const cell of this.cells) cell.restore();
    const { lost: kept } = this;
    for (const [cell] of kept) cell.reset();
    this.lost = kept;
    this.tell();
  }

  /* The cells that come after one in its section, up to the next heading of a chapter: what it gives, they may show. */
  following(cell) {
    const section = (each) => each.root.closest("article > section > section") ?? each.root.parentElement;
    return this.cells.slice(cell.number).filter((each) => section(each) === section(cell));
  }

  runAll() {
    return this.run(this.cells, (text) => { this.status.textContent = text; });
  }

  /* Run these cells, one after the other; after what has been asked for before. */
  run(wanted, say = (text) => wanted[0].say(text)) {
    const stops = this.stops;
    say("Waiting for its turn…");
    this.line = this.line.then(async () => {
      if (stops !== this.stops) { say("Stopped."); return; }
      try {
        await this.work(wanted, say);
      } catch (error) {
        if (!(error instanceof Stopped)) say(`Python could not run here. What you have typed is kept. (${error?.message ?? error})`);
      } finally {
        this.busy(false);
      }
    });
    return this.line;
  }

  busy(on) {
    this.halt.hidden = !on;
    for (const { buttons } of this.cells) if (buttons) buttons.Stop.hidden = !on;
    if (this.started) document.documentElement.dataset.rbAlive = on ? "running" : "on";
  }

  async work(wanted, say) {
    this.busy(true);
    this.say = say;
    say("Loading Python (only once)…");
    await this.python();
    const first = wanted[0].number;
    const before = this.cells.slice(0, first - 1).filter((cell) => cell.ran === null);
    let failed;
    for (const [at, cell] of before.entries()) {
      say(`The cells before it run first: ${at + 1} of ${before.length}…`);
      const error = await this.one(cell, say);
      if (error) failed ??= [cell, error];
    }
    for (const [at, cell] of wanted.entries()) {
      say(wanted.length > 1 ? `Cell ${cell.number} of ${this.cells.length} runs…` : "Running…");
      const error = await this.one(cell, say, true);
      if (!error) { if (at) cell.say(""); continue; }
      const why = failed ? ` Cell ${failed[0].number}, before it, failed, and it may need that one: ${failed[1].plain}` : "";
      say(`Cell ${cell.number} did not get through.${why}`);
      return;
    }
    const printed = this.cells.some((cell) => cell.live) ? "" : " They show what is printed.";
    if (wanted.length > 1) say(`${first === 1 ? "All" : "These"} ${wanted.length} cells have run, in your browser.${printed}`);
    else say(`Done.${wanted[0].live ? "" : " It shows what is printed."}`);
  }

  /* Run a cell, and show what is new about it; returns its error. */
  async one(cell, say, asked = false) {
    const code = cell.code;
    const changed = this.dirty ||= code !== cell.original;
    // Where the page has printed nothing, nothing that the reader asks for is in its place.
    const shows = changed ? !(cell.own && code === cell.original) : asked && !cell.before;
    let slow;
    try {
      if (await this.kernel.bring(code)) say("Running…");
      slow = setTimeout(() => { say(IS_SLOW); }, SLOW);
      const outputs = await this.kernel.run(code, `cell ${cell.number}`, { show: shows, changed });
      const error = errorOf(outputs);
      cell.ran = code;
      if ((shows && (outputs.length || cell.place)) || (error && asked)) await cell.show(outputs);
      else if (!error) cell.restore();
      return error;
    } finally {
      clearTimeout(slow);
    }
  }

  /* Python ends, whatever it does; the next run starts another, and the cells before it run again. */
  stop() {
    this.stops += 1;
    this.end();
    this.say?.("Stopped.");
  }

  end() {
    for (const cell of this.cells) cell.ran = null;
    this.loading?.end(new Stopped("stopped"));
    this.started = null;
    delete document.documentElement.dataset.rbAlive;
  }
}
