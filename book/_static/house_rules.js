/* The readings of a reader's table: kept in the browser as the text of a file house-rules.toml, the
   same that the commands and Python read (rules_lib/rulebook/house_rules.py).  Here it is read and
   changed line by line, so that what somebody has written into it stays.
   my_table.js chooses, table_rulings.js tells what is chosen; with nothing kept, both do nothing. */
(() => {
  "use strict";
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
  function known() {
    return window.rulebookPage.load("readings.js").then(() => window.rulebookReadings);
  }

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
    try {
      const text = localStorage.getItem(KEY) ?? "";
      return text.length > LONGEST ? { text: "", fault: "what is kept here is too long to be house rules" } : { text };
    } catch {
      return { text: "", fault: "this browser keeps nothing for this page" };
    }
  }

  function keep(text) {
    try {
      if (text.trim()) localStorage.setItem(KEY, text);
      else localStorage.removeItem(KEY);
      return "";
    } catch (error) {
      return error?.name === "QuotaExceededError" ? "the memory of this browser is full" : "this browser keeps nothing for this page";
    }
  }

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

  window.rulebookHouse = { KEY, HEAD, LONGEST, known, read, changed, kept, keep, otherwise, reading, words, allowed, squashed, value };
})();
