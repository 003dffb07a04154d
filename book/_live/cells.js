/* One cell of the chapter: its code as a text field, buttons, and what it shows. */
const WIDGET = "application/vnd.jupyter.widget-view+json";

export class Cell {
  constructor(root, number, { kernel, widgets, rules, base }) {
    Object.assign(this, { root, number, kernel, widgets, rules });
    this.site = new URL("../../", base).href;
    this.printed = root.querySelector(".cell_input pre").closest(".highlight");
    this.original = this.printed.querySelector("pre").textContent.replace(/\n$/, "");
    this.code = this.original;
  }

  ask() {
    return this.kernel.run(this.code, `cell ${this.number}`);
  }

  /* Run without showing anything; a chapter whose own code fails is not made live. */
  async rehearse() {
    this.outputs = await this.ask();
    const failed = this.outputs.find((each) => each.output_type === "error");
    if (failed) throw new Error(`cell ${this.number}: ${failed.ename}: ${failed.evalue}`);
  }

  async open(all) {
    this.cells = all;
    this.place = this.root.querySelector(":scope > .cell_output");
    if (this.place) {
      this.before = [...this.place.childNodes];
    } else {
      this.place = element("div", { className: "cell_output docutils container" });
      this.root.append(this.place);
    }
    this.editor();
    await this.draw();
  }

  /* Put everything back as the page had it. */
  undo() {
    this.panel?.remove();
    this.printed.hidden = false;
    if (this.before) this.place.replaceChildren(...this.before);
    else this.place?.remove();
  }

  editor() {
    this.field = element("textarea", {
      value: this.code, spellcheck: false, autocapitalize: "off", className: "rb-alive-code",
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
    this.state = element("span", { role: "status" });
    this.panel = element("div", { className: "rb-alive-panel" });
    const row = element("div", { className: "rb-alive-buttons" });
    row.append(...buttons, this.state);
    this.panel.append(this.field, row);
    this.printed.hidden = true;
    this.printed.after(this.panel);
  }

  async run() {
    this.code = this.field.value;
    this.state.textContent = "Running…";
    try {
      this.outputs = await this.ask();
      await this.draw();
      document.dispatchEvent(new Event("rulebook:changed"));
      this.state.textContent = "Done.";
    } catch (error) {
      this.state.textContent = String(error.message ?? error);
    }
  }

  async runOn() {
    for (const cell of this.cells.slice(this.number - 1)) {
      await cell.run();
      if (cell.outputs.some((each) => each.output_type === "error")) break;
    }
  }

  async draw() {
    this.place.replaceChildren();
    this.place.classList.add("rb-alive-output");
    for (const output of this.outputs) {
      const place = element("div", { className: "output" });
      this.place.append(place);
      await this.drawOne(output, place);
    }
  }

  async drawOne({ output_type: type, data, text, traceback }, place) {
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
      place.innerHTML = this.linked(data["text/html"] ?? data["image/svg+xml"]);
    } else if (data) {
      place.append(element("pre", { textContent: data["text/plain"] }));
    }
  }

  /* Clauses are cited as "rule:PT-M9"; the site knows the page of each. */
  linked(html) {
    return html.replace(/href="rule:([^"]+)"/g, (found, id) =>
      (this.rules[id] ? `href="${this.site}${this.rules[id]}"` : found));
  }
}

function element(tag, values) {
  return Object.assign(document.createElement(tag), values);
}
