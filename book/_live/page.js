/* The live page: its cells, and the order in which they run.  What the reader runs needs the cells
   before it; those run first, once.  A cell shows a new answer only where the reader has changed it,
   or one before it: all else stays as it was printed, with all that it can do. */
(() => {
  "use strict";
  const { button, element, here, load, local, save, write } = window.rulebookPage;

  /* What the reader has changed: kept in the browser by page and by the book's code, so that a cell
     that the book has changed meanwhile is the book's again.  Where nothing can be kept, nothing is. */
  const KEY = "rulebook.code";
  const LONGEST = 200_000;  // letters: all that is kept

  function all() {
    try {
      const found = JSON.parse(local.getItem(KEY));
      return found && typeof found === "object" && !Array.isArray(found) ? found : {};
    } catch {
      return {};
    }
  }

  function kept() {
    const here = all()[location.pathname];
    return here && typeof here === "object" ? here : {};
  }

  /* Returns whether it is kept. */
  function keep(cells) {
    const changed = cells.filter((cell) => cell.code !== cell.original);
    const whole = all();
    delete whole[location.pathname];
    if (changed.length) whole[location.pathname] = Object.fromEntries(changed.map((cell) => [cell.original, cell.code]));
    const text = Object.keys(whole).length ? JSON.stringify(whole) : "";
    return text.length <= LONGEST && !local.setItem(KEY, text);
  }

  /* The chapter as a notebook with the reader's code: the book's own, if the page offers one. */
  async function notebook(cells) {
    // A page on a disk may not read the file beside it.
    const own = location.protocol !== "file:" && document.querySelector("a[href$='.ipynb']");
    const answer = own && await fetch(own.href).catch(() => null);
    const book = answer?.ok ? await answer.json() : plain(cells);
    const left = [...cells];
    const same = (cell, text) => cell.original.trim() === text.trim();
    for (const each of book.cells.filter(({ cell_type: type }) => type === "code")) {
      const text = [each.source].flat().join("");
      const at = left.findIndex((cell) => same(cell, text));
      if (at < 0) continue;
      const [cell] = left.splice(at, 1);
      each.source = cell.code;
      if (cell.code !== cell.original) Object.assign(each, { outputs: [], execution_count: null });
    }
    const name = location.pathname.split("/").pop().replace(/\.html$/, "") || "chapter";
    const file = new Blob([JSON.stringify(book, null, 1)], { type: "application/x-ipynb+json" });
    save(`${name}-changed.ipynb`, file);
  }

  function plain(cells) {
    const code = cells.map((cell) => (
      { cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: cell.original }));
    const title = { cell_type: "markdown", metadata: {}, source: `# ${document.title}` };
    return { cells: [title, ...code], metadata: {}, nbformat: 4, nbformat_minor: 4 };
  }

  const BEHIND = "What Python says";
  const GONE = "Python has stopped meanwhile: run the cell again.";

  const errorOf = (outputs) => outputs.find((each) => each.output_type === "error");

  /* Draws one output after the other, as long as nothing else is meant; returns whether it is. */
  async function draw(outputs, place, kernel, isMeant) {
    place.replaceChildren();
    for (const output of outputs) {
      const part = element("div", { className: "output" });
      await one(output, part);
      if (!isMeant()) return false;
      place.append(part);
      for (const each of part.querySelectorAll("[data-chosen]")) join(each, kernel);
    }
    return isMeant();
  }

  async function one({ output_type: type, data, text, plain, evalue, traceback }, place) {
    if (type === "stream") {
      place.append(element("pre", { textContent: text }));
    } else if (type === "error") {
      const said = element("p", { className: "rb-alive-error", role: "alert", textContent: plain ?? evalue });
      const behind = element("details", { className: "rb-fold" },
        element("summary", { textContent: BEHIND }), element("pre", { textContent: traceback.join("\n"), tabIndex: 0 }));
      place.append(said, behind);
    } else if (data["text/html"] ?? data["image/svg+xml"]) {
      place.classList.add("text_html");
      place.innerHTML = await window.rulebookPython.linked(data["text/html"] ?? data["image/svg+xml"]);
    } else {
      place.append(element("pre", { textContent: data["text/plain"] }));
    }
  }

  /* Controls that a cell shows (rulebook_live/choices.py): what is chosen Python answers. */
  function join(root, kernel) {
    const place = root.querySelector(".rb-chosen");
    let turn = 0;
    async function ask() {
      const mine = ++turn;
      const inputs = [...root.querySelectorAll("[data-control]")].filter(({ type, checked }) => type !== "radio" || checked);
      const chosen = JSON.stringify(Object.fromEntries(inputs.map(({ dataset, value }) => [dataset.control, value])));
      try {
        const outputs = await kernel.run(`__chosen__(${root.dataset.chosen}, ${chosen})`, "a choice");
        await draw(outputs, place, kernel, () => mine === turn);
      } catch {
        place.textContent = GONE;
      }
    }
    root.addEventListener("change", ask);
    ask();
  }

  /* What has a life of its own in the page: the live form has less, so it comes only for other code. */
  const OWN = ".rb-explorer, .rb-learn, .rb-quiz, .rb-dice";
  /* What a cell comes to: a chance, and where a formula ends. */
  const NUMBERS = ".rb-big, .rb-formula > b:last-child";
  const TRIES = "Try it: ";

  /* One cell of the chapter: its code as a text field, what to try, buttons, and what it shows. */
  class Cell {
    constructor(root, number, offer, page) {
      Object.assign(this, { root, number, offer, page });
      this.printed = root.querySelector(".cell_input pre").closest(".highlight");
      this.original = this.printed.querySelector("pre").textContent.replace(/\n$/, "");
      this.code = this.original;
      this.place = root.querySelector(":scope > .cell_output");
      this.before = this.place && [...this.place.childNodes];
      this.own = Boolean(this.place?.querySelector(OWN));
      this.ran = null;  // the code with which it has run
      this.live = false;  // does it show an answer of this page's own?
    }

    get changed() { return this.code !== this.original; }

    /* The field, with the cursor in it. */
    open(tries = []) {
      if (!this.panel) this.build();
      this.offerTries(tries);
      this.root.classList.add("rb-alive-open");
      this.root.querySelector(":scope > details.hide")?.setAttribute("open", "");
      this.offer.parentElement.hidden = true;
      this.field.focus();
    }

    close() {
      this.root.classList.remove("rb-alive-open");
      this.offer.parentElement.hidden = false;
      this.offer.focus();
    }

    build() {
      this.field = element("textarea", {
        value: this.code, spellcheck: false, autocapitalize: "off", className: "rb-alive-code", title: "Shift and Enter runs the cell",
        ariaLabel: `Code of cell ${this.number}`,
      });
      this.field.addEventListener("input", () => this.write(this.field.value));
      this.field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          this.buttons.Run.click();
        }
      });
      this.buttons = Object.fromEntries([
        ["Run", () => this.page.run([this, ...this.page.following(this)])],
        ["Stop", () => this.page.stop()],
        ["Run from here", () => this.page.run(this.page.cells.slice(this.number - 1))],
        ["The book’s code", () => this.reset()],
        ["Close", () => this.close()],
      ].map(([label, act]) => [label, button(label, act)]));
      this.buttons.Stop.hidden = true;
      this.state = element("span", { role: "status" });
      this.tries = element("p", { className: "rb-alive-tries", hidden: true });
      const row = element("div", { className: "rb-alive-buttons" }, ...Object.values(this.buttons), this.state);
      this.panel = element("div", { className: "rb-alive-panel" }, this.field, this.tries, row);
      this.printed.after(this.panel);
      this.fit();
    }

    fit() { this.field.rows = this.field.value.split("\n").length + 1; }

    offerTries(tries) {
      this.tries.hidden = !tries.length;
      this.tries.replaceChildren(TRIES, ...tries.flatMap(([label, start, end, text]) => [button(label, () => {
        this.write(this.original.slice(0, start) + text + this.original.slice(end));
        this.field.setSelectionRange(start, start + text.length);
        this.buttons.Run.click();
      }), " "]));
    }

    /* Other code, typed or put there. */
    write(code) {
      this.code = code;
      if (this.field) {
        this.field.value = code;
        this.fit();
      }
      this.page.keep(this);
    }

    reset() {
      this.write(this.original);
      this.restore();
      if (this.ran !== this.original) this.ran = null;
      this.say("");
    }

    /* What the page had printed, with all that it can do. */
    restore() {
      if (!this.live) return;
      this.turn = (this.turn ?? 0) + 1;
      this.watch?.disconnect();
      if (this.before) this.place.replaceChildren(...this.before);
      else { this.place.remove(); this.place = null; }
      this.live = false;
    }

    /* What the book had, beside each number that is another now. */
    compare() {
      const numbers = (nodes) => nodes.flatMap((node) => (node.querySelectorAll ? [...node.querySelectorAll(NUMBERS)] : []));
      const now = numbers([this.place]), book = numbers(this.before ?? []);
      if (now.length !== book.length) return;
      for (const [at, number] of now.entries()) {
        const was = book[at].textContent;
        if (number.textContent !== was) number.after(element("span", { className: "rb-yours", textContent: ` (yours; the book: ${was})` }));
      }
    }

    say(text) {
      if (this.state) write(this.state, text);
    }

    async show(outputs) {
      const turn = this.turn = (this.turn ?? 0) + 1;
      if (!this.place) {
        this.place = element("div", { className: "cell_output docutils container" });
        this.root.append(this.place);
      }
      this.watch ??= new MutationObserver(() => document.dispatchEvent(new Event("rulebook:shown")));
      this.watch.observe(this.place, { childList: true, subtree: true });
      this.live = true;
      if (await draw(outputs, this.place, this.page.kernel, () => turn === this.turn)) this.compare();
    }
  }

  const SLOW = 10_000;  // milliseconds
  const IS_SLOW = "It has been running for 10 seconds. It may never end: “Stop” ends it. What you have typed stays.";

  class Stopped extends Error {}

  class Page {
    constructor({ roots, offers, bar, status, buttons }) {
      Object.assign(this, { bar, status, line: Promise.resolve(), stops: 0 });
      this.cells = roots.map((root, at) => new Cell(root, at + 1, offers[at], this));
      const before = kept();
      for (const cell of this.cells) {
        if (typeof before[cell.original] === "string") cell.code = before[cell.original];
      }
      this.said = load("live/tries.js").then(() => window.rulebookTries, () => ({}));
      this.halt = button("Stop", () => this.stop());
      this.back = button("Reset all", () => this.reset());
      buttons.append(this.halt, this.back, button("Download as a notebook", () => notebook(this.cells)));
      this.halt.hidden = true;
      this.tell();
    }

    async open(at) {
      const name = decodeURIComponent(location.href.split(/[?#]/)[0]).replace(new URL("../", here).href, "").replace(/\.html$/, "");
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

  window.rulebookCells = Page;
})();
