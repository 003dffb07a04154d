/* An explorer with rules read otherwise: both answers and the difference.  One rule answers from a
   file of its own, which is loaded when it is first read otherwise; several ask Python, at a tap.
   The layout of the files: rules_lib/presentation/reading_tables.py */
(() => {
  "use strict";
  const here = document.currentScript?.src
    ?? document.querySelector('script[src*="book."]')?.src ?? location.href;
  const SAME = "By itself this reading changes nothing here.";
  const LOST = "The numbers are under our readings: those of this reading could not be loaded.";
  const OURS = "The numbers are under our readings.";
  const SEVERAL = `${OURS} The page has the answers for one changed reading; with these, Python works them out,`
    + " in this page. That takes two seconds.";
  const NO_PYTHON = `${OURS} With several changed readings Python works them out, and there is none on this page`
    + ": change one only, or take the line of Python below.";
  const TABLES = window.rulebookTables ??= {};
  const loading = new Map();

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
      this.switches = this.fold ? [...this.fold.querySelectorAll("[data-reading]")] : [];
      this.answers = new Map();
      this.places = new Map();
      if (!this.fold) return;
      this.reads = this.fold.querySelector(".rb-reads");
      this.reads.disabled = false;
      this.fold.addEventListener("toggle", () => this.foretell());
      this.says = this.fold.querySelector("[data-rb=says]");
      this.go = this.fold.querySelector(".rb-read-go");
      this.go.addEventListener("click", () => this.ask());
      for (const each of this.switches) {
        options(each)[0].checked = true;  // a browser that comes back may have kept another
        each.addEventListener("change", () => explorer.changed());
      }
    }

    /* Begin as the reader's table reads; the rulings that it reads otherwise. */
    house() {
      return this.switches.filter((each) => this.set(each, window.rulebookHouse?.value(each.dataset.reading)))
        .map((each) => each.dataset.reading);
    }

    /* A reading that is not in the list, with other numbers, is for Python alone. */
    set(it, value = "") {
      const { squashed } = window.rulebookHouse;
      let found = options(it).find((each) => squashed(each.value) === squashed(value));
      const shape = squashed(value).replace(/\d+/g, "#");
      if (!found && value && it.dataset.shapes.split("|").some((each) => squashed(each) === shape)) {
        const row = options(it).at(-1).parentNode.cloneNode(true);
        [found] = row.children;
        Object.assign(found, { value, checked: false });
        found.dataset.other = "";
        row.children[1].textContent = value;
        row.children[2].textContent = "";
        it.append(row);
      }
      (found ?? options(it)[0]).checked = true;
      return at(it) > 0;
    }

    /* A link means what its sender saw. */
    restore(said) {
      for (const each of this.switches) {
        if (this.set(each, said.get(each.dataset.reading) ?? "")) this.fold.open = true;
      }
    }

    chosen() {
      return this.switches.filter((each) => at(each) > 0);
    }

    link() {
      return Object.fromEntries(this.chosen().map((each) => [each.dataset.reading, chosen(each).value]));
    }

    describe() {
      return this.chosen().map((each) => `${each.dataset.title}: ${chosen(each).nextElementSibling.textContent}`);
    }

    /* What stands for the readings in the line of Python. */
    code() {
      return (this.explorer.data.read ?? []).map(({ argument, rulings }) => {
        const fields = this.chosen().flatMap((each) => {
          const ruling = rulings.find(({ id }) => id === each.dataset.reading);
          return ruling ? [`${ruling.field}=${ruling.python[at(each)] ?? chosen(each).value}`] : [];
        });
        return fields.length ? `, ${argument.replace("{}", () => fields.join(", "))}` : "";
      }).join("");
    }

    /* The rulings that are read otherwise, in the fold or by a control. */
    rulings() {
      const { data, setting } = this.explorer;
      return [...data.controls.filter((c) => c.ruling && setting[c.name] !== c.default).map((c) => c.ruling),
        ...this.chosen().map((each) => each.dataset.reading)];
    }

    /* The answer to a setting, or nothing where it has still to be found. */
    at(index) {
      const { data } = this.explorer;
      const [first] = this.chosen();
      if (!first) return this.explorer.cell(data, index);
      if (!this.simple()) return this.answers.get(this.question());
      const found = this.changed(first, chosen(first).value, index);
      return found === null ? this.explorer.cell(data, index) : found;
    }

    /* What one reading changes of a setting: null for nothing, undefined where it is not loaded. */
    changed({ dataset: { reading } }, value, index) {
      const found = TABLES[this.file(reading)]?.[value];
      if (!found) return undefined;
      if (!this.places.has(found)) {
        this.places.set(found, found.at ? new Map(this.explorer.column(found.at).map((each, place) => [each, place])) : new Map());
      }
      const place = this.places.get(found).get(index);
      return place === undefined ? null : this.explorer.cell(found, place);
    }

    simple() {
      const [first, second] = this.chosen();
      return first !== undefined && !second && !("other" in chosen(first).dataset);
    }

    file(reading) { return `${this.root.id}/${reading}`; }

    question() {
      return JSON.stringify({ explorer: this.root.id, setting: this.explorer.setting, read: this.link() });
    }

    /* One roll that ends as it is said, told with its dice. */
    rolled(end, say) { return window.rulebookPython.told("rolled", JSON.stringify({ ...JSON.parse(this.question()), end }), say); }

    /* Our own answer beside it, the difference, and what is still to be done. */
    show(answer) {
      const { explorer, root } = this;
      const { data, setting } = explorer;
      const read = this.rulings();
      const beside = read.length > 0 && answer !== undefined;
      for (const place of root.querySelectorAll("[data-beside]")) place.hidden = !beside;
      for (const place of root.querySelectorAll("[data-rb=beside]")) place.hidden = !read.length;
      explorer.write("beside", [`Your reading: ${read.join(", ")}. ${OURS}`]);
      if (beside) {
        const plain = Object.fromEntries(data.controls.map((c) => [c.name, c.ruling ? c.default : setting[c.name]]));
        const ours = explorer.cell(data, explorer.index(plain));
        const percents = explorer.percents(ours.codes);
        const same = [...ours.codes, ...ours.numbers].map(() => "the same");
        const changes = answer.changes.length ? answer.changes : same;
        window.rulebookBar.draw(root.querySelector("[data-beside] > .rb-bar-again"),
          window.rulebookBar.sizes(ours.codes), percents);
        explorer.write("ours", percents);
        explorer.write("change", changes);
        explorer.write("number-ours", ours.numbers.map((text, i) =>
          [`our reading: ${text}`, changes[ours.codes.length + i]].filter(Boolean).join(" · ")));
        const change = changes[data.headline];
        explorer.write("beside", [`Your reading: ${read.join(", ")}. Our reading: ${percents[data.headline]}`
          + `${change ? ` (difference: ${change})` : ""}.`]);
      }
      if (this.fold) {
        this.tell(answer);
        this.foretell();
      }
    }

    /* Beside each reading what it would do by itself, before it is chosen. */
    foretell() {
      if (!this.fold.open) return;
      const { explorer } = this;
      const { headline } = explorer.data;
      const { unchanged, unanswered, stays } = this.reads.dataset;
      const index = explorer.index();
      const [before] = explorer.percents([explorer.cell(explorer.data, index).codes[headline]]);
      const words = (found) => {
        if (!found) return found === null ? unchanged : "";
        const [after] = found.codes.includes(1003) ? [unanswered] : explorer.percents([found.codes[headline]]);
        return before === after ? `${before}${stays}` : `${before} → ${after}`;
      };
      for (const each of this.switches) {
        for (const option of options(each).slice(1)) {
          if ("other" in option.dataset) continue;
          explorerWords(option.parentNode.lastElementChild, words(this.changed(each, option.value, index)));
        }
        const file = this.file(each.dataset.reading);
        if (!TABLES[file]) table(file).then(() => this.foretell(), () => {});
      }
    }

    tell(answer) {
      const [first] = this.chosen();
      explorerWords(this.fold.querySelector("[data-rb=read]"), first ? `: ${this.rulings().join(", ")}` : "");
      this.go.hidden = true;
      let words = "";
      if (this.simple()) {
        const { reading } = first.dataset;
        if (answer === undefined) {
          table(this.file(reading)).then(() => this.explorer.show(), () => explorerWords(this.says, LOST));
        } else if (!TABLES[this.file(reading)][chosen(first).value].at) words = SAME;
      } else if (first && answer === undefined) {
        if (!window.rulebookPython?.possible()) words = NO_PYTHON;
        else if (window.rulebookPython.asked()) { this.ask(); return; }
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
        this.answers.set(question, JSON.parse(await window.rulebookPython.answered("asked", question, say)));
        this.asking = null;
        this.explorer.show();
      } catch (error) {
        this.asking = null;
        console.error(error);
        say(`${OURS} Python could not answer in this page.`);
        this.go.hidden = false;
      }
    }

    /* The rows of the table view, where a file does not know them. */
    rows() { return this.simple() || !this.chosen().length ? null : this.answers.get(this.question())?.rows; }
  }

  /* The readings of a switch, the one that is chosen, and its place. */
  const options = (each) => [...each.querySelectorAll("input")];
  const chosen = (each) => options(each).find(({ checked }) => checked);
  const at = (each) => options(each).indexOf(chosen(each));

  function explorerWords(place, text) {
    if (place.textContent !== text) place.textContent = text;
  }

  window.rulebookOtherwise = Otherwise;
})();
