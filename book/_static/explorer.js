/* Explorers answer at once from their table, which comes after the page.  Nothing is computed or worded
   here: numbers and sentences are looked up.  The layout of the table: rules_lib/notebook/payload.py */
(() => {
  "use strict";
  const LONGEST = 20000;  // characters of a link
  const ALONE = "Other answers cannot be loaded. This is the answer for the choices as they stand.";
  const explorers = new Map();
  const { address, copied, drawBar, element, load, readdress, say, sizesOf, write } = window.rulebookPage;
  window.rulebookTables = {};

  class Explorer {
    constructor(root) {
      this.root = root;
      this.data = window.rulebookTables[root.id];
      this.touched = false;
      this.fields = {};
      for (const field of root.querySelectorAll("[data-rb]")) {
        (this.fields[field.dataset.rb] ||= []).push(field);
      }
      this.bar = root.querySelector(".rb-bar");
      this.inputs = [...root.querySelectorAll("[data-control]")];
      this.rows = [...root.querySelectorAll(".rb-compare tbody tr")];
      this.read = new window.rulebookOtherwise(this);
      this.setting = this.defaults();
      for (const input of this.inputs) {
        input.addEventListener("change", () => this.choose(input.dataset.control, input.value));
        if (input.list) input.addEventListener("input", () => this.slide(input.dataset.control, input.value));
      }
      root.addEventListener("rulebook:set", ({ detail }) => this.take(detail));
      this.showSetting();  // a browser that comes back may have kept other choices
      const begins = [...this.data.controls.filter((c) => agreed(c)).map((c) => c.ruling), ...this.read.house()];
      if (begins.length) {
        root.dataset.agreed = begins.join(" ");
        this.show();
      }
      this.addCopying();
      this.addPrinting();
      root.querySelector(".rb-controls").disabled = false;
      root.rolled = (end, say) => this.read.rolled(end, say);
    }

    defaults() {
      return Object.fromEntries(this.data.controls.map((c) => [c.name, agreed(c) ?? c.default]));
    }

    choose(name, key) {
      this.setting[name] = key;
      this.changed();
    }

    /* While a slider is drawn the answer follows; the address waits until it is let go. */
    slide(name, key) {
      this.setting[name] = key;
      this.show();
    }

    changed() {
      this.touched = true;
      this.show();
      remember(this);
    }

    /* Take a setting from a link; names and keys that do not exist are passed over. */
    restore(query) {
      this.setting = this.defaults();
      const said = new URLSearchParams(query);
      this.read.restore(said);
      for (const [name, key] of said) {
        const control = this.data.controls.find((c) => c.name === name);
        if (control && control.keys.includes(key)) this.setting[name] = key;
      }
      this.touched = true;
      this.showSetting();
      this.show();
    }

    /* Take what has been tapped in a picture; choices that do not exist stay as they are. */
    take(wanted) {
      for (const { name, keys } of this.data.controls) {
        if (keys.includes(wanted[name])) this.setting[name] = wanted[name];
      }
      this.showSetting();
      this.show();
      this.touched = true;
      remember(this);
      this.root.scrollIntoView();
    }

    showSetting() {
      for (const input of this.inputs) {
        const key = this.setting[input.dataset.control];
        if (input.type === "radio") input.checked = input.value === key;
        else input.value = key;
      }
    }

    link() {
      return `${this.root.id}?${new URLSearchParams({ ...this.setting, ...this.read.link() })}`;
    }

    index(setting = this.setting) {
      return this.data.controls.reduce(
        (index, c) => index * c.keys.length + c.keys.indexOf(setting[c.name]), 0);
    }

    percents(codes) {
      return codes.map((code) =>
        (this.data.percent[code] ?? `${(code / 10).toFixed(1)} %`).replace(" %", "\u00a0%"));
    }

    /* What a table holds in one place. */
    cell(table, place) {
      return {
        codes: table.parts.map((column) => column[place]),
        sentence: text(table.sentence, place),
        numbers: this.texts(table.numbers, place),
        exact: this.texts(table.exact ?? [], place),
        changes: this.texts(table.changes ?? [], place),
      };
    }

    texts(columns, place) { return columns.map((column) => text(column, place)); }

    show() {
      const { data } = this;
      const index = this.index();
      const found = this.read.at(index);
      const { codes, sentence, numbers, exact } = found ?? this.cell(data, index);
      const percents = this.percents(codes);
      this.write("percent", percents);
      this.write("big", [percents[data.headline]]);
      this.write("sentence", [sentence]);
      this.write("number", numbers);
      this.write("exact", exact);
      this.inputs.filter((input) => input.list).forEach(said);
      this.write("setting", [this.describe()]);
      this.write("python", [this.pythonLine()]);
      this.point();
      this.fields.rounding[0].hidden = codes.includes(1003) || codes.reduce((sum, code) => sum + code, 0) === 1000;
      drawBar(this.bar, sizesOf(codes), percents);
      this.compare();
      this.read.show(found);
      this.root.dispatchEvent(new CustomEvent("rulebook:answered", { detail: codes }));
    }

    /* The table view: the same columns, once for each choice of one control. */
    compare() {
      const name = this.root.querySelector(".rb-compare")?.dataset.compare;
      const keys = this.data.controls.find((c) => c.name === name)?.keys ?? [];
      const rows = this.read.rows();
      this.rows.forEach((row, i) => {
        const index = this.index({ ...this.setting, [name]: keys[i] });
        const shown = this.percents(rows?.[i] ?? (this.read.at(index) ?? this.cell(this.data, index)).codes);
        shown.forEach((percent, j) => { row.cells[j + 1].textContent = percent; });
        row.ariaCurrent = keys[i] === this.setting[name] ? "true" : null;
      });
    }

    write(name, values) {
      values.forEach((value, i) => {
        const field = this.fields[name]?.[i];
        if (field) write(field, value);
      });
    }

    describe() {
      return [...this.data.controls.map((c) => {
        const input = this.inputs.find((i) => i.dataset.control === c.name
          && (i.type !== "radio" || i.value === this.setting[c.name]));
        return input.type === "radio"
          ? `${input.closest("fieldset").querySelector("legend").textContent}: ${input.nextElementSibling.textContent}`
          : `${input.labels[0].textContent}: ${input.list ? said(input) : input.selectedOptions[0].textContent}`;
      }), ...this.read.describe()].join(" · ");
    }

    pythonLine() {
      return this.data.controls.reduce((line, c) => line.replaceAll(
        `{${c.name}}`, () => c.python[c.keys.indexOf(this.setting[c.name])]), this.data.python)
        .replace("{read}", () => this.read.code());
    }

    /* The link to the form for dice that were rolled, filled in like the line of Python. */
    point() {
      const [link] = this.fields.dice ?? [];
      if (!link) return;
      const { controls, dice } = this.data;
      const filled = controls.reduce((text, c) => text.replaceAll(`{${c.name}}`, () => c.dice[c.keys.indexOf(this.setting[c.name])]), dice);
      const read = controls.filter((c) => c.ruling && this.setting[c.name] !== c.default)
        .map((c) => [c.ruling, c.readings[c.keys.indexOf(this.setting[c.name])]]);
      const said = new URLSearchParams([...read, ...Object.entries(this.read.link())]).toString();
      link.hash = `${filled.replaceAll(" ", "+")}${said && `&${said}`}`;
    }

    addCopying() {
      const button = this.root.querySelector(".rb-copy");
      const status = this.root.querySelector(".rb-copied");
      button.hidden = false;
      button.addEventListener("click", async () => {
        this.touched = true;
        remember(this);
        const done = await copied(`${address()}#${this.link()}`);
        say(status, done ? status.dataset.done : status.dataset.failed);
      });
    }

    /* This answer alone: the style sheet leaves out what is not marked. */
    addPrinting() {
      const button = this.root.querySelector(".rb-print");
      button.hidden = false;
      button.addEventListener("click", () => {
        this.root.classList.add("rb-printed");
        addEventListener("afterprint", () => this.root.classList.remove("rb-printed"), { once: true });
        print();
      });
    }
  }

  /* What a slider stands at, which it says beside it and to screen readers. */
  function said(input) {
    const { label } = [...input.list.options].find(({ value }) => value === input.value);
    input.previousElementSibling.textContent = label;
    input.ariaValueText = label;
    return label;
  }

  /* How the reader's table reads a ruling that has a control here. */
  function agreed({ ruling, readings, keys }) {
    return ruling && keys[readings.indexOf(window.rulebookHouse?.value(ruling))];
  }

  const text = ({ texts, places }, index) => texts[places[index]];

  /* The address holds every explorer the reader has touched, the last one first. */
  function remember(last) {
    const others = [...explorers.values()].filter((e) => e !== last && e.touched);
    readdress(`#${[last, ...others].map((e) => e.link()).join(";")}`);
  }

  /* Each explorer is set once, by the last piece for it; a link longer than any of ours says nothing. */
  function restoreFromAddress() {
    if (location.hash.length > LONGEST) return;
    const queries = new Map();
    for (const piece of location.hash.slice(1).split(";")) {
      const [id, query] = piece.split("?", 2);
      if (query !== undefined && explorers.has(id)) queries.set(explorers.get(id), query);
    }
    for (const [explorer, query] of queries) explorer.restore(query);
    queries.keys().next().value?.root.scrollIntoView();
  }

  async function start() {
    await Promise.all([...document.querySelectorAll("section.rb-explorer")].map(async (root) => {
      try {
        await load(`tables/${root.id}.js`);
        explorers.set(root.id, new Explorer(root));
      } catch { // no table, or a damaged one: the default answer in the HTML still stands
        root.querySelector(".rb-controls").after(element("p", { className: "rb-note" }, ALONE));
      }
    }));
    restoreFromAddress();
    addEventListener("hashchange", restoreFromAddress);
    document.dispatchEvent(new Event("rulebook:begun"));  // their tables may come after what the table reads
  }

  start();
  document.addEventListener("input", ({ target }) => { if (target.matches(".rb-slider input")) said(target); });
})();
