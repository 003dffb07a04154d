/* "Dice referee"  A form writes a command line; the library's own command answers it, in
   Python, which is loaded when a reader first asks.  What each field says is in its data-words and
   data-python: rules_lib/notebook/adjudicator.  A link only fills a form in. */
(() => {
  "use strict";
  const { address, copied, element, readdress, say, write } = window.rulebookPage;
  const LONGEST = 5000;  // characters of a link
  const MOST_ROWS = 40;
  const STOPPED = new Error("stopped");

  class Form {
    constructor(root) {
      this.root = root;
      this.form = root.querySelector("form");
      this.status = root.querySelector(".rb-dice-status");
      this.answer = root.querySelector(".rb-dice-answer");
      this.go = root.querySelector(".rb-dice-go");
      this.stop = root.querySelector(".rb-dice-stop");
      for (const rows of root.querySelectorAll(".rb-dice-rows")) this.open(rows);
      this.form.addEventListener("submit", (event) => { event.preventDefault(); this.ask(); });
      this.example = root.querySelector(".rb-dice-example");
      this.form.addEventListener("input", () => this.changed());
      root.querySelector("[data-anew]").addEventListener("click", () => this.beginAnew());
      this.answer.addEventListener("click", ({ target }) => target.matches("[data-enter]") && this.enter(target));
      this.form.addEventListener("focusin", ({ target }) => target.matches("input:not([type=checkbox])") && target.select());
      for (const each of root.querySelectorAll("[data-say]")) each.addEventListener("click", () => this.told(each.dataset.say));
      this.stop.addEventListener("click", () => window.rulebookPython.stop(STOPPED));
      for (const button of root.querySelectorAll("[data-copy]")) button.addEventListener("click", () => this.copy(button));
      root.querySelector(".rb-dice-all").disabled = false;
      for (const hidden of root.querySelectorAll(".rb-dice-buttons, .rb-dice-same")) hidden.hidden = false;
      this.readings = [...root.querySelectorAll("[data-set]")];
      for (const each of this.readings) this.house(each);
      this.form.reset();  // to the readings of this reader's table
      this.tell();
    }

    /* How this reader's table reads a question, if it has house rules, is how the form reads it. */
    house(control) {
      const { squashed, value } = window.rulebookHouse;
      const mine = value(control.name);
      const found = [...control.options].find((each) => each.value && squashed(each.value) === squashed(mine ?? ""));
      if (!found) return;
      found.defaultSelected = true;
      control.dataset.house = found.value;
    }

    /* Entries of which there may be more. */
    open(rows) {
      const list = rows.querySelector(".rb-dice-list");
      const [more, less] = rows.querySelectorAll("[data-more], [data-less]");
      rows.set = (count) => {
        while (list.children.length > Math.max(1, count)) list.lastElementChild.remove();
        while (list.children.length < Math.min(MOST_ROWS, count)) {
          const row = list.firstElementChild.cloneNode(true);
          row.querySelector("legend span").textContent = rows.dataset.letters?.[list.children.length] ?? list.children.length + 1;
          for (const each of row.querySelectorAll("input, select")) empty(each);
          for (const each of row.querySelectorAll("details")) each.open = false;
          row.querySelectorAll(".rb-dice-wrong").forEach((each) => each.remove());
          list.append(row);
        }
        less.hidden = list.children.length < 2;
        more.hidden = list.children.length >= MOST_ROWS;
      };
      more.addEventListener("click", () => {
        rows.set(list.children.length + 1);
        list.lastElementChild.querySelector("input, select").focus();
        this.tell();
      });
      less.addEventListener("click", () => {
        rows.set(list.children.length - 1);
        if (less.hidden) more.focus();
        this.changed();
      });
    }

    changed() {
      this.example.hidden = true;
      this.tell();
      this.old();
    }

    /* An example that was chosen, to be asked or to be changed. */
    told(line) {
      const raw = this.form.querySelector("[data-raw]");
      raw.value = line;
      this.changed();
      raw.focus();
    }

    /* A die or a decision that was due: it goes where it would have been typed. */
    enter({ dataset: { enter, key }, textContent }) {
      const rows = this.form.querySelector(`[data-slot="${enter}"]`);
      const raw = this.form.querySelector("[data-raw]");
      if (raw) raw.value = further(plainly(raw.value), enter, key, textContent);
      else if (rows) {
        const list = rows.querySelector(".rb-dice-list");
        if (filled(list.lastElementChild)) rows.set(list.children.length + 1);
        const [what, answer] = list.lastElementChild.querySelectorAll("input");
        [what.value, answer.value] = [key, textContent];
        this.unfold();
      } else this.form.querySelector(`[name="${enter}"]`).value += textContent;
      this.changed();
      this.ask();
    }

    /* As the form comes, without the dice and the ticks of the example. */
    beginAnew() {
      this.form.reset();
      for (const rows of this.root.querySelectorAll(".rb-dice-rows")) rows.set(1);
      for (const fold of this.form.querySelectorAll("details")) fold.open = false;
      const dice = [];
      for (const name of this.root.dataset.emptied.split(" ")) {
        const rows = this.form.querySelector(`[data-slot="${name}"]`);
        dice.push(...(rows?.querySelectorAll(".rb-dice-list [name]") ?? this.form.querySelectorAll(`[name="${name}"]`)));
      }
      for (const each of this.form.querySelectorAll("input[type=checkbox]")) each.checked = false;
      for (const each of dice) {
        if (each.tagName === "SELECT") each.selectedIndex = 0;
        else if (each.type !== "checkbox") each.value = "";
      }
      this.changed();
      (dice[0] ?? this.form.querySelector("[name]")).focus();
    }

    controls() {
      return [...this.form.elements].filter((each) => each.name);
    }

    /* What a line says where a name stands in braces: a field, all rows, or how the rules are read. */
    fill(template, kind, scope = this.form) {
      return template.replace(/\{([\w.-]+)\}/g, (found, name) => {
        if (name === "rulings") return this.rulings(kind);
        const rows = scope.querySelector(`[data-slot="${name}"]`);
        if (rows) return this.rows(rows, kind);
        const control = scope.querySelector(`[name="${name}"]`);
        return control ? this.said(control, kind) : "";
      });
    }

    said(control, kind) {
      const { dataset } = control;
      const first = "later" in dataset && !control.closest(".rb-dice-row").previousElementSibling;
      const silent = first || (dataset.when && this.matches(dataset.when));
      if (control.type === "checkbox") return control.checked ? dataset[kind] : "";
      if (control.tagName === "SELECT") return silent ? "" : control.selectedOptions[0].dataset[kind];
      const typed = control.disabled ? "" : control.value.trim();
      if ("raw" in dataset) return kind === "words" ? plainly(typed) : JSON.stringify(plainly(typed));
      if (!typed) return (kind === "python" && dataset.pythonEmpty) || "";
      const faces = "faces" in dataset && /^[\d\s,.;:/+-]+$/.test(typed) ? typed.match(/\d/g)?.join(",") : null;
      const plain = faces ?? typed;
      const value = kind === "words" ? quoted(plain)
        : /^-?[\d,]+$/.test(plain) ? plain.replaceAll(",", ", ") : JSON.stringify(plain);
      const template = (plain === "1" && dataset.one) || dataset[kind];
      return silent && kind === "words" ? value : template.replaceAll("#", () => value);
    }

    matches(condition) {
      const [name, value] = condition.split("=");
      return entry(this.form.querySelector(`[name="${name}"]`)) === value;
    }

    rows(rows, kind) {
      const given = [...rows.querySelectorAll(".rb-dice-row")].filter(filled);
      const { before, between, apart, words, python } = rows.dataset;
      const said = given.map((row) => this.fill(kind === "words" ? words : python, kind, row));
      if (!said.length) return "";
      return kind === "words" ? before + said.join(between) : said.join(apart);
    }

    rulings(kind) {
      const sets = new Map();
      let words = "";
      for (const control of this.readings) {
        if (!control.value) continue;
        words += ` --ruling ${quoted(`${control.name}=${control.value}`)}`;
        const { set } = control.dataset;
        sets.set(set, [...(sets.get(set) ?? []), control.selectedOptions[0].dataset.python]);
      }
      return kind === "words" ? words
        : this.read([...sets].map(([set, read]) => `${set}.Rulings(${read.join(", ")})`));
    }

    read(sets) {
      if (sets.length > 1) return `, rulings=(${sets.join(", ")})`;
      return sets.length ? `, rulings=${sets[0]}` : "";
    }

    /* Whether a die has been given; without one, the odds are asked. */
    rolled() {
      return this.root.dataset.dice.split(" ").filter(Boolean).some((name) => this.fill(`{${name}}`, "words") !== "");
    }

    line() {
      const { line, odds } = this.root.dataset;
      return this.fill(this.rolled() ? line : odds, "words");
    }

    link() {
      const said = new URLSearchParams();
      for (const each of this.controls()) {
        const plain = "set" in each.dataset ? "" : each.initial;
        if (each.closest(".rb-dice-row") || entry(each) !== plain) said.append(each.name, entry(each));
      }
      return `${this.root.dataset.name}?${said}`;
    }

    /* The same situation as a command line and in Python. */
    tell() {
      for (const each of this.controls()) {
        each.initial ??= entry(each);
        if (each.dataset.when && !("faces" in each.dataset)) each.disabled = this.matches(each.dataset.when);
      }
      const read = this.readings.filter((each) => each.value);
      const mine = read.filter((each) => each.value === each.dataset.house);
      const names = (some) => some.map((each) => each.name).join(", ");
      this.root.querySelector(".rb-dice-read").textContent = !read.length ? ""
        : `Your reading: ${names(read)}.${mine.length ? ` Your table: ${names(mine)}.` : ""}`;
      this.leftOut = "";
      const forgotten = [...this.root.querySelectorAll(".rb-dice-row + .rb-dice-row")].filter((row) => !filled(row));
      if (forgotten.length) {
        const whose = forgotten.map((row) => row.querySelector("legend").textContent.trim());
        this.leftOut = ` Left out, because empty: ${whose.join(", ")}.`;
        this.root.querySelector(".rb-dice-read").append(this.leftOut);
      }
      const { program, python: code, pythonOdds } = this.root.dataset;
      this.shown = { line: `${program} ${this.line()}`, python: this.fill(this.rolled() ? code : pythonOdds, "python").replaceAll(", }", "}") };
      for (const [kind, text] of Object.entries(this.shown)) {
        this.root.querySelector(`[data-shown="${kind}"]`).textContent = text;
      }
    }

    /* Fill the form in from a link; what does not fit is passed over, and nothing is asked. */
    take(query) {
      const said = new URLSearchParams(query);
      this.form.reset();
      for (const each of this.readings) each.value = "";  // a link means what its sender saw
      for (const rows of this.root.querySelectorAll(".rb-dice-rows")) {
        const names = [...rows.querySelectorAll("[name]")].map((each) => each.name);
        const count = Math.max(...names.map((name) => said.getAll(name).length));
        rows.set(count);
      }
      const turn = new Map();
      for (const each of this.controls()) {
        const at = turn.get(each.name) ?? 0;
        turn.set(each.name, at + 1);
        const values = said.getAll(each.name);
        // dice of several kinds, for a field that asks for all of them
        const sum = each.type === "number" && values.length > 1 && !each.closest(".rb-dice-rows");
        const value = sum ? String(values.reduce((all, one) => all + Number(one), 0)) : values[at];
        if (value === undefined) continue;
        if (each.type === "checkbox") each.checked = value === "1";
        else if (each.type === "number") each.value = /^-?\d{1,3}(?!\d)/.exec(value)?.[0] ?? "";
        else if (each.tagName !== "SELECT") each.value = value.slice(0, each.maxLength);
        else if ([...each.options].some((option) => option.value === value)) each.value = value;
      }
      this.changed();
      this.unfold();
      (this.root.parentElement.closest("section") ?? this.root).scrollIntoView();  // with its heading
      this.point(said.get("focus") ?? "");
    }

    /* Whatever is not as the form comes can be seen. */
    unfold() {
      for (const each of this.controls()) {
        const fold = each.closest("details");
        if (fold && isChanged(each)) fold.open = true;
      }
    }

    /* A link may mean one die, such as the second of "rolls.attacker@1": it is the one to change. */
    point(focus) {
      const [name, at] = focus.split("@");
      this.controls().filter((each) => each.name === name)[Number(at)]?.focus();
    }

    /* An answer to other entries is none. */
    old() {
      if (this.busy) return;
      this.answer.replaceChildren();
      this.status.textContent = "";
      this.clear();
    }

    clear() {
      for (const wrong of this.root.querySelectorAll(".rb-dice-wrong")) wrong.remove();
      for (const place of this.root.querySelectorAll("[aria-describedby]")) place.removeAttribute("aria-describedby");
      for (const field of this.root.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    }

    say(text) { write(this.status, text); }

    async ask() {
      if (this.busy) return;
      this.old();
      this.busy = true;
      this.go.disabled = true;
      this.stop.hidden = false;
      const line = this.line();
      const { answered, asked, linked } = window.rulebookPython;
      try {
        this.say(asked() ? "Checking the rules…" : "Loading Python (only once)…");
        const code = `from rules_lib.notebook.adjudicator import settle\nsettle(${JSON.stringify(line)})`;
        const answer = await linked(await answered(code, (text) => this.say(text)));
        if (line !== this.line()) { this.say("You changed an entry. Press the button again."); return; }
        this.show(answer);
      } catch (error) {
        if (error === STOPPED) this.say("Stopped. Nothing was decided.");
        else {
          console.error(error);
          this.say("Python could not answer in this page. The command line below can.");
        }
      } finally {
        this.busy = false;
        this.go.disabled = false;
        this.stop.hidden = true;
      }
    }

    show(html) {
      this.answer.innerHTML = html;
      const refused = this.answer.querySelector(".rb-dice-refused");
      if (refused) { this.refuse(refused); return; }
      for (const fold of this.answer.querySelectorAll("details")) fold.open = true;
      const verdict = this.answer.querySelector(".rb-dice-verdict");
      if (!verdict) { this.say("Answered."); return; }
      const said = element("strong", {}, ...verdict.childNodes);
      this.status.replaceChildren(this.leftOut.trimStart(), this.leftOut && " ", said);
      verdict.remove();
      this.status.scrollIntoView({ block: "nearest" });
    }

    /* What is wrong stands beside its field. */
    refuse(told) {
      const { option, row, part, given, named: typed } = told.dataset;
      // What is told has an option, too; a form without a field for it has no other place, and says its name.
      const group = option && this.root.querySelector(`[data-option~="${option}"]:not(.rb-dice-refused)`);
      const place = (row && group?.querySelectorAll(".rb-dice-row")[row]) || group;
      this.say(place ? "Not possible. See the note beside the field." : "Not possible.");
      told.className = "rb-dice-wrong";
      told.id = `${this.root.id}-wrong`;
      told.role = "alert";
      const inside = [...(place || this.form).querySelectorAll(place ? "[name]" : "[data-raw]")];
      const called = (name) => inside.filter((each) => each.name === name || each.name.endsWith(`.${name}`));
      const wrong = (some) => some.findLast((each) => given && entry(each) === given);
      const named = [...(part ? called(part) : []), ...inside.filter((each) => each.name === option)];
      const blank = inside.find((each) => place && each.min > 0 && !each.value);
      if (blank) told.textContent = `${blank.closest("label").textContent.trim()}: a number is missing.`;
      const field = blank ?? wrong(named) ?? named[0] ?? wrong(inside) ?? inside.find((each) => !each.validity.valid)
        ?? (row || inside.length < 3 ? inside[0] : null);
      if (field) field.ariaInvalid = "true";
      if (!place) {
        if (typed) told.prepend(`${typed}: `);
        return;
      }
      place.append(told);
      for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      place.setAttribute("aria-describedby", told.id);
      place.scrollIntoView({ block: "nearest" });
    }

    async copy(button) {
      const kind = button.dataset.copy;
      const link = `${address()}#${this.link()}`;
      if (kind === "link") readdress(link);
      const done = await copied(kind === "link" ? link : this.shown[kind]);
      say(this.root.querySelector(".rb-dice-copied"), done ? "Copied."
        : `Copying is not allowed here. ${kind === "link" ? "The link is in the address bar." : "Select the text."}`);
    }
  }

  /* As a shell reads it. */
  const quoted = (text) => (/^[\w:,.=/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

  /* Phones set quotation marks and dashes as books do; a line may be copied with the prompt before it, and with what
     starts the program: rules-lib, py -m rules_lib, .venv/bin/python -m rules_lib. */
  const plainly = (typed) => typed.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'").replaceAll("—", "--")
    .replace(/\s+/g, " ").replace(/^[^"']*?(?:-m rules_lib|\brules-lib(?:\.exe)?)(?: |$)|^ ?[$>%#] /, "");

  /* A line with one die or decision more; what it is best for is asked of odds only. */
  function further(line, option, key, answer) {
    const asked = line.replace(/ --goal \S+/, "");
    if (option !== "dice") return `${asked} --${option} ${quoted(key)}=${answer}`;
    return / --dice \S/.test(asked) ? asked.replace(/( --dice [^\s]+)/, `$1,${answer}`) : `${asked} --dice ${answer}`;
  }

  const entry = (control) => (control.type === "checkbox" ? String(Number(control.checked)) : control.value);

  const isChanged = (control) => {
    if (control.type === "checkbox") return control.checked !== control.defaultChecked;
    if (control.tagName !== "SELECT") return control.value !== control.defaultValue;
    return control.selectedIndex !== Math.max(0, [...control.options].findIndex((each) => each.defaultSelected));
  };

  const filled = (row) => [...row.querySelectorAll("input:not([type=checkbox])")].some((each) => each.value.trim());

  function empty(control) {
    if (control.type === "checkbox") control.checked = control.defaultChecked = false;
    else if (control.tagName === "SELECT") {
      for (const option of control.options) option.defaultSelected = false;
      control.selectedIndex = 0;
    } else control.value = control.defaultValue = "";
    control.removeAttribute("aria-invalid");
  }

  function fromAddress() {
    const [name, query] = location.hash.slice(1).split("?", 2);
    if (query !== undefined && location.hash.length <= LONGEST) forms.get(name)?.take(query);
  }

  const forms = new Map();
  for (const root of document.querySelectorAll("section.rb-dice")) forms.set(root.dataset.name, new Form(root));
  fromAddress();
  addEventListener("hashchange", fromAddress);
})();
