/* Stories in which the reader decides.  Nothing is worded here, and of the rules nothing is known:
   the scenes are in the page, and this only walks them and takes one chance from another.
   Their layout: rules_lib/notebook/learn/story_html.py */
(() => {
  "use strict";
  const table = window.rulebookDice;
  const { address, button, copied, drawBar, element, enliven, openOnPaper, readdress, sizesOf, still } = window.rulebookPage;
  const tellers = [];
  const ZERO = 1e-4;
  const PAUSE = 900;  // between dice that roll by themselves
  const CODE = /^(way|dice)=([0-9a-z.-]*)$/;
  const LINK = /^#([\w-]+)\?((?:way|dice)=[0-9a-z.-]*)$/;

  const choice = (label, act) => button(label, act, { className: "rb-learn-choice" });

  class Teller {
    constructor(root) {
      this.root = root;
      this.data = JSON.parse(root.querySelector("script.rb-data").textContent);
      this.player = root.querySelector(".rb-learn-player");
      this.plain = root.querySelector(".rb-learn-plain");
      this.links = new Map([...root.querySelectorAll("[data-clause]")]
        .map((link) => [link.dataset.clause, link]));
      this.tray = new table.Tray(this.field("tray"), root.querySelector(".rb-learn-dice-box").content);
      this.drawn = root.querySelector(".rb-bar");
      this.maps = root.querySelector(".rb-learn-maps").content.children;
      this.rows = [...root.querySelectorAll('[data-rb="percent"]')];
      this.field("back").addEventListener("click", () => this.go(this.taken.slice(0, this.begun(this.taken.length - 1))));
      this.field("other").addEventListener("click", () => this.choose(this.other.pick, this.other.at));
      this.field("restart").addEventListener("click", () => this.restart());
      this.field("copy").addEventListener("click", () => this.copy());
      this.real.checked = false;  // some browsers keep it over a reload
      this.real.addEventListener("change", () => (this.taken.length ? this.restart() : this.keep()));
      this.player.addEventListener("click", () => this.tray.stop(), { capture: true });
      this.memory = new Map();
      this.taken = [];
      this.take(history.state?.learn?.[root.id] ?? this.linked());
      this.show();
      this.faces();
      this.plain.open = false;
      this.player.hidden = false;
    }

    get real() { return this.field("real"); }

    /* How a link and the history of the browser write where the reader is. */
    get code() { return `${this.real.checked ? "dice" : "way"}=${table.written(this.taken)}`; }

    /* What a link says of this story. */
    linked() {
      const found = LINK.exec(location.hash);
      return found?.[1] === this.root.id ? found[2] : null;
    }

    /* Go where a link or the history says; what does not fit the story is no way through it. */
    take(code) {
      const found = CODE.exec(code ?? "");
      if (!found) return false;
      const real = found[1] === "dice";
      const taken = table.read(found[2]);
      if (!taken || (real && this.real.disabled)) return false;
      let at = 0;
      for (const { pick, faces } of taken) {
        const choice = this.data.scenes[at]?.choices?.[pick];
        if (!choice) return false;
        const cast = real ? this.data.casts[choice[6]] : undefined;
        const fell = cast ? faces : choice[7];
        if (cast ? !table.possible(cast, faces) : faces || (choice[1] === null && !fell)) return false;
        at = fell ? table.reached(this.data.casts[choice[6]], fell, this.data.says).place : choice[1];
      }
      this.real.checked = real;
      this.taken = taken;
      this.memory = new Map(taken.map(({ pick, faces }, i) =>
        [`${table.written(taken.slice(0, i))}.${pick}`, faces]).filter(([, faces]) => faces));
      return true;
    }

    /* Coming back, or loading the page anew, finds the story where it was. */
    keep() {
      const learn = { ...history.state?.learn, [this.root.id]: this.code };
      readdress(location.href, { ...history.state, learn });
    }

    async copy() {
      const { done, otherwise } = this.field("copy").dataset;
      const here = `${address()}#${this.root.id}?${this.code}`;
      const may = await copied(here);
      if (!may) readdress(here);
      this.field("copied").textContent = may ? done : otherwise;
    }

    field(name) { return this.player.querySelector(`[data-rb="${name}"]`); }

    /* Where the reader is follows from the choices taken so far. */
    past(taken = this.taken) {
      let at = 0;
      let [fell, thrown] = [[], []];
      return taken.map(({ pick, faces }) => {
        const scene = this.data.scenes[at];
        const choice = scene.choices[pick];
        const rolled = faces ?? choice[7];
        const found = rolled ? table.reached(this.data.casts[choice[6]], rolled, this.data.says)
          : { place: choice[1], lines: [] };
        at = found.place;
        const next = this.data.scenes[at];
        const lines = [...found.lines, ...next.lines];
        const throws = lines.map((line) => line[3]).filter(Boolean);
        // What was decided on stays on the table, and a second roll takes the place of the first.
        // So does what has just been thrown, if its chance is to be guessed.
        const same = throws.length === 0 || throws.some((each) => thrown.some((old) => old[1] === each[1]));
        const lying = (choice[3] || (next.odds === undefined && fell.length)) && same ? thrown : [];
        fell = throws;
        thrown = [...lying.filter(([label, role]) => !throws.some((each) => each[1] === role)), ...throws];
        return { scene, pick, choice, next, lines, throws, thrown };
      });
    }

    /* Dice without a decision roll by themselves, and the end comes by itself, where some dice have just fallen or
       something was decided, and nothing is to be read. */
    rollsOn({ scene, choice, next, throws }) {
      if (next.say || next.choices?.length !== 1 || !(throws.length || (choice[5] !== null && scene.choices.length > 1))) return false;
      const [[, to, , , , , , laid]] = next.choices;
      const on = this.data.scenes[to];
      return Boolean(to === null || laid || !on.choices || on.lines.some((line) => line[3]));
    }

    /* The step of a tap, to which all belongs that rolled by itself up to another step. */
    begun(step, past = this.past()) {
      let first = step;
      while (first > 0 && this.rollsOn(past[first - 1])) first -= 1;
      return first;
    }

    choose(pick, at = this.taken.length) {
      this.taken = this.taken.slice(0, at);
      this.show();
      const cast = this.real.checked ? this.data.casts[this.now.next.choices[pick][6]] : undefined;
      const here = `${table.written(this.taken)}.${pick}`;
      // Who goes back and does the same again finds the same dice.
      if (cast && !this.memory.has(here)) this.memory.set(here, table.cast(cast));
      this.go([...this.taken, { pick, faces: cast ? this.memory.get(here) : null }], true);
    }

    restart() {
      this.memory.clear();
      this.go([]);
    }

    go(taken, roll = false) {
      this.taken = taken;
      clearTimeout(this.next);
      this.field("copied").textContent = "";
      this.show();
      this.keep();
      const { throws } = this.now;
      this.player.dataset.rolls = "";
      const settled = () => {
        delete this.player.dataset.rolls;
        this.faces();
        if (!roll || !this.rollsOn(this.now)) this.arrive();
        else if (still.matches) this.choose(0);
        else this.next = setTimeout(() => this.choose(0), PAUSE);
      };
      this.see();
      this.tray.roll(roll ? throws : [], settled);
    }

    /* How the units look: only once the dice lie. */
    faces() {
      const { moods = "" } = this.now.next;
      this.player.querySelectorAll(".rb-learn-piece").forEach((piece, i) => { piece.dataset.mood = moods[i]; });
    }

    show() {
      const past = this.past();
      const last = past.at(-1);
      const scene = last?.next ?? this.data.scenes[0];
      this.now = last ?? { next: scene, lines: scene.lines, throws: [], thrown: [] };
      const { throws, thrown } = this.now;
      const run = last ? past.slice(this.begun(past.length - 1, past)) : [];
      this.lines = last ? run.flatMap((each) => each.lines) : scene.lines;
      const due = scene.choices?.length === 1 ? this.data.casts[scene.choices[0][6]]?.groups : null;
      this.tray.lay(throws, thrown.filter((each) => !throws.includes(each)), thrown.length || !due ? [] : due);
      this.field("note").textContent = run[0]?.choice[2] ?? "";
      this.field("note").dataset.mark = run[0]?.choice[3] ?? "";
      this.worth(run);
      const asked = scene.choices?.length > 1 && scene.choices.some((each) => each[3]);
      const told = this.lines.filter(([text]) => text);
      this.field("say").textContent = asked ? "" : scene.say ?? told.at(-1)?.[0] ?? "";
      this.field("ask").classList.toggle("rb-hidden", !asked);
      this.field("heading").textContent = scene.heading;
      this.field("map").replaceChildren(...scene.map === undefined ? [] : [this.maps[scene.map].cloneNode(true)]);
      this.field("lines").replaceChildren(...told.map((line) => this.line(line)));
      this.field("facts").replaceChildren(...scene.facts.map(([role, text]) => {
        const item = element("li", { textContent: text });
        item.dataset.role = role;
        return item;
      }));
      this.field("ask").textContent = scene.ask ?? "";
      this.field("line").hidden = !scene.line;
      this.field("choices").replaceChildren(...(scene.line ? [this.guess(scene)]
        : (scene.choices ?? []).map(([label], pick) => choice(this.filled(label), () => this.choose(pick)))));
      this.answer(last);
      this.field("score").textContent = scene.choices ? "" : this.score(past);
      if (this.field("next")) this.field("next").hidden = Boolean(scene.choices);
      this.field("back").disabled = this.field("restart").disabled = this.taken.length === 0;
      this.odds(scene);
      this.way(past);
    }

    /* A guess is a point on the line from never to always. */
    guess({ line, choices }) {
      const field = this.field("line");
      const [pin, range] = [field.querySelector("output"), field.querySelector("input")];
      const chosen = () => line.reduce((near, at, pick) =>
        (Math.abs(at - range.value) < Math.abs(line[near] - range.value) ? pick : near), 0);
      range.value = 50;
      range.oninput = () => {
        range.value = line[chosen()];
        range.ariaValueText = choices[chosen()][0];
        pin.textContent = choices[chosen()][0];
        pin.style.setProperty("--at", `${line[chosen()]}%`);
      };
      range.oninput();
      return choice(field.dataset.guess, () => this.choose(chosen()));
    }

    /* What was guessed and what is true, on the same line; and all throws, of which so many succeed. */
    answer(last) {
      const field = this.field("answer");
      field.hidden = !last?.scene.line;
      if (field.hidden) return;
      const { value, field: throws = 0 } = last.next;
      [last.scene.line[last.pick], value].forEach((at, i) => {
        const flag = field.querySelectorAll(".rb-learn-flags > span")[i];
        flag.textContent = `${flag.dataset.said}${i ? at.toFixed(1) : at}\u00a0%`;
        flag.style.setProperty("--at", `${at}%`);
      });
      const good = Math.round((value * throws) / 100);
      field.querySelector(".rb-learn-field").replaceChildren(...Array.from({ length: throws }, (_, i) =>
        element("i", { className: i < good ? "" : "rb-learn-no" })));
      const counted = field.querySelector(".rb-learn-throws");
      counted.hidden = !throws;
      counted.querySelectorAll("b").forEach((each, i) => { each.textContent = [good, throws][i]; });
    }

    /* A label may name the total that lies before a side, and what is left of it. */
    filled(label) {
      return label.replace(/\{(\w+)(?:-(\d+))?\}/g, (_, role, less = 0) =>
        table.total(this.now.thrown.find((each) => each[1] === role)[3]) - less);
    }

    /* Bring what is new into view for those who can see it: on a phone the choices may lie over it, */
    see() {
      const [player, after, reach] = [this.player, ...this.player.querySelectorAll(".rb-learn-after, .rb-learn-reach")]
        .map((each) => each.getBoundingClientRect());
      if (player.top < 0 || after.bottom > reach.top || reach.bottom > innerHeight + 1) this.player.scrollIntoView();
    }

    /* and tell it to those who cannot. */
    arrive() {
      const scene = this.now.next;
      const said = [...this.player.querySelectorAll(".rb-learn-worth:not([hidden]) .rb-learn-said")];
      this.field("status").textContent = [
        ...this.now.throws.map((thrown) => `${this.tray.spoken(thrown)}.`),
        scene.heading, ...this.lines.map(([text]) => text),
        ...said.map((each) => each.textContent), this.field("note").textContent,
        scene.odds === undefined ? "" : this.data.odds[scene.odds][0], this.field("score").textContent,
      ].filter(Boolean).join(" ");
      this.field(scene.choices ? "ask" : "heading").focus({ preventScroll: true });
    }

    line([text, clauses, strong]) {
      const item = element("li", {}, strong ? element("strong", {}, text) : text);
      for (const id of clauses) {
        const link = this.links.get(id).cloneNode(true);
        delete link.dataset.clause;
        item.append(" ", link);
      }
      return item;
    }

    /* Decision and luck are two things: what was given away before the dice, and what they did. */
    judged({ scene, choice, next, throws }) {
      const worths = scene.choices.map((each) => each[5]).filter((each) => each !== null);
      const mine = choice[5] ?? scene.value;
      const decided = choice[5] !== null && worths.length > 1;
      const lucky = throws.length > 0 && mine !== undefined && next.value !== undefined;
      return {
        decision: decided ? Math.max(...worths) - choice[5] : null,
        luck: lucky ? next.value - mine : null,
      };
    }

    /* What the last tap was worth, and all dice since. */
    worth(run) {
      const { words } = this.data;
      const judged = run.map((each) => this.judged(each));
      const decision = judged[0]?.decision ?? null;
      const lucks = judged.map((each) => each.luck).filter((each) => each !== null);
      const luck = lucks.length ? lucks.reduce((sum, each) => sum + each, 0) : null;
      this.bar("decision", decision === null ? null : -decision, decision === null ? ""
        : words[run[0].choice[3]].replace("{points}", this.points(decision)));
      const choices = decision === null ? 0 : run[0].scene.choices.length;
      const button = this.field("other");
      button.hidden = choices < 2;
      button.textContent = choices === 2 ? button.dataset.two : button.dataset.more;
      const at = this.taken.length - run.length;
      this.other = { at, pick: choices ? (this.taken[at].pick + 1) % choices : 0 };
      this.bar("luck", luck, luck === null ? "" : this.signed(luck, "even", "gave", "cost"));
    }

    signed(points, even, gave, cost) {
      const kind = Math.abs(points) < ZERO ? even : points > 0 ? gave : cost;
      return this.data.words[kind].replace("{points}", this.points(Math.abs(points)));
    }

    points(points) {
      const { little, some } = this.data.words;
      return points < 0.05 ? little : some.replace("{points}", points.toFixed(1));
    }

    bar(name, points, said) {
      const row = this.field(name);
      row.hidden = points === null;
      row.querySelector(".rb-learn-said").textContent = said;
      const { style, dataset } = row.querySelector(".rb-learn-scale > span");
      // Most are less than 50 points; where one is more, the scale is twice as long.
      const most = Math.abs(points ?? 0) > 50 ? 100 : 50;
      row.querySelectorAll(".rb-learn-ends > i").forEach((end, i) => { end.textContent = [`\u2212${most}\u00a0%`, "0", `+${most}\u00a0%`][i]; });
      const width = (50 * Math.abs(points ?? 0)) / most;
      style.width = width < ZERO ? "" : `${width}%`;
      style.left = width < ZERO ? "" : `${points < 0 ? 50 - width : 50}%`;
      dataset.sign = width < ZERO ? "none" : points < 0 ? "lost" : "won";
    }

    odds(scene) {
      this.field("odds").hidden = this.field("parts").hidden = scene.odds === undefined;
      if (scene.odds === undefined) return;
      const [sentence, codes, percents, exact] = this.data.odds[scene.odds];
      this.field("when").textContent = scene.when;
      this.field("sentence").textContent = sentence;
      this.field("big").textContent = percents[this.data.headline];
      this.field("exact").textContent = exact;
      this.rows.forEach((row, i) => {
        row.textContent = percents[i];
        row.closest("tr").hidden = this.data.never[i];
      });
      drawBar(this.drawn, sizesOf(codes), percents);
    }

    way(past) {
      const told = past.map((each) => ({ ...each, ...this.judged(each) }))
        .filter(({ choice, luck }) => choice[3] || luck !== null);
      this.field("past").hidden = told.length === 0;
      this.field("way").replaceChildren(...told.map(({ scene, choice, luck }) => {
        const said = [choice[4], luck === null ? "" : this.signed(luck, "even", "gave", "cost")];
        const label = choice[0].replace(/ the \{.*/, "");
        const textContent = `${scene.heading}: ${label}${said[0] && `, ${said[0]}`}. ${said[1]}`.trim();
        const item = element("li", { textContent });
        item.dataset.mark = choice[3];
        return item;
      }));
    }

    score(past) {
      const { score, words } = this.data;
      const marks = past.map(({ choice }) => choice[3]).filter(Boolean);
      const good = marks.filter((mark) => mark !== "worse").length;
      const judged = past.map((each) => this.judged(each));
      const given = judged.filter(({ decision }) => decision !== null);
      const lost = given.reduce((sum, each) => sum + each.decision, 0);
      const luck = judged.reduce((sum, each) => sum + (each.luck ?? 0), 0);
      const said = score.replace("{good}", good).replace("{all}", marks.length);
      if (!given.length) return marks.length ? said : "";
      const all = words.all.replace("{decision}", lost < ZERO ? words.nothing : this.points(lost))
        .replace("{luck}", this.signed(luck, "allEven", "allGave", "allCost"));
      return `${said} ${all}`;
    }
  }

  function follow() {
    const teller = tellers.find((told) => told.linked());
    teller?.root.scrollIntoView();
    return teller;
  }

  enliven("section.rb-learn", (root) => {
    try {
      tellers.push(new Teller(root));
    } catch { /* damaged data: the plain story still stands */ }
  });
  follow();
  addEventListener("hashchange", () => {
    const teller = follow();
    if (teller?.take(teller.linked())) teller.go(teller.taken);
    for (const told of tellers) told.keep();
  });
  openOnPaper(".rb-learn-plain");
})();
