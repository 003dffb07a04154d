/* An explorer with rules read otherwise: both answers and the difference.  One rule answers from a
   file of its own, which is loaded when it is first read otherwise; several ask Python, at a tap.
   The layout of the files: rules_lib/presentation/reading_tables.py */
(() => {
  "use strict";
  const here = document.currentScript?.src
    ?? document.querySelector('script[src*="book."]')?.src ?? location.href;
  const SAME = "By itself this reading changes nothing here.";
  const LOST = "The numbers are by our readings: those of this reading could not be loaded.";
  const OURS = "The numbers are by our readings.";
  const SEVERAL = `${OURS} The page knows the answers with one rule read otherwise; with these, Python works them out,`
    + " in this page. That takes two seconds.";
  const NO_PYTHON = `${OURS} With several rules read otherwise, Python works them out, and there is none on this page`
    + ": read one otherwise, or take the line of Python below.";
  const TABLES = window.rulebookTables ??= {};
  const loading = new Map();
  let python = null;  // one for all explorers of the page

  /* The answers of an explorer with one rule read otherwise. */
  function table(name) {
    if (!loading.has(name)) {
      loading.set(name, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = new URL(`otherwise/${name}.js`, here).href;
        script.onload = () => (TABLES[name] ? resolve(TABLES[name]) : reject(new Error(name)));
        script.onerror = reject;
        document.head.append(script);
      }));
    }
    return loading.get(name);
  }

  class Otherwise {
    constructor(explorer) {
      this.explorer = explorer;
      this.root = explorer.root;
      this.known = (explorer.data.read ?? []).flatMap((each) => each.rulings);
      this.fold = this.root.querySelector(".rb-read-fold");
      this.selects = this.fold ? [...this.fold.querySelectorAll("[data-reading]")] : [];
      this.answers = new Map();
      this.places = new Map();
      if (!this.fold) return;
      this.fold.hidden = false;
      this.says = this.fold.querySelector("[data-rb=says]");
      this.go = this.fold.querySelector(".rb-read-go");
      this.go.addEventListener("click", () => this.ask());
      for (const select of this.selects) {
        select.selectedIndex = 0;  // a browser that comes back may have kept another
        select.addEventListener("change", () => explorer.changed());
      }
    }

    /* Begin as the reader's table reads; the rulings that it reads otherwise. */
    house() {
      return this.selects.filter((select) => this.set(select, window.rulebookHouse?.value(select.dataset.reading)))
        .map((select) => select.dataset.reading);
    }

    /* A reading that is not in the list, with other numbers, is for Python alone. */
    set(select, value = "") {
      const { squashed } = window.rulebookHouse;
      let found = [...select.options].find((each) => squashed(each.value) === squashed(value));
      const shape = squashed(value).replace(/\d+/g, "#");
      if (!found && value && select.dataset.shapes.split("|").some((each) => squashed(each) === shape)) {
        found = new Option(value, value);
        found.dataset.other = "";
        select.append(found);
      }
      select.selectedIndex = found?.index ?? 0;
      return select.selectedIndex > 0;
    }

    /* A link means what its sender saw. */
    restore(said) {
      for (const select of this.selects) {
        if (this.set(select, said.get(select.dataset.reading) ?? "")) this.fold.open = true;
      }
    }

    chosen() {
      return this.selects.filter((select) => select.selectedIndex > 0);
    }

    link() {
      return Object.fromEntries(this.chosen().map((select) => [select.dataset.reading, select.value]));
    }

    describe() {
      return this.chosen().map((select) => `${select.labels[0].dataset.title}: ${select.selectedOptions[0].textContent}`);
    }

    /* What stands for the readings in the line of Python. */
    code() {
      return (this.explorer.data.read ?? []).map(({ argument, rulings }) => {
        const fields = this.chosen().flatMap((select) => {
          const ruling = rulings.find(({ id }) => id === select.dataset.reading);
          return ruling ? [`${ruling.field}=${ruling.python[select.selectedIndex] ?? select.value}`] : [];
        });
        return fields.length ? `, ${argument.replace("{}", () => fields.join(", "))}` : "";
      }).join("");
    }

    /* The rulings that are read otherwise, in the fold or by a control. */
    rulings() {
      const { data, setting } = this.explorer;
      return [...data.controls.filter((c) => c.ruling && setting[c.name] !== c.default).map((c) => c.ruling),
        ...this.chosen().map((select) => select.dataset.reading)];
    }

    /* The answer to a setting, or nothing where it has still to be found. */
    at(index) {
      const { explorer } = this;
      const chosen = this.chosen();
      if (!chosen.length) return explorer.cell(explorer.data, index);
      if (this.simple()) {
        const [{ dataset: { reading }, value }] = chosen;
        const found = TABLES[this.file(reading)]?.[value];
        if (!found) return undefined;
        if (!this.places.has(found)) {
          this.places.set(found, found.at ? new Map(explorer.column(found.at).map((at, place) => [at, place])) : new Map());
        }
        const place = this.places.get(found).get(index);
        return place === undefined ? explorer.cell(explorer.data, index) : explorer.cell(found, place);
      }
      return this.answers.get(this.question());
    }

    simple() {
      const chosen = this.chosen();
      return chosen.length === 1 && !("other" in chosen[0].selectedOptions[0].dataset);
    }

    file(reading) { return `${this.root.id}/${reading}`; }

    question() {
      return JSON.stringify({ explorer: this.root.id, setting: this.explorer.setting, read: this.link() });
    }

    /* Our own answer beside it, the difference, and what is still to be done. */
    show(answer) {
      const { explorer, root } = this;
      const { data, setting } = explorer;
      const read = this.rulings();
      const beside = read.length > 0 && answer !== undefined;
      for (const place of root.querySelectorAll("[data-beside]")) place.hidden = !beside;
      for (const place of root.querySelectorAll("[data-rb=beside]")) place.hidden = !read.length;
      explorer.write("beside", [`Read otherwise: ${read.join(", ")}. ${OURS}`]);
      if (beside) {
        const plain = Object.fromEntries(data.controls.map((c) => [c.name, c.ruling ? c.default : setting[c.name]]));
        const ours = explorer.cell(data, explorer.index(plain));
        const percents = explorer.percents(ours.codes);
        const same = [...ours.codes, ...ours.numbers].map(() => "the same");
        const changes = answer.changes.length ? answer.changes : same;
        explorer.write("ours", percents);
        explorer.write("change", changes);
        explorer.write("number-ours", ours.numbers.map((text, i) =>
          [`as we read it: ${text}`, changes[ours.codes.length + i]].filter(Boolean).join(" · ")));
        const change = changes[data.headline];
        explorer.write("beside", [`Read otherwise: ${read.join(", ")}. As we read it: ${percents[data.headline]}`
          + `${change ? ` (difference: ${change})` : ""}.`]);
      }
      if (this.fold) this.tell(answer);
    }

    tell(answer) {
      const chosen = this.chosen();
      for (const select of this.selects) {  // a closed list shows as much as has room
        explorerWords(select.nextElementSibling, chosen.includes(select) ? select.selectedOptions[0].textContent : "");
      }
      explorerWords(this.fold.querySelector("[data-rb=read]"), chosen.length ? `: ${this.rulings().join(", ")}` : "");
      this.go.hidden = true;
      let words = "";
      if (this.simple()) {
        const [{ dataset: { reading }, value }] = chosen;
        if (answer === undefined) {
          table(this.file(reading)).then(() => this.explorer.show(), () => explorerWords(this.says, LOST));
        } else if (!TABLES[this.file(reading)][value].at) words = SAME;
      } else if (chosen.length && answer === undefined) {
        if (!window.rulebookPython?.possible()) words = NO_PYTHON;
        else if (python) { this.ask(); return; }
        else {
          words = SEVERAL;
          this.go.hidden = false;
        }
      }
      explorerWords(this.says, words);
      if (words && words !== SAME) this.fold.open = true;
    }

    async ask() {
      const question = this.question();
      if (this.asking === question) return;
      this.asking = question;
      this.go.hidden = true;
      const say = (text) => explorerWords(this.says, text);
      say("Python works it out…");
      try {
        python ??= window.rulebookPython.start(say, "from rules_lib.presentation.reading_tables import asked");
        const kernel = await python;
        const outputs = await kernel.run(`print(asked(${JSON.stringify(question)}))`, "explorer");
        const failed = outputs.find((each) => each.output_type === "error");
        if (failed) throw new Error(failed.evalue);
        this.answers.set(question, JSON.parse(outputs.map((each) => each.text ?? "").join("")));
        this.asking = null;
        this.explorer.show();
      } catch (error) {
        this.asking = null;
        python = null;
        console.error(error);
        say(`${OURS} Python could not answer in this page.`);
        this.go.hidden = false;
      }
    }

    /* The rows of the table view, where a file does not know them. */
    rows() { return this.simple() || !this.chosen().length ? null : this.answers.get(this.question())?.rows; }
  }

  function explorerWords(place, text) {
    if (place.textContent !== text) place.textContent = text;
  }

  window.rulebookOtherwise = Otherwise;
})();
