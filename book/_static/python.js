/* Python in a page: its worker and its parts are loaded when somebody first asks.  A page on a disk may
   load scripts alone; there one script brings all the parts, packed, and another numpy and scipy
   (rulebook_ext/live_packed.py). */
(() => {
  "use strict";
  const { here, load } = window.rulebookPage;
  const live = new URL("live/", here).href;
  const onDisk = location.protocol === "file:";
  const PACKED = "packed.js";
  const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };
  const OTHER = /(?<=^import .* from )"\.\/([^"]+)"(?=;$)/gm;
  const addresses = new Map();
  const unpacked = new Map();

  /* Only on a page that may load it. */
  const possible = () => document.querySelector('script[src*="/live.js"], script[src*="dice.js"]') !== null;

  /* All parts in a script by their names; from a host none, since there each is read from its address. */
  function parts(packed = PACKED) {
    if (!onDisk) return Promise.resolve();
    if (!unpacked.has(packed)) {
      unpacked.set(packed, load(`live/${packed}`).then(unpack).catch((error) => {
        unpacked.delete(packed);
        throw error;
      }));
    }
    return unpacked.get(packed);
  }

  async function unpack() {
    const packed = window.rulebookPacked;
    delete window.rulebookPacked;
    return Object.fromEntries(await Promise.all(Object.entries(packed).map(async ([name, text]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      const type = TYPES[name.split(".").pop()] ?? "";
      return [name, new Blob([await new Response(plain).arrayBuffer()], { type })];
    })));
  }

  /* Where a script of the live page is, with those that it imports. */
  function addressOf(name) {
    if (!onDisk) return Promise.resolve(`${live}${name}`);
    if (!addresses.has(name)) {
      addresses.set(name, made(name).catch((error) => {
        addresses.delete(name);
        throw error;
      }));
    }
    return addresses.get(name);
  }

  async function made(name) {
    let text = await (await parts())[name].text();
    for (const [said, other] of text.matchAll(OTHER)) text = text.replace(said, JSON.stringify(await addressOf(other)));
    return URL.createObjectURL(new Blob([text], { type: TYPES.js }));
  }

  const script = async (name) => import(await addressOf(name));

  async function data(name) {
    const found = onDisk ? new Response((await parts())[name]) : await fetch(`${live}${name}`);
    if (!found.ok) throw new Error(`${found.url}: ${found.status}`);
    return found.json();
  }

  /* Load it and run some code; `stopped` of what is returned is the reason to stop. */
  function start(say, code) {
    const started = (async () => {
      const [{ Kernel }, all] = await Promise.all([script("kernel.js"), parts()]);
      if (started.stopped) throw started.stopped;
      const kernel = new Kernel(live, all);
      started.kernel = kernel;
      kernel.onLoad = say;
      await kernel.ready;
      const failed = (await kernel.run(code, "start")).find((each) => each.output_type === "error");
      if (failed) throw new Error(failed.evalue);
      return kernel;
    })();
    return started;
  }

  /* What an explorer asks, and what Python prints to it: one Python for all explorers of a page. */
  let asking = null;
  const asked = () => asking !== null;
  async function answered(question, said, say) {
    asking ??= start(say, "from rules_lib.presentation.page_answers import asked, rolled");
    try {
      const outputs = await (await asking).run(`print(${question}(${JSON.stringify(said)}))`, "explorer");
      const failed = outputs.find((each) => each.output_type === "error");
      if (failed) throw new Error(failed.evalue);
      return outputs.map((each) => each.text ?? "").join("").trim();
    } catch (error) {
      asking = null;
      throw error;
    }
  }

  /* The same where it is HTML: its clauses lead to their boxes. */
  async function told(question, said, say) {
    const html = await answered(question, said, say);
    const [{ linked }, rules] = await Promise.all([script("links.js"), data("rules.json")]);
    return linked(html, rules, live);
  }

  window.rulebookPython = { live, possible, parts, script, data, start, asked, answered, told };
})();
