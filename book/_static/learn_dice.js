/* The dice of a story: drawn, rolled, and written into a link.  What they do stands in the page. */
(() => {
  "use strict";
  const { element, still } = window.rulebookPage;
  const LONGEST = 600;
  const ROLLS = 6;
  const MS = 80;

  const total = (faces) => faces.reduce((sum, face) => sum + face, 0);

  /* A whole number from low to high, each as likely: what does not divide evenly is thrown anew. */
  function any(low, high) {
    const many = high - low + 1;
    const [box, end] = [new Uint32Array(1), 2 ** 32 - (2 ** 32 % many)];
    do crypto.getRandomValues(box); while (box[0] >= end);
    return low + (box[0] % many);
  }

  const cast = ({ groups }) => groups.map(([, , , count, low, high]) =>
    Array.from({ length: count }, () => any(low, high)));

  const filled = ([text, ...rest], values) =>
    [text.replace(/\{(\w+)\}/g, (_, name) => values[name]), ...rest];

  /* The highest faces as they lie; of equal ones the first. */
  function highest(faces, count) {
    const places = faces.map((_, at) => at).sort((a, b) => faces[b] - faces[a] || a - b).slice(0, count);
    return places.sort((a, b) => a - b).map((at) => faces[at]);
  }

  /* Each side strikes out the highest dice of the other: too many throws for a table. What is
     struck from which face on, and all words, stand in the page. */
  function clash({ groups, lowest, to, won, rolls, strikes, left, lost }, faces) {
    const kills = faces.map((own, side) => own.filter((face) => face >= lowest[side]).length);
    const gone = faces.map((own, side) => highest(own, kills[1 - side]));
    const stays = faces.map((own, side) => total(own) - total(gone[side]));
    const place = (stays[0] <= stays[1]) + (stays[0] < stays[1]);
    const lines = [
      ...faces.map((own, side) => {
        const [label, role, kind] = groups[side];
        return [...filled(rolls[side], { faces: own.join(", "), total: total(own) }), [label, role, kind, own]];
      }),
      ...gone.map((_, side) => {
        const struck = gone[1 - side];
        const standing = Math.max(0, kills[side] - gone[side].length);
        const fallen = kills[1 - side] > kills[side] && standing < struck.length;
        return filled(strikes[side][fallen ? 2 : struck.length ? 0 : 1], { gone: struck.join(", ") });
      }),
      filled(left, { a: stays[0], b: stays[1] }), won[place],
      ...gone.map((out, side) => lost[side][out.length]),
    ];
    return { place: to[place], lines };
  }

  /* Where these faces lead, and what is told of each: totals count as the digits of a number do. */
  function reached(cast, faces, told) {
    if (cast.lowest) return clash(cast, faces);
    const { groups, to, says, together } = cast;
    const sums = groups.map(([, , , , , , from], i) =>
      (from ? faces[i].filter((face) => face >= from).length : total(faces[i])));
    const places = groups.map(([, , , count, low, , from], i) => sums[i] - (from ? 0 : count * low));
    const place = to[groups.reduce((at, [, , , count, low, high, from], i) =>
      at * (from ? count + 1 : count * (high - low) + 1) + places[i], 0)];
    const lines = groups.map(([label, role, kind], i) => {
      const said = says[i] === undefined ? ["", [], 0] : told[says[i]][places[i]];
      return [...filled(said, { faces: faces[i].join(", ") }), [label, role, kind, faces[i]]];
    });
    return { place, lines: together[place] ? [...lines, filled(together[place], sums)] : lines };
  }

  /* One choice after the other, each with the faces that fell; a face is one digit of base 36. */
  const written = (steps) => steps.map(({ pick, faces }) =>
    [pick, ...(faces ?? []).map((each) => each.map((face) => face.toString(36)).join(""))].join("-")).join(".");

  function read(code) {
    if (code === "") return [];
    if (code.length > LONGEST || !/^\d(-[0-9a-z]+)*(\.\d(-[0-9a-z]+)*)*$/.test(code)) return null;
    return code.split(".").map((each) => {
      const [pick, ...rolled] = each.split("-");
      const faces = rolled.map((some) => [...some].map((face) => parseInt(face, 36)));
      return { pick: Number(pick), faces: rolled.length ? faces : null };
    });
  }

  const possible = ({ groups }, faces) => faces?.length === groups.length
    && groups.every(([, , , count, low, high], i) => faces[i].length === count
      && faces[i].every((face) => face >= low && face <= high));

  /* What lies there, drawn with the dice that wait in a template of the page. */
  class Tray {
    constructor(root, box) {
      this.root = root;
      this.box = box;
      this.rolling = 0;
    }

    die(kind, role, face) {
      const die = this.box.querySelector(`[data-die="${kind}-${role}-${face}"] > svg`).cloneNode(true);
      die.ariaHidden = true;
      return die;
    }

    spoken([label, role, kind, faces]) {
      const said = faces.map((face) => this.box.querySelector(`[data-die="${kind}-${role}-${face}"]`).dataset.said);
      return `${label}: ${said.join(", ")}`;
    }

    /* What has fallen, what lies there from before; and what is due, still blank. */
    lay(throws, lying, due) {
      this.stop();
      const blank = due.map(([label, role, kind, count, low]) => {
        const row = this.row([label, role, kind, Array(count).fill(low)], true);
        row.classList.add("rb-learn-blank");
        row.ariaLabel = `${label}: ${this.root.dataset.blank}`;
        return row;
      });
      this.root.replaceChildren(...[...blank, ...lying.map((each) => this.row(each, true)), ...throws.map((each) => this.row(each))]
        .sort((a, b) => (a.dataset.role === "second") - (b.dataset.role === "second")));
    }

    row(thrown, lies = false) {
      const [label, role, kind, faces] = thrown;
      const name = element("span", { className: "rb-learn-small", textContent: label });
      const row = element("div", { role: "img", ariaLabel: this.spoken(thrown), className: lies ? "rb-learn-throw rb-learn-lying" : "rb-learn-throw" },
        name, ...faces.map((face) => this.die(kind, role, face)));
      row.dataset.role = role;
      return row;
    }

    /* The faces change some times and then are what they are; `then` is told when they lie. */
    roll(throws, then) {
      if (still.matches || throws.length === 0) { then(); return; }
      const rows = [...this.root.querySelectorAll(".rb-learn-throw:not(.rb-learn-lying)")];
      const ends = rows.map((row) => [...row.querySelectorAll("svg")]);
      for (const row of rows) row.classList.add("rb-learn-rolling");
      let left = ROLLS;
      this.then = () => {
        rows.forEach((row, i) => {
          row.classList.remove("rb-learn-rolling");
          row.replaceChildren(row.firstElementChild, ...ends[i]);
        });
        then();
      };
      this.rolling = setInterval(() => {
        left -= 1;
        if (left === 0) { this.stop(); return; }
        rows.forEach((row) => {
          const { role } = row.dataset;
          for (const die of row.querySelectorAll("svg")) {
            const others = [...this.box.querySelectorAll(`[data-die*="-${role}-"] > svg`)]
              .filter((each) => each.getAttribute("viewBox") === die.getAttribute("viewBox"));
            die.replaceWith(others[any(0, others.length - 1)].cloneNode(true));
          }
        });
      }, MS);
    }

    stop() {
      clearInterval(this.rolling);
      const then = this.then;
      this.then = null;
      then?.();
    }
  }

  window.rulebookDice = { Tray, cast, possible, reached, read, total, written };
})();
