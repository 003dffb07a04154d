/* The search: results while one types, in the dialog that every page has, and on the search page.
   What can be found (rulebook_ext/search.py) is fetched when the first field is entered.

   How it ranks, most important first: a number that is asked for; how many of the words are found,
   a rare one weighing more; where they are found (title, words of the original, text, place) and how
   (as they are, through an everyday word, unfinished, misspelt), and whether one sentence of a rule has
   them all; the kind. Of a long question no place has all words: there a rule that has most of them
   comes before a page that has more. */
(() => {
  "use strict";
  const { here, readdress } = window.rulebookPage;
  const LONGEST = 200;  // letters of a question that are read
  const SHOWN = 20;
  const EXCERPT = 170;  // letters
  const WHERE = { title: 10, words: 6, text: 3, place: 1 };
  const HOW = { said: 1, everyday: 0.75, unfinished: 0.5, misspelt: 0.4 };
  const WHOLE = 5;  // for a title, or a word of the original, of which nothing is left over
  const TOGETHER = 10;  // for a rule that has all the words in one sentence
  const RULES = ["clause", "common misreading"];
  const ANSWERS = [...RULES, "ruling"];
  const LONG = 3;  // words; from there on a question is a sentence
  const MOST = 0.5;  // of the weight of a question's words, in what is shown for a sentence
  const ENOUGH = 0.6;  // of the most that any place has, for an answer to come before longer pages
  const KINDS = ["clause", "common misreading", "page", "quick sheet", "term", "ruling", "odds", "erratum", "section"];
  const HINT = "A word, a question, or a number: machine gun charge, Nahkampf, PT-M13.";
  const WORD = /\p{N}+:\p{N}+|[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu;
  const NUMBER = /^\p{N}+$/u;
  const ENDINGS = [[/ies$/, "y"], [/([^aeiouylsz])\1(?:ing|ed)$/, "$1"], [/(?:ing|ed|es|e)$/, ""], [/([^s])s$/, "$1"]];

  const WHOSE = new Set(["a", "an", "the", "my", "our", "your", "his", "its", "their"]);

  /* Words. */

  /* "2d6" is "2 dice". */
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss")
    .replace(/(\p{N})\s?[dw]\p{N}+/gu, "$1 dice");
  const wordsOf = (text) => folded(text).match(WORD) ?? [];
  const padded = (words) => ` ${words.join(" ")} `;

  /* "Five" is "5"; "one" is a word of many meanings. */
  const NUMBERS = new Map(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"].map((word, at) => [word, String(at + 2)]));

  const stems = new Map();
  function stem(word) {
    if (stems.has(word)) return stems.get(word);
    const left = ENDINGS.map(([ending, instead]) => word.replace(ending, instead));
    const found = left.find((each) => each !== word && each.length > 2) ?? word;
    stems.set(word, NUMBERS.get(word) ?? NUMBERS.get(found) ?? found);
    return stems.get(word);
  }

  const stemmed = (text) => wordsOf(text).map(stem).join(" ");
  const bare = (text) => stemmed(text).replace(/^(?:an?|the|to) /, "");
  /* A table of words tells "7:1" or "seven to one" from "3:1" no more than it does "MG34" from "MG42". */
  const anyNumber = (text) => text.replace(/\p{N}+|\bone\b/gu, "#");

  /* One letter too many, too few, another one, or two that have changed places. */
  function near(one, other) {
    let from = 0, end = one.length, until = other.length;
    if (Math.abs(end - until) > 1) return false;
    while (from < end && from < until && one[from] === other[from]) from++;
    while (end > from && until > from && one[end - 1] === other[until - 1]) end--, until--;
    const left = one.slice(from, end), right = other.slice(from, until);
    return Math.max(left.length, right.length) === 1
      || (left.length === 2 && left === [...right].reverse().join(""));
  }

  /* What can be found. */

  let index;
  async function load() {
    await window.rulebookPage.load("search_index.js");
    index ??= prepared(window.rulebookFound);
    return index;
  }

  /* A number in any spelling: "PT-M13", "pt m13", "§ 9,87e". */
  const compact = (text) => folded(text).replaceAll(",", ".").replace(/[^\p{L}\p{N}.]|\.(?!\p{N})/gu, "");

  function prepared({ games, found, everyday, small }) {
    const vocabulary = new Set();
    const field = (text) => {
      const words = wordsOf(text);
      const stems = words.map(stem);
      for (const each of stems) vocabulary.add(each);
      return { typed: padded(words), form: padded(stems) };
    };
    const ignored = new Set(small);
    const entries = found.map(([kind, title, address, game, text, place, words, name]) => ({
      kind, game, name, title, text, place, address,
      number: [compact(name), compact(name.replace(/^\w+-/, ""))],
      whole: [bare(title), bare(words)],
      // A term has two titles, one of them in the language of the original.
      fields: { title: field(kind === "term" ? `${title} ${words}` : title), words: field(`${name} ${words}`), text: field(text), place: field(`${kind} ${game} ${place}`) },
      sentences: [title, ...(RULES.includes(kind) ? text.split(/[.!?] /) : [])].map(field),
    }));
    const table = new Map();
    for (const [said, meant] of Object.entries(everyday)) {
      table.set(anyNumber(wordsOf(said).filter((each) => !WHOSE.has(each)).join(" ")), meant.map(stemmed));
    }
    for (const [said, meant] of [...table]) {
      const other = said.split(" ").map(stem).join(" ");
      if (!table.has(other)) table.set(other, meant);
    }
    return { games, entries, ignored, table, vocabulary: [...vocabulary] };
  }

  /* What is asked: for each word, or each group of words that the table knows, what it may mean.
     "Lost the duel" is the group "lost duel", "take back my charge" is "take back charge". A group whose meaning
     leads nowhere is left as the words that it has. */
  function understood({ table, ignored }, asked, leads = () => true) {
    const words = wordsOf(asked).filter((each) => !WHOSE.has(each));
    const open = /[\p{L}\p{N}]$/u.test(asked);
    const known = (group) => [group, group.map(stem)].map((each) => table.get(anyNumber(each.join(" "))))
      .find((meant) => meant && (!meant.length || leads(meant)));
    const terms = [];
    for (let at = 0; at < words.length;) {
      let group, meant, many = Math.min(5, words.length - at);
      for (; many > 0; many--) {
        group = words.slice(at, at + many);
        meant = known(group);
        if (!meant && !ignored.has(group[0]) && !ignored.has(group.at(-1))) {
          group = group.filter((each) => !ignored.has(each));
          meant = known(group);
        }
        if (meant || many === 1) break;
      }
      at += many;
      if (meant ? !meant.length : ignored.has(group[0])) continue;
      terms.push({
        form: group.map(stem).join(" "), everyday: meant ?? [], misspelt: [],
        unfinished: open && at === words.length ? group.join(" ") : "",
      });
    }
    if (terms.length) return terms;
    return wordsOf(asked).map((word) => ({ form: stem(word), everyday: [], misspelt: [], unfinished: "" }));
  }

  function how(term, { typed, form }) {
    if (form.includes(` ${term.form} `)) return HOW.said;
    if (term.everyday.some((each) => form.includes(` ${each} `))) return HOW.everyday;
    if (term.unfinished && typed.includes(` ${term.unfinished}`)) return HOW.unfinished;
    return term.misspelt.some((each) => form.includes(` ${each} `)) ? HOW.misspelt : 0;
  }

  /* What a word that is found nowhere may have been: a word that can be found, or what an everyday word means. */
  function spelt(table, vocabulary, form) {
    if (form.length < 4) return [];
    const everyday = [...table].filter(([said]) => near(form, said)).flatMap(([, meant]) => meant);
    return [...vocabulary.filter((each) => near(form, each)).slice(0, 5), ...everyday];
  }

  const worth = (term, fields) => Math.max(...Object.entries(WHERE).map(([name, points]) => points * how(term, fields[name])));

  const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

  /* The terms of a question, how many points each place has for each of them, and what each weighs; of a few words all alike. */
  function weighed({ table, ignored, vocabulary }, question, places, points, leads) {
    const terms = understood({ table, ignored }, question, leads);
    for (const term of terms) {
      if (!places.some((place) => points(term, place))) term.misspelt = spelt(table, vocabulary, term.form);
    }
    const all = places.map((place) => terms.map((term) => points(term, place)));
    const rare = terms.map(({ form }, at) => {
      const many = all.filter((each) => each[at]).length;
      return Math.log((all.length + 1) / (many + 0.5)) * (NUMBER.test(form) ? 0.5 : 1);  // mostly what was rolled
    });
    const long = terms.length >= LONG;
    return { terms, all, rare, long, weights: rare.map((each) => (long ? each : 1)) };
  }

  /* What is found among the entries that are wanted, the best first. */
  function ask(index, asked, wanted) {
    const question = asked.normalize("NFC").slice(0, LONGEST);
    const { terms, all, rare, long, weights } = weighed(index, question, index.entries, (term, { fields }) => worth(term, fields));
    const heavy = wordsOf(question).filter((each) => !index.ignored.has(each)).join(" ");
    const numbers = /\p{N}/u.test(question) ? [question, heavy].map(compact).filter((each) => each.length > 1) : [];
    const whole = [bare(question), terms.map(({ form }) => form).join(" "), ...(terms.length === 1 ? terms[0].everyday : [])];
    const found = [];
    for (const [order, entry] of index.entries.entries()) {
      if (!wanted(entry)) continue;
      const points = all[order];
      const is = !entry.name ? 0 : numbers.some((number) => entry.number.includes(number)) ? 2
        : +numbers.some((number) => entry.number.some((each) => each.startsWith(number)));
      const matched = points.filter(Boolean).length;
      if (!is && !matched) continue;
      const together = terms.length > 1 && entry.sentences.some((each) => terms.every((term) => how(term, each)));
      const good = sum(points.map((each, at) => each * weights[at]))
        + (entry.whole.some((each) => each && whole.includes(each)) ? WHOLE : 0) + (together ? TOGETHER * Math.max(...weights) : 0);
      const share = sum(rare.filter((_, at) => points[at])) / sum(rare);
      const answers = ANSWERS.includes(entry.kind) || terms.every((term) => how(term, entry.fields.title));
      found.push({ entry, order, is, answers, ...(long ? { share, good: good * share } : { share: matched, good }) });
    }
    const numbered = Math.max(0, ...found.map(({ is }) => is));  // whole, or begun
    const most = Math.max(...found.map(({ share }) => share));
    const shown = found.filter(({ is, share }) => is === numbered && (numbered || share >= most * (long ? MOST : 1)));
    for (const each of shown) {
      const { entry, order, is, answers, share, good } = each;
      const first = long ? +(answers && share >= most * ENOUGH) : share;
      each.rank = [is, ...(is ? [0, 0] : [first, good]), -KINDS.indexOf(entry.kind), -order];
    }
    shown.sort((one, other) => {
      const at = one.rank.findIndex((each, place) => each !== other.rank[place]);
      return at < 0 ? 0 : other.rank[at] - one.rank[at];
    });
    return { found: shown.map(({ entry }) => entry), terms: numbered ? [] : terms };
  }

  /* Which of some texts have the most of what is asked, for a page that finds its own lines; of a sentence, enough. */
  function fitting({ table, ignored }, asked, texts) {
    const fields = texts.map(wordsOf).map((words) => ({ typed: padded(words), form: padded(words.map(stem)) }));
    const leads = (meant) => fields.some(({ form }) => meant.some((each) => form.includes(` ${each} `)));
    const vocabulary = [...new Set(fields.flatMap(({ form }) => form.split(" ")))];
    const { all, long, weights } = weighed({ table, ignored, vocabulary }, asked.normalize("NFC").slice(0, LONGEST), fields, how, leads);
    const found = all.map((each) => sum(weights.filter((_, at) => each[at])));
    const most = Math.max(...found) * (long ? ENOUGH : 1);
    return found.map((each) => each > 0 && each >= most);
  }

  window.rulebookSearch = { load, ask, fitting };  // for the cards of disputes, and at the table

  /* How it looks. */

  const element = (name, className, ...inside) => window.rulebookPage.element(name, { className }, ...inside);

  function marker(terms) {
    const forms = new Set(terms.flatMap(({ form, everyday, misspelt }) => [form, ...everyday, ...misspelt]).join(" ").split(" "));
    const unfinished = terms.at(-1)?.unfinished;
    return (word) => forms.has(stem(folded(word))) || Boolean(unfinished && folded(word).startsWith(unfinished));
  }

  function* marked(text, isMeant) {
    let end = 0;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (!isMeant(word)) continue;
      yield text.slice(end, index);
      yield element("mark", "", word);
      end = index + word.length;
    }
    yield text.slice(end);
  }

  /* The piece of a text that holds most of what is asked for. */
  function excerpt(text, isMeant) {
    if (text.length <= EXCERPT) return text;
    const hits = [...text.matchAll(WORD)].filter(({ 0: word }) => isMeant(word));
    let best = 0, most = 0;
    for (const { index } of hits) {
      const near = hits.filter((each) => each.index >= index && each.index < index + EXCERPT / 2);
      const many = new Set(near.map(({ 0: word }) => stem(folded(word)))).size;
      if (many > most) [best, most] = [index, many];
    }
    const from = best < EXCERPT / 2 ? 0 : text.lastIndexOf(" ", best - 30) + 1;
    const until = text.length - from <= EXCERPT ? text.length : text.lastIndexOf(" ", from + EXCERPT);
    return `${from ? "… " : ""}${text.slice(from, until)}${until < text.length ? " …" : ""}`;
  }

  function shown({ kind, game, name, title, text, place, address }, isMeant) {
    const within = kind === "section" || kind === "odds" ? `${kind} in “${place}”` : kind;
    const label = element("span", "rb-search-kind", [within[0].toUpperCase() + within.slice(1), game].filter(Boolean).join(" · "));
    const head = element("span", "rb-search-title", ...(name ? [element("span", "rb-box-id", name), " "] : []), ...marked(title, isMeant));
    const link = element("a", "", label, " ", head, " ", element("span", "rb-search-text", ...marked(excerpt(text, isMeant), isMeant)));
    link.href = new URL(`../${address}`, here).href;
    return element("li", "", link);
  }

  function panel(form, field, number) {
    const games = element("div", "rb-chip-row");
    const legend = element("legend", "rb-hidden", "Of which game");
    const count = element("p", "rb-search-count", HINT);
    const list = element("ol", "rb-search-list");
    count.role = "status";
    const box = element("div", "rb-search", element("fieldset", "rb-chips", legend, games), count, list);
    form.after(box);

    const links = () => [...list.querySelectorAll("a")];

    function update() {
      const asked = field.value.trim();
      if (!index || !asked) {
        list.replaceChildren();
        count.replaceChildren(HINT);
        return;
      }
      const game = games.querySelector(":checked").value;
      const { found, terms } = ask(index, field.value, (entry) => !game || entry.game === game);
      const isMeant = marker(terms);
      list.replaceChildren(...found.slice(0, SHOWN).map((each) => shown(each, isMeant)));
      if (found.length) count.replaceChildren(found.length > SHOWN ? `The first ${SHOWN} of ${found.length}` : `${found.length} found`);
      else count.replaceChildren("Nothing found. Look into ", all(), ".");
      // So that the way back from a result leads to the same results.
      if (!form.closest("dialog")) readdress(`?${new URLSearchParams({ q: asked.slice(0, LONGEST) })}`);
    }

    function all() {
      const link = element("a", "", "everything from A to Z");
      link.href = new URL("../genindex.html", here).href;
      return link;
    }

    function choice(game) {
      const radio = element("input", "");
      Object.assign(radio, { type: "radio", name: `rb-search-${number}`, value: game, checked: !game });
      return element("label", "rb-chip", radio, element("span", "", game || "All"));
    }

    load().then(({ games: names }) => {
      games.append(...["", ...names].map(choice));
      update();
    }, () => count.replaceChildren("The search cannot be loaded. Look into ", all(), "."));

    field.addEventListener("input", update);
    games.addEventListener("change", update);
    form.addEventListener("submit", (event) => {
      if (!index) return;
      event.preventDefault();
      links()[0]?.click();
    });
    list.addEventListener("click", (event) => {
      if (event.target.closest("a")) form.closest("dialog")?.close();
    });
    for (const each of [field, list]) each.addEventListener("keydown", (event) => move(event, field, links()));
  }

  function move(event, field, links) {
    const stops = [field, ...links];
    const at = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
    } else if (at > 0 && (event.key.length === 1 || event.key === "Backspace") && !event.ctrlKey && !event.metaKey && !event.altKey) {
      field.focus();  // who types on goes on asking
    }
  }

  const asked = new WeakSet();
  addEventListener("focusin", ({ target, relatedTarget }) => {
    const form = target.closest?.("form.bd-search");
    if (!form) return;
    if (!asked.has(form)) panel(form, target, form.closest("dialog") ? "dialog" : "page");
    else if (!relatedTarget?.closest(".rb-search")) target.select();  // asked before: the next question begins
    asked.add(form);
  });

  const onPage = document.querySelector(".bd-search-container input[name=q]");
  if (onPage) {
    document.querySelector(".rb-search-without").remove();
    onPage.closest("[hidden]").hidden = false;
    onPage.value = (new URLSearchParams(location.search).get("q") ?? "").slice(0, LONGEST);
    onPage.focus();
    onPage.select();
  }
})();
