/* The page “My table’s rulings”: choose, keep, share, save, read.  The questions and answers are in the
   page; house_rules.js knows the text in which the choices are kept.  A link changes nothing by itself. */
(() => {
  "use strict";
  const house = window.rulebookHouse;
  const { address, copied, element, openOnPaper, readdress, save } = window.rulebookPage;
  const LINK = /^#table\?(.*)$/s;
  const LONGEST_LINK = 20000;
  const MOST_TOLD = 20;

  class Table {
    constructor(root, rulings) {
      this.root = root;
      this.rulings = rulings;
      this.before = [];
      this.questions = [...document.querySelectorAll(".rb-table-question")];
      const { text, fault } = house.kept();
      const found = house.read(text, rulings);
      this.take(found);
      if (fault) this.field("kept").textContent = `Not kept: ${fault}.`;
      this.tell(found.problems, "What this browser has kept");
      for (const question of this.questions) {
        question.addEventListener("change", ({ target }) => this.choose(question, target));
        question.disabled = false;
      }
      for (const button of root.querySelectorAll("button[data-do]")) {
        button.addEventListener("click", () => this[button.dataset.do]());
      }
      this.field("file").addEventListener("change", ({ target }) => this.open(target));
      addEventListener("storage", ({ key }) => { if (key === house.KEY || key === null) this.again(); });
      addEventListener("pageshow", ({ persisted }) => { if (persisted) this.again(); });
      addEventListener("hashchange", () => this.offer());
      this.offer();
      root.dataset.ready = "";
    }

    field(name) { return this.root.querySelector(`[data-rb="${name}"]`); }

    take({ chosen, text }) {
      this.chosen = chosen;
      this.text = text;
      this.show();
    }

    /* Another tab has changed it, perhaps while this page was left. */
    again() {
      this.take(house.read(house.kept().text, this.rulings));
      this.field("kept").textContent = "";
    }

    show() {
      for (const question of this.questions) {
        const value = this.chosen.get(question.dataset.ruling) ?? this.ours(question.dataset.ruling);
        const inputs = [...question.querySelectorAll("input")];
        const input = inputs.find((each) => each.value === value) ?? this.other(question, value);
        const list = question.querySelector("select");
        if (list && input && "other" in input.dataset) list.value = value;
        if (input) input.checked = true;
        question.classList.toggle("rb-table-otherwise", value !== this.ours(question.dataset.ruling));
      }
      const here = this.otherwise();
      this.field("summary").textContent = here.length
        ? `Your table reads ${here.length === 1 ? "one question" : `${here.length} questions`} differently from us:`
        : "Your table uses all our rulings.";
      this.field("list").replaceChildren(...here.map(([id, value]) => {
        const onclick = () => { document.getElementById(`choose-${id}`).closest("details")?.setAttribute("open", ""); };
        return element("li", {}, element("a", { href: `#choose-${id}`, textContent: id, onclick }), ` ${this.said(id, value)}`);
      }));
      this.field("text").textContent = this.text.trim() ? this.text : house.HEAD;
      this.field("undo").hidden = this.before.length === 0;
      this.field("reset").hidden = this.chosen.size === 0;
    }

    /* An answer that is in no list: a number, or one that came from a file. */
    other(question, value) {
      const list = question.querySelector("select");
      if (list && [...list.options].some((each) => each.value === value)) return question.querySelector("[data-other]");
      const radio = element("input", { type: "radio", name: question.dataset.ruling, value });
      question.querySelector("label:last-of-type").after(element("label", { className: "rb-table-answer" }, radio, element("span", {}, value)));
      return radio;
    }

    ours(id) { return this.rulings[id].readings[0][0]; }

    said(id, value) { return `${this.rulings[id].title}: ${house.words(this.rulings[id], value)}`; }

    /* What is read otherwise than we do, in the order of the page. */
    otherwise() {
      return Object.keys(this.rulings)
        .filter((id) => this.chosen.has(id) && this.chosen.get(id) !== this.ours(id))
        .map((id) => [id, this.chosen.get(id)]);
    }

    choose(question, target) {
      const id = question.dataset.ruling;
      const list = question.querySelector("select");
      if (target === list) question.querySelector("[data-other]").checked = true;
      const input = question.querySelector("input:checked");
      const value = "other" in input.dataset ? list.value : input.value;
      this.become(this.with([[id, value]]));
    }

    with(pairs, text = this.text) {
      return pairs.reduce((made, [id, value]) =>
        house.changed(made, id, value === this.ours(id) ? undefined : value, this.rulings), text || house.HEAD);
    }

    /* Change to another text, and keep it; the one before is a tap away. */
    become(text, said = "") {
      this.before.push(this.text);
      this.settle(text, said);
    }

    settle(text, said) {
      const found = house.read(text, this.rulings);
      const fault = house.keep(found.chosen.size || found.text.replace(house.HEAD, "").trim() ? found.text : "");
      this.take(found);
      this.field("kept").textContent = fault
        ? `Not kept: ${fault}. Until you leave this page it counts; save the file, or copy the link.`
        : this.chosen.size ? "Kept in this browser." : "";
      this.field("said").textContent = said;
    }

    undo() { if (this.before.length) this.settle(this.before.pop(), "Undone."); }

    reset() { this.become(this.with([...this.chosen.keys()].map((id) => [id, this.ours(id)])), "Reset to our rulings."); }

    tell(problems, what) {
      const lines = problems.slice(0, MOST_TOLD).map(({ line, key, value, allowed }) =>
        element("li", {}, `${[what, line && `line ${line}`, key].filter(Boolean).join(", ")}: ${clipped(value)} is not used. Allowed: ${allowed}.`));
      if (problems.length > MOST_TOLD) lines.push(element("li", {}, `And ${problems.length - MOST_TOLD} more.`));
      if (lines.length && problems[0].line) lines.push(element("li", {}, "Nothing is lost: what is not used stays in the file, as a comment."));
      this.field("problems").replaceChildren(...lines);
    }

    /* The file that somebody has picked. */
    async open(input) {
      const [file] = input.files;
      if (!file) return;
      let text;
      try {
        if (file.size > house.LONGEST) throw new Error("long");
        text = await file.text();
      } catch {
        this.tell([{ value: file.name, allowed: `a file of text, of at most ${house.LONGEST} bytes` }], "");
        return;
      } finally { input.value = ""; }
      const found = house.read(text, this.rulings);
      this.tell(found.problems, file.name);
      const count = found.chosen.size;
      if (!count && found.problems.length) this.field("said").textContent = `${file.name} holds no readings; yours stay.`;
      else this.become(found.text, `Read from ${file.name}: ${readings(count)}.`);
    }

    save() {
      save("house-rules.toml", new Blob([this.text.trim() ? this.text : house.HEAD], { type: "text/plain" }));
      this.field("said").textContent = "Saved as house-rules.toml.";
    }

    link() { return `${address()}#table?${new URLSearchParams(this.otherwise())}`; }

    async share() {
      const link = this.link();
      const done = await copied(link);
      this.field("said").textContent = done ? "Link copied." : `Copying is not allowed here. The link: ${link}`;
    }

    /* Tell what a link holds, and ask. */
    offer() {
      const box = this.field("offer");
      box.hidden = true;
      const found = LINK.exec(location.hash);
      if (!found) return;
      if (found[1].length > LONGEST_LINK) {
        this.tell([{ value: "It", allowed: `at most ${LONGEST_LINK} letters` }], "The link");
        return;
      }
      const offered = new Map();
      const problems = [];
      for (const [key, value] of new URLSearchParams(found[1])) {
        const id = key.trim().toUpperCase();
        const exact = Object.hasOwn(this.rulings, id) ? house.reading(this.rulings, id, value) : undefined;
        if (exact !== undefined && offered.has(id)) problems.push({ key, value, allowed: "each ruling once" });
        else if (exact !== undefined) offered.set(id, exact);
        else problems.push({ key, value, allowed: Object.hasOwn(this.rulings, id) ? house.allowed(this.rulings[id]) : "the number of a ruling, such as R-M3" });
      }
      if (problems.length) this.tell(problems, "The link");
      if (!offered.size) return;
      this.offered = offered;
      const mine = this.otherwise().length;
      const same = JSON.stringify([...offered].sort()) === JSON.stringify(this.otherwise().sort());
      box.querySelector("p").textContent = same ? `This link holds ${readings(offered.size)}, which you have already.`
        : `This link holds ${readings(offered.size)}. Use ${offered.size === 1 ? "it" : "them"}?${
          mine ? ` ${mine === 1 ? "It replaces the one that is" : `They replace the ${mine} that are`} yours.` : ""}`;
      box.querySelector("ul").replaceChildren(...[...offered].map(([id, value]) => element("li", {}, `${id} ${this.said(id, value)}`)));
      for (const button of box.querySelectorAll("button")) button.hidden = same && button.dataset.do === "use";
      box.hidden = false;
      box.scrollIntoView({ block: "center" });
    }

    use() {
      const gone = this.otherwise().filter(([id]) => !this.offered.has(id)).map(([id]) => [id, this.ours(id)]);
      this.become(this.with([...gone, ...this.offered]), `Now yours: ${readings(this.offered.size)} from the link.`);
      this.close();
    }

    close() {
      this.field("offer").hidden = true;
      readdress(address());
      this.field("summary").focus({ preventScroll: true });
    }
  }

  const readings = (count) => (count === 1 ? "1 reading" : `${count} readings`);

  const clipped = (text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

  openOnPaper("details.rb-table-more");

  const root = document.querySelector(".rb-table-top");
  if (root) house.known().then((rulings) => new Table(root, rulings)).catch(() => {});
})();
