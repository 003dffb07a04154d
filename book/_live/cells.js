/* One cell of the chapter: its code as a text field, buttons, and what it shows. */
import { linked } from "./links.js";

const WIDGET = "application/vnd.jupyter.widget-view+json";
const WAITS = "This is the printed answer; the cell has not run yet.";
/* A picture that pictures.js has not seen yet, be it in an answer or in a widget. */
const NEW = "figure.rb-picture:not([data-watched])";

export class Cell {
  constructor(root, number, { kernel, widgets, rules, base, cells }) {
    Object.assign(this, { root, number, kernel, widgets, rules, base, cells });
    this.printed = root.querySelector(".cell_input pre").closest(".highlight");
    this.original = this.printed.querySelector("pre").textContent.replace(/\n$/, "");
    this.touched = false;  // has the reader run it?
    this.ran = false;
  }

  ask(code) {
    return this.kernel.run(code, `cell ${this.number}`);
  }

  /* Run the book's code without showing anything; it must not fail. */
  async rehearse() {
    const outputs = await this.ask(this.original);
    const failed = errorOf(outputs);
    if (failed) throw new Error(`cell ${this.number}: ${failed.ename}: ${failed.evalue}`);
    return outputs;
  }

  /* Let the reader edit; the printed answer stays until there is another one. */
  open() {
    this.place = this.root.querySelector(":scope > .cell_output");
    if (this.place) {
      this.before = [...this.place.childNodes];
    } else {
      this.place = element("div", { className: "cell_output docutils container" });
      this.root.append(this.place);
    }
    this.watch = new MutationObserver(() => {
      if (this.place.querySelector(NEW)) document.dispatchEvent(new Event("rulebook:changed"));
    });
    this.watch.observe(this.place, { childList: true, subtree: true });
    this.editor();
  }

  /* Put everything back as the page had it. */
  close() {
    if (!this.place) return;
    this.watch.disconnect();
    this.panel.remove();
    this.printed.hidden = false;
    this.place.classList.remove("rb-alive-output");
    if (this.before) this.place.replaceChildren(...this.before);
    else this.place.remove();
    this.place = null;
  }

  editor() {
    this.field = element("textarea", {
      value: this.original, spellcheck: false, autocapitalize: "off", className: "rb-alive-code",
      title: "Shift and Enter runs the cell",
    });
    this.field.setAttribute("aria-label", `Code of cell ${this.number}`);
    const fit = () => { this.field.rows = this.field.value.split("\n").length + 1; };
    this.field.addEventListener("input", fit);
    fit();
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.run();
      }
    });
    const buttons = [
      ["Run", () => this.run()],
      ["Run from here on", () => this.runOn()],
      ["The book’s code", () => { this.field.value = this.original; fit(); }],
    ].map(([label, act]) => {
      const button = element("button", { type: "button", textContent: label });
      button.addEventListener("click", act);
      return button;
    });
    this.state = element("span", { textContent: WAITS });
    this.panel = element("div", { className: "rb-alive-panel" });
    const row = element("div", { className: "rb-alive-buttons" });
    row.append(...buttons, this.state);
    this.panel.append(this.field, row);
    this.printed.hidden = true;
    this.printed.after(this.panel);
  }

  /* What the reader asks for: it comes right after the cell that is running now. */
  async run() {
    this.touched = true;
    this.state.setAttribute("role", "status");
    this.state.textContent = "Running…";
    try {
      const outputs = await this.ask(this.field.value);
      const failed = errorOf(outputs);
      const missing = this.cells.slice(0, this.number - 1).filter((cell) => !cell.ran);
      await this.show(outputs);
      this.state.textContent = !failed ? "Done." : missing.length
        ? "It failed. Cells before it have not run yet, and it may need them." : "It failed.";
      return !failed;
    } catch (error) {
      this.state.textContent = String(error.message ?? error);
      return false;
    }
  }

  async runOn() {
    for (const cell of this.cells.slice(this.number - 1)) {
      if (!await cell.run()) break;
    }
  }

  async show(outputs) {
    const turn = this.turn = (this.turn ?? 0) + 1;
    this.ran = true;
    this.state.textContent = "";
    this.place.replaceChildren();
    this.place.classList.add("rb-alive-output");
    for (const output of outputs) {
      if (turn !== this.turn) return;  // another run has answered meanwhile
      const place = element("div", { className: "output" });
      this.place.append(place);
      await this.draw(output, place);
    }
  }

  async draw({ output_type: type, data, text, traceback }, place) {
    if (type === "stream" || type === "error") {
      const shown = element("pre", { textContent: text ?? traceback.join("\n") });
      if (type === "error") {
        shown.className = "rb-alive-error";
        shown.setAttribute("role", "alert");
      }
      place.append(shown);
    } else if (data?.[WIDGET]) {
      await this.widgets.show(data[WIDGET].model_id, place);
    } else if (data?.["text/html"] ?? data?.["image/svg+xml"]) {
      place.classList.add("text_html");
      place.innerHTML = linked(data["text/html"] ?? data["image/svg+xml"], this.rules, this.base);
    } else if (data) {
      place.append(element("pre", { textContent: data["text/plain"] }));
    }
  }
}

function errorOf(outputs) {
  return outputs.find((each) => each.output_type === "error");
}

function element(tag, values) {
  return Object.assign(document.createElement(tag), values);
}
