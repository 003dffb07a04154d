/* A board that can be asked.  Tap a unit: the answer that stands in the list below is shown, with its path, its
   front and its zone of control on the map.  Drag it, tap a free hex or press an arrow key: it is asked again from
   there; turn it (T), and it is asked as it faces then.  All answers stand in the page; without this script the list is simply there. */
(() => {
  "use strict";
  const { button, element, enliven, still } = window.rulebookPage;
  const SVG = "http://www.w3.org/2000/svg";
  const LIT = { path: "rb-lit-path", zone: "rb-lit-zone", front: "rb-lit-front", offends: "rb-lit-offends" };
  const STEPS = { ArrowRight: [[1, 0]], ArrowLeft: [[-1, 0]], ArrowUp: [[1, -1], [0, -1]], ArrowDown: [[-1, 1], [0, 1]] };
  const PACE = 700;  // milliseconds for the way of a piece
  const HEAD = 11;
  const DRAGGED = 6;  // pixels, from which on a tap is a drag

  const drawn = (tag, values, ...inside) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };

  /* Where each unit stands. */
  const middles = (map) => new Map([...map.querySelectorAll(".rb-unit")].map((unit) => {
    const { e, f } = unit.transform.baseVal[0].matrix;
    return [unit.dataset.names, [e, f, unit]];
  }));

  /* What holds is named in the answers for other hexes; its words stand there once. */
  function complete(answer, near) {
    const holds = answer.dataset.holds.split(" ").filter(Boolean);
    if (!holds.length) return;
    const words = holds.map((clause) => near.querySelector(`[data-clause="${clause}"]`).cloneNode(true));
    const broken = [...answer.querySelectorAll("ul > li:has(.rb-clause)")].at(-1);
    const line = element("li", {}, ...words);
    const list = answer.querySelector("ul") ?? answer.appendChild(element("ul"));
    if (broken) broken.after(line);
    else list.prepend(line);
  }

  class Charges {
    constructor(figure) {
      this.figure = figure;
      this.svg = figure.querySelector("svg.rb-drawing");
      const near = figure.querySelector(".rb-near").content;
      for (const each of near.querySelectorAll("[data-holds]")) complete(each, near);
      const answers = [...figure.querySelectorAll(".rb-asked > li"), ...near.querySelectorAll("[data-unit]")];
      const key = ({ unit, hex, facing = "" }) => [unit, hex, facing].join(" ");
      this.known = new Map(answers.map((each) => [key(each.dataset), each]));
      this.faces = new Map(answers.map(({ dataset: { unit, facing } }) => [unit, facing]).reverse());
      this.hexes = new Map([...this.svg.querySelectorAll(".rb-hex")].map((hex) => {
        const { e, f } = hex.transform.baseVal[0].matrix;
        return [hex.dataset.hex, { x: e, y: f, points: hex.querySelector("polygon").getAttribute("points") }];
      }));
      this.lit = drawn("g", { class: "rb-lights" });
      [...this.svg.querySelectorAll(".rb-hex")].at(-1).after(this.lit);
      this.answer = element("div", { className: "rb-answer", role: "status" });
      const [ask, signs] = near.querySelectorAll(".rb-ask");
      this.svg.before(ask);
      this.svg.after(this.answer);
      this.answer.after(signs);
      this.svg.querySelector("title").remove();  // it would lie over the map wherever a mouse rests
      this.svg.role = "group";
      this.units = [...this.svg.querySelectorAll(".rb-unit")];
      for (const unit of this.units) this.wake(unit);
      this.enter(this.units[0]);
      this.svg.addEventListener("click", (event) => this.tapped(event));
      if (figure.querySelector(".rb-stages")) this.walk();
    }

    wake(unit) {
      const { points } = this.hexes.get(unit.dataset.hex);
      unit.append(drawn("polygon", { class: "rb-hit", points }));
      Object.assign(unit, { role: "button", ariaPressed: false, ariaLabel: `May it charge? ${unit.dataset.names.replaceAll("|", ", ")}` });
      unit.addEventListener("keydown", (event) => this.pressed(event, unit));
      unit.addEventListener("pointerdown", (event) => this.grasped(event, unit));
    }

    /* A map is one stop for a keyboard: at the unit that was last in use. */
    enter(unit) {
      for (const each of this.units) each.setAttribute("tabindex", each === unit ? 0 : -1);
    }

    /* The next of a stack; of a unit alone it is always this one. */
    ask(unit, again = false) {
      const names = unit.dataset.names.split("|");
      const at = this.unit === unit ? names.indexOf(this.name) + again : 0;
      if (this.unit !== unit) {
        if (this.unit) this.place();  // only one at a time is elsewhere
        this.hex = unit.dataset.hex;
      }
      this.turn = 0;
      this.unit = unit;
      this.enter(unit);
      this.name = names[at % names.length];
      this.show();
    }

    /* What is said of it there, if it has turned so many corners. */
    said(hex, turn = 0) {
      const facing = this.faces.get(this.name);
      return this.known.get([this.name, hex, facing === undefined ? "" : (Number(facing) + turn) % 6].join(" "));
    }

    /* Only where the answer is known; a stack stays together where it is. */
    may(hex) { return !this.unit.dataset.names.includes("|") && Boolean(this.said(hex)); }

    get turns() { return Boolean(this.said(this.hex, 1)) && this.faces.get(this.name) !== undefined; }

    to(hex, turn = 0) {
      if (!this.may(hex)) return false;
      [this.hex, this.turn] = [hex, turn % 6];
      this.show();
      return true;
    }

    place(here, turn = 0) {
      const from = this.hexes.get(this.unit.dataset.hex);
      this.unit.style.translate = here ? `${here.x - from.x}px ${here.y - from.y}px` : "";
      this.unit.querySelector(".rb-front").style.rotate = `${60 * turn}deg`;
    }

    show() {
      const said = this.said(this.hex, this.turn);
      for (const unit of this.units) unit.ariaPressed = unit === this.unit;
      this.place(this.hexes.get(this.hex), this.turn);
      this.figure.dataset.asked = "";
      this.light(said.dataset);
      this.answer.replaceChildren(...[...said.childNodes].map((each) => each.cloneNode(true)));
      const home = this.unit.dataset.hex;
      const offer = (text, turn) => this.answer.append(button(text, () => { this.to(home, turn); this.unit.focus(); }));
      if (this.turns) offer(`Turn ${this.name}`, this.turn + 1);
      if (this.hex !== home || this.turn) offer(`${this.name} back ${this.turn ? "as it was" : "to its hex"}`);
      this.uncover();
    }

    /* On a phone the answer lies at the foot of the screen: never on the unit. */
    uncover() {
      const below = this.unit.getBoundingClientRect().bottom + 8;
      const over = below - this.answer.getBoundingClientRect().top;
      if (getComputedStyle(this.answer).position === "sticky" && over > 0 && !this.dragged) scrollBy({ top: over, behavior: still.matches ? "auto" : "smooth" });
    }

    light(said) {
      const shapes = [];
      const listed = (name) => (said[name] ?? "").split(" ").filter((hex) => this.hexes.has(hex));
      const on = (hex, ...art) => { const { x, y } = this.hexes.get(hex); return drawn("g", { transform: `translate(${x} ${y})` }, ...art); };
      for (const [name, kind] of Object.entries(LIT)) {
        for (const hex of listed(name)) shapes.push(on(hex, drawn("polygon", { class: kind, points: this.hexes.get(hex).points })));
      }
      for (const hex of this.hexes.keys()) if (hex !== this.hex && this.may(hex)) shapes.push(on(hex, drawn("circle", { class: "rb-lit-may", r: 3 })));
      for (const each of (said.letters ?? "").split(" ").filter(Boolean)) {
        const [hex, letter] = each.split("=");
        shapes.push(on(hex, drawn("text", { class: "rb-lit-letter", y: -18 }, letter)));
      }
      if (said.path) shapes.push(this.way([this.hex, ...listed("path")].map((hex) => this.hexes.get(hex)), !said.offends));
      this.lit.replaceChildren(...shapes);
    }

    /* The map goes with the lines of the charge: it shows where all stand after so many dice. */
    walk() {
      const fold = this.figure.querySelector(".rb-walk");
      const stages = [...this.figure.querySelector(".rb-stages").content.children];
      const stage = element("div", { className: "rb-stage", hidden: true });
      const begin = button("Charge: step by step ▶", () => {
        fold.open = true;
        fold.querySelector(".rb-steps button").click();
      }, { className: "rb-charge-now" });
      this.svg.after(stage);
      this.answer.nextSibling.after(begin);
      fold.addEventListener("rulebook:step", ({ detail: { at, dice } }) => {
        const before = middles(stage.hidden ? this.svg : stage);
        const shown = stages[dice].cloneNode(true);
        stage.replaceChildren(shown);
        stage.hidden = at === 0;
        this.figure.toggleAttribute("data-walked", at > 0);
        if (at === 0 || still.matches) return;
        for (const [names, [x, y, unit]] of middles(shown)) {
          const [fromX, fromY] = before.get(names) ?? [x, y];
          unit.animate({ translate: [`${fromX - x}px ${fromY - y}px`, "0 0"] }, { duration: PACE, easing: "ease-in-out" });
        }
      });
    }

    /* An arrow up to the hex of the target. */
    way(stops, legal) {
      const [before, last] = stops.slice(-2);
      const [dx, dy] = [last.x - before.x, last.y - before.y];
      const long = Math.hypot(dx, dy);
      const [ex, ey] = [dx / long, dy / long];
      const [x, y] = [last.x - dx * 0.45, last.y - dy * 0.45];
      const line = [...stops.slice(0, -1).map((each) => `${each.x},${each.y}`), `${x - ex * HEAD},${y - ey * HEAD}`];
      const head = [[0, 0], [-HEAD, HEAD * 0.6], [-HEAD, -HEAD * 0.6]].map(([on, off]) => `${x + ex * on - ey * off},${y + ey * on + ex * off}`);
      return drawn("g", { class: legal ? "rb-lit-way" : "rb-lit-way rb-lit-broken" },
        drawn("polyline", { points: line.join(" ") }), drawn("polygon", { points: head.join(" ") }));
    }

    /* The hex under a finger. */
    under({ clientX, clientY }) {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      const far = ([, hex]) => Math.hypot(hex.x - x, hex.y - y);
      return { x, y, hex: [...this.hexes].reduce((one, other) => (far(other) < far(one) ? other : one))[0] };
    }

    tapped(event) {
      if (this.dragged) return;
      const unit = event.target.closest(".rb-unit");
      if (unit) this.ask(unit, true);
      else if (this.unit) this.to(this.under(event).hex);
    }

    grasped(event, unit) {
      if (event.button || unit.dataset.names.includes("|")) return;
      const from = [event.clientX, event.clientY];
      const over = new AbortController();
      const listen = (type, act) => unit.addEventListener(type, act, { signal: over.signal });
      const end = (on) => {
        over.abort();
        if (!this.dragged) return;
        if (on.type === "pointercancel" || !this.to(this.under(on).hex)) this.show();
        setTimeout(() => { this.dragged = false; });  // the click that follows is none
      };
      listen("pointerup", end);
      listen("pointercancel", end);
      listen("pointermove", (on) => {
        if (!this.dragged && Math.hypot(on.clientX - from[0], on.clientY - from[1]) < DRAGGED) return;
        if (!this.dragged) { this.ask(unit); unit.setPointerCapture(on.pointerId); }
        this.dragged = true;
        this.place(this.under(on), this.turn);
      });
    }

    /* Arrow keys lead from unit to unit, and move the one that is asked; Escape brings it back, then lets go. */
    pressed(event, unit) {
      if (["Enter", " "].includes(event.key)) this.ask(unit, true);
      else if (event.key.toLowerCase() === "t" && this.unit === unit && this.turns) this.to(this.hex, this.turn + 1);
      else if (event.key === "Escape" && this.unit === unit) {
        if (this.hex === unit.dataset.hex && !this.turn) this.letGo();
        else this.to(unit.dataset.hex);
      } else if (event.key in STEPS && this.unit === unit) this.step(event.key);
      else if (event.key in STEPS) {
        const on = ["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1;
        const next = this.units.at((this.units.indexOf(unit) + on) % this.units.length);
        this.enter(next);
        next.focus();
      } else return;
      event.preventDefault();
    }

    step(key) {
      const [q, r] = this.hex.split(",").map(Number);
      const ways = STEPS[key].map(([dq, dr]) => `${q + dq},${r + dr}`);
      if (Math.abs(r) % 2) ways.reverse();  // every second row lies half a hex aside: straight on
      ways.some((hex) => this.to(hex));
    }

    letGo() {
      this.unit.ariaPressed = false;
      this.unit = null;
      this.lit.replaceChildren();
      this.answer.replaceChildren();
      delete this.figure.dataset.asked;
    }
  }

  enliven(".rb-charges", (figure) => new Charges(figure));
})();
