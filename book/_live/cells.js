/* One cell of the chapter: its code as a text field, what to try, buttons, and what it shows. */
import { draw } from "./outputs.js";

const { button, element, write } = window.rulebookPage;

/* What has a life of its own in the page: the live form has less, so it comes only for other code. */
const OWN = ".rb-explorer, .rb-learn, .rb-quiz, .rb-dice";
/* What a cell comes to: a chance, and where a formula ends. */
const NUMBERS = ".rb-big, .rb-formula > b:last-child";
const TRIES = "Try it: ";

export class Cell {
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
