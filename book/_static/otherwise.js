/* An explorer with rules read otherwise: both answers and the difference.  What each reading does to
   the headline the page has for the settings near the first one; all else Python answers, at a tap. */
(() => {
  "use strict";
  const { drawBar, sizesOf, write } = window.rulebookPage;
  const SAME = "By itself this reading changes nothing here.";
  const OURS = "The numbers are under our readings.";
  const AT_A_TAP = "Python works it out, in this page. That takes two seconds.";
  const NO_PYTHON = `${OURS} With other readings Python works them out, and there is none on this page`
    + ": take the line of Python below.";

  class Otherwise {
    constructor(explorer) {
      this.explorer = explorer;
      this.root = explorer.root;
      this.known = (explorer.data.read ?? []).flatMap((each) => each.rulings);
      this.fold = this.root.querySelector(".rb-read-fold");
      this.switches = this.fold ? [...this.fold.querySelectorAll("[data-reading]")] : [];
      this.answers = new Map();
      if (!this.fold) return;
      this.reads = this.fold.querySelector(".rb-reads");
      this.reads.disabled = false;
      this.fold.addEventListener("toggle", () => this.tell());
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
      const { explorer } = this;
      return !this.chosen().length || this.same() ? explorer.cell(explorer.data, index) : this.found();
    }

    found() { return this.answers.get(this.question()); }

    /* What each reading does by itself to the setting: in words, or nothing where it has still to be found. */
    foretold() {
      const { data, setting } = this.explorer;
      const off = data.controls.filter((c) => setting[c.name] !== c.default);
      if (off.length > 1) return this.found()?.effects;
      let place = 0;  // the settings follow each other by control and choice
      for (const { name, keys, default: first } of data.controls) {
        const others = keys.filter((key) => key !== first);
        if (name === off[0]?.name) return this.explorer.texts(data.effects, place + 1 + others.indexOf(setting[name]));
        place += others.length;
      }
      return this.explorer.texts(data.effects, 0);
    }

    /* What the one reading that is chosen does to the headline. */
    effect() {
      const [first, second] = this.chosen();
      const at = first && !second ? this.others().indexOf(chosen(first)) : -1;
      return at < 0 ? undefined : this.foretold()?.[at];
    }

    same() { return this.effect() === this.reads.dataset.unchanged; }

    /* All readings but ours, in the order in which their effects are told. */
    others() {
      return this.switches.flatMap((each) => options(each).slice(1).filter(({ dataset }) => !("other" in dataset)));
    }

    question() {
      return JSON.stringify({ explorer: this.root.id, setting: this.explorer.setting, read: this.link() });
    }

    /* One roll that ends as it is said, told with its dice. */
    async rolled(end, say) {
      return window.rulebookPython.linked(await printed("rolled", JSON.stringify({ ...JSON.parse(this.question()), end }), say));
    }

    /* Our own answer beside it, the difference, and what is still to be done. */
    show(answer) {
      const { explorer, root } = this;
      const { data, setting } = explorer;
      const read = this.rulings();
      const beside = read.length > 0 && answer !== undefined;
      const effect = this.fold && this.effect();
      for (const place of root.querySelectorAll("[data-beside]")) place.hidden = !beside;
      for (const place of root.querySelectorAll("[data-rb=beside]")) place.hidden = !read.length;
      explorer.write("beside", [`Your reading: ${read.join(", ")}. ${effect ? `This chance: ${effect}. ` : ""}${OURS}`]);
      if (beside) {
        const plain = Object.fromEntries(data.controls.map((c) => [c.name, c.ruling ? c.default : setting[c.name]]));
        const ours = explorer.cell(data, explorer.index(plain));
        const percents = explorer.percents(ours.codes);
        const same = [...ours.codes, ...ours.numbers].map(() => "the same");
        const changes = answer.changes.length ? answer.changes : same;
        drawBar(root.querySelector("[data-beside] > .rb-bar-again"),
          sizesOf(ours.codes), percents);
        explorer.write("ours", percents);
        explorer.write("change", changes);
        explorer.write("number-ours", ours.numbers.map((text, i) =>
          [`our reading: ${text}`, changes[ours.codes.length + i]].filter(Boolean).join(" · ")));
        const change = changes[data.headline];
        explorer.write("beside", [`Your reading: ${read.join(", ")}. Our reading: ${percents[data.headline]}`
          + `${change ? ` (difference: ${change})` : ""}.`]);
      }
      if (this.fold) this.tell();
    }

    /* Beside each reading what it would do by itself, before it is chosen; and what is still to be done. */
    tell() {
      const first = this.chosen().length > 0;
      const effects = this.foretold();
      this.others().forEach((each, at) => write(each.parentNode.lastElementChild, effects?.[at] ?? ""));
      write(this.fold.querySelector("[data-rb=read]"), first ? `: ${this.rulings().join(", ")}` : "");
      this.go.hidden = true;
      const open = first ? !this.same() && !this.found() : this.fold.open && !effects;
      let words = first && this.same() ? SAME : "";
      if (open) {
        if (!window.rulebookPython?.possible()) words = first ? NO_PYTHON : "";
        else if (window.rulebookPython.asked()) { this.ask(); return; }
        else {
          words = first ? `${OURS} With other readings ${AT_A_TAP}` : `What each reading would do here: ${AT_A_TAP}`;
          this.go.hidden = false;
        }
      }
      write(this.says, words);
      if (first && open) this.fold.open = true;
    }

    async ask() {
      const question = this.question();
      if (this.asking === question) return;
      this.asking = question;
      this.go.hidden = true;
      const say = (text) => write(this.says, text);
      say("Python works it out…");
      try {
        this.answers.set(question, JSON.parse(await printed("asked", question, say)));
        this.asking = null;
        this.explorer.show();
      } catch (error) {
        this.asking = null;
        console.error(error);
        say(`${OURS} Python could not answer in this page.`);
        this.go.hidden = false;
      }
    }

    /* The rows of the table view, where Python has worked them out. */
    rows() { return this.chosen().length ? this.found()?.rows : null; }
  }

  /* What one of the two questions of a page is answered (rules_lib/notebook/page_answers.py). */
  const printed = (call, question, say) => window.rulebookPython.answered(
    `from rules_lib.notebook.page_answers import ${call}\nprint(${call}(${JSON.stringify(question)}))`, say);

  /* The readings of a switch, the one that is chosen, and its place. */
  const options = (each) => [...each.querySelectorAll("input")];
  const chosen = (each) => options(each).find(({ checked }) => checked);
  const at = (each) => options(each).indexOf(chosen(each));

  window.rulebookOtherwise = Otherwise;
})();
