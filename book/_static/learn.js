/* Stories in which the reader decides.  Nothing is computed or worded here: the scenes are in the
   page, and this only walks them.  Their layout: rules_lib/presentation/learn/story_html.py */
(() => {
  "use strict";
  const told = new Set();

  class Teller {
    constructor(root) {
      this.root = root;
      this.data = JSON.parse(root.querySelector("script.rb-data").textContent);
      this.player = root.querySelector(".rb-learn-player");
      this.plain = root.querySelector(".rb-learn-plain");
      this.links = new Map([...root.querySelectorAll("[data-clause]")]
        .map((link) => [link.dataset.clause, link]));
      this.box = root.querySelector(".rb-learn-dice-box").content;
      this.segments = [...root.querySelectorAll(".rb-bar > g")];
      this.labelFrom = Number(root.querySelector(".rb-bar").dataset.labelFrom);
      this.rows = [...root.querySelectorAll('[data-rb="percent"]')];
      this.field("back").addEventListener("click", () => this.back());
      this.field("restart").addEventListener("click", () => this.restart());
      this.taken = [];
      this.show();
      this.plain.open = false;
      this.player.hidden = false;
    }

    field(name) { return this.player.querySelector(`[data-rb="${name}"]`); }

    scene() { return this.data.scenes[this.place]; }

    /* Where the reader is follows from the choices taken so far. */
    get place() {
      return this.taken.reduce((at, pick) => this.data.scenes[at].choices[pick][1], 0);
    }

    choose(pick) {
      this.taken.push(pick);
      this.show();
      this.arrive();
    }

    back() {
      this.taken.pop();
      this.show();
      this.arrive();
    }

    restart() {
      this.taken = [];
      this.show();
      this.arrive();
    }

    show() {
      const scene = this.scene();
      const last = this.past().at(-1);
      this.field("note").textContent = last ? last.choice[2] : "";
      this.field("note").dataset.mark = last ? last.choice[3] : "";
      this.field("heading").textContent = scene.heading;
      this.field("lines").replaceChildren(...scene.lines.map((line) => this.line(line)));
      this.field("facts").replaceChildren(...scene.facts.map(([role, text]) => {
        const item = make("li", text);
        item.dataset.role = role;
        return item;
      }));
      this.field("ask").textContent = scene.ask ?? "";
      this.field("choices").replaceChildren(...(scene.choices ?? []).map(([label], pick) => {
        const button = make("button", label, "rb-learn-choice");
        button.type = "button";
        button.addEventListener("click", () => this.choose(pick));
        return button;
      }));
      this.field("score").textContent = scene.choices ? "" : this.score();
      this.field("back").disabled = this.field("restart").disabled = this.taken.length === 0;
      this.odds(scene);
      this.way();
    }

    /* Tell what is new to those who cannot see it, and bring it into view for those who can. */
    arrive() {
      const scene = this.scene();
      this.field("status").textContent = [
        this.field("note").textContent, scene.heading,
        ...scene.lines.map(([text, , , dice]) => (dice ? `${text} ${spoken(dice)}.` : text)),
        scene.sentence ?? "", this.field("score").textContent,
      ].filter(Boolean).join(" ");
      this.field(scene.choices ? "ask" : "heading").focus({ preventScroll: true });
      const { top } = this.player.getBoundingClientRect();
      if (top < 0 || top > innerHeight / 2) this.player.scrollIntoView();
    }

    line([text, clauses, strong, dice]) {
      const item = make("li");
      item.append(strong ? make("strong", text) : text);
      for (const id of clauses) {
        const link = this.links.get(id).cloneNode(true);
        delete link.dataset.clause;
        item.append(" ", link);
      }
      if (dice) item.append(this.dice(dice));
      return item;
    }

    dice(thrown) {
      const [label, role, faces] = thrown;
      const row = make("span", "", "rb-learn-throw");
      row.setAttribute("role", "img");
      row.setAttribute("aria-label", spoken(thrown));
      row.append(make("span", label, "rb-learn-small"));
      for (const face of faces) {
        const die = this.box.querySelector(`[data-die="${role}-${face}"] > svg`).cloneNode(true);
        die.setAttribute("aria-hidden", "true");
        row.append(die);
      }
      return row;
    }

    odds(scene) {
      this.field("odds").hidden = !scene.codes;
      if (!scene.codes) return;
      this.field("when").textContent = scene.when;
      this.field("sentence").textContent = scene.sentence;
      this.field("big").textContent = scene.percents[this.data.headline];
      this.field("exact").textContent = scene.exact;
      this.rows.forEach((row, i) => {
        row.textContent = scene.percents[i];
        row.closest("tr").hidden = this.data.never[i];
      });
      const sizes = scene.codes.map((code) => (code === 1001 ? 0.5 : code === 1002 ? 999.5 : code));
      const whole = sizes.reduce((sum, size) => sum + size, 0);
      let start = 0;
      this.segments.forEach((segment, i) => {
        const width = (100 * sizes[i]) / whole;
        const [box, label] = segment.children;
        box.setAttribute("x", `${start}%`);
        box.setAttribute("width", `${width}%`);
        box.setAttribute("stroke-width", width ? 2 : 0);
        label.setAttribute("x", `${start + width / 2}%`);
        label.setAttribute("visibility", width >= this.labelFrom ? "visible" : "hidden");
        label.textContent = scene.percents[i];
        start += width;
      });
    }

    past() {
      let at = 0;
      return this.taken.map((pick) => {
        const scene = this.data.scenes[at];
        const choice = scene.choices[pick];
        at = choice[1];
        return { scene, choice, next: this.data.scenes[at] };
      });
    }

    way() {
      const decided = this.past().filter(({ choice }) => choice[3]);
      this.field("past").hidden = decided.length === 0;
      this.field("way").replaceChildren(...decided.map(({ scene, choice, next }) => {
        const place = this.data.headline;
        const odds = scene.percents && next.percents
          ? ` (${scene.percents[place]} → ${next.percents[place]})` : "";
        const item = make("li", `${scene.heading}: ${choice[0]}, ${choice[4]}${odds}`);
        item.dataset.mark = choice[3];
        return item;
      }));
    }

    score() {
      const marks = this.past().map(({ choice }) => choice[3]).filter(Boolean);
      const good = marks.filter((mark) => mark !== "worse").length;
      return this.data.score.replace("{good}", good).replace("{all}", marks.length);
    }
  }

  const spoken = ([label, , faces]) => `${label}: ${faces.join(", ")}`;

  function make(tag, text = "", name = "") {
    const made = document.createElement(tag);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  }

  function start() {
    for (const root of document.querySelectorAll("section.rb-learn")) {
      if (told.has(root.id)) continue;
      told.add(root.id);
      root.dataset.told = "";
      try {
        new Teller(root);
      } catch { /* damaged data: the plain story still stands */ }
    }
    const folds = () => [...document.querySelectorAll(".rb-learn-plain")];
    let closed = [];
    addEventListener("beforeprint", () => {
      closed = folds().filter((fold) => !fold.open);
      for (const fold of closed) fold.open = true;
    });
    addEventListener("afterprint", () => {
      for (const fold of closed) fold.open = false;
    });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
