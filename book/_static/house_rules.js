/* The readings of a reader's table: kept in the browser as the text of a file house-rules.toml, the
   same that the commands and Python read (rules_lib/rulebook/house_rules.py).  Here it is read and
   changed line by line, so that what somebody has written into it stays.  my_table.js chooses.
   What is read otherwise is told in plain sight: at clauses, rulings, explorers, stories and quick
   sheets.  With nothing kept this asks for nothing and changes nothing. */
(() => {
  "use strict";
  const { element, load, local } = window.rulebookPage;
  const KEY = "rulebook.house-rules";
  const VERSION = 1;
  const ANY = 10 ** 15;  // stands for no most
  const LONGEST = 200000;  // letters of a text that can be one of ours
  const NOT_USED = "# not used: ";
  const HEAD = `# House rules: how our table reads what the rules leave open.\nversion = ${VERSION}\n\n[rulings]\n`;

  const HEADING = /^\s*\[\s*([^\[\]"'#]*?)\s*\]\s*(?:#.*)?$/;
  const DOTTED = /^\s*(?:rulings|"rulings"|'rulings')\s*\.\s*/;
  const ENTRY = /^\s*(?:"([^"\\]*)"|'([^']*)'|([\w-]+))\s*=\s*(.*?)\s*$/;
  const OPEN_LIST = /^\s*(?:"[^"\\]*"|'[^']*'|[\w.-]+)\s*=\s*\[[\s\d,+-]*(?:#.*)?$/;
  const IN_BRACES = /^\s*(?:rulings|"rulings"|'rulings')\s*=\s*\{(.*)\}\s*(#.*)?$/;
  const END = /^\s*(?:#.*)?$/;
  const VALUES = [
    [/^""("(?:[^"\\]|\\.)*")""/, (found) => JSON.parse(found)],
    [/^'''(.*?)'''/, (found) => found],
    [/^("(?:[^"\\]|\\.)*")/, (found) => JSON.parse(found)],
    [/^'([^']*)'/, (found) => found],
    [/^(true|false)(?![\w.-])/, (found) => found],
    [/^([+-]?(?:0|[1-9](?:_?\d)*)|0(?:x[\da-f](?:_?[\da-f])*|o[0-7]+|b[01]+))(?![\w.-])/i, (found) => String(Number(found.replaceAll("_", "")))],
    [/^(\[[\s\d,+-]*\])/, (found) => `(${found.slice(1, -1).split(",").map((each) => each.trim()).filter(Boolean).join(", ")})`],
  ];

  /* No comment may hold a control character. */
  const plain = (line) => line.replace(/[\0-\x08\x0b-\x1f\x7f]/g, "\ufffd");

  /* What the book knows of its rulings: only fetched where somebody has chosen, or is about to. */
  const known = () => load("readings.js").then(() => window.rulebookReadings);

  /* However it is written: HitsToRemove(small_team=3, infantry=5) is HitsToRemove(infantry=5, small_team=3). */
  const squashed = (text) => text.replace(/^'(.*)'$/, "$1").replace(/\s/g, "").toLowerCase()
    .replace(/\(([^()]*=[^()]*)\)$/, (_, named) => `(${named.split(",").filter(Boolean).sort().join(",")})`);

  /* A reading as it is written in the book; nothing if the ruling has no such reading. */
  function reading(rulings, id, written) {
    const ruling = rulings[id];
    return ruling.readings.map(([value]) => value)
      .find((value) => squashed(value) === squashed(written)) ?? shaped(ruling, squashed(written));
  }

  /* One with other numbers in it, such as the values of the court cards. */
  function shaped({ shapes }, written) {
    const numbers = written.match(/\d+/g)?.map(Number) ?? [];
    const same = shapes.find(([shape, least, most]) => squashed(shape) === written.replace(/\d+/g, "#")
      && numbers.every((each) => each >= least && each <= most));
    return same?.[0].replace(/#/g, () => numbers.shift());
  }

  function allowed(ruling) {
    const shapes = ruling.shapes.map(([shape, least, most]) => (shape === "#" ? "or a whole number" : `or ${shape} with numbers`)
      + (most === ANY ? ` from ${least} up` : ` from ${least} to ${most}`));
    return [...ruling.readings.map(([value, text]) => `${value} (${text})`), ...shapes].join(" / ");
  }

  function written(text) {
    for (const [pattern, read] of VALUES) {
      const found = pattern.exec(text);
      if (found && END.test(text.slice(found[0].length))) {
        try { return read(found[1]); } catch { return undefined; }
      }
    }
    return undefined;
  }

  /* The lines, each with its place.  A list that goes on in the next lines becomes one, its comments behind it; a table in
     braces becomes a line for each of its entries. */
  function unrolled(lines) {
    const found = [];
    for (let at = 0; at < lines.length; at++) {
      let [line, began] = [lines[at], at];
      if (OPEN_LIST.test(line)) {
        let [code, remarks] = parted(line);
        while (!/\]\s*$/.test(code) && at + 1 < lines.length && /^[\s\d,+\]-]*$/.test(parted(lines[at + 1])[0])) {
          const [more, remark] = parted(lines[++at]);
          code += more;
          remarks += remark;
        }
        line = code + remarks;
      }
      const braces = IN_BRACES.exec(line);
      if (!braces) { found.push([line, began]); continue; }
      const entries = braces[1].match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\]|[^,"'[\]])+/g) ?? [];
      for (const each of entries) if (each.trim()) found.push([`rulings.${each.trim()}`, began]);
      if (braces[2]) found.push([braces[2], began]);
    }
    return found;
  }

  /* A line of a list, and its comment; no text stands in one. */
  const parted = (line) => [line.replace(/#.*/, ""), (/ *#.*/.exec(line) ?? [""])[0]];

  /* Read a text.  Lines that say nothing here become comments, and are told as problems. */
  function read(text, rulings) {
    const chosen = new Map();
    const problems = [];
    const lines = [];
    const dotted = [];
    let table = "";
    let headed = false;
    let ours = true;
    for (const [whole, at] of unrolled(text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/))) says(whole, at);
    function says(whole, at) {
      const short = !table && DOTTED.test(whole);  // rulings.R-M3 = …, which is moved into the table
      const line = short ? whole.replace(DOTTED, "") : whole;
      const refuse = (key, value, may) => {
        problems.push({ line: at + 1, key, value, allowed: may });
        lines.push(NOT_USED + plain(whole.trim()));
      };
      if (END.test(line)) return lines.push(plain(line));
      const heading = HEADING.exec(line);
      if (heading) {
        table = heading[1];
        if (table !== "rulings") return refuse("", line.trim(), "the table [rulings]");
        if (!headed) lines.push(line);
        headed = true;
        return undefined;
      }
      const entry = ENTRY.exec(line);
      const value = entry ? written(entry[4]) : undefined;
      const key = entry ? entry[1] ?? entry[2] ?? entry[3] : "";
      if (value === undefined) return refuse(key, entry ? entry[4] : line.trim(), 'a line such as R-M3 = "False"');
      if (!table && !short && key === "version") {
        if (value === String(VERSION)) return lines.push(line);
        ours = false;
        return refuse(key, value, `${VERSION}, the one known here`);
      }
      const id = key.trim().toUpperCase();
      if (table !== "rulings" && !short) return refuse(key, value, "version, or a line in the table [rulings]");
      if (rulings && !(Object.hasOwn(rulings, id))) return refuse(key, value, "the number of a ruling, such as R-M3");
      if (chosen.has(id)) return refuse(key, value, "each ruling once");
      const exact = rulings ? reading(rulings, id, value) : value;
      if (exact === undefined) return refuse(id, value, allowed(rulings[id]));
      chosen.set(id, exact);
      return (short ? dotted : lines).push(line);
    }
    if (dotted.length) lines.push(...(headed ? [] : ["[rulings]"]), ...dotted);
    if (!ours) return { chosen: new Map(), problems: problems.slice(0, 1), text: commented(text) };
    return { chosen, problems, text: lines.join("\n") };
  }

  const commented = (text) => text.split(/\r\n|\n|\r/).map((line) => (END.test(line) ? line : NOT_USED + plain(line))).join("\n");

  /* The same text with a ruling read otherwise, or no longer named. */
  function changed(text, id, value, rulings) {
    const { readings, title } = rulings[id];
    const said = readings.find(([each]) => each === value)?.[1] ?? title;
    const line = value === undefined ? [] : [`${id} = ${JSON.stringify(value)}  # ${said}`];
    const lines = text.split("\n");
    if (!lines.some((each) => keyOf(each) === "VERSION")) lines.unshift(`version = ${VERSION}`);
    const at = lines.findIndex((each) => !END.test(each) && keyOf(each) === id);
    if (at >= 0) lines.splice(at, 1, ...line);
    else if (line.length) {
      if (!lines.some((each) => HEADING.test(each))) lines.push("[rulings]");
      while (lines.length && !lines.at(-1).trim()) lines.pop();
      lines.push(...line, "");
    }
    return lines.join("\n");
  }

  const keyOf = (line) => {
    const entry = ENTRY.exec(line);
    return (entry?.[1] ?? entry?.[2] ?? entry?.[3] ?? "").trim().toUpperCase();
  };

  /* What is kept: a text, nothing, or the reason why nothing can be. */
  function kept() {
    const text = local.getItem(KEY) ?? "";
    return text.length > LONGEST ? { text: "", fault: "what is kept here is too long to be house rules" } : { text, fault: local.fault };
  }

  const keep = (text) => local.setItem(KEY, text.trim() && text);

  const all = (rulings) => {
    const { text } = kept();
    return text ? read(text, rulings).chosen : new Map();
  };

  /* What the table reads otherwise: ids with value, words and the ruling; the book's order. */
  async function otherwise() {
    if (!kept().text) return new Map();
    const rulings = await known();
    const chosen = all(rulings);
    return new Map(Object.entries(rulings)
      .filter(([id, { readings }]) => chosen.has(id) && chosen.get(id) !== readings[0][0])
      .map(([id, ruling]) => [id, { ...ruling, value: chosen.get(id), text: words(ruling, chosen.get(id)) }]));
  }

  const words = (ruling, value) => ruling.readings.find(([each]) => each === value)?.[1] ?? `${value}.`;

  /* The reading of a ruling at once, unproved: who asks compares it with the readings it knows. */
  const value = (id) => all().get(id);

  const ID = /#(R-[A-Z]\d+)$/;
  const RULINGS = ".rb-otherwise > li, .rb-ranked > li, .rb-quick-rulings li, li[data-ruling]";

  const made = (name, text, classes = "") => element(name, { className: `rb-told ${classes}`.trim() }, text);

  const idIn = (place) => place.dataset.ruling
    ?? ID.exec(place.querySelector('a[href*="#R-"]')?.getAttribute("href") ?? "")?.[1];

  const named = (ids) => (ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`);

  const said = ([id, { text }]) => `${id} (${text.replace(/\.$/, "")})`;

  function atLines(chosen) {
    for (const line of document.querySelectorAll(RULINGS)) {
      const mine = chosen.get(idIn(line));
      if (mine) (line.querySelector(":scope > p") ?? line).append(made("span", ` Your table: ${mine.text}`));
    }
  }

  function atRulings(chosen) {
    for (const [id, { value, readings, text }] of chosen) {
      const answers = document.querySelector(`section.rb-ruling#${CSS.escape(id)} .rb-readings`);
      if (!answers) continue;
      const at = readings.findIndex(([each]) => each === value);
      const place = answers.children[at];
      if (place) {
        place.classList.add("rb-told-chosen");
        (place.querySelector("p") ?? place).append(made("span", " your table", "rb-told-mark"));
      } else answers.append(made("li", `Your table: ${text}`, "rb-told-chosen"));
    }
  }

  function atClauses(chosen) {
    for (const [id, { clauses, text }] of chosen) {
      for (const clause of clauses) {
        const summary = document.querySelector(`details#${CSS.escape(clause)} > summary`);
        summary?.append(made("span", ` Your table reads ${id} differently: ${text}`));
      }
    }
  }

  function atExplorers(chosen) {
    for (const root of document.querySelectorAll("section.rb-explorer[data-rulings]")) {
      const here = root.dataset.rulings.split(" ").filter((id) => chosen.has(id));
      if (!here.length) continue;
      const list = made("ul", "", "rb-told-list");
      for (const id of here) {
        const { text, when } = chosen.get(id);
        const begins = root.dataset.agreed?.split(" ").includes(id);
        list.append(made("li", `Your table reads ${id} differently: ${text} ${begins
          ? "It is set here."
          : `The numbers here use our reading. ${when}`}`));
      }
      (root.querySelector(".rb-result") ?? root.lastElementChild).after(list);
    }
  }

  /* What is told once of all that follows other readings than these. */
  function after(place, here, told, behind = "", classes = "") {
    if (place && here.length) place.after(made("p", `${told}Your table reads ${named(here)} differently${behind}.`, classes));
  }

  const concerning = (chosen, isThere) => [...chosen].filter(([, { clauses }]) => clauses.some(isThere)).map(said);

  /* The list "In six steps" stands for the clauses of its chapter. */
  function atSteps(chosen) {
    const title = [...document.querySelectorAll("article p > strong:first-child")].find((each) => /^In \w+ steps$/.test(each.textContent));
    const list = title?.parentElement.nextElementSibling;
    const here = concerning(chosen, (id) => document.querySelector(`details#${CSS.escape(id)}`));
    if (list?.matches("ol")) after(list, here, "These steps follow our readings. ", "", "rb-told-steps");
  }

  function atStories(chosen) {
    for (const root of document.querySelectorAll("section.rb-learn")) {
      const here = concerning(chosen, (id) => root.querySelector(`[data-clause="${id}"]`));
      after(root.querySelector(".rb-question") ?? root.firstElementChild, here, "This story follows our readings. ");
    }
  }

  function atSheets(chosen) {
    for (const root of document.querySelectorAll(".rb-quick[data-sheet]")) {
      const here = [...chosen].filter(([, { system }]) => system === root.dataset.sheet).map(([id]) => id);
      after(root.querySelector(".rb-quick-purpose"), here, "", ": see “Your table” at the end. The numbers follow our readings", "rb-told-sheet");
    }
  }

  function tell(chosen) {
    for (const old of document.querySelectorAll(".rb-told")) old.remove();
    for (const old of document.querySelectorAll(".rb-told-chosen")) old.classList.remove("rb-told-chosen");
    for (const place of [atLines, atRulings, atClauses, atExplorers, atSteps, atStories, atSheets]) place(chosen);
  }

  /* What belongs into the words of a number that is cited. */
  async function lines(id) {
    const chosen = await otherwise();
    if (chosen.has(id)) return [`Your table reads it differently: ${chosen.get(id).text}`];
    return [...chosen].filter(([, { clauses }]) => clauses.includes(id))
      .map(([ruling, { text }]) => `Your table reads ${ruling} differently: ${text}`);
  }

  let any = false;

  function look() {
    if (!any && !kept().text) return;
    any = true;
    otherwise().then(tell).catch(() => {});
  }

  look();
  addEventListener("storage", ({ key }) => { if (key === KEY || key === null) look(); });
  document.addEventListener("rulebook:begun", look);  // only now does an explorer say what it begins with
  addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });

  window.rulebookHouse = { KEY, HEAD, LONGEST, known, read, changed, kept, keep, lines, reading, words, allowed, squashed, value };
})();
